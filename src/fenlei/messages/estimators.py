"""Sentences about all estimators: key: (English, Chinese)."""

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
    "weights.class": (
        "class_weight: {reason}; weights must be finite, at least 0 and not all zero.",
        "class_weight：{reason}；权重须为有限的非负数且不全为零。",
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
        "self.within_class_std_dev_ has at least 1 zero standard deviation. Inputs within the same classes for at least 1 "
        "feature are identical.",
        "within_class_std_dev_ 至少有一个零标准差：至少一个特征在各类内取值相同。",
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
}
