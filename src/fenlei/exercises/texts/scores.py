"""Questions of the precision-recall and ROC curves."""

TEXTS: dict[str, tuple[str, str]] = {
    "score": ("score", "得分"),
    "true_class": ("true class", "真实类别"),
    "threshold": ("threshold", "阈值"),
    "precision": ("precision", "查准率"),
    "recall": ("recall", "查全率"),
    "grid.scores": ("Scores", "得分表"),
    "grid.points": ("Counts and rates at each threshold", "各阈值下的计数与比率"),
    "precision_recall.title": ("The precision-recall curve", "P-R 曲线"),
    "precision_recall.says": (
        "A classifier gave {n} rows the scores below; class 1 is the positive one. A row counts as positive if its score is at "
        "least the threshold. Lower the threshold from one score to the next.",
        "分类器给 {n} 个样本打出下表的得分，类别 1 为正类。得分不低于阈值的样本判为正类。把阈值从大到小依次取为各个得分。",
    ),
    "precision_recall.points": (
        "Give TP, FP, FN, TN, precision and recall at each threshold, and draw the precision-recall curve.",
        "求各阈值下的 TP、FP、FN、TN、查准率和查全率，并画出 P-R 曲线。",
    ),
    "precision_recall.area": (
        "Compute the average precision AP = Σ (Rₜ − Rₜ₋₁) Pₜ.",
        "计算平均查准率 AP = Σ (Rₜ − Rₜ₋₁) Pₜ。",
    ),
    "precision_recall.best": (
        "At which threshold T is F₁ largest, and how large is it?",
        "阈值 T 取何值时 F₁ 最大？最大值是多少？",
    ),
    "roc.title": ("The ROC curve and the area under it", "ROC 曲线与 AUC"),
    "roc.says": (
        "A classifier gave {n} rows the scores below; class 1 is the positive one. A row counts as positive if its score is at "
        "least the threshold. Lower the threshold from one score to the next.",
        "分类器给 {n} 个样本打出下表的得分，类别 1 为正类。得分不低于阈值的样本判为正类。把阈值从大到小依次取为各个得分。",
    ),
    "roc.points": (
        "Give TP, FP, FN, TN, the true positive rate TPR and the false positive rate FPR at each threshold, and draw the ROC "
        "curve.",
        "求各阈值下的 TP、FP、FN、TN、真正例率 TPR 和假正例率 FPR，并画出 ROC 曲线。",
    ),
    "roc.area": ("Compute the area AUC under the curve.", "计算曲线下的面积 AUC。"),
    "roc.pairs": (
        "In how many pairs W of a positive and a negative row has the positive one the larger score? Compute AUC from it.",
        "在所有“正类样本与负类样本”的配对中，有多少对 W 的正类样本得分更高？由此计算 AUC。",
    ),
}
