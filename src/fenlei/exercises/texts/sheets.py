"""What all sheets share."""

TEXTS: dict[str, tuple[str, str]] = {
    "comma": (", ", "、"),
    "number": ("no.", "编号"),
    "row": ("row", "样本"),
    "rows": ("rows", "样本数"),
    "class": ("class", "类别"),
    "grid.rows": ("Training rows", "训练样本"),
    "grid.new": ("New row", "新样本"),
    "grid.new_point": ("New point", "新样本点"),
    "grid.costs": ("Costs", "损失表"),
    "decision_for": ("decision", "决策"),
    "truth": ("true class: {label}", "真实类别为{label}"),
    "answers_title": ("{title}: answers", "{title}：答案"),
    "sheet_line": ("Name: {blank}    Date: {blank}", "姓名：{blank}    日期：{blank}"),
    "questions": ("Questions", "问题"),
    "working": ("Full working", "完整推导"),
    "rounded": (
        "Fractions are exact; other numbers are rounded to {digits} digits, computed without rounding.",
        "分数为精确值；其他数值保留 {digits} 位有效数字，计算过程不舍入。",
    ),
}
