"""Figures and tables: their titles, what was cut, probabilities, mistakes, readable models."""

from __future__ import annotations

# key: (English, Chinese)
TEXTS: dict[str, tuple[str, str]] = {
    "matters.heading": ("Importance of the columns to {model}", "各列对{model}的重要性"),
    "matters.help": (
        "{model} was fitted to the training rows of one fold, and each column was shuffled {repeats} times "
        "among {rows} rows that it had not seen: how much worse is its {metric} then? The thin line is the "
        "interval over the shuffles. Columns that say the same replace each other and seem to matter little.",
        "用一折的训练样本拟合{model}，再把每一列在它未见过的 {rows} 行中打乱 {repeats} 次："
        "{metric}因此变差多少？细线为各次打乱的区间。内容相同的列可以互相替代，因而各自显得不重要。",
    ),
    "matters.loss": ("Loss of {metric}", "{metric}的损失"),
    "matters.cut": (
        "The {shown} most important of {total} columns are shown.",
        "共 {total} 列，只列出最重要的 {shown} 列。",
    ),
    "matters.effect": ("Effect of {name}", "“{name}”的影响"),
    "matters.effect_of": (
        "Accumulated local effect of {name} on the prediction",
        "“{name}”对预测的累积局部效应",
    ),
    "matters.effect_up": ("change of the prediction", "预测的变化"),
    "matters.change": ("from end to end", "两端之差"),
    "matters.mean": ("mean prediction", "平均预测"),
    "matters.learning": ("Learning curve", "学习曲线"),
    "matters.learning_of": ("Learning curve of {model}", "{model}的学习曲线"),
    "matters.learning_help": (
        "a curve that still moves calls for more rows",
        "曲线仍在变化时，更多样本会有帮助",
    ),
    "matters.trained": ("training rows", "训练样本数"),
    "matters.last": ("with all", "全部样本"),
    "contributions.heading": ("What each column adds to a prediction of {model}", "各列对{model}预测的贡献"),
    "contributions.help": (
        "Exact Shapley values of {rows} rows that {model} had not seen: what a column adds to {what}, on "
        "average over all orders in which the columns could become known. For each row they add up to its "
        "difference from the mean. The bar is the mean of their sizes, regardless of sign; of several "
        "classes, over all of them.",
        "对{model}未见过的 {rows} 个样本计算的精确 Shapley 值：按各列得知的所有先后次序取平均，"
        "该列给{what}带来多少变化。"
        "每个样本的各列贡献之和，等于它与平均值之差。条形为贡献绝对值的平均；多类时对所有类别取平均。",
    ),
    "contributions.mean": ("Mean size of the contribution", "贡献绝对值的平均"),
    "contributions.of_number": ("the predicted number", "预测值"),
    "contributions.of_score": (
        "the score of a class before it becomes a probability",
        "转换为概率之前的类别得分",
    ),
    "contributions.of_probability": ("the probability of a class", "类别的概率"),
    "cut.features": (
        "The first {shown} of {total} columns are shown.",
        "共 {total} 列，只列出前 {shown} 列。",
    ),
    "cut.classes": (
        "The {shown} largest of {total} classes are shown; the rest are summed under “{other}”.",
        "共 {total} 个类别，只列出最大的 {shown} 个，其余合计为“{other}”。",
    ),
    "cut.curves": (
        "The curves of the {shown} largest of {total} classes are shown.",
        "共 {total} 个类别，只画出最大的 {shown} 个的曲线。",
    ),
    "cut.models": (
        "The {shown} best of {total} models are shown in detail.",
        "共 {total} 个模型，只详细列出最好的 {shown} 个。",
    ),
    "cut.categories": ("{names} and {more} more", "{names}等（另有 {more} 个）"),
    "chart.interval": (
        "{model}: {mean}, {level} interval {low} to {high}",
        "{model}：{mean}，{level} 区间 {low} 至 {high}",
    ),
    "chart.folds": (
        "{model}: {count} folds from {low} to {high}, mean {mean}",
        "{model}：{count} 折，从 {low} 到 {high}，平均 {mean}",
    ),
    "chart.roc": ("ROC curves of {model}", "{model}的 ROC 曲线"),
    "chart.pr": ("Precision-recall curves of {model}", "{model}的 P-R 曲线"),
    "chart.auc_of": ("{label}: AUC {value}", "{label}：AUC {value}"),
    "chart.ap_of": (
        "{label}: average precision {value}",
        "{label}：平均精度 {value}",
    ),
    "chart.calibration": ("Calibration of {model}", "{model}的校准曲线"),
    "chart.cost": ("Cost curve of {model}", "{model}的代价曲线"),
    "chart.brier_of": ("{label}: Brier score {value}", "{label}：布里尔得分 {value}"),
    "chart.cost_of": (
        "{label}: largest expected cost {value}",
        "{label}：期望代价最大为 {value}",
    ),
    "chart.difference": (
        "{model}: {difference} points, {level} interval {low} to {high}",
        "{model}：{difference} 个百分点，{level} 区间 {low} 至 {high}",
    ),
    "chart.tree": ("Decision tree: {model}", "决策树：{model}"),
    "chart.tree_of": ("{nodes} nodes, {leaves} of them leaves", "{nodes} 个结点，其中 {leaves} 个叶结点"),
    "chart.coefficient": ("{feature}, {label}: {value}", "{feature}，{label}：{value}"),
    "calibration.heading": ("Calibration, Brier score {value}", "校准曲线，布里尔得分 {value}"),
    "cost.heading": ("Cost curve, positive class “{label}”", "代价曲线，正类为“{label}”"),
    "mistake.pair": ("“{truth}” mistaken for “{guess}”", "“{truth}”判成“{guess}”"),
    "mistake.more": ("{shown} of {count} rows", "{count} 行中的 {shown} 行"),
    "cut.mistakes": (
        "The {shown} most frequent confusions are shown.",
        "只列出最常见的 {shown} 种混淆。",
    ),
    "cut.values": (
        "Of {total} columns, the {shown} that tell most about the class are shown.",
        "共 {total} 列，只列出与类别关系最密切的 {shown} 列。",
    ),
    "readable.tree": ("{model}, accuracy {accuracy}", "{model}，准确率 {accuracy}"),
    "readable.linear": ("{model}, accuracy {accuracy}", "{model}，准确率 {accuracy}"),
    "cut.coefficients": (
        "The {shown} largest of {total} coefficients are shown.",
        "共 {total} 个系数，只列出绝对值最大的 {shown} 个。",
    ),
    "fit.cut": (
        "{count} of {total} steps are shown here.",
        "此处列出 {total} 步中的 {count} 步。",
    ),
    "fit.whole": (
        "Long steps are shortened here, and numbers are rounded to {digits} digits; "
        "`fenlei explain best.fenlei DATA --fit` shows the whole working.",
        "此处省略了较长步骤的一部分，数值保留 {digits} 位有效数字；"
        "`fenlei explain best.fenlei DATA --fit` 给出完整的推导过程。",
    ),
}
