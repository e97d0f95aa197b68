"""Sentences of `explain` about what it cannot do."""

MESSAGES: dict[str, tuple[str, str]] = {
    "explain.row": (
        "There is no row {row}; the table has {rows} rows, and the first is row {first}.",
        "没有第 {row} 行；表格共 {rows} 行，行号从 {first} 开始。",
    ),
    "explain.text": (
        "{model} was fitted to text columns and keeps no schema of the table; train it by fenlei.train, then explain "
        "what that gives.",
        "{model} 直接用文本列训练，没有保存表格的结构；请用 fenlei.train 训练后再解释。",
    ),
    "explain.no_classes": (
        "{model} predicts no classes, and only a classifier's decision can be explained; train a classifier.",
        "{model} 不预测类别，只能解释分类器的判决；请训练一个分类器。",
    ),
}
