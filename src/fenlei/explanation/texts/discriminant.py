"""Words of the steps of Fisher's and Gaussian discriminants."""

TEXTS: dict[str, tuple[str, str]] = {
    "step.fit_scatters": ("Scatter of each class", "各类的散度矩阵"),
    "says.fit_scatters": (
        "Sums of squares and products of the deviations from the class mean, not divided by n. {shown} of {count} are "
        "written out.",
        "对类均值的离差的平方和与乘积和，不除以 n。写出 {count} 个中的 {shown} 个。",
    ),
    "step.fit_within": ("Scatter within the classes", "类内散度矩阵"),
    "says.fit_within": ("The scatters of the classes are added.", "各类散度矩阵之和。"),
    "step.fit_within_weighted": ("Scatter within the classes", "类内散度矩阵"),
    "says.fit_within_weighted": (
        "The scatters of the classes are weighted and added, by the convention that was chosen.",
        "按所选约定，对各类散度矩阵加权求和。",
    ),
    "step.fit_direction": ("Direction of projection", "投影方向"),
    "says.fit_direction": (
        "The direction in which the means are far apart, measured by the scatter within the classes. Where the inverse "
        "is missing, the matrix is singular or nearly so, and a pseudo-inverse stands in.",
        "在此方向上，以类内散度衡量，两类均值相距最远。未写出逆矩阵时，矩阵奇异或近于奇异，以广义逆代替。",
    ),
    "step.fit_criterion": ("Criterion and threshold", "准则函数与阈值"),
    "says.fit_criterion": (
        "J compares the scatter between the classes with that within them; T lies between the projected means.",
        "J 为类间散度与类内散度之比；T 位于投影后的两个均值之间。",
    ),
    "step.fit_directions": ("Directions of projection", "投影方向"),
    "says.fit_directions": (
        "The generalised eigenvectors of the scatters between and within the classes, largest quotient first.",
        "类间与类内散度矩阵的广义特征向量，按比值从大到小。",
    ),
    "step.fit_common": ("Covariance that the classes share", "各类共同的协方差矩阵"),
    "says.fit_common": ("The scatters are added and divided by {n}.", "各散度矩阵之和除以 {n}。"),
    "step.fit_common_priors": ("Covariance that the classes share", "各类共同的协方差矩阵"),
    "says.fit_common_priors": (
        "The covariances of the classes are averaged with the given priors.",
        "以给定的先验概率对各类协方差矩阵加权平均。",
    ),
    "step.fit_common_shrunk": ("Covariance that the classes share", "各类共同的协方差矩阵"),
    "says.fit_common_shrunk": (
        "The scatters are added, divided by the number of rows, and shrunk towards a multiple of the unit matrix.",
        "各散度矩阵之和除以样本数，再向单位矩阵的倍数收缩。",
    ),
    "step.fit_coefficients": ("Coefficients", "系数"),
    "says.fit_coefficients": (
        "Solved from the covariance and the distance of the class mean from the overall mean.",
        "由协方差矩阵与类均值到总均值之差解出。",
    ),
    "step.fit_covariances": ("Covariance of each class", "各类的协方差矩阵"),
    "says.fit_covariances": (
        "The scatter divided by the number of rows, and its log determinant.",
        "散度矩阵除以样本数，以及其行列式的对数。",
    ),
    "step.fit_covariances_mixed": ("Covariance of each class", "各类的协方差矩阵"),
    "says.fit_covariances_mixed": (
        "The scatter divided by the number of rows, and its log determinant. A covariance without full rank is mixed with "
        "the diagonal matrix D of the variances inside the classes (over all rows where these are 0), by the share λ.",
        "散度矩阵除以样本数，以及其行列式的对数。不满秩的协方差按比例 λ 与类内方差的对角阵 D 混合（类内方差为 0 时用全部样本的方差）。",
    ),
    # --- one row
    "step.projection": ("Projection", "投影"),
    "says.projection": ("The products are added up.", "各项相加。"),
    "step.threshold": ("Comparison with the threshold", "与阈值比较"),
    "says.threshold": ("T lies between the projected means of the classes.", "T 位于两类投影均值之间。"),
    "step.projection_side": ("Decision", "判决"),
    "says.projection_side": (
        "Above T it is {second}, below T {first}.",
        "大于 T 判为 {second}，小于 T 判为 {first}。",
    ),
    "step.projection_on_it": ("Decision", "判决"),
    "says.projection_on_it": (
        "On the threshold itself it is {second}; below T it would be {first}.",
        "恰在阈值上判为 {second}；小于 T 判为 {first}。",
    ),
    "step.projections": ("Projections on the directions", "在各方向上的投影"),
    "says.projections": (
        "Of the row; the table has those of the class means.",
        "样本的投影；表中为各类均值的投影。",
    ),
    "step.distances_squared": ("Squared distance from each mean", "到各类均值的距离平方"),
    "says.distances_squared": (
        "Mahalanobis' distance, measured by the covariance of the class.",
        "马氏距离，以该类的协方差矩阵衡量。",
    ),
    "step.log_scores": ("Discriminant of each class", "各类的判别函数"),
    "says.log_scores": ("Log prior plus log density.", "对数先验加对数密度。"),
}
