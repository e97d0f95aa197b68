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
}
