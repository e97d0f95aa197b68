"""Questions of the perceptron, logistic regression and Fisher's discriminant."""

TEXTS: dict[str, tuple[str, str]] = {
    "perceptron.title": ("The perceptron's updates", "感知机的更新过程"),
    "perceptron.says": (
        "Start with w = (0, 0) and b = 0, learning rate 1. Go through the {n} points in order, again and again. A point with "
        "y (w·x + b) ≤ 0 is wrong: then w ← w + y x and b ← b + y. Stop when a whole pass finds no point wrong.",
        "初值 w = (0, 0)，b = 0，学习率为 1。按顺序反复检查下表的 {n} 个点：若 y (w·x + b) ≤ 0，则该点被误分类，更新 "
        "w ← w + y x，b ← b + y。一整轮没有误分类点时停止。",
    ),
    "grid.updates": ("Updates", "更新过程"),
    "update": ("update", "次数"),
    "perceptron.updates": (
        "List the updates: which point is wrong, and w and b after the update.",
        "列出每次更新：哪个点被误分类，更新后的 w 和 b。",
    ),
    "perceptron.line": (
        "Write down the line w₁ x₁ + w₂ x₂ + b = 0 that is found, and draw it with the points.",
        "写出求得的直线 w₁ x₁ + w₂ x₂ + b = 0，并与样本点一起画图。",
    ),
    "perceptron.new": (
        "Compute f = w·x + b of the new point. Which class does it get?",
        "计算新样本点的 f = w·x + b。它属于哪一类？",
    ),
    "logistic.title": ("A Newton step of logistic regression", "对率回归的一步牛顿法"),
    "logistic.says": (
        "P(y = 1 | x) = 1 / (1 + e^−(w x + b)) is fitted to {n} rows by maximum likelihood, without a penalty. Newton's method "
        "minimises F(β) = −ℓ(β) with β = (w, b), starting at β = (0, 0).",
        "用极大似然法（不加正则项）对 {n} 个样本拟合 P(y = 1 | x) = 1 / (1 + e^−(w x + b))。记 β = (w, b)，用牛顿法从 β = (0, 0) "
        "开始极小化 F(β) = −ℓ(β)。",
    ),
    "logistic.start": (
        "What is P(y = 1 | x) at β = (0, 0)? Compute the log-likelihood ℓ there.",
        "β = (0, 0) 时 P(y = 1 | x) 等于多少？计算此时的对数似然 ℓ。",
    ),
    "logistic.gradient": (
        "With zᵢ = (xᵢ, 1), compute the gradient ∇ = Σ (pᵢ − yᵢ) zᵢ of F at β = (0, 0).",
        "记 zᵢ = (xᵢ, 1)，计算 F 在 β = (0, 0) 处的梯度 ∇ = Σ (pᵢ − yᵢ) zᵢ。",
    ),
    "logistic.hessian": (
        "Compute the Hessian H = Σ pᵢ (1 − pᵢ) zᵢ zᵢᵀ of F at β = (0, 0).",
        "计算 F 在 β = (0, 0) 处的海森矩阵 H = Σ pᵢ (1 − pᵢ) zᵢ zᵢᵀ。",
    ),
    "logistic.step": (
        "Make the first step: β ← β − H⁻¹ ∇. What are w and b?",
        "完成第一步：β ← β − H⁻¹ ∇。求 w 和 b。",
    ),
    "logistic.boundary": (
        "After this step, at which x is P(y = 1 | x) = 1/2?",
        "这一步之后，x 取何值时 P(y = 1 | x) = 1/2？",
    ),
    "fisher.title": ("Fisher's linear discriminant", "Fisher 线性判别"),
    "fisher.says": (
        "The table shows {n} points of the classes A and B. Fisher's direction is w = S_w⁻¹ (μ_B − μ_A), where S_w is the sum "
        "of the scatter matrices of the two classes (not divided by n). The threshold is the middle between the projected means; "
        "beyond it lies class B.",
        "下表给出 A、B 两类共 {n} 个点。Fisher 方向为 w = S_w⁻¹ (μ_B − μ_A)，其中 S_w 为两类散度矩阵之和（不除以 n），"
        "阈值取两类均值投影的中点，投影大于阈值者判为 B。",
    ),
    "fisher.means": ("Compute the means μ_A and μ_B.", "计算均值 μ_A 和 μ_B。"),
    "fisher.within": (
        "Compute the within-class scatter matrix S_w = Σ d dᵀ over both classes, where d = x − μ for the mean μ of the class.",
        "计算类内散度矩阵 S_w = Σ d dᵀ（对两类求和），其中 d = x − μ，μ 为所属类的均值。",
    ),
    "fisher.direction": ("Invert S_w and compute w.", "求 S_w 的逆，并计算 w。"),
    "fisher.threshold": (
        "Project both means on w, and compute the threshold T.",
        "将两类均值投影到 w 上，求阈值 T。",
    ),
    "fisher.new": (
        "Project the new point, z = w·x. Which class does it get?",
        "求新样本点的投影 z = w·x。它属于哪一类？",
    ),
}
