"""Sentences about neighbour graphs and maps that keep neighbourhoods: key: (English, Chinese)."""

MESSAGES = {
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
