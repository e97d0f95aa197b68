"""Sentences about reductions of dimension, neighbour graphs and maps: key: (English, Chinese)."""

MESSAGES = {
    "reduce.components": (
        "{estimator}: n_components={came} must be between {least} and {most}, {bound}; lower it.",
        "{estimator}：n_components={came} 须在 {least} 与 {most}（{bound}）之间；请减小。",
    ),
    "reduce.fewer_components": (
        "{estimator}: n_components={came} is more than the {most} rows; {most} components are kept.",
        "{estimator}：n_components={came} 多于样本数 {most}；保留 {most} 个成分。",
    ),
    "reduce.one_row": (
        "{estimator}: the rows weigh {weight:g} in all (n_samples = {n}); a variance needs more than 1 sample.",
        "{estimator}：样本总权重为 {weight:g}（n_samples = {n}）；方差需要多于 1 个样本。",
    ),
    "reduce.constant": (
        "{estimator}: all rows are equal, so there is no direction of spread; all coordinates are 0.",
        "{estimator}：所有样本相同，没有散布方向；坐标全为 0。",
    ),
    "pca.mle": (
        "PCA: n_components='mle' is only supported if n_samples >= n_features; there are {n:g} rows of {p} features. "
        "Give a number or a share of the variance.",
        "PCA：n_components='mle' 要求 n_samples >= n_features；现有 {n:g} 行 {p} 列。请给出个数或方差比例。",
    ),
    "pca.whiten": (
        "PCA: whiten=True, but only {rank} of {d} components have spread; the coordinates on the others are set to 0.",
        "PCA：whiten=True，但 {d} 个成分中只有 {rank} 个有散布；其余坐标设为 0。",
    ),
    "pca.digits": (
        "PCA: component {component} has less than {share:.0e} of the variance of the first, which sums of products cannot "
        "tell from rounding; fit all rows at once, or standardise the features.",
        "PCA：第 {component} 个成分的方差不足第一个的 {share:.0e}，乘积和无法把它与舍入误差区分；请一次拟合全部样本，或先标准化特征。",
    ),
    "pca.singular": (
        "PCA: the covariance is singular ({rank} of {p} directions have variance), so it has no inverse and no density; "
        "keep fewer components, so that the noise has a variance.",
        "PCA：协方差矩阵奇异（{p} 个方向中 {rank} 个有方差），没有逆矩阵与密度；请减少成分个数，使噪声有方差。",
    ),
    "pca.wide": (
        "PCA: the products of {p} features were not kept, so rows cannot be added; fit all rows at once.",
        "PCA：未保留 {p} 个特征的乘积，不能追加样本；请一次拟合全部样本。",
    ),
    "pca.coordinates": (
        "PCA: X has {came} columns, but there are {d} components; give coordinates as transform returns them.",
        "PCA：X 有 {came} 列，但有 {d} 个成分；请给出 transform 返回的坐标。",
    ),
    "pca.matrix_square": (
        "PCA: a covariance matrix must be square, and this one is {shape}; give it with a row and a column per feature, or "
        "call fit if these are rows of samples.",
        "PCA：协方差矩阵须为方阵，现为 {shape}；请给出每个特征一行一列的矩阵，若为样本请用 fit。",
    ),
    "pca.matrix_negative": (
        "PCA: the matrix has a negative eigenvalue ({least:.3g}), so it is no covariance or correlation matrix; check "
        "its entries.",
        "PCA：矩阵有负特征值（{least:.3g}），不是协方差矩阵或相关矩阵；请检查各元素。",
    ),
    "pca.matrix_mean": (
        "PCA: mean has the shape {shape}, but the matrix has {p} features; give {p} numbers.",
        "PCA：mean 的形状为 {shape}，但矩阵有 {p} 个特征；请给出 {p} 个数。",
    ),
    "pca.matrix_rows": (
        "PCA: n_samples={came!r} is not accepted; give a finite number of rows above 1.",
        "PCA：不接受 n_samples={came!r}；请给出大于 1 的有限样本数。",
    ),
    "pca.matrix_wide": (
        "PCA: the products of {p} features were not kept, so there is no covariance or correlation matrix; use "
        "numpy.cov or numpy.corrcoef.",
        "PCA：未保留 {p} 个特征的乘积，没有协方差矩阵和相关矩阵；请用 numpy.cov 或 numpy.corrcoef。",
    ),
    "matrix.asymmetric": (
        "{estimator}: the matrix is not symmetric: entry [{i}, {j}] is {first:.9g}, but [{j}, {i}] is {second:.9g} "
        "(they differ by {gap:.3g}); give (A + A.T) / 2 if you mean their average.",
        "{estimator}：矩阵不对称：[{i}，{j}] 为 {first:.9g}，而 [{j}，{i}] 为 {second:.9g}（相差 {gap:.3g}）；若要取平均，请给出（A + A.T）/ 2。",
    ),
    "matrix.square": (
        "{estimator}: a matrix of distances must be square, and this one is {shape}; give all rows against all rows, or "
        "set metric='euclidean' if these are features.",
        "{estimator}：距离矩阵须为方阵，现为 {shape}；请给出所有样本两两之间的距离，若为特征请设 metric='euclidean'。",
    ),
    "matrix.negative": (
        "{estimator}: distances must be at least 0, but entry [{i}, {j}] is {value:g}.",
        "{estimator}：距离须不小于 0，但 [{i}，{j}] 为 {value:g}。",
    ),
    "matrix.diagonal": (
        "{estimator}: the distance of a row from itself must be 0, but entry [{i}, {i}] is {value:g}; is this a matrix "
        "of similarities?",
        "{estimator}：样本与自身的距离须为 0，但 [{i}，{i}] 为 {value:g}；这是否是相似度矩阵？",
    ),
    "reduce.not_euclidean": (
        "{estimator}: only {positive} of {d} coordinates can be told from these distances, which no points in a Euclidean "
        "space have (least eigenvalue {least:.3g}); the others are set to 0.",
        "{estimator}：这些距离不是欧氏距离（最小特征值 {least:.3g}），{d} 个坐标中只能求得 {positive} 个；其余设为 0。",
    ),
    "kernel_pca.indefinite": (
        "KernelPCA: the kernel is not positive semi-definite on these rows (eigenvalues from {least:.3g} to "
        "{largest:.3g}); use another kernel or fewer components.",
        "KernelPCA：核函数在这些样本上不是半正定的（特征值从 {least:.3g} 到 {largest:.3g}）；请改用其他核函数或减少成分。",
    ),
    "kernel_pca.precomputed": (
        "Cannot fit_inverse_transform with a precomputed kernel; give the rows and a kernel.",
        "预先计算的核矩阵不能使用 fit_inverse_transform；请给出样本与核函数。",
    ),
    "kernel_pca.preimage": (
        "KernelPCA: the regression for pre-images is singular with alpha={alpha:g}; give a larger alpha.",
        "KernelPCA：alpha={alpha:g} 时求原像的回归奇异；请增大 alpha。",
    ),
    "kernel_pca.coordinates": (
        "KernelPCA: X has {came} columns, but there are {d} components; give coordinates as transform returns them.",
        "KernelPCA：X 有 {came} 列，但有 {d} 个成分；请给出 transform 返回的坐标。",
    ),
    "matrix.not_finite": (
        "{estimator}: some distances are not finite numbers; look for NaN in the matrix, or for rows that the metric does "
        "not define a distance of.",
        "{estimator}：有的距离不是有限数；请检查矩阵中的 NaN，或该度量没有定义距离的样本。",
    ),
    "mds.square": (
        "{estimator}: X is square and is taken for rows of features; set metric='precomputed' if it is a matrix of "
        "dissimilarities.",
        "{estimator}：X 是方阵，按特征处理；若为相异度矩阵，请设 metric='precomputed'。",
    ),
    "mds.both": (
        "{estimator}: you provided both dissimilarity and metric; give only metric.",
        "{estimator}：同时给出了 dissimilarity 与 metric；只需给出 metric。",
    ),
    "mds.disconnected": (
        "{estimator}: the known dissimilarities leave {parts} parts unconnected, so their positions are not determined; give "
        "weights above 0 to pairs between them.",
        "{estimator}：已知的相异度把对象分成 {parts} 个互不相连的部分，相对位置无法确定；请给部分之间的若干对以正权重。",
    ),
    "mds.weights": (
        "{estimator}: weights must be at least 0 and of shape ({n}, {n}); they have shape {shape}.",
        "{estimator}：weights 须非负且形状为 ({n}, {n})；现为 {shape}。",
    ),
    "mds.init": (
        "{estimator}: init matrix should be of shape ({n}, {d}); it is {shape}.",
        "{estimator}：初始坐标的形状应为 ({n}, {d})；现为 {shape}。",
    ),
    "manifold.parts": (
        "The number of connected components of the neighbors graph is {parts} > 1. Completing the graph to fit Isomap: the "
        "shortest edge between any two of them is added. Increase the number of neighbors to avoid this.",
        "近邻图的连通分量数为 {parts} > 1；已在每两个分量之间补上最短的边。增加近邻数可避免这种情况。",
    ),
    "manifold.sparse_parts": (
        "The number of connected components of the neighbors graph is {parts} > 1. The graph cannot be completed with "
        "metric='precomputed' and sparse X; increase the number of neighbors, or give the full distance matrix.",
        "近邻图的连通分量数为 {parts} > 1；metric='precomputed' 且 X 稀疏时无法补全。请增加近邻数，或给出完整的距离矩阵。",
    ),
    "manifold.both": (
        "Both n_neighbors and radius are provided. Use {estimator}(radius={radius}, n_neighbors=None) if intended to use "
        "radius-based neighbors.",
        "同时给出了 n_neighbors 和 radius；若要按半径取近邻，请用 {estimator}（radius={radius}，n_neighbors=None）。",
    ),
    "manifold.neither": (
        "{estimator}: n_neighbors and radius are both None; give one of them.",
        "{estimator}：n_neighbors 和 radius 都是 None；请给出其一。",
    ),
    "manifold.components": (
        "{estimator}: n_components={d} is more than {most}, {what}; give fewer.",
        "{estimator}：n_components={d} 大于 {most}（{what}）；请减小。",
    ),
    "manifold.flat": (
        "{estimator}: only {positive} of the {d} components asked for have a positive eigenvalue; the others are zero. Ask for "
        "fewer components.",
        "{estimator}：要求的 {d} 个分量中只有 {positive} 个特征值为正；其余分量为零。请减少分量数。",
    ),
    "manifold.landmarks": (
        "{estimator}: landmarks={count} cannot be used; give a whole number from {least} (above n_components) to n_samples = {n}, "
        "or None.",
        "{estimator}：landmarks={count} 无效；请给出 {least}（大于 n_components）到 {n}（样本数）之间的整数，或 None。",
    ),
    "manifold.square": (
        "X should be a square distance matrix, but its shape is {shape}.",
        "X 应为方的距离矩阵，但其形状为 {shape}。",
    ),
    "manifold.negative": (
        "All distances should be positive, but the smallest is {least:g}; the metric given is not correct.",
        "距离不应为负，但最小值为 {least:g}；所给度量不正确。",
    ),
    "manifold.isolated": (
        "{estimator}: {count} of the rows to transform have no training row within radius={radius} (first: row {row}); give a "
        "larger radius.",
        "{estimator}：待变换的样本中有 {count} 行在 radius={radius} 内没有训练样本（首个：第 {row} 行）；请增大半径。",
    ),
    "manifold.lle_neighbors": (
        "Expected n_neighbors < n_samples, but n_samples = {n}, n_neighbors = {k}; give fewer neighbours.",
        "要求 n_neighbors < n_samples，但 n_samples = {n}，n_neighbors = {k}；请减少近邻数。",
    ),
    "manifold.lle_method": (
        "for method={method!r}, n_neighbors must be at least {needed}, but it is {k}; give more neighbours.",
        "method={method!r} 要求 n_neighbors 至少为 {needed}，但得到 {k}；请增加近邻数。",
    ),
    "manifold.singular": (
        "The neighbours of row {row} do not determine its weights with reg={reg}: they are dependent; give a larger reg or fewer "
        "neighbours.",
        "第 {row} 行的近邻线性相关，reg={reg} 时权重不确定；请增大 reg 或减少近邻数。",
    ),
    "manifold.arpack": (
        "Error in determining null-space with ARPACK: {reason}. Set eigen_solver='dense', or give a larger max_iter or tol.",
        "ARPACK 求零空间失败：{reason}。请设 eigen_solver='dense'，或增大 max_iter 或 tol。",
    ),
    "manifold.perplexity": (
        "perplexity ({perplexity}) must be less than n_samples ({n}); give a smaller perplexity or more rows.",
        "perplexity（{perplexity}）必须小于样本数（{n}）；请减小 perplexity 或增加样本。",
    ),
    "manifold.barnes_hut": (
        "'n_components' should be inferior to 4 for the barnes_hut algorithm as it relies on quad-tree or oct-tree, but it is {d}; "
        "set method='exact'.",
        "barnes_hut 算法基于四叉树或八叉树，要求 n_components 小于 4，但得到 {d}；请设 method='exact'。",
    ),
    "manifold.diverged": (
        "{estimator}: the descent left all bounds with learning rate {rate:g}; give a smaller learning_rate.",
        "{estimator}：学习率为 {rate:g} 时梯度下降发散；请减小 learning_rate。",
    ),
    "manifold.sne_iterations": (
        "SNE: the descent was stopped after {iterations} iterations with a gradient as large as {gradient:.3g}; give a larger "
        "max_iter or tol.",
        "SNE：迭代 {iterations} 次后停止，梯度最大分量仍为 {gradient:.3g}；请增大 max_iter 或 tol。",
    ),
    "manifold.trust_neighbors": (
        "n_neighbors ({k}) should be less than n_samples / 2 ({half:g}) and at least 1; give fewer neighbours.",
        "n_neighbors（{k}）应小于样本数的一半（{half:g}）且至少为 1；请减少近邻数。",
    ),
    "manifold.init": (
        "{estimator}: init has shape {shape}, but the rows need {wanted}, all finite.",
        "{estimator}：init 的形状为 {shape}，而样本需要 {wanted}，且全为有限数。",
    ),
    "manifold.joint_precomputed": (
        'TSNE: with metric="precomputed" the distances are not kept, so joint_ and sigma_ are not available; fit rows of '
        "features.",
        'TSNE：metric="precomputed" 时不保留距离，没有 joint_ 和 sigma_；请用特征样本拟合。',
    ),
    "manifold.pca_precomputed": (
        'The parameter init="pca" cannot be used with metric="precomputed"; set init="random" or give an array.',
        'init="pca" 不能与 metric="precomputed" 同用；请设 init="random" 或给出数组。',
    ),
    "manifold.sparse_exact": (
        'TSNE with method="exact" does not accept sparse precomputed distance matrix. Use method="barnes_hut" or provide the dense '
        "distance matrix.",
        'method="exact" 不接受稀疏的预计算距离矩阵；请用 method="barnes_hut" 或给出稠密距离矩阵。',
    ),
}
