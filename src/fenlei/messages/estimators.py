"""Sentences about all estimators, and about functions of numbers: key: (English, Chinese)."""

MESSAGES = {
    "estimator.parameter": (
        "{estimator}: {name}={value!r} is not accepted; give {accepted}.",
        "{estimator}：参数 {name}={value!r} 无效；可用值：{accepted}。",
    ),
    "estimator.one_class": (
        "{estimator}: the target has only one class ({label!r}); a classifier needs at least two.",
        "{estimator}：目标列只有一个类别（{label!r}）；分类器至少需要两个类别。",
    ),
    "estimator.class_weight": (
        "{estimator}: class_weight names {label!r}, which is not a class; the classes are {classes}.",
        "{estimator}：class_weight 中的 {label!r} 不是类别；类别为 {classes}。",
    ),
    "estimator.balanced_stream": (
        "{estimator}: class_weight='balanced' needs all rows at once; give partial_fit a dict of label: weight.",
        "{estimator}：class_weight='balanced' 需要全部样本；partial_fit 请给出 {{类别: 权重}} 字典。",
    ),
    "estimator.first_classes": (
        "{estimator}: classes must be passed on the first call to partial_fit.",
        "{estimator}：第一次调用 partial_fit 时必须给出 classes。",
    ),
    "estimator.other_classes": (
        "{estimator}: classes={came} is not the same as on the first call to partial_fit, {classes}.",
        "{estimator}：classes={came} 与第一次 partial_fit 的 {classes} 不同。",
    ),
    "estimator.merge": (
        "{estimator}: cannot merge with {other}; both must be fitted {estimator} models with the same parameters "
        "and features.",
        "{estimator}：不能与 {other} 合并；两者须是参数与特征相同、已拟合的 {estimator}。",
    ),
    "estimator.attribute": (
        "{estimator}: the attribute {name} has {got} where {accepted} is needed; assign an array of that form, or "
        "fit again.",
        "{estimator}：属性 {name} 为{got}，应为{accepted}；请赋以这种形式的数组，或重新拟合。",
    ),
    "estimator.attributes": (
        "{estimator}: the attributes {names} do not make a model ({reason}); assign arrays as a fit gives them.",
        "{estimator}：属性 {names} 不能构成模型（{reason}）；请赋以与拟合结果同样形式的数组。",
    ),
    "estimator.assigned": (
        "{estimator}: attributes of the model were assigned, so its sums over rows no longer belong to it; call fit "
        "on all rows.",
        "{estimator}：模型的属性已被赋值，其样本汇总不再与之对应；请对全部样本调用 fit。",
    ),
    "estimator.width": (
        "X has {came} features, but {estimator} is expecting {p} features as input.",
        "X 有 {came} 个特征，但 {estimator} 需要 {p} 个。",
    ),
    "estimator.words": (
        "{estimator}: column {column!r} holds words ({reason}); code them as numbers first, for example by "
        "fenlei.prepare.",
        "{estimator}：列 {column!r} 含有文字（{reason}）；请先编码为数值，例如用 fenlei.prepare。",
    ),
    "estimator.svd_only": (
        "{estimator}: {name} not supported with 'svd' solver; set solver='eigen'.",
        "{estimator}：求解器 'svd' 不支持 {name}；请设 solver='eigen'。",
    ),
    "estimator.needs_rows": (
        "{estimator}: {what} needs the rows themselves, not a summary of them; call fit on all rows.",
        "{estimator}：{what} 需要原始样本而不是其汇总；请对全部样本调用 fit。",
    ),
    "estimator.overflow": (
        "{estimator}: values as large as {largest:.3g} overflow when they are squared and summed; rescale the features.",
        "{estimator}：数值高达 {largest:.3g}，平方求和时溢出；请先缩放特征。",
    ),
    "estimator.range": (
        "{estimator}: with values from {least:.3g} to {largest:.3g} in {name}, a result leaves the range of floating-point "
        "numbers; rescale the columns.",
        "{estimator}：{name} 的数值在 {least:.3g} 到 {largest:.3g} 之间，计算结果超出浮点数范围；请先缩放各列。",
    ),
    "estimator.not_to_be_fitted": (
        "{estimator} is made by `compare` and read from model files; fit the classifier inside it, `estimator_`, or run `compare` again.",
        "{estimator} 由 `compare` 生成并从模型文件读取；请拟合其中的分类器 `estimator_`，或重新运行 `compare`。",
    ),
    "estimator.allocation": (
        "{estimator}: there is not enough memory for these rows and parameters ({reason}); take fewer rows, columns or "
        "classes, or smaller parameters.",
        "{estimator}：内存不足以处理这些样本和参数（{reason}）；请减少行、列或类别，或减小参数。",
    ),
    "estimator.memory": (
        "{estimator}: {n} rows, {p} columns and {K} classes need about {need:.3g} GiB of memory, and {free:.3g} GiB are free; take "
        "fewer classes, columns or rows, or another estimator.",
        "{estimator}：{n} 行、{p} 列、{K} 个类别约需 {need:.3g} GiB 内存，而空闲 {free:.3g} GiB；请减少类别、列或行，或换用其他估计器。",
    ),
    "estimator.long": (
        "{estimator}: {n} rows, {p} columns and {K} classes will take about {seconds}; take fewer of them, or another "
        "estimator, if that is too long.",
        "{estimator}：{n} 行、{p} 列、{K} 个类别预计用时约 {seconds}；若太长，请减少数据或换用其他估计器。",
    ),
    "estimator.memory_of_rows": (
        "{estimator}: {n} rows of {p} columns need about {need:.3g} GiB of memory, and {free:.3g} GiB are free; take fewer rows or "
        "columns, or another estimator.",
        "{estimator}：{n} 行、{p} 列约需 {need:.3g} GiB 内存，而空闲 {free:.3g} GiB；请减少行或列，或换用其他估计器。",
    ),
    "estimator.long_of_rows": (
        "{estimator}: {n} rows of {p} columns will take about {seconds}; take fewer of them, or another estimator, if that is too "
        "long.",
        "{estimator}：{n} 行、{p} 列预计用时约 {seconds}；若太长，请减少数据或换用其他估计器。",
    ),
    "estimator.digits": (
        "{estimator}: the sums over the rows have too few correct digits to be solved; centre and rescale the columns of X.",
        "{estimator}：对样本求得的和有效位数不足，无法求解；请先对 X 的各列中心化并缩放。",
    ),
    "estimator.priors": (
        "{estimator}: priors={priors} cannot be used: {reason}; give one number of at least 0 for each of the "
        "{K} classes.",
        "{estimator}：先验 priors={priors} 无效：{reason}；请为 {K} 个类别各给一个非负数。",
    ),
    "estimator.priors_sum": (
        "The priors do not sum to 1. Renormalizing",
        "先验概率之和不为 1，已重新归一化。",
    ),
    "weights.shape": (
        "sample_weight has shape {shape}, but there are {n} rows; give one weight per row.",
        "sample_weight 的形状为 {shape}，但有 {n} 行；每行需要一个权重。",
    ),
    "weights.value": (
        "sample_weight: {reason}; weights must be finite, at least 0 and not all zero.",
        "sample_weight：{reason}；权重须为有限的非负数且不全为零。",
    ),
    "weights.first": (
        "{estimator}: class_weight is 0 for every class of the first rows; start with rows that have weight.",
        "{estimator}：第一批样本所有类别的 class_weight 都是 0；请从有权重的样本开始。",
    ),
    "weights.class": (
        "class_weight: {reason}; weights must be finite, at least 0 and not all zero.",
        "class_weight：{reason}；权重须为有限的非负数且不全为零。",
    ),
    "weights.targets": (
        "{estimator}: this class_weight does not go with a number of targets of {count}; give 'balanced' or a list with "
        "one dict of label: weight per target.",
        "{estimator}：这样的 class_weight 与目标个数 {count} 不符；请给出 'balanced'，或每个目标一个“标签: 权重”字典的列表。",
    ),
    "estimator.changed": (
        "{estimator}: parameters were changed since the rows so far were taken in, and now need another summary; "
        "fit anew.",
        "{estimator}：参数在累积样本之后被修改，需要另一种汇总；请重新拟合。",
    ),
    "estimator.text": (
        "{estimator} was fitted to {fitted} and cannot take {came}; give the same kind of columns.",
        "{estimator} 拟合时使用 {fitted}，不能接受 {came}；请给出同类的列。",
    ),
    "labels.empty": (
        "The target has no labels; give at least one row.",
        "目标列没有标签；请至少给出一行。",
    ),
    "labels.missing": (
        "The target has missing labels; drop those rows or give them a label of their own.",
        "目标列有缺失的标签；请删除这些行或给它们一个单独的标签。",
    ),
    "labels.mixed": (
        "The target mixes kinds of labels, for example {labels}; make them all text or all numbers.",
        "目标列混有不同类型的标签，例如 {labels}；请统一为文本或数字。",
    ),
    "labels.kind": (
        "Unknown label type: {kind}; labels are text, booleans or whole numbers.",
        "未知的标签类型：{kind}；标签应为文本、布尔或整数。",
    ),
    "labels.continuous": (
        "Unknown label type: continuous, for example {value}; a classifier needs a finite set of labels.",
        "未知的标签类型：连续值，例如 {value}；分类器需要有限个标签。",
    ),
    "labels.unknown": (
        "The target label(s) {labels} in y do not exist in the initial classes {classes}.",
        "y 中的标签 {labels} 不在最初的类别 {classes} 中。",
    ),
    "theory.too_many": (
        "shatters: {n} points have 2^{n} labelings; give at most {most} points.",
        "shatters：{n} 个点有 2^{n} 种标注；最多给出 {most} 个点。",
    ),
    "theory.two_classes": (
        "is_linearly_separable: the labels are of {K} classes; give two.",
        "is_linearly_separable：标签有 {K} 类；请给两类。",
    ),
    "labels.none": (
        "{estimator} requires y to be passed, but the target y is None.",
        "{estimator} 需要目标 y，但 y 为 None。",
    ),
    "centroid.constant": (
        "All features have zero variance. Division by zero.",
        "所有特征方差为零；无法相除。",
    ),
    "centroid.zero_std": (
        "NearestCentroid: at least one column is constant inside every class, so its deviation is 0; drop such columns if "
        "probabilities or shrunken centres matter.",
        "NearestCentroid：至少有一列在每个类别内为常数，其标准差为 0；若需要概率或收缩中心，请删除这些列。",
    ),
    "centroid.singular": (
        "NearestCentroid: the within-class covariance is singular (rank {rank} of {p}); directions without spread inside "
        "the classes are left out of the Mahalanobis distance.",
        "NearestCentroid：类内协方差矩阵奇异（秩 {rank}，维数 {p}）；马氏距离忽略类内无散布的方向。",
    ),
    "resample.strategy": (
        "{estimator}: sampling_strategy={value!r} is not accepted; give 'auto', 'majority', 'not minority', 'not majority', "
        "'all', a list of class labels or a function of y.",
        "{estimator}：sampling_strategy={value!r} 无效；可用 'auto'、'majority'、'not minority'、'not majority'、'all'、类别列表或 y 的函数。",
    ),
    "resample.emptied": (
        "{estimator}: class {label!r} would have lost all of its {count} rows; they are kept.",
        "{estimator}：类别 {label!r} 的 {count} 行将全部被删除；已予保留。",
    ),
    "resample.reference": (
        "{estimator}: reference must be row numbers from 0 to {last}, some of the {n} rows but not all; give those of K^R.",
        "{estimator}：reference 须为 0 到 {last} 的行号，取 {n} 行中的一部分而非全部；请给出 K^R 的行号。",
    ),
    "resample.too_few": (
        "{estimator}: n_samples = {n} is not enough for {what}; give more rows or set n_neighbors lower.",
        "{estimator}：{n} 行不够（{what}）；请增加样本或减小 n_neighbors。",
    ),
    "functions.numbers": (
        "{name} is a {type} that does not hold numbers only, or has rows of different lengths; give numbers.",
        "{name}（{type}）含有非数值或各行长度不同；请给出数值。",
    ),
    "functions.nan": (
        "{name} has the value {value} ({count} in all); drop or replace what is not a finite number.",
        "{name} 的值为 {value}（共 {count} 处）；请删除或替换非有限的值。",
    ),
    "functions.vector": (
        "{name} has shape {shape}; give at least one value along the last axis.",
        "{name} 的形状为 {shape}；最后一维至少需要一个值。",
    ),
    "functions.shapes": (
        "{first} has shape {a} and {second} {b}; give rows of the same length.",
        "{first} 的形状为 {a}，{second} 为 {b}；各行长度须一致。",
    ),
    "functions.axis": (
        "axis={axis} is not an axis of scores of shape {shape}; give one that is, such as -1.",
        "形状为 {shape} 的得分没有轴 {axis}；请给出存在的轴，例如 -1。",
    ),
    "functions.probability": (
        "{name} has the value {value:g}, which is not a probability; give numbers from 0 to 1.",
        "{name} 的值 {value:g} 不是概率；应为 0 到 1 之间的数。",
    ),
    "functions.softmax": (
        "softmax: the largest score of a row is {value}, so its shares are not defined; give at least one "
        "finite score and no plus infinity.",
        "softmax：某行的最大得分为 {value}，无法定义比例；至少需要一个有限得分，且不能有正无穷。",
    ),
    "functions.negative": (
        "{name} has the value {value:g}; probabilities, counts and weights are at least 0.",
        "{name} 的值为 {value:g}；概率、计数与权重须不小于 0。",
    ),
    "functions.distribution": (
        "The information of a {type} is not offered; give probabilities, a Normal or a MultivariateNormal.",
        "不提供 {type} 的信息量；请给出概率、Normal 或 MultivariateNormal。",
    ),
    "functions.covariance": (
        "The covariance has shape {shape} and the rows {d} values; give one row and column per value.",
        "协方差矩阵的形状为 {shape}，而每行有 {d} 个值；每个值需要对应的一行一列。",
    ),
    "functions.covariance_metric": (
        "covariance is for metric='mahalanobis', not for {metric!r}; leave one of them out.",
        "covariance 仅用于 metric='mahalanobis'，不能用于 {metric!r}；请去掉其中之一。",
    ),
    "functions.zero_row": (
        "{name} is a row of zeros, which has no direction and no cosine; leave it out or use a distance.",
        "{name} 是全零行，没有方向，也没有夹角余弦；请去掉它或改用距离。",
    ),
    "functions.constant_row": (
        "{name} is a constant row, which has no correlation; leave it out or use a distance.",
        "{name} 各值相同，没有相关系数；请去掉它或改用距离。",
    ),
    "functions.binary": (
        "{name} has the value {value:g}; the Jaccard coefficient takes rows of 0 and 1.",
        "{name} 的值为 {value:g}；Jaccard 系数要求每行只含 0 与 1。",
    ),
    "functions.labels": (
        "{name} has shape {shape}; give labels of one dimension.",
        "{name} 的形状为 {shape}；标签应为一维。",
    ),
    "functions.ragged_labels": (
        "{name} has rows of different lengths; give labels of one dimension.",
        "{name} 各行长度不同；标签应为一维。",
    ),
    "functions.missing_label": (
        "{name} has {count} missing labels; drop or name them.",
        "{name} 有 {count} 个缺失的标签；请删除或补全。",
    ),
    "functions.classes": (
        "classes={classes} cannot be the columns of one-hot labels; give each class once, at least one.",
        "classes={classes} 不能作为独热标签的列；每个类别只给一次，且至少一个。",
    ),
    "functions.unknown_label": (
        "The label {label!r} is not among the classes {classes}; add it to classes, or leave classes out.",
        "标签 {label!r} 不在类别 {classes} 之中；请加入 classes，或不给出 classes。",
    ),
    "functions.one_hot": (
        "Y of shape {shape} is not one-hot, for example {values}; each row (K values) has a single 1 and else zeros.",
        "形状为 {shape} 的 Y 不是独热编码，例如 {values}；每行（K 个值）只能有一个 1，其余为 0。",
    ),
    "functions.class_count": (
        "There are {found} classes for {K} columns of Y; give one for each column.",
        "Y 有 {K} 列，而类别有 {found} 个；每列需要一个类别。",
    ),
    "functions.one_hot_target": (
        "y should be a 1d array, got an array of shape {shape} instead; it holds one-hot labels: "
        "fit with fenlei.functions.from_one_hot(y).",
        "y 应为一维数组，但形状为 {shape}；它是独热标签：请用 fenlei.functions.from_one_hot(y) 转换后再拟合。",
    ),
    "estimator.function_answer": (
        "The function given as {option} returned {value}, of type {type}; it should return numbers.",
        "作为 {option} 给出的函数返回了 {value}（类型 {type}）；应返回数。",
    ),
    "functions.start": (
        "newton: start has shape {shape}; give a number or one dimension.",
        "newton：start 的形状为 {shape}；请给出一个数或一维数组。",
    ),
    "functions.returned": (
        "newton: {name} returns an array of shape {came}; for this start it must have shape {shape}.",
        "newton：{name} 返回的数组形状为 {came}；对于该起点应为 {shape}。",
    ),
    "functions.newton_singular": (
        "newton: the Hessian is singular at step {step}, so there is no next point; start elsewhere.",
        "newton：第 {step} 步的 Hessian 矩阵奇异，没有下一个点；请换一个起点。",
    ),
    "functions.newton_diverged": (
        "newton: {name} has the value {value} at step {step}: the steps diverge; start nearer to the solution.",
        "newton：第 {step} 步 {name} 的值为 {value}，迭代发散；请从更接近解的起点开始。",
    ),
    "functions.newton_failed": (
        "newton: {name} cannot be computed at step {step} ({error}); start nearer to the solution.",
        "newton：第 {step} 步无法计算 {name}（{error}）；请从更接近解的起点开始。",
    ),
    "functions.newton_steps": (
        "newton: after {n_iter} steps the largest component of the gradient is {gradient:.3g}, above tol={tol:g}; "
        "raise max_iter or start elsewhere.",
        "newton：{n_iter} 步后梯度的最大分量为 {gradient:.3g}，仍大于 tol={tol:g}；请增大 max_iter 或换一个起点。",
    ),
    "functions.moved": (
        "{old} is deprecated and goes in fenlei {release}; use {new}.",
        "{old} 已弃用，将在 fenlei {release} 中移除；请使用 {new}。",
    ),
}
