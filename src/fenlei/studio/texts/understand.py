"""The places Understand, model and row: key: (English, Chinese)."""

TEXTS = {
    "model.how": ("How it was fitted", "拟合过程"),
    "model.scores": ("How its scores are made", "得分的由来"),
    "model.parameters": ("Parameters", "参数"),
    "model.changed": ("{count} differ from the default", "{count} 个不同于默认值"),
    "model.prepared": ("Numbers: {scale}. Fitted to {rows} rows.", "数值：{scale}。用 {rows} 行拟合。"),
    "model.latex": ("Copy LaTeX", "复制 LaTeX"),
    "row.which": ("Row of the table", "表中的行"),
    "row.previous": ("Previous row", "上一行"),
    "row.next": ("Next row", "下一行"),
    "row.values": ("Values", "取值"),
    "row.back": ("Back to the row", "恢复原值"),
    "row.changed": ("{count} values changed", "改动了 {count} 个值"),
    "row.predicted": ("Predicted: {label}", "预测：{label}"),
    "row.truth": ("In the table: {label}", "表中为：{label}"),
    "row.probabilities": ("Probabilities", "概率"),
    "row.working": ("Why", "推导"),
    "row.empty": ("(missing)", "（缺失）"),
}
