"""Questions of clusters and components."""

TEXTS: dict[str, tuple[str, str]] = {
    "grid.points_given": ("Points", "样本点"),
    "grid.kmeans": ("Rounds", "各轮结果"),
    "grid.merges": ("Merges", "合并过程"),
    "grid.distances": ("Distances", "距离矩阵"),
    "grid.tosses": ("Tosses", "投掷结果"),
    "grid.start": ("Start", "初值"),
    "first_cluster": ("first cluster", "第一个簇"),
    "second_cluster": ("second cluster", "第二个簇"),
    "first_centre": ("first centre", "第一个中心"),
    "second_centre": ("second centre", "第二个中心"),
    "merge": ("merge", "次数"),
    "height": ("height", "高度"),
    "see_working": ("The dendrogram is in the working.", "树状图见推导过程。"),
    "kmeans.title": ("k-means with two clusters", "k 均值聚类（两个簇）"),
    "kmeans.says": (
        "Divide the {n} points into two clusters by k-means, starting with points 1 and 2 as centres. Each round assigns every "
        "point to the nearest centre, then moves each centre to the mean of its points. Stop when no point changes its cluster.",
        "用 k 均值法把 {n} 个点分成两个簇，以第 1、2 个点为初始中心。每轮先把每个点归入最近的中心，再把每个中心移到簇内各点的均值。没有点"
        "改变所属的簇时停止。",
    ),
    "kmeans.rounds": (
        "List the points of both clusters and the new centres after each round.",
        "列出每轮之后两个簇各有哪些点以及新的中心。",
    ),
    "kmeans.inertia": (
        "Compute the sum W of the squared distances of the points from their centres at the end.",
        "计算结束时各点到所属中心的距离平方和 W。",
    ),
    "linkage.title": ("Hierarchical clustering", "层次聚类"),
    "linkage.says": (
        "The table shows the distances of {n} points. Merge clusters by {linkage}.",
        "下表为 {n} 个点之间的距离。用{linkage}逐步合并。",
    ),
    "linkage.single": (
        "single linkage (the distance of two clusters is the smallest between their points)",
        "最短距离法（两簇的距离为簇间各点距离的最小值）",
    ),
    "linkage.complete": (
        "complete linkage (the distance of two clusters is the largest between their points)",
        "最长距离法（两簇的距离为簇间各点距离的最大值）",
    ),
    "linkage.merges": (
        "List the merges: which clusters are joined, and at which distance. Give the matrix of distances after each.",
        "列出每次合并：哪两个簇合并，距离是多少。写出每次合并后的距离矩阵。",
    ),
    "linkage.dendrogram": ("Draw the dendrogram.", "画出树状图。"),
    "linkage.two": (
        "Which two clusters are there just before the last merge?",
        "最后一次合并之前是哪两个簇？",
    ),
    "em.title": ("A step of EM: the three coins", "EM 算法的一步：三硬币模型"),
    "em.says": (
        "Coin A shows heads with probability π. If it does, coin B is tossed, which shows heads (y = 1) with probability p, "
        "otherwise coin C, with probability q. Only the {n} results y below were seen. Make one step of EM from the start below.",
        "硬币 A 正面朝上的概率为 π。若为正面则掷硬币 B，其正面（y = 1）的概率为 p；否则掷硬币 C，其正面的概率为 q。只观测到下表的 {n} 个"
        "结果 y。从下面的初值开始，完成 EM 算法的一步。",
    ),
    "em.shares": (
        "E step: with which probability μ was coin B tossed, if y = 1 and if y = 0?",
        "E 步：y = 1 和 y = 0 时，所掷为硬币 B 的概率 μ 各是多少？",
    ),
    "em.pi": (
        "M step: compute the new π, the mean of μ over all tosses.",
        "M 步：计算新的 π，即全部投掷的 μ 的均值。",
    ),
    "em.heads": (
        "M step: compute the new p = Σ μᵢ yᵢ / Σ μᵢ and q = Σ (1 − μᵢ) yᵢ / Σ (1 − μᵢ).",
        "M 步：计算新的 p = Σ μᵢ yᵢ / Σ μᵢ 和 q = Σ (1 − μᵢ) yᵢ / Σ (1 − μᵢ)。",
    ),
    "pca.title": ("Principal components of points in the plane", "平面点的主成分分析"),
    "pca.says": (
        "The table shows {n} points. The covariance matrix S has the divisor n − 1.",
        "下表给出 {n} 个点。协方差矩阵 S 以 n − 1 为除数。",
    ),
    "pca.mean": ("Compute the mean of the points.", "计算各点的均值。"),
    "pca.covariance": ("Compute the covariance matrix S.", "计算协方差矩阵 S。"),
    "pca.values": ("Compute the eigenvalues λ₁ > λ₂ of S.", "计算 S 的特征值 λ₁ > λ₂。"),
    "pca.direction": (
        "Which slope t has the direction of the first principal component? Give its unit vector v₁ (up to the sign).",
        "第一主成分方向的斜率 t 是多少？写出单位向量 v₁（不计正负号）。",
    ),
    "pca.share": (
        "Which share η₁ of the variance does the first principal component explain?",
        "第一主成分的方差贡献率 η₁ 是多少？",
    ),
}
