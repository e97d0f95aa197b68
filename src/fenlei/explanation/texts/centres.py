"""Words of the steps of the minimum-distance classifiers."""

TEXTS: dict[str, tuple[str, str]] = {
    # --- one row
    "step.centre_distances": ("Distance from the centre of each class", "到各类中心的距离"),
    "says.centre_distances": ("Feature by feature.", "逐特征计算。"),
    "step.centre_mahalanobis": ("Distance from the centre of each class", "到各类中心的距离"),
    "says.centre_mahalanobis": (
        "Mahalanobis' distance: W turns the pooled covariance into the identity.",
        "马氏距离：W 把合并协方差矩阵变为单位矩阵。",
    ),
    "step.centre_scores": ("Discriminants", "判别函数"),
    "says.centre_scores": (
        "Minus the squared distance D², its differences divided by the deviations within the classes where the metric is "
        "not Mahalanobis', plus twice the logarithm of the prior.",
        "负的距离平方 D²（非马氏距离时各差值除以类内标准差），加上先验概率对数的两倍。",
    ),
    "step.nearest": ("Decision", "判决"),
    "says.nearest": ("The class whose centre is nearest is chosen.", "取中心最近的类别。"),
    "step.nearest_tie": ("Decision: a tie", "判决：距离相等"),
    "says.nearest_tie": (
        "Several centres are equally near; the first of their classes is chosen.",
        "有多个中心同样近；取其中第一个类别。",
    ),
    "step.prototype_squares": ("Squared distance from each prototype", "到各代表点的距离平方"),
    "says.prototype_squares": (
        "{shown} of {count} prototypes are written out.",
        "写出 {count} 个代表点中的 {shown} 个。",
    ),
    "step.prototype_least": ("The nearest prototype of each class", "各类最近的代表点"),
    "says.prototype_least": ("The least of the squared distances.", "取距离平方中最小者。"),
    "prototype": ("prototype", "代表点"),
    "title.prototypes": ("Distances from the prototypes", "到各代表点的距离"),
    # --- the fit
    "step.fit_centre_priors": ("Prior probabilities", "先验概率"),
    "says.fit_centre_priors": (
        "Equal, the shares of the rows, or those that were given; equal ones play no part.",
        "均等、取样本比例或由用户给定；均等时不起作用。",
    ),
    "step.fit_medians": ("Medians", "中位数"),
    "says.fit_medians": (
        "The median of each feature in each class, which is nearest to its rows by Manhattan distance. {shown} of {count} "
        "are written out.",
        "各类中每个特征的中位数，它到该类样本的曼哈顿距离之和最小。写出 {count} 个中的 {shown} 个。",
    ),
    "step.fit_within_deviations": ("Deviations within the classes", "类内标准差"),
    "says.fit_within_deviations": (
        "Over all rows, each from the centre of its class; the divisor is n - K = {n} - {K}.",
        "全部样本对各自类中心的偏差；除数为 n - K = {n} - {K}。",
    ),
    "step.fit_shifts": ("How far the centres are from the mean of all rows", "各类中心与总均值之差"),
    "says.fit_shifts": (
        "In units of m (s + {middle}), {middle} being the median of the deviations s. {shown} of {count} formulas are "
        "written out.",
        "以 m (s + {middle}) 为单位，其中 {middle} 为各 s 的中位数。写出 {count} 个公式中的 {shown} 个。",
    ),
    "step.fit_shrunken": ("Shrunken centres", "收缩的类中心"),
    "says.fit_shrunken": (
        "The distances d of the centres from the mean of all rows, in units of m (s + {middle}), are pulled towards 0 by "
        "{threshold}; a feature whose d are all 0 plays no part. {shown} of {count} formulas are written out.",
        "各类中心与总均值之差 d，以 m (s + {middle}) 为单位，向 0 收缩 {threshold}；d 全为 0 的特征不起作用。"
        "写出 {count} 个公式中的 {shown} 个。",
    ),
    "step.fit_prototype_start": ("The first prototypes", "初始代表点"),
    "says.fit_prototype_start": (
        "Of each class the row nearest to its mean, then the row farthest from those chosen, d away from the nearest of "
        "them.",
        "每类先取最接近均值的样本，再依次取离已选样本最远者；d 为它到最近的已选样本的距离。",
    ),
    "step.fit_prototype_rounds": ("Rounds of {label}", "{label} 的各轮"),
    "says.fit_prototype_rounds": (
        "Rows go to their nearest prototype, prototypes to the mean of their rows, until nothing changes: {rounds} rounds, "
        "{shown} of them are shown.",
        "样本归入最近的代表点，代表点移到其样本的均值，直到不再变化：共 {rounds} 轮，列出 {shown} 轮。",
    ),
    "prototype_caption": (
        "Round {round}: {sizes} rows by prototype",
        "第 {round} 轮：各代表点的样本数为 {sizes}",
    ),
    "step.fit_prototypes": ("The prototypes", "代表点"),
    "says.fit_prototypes": (
        "{count} prototypes; W adds up the squared distances of the rows from the nearest of their class.",
        "共 {count} 个代表点；W 为样本到本类最近代表点的距离平方和。",
    ),
    "centre_sentence": (
        "{n} rows by class, and {count} centres with rings.",
        "{n} 个样本（按类别）与 {count} 个加圈的中心。",
    ),
}
