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
    "step.fit_likelihood_held": ("Log-likelihood", "对数似然"),
    "says.fit_likelihood_held": (
        "F, the negative log-likelihood plus a penalty of strength λ = {strength} on the coefficients and the intercept, "
        "is minimised, starting from β = 0.",
        "从 β = 0 开始，使 F 最小：负对数似然加上对系数与截距的惩罚，强度 λ = {strength}。",
    ),
    "step.fit_first_gradient": ("Gradient at the start", "起点处的梯度"),
    "says.fit_first_gradient": (
        "At β = 0 every class has the probability 1/K, and the gradient adds up what each row is away from its label. "
        "{shown} of {count} components are shown; the table is too large to follow every step.",
        "在 β = 0 处各类概率都是 1/K，梯度累加每个样本与其类别标记之差。显示 {count} 个分量中的 {shown} 个；表格太大，不逐步展示。",
    ),
    "step.fit_told": ("The way to the minimum", "到达最小值的过程"),
    "says.fit_told": (
        "{steps} iterations of the model's own solver; the penalty on absolute values makes some coefficients exactly zero.",
        "模型自身求解方法的 {steps} 次迭代；绝对值惩罚使一些系数恰为零。",
    ),
    "step.fit_told_smooth": ("The way to the minimum", "到达最小值的过程"),
    "says.fit_told_smooth": (
        "{steps} iterations of the model's own solver.",
        "模型自身求解方法的 {steps} 次迭代。",
    ),
    "step.fit_descent_steps": ("Steps of gradient descent", "梯度下降的步骤"),
    "says.fit_descent_steps": (
        "Each of the {steps} steps subtracts η times the gradient over all rows; {shown} of them are shown. A rate that is "
        "too large overshoots: F grows.",
        "共 {steps} 步，每步减去 η 乘以全部样本上的梯度；列出 {shown} 步。学习率过大时会越过最小值，F 反而增大。",
    ),
    "step.fit_sample_steps": ("Steps of stochastic gradient descent", "随机梯度下降的步骤"),
    "says.fit_sample_steps": (
        "Each of the {steps} steps uses the gradient of one row; F and its gradient are those over all rows. {shown} steps "
        "are shown.",
        "共 {steps} 步，每步只用一个样本的梯度；F 与梯度按全部样本计算。列出 {shown} 步。",
    ),
    "step.fit_batch_steps": ("Steps of gradient descent by batches", "小批量梯度下降的步骤"),
    "says.fit_batch_steps": (
        "Each of the {steps} steps uses the gradient of a batch of rows; F and its gradient are those over all rows. {shown} "
        "steps are shown.",
        "共 {steps} 步，每步只用一批样本的梯度；F 与梯度按全部样本计算。列出 {shown} 步。",
    ),
    "non_zero": ("coefficients that are not zero", "非零系数个数"),
    "step.fit_minimum_lasso": ("The fitted coefficients", "拟合的系数"),
    "says.fit_minimum_lasso": (
        "F at the coefficients of the model (solver {solver}). A coefficient is zero where the slope of the smooth part "
        "stays within the limit; the others have a slope at the limit.",
        "模型系数处的 F（求解方法 {solver}）。光滑部分的斜率未超过界限时系数为零；其余系数的斜率恰在界限处。",
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
    "step.fit_rule_online": ("The rule", "更新规则"),
    "says.fit_rule_online": (
        "A row on the wrong side of the line, y (w x + b) ≤ 0, moves the line; y is +1 or -1.",
        "落在错误一侧的样本，即 y (w x + b) ≤ 0，使直线移动；y 取 +1 或 -1。",
    ),
    "step.fit_rule_pocket": ("The rule", "更新规则"),
    "says.fit_rule_pocket": (
        "A row on the wrong side of the line, y (w x + b) ≤ 0, moves the line; y is +1 or -1. Beside it, the line with the "
        "fewest mistakes so far is kept.",
        "落在错误一侧的样本，即 y (w x + b) ≤ 0，使直线移动；y 取 +1 或 -1。同时保留迄今误分最少的直线。",
    ),
    "step.fit_rule_batch": ("The rule", "更新规则"),
    "says.fit_rule_batch": (
        "All rows on the wrong side, y (w x + b) ≤ 0, move the line together, once in a pass; y is +1 or -1.",
        "每一遍中，所有落在错误一侧的样本，即 y (w x + b) ≤ 0，一起使直线移动一次；y 取 +1 或 -1。",
    ),
    "step.fit_rule_penalty": ("The rule", "更新规则"),
    "says.fit_rule_penalty": (
        "A row on the wrong side of the line moves the line; y is +1 or -1. The penalty shrinks the weights at every row: "
        "they are multiplied by d, and with a share ρ of absolute values also moved towards 0.",
        "落在错误一侧的样本使直线移动；y 取 +1 或 -1。惩罚使权重在每个样本处收缩：乘以 d；绝对值惩罚（比例 ρ）还使其向 0 移动。",
    ),
    "step.fit_batches": ("Updates of the line for {label}", "{label} 的直线的更新"),
    "says.fit_batches": (
        "{updates} passes moved the line; {shown} of them are shown.",
        "共 {updates} 遍使直线移动；列出其中 {shown} 遍。",
    ),
    "batch_caption": ("Pass {update}: {wrong} wrong rows", "第 {update} 遍：{wrong} 个误分样本"),
    "step.fit_pocket": ("The line that was kept", "保留的直线"),
    "says.fit_pocket": (
        "The weight of the wrong rows after some of the updates; the line of the model is the marked one.",
        "若干次更新之后误分样本的权重之和；模型取标出的直线。",
    ),
    "title.pocket": ("Mistakes after the updates", "各次更新之后的误分"),
    "update_number": ("update", "更新"),
    "errors_weight": ("wrong rows", "误分样本"),
    "title.dual_counts": ("Rows that moved the line", "使直线移动的样本"),
    "step.fit_mistakes": ("What is still wrong", "仍然误分的样本"),
    "says.fit_mistakes": (
        "J adds up how far the wrong rows are on the wrong side, after {passes} passes; {errors} rows are wrong.",
        "J 累加误分样本落在错误一侧的程度，共 {passes} 遍之后；误分样本数 {errors}。",
    ),
    "step.fit_mistakes_aside": ("What is still wrong", "仍然误分的样本"),
    "says.fit_mistakes_aside": (
        "J of the rows that were not set aside, after {passes} passes; the rows set aside stopped the fit.",
        "未留出的样本的 J，共 {passes} 遍之后；由留出的样本决定停止。",
    ),
    "step.fit_updates": ("Updates of the line for {label}", "{label} 的直线的更新"),
    "says.fit_updates": (
        "{updates} wrong rows moved the line; {shown} of them are shown. In shuffled order equal rows move it "
        "together.",
        "共 {updates} 次误分使直线移动；列出其中 {shown} 次。打乱次序时，相同的样本一起更新。",
    ),
    "step.fit_updates_cycle": ("Updates of the line for {label}: a cycle", "{label} 的直线的更新：循环"),
    "says.fit_updates_cycle": (
        "After update {stop} the weights are those after update {start}, and the same row comes next: without a limit the "
        "updates would repeat for ever, for no line separates the classes. {updates} updates were made, {shown} of them are "
        "shown.",
        "第 {stop} 次更新后的权重与第 {start} 次更新后相同，且下一行也相同：若不设上限，更新将无限循环，因为没有直线能分开两类。"
        "共更新 {updates} 次，列出其中 {shown} 次。",
    ),
    "pass_caption": ("Pass {number}. {caption}", "第 {number} 遍，{caption}"),
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
    "step.fit_normal_held": ("Normal equations", "正规方程"),
    "says.fit_normal_held": (
        "There is no intercept, so the sums go from 0: κ = n = {kappa} times the products of the means is added to the "
        "sums over centred rows.",
        "没有截距，故从 0 起求和：在中心化的乘积和上加 κ = n = {kappa} 乘以均值之积。",
    ),
    "step.fit_ridge_held": ("Normal equations with a penalty", "带惩罚的正规方程"),
    "says.fit_ridge_held": (
        "α = {alpha} is added to the diagonal. The intercept is penalised or absent: κ = {kappa} times the products of "
        "the means is added to the sums over centred rows.",
        "对角线加 α = {alpha}。截距受惩罚或没有截距：在中心化的乘积和上加 κ = {kappa} 乘以均值之积。",
    ),
    "step.fit_normal_rows": ("Normal equations", "正规方程"),
    "says.fit_normal_rows": (
        "{shown} of {count} equations are shown: the model's coefficients put into the left side give the right side.",
        "显示 {count} 个方程中的 {shown} 个：把模型的系数代入左边即得右边。",
    ),
    "step.fit_ridge_rows": ("Normal equations with a penalty", "带惩罚的正规方程"),
    "says.fit_ridge_rows": (
        "{shown} of {count} equations are shown: the model's coefficients put into the left side, with α = {alpha} on "
        "the diagonal, give the right side.",
        "显示 {count} 个方程中的 {shown} 个：对角线加 α = {alpha}，把模型的系数代入左边即得右边。",
    ),
    "step.fit_normal_held_rows": ("Normal equations", "正规方程"),
    "says.fit_normal_held_rows": (
        "{shown} of {count} equations are shown, with sums from 0, for there is no intercept: the model's coefficients put "
        "into the left side give the right side.",
        "显示 {count} 个方程中的 {shown} 个；没有截距，故从 0 起求和：把模型的系数代入左边即得右边。",
    ),
    "step.fit_ridge_held_rows": ("Normal equations with a penalty", "带惩罚的正规方程"),
    "says.fit_ridge_held_rows": (
        "{shown} of {count} equations are shown, with α = {alpha} on the diagonal and κ = {kappa} for the intercept: the "
        "model's coefficients put into the left side give the right side.",
        "显示 {count} 个方程中的 {shown} 个；对角线加 α = {alpha}，截距对应 κ = {kappa}：把模型的系数代入左边即得右边。",
    ),
    "step.fit_positive": ("Coefficients of at least 0", "非负系数"),
    "says.fit_positive": (
        "Those above 0 solve their own equations; each of the others is held at 0, where the sum of squares would only "
        "rise: its slope is not negative.",
        "大于 0 的系数满足各自的方程；其余系数取 0，此处增大它只会使平方和上升，即斜率不为负。",
    ),
    "title.positive_slopes": ("Coefficients and slopes", "系数与斜率"),
    "slope_left": ("slope", "斜率"),
    "target_number": ("target", "目标"),
    "step.fit_intercept_none": ("Intercept", "截距"),
    "says.fit_intercept_none": ("There is none: the line passes through 0.", "没有截距：直线经过原点。"),
    "step.fit_intercept_held": ("Intercept", "截距"),
    "says.fit_intercept_held": (
        "The intercept is penalised, so the line passes below or above the means.",
        "截距受惩罚，直线不再恰好经过均值点。",
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
