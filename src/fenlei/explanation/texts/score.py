"""Steps of the scores."""

TEXTS: dict[str, tuple[str, str]] = {
    "head.score": ("How good the answers for {n} rows are", "{n} 个样本的预测效果"),
    "score_of_labels": (
        "Of {n} rows, {right} are right: accuracy {accuracy}, F₁ {f1}.",
        "{n} 个样本中 {right} 个判对：准确率 {accuracy}，F₁ {f1}。",
    ),
    "score_of_areas": (
        "The area under the ROC curve is {auc}, the average precision {ap}.",
        "ROC 曲线下面积为 {auc}，平均精确率为 {ap}。",
    ),
    "score_of_numbers": (
        "The root mean squared error is {rmse}, R² is {r2}.",
        "均方根误差为 {rmse}，R² 为 {r2}。",
    ),
    "step.confusion": ("Confusion matrix", "混淆矩阵"),
    "says.confusion": (
        "Rows are the true classes, columns the predicted ones; the diagonal is what is right.",
        "行为真实类别，列为预测类别；对角线为判对的样本。",
    ),
    "step.confusion_cut": ("Confusion matrix", "混淆矩阵"),
    "says.confusion_cut": (
        "Rows are the true classes, columns the predicted ones; the diagonal is what is right. The first six of {classes} "
        "classes are shown.",
        "行为真实类别，列为预测类别；对角线为判对的样本。共 {classes} 类，显示前六类。",
    ),
    "title.confusion": ("True class by predicted class", "真实类别与预测类别"),
    "confusion_sentence": (
        "Confusion matrix: {right} of {n} rows lie on the diagonal.",
        "混淆矩阵：{n} 个样本中 {right} 个位于对角线上。",
    ),
    "true_class": ("true class", "真实类别"),
    "step.accuracy": ("Accuracy, and how sure it is", "准确率及其置信区间"),
    "says.accuracy": (
        "The share of right answers; by Wilson's interval, the share among all such rows lies between p⁻ and p⁺ with "
        "confidence {level} (z = {z}).",
        "判对样本所占的比例；按 Wilson 区间，总体中的比例以 {level} 的置信度位于 p⁻ 与 p⁺ 之间（z = {z}）。",
    ),
    "accuracy": ("accuracy", "准确率"),
    "step.precision_recall": ("Precision, recall and F₁", "精确率、召回率与 F₁"),
    "says.precision_recall": (
        "Precision is the share of the rows given to a class that belong to it, recall the share of its rows that are "
        "found, F₁ their harmonic mean; 0/0 counts as 0. {shown} of {K} classes are written out.",
        "精确率是判为该类的样本中确属该类的比例，召回率是该类样本中被找出的比例，F₁ 是二者的调和平均；0/0 记为 0。"
        "{K} 类中写出 {shown} 类。",
    ),
    "step.averages": ("Macro and micro averages", "宏平均与微平均"),
    "says.averages": (
        "The macro average is the mean of the scores of the classes; the micro average adds up their counts first, and with "
        "one label per row precision, recall and F₁ are then the accuracy.",
        "宏平均是各类指标的平均；微平均先把各类计数相加，每个样本只有一个标签时，精确率、召回率、F₁ 都等于准确率。",
    ),
    "macro": ("macro", "宏"),
    "micro": ("micro", "微"),
    "title.by_class": ("Class by class", "各类指标"),
    "rows_of": ("rows", "样本数"),
    "precision": ("precision", "精确率"),
    "recall": ("recall", "召回率"),
    "f1": ("F₁", "F₁"),
    "step.sweep": ("Sorted scores, threshold by threshold", "按得分排序，逐个降低阈值"),
    "says.sweep": (
        "Rows are sorted by their score, the largest first; a row counts as positive if its score is at least the "
        "threshold, which is lowered from one score to the next. {shown} of {count} thresholds are shown.",
        "样本按得分从大到小排序；得分不小于阈值的判为正例，阈值依次降低。{count} 个阈值中显示 {shown} 个。",
    ),
    "title.sweep": ("Counts and rates at each threshold", "各阈值下的计数与比率"),
    "sweep_threshold": ("threshold", "阈值"),
    "tp": ("TP", "TP"),
    "fp": ("FP", "FP"),
    "fn": ("FN", "FN"),
    "tn": ("TN", "TN"),
    "fpr": ("false positive rate", "假正例率"),
    "threshold_caption": ("positive from {threshold} on", "得分不小于 {threshold} 判为正例"),
    "step.roc": ("ROC curve and the area below it", "ROC 曲线及其下方面积"),
    "says.roc": (
        "Each threshold is a point: false positive rate to the right, true positive rate upwards; the area is a sum of "
        "trapezia.",
        "每个阈值对应一个点：横轴为假正例率，纵轴为真正例率；面积为各梯形之和。",
    ),
    "roc_sentence": (
        "ROC curve with {points} points; the area below it is {area}.",
        "ROC 曲线，共 {points} 个点，曲线下面积 {area}。",
    ),
    "step.pairs": ("The same area as pairs", "用样本对计算同一面积"),
    "says.pairs": (
        "Of {pairs} pairs of a positive and a negative row, the positive has the larger score in {won} and an equal one in "
        "{ties}, which count a half.",
        "正例与负例共 {pairs} 对，其中 {won} 对正例得分较大，{ties} 对相等（各计一半）。",
    ),
    "step.average_precision": ("Precision-recall curve and the area below it", "P-R 曲线及其下方面积"),
    "says.average_precision": (
        "Each threshold is a point: recall to the right, precision upwards; the area is a sum of steps. The largest F₁, "
        "{f1}, is reached at the threshold T*.",
        "每个阈值对应一个点：横轴为召回率，纵轴为精确率；面积为各台阶之和。最大的 F₁ 为 {f1}，在阈值 T* 处取得。",
    ),
    "pr_sentence": (
        "Precision-recall curve with {points} points; the average precision is {area}.",
        "P-R 曲线，共 {points} 个点，平均精确率 {area}。",
    ),
    "step.log_loss": ("Log loss", "对数损失"),
    "says.log_loss": (
        "The mean of minus the logarithm of the probability that each row's own class was given.",
        "各样本真实类别所得概率的负对数的平均值。",
    ),
    "step.class_areas": ("Area under ROC, each class against the others", "各类对其余类的 ROC 曲线下面积"),
    "says.class_areas": (
        "The area of a class is the share of pairs of one of its rows and another row that its probability orders rightly; "
        "the mean over the classes is the score.",
        "某类的面积是该类样本与其他样本组成的样本对中，概率排序正确的比例；各类的平均即为得分。",
    ),
    "title.class_areas": ("Area under ROC by class", "各类的 ROC 曲线下面积"),
    "auc": ("area", "面积"),
    "step.residuals": ("Residuals", "残差"),
    "says.residuals": (
        "What the prediction leaves: the true value minus the predicted one. {shown} of {n} rows are in the table.",
        "真实值减去预测值。表中列出 {n} 个样本中的 {shown} 个。",
    ),
    "title.predicted_values": ("True and predicted values", "真实值与预测值"),
    "true_value": ("true value", "真实值"),
    "predicted_value": ("predicted value", "预测值"),
    "residual_sentence": (
        "True values against predicted ones, {n} rows; the largest residual is {largest}.",
        "真实值与预测值的散点图，共 {n} 个样本；最大残差为 {largest}。",
    ),
    "step.errors": ("Mean errors", "平均误差"),
    "says.errors": (
        "The mean of the squared residuals, its root in the unit of the target, and the mean of their sizes.",
        "残差平方的平均、与目标同单位的平方根，以及残差绝对值的平均。",
    ),
    "step.r_squared": ("Coefficient of determination", "决定系数"),
    "says.r_squared": (
        "How much less the predictions leave than the mean of the targets does.",
        "与用目标均值预测相比，残差平方和减少的比例。",
    ),
}
