"""Sentences about the cluster family: key: (English, Chinese)."""

MESSAGES = {
    "cluster.too_few": (
        "Expected n_samples >= {name}, but got n_samples={n} rows (of weight above 0) and {name}={K}; ask for fewer or give "
        "more rows.",
        "要求样本数不小于 {name}，但只有 {n} 行（权重大于 0），而 {name}={K}；请减小该参数或增加样本。",
    ),
    "cluster.ks": (
        "ks={ks} cannot be tried; give whole numbers from 1 to the number of rows, {n}.",
        "ks={ks} 无法尝试；请给出 1 到行数 {n} 之间的整数。",
    ),
    "kmeans.few_distinct": (
        "Number of distinct clusters ({found}) found smaller than n_clusters ({K}). Possibly due to duplicate points in X; the "
        "other centres repeat that of the heaviest cluster.",
        "得到的不同簇数（{found}）少于 n_clusters（{K}），可能是 X 中有重复点；其余中心与最大簇的中心相同。",
    ),
    "kmeans.one_start": (
        "Explicit initial center position passed: performing only one init in {estimator} instead of n_init={n_init}.",
        "已给定初始中心：{estimator} 只运行一次，而不是 n_init={n_init} 次。",
    ),
    "kmeans.start_shape": (
        "The shape of the initial centers {shape} does not match the number of clusters {K} and the number of features {p}.",
        "初始中心的形状 {shape} 与簇数 {K} 和特征数 {p} 不符。",
    ),
    "kmeans.norms": (
        "The length of x_squared_norms {length} should be equal to the length of n_samples {n}.",
        "x_squared_norms 的长度 {length} 应等于样本数 {n}。",
    ),
    "mixture.not_converged": (
        "{estimator}: the best run did not converge in {n} steps; increase max_iter or tol, try another start, or look for "
        "degenerate data.",
        "{estimator}：最好的一次运行在 {n} 步内未收敛；请增大 max_iter 或 tol，更换初值，或检查数据是否退化。",
    ),
    "mixture.singular": (
        "Fitting the mixture model failed because the covariance of component {component} is singular (its rows are one point, "
        "or lie in a plane); decrease the number of components, increase reg_covar, drop duplicate columns or scale the data.",
        "混合模型拟合失败：分量 {component} 的协方差奇异（其样本为一个点或位于一个平面）；请减少分量数，增大 reg_covar，删除重复列或缩放数据。",
    ),
    "mixture.lost": (
        "{count} components of the mixture have lost all their rows (first: component {component}, weight 0); use fewer "
        "components or another start.",
        "混合模型有 {count} 个分量失去全部样本（首个：分量 {component}，权重为 0）；请减少分量数或更换初值。",
    ),
    "mixture.flat": (
        "Component {component} of the mixture has no spread in some feature beyond reg_covar={reg_covar:g}: it closed in on equal "
        "values, and its density means nothing; use fewer components, drop constant columns or increase reg_covar.",
        "混合模型的分量 {component} 在某特征上除 reg_covar={reg_covar:g} 外没有散布：它收缩到相同的值，其密度没有意义；请减少分量数，删除常数列或增大 reg_covar。",
    ),
    "mixture.start_shape": (
        "{name} has shape {came}; give finite numbers in the shape {shape}.",
        "{name} 的形状为 {came}；应为形状 {shape} 的有限数。",
    ),
    "mixture.start_weights": (
        "The parameter 'weights_init' should be normalized and not negative, but its sum is {total:.5f}; give numbers of at "
        "least 0 that sum to 1.",
        "weights_init 应为非负数且和为 1，但和为 {total:.5f}。",
    ),
    "mixture.start_precisions": (
        "precisions_init: '{form} precision' should be symmetric, positive-definite (positive for 'diag' and 'spherical').",
        "precisions_init：'{form}' 精度矩阵应对称正定（'diag' 与 'spherical' 应为正数）。",
    ),
    "mixture.start_means": (
        "means_init has shape {came}; give probabilities, numbers from 0 to 1, in the shape {shape}.",
        "means_init 的形状为 {came}；应为形状 {shape}、取值 0 到 1 的概率。",
    ),
    "mixture.start_tables": (
        "probabilities_init does not fit; give one table for each feature, in the shapes {shapes}, rows that sum to 1.",
        "probabilities_init 不适用；每个特征一张表，形状依次为 {shapes}，每行和为 1。",
    ),
    "mixture.impossible_start": (
        "{estimator}: a row has probability 0 under the start values; give start values above 0, or set alpha above 0.",
        "{estimator}：在初值下有一行的概率为 0；请给出大于 0 的初值，或令 alpha 大于 0。",
    ),
    "mixture.impossible": (
        "{estimator}: {count} rows have probability 0 in every component; the weights of the components are used instead. Set "
        "alpha above 0.",
        "{estimator}：{count} 行在所有分量下概率均为 0；对它们改用分量的权重。请令 alpha 大于 0。",
    ),
    "mixture.new_category": (
        "Row {row}, column {column}: category {value:g} was not there when the fit began, and warm_start keeps the table of "
        "then; set warm_start=False or min_categories.",
        "第 {row} 行第 {column} 列：类别 {value:g} 在最初拟合时不存在，而 warm_start 沿用当时的表；请设 warm_start=False 或 min_categories。",
    ),
    "mixture.binary": (
        "Row {row}, column {column} has the value {value:g}, and binarize=None takes 0 and 1 only; set binarize to a threshold.",
        "第 {row} 行第 {column} 列的值为 {value:g}，而 binarize=None 只接受 0 和 1；请将 binarize 设为阈值。",
    ),
    "mixture.fraction": (
        "{estimator}: column {column} has the value {value:g}, but category codes are whole numbers; fractions are cut off. For "
        "measured features use GaussianMixture.",
        "{estimator}：第 {column} 列的值 {value:g} 不是整数类别编码，小数部分已截去。连续特征请用 GaussianMixture。",
    ),
    "cluster.definition": (
        "definition is {value!r}; it must be one of {accepted}.",
        "definition 为 {value!r}；应为 {accepted} 之一。",
    ),
    "linkage.method": (
        "{value!r} is not a way to measure the distance between clusters; choose one of {accepted}.",
        "{value!r} 不是簇间距离；请选择 {accepted} 之一。",
    ),
    "linkage.metric": (
        "{method} linkage is about Euclidean distance, and metric is {metric!r}; choose another linkage, or "
        "metric='euclidean'.",
        "{method} 连接以欧氏距离为前提，而 metric 为 {metric!r}；请更换连接方式，或使用 metric='euclidean'。",
    ),
    "linkage.unknown": (
        "metric={metric!r} is not a distance of SciPy; give the name of one, such as 'cityblock', or a function of two rows.",
        "metric={metric!r} 不是 SciPy 的距离；请给出其中之一的名称（如 'cityblock'）或两行的函数。",
    ),
    "linkage.condensed": (
        "{m} distances are not those of all pairs of some number of rows; give n (n - 1) / 2 of them, as pdist does, or "
        "rows in two dimensions.",
        "{m} 个距离不是若干样本的全部两两距离；请给出 n（n - 1）/ 2 个（如 pdist），或二维的样本矩阵。",
    ),
    "linkage.distances": (
        "There are negative, missing or infinite distances (metric {metric!r}); they must be numbers of at least 0.",
        "存在负的、缺失的或无穷的距离（metric {metric!r}）；距离应为非负数。",
    ),
    "linkage.memory": (
        "{method} linkage of {n} rows needs a matrix of {need:.1f} GiB, and the machine has {have:.1f} GiB; use 'single' or "
        "'ward' in Euclidean distance, which need none, or fewer rows.",
        "{n} 行的 {method} 连接需要 {need:.1f} GiB 的距离矩阵，而机器内存为 {have:.1f} GiB；请使用不需要矩阵的欧氏距离下的 'single' 或 'ward'，或减少样本。",
    ),
    "linkage.clusters": (
        "n_clusters is {value}, and there are {n} rows; ask for 1 to {n} clusters.",
        "n_clusters 为 {value}，而样本有 {n} 行；请要求 1 到 {n} 个簇。",
    ),
    "linkage.stop": (
        "n_clusters={n} and distance_threshold={threshold}: exactly one of them must be given, the other be None.",
        "n_clusters={n}，distance_threshold={threshold}：两者必须恰好给出一个，另一个为 None。",
    ),
    "linkage.full_tree": (
        "compute_full_tree must not be False if distance_threshold is given; leave it at 'auto'.",
        "给出 distance_threshold 时 compute_full_tree 不能为 False；请保留 'auto'。",
    ),
    "linkage.graph": (
        "connectivity goes with rows or distances and the linkages ward, complete, average and single; linkage is {linkage!r}.",
        "connectivity 只能用于 ward、complete、average、single 连接；现在 linkage 为 {linkage!r}。",
    ),
    "linkage.connectivity": (
        "connectivity has the shape {shape}; one line and column for each of the {n} rows are needed.",
        "connectivity 的形状为 {shape}；{n} 个样本各需一行一列。",
    ),
    "linkage.pieces": (
        "The number of connected components of the connectivity matrix is {pieces} > 1; they are joined at their nearest rows.",
        "connectivity 矩阵有 {pieces} 个连通分量；已在各分量最近的样本处相连。",
    ),
    "linkage.square": (
        "A matrix of distances must be square and symmetric with zeros on its diagonal; this one has the shape {shape}.",
        "距离矩阵应为对称方阵且对角线为零；现在的形状为 {shape}。",
    ),
}
