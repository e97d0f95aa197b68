"""Words of the steps of the linear models."""

TEXTS: dict[str, tuple[str, str]] = {
    "step.products": ("Coefficient times value", "系数乘以取值"),
    "says.products": (
        "{shown} of {features} features are written out, those that count most.",
        "写出 {features} 个特征中影响最大的 {shown} 个。",
    ),
    "step.scores": ("The products added up", "各项相加"),
    "says.scores": ("The intercept and all products.", "截距与所有乘积之和。"),
    "step.logistic": ("Probability, by the logistic function", "概率：逻辑斯谛函数"),
    "says.logistic": ("The score is the logarithm of the odds.", "得分即对数几率。"),
    "step.softmax": ("Probability, by the softmax function", "概率：softmax 函数"),
    "says.softmax": (
        "The largest score, {highest}, is subtracted from all of them first, which changes no quotient.",
        "先从所有得分中减去最大的 {highest}，这不改变商。",
    ),
    "step.sign": ("Decision by the sign", "按符号判决"),
    "says.sign": (
        "A positive score means {second}, a negative one {first}.",
        "得分为正判为 {second}，为负判为 {first}。",
    ),
    "step.largest_score": ("Decision by the largest score", "按最大得分判决"),
    "says.largest_score": ("The class of the largest score is chosen.", "取得分最大的类别。"),
    "step.number": ("The prediction", "预测值"),
    "says.number": ("The sum is the predicted number.", "其和即为预测值。"),
    # --- logistic regression
    "step.fit_likelihood": ("Log-likelihood", "对数似然"),
    "says.fit_likelihood": (
        "F, the negative log-likelihood plus a penalty of strength λ = {strength} on the coefficients (not on the "
        "intercept), is minimised, starting from β = 0.",
        "从 β = 0 开始，使 F 最小：负对数似然加上对系数（不含截距）的惩罚，强度 λ = {strength}。",
    ),
    "step.fit_newton": ("Newton's steps", "牛顿法的各步"),
    "says.fit_newton": (
        "{steps} steps: each solves H Δβ = -∇, and is shortened where F would not fall.",
        "共 {steps} 步：每步解 H Δβ = -∇；若 F 不下降则缩短步长。",
    ),
    "step.fit_newton_again": ("Newton's steps", "牛顿法的各步"),
    "says.fit_newton_again": (
        "The model was fitted by another solver, which keeps no steps; these {steps} steps are those of Newton's method "
        "to the same minimum.",
        "模型用的是另一种求解方法，没有保留步骤；这里的 {steps} 步是牛顿法到达同一最小值的过程。",
    ),
    "newton_caption": ("Step {step}", "第 {step} 步"),
    "newton_sentence": (
        "F falls from {first} to {last} in {steps} steps.",
        "F 经 {steps} 步从 {first} 降到 {last}。",
    ),
    "iteration": ("step", "步"),
    "objective": ("F", "F"),
    "gradient_norm": ("norm of the gradient", "梯度的范数"),
    "title.newton": ("F at each step", "各步的 F"),
    "step.fit_minimum": ("The fitted coefficients", "拟合的系数"),
    "says.fit_minimum": (
        "F and its gradient at the coefficients of the model (solver {solver}).",
        "模型系数处的 F 及其梯度（求解方法 {solver}）。",
    ),
    # --- perceptron
    "step.fit_rule": ("The rule", "更新规则"),
    "says.fit_rule": (
        "A row on the wrong side of the line, y (w x + b) ≤ 0, moves the line; y is +1 or -1.",
        "落在错误一侧的样本，即 y (w x + b) ≤ 0，使直线移动；y 取 +1 或 -1。",
    ),
    "step.fit_updates": ("Updates of the line for {label}", "{label} 的直线的更新"),
    "says.fit_updates": (
        "{updates} wrong rows moved the line; {shown} of them are shown. In shuffled order equal rows move it "
        "together.",
        "共 {updates} 次误分使直线移动；列出其中 {shown} 次。打乱次序时，相同的样本一起更新。",
    ),
    "update_caption": ("Update {update}: row {row}", "第 {update} 次更新：第 {row} 行"),
    "step.fit_line": ("The line that was found", "得到的直线"),
    "says.fit_line": ("After {updates} updates in all.", "共更新 {updates} 次。"),
    "line_sentence": (
        "{n} rows by class, and the line {a} x + {b} y + {c} = 0.",
        "{n} 个样本（按类别）与直线 {a} x + {b} y + {c} = 0。",
    ),
    # --- least squares
    "step.fit_centre": ("Means", "均值"),
    "says.fit_centre": ("The rows are centred first.", "先将样本中心化。"),
    "step.fit_normal": ("Normal equations", "正规方程"),
    "says.fit_normal": (
        "Over the centred rows. Where the inverse is missing, the matrix is singular or nearly so.",
        "用中心化后的样本。未写出逆矩阵时，矩阵奇异或近于奇异。",
    ),
    "step.fit_ridge": ("Normal equations with a penalty", "带惩罚的正规方程"),
    "says.fit_ridge": (
        "Over the centred rows; α = {alpha} is added to the diagonal, the intercept is not penalised.",
        "用中心化后的样本；对角线加 α = {alpha}，截距不受惩罚。",
    ),
    # --- Bayesian regressions
    "step.posterior_sums": ("Sums of products", "乘积之和"),
    "says.posterior_sums": (
        "Φ holds the rows, with a column of ones for the intercept if there is one; of many features the first sums.",
        "Φ 为样本矩阵，有截距时加一列 1；特征较多时只写出前几个和。",
    ),
    "step.posterior_weights": ("Posterior of the weights", "权重的后验分布"),
    "says.posterior_weights": (
        "Normal, with the noise variance s² = {noise} and the prior precision λ = {prior} on the diagonal of Λ (0 for an "
        "intercept with a flat prior).",
        "正态分布；噪声方差 s² = {noise}，Λ 的对角线为先验精度 λ = {prior}（截距取平坦先验时为 0）。",
    ),
    "step.posterior_evidence": ("Residuals and evidence", "残差与证据"),
    "says.posterior_evidence": (
        "The logarithm of the evidence compares priors; the third term is the logarithm of the determinant of the posterior "
        "precision. Without a proper prior of the intercept there is none.",
        "证据的对数可用于比较先验；第三项为后验精度矩阵行列式的对数。截距无正常先验时没有证据。",
    ),
    "step.evidence_sums": ("Sums of products", "乘积之和"),
    "says.evidence_sums": ("Over the centred rows.", "用中心化后的样本。"),
    "step.evidence_steps": ("Precisions from the rows", "由样本求精度"),
    "says.evidence_steps": (
        "α is the precision of the noise, λ that of the weights; γ counts the weights that the rows determine, d are the "
        "eigenvalues of XᵀX. {shown} of {steps} iterations are shown.",
        "α 为噪声的精度，λ 为权重的精度；γ 为由样本决定的权重个数，d 为 XᵀX 的特征值。共 {steps} 次迭代，列出 {shown} 次。",
    ),
    "evidence_caption": ("Iteration {step}", "第 {step} 次迭代"),
    "step.evidence_weights": ("Weights at these precisions", "在此精度下的权重"),
    "says.evidence_weights": (
        "The weights, their covariance matrix Σ, and the intercept, for which the line passes through the means.",
        "权重、其协方差矩阵 Σ，以及使直线经过均值点的截距。",
    ),
    "step.predictive_variance": ("Variance of the prediction", "预测的方差"),
    "says.predictive_variance": (
        "The variance of the noise plus that of the fitted line at this row; σ is the standard deviation.",
        "噪声的方差加上拟合直线在该样本处的方差；σ 为标准差。",
    ),
    "step.fit_intercept": ("Intercept", "截距"),
    "says.fit_intercept": ("The line passes through the means.", "直线经过均值点。"),
    "step.fit_residuals": ("Residuals", "残差"),
    "says.fit_residuals": ("{shown} of {n} rows are listed.", "列出 {n} 行中的 {shown} 行。"),
    "row_number": ("row", "行"),
    "target_value": ("target", "目标"),
    "residual": ("residual", "残差"),
    "title.residuals": ("Residuals", "残差"),
    "regression_sentence": (
        "{n} rows, and the line y = {w} x + {b}.",
        "{n} 个样本与直线 y = {w} x + {b}。",
    ),
}
