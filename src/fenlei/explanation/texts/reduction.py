"""Words of the steps of the reductions of dimension."""

TEXTS: dict[str, tuple[str, str]] = {
    "coordinates_are": ("Coordinates: {answer}", "坐标：{answer}"),
    "component": ("component", "主成分"),
    "eigenvalue": ("eigenvalue", "特征值"),
    "share_of_variance": ("share", "贡献率"),
    "share_so_far": ("share so far", "累计贡献率"),
    "rebuilt": ("rebuilt", "重建值"),
    "scores_sentence": (
        "{n} rows as points, on the first two components.",
        "{n} 个样本在前两个主成分上的位置。",
    ),
    # --- principal components
    "step.pca_centre": ("Means", "均值"),
    "says.pca_centre": (
        "The mean of each feature over the {n} rows is subtracted.",
        "先减去各特征在 {n} 个样本上的均值。",
    ),
    "step.pca_standardised": ("Means and standard deviations", "均值与标准差"),
    "says.pca_standardised": (
        "Each feature is standardised over the {n} rows; the divisor of the variance is n - 1.",
        "各特征在 {n} 个样本上标准化；方差的除数为 n - 1。",
    ),
    "step.pca_covariance": ("Covariance matrix", "协方差矩阵"),
    "says.pca_covariance": (
        "Z are the rows less the means; the divisor is n - 1, not n.",
        "Z 为减去均值后的样本；除数为 n - 1，而不是 n。",
    ),
    "step.pca_correlation": ("Correlation matrix", "相关矩阵"),
    "says.pca_correlation": (
        "Z are the standardised rows; the divisor is n - 1.",
        "Z 为标准化后的样本；除数为 n - 1。",
    ),
    "step.pca_eigen": ("Eigenvalues and eigenvectors", "特征值与特征向量"),
    "says.pca_eigen": (
        "The eigenvectors of largest eigenvalue are the components; {shown} of {count} are written out. The sign of a "
        "vector is free. An eigenvalue that is 0 up to rounding stands alone.",
        "特征值最大的特征向量即为主成分；写出 {count} 个中的 {shown} 个。向量的正负号可任取。在舍入误差内为 0 的特征值只写出数值。",
    ),
    "scree_sentence": (
        "Eigenvalues of {count} components; the first explains {first} % of the variance.",
        "{count} 个主成分的特征值；第一个解释方差的 {first}%。",
    ),
    "step.pca_shares": ("Shares of the variance", "方差贡献率"),
    "says.pca_shares": (
        "Each eigenvalue by the sum of all of them, also of those that are not kept.",
        "各特征值除以全部特征值之和（包括未保留的）。",
    ),
    "title.shares": ("Shares of the variance", "方差贡献率"),
    "step.pca_scores": ("Scores of the rows", "样本的主成分得分"),
    "says.pca_scores": (
        "The coordinates of a row along the components; {shown} of {n} rows are written out.",
        "样本在各主成分上的坐标；写出 {n} 个样本中的 {shown} 个。",
    ),
    "step.pca_rebuilt": ("The row as a sum of components", "由主成分重建样本"),
    "says.pca_rebuilt": (
        "The mean plus {d} components, each times its score. With all components it is the row itself.",
        "均值加上 {d} 个主成分与得分之积。保留全部主成分时即为样本本身。",
    ),
    "title.rebuilt": ("The row and what the components describe of it", "样本与重建值"),
    "step.pca_away": ("The row less the means", "样本减去均值"),
    "says.pca_away": (
        "{shown} of {features} features are written out.",
        "写出 {features} 个特征中的 {shown} 个。",
    ),
    "step.pca_row_scores": ("Coordinates along the components", "在各主成分上的坐标"),
    "says.pca_row_scores": (
        "The centred row times each eigenvector.",
        "中心化的样本与各特征向量的内积。",
    ),
    # --- kernel principal components
    "step.kernel_values": ("Kernel values", "核函数值"),
    "says.kernel_values": (
        "Of the first row with {shown} of {n} rows.",
        "第一个样本与 {n} 个样本中 {shown} 个的核函数值。",
    ),
    "kernel_sentence": ("Kernel values of {n} rows with one another.", "{n} 个样本两两之间的核函数值。"),
    "step.kernel_means": ("Centring", "中心化"),
    "says.kernel_means": (
        "Centring the images of the rows: the means of the row and of the column are subtracted from each kernel value, "
        "and the mean of all is added.",
        "使样本的像中心化：每个核函数值减去所在行与所在列的均值，再加上总均值。",
    ),
    "step.kernel_eigen": ("Eigenvalues and eigenvectors", "特征值与特征向量"),
    "says.kernel_eigen": (
        "Of the centred matrix; {shown} of {count} are written out. Of a large matrix one line of the equation stands "
        "for all.",
        "中心化核矩阵的特征值与特征向量；写出 {count} 个中的 {shown} 个。矩阵较大时只写出方程的一行。",
    ),
    "step.kernel_points": ("Coordinates of the rows", "样本的坐标"),
    "says.kernel_points": (
        "The eigenvectors times the roots of their eigenvalues give the coordinates of the {n} rows.",
        "特征向量乘以特征值的平方根，即为 {n} 个样本的坐标。",
    ),
    "step.kernel_row": ("Kernel values with the training rows", "与训练样本的核函数值"),
    "says.kernel_row": (
        "{shown} of {n} training rows are written out, those of largest value.",
        "写出 {n} 个训练样本中核函数值最大的 {shown} 个。",
    ),
    "step.kernel_row_centred": ("Centred as the kernel matrix was", "与核矩阵同样中心化"),
    "says.kernel_row_centred": (
        "The row's own mean and that of each training row are subtracted, the mean of all is added.",
        "减去该样本与各训练样本的均值，加上总均值。",
    ),
    "step.kernel_coordinates": ("Coordinates", "坐标"),
    "says.kernel_coordinates": (
        "The centred kernel values, weighted by each eigenvector.",
        "中心化的核函数值按各特征向量加权求和。",
    ),
    # --- classical scaling
    "map_sentence": ("{n} rows as points of the map.", "{n} 个样本在低维空间中的位置。"),
    "distance_sentence": ("Distances of {n} rows from one another.", "{n} 个样本两两之间的距离。"),
    "step.mds_distances": ("Distances", "距离"),
    "says.mds_distances": (
        "Of the first row from {shown} of {n} rows; a matrix that was given is taken as it is.",
        "第一个样本到 {n} 个样本中 {shown} 个的距离；给定的距离矩阵直接使用。",
    ),
    "step.mds_products": ("Inner products from the distances", "由距离求内积"),
    "says.mds_products": (
        "From each squared distance the means of its row and column are subtracted, the mean of all is added, and the "
        "sum is multiplied by -1/2.",
        "每个距离的平方减去所在行与列的均值，加上总均值，再乘以 -1/2。",
    ),
    "step.mds_eigen": ("Eigenvalues and eigenvectors", "特征值与特征向量"),
    "says.mds_eigen": (
        "Of the matrix of inner products, one line of each equation; {shown} of {count} are written out. An eigenvalue "
        "that is not positive beyond rounding stands alone.",
        "内积矩阵的特征值与特征向量，各方程写出一行；写出 {count} 个中的 {shown} 个。在舍入误差内不为正的特征值只写出数值。",
    ),
    "step.mds_points": ("Points", "低维坐标"),
    "says.mds_points": (
        "Eigenvectors times the roots of their eigenvalues; those that are not positive give 0.",
        "特征向量乘以特征值的平方根；非正的特征值对应坐标 0。",
    ),
    "step.mds_row_distances": ("Distances of the row", "样本到其他样本的距离"),
    "says.mds_row_distances": (
        "{shown} of {n} are written out, the smallest.",
        "写出 {n} 个中最小的 {shown} 个。",
    ),
    "step.mds_row_products": ("Inner products with the rows", "与其他样本的内积"),
    "says.mds_row_products": (
        "From the squared distances and their means.",
        "由距离的平方及其均值得到。",
    ),
    "step.mds_row_point": ("Coordinates", "坐标"),
    "says.mds_row_point": (
        "The row's inner products, weighted by each eigenvector.",
        "该样本的内积按各特征向量加权求和。",
    ),
    # --- Isomap
    "step.isomap_neighbours": ("Neighbours of the first row", "第一个样本的近邻"),
    "says.isomap_neighbours": (
        "Each row is joined to its nearest rows by edges as long as their distances; {shown} of {count} are written out.",
        "每个样本与其近邻相连，边长为两者的距离；写出 {count} 条边中的 {shown} 条。",
    ),
    "step.isomap_path": ("The shortest path to the farthest row", "到最远样本的最短路径"),
    "says.isomap_path": (
        "Edges are added up along the path: {rows}. All path lengths together replace the distances.",
        "沿路径将边长相加：{rows}。全部最短路径的长度代替距离矩阵。",
    ),
    "path_sentence": (
        "{n} rows, and a shortest path of {steps} edges among them.",
        "{n} 个样本与一条由 {steps} 条边组成的最短路径。",
    ),
    "step.isomap_row_neighbours": ("Neighbours among the training rows", "训练样本中的近邻"),
    "says.isomap_row_neighbours": (
        "{shown} of {count} are written out.",
        "写出 {count} 个中的 {shown} 个。",
    ),
    "step.isomap_ways": ("Shortest ways over the neighbours", "经由近邻的最短路径"),
    "says.isomap_ways": (
        "To {shown} of {n} rows, the nearest.",
        "到 {n} 个样本中最近的 {shown} 个。",
    ),
    "step.isomap_coordinates": ("Coordinates", "坐标"),
    "says.isomap_coordinates": (
        "From the squared lengths of the ways, their means, and the eigenvectors of the fit.",
        "由路径长度的平方、其均值与拟合得到的特征向量计算。",
    ),
    # --- locally linear embedding
    "step.lle_neighbours": ("Neighbours of the first row", "第一个样本的近邻"),
    "says.lle_neighbours": (
        "{shown} of its {count} nearest rows are written out.",
        "写出最近的 {count} 个样本中的 {shown} 个。",
    ),
    "step.lle_row_neighbours": ("Neighbours among the training rows", "训练样本中的近邻"),
    "says.lle_row_neighbours": (
        "{shown} of the {count} nearest rows are written out; a training row is its own nearest.",
        "写出最近的 {count} 个样本中的 {shown} 个；训练样本的最近邻是其自身。",
    ),
    "step.lle_weights": ("Weights that rebuild the row", "重建样本的权重"),
    "says.lle_weights": (
        "C are the neighbours less the row, and r is the regularisation times the trace; the weights add up to 1. "
        "{shown} of {count} are written out.",
        "C 为近邻减去该样本，r 为正则化系数乘以迹；权重之和为 1。写出 {count} 个中的 {shown} 个。",
    ),
    "step.lle_eigen": ("Coordinates that keep the weights", "保持权重的坐标"),
    "says.lle_eigen": (
        "The eigenvectors of M = (I - W)ᵀ (I - W) with the smallest eigenvalues after the first; each has length 1. One "
        "line of each equation is written out.",
        "M 为 I - W 的转置与其自身之积；取除第一个外特征值最小的特征向量，长度均为 1。各方程写出一行。",
    ),
    "step.lle_loss": ("What is lost", "重建误差"),
    "says.lle_loss": (
        "The squares by which the points miss the sums of their neighbours; and the coordinates of the first row.",
        "各点与其近邻加权和之差的平方和；以及第一个样本的坐标。",
    ),
    "step.lle_coordinates": ("Coordinates", "坐标"),
    "says.lle_coordinates": (
        "The coordinates of the neighbours, added up with the same weights.",
        "近邻的坐标按同样的权重求和。",
    ),
    # --- stress
    "step.stress_start": ("The start", "初始位置"),
    "says.stress_start": (
        "The stress adds up the squares by which distances on the map miss the dissimilarities.",
        "应力为低维空间中的距离与给定距离之差的平方和。",
    ),
    "step.stress_start_ranks": ("The start", "初始位置"),
    "says.stress_start_ranks": (
        "Only the order of the dissimilarities counts: δ stands for the nearest numbers in that order, scaled.",
        "只考虑给定距离的次序：δ 为按此次序最接近且经缩放的数值。",
    ),
    "step.stress_steps": ("Steps", "各步"),
    "says.stress_steps": (
        "Each step replaces every point by Guttman's transform, here of the first row; the stress falls. {shown} of {steps} "
        "steps are shown.",
        "每步对所有点作 Guttman 变换（此处为第一个样本），应力随之下降。共 {steps} 步，列出 {shown} 步。",
    ),
    "stress_caption": ("Step {step}", "第 {step} 步"),
    "stress_sentence": (
        "The stress falls from {first} to {last} in {steps} steps.",
        "应力经 {steps} 步从 {first} 降到 {last}。",
    ),
    "step.stress_drawn": ("Distances on the map", "低维空间中的距离"),
    "says.stress_drawn": (
        "The start of the map was drawn and is not kept, so its steps cannot be shown; the first distances at the end.",
        "起点是随机抽取的，没有保留，故无法展示各步；这里是最终的前几个距离。",
    ),
    "step.stress_end": ("Stress of the map", "最终的应力"),
    "says.stress_end": (
        "And the point of the first row. Stress-1, if it is given, is free of units.",
        "以及第一个样本的位置。若给出 Stress-1，则与单位无关。",
    ),
    "step.stress_row_distances": ("Distances on the map", "低维空间中的距离"),
    "says.stress_row_distances": ("From the same rows.", "到同样的样本。"),
    "step.stress_row_part": ("Its part of the stress, and its point", "该样本的应力与位置"),
    "says.stress_row_part": (
        "The squares by which its distances miss the dissimilarities.",
        "其距离与给定距离之差的平方和。",
    ),
    # --- SNE and t-SNE
    "step.map_distances": ("Distances of the row", "样本到近邻的距离"),
    "says.map_distances": (
        "{shown} of {count} neighbours are written out, the nearest.",
        "写出 {count} 个近邻中最近的 {shown} 个。",
    ),
    "step.map_affinities": ("Neighbours as probabilities", "近邻的概率"),
    "says.map_affinities": (
        "σ is chosen so that the perplexity is the one asked for, unless too many rows are equally near. The square of the "
        "smallest distance is subtracted from all of them first, which changes no quotient.",
        "选取 σ 使困惑度等于给定值（等距的近邻过多时除外）。先从各距离的平方中减去最小的一个，这不改变商。",
    ),
    "step.map_joint": ("Joint probabilities", "联合概率"),
    "says.map_joint": (
        "The mean of both directions, divided by the number of rows.",
        "两个方向的平均，再除以样本数。",
    ),
    "step.map_similarities": ("Probabilities on the map", "低维空间中的概率"),
    "says.map_similarities": (
        "Of the same rows; the divisor is the sum over the points.",
        "同样的样本；分母为对各点求和。",
    ),
    "step.map_descent": ("The way to the map", "迭代过程"),
    "says.map_descent": (
        "The divergence of the maps along the way, and the point of the first row. {shown} of {steps} steps are shown.",
        "迭代中各步的散度与第一个样本的位置。共 {steps} 步，列出 {shown} 步。",
    ),
    "step.map_descent_exaggerated": ("The way to the map", "迭代过程"),
    "says.map_descent_exaggerated": (
        "The divergence of the maps along the way, and the point of the first row; at first the descent follows "
        "exaggerated probabilities, so that it may rise. {shown} of {steps} steps are shown.",
        "迭代中各步的散度与第一个样本的位置；开始时按放大的概率下降，散度可能上升。共 {steps} 步，列出 {shown} 步。",
    ),
    "map_caption": ("Step {step}", "第 {step} 步"),
    "step.map_divergence": ("Divergence of the map", "散度"),
    "says.map_divergence": (
        "How far the probabilities on the map are from those of the rows, row by row; and the point of the first row.",
        "低维空间中的概率与样本概率的差异（逐个样本相加）；以及第一个样本的位置。",
    ),
    "step.map_divergence_tree": ("Divergence of the map", "散度"),
    "says.map_divergence_tree": (
        "Summed over all pairs; below it the model's own sum, in single precision, and for many rows by a tree; and the "
        "point of the first row.",
        "对所有样本对求和；其下为模型自身以单精度（样本较多时借助树）求得的和；以及第一个样本的位置。",
    ),
    "step.map_row_known": ("Divergence and point of the row", "样本的散度与位置"),
    "says.map_row_known": (
        "It is a training row and is put where it is on the map.",
        "该样本是训练样本，即取其在低维空间中的位置。",
    ),
    "step.map_row_new": ("Divergence and point of the row", "样本的散度与位置"),
    "says.map_row_new": (
        "A new row is put where its divergence is least; the points of the map do not move.",
        "新样本放在散度最小处；原有各点不动。",
    ),
}
