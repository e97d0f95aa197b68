"""Words of the steps of the support vector machines."""

TEXTS: dict[str, tuple[str, str]] = {
    "kernel_linear": ("linear", "线性"),
    "kernel_poly": ("polynomial", "多项式"),
    "kernel_rbf": ("Gaussian", "高斯"),
    "kernel_sigmoid": ("sigmoid", "S 型"),
    "kernel_laplacian": ("Laplacian", "拉普拉斯"),
    "kernel_laplacian_euclidean": ("Laplacian (Euclidean)", "拉普拉斯（欧氏）"),
    "kernel_precomputed": ("precomputed", "预先算好的"),
    "kernel_function": ("given", "给定的"),
    # --- one row
    "step.support_kernel": ("Kernel values", "核函数值"),
    "says.support_kernel": (
        "The {kernel} kernel of the row with the support vectors that count most; {shown} of {count} are written out.",
        "样本与影响最大的支持向量的{kernel}核函数值；写出 {count} 个中的 {shown} 个。",
    ),
    "step.machine": ("Decision value", "判别函数值"),
    "says.machine": (
        "c is α with the sign of the support vector's class; f is positive for {positive}.",
        "c 为带支持向量类别符号的 α；f 为正判为 {positive}。",
    ),
    "step.machines": ("Decision values of the pairs of classes", "各类别对的判别函数值"),
    "says.machines": (
        "c is α with the sign of the support vector's class; f is positive for the first class of its pair. {shown} of "
        "{count} are written out.",
        "c 为带支持向量类别符号的 α；f 为正判为类别对中的第一类。写出 {count} 个中的 {shown} 个。",
    ),
    "step.confidences": ("Votes and confidences", "票数与置信度"),
    "says.confidences": (
        "S adds up the decision values for a class; squashed to less than a third, it orders classes of equally many votes.",
        "S 为各判别函数值对该类之和；压缩到三分之一以内后，用于区分票数相等的类别。",
    ),
    "step.pair_votes": ("Votes of the pairs", "各类别对的投票"),
    "says.pair_votes": ("Each pair of classes votes for one of its two.", "每个类别对投票给其中一类。"),
    "step.slopes": ("Probabilities", "概率"),
    "says.slopes": (
        "r, of the class that f is positive for, by the logistic function with a slope for each side; of several classes "
        "they are coupled to one distribution, whose largest is that of the decision.",
        "r 为 f 为正时所判类别的概率，由逻辑斯谛函数给出，两侧各有斜率；多类时耦合成一个分布，最大者与判决一致。",
    ),
    "step.machine_sign": ("Decision by the sign", "按符号判决"),
    "says.machine_sign": (
        "A positive f, or 0, means {second}, a negative one {first}.",
        "f 为正或 0 判为 {second}，为负判为 {first}。",
    ),
    "step.most_votes": ("Decision by votes", "按票数判决"),
    "says.most_votes": ("The class of most votes is chosen.", "取得票最多的类别。"),
    "step.votes_tie": ("Decision: a tie", "判决：票数相等"),
    "says.votes_tie": (
        "Several classes have most votes; the first of them is chosen, or with break_ties the one of largest confidence.",
        "有多个类别得票同为最多；取其中第一个，设 break_ties 时取置信度最大者。",
    ),
    # --- the fit
    "step.fit_svm": ("Kernel and machines", "核函数与分类器"),
    "says.fit_svm": (
        "The {kernel} kernel, C = {C}; one machine for each pair of classes, {shown} of {count} are shown.",
        "{kernel}核函数，C = {C}；每对类别一个分类器，列出 {count} 个中的 {shown} 个。",
    ),
    "step.fit_kernel": ("Kernel matrix of {pair}", "{pair} 的核矩阵"),
    "says.fit_kernel": (
        "{rows} rows; {shown} formulas are written out. Q has the sign y y of each pair of rows in it.",
        "共 {rows} 个样本；写出 {shown} 个公式。Q 为带符号 y y 的核矩阵。",
    ),
    "gram_sentence": (
        "The kernel values of the first {shown} of {n} rows among themselves, from {least} to {most}.",
        "{n} 个样本中前 {shown} 个两两之间的核函数值，从 {least} 到 {most}。",
    ),
    "step.fit_dual": ("The dual at its maximum, {pair}", "对偶问题的最优值，{pair}"),
    "says.fit_dual": (
        "y is +1 for {positive}. L is maximised under Σ α y = 0 and 0 ≤ α ≤ C; the {count} rows with α > 0 are the support "
        "vectors.",
        "{positive} 的 y 为 +1。在 Σ α y = 0 与 0 ≤ α ≤ C 下使 L 最大；α > 0 的 {count} 个样本为支持向量。",
    ),
    "step.fit_smo": ("Sequential minimal optimisation, {pair}", "序列最小最优化，{pair}"),
    "says.fit_smo": (
        "From α = 0: the two rows that violate the conditions most move together, as far as the box allows; g is the "
        "gradient. {steps} steps, {shown} of them are shown. At the end the equations of the rows on the margin are solved, "
        "which moves α by at most {rest}.",
        "从 α = 0 开始：最违反条件的两个样本一起移动，直到约束边界；g 为梯度。共 {steps} 步，列出 {shown} 步。"
        "最后解间隔上样本的方程组，α 至多再变 {rest}。",
    ),
    "step.fit_smo_cut": ("Sequential minimal optimisation, {pair}", "序列最小最优化，{pair}"),
    "says.fit_smo_cut": (
        "From α = 0: the two rows that violate the conditions most move together, as far as the box allows; g is the "
        "gradient. {shown} of {steps} steps are shown. The fit was stopped there, before the violation fell to tol; numbers "
        "on one scale need far fewer steps.",
        "从 α = 0 开始：最违反条件的两个样本一起移动，直到约束边界；g 为梯度。共 {steps} 步，列出 {shown} 步。"
        "拟合在违反量降到 tol 之前停止；特征取值尺度相近时所需步数少得多。",
    ),
    "smo_caption": (
        "Step {step}: rows {first} and {second}; violation afterwards {gap}",
        "第 {step} 步：第 {first} 行与第 {second} 行；之后的违反量 {gap}",
    ),
    "gap": ("violation", "违反量"),
    "title.smo": ("Violation of the conditions after each step", "各步之后对条件的违反量"),
    "step.fit_optimality": ("Conditions of Karush, Kuhn and Tucker, {pair}", "KKT 条件，{pair}"),
    "says.fit_optimality": (
        "α = 0 where y f ≥ 1, 0 < α < C where y f = 1, α = C where y f ≤ 1; ξ is what is missing to 1. {shown} of {n} rows "
        "are listed; the conditions are violated by {residual}.",
        "y f ≥ 1 时 α = 0，y f = 1 时 0 < α < C，y f ≤ 1 时 α = C；ξ 为到 1 的不足。列出 {n} 行中的 {shown} 行；"
        "对条件的违反量为 {residual}。",
    ),
    "alpha_zero": ("outside the margin", "间隔之外"),
    "alpha_free": ("on the margin", "间隔边界上"),
    "alpha_bound": ("inside the margin, or wrong", "间隔之内或误分"),
    "condition_case": ("where", "位置"),
    "title.optimality": ("α, y f and ξ of the rows", "各样本的 α、y f 与 ξ"),
    "step.fit_svm_weights": ("Weights, {pair}", "权向量，{pair}"),
    "says.fit_svm_weights": (
        "From the {count} support vectors. Of a kernel that is not linear, w lies in the space of the kernel, and only its "
        "length is a number.",
        "由 {count} 个支持向量得到。非线性核的 w 在核空间中，只能写出其长度。",
    ),
    "step.fit_intercepts": ("Intercept by both rules, {pair}", "截距的两种求法，{pair}"),
    "says.fit_intercepts": (
        "(a) from each of the {free} rows on the margin, and their mean, which the model takes; (b) half way between the "
        "nearest rows of either class. They agree for a hard margin.",
        "(a) 由间隔上的 {free} 个样本分别求出再取平均，模型采用此值；(b) 取两类最近样本的中点。硬间隔时两者相等。",
    ),
    "step.fit_intercept_bounds": ("Intercept by both rules, {pair}", "截距的两种求法，{pair}"),
    "says.fit_intercept_bounds": (
        "(a) {free} rows are on the margin, so it is the middle of the interval that the conditions leave; (b) half way "
        "between the nearest rows of either class.",
        "(a) 间隔上有 {free} 个样本，故取条件所允许区间的中点；(b) 取两类最近样本的中点。",
    ),
    "step.fit_margin": ("Margin, {pair}", "间隔，{pair}"),
    "says.fit_margin": (
        "ρ is the width of the strip between f = -1 and f = 1. At the optimum the primal objective P equals the dual one.",
        "ρ 为 f = -1 与 f = 1 之间的宽度。最优时原问题目标 P 等于对偶目标 L。",
    ),
    # --- the linear machine
    "step.fit_hinge": ("The objective at w = 0", "w = 0 处的目标函数"),
    "says.fit_hinge": (
        "Half the squared length of the weights u = (w, b / B), or the sum of their absolute values, plus C = {C} times the "
        "hinge loss of the {n} rows. The intercept is penalised as one more weight.",
        "权重 u = (w, b / B) 长度平方的一半（或绝对值之和），加上 C = {C} 乘以 {n} 个样本的合页损失。截距与权重一样受惩罚。",
    ),
    "step.fit_squared_hinge": ("The objective at w = 0", "w = 0 处的目标函数"),
    "says.fit_squared_hinge": (
        "Half the squared length of the weights u = (w, b / B), or the sum of their absolute values, plus C = {C} times the "
        "squared hinge loss of the {n} rows. The intercept is penalised as one more weight.",
        "权重 u = (w, b / B) 长度平方的一半（或绝对值之和），加上 C = {C} 乘以 {n} 个样本的平方合页损失。"
        "截距与权重一样受惩罚。",
    ),
    "step.fit_descent": ("The way to the minimum, {label}", "求最小值的过程，{label}"),
    "says.fit_descent": (
        "{label} against the rest: {rounds} rounds from {first} to {last}, of which {shown} are shown.",
        "{label} 对其余类别：共 {rounds} 轮，从 {first} 到 {last}，列出 {shown} 轮。",
    ),
    "svm_round_caption": (
        "After round {round}; violation {violation}",
        "第 {round} 轮之后；违反量 {violation}",
    ),
    "rounds_sentence": (
        "F falls from {first} to {last} in {rounds} rounds.",
        "F 经 {rounds} 轮从 {first} 降到 {last}。",
    ),
    "title.objective_path": ("F after each round", "各轮之后的 F"),
    "step.fit_losses": ("The minimum, {label}", "最小值，{label}"),
    "says.fit_losses": (
        "F at the weights of the model; {shown} of {n} rows are listed, those of largest loss.",
        "模型权重处的 F；列出 {n} 行中损失最大的 {shown} 行。",
    ),
    "row_loss": ("loss", "损失"),
    "title.losses": ("Losses of the rows", "各样本的损失"),
    "margin_sentence": (
        "{n} rows, the line f = 0 and the dashed lines f = ±1; the {s} support vectors are ringed.",
        "{n} 个样本、直线 f = 0 与虚线 f = ±1；{s} 个支持向量加圈。",
    ),
}
