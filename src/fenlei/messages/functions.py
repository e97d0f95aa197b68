"""Sentences about the functions of numbers: key: (English, Chinese)."""

MESSAGES = {
    "functions.numbers": (
        "{name} is a {type} that does not hold numbers only, or has rows of different lengths; give numbers.",
        "{name}（{type}）含有非数值或各行长度不同；请给出数值。",
    ),
    "functions.nan": (
        "{name} has the value {value} ({count} such values); drop or replace what is not a finite number.",
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
