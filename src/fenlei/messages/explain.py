"""Sentences of `explain` about what it cannot do."""

MESSAGES: dict[str, tuple[str, str]] = {
    "explain.row": (
        "There is no row {row}; the table has {rows} rows, and the first is row {first}.",
        "没有第 {row} 行；表格共 {rows} 行，行号从 {first} 开始。",
    ),
    "explain.no_classes": (
        "{model} predicts neither classes nor numbers, and there is no prediction to explain; train a classifier or a "
        "regression.",
        "{model} 既不预测类别也不预测数值，没有可解释的预测；请训练分类器或回归模型。",
    ),
}
