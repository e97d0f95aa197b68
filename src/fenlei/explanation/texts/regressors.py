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
}
