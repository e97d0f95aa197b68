"""Every word of the report, in English and Chinese.

Keys are "part.what"; the "label" part is handed to the page whole, the other parts are sentences that the
facts fill and choose between.
"""

from __future__ import annotations

from typing import Any

# key: (English, Chinese)
TEXTS: dict[str, tuple[str, str]] = {
    # --- page head
    "page.title": ("Predicting {target}", "预测“{target}”"),
    "page.document": ("{source}: predicting {target}", "{source}：预测“{target}”"),
    "page.kicker": (
        "{source} · {rows} rows · {features} features · {classes} classes",
        "{source} · {rows} 行 · {features} 个特征 · {classes} 个类别",
    ),
    # --- summary
    "summary.best": (
        "{model} is the best of {count} models: it labels {accuracy} of unseen rows correctly ({level} "
        "interval {low} to {high}).",
        "在 {count} 个模型中，{model}最好：对未见过的数据，准确率为 {accuracy}（"
        "{level} 区间 {low} 至 {high}）。",
    ),
    "summary.only": (
        "{model} labels {accuracy} of unseen rows correctly ({level} interval {low} to {high}).",
        "{model}对未见过的数据，准确率为 {accuracy}（{level} 区间 {low} 至 {high}）。",
    ),
    "summary.best_same": (
        "{model} is the best of {count} models: it labels {accuracy} of unseen rows correctly, the same in "
        "every fold, so that no interval can be given.",
        "在 {count} 个模型中，{model}最好：对未见过的数据，准确率为 {accuracy}；各折都相同，因此给不出区间。",
    ),
    "summary.only_same": (
        "{model} labels {accuracy} of unseen rows correctly, the same in every fold, so that no interval can "
        "be given.",
        "{model}对未见过的数据，准确率为 {accuracy}；各折都相同，因此给不出区间。",
    ),
    "summary.none": (
        "No model finished, so there is nothing to compare; the reasons are listed below.",
        "没有模型运行完成，无从比较；原因列在下面。",
    ),
    "summary.baseline_beaten": (
        "The baseline, which ignores the features, reaches {accuracy}: {avoided} of its errors are avoided.",
        "不看特征的基线准确率为 {accuracy}，它犯的错误有 {avoided} 得以避免。",
    ),
    "summary.baseline_close": (
        "That is not clearly more than the {accuracy} of the baseline, which ignores the features ({p}): "
        "the columns may say little about the target, or the rows may be too few.",
        "这并不明显高于不看特征的基线（{accuracy}，{p}）：这些列可能几乎不含目标的信息，或者行数太少。",
    ),
    "summary.runner_tied": (
        "The runner-up, {model} with {accuracy}, cannot be distinguished from it on these rows ({p}): "
        "choose between them by speed or by how easily they are explained.",
        "第二名是{model}，准确率 {accuracy}，在这些数据上与它分不出高下（{p}）：可按速度或是否容易解释来选。",
    ),
    "summary.runner_behind": (
        "The runner-up, {model} with {accuracy}, is {difference} percentage points behind, "
        "more than chance explains ({p}).",
        "第二名是{model}，准确率 {accuracy}，落后 {difference} 个百分点，超出偶然范围（{p}）。",
    ),
    "summary.runner_untested": (
        "The runner-up is {model} with {accuracy}.",
        "第二名是{model}，准确率 {accuracy}。",
    ),
    "summary.runner_same": (
        "The runner-up, {model}, has the same accuracy in every fold: the two hardly differ on this table.",
        "第二名{model}每一折的准确率都与它相同：在这张表上两者几乎没有差别。",
    ),
    "summary.more_tied": (
        "{count} more cannot be distinguished from it either.",
        "另有 {count} 个模型也与它分不出高下。",
    ),
    "summary.mistake": (
        "Its most frequent mistake is taking “{truth}” for “{guess}”: {count} of {rows} rows.",
        "它最常见的错误是把“{truth}”判成“{guess}”：{rows} 行中有 {count} 行。",
    ),
    "summary.no_mistake": (
        "It made no mistake on any of the {rows} rows.",
        "它在全部 {rows} 行上没有出错。",
    ),
    # --- notes on the data
    "note.missing_one": (
        "“{column}” has missing values in {share} of the rows.",
        "“{column}”有 {share} 的行缺失。",
    ),
    "note.missing": (
        "{columns} columns have missing values, most of all “{column}” ({share} of its rows).",
        "{columns} 列有缺失值，最多的是“{column}”（占 {share} 的行）。",
    ),
    "note.unused": (
        "Not used as features: {names} (identifiers and constants).",
        "未用作特征：{names}（编号列和常量列）。",
    ),
    "note.balance": (
        "The classes are unbalanced: “{common}” has {largest} rows, “{rare}” only {smallest}. Read "
        "balanced accuracy and macro-F1 beside accuracy.",
        "类别不均衡：“{common}”有 {largest} 行，“{rare}”只有 {smallest} 行。请结合平衡准确率和宏 F1 一起看。",
    ),
    "note.rare": (
        "“{label}” has only {count} rows; what is said about it is rough.",
        "“{label}”只有 {count} 行，有关它的结论较粗略。",
    ),
    "note.rare_many": (
        "{classes} classes have fewer than {limit} rows each, the smallest {count}; "
        "what is said about them is rough.",
        "有 {classes} 个类别不足 {limit} 行，最少的只有 {count} 行，有关它们的结论较粗略。",
    ),
    "note.small": (
        "The table is small ({rows} rows): another sample could change the order of close models.",
        "数据量小（{rows} 行）：换一批样本，相近模型的名次可能改变。",
    ),
    "note.wide": (
        "There are more features ({features}) than rows ({rows}).",
        "特征数（{features}）多于行数（{rows}）。",
    ),
    "note.perfect": (
        "The score is almost perfect. Check that no column gives the target away.",
        "得分几乎满分。请检查是否有某一列泄露了目标。",
    ),
    "note.failed": (
        "{count} models failed; the reasons are listed below the leaderboard.",
        "{count} 个模型运行失败，原因列在排行榜之后。",
    ),
    "note.failed_one": (
        "One model failed; the reason is listed below the leaderboard.",
        "有 1 个模型运行失败，原因列在排行榜之后。",
    ),
    "note.none": ("Nothing unusual was noticed in the table.", "数据中未发现异常。"),
    # --- what was cut to keep the page small
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
    # --- figures
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
    # --- probabilities
    "calibration.heading": ("Calibration, Brier score {value}", "校准曲线，布里尔得分 {value}"),
    "cost.heading": ("Cost curve, positive class “{label}”", "代价曲线，正类为“{label}”"),
    # --- mistakes
    "mistake.pair": ("“{truth}” taken for “{guess}”", "“{truth}”判成“{guess}”"),
    "mistake.more": ("{shown} of {count} rows", "{count} 行中的 {shown} 行"),
    "cut.mistakes": (
        "The {shown} most frequent confusions are shown.",
        "只列出最常见的 {shown} 种混淆。",
    ),
    "cut.values": (
        "The first {shown} of {total} columns are shown.",
        "共 {total} 列，只列出前 {shown} 列。",
    ),
    # --- models that can be read
    "readable.tree": ("{model}, accuracy {accuracy}", "{model}，准确率 {accuracy}"),
    "readable.linear": ("{model}, accuracy {accuracy}", "{model}，准确率 {accuracy}"),
    "cut.coefficients": (
        "The {shown} largest of {total} coefficients are shown.",
        "共 {total} 个系数，只列出绝对值最大的 {shown} 个。",
    ),
    # --- figures in the head
    "figure.interval": ("{level} interval {low}–{high}", "{level} 区间 {low}–{high}"),
    "figure.same": ("the same in every fold", "各折都相同"),
    "figure.baseline": ("ignores the features", "不看特征"),
    "figure.errors": ("{wrong} of {rows} rows wrong", "{rows} 行中错 {wrong} 行"),
    "figure.runner": ("{model}, {p}", "{model}，{p}"),
    "figure.points": ("{points} points", "{points} 个百分点"),
    # --- repeatability
    "repeat.once": ("{folds} folds", "{folds} 折"),
    "repeat.folds": ("{folds} folds × {repeats} repeats", "{folds} 折 × {repeats} 遍"),
    "method.once": (
        "Stratified {folds}-fold cross-validation: every score is computed on rows the model had not seen.",
        "分层 {folds} 折交叉验证：每个得分都在模型没见过的行上计算。",
    ),
    "method.folds": (
        "Stratified {folds}-fold cross-validation, {repeats} times over: every score is computed on rows "
        "the model had not seen.",
        "分层 {folds} 折交叉验证，共 {repeats} 遍：每个得分都在模型没见过的行上计算。",
    ),
    "method.leak_free": (
        "No leakage: imputing, scaling and one-hot coding are learned inside each fold, from its "
        "training rows only.",
        "无泄漏：填补缺失、缩放和独热编码都在每一折内部、只用训练行学得。",
    ),
    "method.baseline": (
        "The baseline answers without looking at the features; a model is worth having if it is clearly "
        "better.",
        "基线不看特征就作答；明显优于基线的模型才有价值。",
    ),
    "method.interval": (
        "{level} intervals of a mean over {runs} test folds use the variance corrected for overlapping "
        "training sets (Nadeau and Bengio, 2003); without the correction they would be too narrow.",
        "{runs} 个测试折均值的 {level} 区间采用针对训练集重叠的校正方差（Nadeau 与 "
        "Bengio，2003）；不校正则区间过窄。",
    ),
    "method.paired": (
        "Differences from the best model are taken fold by fold and tested by the corrected resampled "
        "t-test. The p values are not adjusted for the number of models.",
        "与最好模型之差逐折配对，用校正重抽样 t 检验；p 值未按模型个数校正。",
    ),
    "method.pooled": (
        "Confusion matrices and curves are made of one answer per row (of the first repeat), given by a "
        "model that had not seen the row.",
        "混淆矩阵和曲线由每行一次判定构成（取自第一遍），判定它的模型没见过该行。",
    ),
    # --- metrics: the leaderboard's columns
    "metric.accuracy": ("Accuracy", "准确率"),
    "metric.balanced_accuracy": ("Balanced accuracy", "平衡准确率"),
    "metric.macro_f1": ("Macro-F1", "宏 F1"),
    "metric.auc": ("AUC", "AUC"),
    "metric.log_loss": ("Log-loss", "对数损失"),
    # --- what a model's rows went through, and what became of it
    "preparation.native": ("columns as they are", "各列原样"),
    "preparation.imputed": ("missing values filled", "填补缺失"),
    "preparation.one-hot, scaled": ("one-hot, scaled", "独热编码、缩放"),
    "status.skipped": ("skipped", "跳过"),
    "status.failed": ("failed", "失败"),
    # --- labels of the page
    "label.by": ("fenlei comparison of classifiers", "fenlei 分类器比较"),
    "label.contents": ("Contents", "目录"),
    "label.skip": ("Skip to the summary", "跳到摘要"),
    "label.summary": ("Summary", "摘要"),
    "label.notes": ("Worth knowing", "需要留意"),
    "label.leaderboard": ("Leaderboard", "排行榜"),
    "label.leaderboard_caption": (
        "Mean over the test folds, with the interval below it. Select a heading to sort.",
        "各测试折的平均值，下方为区间。选择表头可排序。",
    ),
    "label.leaderboard_help": (
        "Accuracy, balanced accuracy, macro-F1 and AUC are better when higher, log-loss when lower. The "
        "difference is in percentage points of accuracy from the best model; a small p says that chance "
        "alone rarely makes one so large. Times are the median over the folds.",
        "准确率、平衡准确率、宏 F1 和 AUC 越高越好，对数损失越低越好。差值是与最好模型准确率相差"
        "的百分点；p 值小表示单凭偶然很少出现这么大的差。时间为各折的中位数。",
    ),
    "label.model": ("Model", "模型"),
    "label.best": ("best", "最好"),
    "label.baseline": ("baseline", "基线"),
    "label.runner": ("runner-up", "第二名"),
    "label.errors": ("mistakes", "错误"),
    "label.difference": ("Difference", "差值"),
    "label.fit": ("Fit", "训练"),
    "label.predict": ("Predict", "预测"),
    "label.absent": ("Models without a result", "没有结果的模型"),
    "label.status": ("Status", "状态"),
    "label.reason": ("Reason", "原因"),
    "label.details": ("Mistakes and curves", "错误与曲线"),
    "label.details_help": (
        "Where each model goes right (blue) and wrong (orange), and how well its probabilities rank the "
        "rows of each class.",
        "每个模型对在哪里（蓝）、错在哪里（橙），以及它的概率把各类的行排得多好。",
    ),
    "label.model_notes": ("What the model reported", "模型的提示"),
    "label.other_models": ("The other models", "其他模型"),
    "label.precision": ("Precision", "查准率"),
    "label.recall": ("Recall", "查全率"),
    "label.total": ("Rows", "行数"),
    "label.other": ("other", "其他"),
    "label.confusion_caption": (
        "Confusion matrix: rows are the truth, columns the answer",
        "混淆矩阵：行为真实类别，列为判定类别",
    ),
    "label.roc": ("ROC curve", "ROC 曲线"),
    "label.pr": ("Precision-recall curve", "P-R 曲线"),
    "label.false_positive": ("False positive rate", "假正例率"),
    "label.true_positive": ("True positive rate", "真正例率"),
    "label.chance": ("guessing", "猜测"),
    "label.class_share": ("share of the class", "该类占比"),
    "label.auc": ("AUC", "AUC"),
    "label.ap": ("AP", "AP"),
    "label.brier": ("Brier", "布里尔得分"),
    "label.perfect": ("perfectly calibrated", "完全校准"),
    "label.trivial": ("always the same class", "总判同一类"),
    "label.mean_probability": ("Mean predicted probability", "预测概率的平均值"),
    "label.class_rate": ("Share of the class", "该类实际占比"),
    "label.probability_cost": ("Probability cost of the positive class", "正例概率代价"),
    "label.expected_cost": ("Normalised expected cost", "归一化期望代价"),
    "label.largest_cost": ("at most", "至多"),
    "label.reject": ("If the model may decline to answer", "允许拒绝判定时"),
    "label.reject_help": (
        "A mistake costs 1. A row is answered only where the model is sure enough for that to be cheaper "
        "than declining.",
        "判错的代价为 1；只有把握足够、作答比拒绝更划算时才作答。",
    ),
    "label.reject_cost": ("Cost of declining", "拒绝的代价"),
    "label.coverage": ("Answered", "作答比例"),
    "label.risk": ("Wrong answers", "作答中的错误率"),
    "label.cost": ("Cost per row", "每行代价"),
    "label.mistakes": ("Rows it gets wrong", "判错的行"),
    "label.mistakes_help": (
        "Of each confusion, the rows of which the model was surest. They may be mislabelled, unusual, or "
        "lack a column that would tell the classes apart.",
        "每种混淆中模型最有把握的几行。它们可能标错了类别，可能不寻常，也可能缺少能区分两类的列。",
    ),
    "label.confused": ("Confusion", "混淆"),
    "label.row": ("Row", "行号"),
    "label.probability": ("Probability", "概率"),
    "label.differences": ("Difference from the best model", "与最好模型之差"),
    "label.differences_caption": (
        "Accuracy less that of the best model, fold by fold, in percentage points; an interval that reaches "
        "the line at 0 leaves open which is better.",
        "逐折准确率减去最好模型的准确率，单位为百分点；区间碰到 0 处的竖线，就分不出谁更好。",
    ),
    "label.interval": ("Interval", "区间"),
    "label.test": ("Test", "检验"),
    "label.readable": ("A model to read", "读得懂的模型"),
    "label.readable_help": (
        "Fitted to all rows. Not always the best model, but one whose reasons can be followed.",
        "用全部行训练。不一定是最好的模型，但判定的理由看得明白。",
    ),
    "label.tree_help": (
        "Follow the answers down from the top. A leaf names its class, the rows that reach it and, after the "
        "slash, those of other classes; an ellipsis marks where the tree continues.",
        "从顶端按答案往下走。叶结点写明类别和到达它的行数，斜线后是其中别类的行数；省略号表示树在该处还有分支。",
    ),
    "label.linear_help": (
        "Coefficients of the scaled columns: to the right speaks for the class, to the left against it, and "
        "the longer the bar the more.",
        "缩放后各列的系数：向右支持该类，向左反对该类，条越长影响越大。",
    ),
    "label.feature": ("Feature", "特征"),
    "label.folds": ("Fold by fold", "逐折得分"),
    "label.folds_caption": (
        "Accuracy on each test fold; the line marks the mean",
        "每个测试折的准确率；竖线为平均值",
    ),
    "label.spread": ("Lowest to highest", "最低至最高"),
    "label.data": ("The data", "数据"),
    "label.balance": ("Class balance", "类别分布"),
    "label.class": ("Class", "类别"),
    "label.share": ("Share", "占比"),
    "label.schema": ("Columns", "各列"),
    "label.schema_caption": (
        "Columns of the table, as they were read. Select a heading to sort.",
        "表中各列及其读取方式。选择表头可排序。",
    ),
    "label.column": ("Column", "列"),
    "label.kind": ("Kind", "类型"),
    "label.missing": ("Missing", "缺失"),
    "label.distinct": ("Distinct", "不同值"),
    "label.values": ("Values", "取值"),
    "label.note": ("Note", "备注"),
    "label.target": ("target", "目标"),
    "label.repeat": ("What was done, and how to repeat it", "做了什么，如何重现"),
    "label.command": ("Command", "命令"),
    "label.method": ("Method", "方法"),
    "label.settings": ("Settings", "设置"),
    "label.seed": ("Seed", "随机种子"),
    "label.resampling": ("Resampling", "重抽样"),
    "label.fingerprint": ("Data fingerprint", "数据指纹"),
    "label.versions": ("Versions", "版本"),
    "label.duration": ("Duration", "用时"),
    "label.source": ("Source", "来源"),
    # --- units and joining
    "unit.milliseconds": ("{value} ms", "{value} 毫秒"),
    "unit.seconds": ("{value} s", "{value} 秒"),
    "unit.minutes": ("{minutes} min {seconds} s", "{minutes} 分 {seconds} 秒"),
    "unit.range": ("{low} to {high}", "{low} 至 {high}"),
    "unit.comma": (", ", "、"),
    "unit.sentence": (" ", ""),
}


def text(key: str, lang: str, **values: Any) -> str:
    """The wording of `key` in `lang` ("en" or "zh"), filled with `values`."""
    return TEXTS[key][lang == "zh"].format(**values)


def labels(lang: str) -> dict[str, str]:
    """The page's fixed labels, by their name without the part."""
    return {key.removeprefix("label."): text(key, lang) for key in TEXTS if key.startswith("label.")}
