"""The fixed labels of the page."""

from __future__ import annotations

# key: (English, Chinese)
TEXTS: dict[str, tuple[str, str]] = {
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
        "difference is in percentage points of accuracy from the best model; a small p means that chance "
        "alone rarely produces one so large. Times are the median over the folds.",
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
        "Where each model is right (blue) and wrong (orange), and how well its probabilities rank the "
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
        "Confusion matrix: true classes in rows, predicted classes in columns",
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
        "A mistake costs 1. A row is answered only where the model is confident enough for that to be "
        "cheaper than declining.",
        "判错的代价为 1；只有把握足够、作答比拒绝更划算时才作答。",
    ),
    "label.reject_cost": ("Cost of declining", "拒绝的代价"),
    "label.coverage": ("Answered", "作答比例"),
    "label.risk": ("Wrong answers", "作答中的错误率"),
    "label.cost": ("Cost per row", "每行代价"),
    "label.mistakes": ("Rows it gets wrong", "判错的行"),
    "label.mistakes_help": (
        "The rows of each confusion that the model was most confident about. They may be mislabelled, "
        "unusual, or lack a column that separates the classes.",
        "每种混淆中模型最有把握的几行。它们可能标错了类别，可能不寻常，也可能缺少能区分两类的列。",
    ),
    "label.confused": ("Confusion", "混淆"),
    "label.row": ("Row", "行号"),
    "label.probability": ("Probability", "概率"),
    "label.differences": ("Difference from the best model", "与最好模型之差"),
    "label.differences_caption": (
        "Accuracy less that of the best model, fold by fold, in percentage points; an interval that reaches "
        "the line at 0 leaves open which model is better.",
        "逐折准确率减去最好模型的准确率，单位为百分点；区间碰到 0 处的竖线，就分不出谁更好。",
    ),
    "label.interval": ("Interval", "区间"),
    "label.test": ("Test", "检验"),
    "label.matters": ("What matters", "什么重要"),
    "label.matters_help": (
        "An effect is accumulated from small changes of the column in rows that have such values, "
        "all else as it is.",
        "累积局部效应：在取值相近的样本中把该列稍作改变、其余保持不变，再把预测的变化累加起来。",
    ),
    "label.fitting": ("How the best model was fitted", "最佳模型的拟合过程"),
    "label.fitting_help": (
        "Its fit to all rows, step by step, with the numbers put in. Open a step to read it.",
        "用全部行拟合的过程，逐步代入数值。展开一步即可阅读。",
    ),
    "label.worst": ("Rows with the largest errors", "误差最大的行"),
    "label.true_number": ("True number", "真实值"),
    "label.predicted_number": ("Prediction", "预测值"),
    "label.residual": ("Residual", "残差"),
    "label.readable": ("A readable model", "读得懂的模型"),
    "label.readable_help": (
        "Fitted to all rows. Not always the best model, but one whose reasons can be followed.",
        "用全部行训练。不一定是最好的模型，但判定的理由看得明白。",
    ),
    "label.tree_help": (
        "Follow the branches down from the top. A leaf shows its class, the rows that reach it and, after "
        "the slash, those of other classes; an ellipsis marks where the tree continues.",
        "从顶端按答案往下走。叶结点写明类别和到达它的行数，斜线后是其中别类的行数；省略号表示树在该处还有分支。",
    ),
    "label.linear_help": (
        "Coefficients of the scaled columns: a bar to the right supports the class, a bar to the left counts "
        "against it; the longer the bar, the stronger.",
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
    "label.repeat": ("What was done, and how to reproduce it", "做了什么，如何重现"),
    "label.command": ("Command", "命令"),
    "label.method": ("Method", "方法"),
    "label.settings": ("Settings", "设置"),
    "label.seed": ("Seed", "随机种子"),
    "label.resampling": ("Resampling", "重抽样"),
    "label.scaling": ("Scaling", "缩放"),
    "label.fingerprint": ("Data fingerprint", "数据指纹"),
    "label.versions": ("Versions", "版本"),
    "label.duration": ("Duration", "用时"),
    "label.source": ("Source", "来源"),
}
