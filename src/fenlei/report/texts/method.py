"""How the numbers were computed; metrics, preparation, status and units."""

from __future__ import annotations

# key: (English, Chinese)
TEXTS: dict[str, tuple[str, str]] = {
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
        "The baseline predicts without looking at the features; a model is useful only if it is clearly "
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
        "Differences from the best model are computed fold by fold and tested with the corrected resampled "
        "t-test. The p values are not adjusted for the number of models.",
        "与最好模型之差逐折配对，用校正重抽样 t 检验；p 值未按模型个数校正。",
    ),
    "method.pooled": (
        "Confusion matrices and curves use one prediction per row (from the first repeat), made by a "
        "model that had not seen the row.",
        "混淆矩阵和曲线由每行一次判定构成（取自第一遍），判定它的模型没见过该行。",
    ),
    "metric.accuracy": ("Accuracy", "准确率"),
    "metric.balanced_accuracy": ("Balanced accuracy", "平衡准确率"),
    "metric.macro_f1": ("Macro-F1", "宏 F1"),
    "metric.auc": ("AUC", "AUC"),
    "metric.log_loss": ("Log-loss", "对数损失"),
    "preparation.native": ("columns as they are", "各列原样"),
    "preparation.imputed": ("missing values filled", "填补缺失"),
    "preparation.one-hot, scaled": ("one-hot, scaled", "独热编码、缩放"),
    "status.skipped": ("skipped", "跳过"),
    "status.failed": ("failed", "失败"),
    "unit.milliseconds": ("{value} ms", "{value} 毫秒"),
    "unit.seconds": ("{value} s", "{value} 秒"),
    "unit.minutes": ("{minutes} min {seconds} s", "{minutes} 分 {seconds} 秒"),
    "unit.range": ("{low} to {high}", "{low} 至 {high}"),
    "unit.comma": (", ", "、"),
    "unit.sentence": (" ", ""),
}
