"""Sentences about the multiclass family: key: (English, Chinese)."""

MESSAGES = {
    "multiclass.one_class": (
        "{estimator} can not be fit when only one class is present ({label!r}); give rows of at least two, with a "
        "sample_weight above 0.",
        "{estimator}：只有一个类别（{label!r}），无法拟合；至少需要两个 sample_weight 大于 0 的类别。",
    ),
    "multiclass.constant": (
        "{estimator}: {count} of {n} training rows have the label {label!r}; its classifier always gives the same answer.",
        "{estimator}：{n} 个训练样本中有 {count} 个带有标签 {label!r}；其分类器的答案恒定。",
    ),
    "multiclass.batch": (
        "{estimator}: Mini-batch contains {labels}, which are not among the classes {classes}; name all classes on "
        "the first call.",
        "{estimator}：本批含有 {labels}，不在类别 {classes} 中；请在第一次调用时列出全部类别。",
    ),
}
