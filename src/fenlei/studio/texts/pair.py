"""The place Understand: two models: key: (English, Chinese)."""

TEXTS = {
    "place.pair": ("Understand: two models", "理解：两个模型"),
    "part.pair": ("Two models", "两个模型"),
    "pair.needs_two": (
        "Compare at least two models first; this place reads what both said of rows that they had not seen.",
        "请先比较至少两个模型；此处使用两者对未见过的行的预测。",
    ),
    "pair.first": ("Model A", "模型 A"),
    "pair.second": ("Model B", "模型 B"),
    "pair.swap": ("Swap", "互换"),
    "pair.folds": ("Fold by fold", "逐折比较"),
    "pair.metric": ("Score", "评分"),
    "pair.fold": ("Fold", "折"),
    "pair.difference": ("A − B", "A − B"),
    "pair.test": (
        "{metric}: {a} minus {b} is {difference} on average, 95 % interval {low} to {high}, p = {p}.",
        "{metric}：{a} 减 {b} 平均为 {difference}，95 % 区间 {low} 至 {high}，p = {p}。",
    ),
    "pair.no_test": ("There are too few folds for a test.", "折数太少，无法检验。"),
    "pair.corrected": (
        "The corrected resampled t-test allows for folds that share their training rows.",
        "校正的重采样 t 检验考虑了各折共用训练行的影响。",
    ),
    "pair.rows": ("Row by row", "逐行比较"),
    "pair.right": ("right", "正确"),
    "pair.wrong": ("wrong", "错误"),
    "pair.mcnemar": (
        "Only {a} is right on {first} rows, only {b} on {second}; McNemar's test: p = {p}.",
        "仅 {a} 正确的有 {first} 行，仅 {b} 正确的有 {second} 行；McNemar 检验：p = {p}。",
    ),
    "pair.nearer": (
        "{a} is nearer on {first} rows, {b} on {second}.",
        "{a} 更接近的有 {first} 行，{b} 更接近的有 {second} 行。",
    ),
    "pair.filter": ("Rows to show", "显示哪些行"),
    "pair.one_right": ("one of the two is right", "恰有一个正确"),
    "pair.only_first": ("A is right: {a}", "A 正确：{a}"),
    "pair.only_second": ("B is right: {b}", "B 正确：{b}"),
    "pair.only_neither": ("both wrong, by different answers", "都错，且答案不同"),
    "pair.listed": ("{count} rows", "{count} 行"),
    "pair.first_rows": ("The first {shown} of {total} rows.", "{total} 行中的前 {shown} 行。"),
    "pair.open": ("{why}: row {row} by {model}", "{why}：用 {model} 看第 {row} 行"),
    "pair.why": ("Why {model}", "看 {model}"),
    "pair.both": ("What both say", "两者的说法"),
    "pair.axis": ("{label}: P({name})", "{label}：P({name})"),
    "pair.points": (
        "P({name}) by {a} to the right, by {b} upwards; {drawn} of {rows} rows, each by models that had not seen it.",
        "横轴为 {a} 的 P({name})，纵轴为 {b}；共 {rows} 行，画出 {drawn} 行，模型均未见过该行。",
    ),
    "pair.numbers": (
        "Predicted by {a} to the right, by {b} upwards; {drawn} of {rows} rows, each by models that had not seen it.",
        "横轴为 {a} 的预测，纵轴为 {b}；共 {rows} 行，画出 {drawn} 行，模型均未见过该行。",
    ),
    "pair.apart": ("one is right, the other wrong, or both wrong differently", "一对一错，或都错但不同"),
    "pair.keys": (
        "Click a row to choose it; by keyboard: arrow keys move, Enter takes the nearest row, Escape lets go.",
        "点击可选中一行；键盘：方向键移动，Enter 选最近的行，Escape 取消。",
    ),
}
