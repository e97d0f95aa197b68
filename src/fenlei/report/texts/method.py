"""How the numbers were computed; metrics, preparation, status and units."""

from __future__ import annotations

# key: (English, Chinese)
TEXTS: dict[str, tuple[str, str]] = {
    "repeat.once": ("{folds} folds", "{folds} 折"),
    "repeat.folds": ("{folds} folds × {repeats} repeats", "{folds} 折 × {repeats} 遍"),
    "repeat.in_order": ("{folds} folds in the order of the rows", "{folds} 折，按行的次序"),
    "repeat.groups": ("{folds} folds of whole groups, {by}", "按组（{by}）{folds} 折"),
    "repeat.forward": ("{folds} spans of time, {by}", "按时间（{by}）{folds} 段"),
    "method.groups": (
        "{folds} folds, {repeats} times; rows with the same value of {by} are in one fold, so that no group "
        "is both trained on and tested.",
        "{folds} 折，共 {repeats} 遍；{by} 取值相同的行在同一折，没有哪一组既用于训练又用于测试。",
    ),
    "method.forward": (
        "Forward in time ({by}): each of {folds} spans is tested by models fitted to the rows before it, and "
        "never to later ones.",
        "沿时间（{by}）向前：{folds} 段中的每一段由只用其之前的行训练的模型来测试。",
    ),
    "method.calibrated": (
        "Probabilities are calibrated: those of a fold by numbers fitted to the scores of other folds, whose "
        "models had not seen the rows.",
        "概率经过校准：每折所用的参数由其他各折的得分拟合，给出这些得分的模型没有见过相应的行。",
    ),
    "repeat.loo": ("leave-one-out, {folds} rows", "留一法，{folds} 行"),
    "repeat.holdout": ("hold-out, test rows: {size}", "留出法，测试行：{size}"),
    "repeat.holdouts": (
        "hold-out, test rows: {size}, {repeats} times",
        "留出法，测试行：{size}，共 {repeats} 次",
    ),
    "repeat.stratified": ("stratified", "分层"),
    "repeat.last_rows": ("the last rows are tested", "测试最后的行"),
    "method.in_order": (
        "Stratified {folds}-fold cross-validation in the order of the rows, without a shuffle: every "
        "score is computed on rows the model had not seen.",
        "按行的次序、不打乱的分层 {folds} 折交叉验证：每个得分都在模型没见过的行上计算。",
    ),
    "method.loo": (
        "Leave-one-out: each of the {folds} rows is tested by a model fitted to all the others.",
        "留一法：{folds} 行中的每一行都由用其余各行训练的模型来判定。",
    ),
    "method.holdout": (
        "Hold-out (test rows: {size}): every score is computed on the test rows, by a model fitted "
        "to the others.",
        "留出法（测试行：{size}）：得分在测试行上计算，模型只用其余各行训练。",
    ),
    "method.holdouts": (
        "Hold-out (test rows: {size}), drawn {repeats} times: every score is computed on the test "
        "rows, by a model fitted to the others.",
        "留出法（测试行：{size}），抽取 {repeats} 次：得分在测试行上计算，模型只用其余各行训练。",
    ),
    "method.interval_pooled": (
        "Scores are those of all tested rows together; the {level} interval of the accuracy is Wilson's.",
        "得分由全部测试行一起计算；准确率的 {level} 区间为 Wilson 区间。",
    ),
    "method.paired_pooled": (
        "Differences from the best model are tested with McNemar's exact test on the rows that one "
        "of the two gets right and the other wrong. The p values are not adjusted for the number of models.",
        "与最好模型之差用 McNemar 精确检验，依据的是两个模型一对一错的行；p 值未按模型个数校正。",
    ),
    "pooled.leaderboard_caption": (
        "Scores of the tested rows, with the interval of the accuracy below it. Select a heading to sort.",
        "测试行的得分，准确率下方为区间。选择表头可排序。",
    ),
    "pooled.differences_caption": (
        "Accuracy less that of the best model on the same rows, in percentage points; an interval "
        "that reaches the line at 0 leaves open which model is better.",
        "在相同行上的准确率减去最好模型的准确率，单位为百分点；区间碰到 0 处的竖线，就分不出谁更好。",
    ),
    "raw.linear_help": (
        "Coefficients of the columns as they are: a bar to the right supports the class, a bar to "
        "the left counts against it; columns of small numbers have long bars.",
        "未缩放各列的系数：向右支持该类，向左反对该类；数值小的列条较长。",
    ),
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
    "metric.cost": ("Cost", "代价"),
    "metric.log_loss": ("Log-loss", "对数损失"),
    "preparation.native": ("columns as they are", "各列原样"),
    "preparation.imputed": ("missing values filled", "填补缺失"),
    "preparation.one-hot": ("one-hot", "独热编码"),
    "preparation.scaled": ("scaled", "缩放"),
    "preparation.min-max": ("min-max scaled", "最小最大缩放"),
    "scale.suitable": ("as suits each model", "按各模型所需"),
    "scale.standard": ("mean 0 and variance 1 (standard)", "均值 0、方差 1（standard）"),
    "scale.minmax": ("0 to 1 (minmax)", "0 到 1（minmax）"),
    "scale.none": ("none", "不缩放（none）"),
    "status.skipped": ("skipped", "跳过"),
    "status.failed": ("failed", "失败"),
    "unit.milliseconds": ("{value} ms", "{value} 毫秒"),
    "unit.seconds": ("{value} s", "{value} 秒"),
    "unit.minutes": ("{minutes} min {seconds} s", "{minutes} 分 {seconds} 秒"),
    "unit.range": ("{low} to {high}", "{low} 至 {high}"),
    "unit.comma": (", ", "、"),
    "unit.sentence": (" ", ""),
}
