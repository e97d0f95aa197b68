"""Sentences about data sets: key: (English, Chinese)."""

MESSAGES = {
    "dataset.none": (
        "There is no data set {name!r}. Bundled are: {names}.",
        "没有名为 {name!r} 的数据集。可用的有：{names}。",
    ),
    "dataset.unknown": (
        "There is no data set {name!r}; did you mean {nearest!r}? Bundled are: {names}.",
        "没有名为 {name!r} 的数据集；是否指 {nearest!r}？可用的有：{names}。",
    ),
    "dataset.language": (
        "lang={language!r} is not accepted; give 'en' or 'zh'.",
        "lang={language!r} 无效；可用值：'en' 或 'zh'。",
    ),
    "dataset.no_target": (
        "Data set {name!r} has no target column; use .X or .table.",
        "数据集 {name!r} 没有目标列；请使用 .X 或 .table。",
    ),
}
