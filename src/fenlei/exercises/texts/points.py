"""Questions about points: neighbours, the maximal margin."""

TEXTS: dict[str, tuple[str, str]] = {
    "square": ("square of the distance", "距离的平方"),
    "distance": ("distance", "距离"),
    "grid.nearest": ("The three nearest", "最近的三个点"),
    "knn.title": ("The nearest neighbours", "k 近邻"),
    "knn.says": (
        "The table shows {n} points of the classes A and B, and a new point. Distances are Euclidean.",
        "下表给出 A、B 两类共 {n} 个点和一个新样本点。使用欧氏距离。",
    ),
    "knn.distances": (
        "Compute the distances of the points from the new point. Which three are nearest?",
        "计算各点到新样本点的距离。哪三个点最近？",
    ),
    "knn.one": ("Which class does the new point get for k = 1?", "k = 1 时新样本点属于哪一类？"),
    "knn.three": (
        "Which class does it get for k = 3? Draw the points and explain the difference.",
        "k = 3 时属于哪一类？画图并说明为什么不同。",
    ),
    "svm.title": ("The line of maximal margin", "最大间隔分离直线"),
    "svm.says": (
        "The table shows {n} points with classes y = 1 and y = −1, which a line separates. Find the line w₁ x₁ + w₂ x₂ + b = 0 of "
        "maximal margin, scaled so that y (w·x + b) = 1 for the nearest points.",
        "下表给出 {n} 个线性可分的点，类别为 y = 1 和 y = −1。求间隔最大的直线 w₁ x₁ + w₂ x₂ + b = 0，并使最近的点满足 "
        "y (w·x + b) = 1。",
    ),
    "svm.support": (
        "Draw the points. Which of them are the support vectors?",
        "画出各点。哪些点是支持向量？",
    ),
    "svm.dual": (
        "Maximise the dual Σ αᵢ − ½ Σ Σ αᵢ αⱼ yᵢ yⱼ (xᵢ·xⱼ) under αᵢ ≥ 0 and Σ αᵢ yᵢ = 0. What are the multipliers?",
        "在 αᵢ ≥ 0 和 Σ αᵢ yᵢ = 0 的约束下极大化对偶目标 Σ αᵢ − ½ Σ Σ αᵢ αⱼ yᵢ yⱼ (xᵢ·xⱼ) 。各乘子是多少？",
    ),
    "svm.line": (
        "Compute w = Σ αᵢ yᵢ xᵢ, and b from a support vector.",
        "计算 w = Σ αᵢ yᵢ xᵢ，并由一个支持向量求 b。",
    ),
    "svm.margin": (
        "How far from the line are the nearest points? Compute γ = 1 / ‖w‖.",
        "最近的点到直线的距离是多少？计算 γ = 1 / ‖w‖。",
    ),
    "svm.new": (
        "Compute f = w·x + b of the new point. Which class does it get?",
        "计算新样本点的 f = w·x + b。它属于哪一类？",
    ),
}
