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
}
