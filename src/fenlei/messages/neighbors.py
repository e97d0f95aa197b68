"""Sentences about the neighbors family: key: (English, Chinese)."""

MESSAGES = {
    "neighbors.too_many": (
        "Expected {inequality}, but n_neighbors = {k}, n_samples_fit = {n}, n_samples = {m}; ask for fewer neighbours.",
        "要求 {inequality}，但 n_neighbors = {k}，n_samples_fit = {n}，n_samples = {m}；请减少近邻数。",
    ),
    "neighbors.other_metric": (
        "{estimator}: the distances of the {kind} that was given for X are not those of metric={metric!r}; set "
        "the same metric, or give the rows.",
        "{estimator}：作为 X 给出的 {kind} 的距离与 metric={metric!r} 的不同；请设为相同的度量，或直接给出各行。",
    ),
    "neighbors.width": (
        "X has {came} features, but {estimator} is expecting {p} features as input.",
        "X 有 {came} 个特征，而 {estimator} 需要 {p} 个。",
    ),
    "neighbors.few": (
        "Expected n_neighbors > 0. Got {k!r}; give a whole number of at least 1.",
        "要求 n_neighbors > 0，但得到 {k!r}；请给出不小于 1 的整数。",
    ),
    "neighbors.weight": (
        "{estimator}: the rows have a total weight of {total:g}, below n_neighbors = {k}; weights count repetitions, so "
        "give larger weights or fewer neighbours.",
        "{estimator}：样本总权重 {total:g} 小于 n_neighbors = {k}；权重即重复次数，请增大权重或减少近邻数。",
    ),
    "neighbors.vote_shape": (
        "The function in weights returned an array of shape {shape} for distances of shape {expected}; return one weight "
        "per distance.",
        "weights 函数对形状为 {expected} 的距离返回了形状 {shape}；应为每个距离返回一个权重。",
    ),
    "neighbors.zero_weights": (
        "All neighbors of some sample is getting zero weights. Please modify 'weights' to avoid this case if you are "
        "using a user-defined function.",
        "有样本的全部近邻权重都为零；若 weights 是自定义函数，请修改以避免这种情况。",
    ),
    "neighbors.metric": (
        "Metric {metric!r} is not known; give a function or one of: {accepted}.",
        "未知的度量 {metric!r}；请给出函数或下列之一：{accepted}。",
    ),
    "neighbors.tree_callable": (
        "{algorithm} does not support callable metric {metric}; set algorithm='brute'.",
        "{algorithm} 不支持函数形式的度量 {metric}；请设 algorithm='brute'。",
    ),
    "neighbors.sparse_metric": (
        "Metric {metric!r} not valid for sparse input; give a function or one of: {accepted}.",
        "度量 {metric!r} 不支持稀疏输入；请给出函数或下列之一：{accepted}。",
    ),
    "neighbors.sparse_distances": (
        "Sparse matrices in {format} format are not supported due to its handling of explicit zeros: a distance of 0 cannot be "
        "told from a row that is no neighbour; give X.tocsr() of a matrix that stores its zeros.",
        "不支持 {format} 格式的稀疏距离矩阵：其中距离 0 与非近邻无法区分；请给出存有零值的矩阵的 X.tocsr()。",
    ),
    "neighbors.sparse_tree": (
        "cannot use tree with sparse input: using brute force",
        "稀疏输入不能使用树结构：改用逐一比较。",
    ),
    "neighbors.p_twice": (
        "Parameter p is found in metric_params. The corresponding parameter from __init__ is ignored.",
        "metric_params 中有参数 p；构造函数中的 p 不起作用。",
    ),
    "neighbors.p_below_one": (
        "Mind that for 0 < p < 1, Minkowski metrics are not distance metrics. Continuing the execution with "
        "`algorithm='brute'`.",
        "注意：0 < p < 1 时闵可夫斯基距离不是度量；以 algorithm='brute' 继续。",
    ),
    "neighbors.tree_p": (
        "algorithm={algorithm!r} does not support 0 < p < 1 for the Minkowski metric; set p >= 1 or algorithm='brute'.",
        "algorithm={algorithm!r} 不支持 0 < p < 1 的闵可夫斯基距离；请令 p >= 1 或 algorithm='brute'。",
    ),
    "neighbors.no_triangle": (
        "algorithm='branch_bound' needs a distance that obeys the triangle inequality on means; {metric!r} does not. Set "
        "algorithm='kd_tree'.",
        "algorithm='branch_bound' 要求距离对均值满足三角不等式；{metric!r} 不满足。请设 algorithm='kd_tree'。",
    ),
    "neighbors.no_statistics": (
        "Search statistics are kept by branch and bound only; set algorithm='branch_bound'.",
        "只有分支定界搜索才有统计信息；请设 algorithm='branch_bound'。",
    ),
    "neighbors.no_terms": (
        "Distances by {metric!r} over these rows are not sums of terms of single features; use a metric of the "
        "documentation's table, and rows that are not sparse.",
        "在这些样本上，{metric!r} 距离不是各特征之项的和；请使用文档所列的度量，且样本不是稀疏的。",
    ),
    "neighbors.groups_algorithm": (
        "groups is for algorithm='branch_bound' and a compiled metric (here: {method!r}, {metric!r}); set the algorithm "
        "or leave the groups out.",
        "groups 只用于 algorithm='branch_bound' 与内置度量（现为 {method!r}，{metric!r}）；请设置该算法或去掉 groups。",
    ),
    "neighbors.groups_rows": (
        "groups must hold each of the {n} training rows exactly once, by its number from 0; look at row {row}.",
        "groups 须恰好包含 {n} 个训练样本各一次，编号从 0 开始；请检查第 {row} 行。",
    ),
    "neighbors.groups_form": (
        "A group is a list of row numbers or a list of groups, not empty; {group!r} is neither.",
        "每个组须为非空的行号列表或组的列表；{group!r} 两者都不是。",
    ),
    "neighbors.posteriors": (
        "posteriors must be a table (n, K) of probabilities with rows that sum to 1; they have the shape {shape}.",
        "posteriors 须为 (n, K) 的概率表，各行之和为 1；现形状为 {shape}。",
    ),
    "neighbors.square": (
        "Precomputed matrix must be square. Input is a {rows}x{columns} matrix.",
        "预先计算的距离矩阵必须是方阵；输入为 {rows}x{columns}。",
    ),
    "neighbors.graph": (
        "{k} neighbors per samples are required, but some samples have only {fewest} neighbors in precomputed graph "
        "matrix. Decrease number of neighbors used or recompute the graph with more neighbors.",
        "每个样本需要 {k} 个近邻，但预先计算的图中有样本只有 {fewest} 个；请减少近邻数或重新计算。",
    ),
    "neighbors.variance": (
        "metric='seuclidean': V must be {p} variances above 0; drop constant columns or give V in metric_params.",
        "metric='seuclidean'：V 应为 {p} 个正的方差；请删除常数列或在 metric_params 中给出 V。",
    ),
    "neighbors.feature_weights": (
        "metric='minkowski': w must be {p} finite weights of at least 0, not all 0.",
        "metric='minkowski'：w 应为 {p} 个有限的非负权重且不全为零。",
    ),
    "neighbors.matrix": (
        "metric='mahalanobis': the matrix has shape {shape}; give V or VI, a finite symmetric matrix of shape ({p}, {p}).",
        "metric='mahalanobis'：矩阵形状为 {shape}；V 或 VI 应为（{p}，{p}）的有限对称矩阵。",
    ),
    "neighbors.singular": (
        "metric='mahalanobis': the covariance is not positive definite (eigenvalues from {smallest:.3g} to {largest:.3g}); drop "
        "constant or duplicate columns, or give VI in metric_params.",
        "metric='mahalanobis'：协方差矩阵不正定（特征值 {smallest:.3g} 到 {largest:.3g}）；请删除常数列或重复列，或在 metric_params 中给出 VI。",
    ),
    "neighbors.overflow": (
        "Values as large as {largest:.3g} overflow in the distance; rescale the features.",
        "数值高达 {largest:.3g}，计算距离时溢出；请先缩放特征。",
    ),
    "neighbors.text": (
        "{estimator}: X has columns that are not numbers, which metric={metric!r} cannot compare; set metric='heom' or 'gower', "
        "or turn them into numbers with fenlei.prepare.",
        "{estimator}：X 有非数值列，metric={metric!r} 无法比较；请设 metric='heom' 或 'gower'，或用 fenlei.prepare 转为数值。",
    ),
    "neighbors.categorical": (
        "{estimator}: categorical_features needs metric='heom' or 'gower', not {metric!r}.",
        "{estimator}：categorical_features 需要 metric='heom' 或 'gower'，而不是 {metric!r}。",
    ),
    "neighbors.outputs": (
        "{estimator}: {what} needs one target column, but y had {outputs}.",
        "{estimator}：{what} 只支持单列目标，而 y 有 {outputs} 列。",
    ),
    "neighbors.reject_label": (
        "reject_label={label!r} is one of the classes {labels}; give another label.",
        "reject_label={label!r} 与已有类别 {labels} 重复；请换一个标签。",
    ),
    "prototypes.too_many": (
        "{estimator}: n_prototypes={wanted}, but class {label!r} has only {rows} different rows; give fewer, or a dict of class "
        "to number.",
        "{estimator}：n_prototypes={wanted}，但类别 {label!r} 只有 {rows} 个不同的样本；请减小，或用字典按类别给出个数。",
    ),
    "prototypes.classes": (
        "{estimator}: n_prototypes names the classes {came}; give a number for each of {classes}.",
        "{estimator}：n_prototypes 给出的类别为 {came}；应为 {classes} 中的每一类给出个数。",
    ),
    "neighbors.ks": (
        "ks={ks} cannot be used; give whole numbers from 1 to {most}, the rows that are left to be neighbours.",
        "ks={ks} 无效；请给出 1 到 {most}（可作近邻的行数）之间的整数。",
    ),
    "neighbors.error_rate": (
        "An error rate of {value} is not possible for {K} classes; give one from 0 to 1 - 1/{K}.",
        "{K} 个类别的错误率不可能为 {value}；应在 0 到 1 - 1/{K} 之间。",
    ),
}
