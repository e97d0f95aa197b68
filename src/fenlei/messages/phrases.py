"""Phrases that stand inside sentences: what is accepted, what came, the reason. Key: (English, Chinese)."""

MESSAGES = {
    # --- what joins them
    "phrase.code": ("{code}", "{code}"),
    "phrase.or": ("{first} or {second}", "{first} 或 {second}"),
    "phrase.comma": ("{first}, {second}", "{first}、{second}"),
    # --- limits of parameters
    "limit.number": ("a number", "数"),
    "limit.finite": ("a finite number", "有限数"),
    "limit.at_least": ("a number of at least {low:g}", "不小于 {low:g} 的数"),
    "limit.between": ("a number of at least {low:g} and at most {high:g}", "{low:g} 到 {high:g} 之间的数"),
    "limit.above": ("a number above {low:g}", "大于 {low:g} 的数"),
    "limit.above_or_inf": ("a number above 0, or inf", "大于 0 的数或 inf"),
    "limit.above_to": (
        "a number above {low:g} and at most {high:g}",
        "大于 {low:g} 且不大于 {high:g} 的数",
    ),
    "limit.inside": (
        "a number between {low:g} and {high:g}, both excluded",
        "{low:g} 与 {high:g} 之间的数（不含两端）",
    ),
    "limit.integer": ("a whole number of at least {low}", "不小于 {low} 的整数"),
    "limit.integers": ("a whole number from {low} to {high}", "{low} 到 {high} 之间的整数"),
    "limit.share": ("a share above 0 and at most 1", "大于 0 且不大于 1 的比例"),
    "limit.share_above": ("a share above 0", "大于 0 的比例"),
    "limit.share_inside": ("a share between 0 and 1", "0 与 1 之间的比例"),
    "limit.array": ("an array", "数组"),
    "limit.sequence": ("a one-dimensional array", "一维数组"),
    "limit.array_of_shape": ("an array of shape {shape}", "形状为 {shape} 的数组"),
    "limit.function": ("a function", "函数"),
    "limit.function_of_rows": ("a function of two rows", "两行的函数"),
    "limit.score_function": ("a function of targets and predictions", "目标与预测值的函数"),
    "limit.dict": ("a dict", "字典"),
    "limit.distance": ("the name of a distance", "距离的名称"),
    "limit.metric": ("a metric", "度量"),
    "limit.pairwise_metric": (
        "a metric of sklearn.metrics.pairwise_distances",
        "sklearn.metrics.pairwise_distances 的度量",
    ),
    "limit.metrics": ("a function or one of: {names}", "函数或下列之一：{names}"),
    "limit.classifier": ("a classifier", "分类器"),
    "limit.estimator": ("an estimator with fit", "有 fit 方法的估计器"),
    "limit.covariance_estimator": (
        "an estimator with fit and covariance_",
        "有 fit 方法和 covariance_ 属性的估计器",
    ),
    "limit.kneighbors": ("an estimator with the method kneighbors", "有 kneighbors 方法的估计器"),
    "limit.euclid": (
        "a KNeighborsClassifier whose metric is Euclid in some space",
        "度量为某空间中欧氏距离的 KNeighborsClassifier",
    ),
    "limit.one_neighbor": ("a classifier with n_neighbors=1", "n_neighbors=1 的分类器"),
    "limit.n_jobs": ("None or a whole number, not 0", "None 或非零整数"),
    "limit.class_weight": (
        "None, 'balanced' or a dict of label: weight",
        "None、'balanced' 或 {{标签: 权重}} 字典",
    ),
    "limit.random_state": ("None, a whole number or a RandomState", "None、整数或 RandomState"),
    "limit.penalties": ("a number of at least 0, or one for each target", "非负数，或每个目标一个"),
    "limit.any_C": ("a number above 0 (np.inf for no penalty)", "大于 0 的数（np.inf 表示无惩罚）"),
    "limit.basis": (
        "None, a function of X, a list of functions of X, or a degree of at least 1",
        "None、X 的函数、X 的函数列表，或不小于 1 的次数",
    ),
    "limit.distributions": (
        "a distribution, one for each column, or {{column: distribution}}",
        "一种分布、每列一种分布，或 {{列: 分布}} 字典",
    ),
    "limit.one_of": ("one of {values}", "{values} 之一"),
    "limit.columns": ("columns", "列"),
    "limit.counts": ("a dict of class to whole number of at least 1", "类别到正整数的字典"),
    "limit.monotonic": (
        "one of -1, 0 and 1 for each of the {p} features, with a single target or two classes",
        "为 {p} 个特征各给 -1、0 或 1，且只有一个目标或两个类别",
    ),
}
