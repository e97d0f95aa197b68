"""Sentences about reductions of dimension: key: (English, Chinese)."""

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
        "PCA: component {place} has less than {share:.0e} of the variance of the first, which sums of products cannot "
        "tell from rounding; fit all rows at once, or standardise the features.",
        "PCA：第 {place} 个成分的方差不足第一个的 {share:.0e}，乘积和无法把它与舍入误差区分；请一次拟合全部样本，或先标准化特征。",
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
    "reduce.asymmetric": (
        "{estimator}: the matrix is not symmetric: entry [{i}, {j}] is {first:g}, but [{j}, {i}] is {second:g}; give "
        "(A + A.T) / 2 if you mean their average.",
        "{estimator}：矩阵不对称：[{i}，{j}] 为 {first:g}，而 [{j}，{i}] 为 {second:g}；若要取平均，请给出（A + A.T）/ 2。",
    ),
    "reduce.square": (
        "{estimator}: a matrix of distances must be square, and this one is {shape}; give all rows against all rows, or "
        "set metric='euclidean' if these are features.",
        "{estimator}：距离矩阵须为方阵，现为 {shape}；请给出所有样本两两之间的距离，若为特征请设 metric='euclidean'。",
    ),
    "reduce.negative": (
        "{estimator}: distances must be at least 0, but entry [{i}, {j}] is {value:g}.",
        "{estimator}：距离须不小于 0，但 [{i}，{j}] 为 {value:g}。",
    ),
    "reduce.diagonal": (
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
    "reduce.not_finite": (
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
        "{estimator}: the known dissimilarities leave {parts} parts unconnected, so their places are not determined; give "
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
}
