"""Words of the steps of regressors: neighbours, the lasso and the elastic net, boosting, the epsilon tube."""

TEXTS: dict[str, tuple[str, str]] = {
    "step.nearest_targets": ("The nearest rows", "最近的样本"),
    "says.nearest_targets": (
        "The {k} nearest of {n} training rows, equal distances in the order of the rows; {shown} distances are written out.",
        "{n} 个训练样本中最近的 {k} 个，距离相等时按行号；写出其中 {shown} 个距离。",
    ),
    "step.target_weights": ("How much a neighbour counts", "各近邻的权重"),
    "says.target_weights": (
        "Each counts as one row, or as the rows, or by the weights, that were given.",
        "每个近邻计为一行，或按给定的样本权重、给定的函数计。",
    ),
    "step.target_weights_by_distance": ("How much a neighbour counts", "各近邻的权重"),
    "says.target_weights_by_distance": ("One over its distance.", "取其距离的倒数。"),
    "step.mean_target": ("The mean of the targets", "目标值的平均"),
    "says.mean_target": ("Weighted by how much each counts.", "按各自的权重加权。"),
    "step.rounds_in_order": ("The rounds in the order of what they predict", "各轮按预测值排序"),
    "says.rounds_in_order": (
        "Each of the {T} rounds predicts a number and has a weight; {shown} are listed, the smallest first, with the weights "
        "added up.",
        "{T} 轮各有一个预测值和权重；按预测值从小到大列出 {shown} 轮，并累加权重。",
    ),
    "title.rounds_in_order": ("Predictions of the rounds, in order", "各轮的预测值（已排序）"),
    "weight_so_far": ("weight so far", "累计权重"),
    "weighted_median": ("weighted median", "加权中位数"),
    "step.half_of_weights": ("Half of the weights", "权重之和的一半"),
    "says.half_of_weights": ("Of all rounds.", "取全部各轮。"),
    "step.median_of_rounds": ("The weighted median", "加权中位数"),
    "says.median_of_rounds": (
        "Before round {number} the weights are less than half of all, with it at least half: its number is the prediction.",
        "在第 {number} 轮之前累计权重不足一半，加上它后达到一半：取它的预测值。",
    ),
    # --- lasso and elastic net
    "step.fit_net_sums": ("Sums and penalties", "各个和与惩罚"),
    "says.fit_net_sums": (
        "Over the rows from their means; all that the weights depend on.",
        "对减去均值后的样本求和；系数只取决于这些数。",
    ),
    "step.fit_net_rounds": ("Soft-threshold steps", "软阈值步骤"),
    "says.fit_net_rounds": (
        "One weight after the other goes to its minimum: what the other weights leave over is shortened by λ and divided by "
        "S + β. {rounds} rounds, of which {shown} are shown; a weight that screening leaves out stays 0.",
        "逐个系数取其最小点：其余系数剩下的部分缩短 λ，再除以 S + β。共 {rounds} 轮，列出 {shown} 轮；被筛除的系数保持为 0。",
    ),
    "step.fit_net_drawn": ("Coordinate descent", "坐标下降"),
    "says.fit_net_drawn": (
        "{rounds} rounds in an order, or from a start, that the model does not keep; the weights they ended at.",
        "共 {rounds} 轮，其次序或起点未保留在模型中；这里是最后的系数。",
    ),
    "net_round": ("Round {number}: largest change {change}", "第 {number} 轮：最大变化 {change}"),
    "title.net_round": ("Weights of the round", "本轮的系数"),
    "net_slope": ("slope", "斜率"),
    "net_limit": ("limit", "界"),
    "title.net_slopes": ("Slopes at the end", "终点处的斜率"),
    "step.fit_net_gap": ("The duality gap", "对偶间隙"),
    "says.fit_net_gap": (
        "A weight that is 0 has a slope of at most λ in size. The objective is at most {gap} above its minimum.",
        "系数为 0 时斜率的大小不超过 λ。目标函数至多比最小值大 {gap}。",
    ),
    "step.fit_net_slopes": ("Slopes at the end", "终点处的斜率"),
    "says.fit_net_slopes": (
        "Without an l1 penalty they are β times the weights.",
        "没有 l1 惩罚时，斜率等于 β 乘系数。",
    ),
    # --- support vector regression
    "step.tube_kernels": ("The kernel with the support vectors", "与支持向量的核函数值"),
    "says.tube_kernels": (
        "{s} training rows lie on the edge of the tube or outside it; {shown} are written out, those that count most.",
        "{s} 个训练样本位于管道边上或之外；写出影响最大的 {shown} 个。",
    ),
    "step.tube_terms": ("Coefficient times kernel", "系数乘核函数值"),
    "says.tube_terms": ("{shown} of {s} are written out.", "写出 {s} 项中的 {shown} 项。"),
    "step.tube_sum": ("The sum", "求和"),
    "says.tube_sum": ("All terms and the intercept.", "全部各项与截距之和。"),
    "sum_with_b": ("sum, with b = {b}", "合计（b = {b}）"),
    "kernel_with_row": ("kernel", "核函数值"),
    "kernel_times": ("coefficient times kernel", "系数乘核函数值"),
    "title.tube": ("Support vectors", "支持向量"),
    # --- neighbours, the fit
    "step.fit_kept_targets": ("Targets that are kept", "保存的目标值"),
    "says.fit_kept_targets": (
        "Without any feature the mean would be the prediction, with the mean squared error E₀.",
        "不用任何特征时以均值为预测，均方误差为 E₀。",
    ),
    "squared_error": ("mean squared error", "均方误差"),
    "title.errors_by_k": ("Mean squared error by leave-one-out", "留一法均方误差"),
    "error_by_k": (
        "The mean squared error by k is smallest, {error}, at k = {best}; the model has k = {k}.",
        "均方误差随 k 变化，在 k = {best} 处最小，为 {error}；模型的 k = {k}。",
    ),
    "step.fit_error_by_k": ("The choice of k", "k 的选择"),
    "says.fit_error_by_k": (
        "Each row is predicted from the others (leave-one-out), for each k. The error is smallest, {error}, at k = {best}; "
        "the model has k = {k}.",
        "对每个 k，用其余样本预测每个样本（留一法）。误差在 k = {best} 处最小，为 {error}；模型的 k = {k}。",
    ),
    # --- AdaBoost.R2, the fit
    "step.fit_drawn_losses": ("The rounds", "各轮"),
    "says.fit_drawn_losses": (
        "Each round fits a regressor to rows drawn by the weights D. a is the error of a row over the largest error m, L its "
        "{loss} loss, e the mean loss. Rows of small loss lose weight. {shown} of {rounds} rounds are shown.",
        "每一轮按权重 D 抽取样本拟合一个回归模型。a 为样本误差与最大误差 m 之比，L 为其{loss}损失，e 为平均损失。"
        "损失小的样本权重减小。列出 {rounds} 轮中的 {shown} 轮。",
    ),
    "step.fit_weighted_losses": ("The rounds", "各轮"),
    "says.fit_weighted_losses": (
        "Each round fits a regressor to the rows with the weights D. a is the error of a row over the largest error m, L its "
        "{loss} loss, e the mean loss. Rows of small loss lose weight. {shown} of {rounds} rounds are shown.",
        "每一轮用权重为 D 的样本拟合一个回归模型。a 为样本误差与最大误差 m 之比，L 为其{loss}损失，e 为平均损失。"
        "损失小的样本权重减小。列出 {rounds} 轮中的 {shown} 轮。",
    ),
    "loss_linear": ("linear", "线性"),
    "loss_square": ("squared", "平方"),
    "loss_exponential": ("exponential", "指数"),
    "loss_round": (
        "Round {number}: largest error {largest}, mean loss {error}",
        "第 {number} 轮：最大误差 {largest}，平均损失 {error}",
    ),
    "loss_round_exact": (
        "Round {number}: every row is met, so its weight is 1 and it is the last",
        "第 {number} 轮：每个样本都无误差，权重取 1，并就此结束",
    ),
    "loss_round_useless": (
        "Round {number}: mean loss {error}, at least one half, so there is no further round",
        "第 {number} 轮：平均损失 {error}，不小于一半，不再有下一轮",
    ),
    "step.fit_first_median": ("What the rounds predict for row 1", "各轮对第 1 行的预测"),
    "step.fit_median_error": ("Training error of the weighted median", "加权中位数的训练误差"),
    "says.fit_median_error": (
        "Mean squared error on the training rows after {rounds} rounds.",
        "{rounds} 轮之后训练样本上的均方误差。",
    ),
    "median_error_sentence": (
        "Mean squared error on the training rows over {rounds} rounds, from {first} to {last}.",
        "{rounds} 轮中训练样本上的均方误差，由 {first} 到 {last}。",
    ),
    # --- support vector regression, the fit
    "step.fit_tube": ("Kernel and tube", "核函数与管道"),
    "says.fit_tube": (
        "The {kernel} kernel. Errors up to ε = {epsilon} cost nothing, larger ones C = {C} per unit beyond it.",
        "{kernel}核函数。误差不超过 ε = {epsilon} 时没有代价，超出部分每单位代价 C = {C}。",
    ),
    "step.fit_tube_kernel": ("Kernel matrix", "核矩阵"),
    "says.fit_tube_kernel": (
        "{rows} rows, the support vectors first; {shown} formulas are written out.",
        "共 {rows} 个样本，支持向量在前；写出 {shown} 个公式。",
    ),
    "tube_gram": (
        "The kernel values of {shown} of {n} rows among themselves, from {least} to {most}.",
        "{n} 个样本中 {shown} 个两两之间的核函数值，从 {least} 到 {most}。",
    ),
    "step.fit_tube_dual": ("The dual at its maximum", "对偶问题的最优值"),
    "says.fit_tube_dual": (
        "β = α - α* is positive for rows above the function, negative below. L is maximised under Σ β = 0 and |β| ≤ C; the "
        "{count} rows with β ≠ 0 are the support vectors.",
        "β = α - α*，样本在函数之上时为正，之下时为负。在 Σ β = 0 与 |β| ≤ C 下使 L 最大；β ≠ 0 的 {count} 个样本为支持向量。",
    ),
    "step.fit_tube_rows": ("Where the rows lie", "各样本的位置"),
    "says.fit_tube_rows": (
        "The conditions of Karush, Kuhn and Tucker: β = 0 where |r| ≤ ε, 0 < |β| < C where |r| = ε, |β| = C where |r| ≥ ε; ξ "
        "is what is beyond ε. {shown} of {n} rows are listed; the conditions are violated by {residual}.",
        "KKT 条件：|r| ≤ ε 时 β = 0，|r| = ε 时 0 < |β| < C，|r| ≥ ε 时 |β| = C；ξ 为超出 ε 的部分。"
        "列出 {n} 行中的 {shown} 行；对条件的违反量为 {residual}。",
    ),
    "title.tube_rows": ("Errors, slacks and β of the rows", "各样本的误差、松弛变量与 β"),
    "tube_inside": ("inside the tube", "管道之内"),
    "tube_edge": ("on the edge", "管道边上"),
    "tube_above": ("above the tube", "管道之上"),
    "tube_below": ("below the tube", "管道之下"),
    "tube_supports": ("support vectors", "支持向量"),
    "tube_plane": (
        "{n} rows, the line f and the dashed edges f ± ε of the tube; the {s} support vectors are ringed.",
        "{n} 个样本、直线 f 与管道的虚线边 f ± ε；{s} 个支持向量加圈。",
    ),
    "tube_line": (
        "Errors y - f of {n} rows, of which {s} are support vectors; the marks are at ±{epsilon}, the edges of the tube.",
        "{n} 个样本的误差 y - f，其中 {s} 个为支持向量；标记在 ±{epsilon} 处，即管道的边。",
    ),
    "step.fit_tube_weights": ("Weights", "权向量"),
    "says.fit_tube_weights": (
        "From the {count} support vectors. Of a kernel that is not linear, w lies in the space of the kernel, and only its "
        "length is a number.",
        "由 {count} 个支持向量得到。非线性核的 w 在核空间中，只能写出其长度。",
    ),
    "step.fit_tube_intercept": ("Intercept", "截距"),
    "says.fit_tube_intercept": (
        "Each of the {free} rows on the edge is at the distance ε from f, which gives b; the model takes the mean.",
        "边上的 {free} 个样本与 f 的距离恰为 ε，由此得 b；模型取其平均。",
    ),
    "step.fit_tube_middle": ("Intercept", "截距"),
    "says.fit_tube_middle": (
        "The mean over the {free} rows on the edge; without any, the middle of the interval that the conditions leave.",
        "对边上的 {free} 个样本取平均；没有这样的样本时，取条件所允许区间的中点。",
    ),
    "step.fit_tube_objectives": ("Both objectives", "两个目标函数"),
    "says.fit_tube_objectives": (
        "P is what is minimised, L what its dual maximises; at the optimum they are equal.",
        "P 为原问题要最小化的目标，L 为对偶问题要最大化的目标；最优时两者相等。",
    ),
}
