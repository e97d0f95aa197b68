"""Sentences and labels of a comparison that is ranked by another metric than accuracy, or of a regression."""

from __future__ import annotations

# key: (English, Chinese)
TEXTS: dict[str, tuple[str, str]] = {
    "metric.rmse": ("RMSE", "均方根误差"),
    "metric.mae": ("MAE", "平均绝对误差"),
    "metric.r2": ("R²", "决定系数 R²"),
    "by.best": (
        "{model} is the best of {count} models: its {metric} on unseen rows is {score} ({level} interval "
        "{low} to {high}).",
        "在 {count} 个模型中，{model}最好：对未见过的数据，{metric}为 {score}（"
        "{level} 区间 {low} 至 {high}）。",
    ),
    "by.only": (
        "{model} has a {metric} of {score} on unseen rows ({level} interval {low} to {high}).",
        "{model}对未见过的数据，{metric}为 {score}（{level} 区间 {low} 至 {high}）。",
    ),
    "by.best_alone": (
        "{model} is the best of {count} models: its {metric} on unseen rows is {score}.",
        "在 {count} 个模型中，{model}最好：对未见过的数据，{metric}为 {score}。",
    ),
    "by.only_alone": (
        "{model} has a {metric} of {score} on unseen rows.",
        "{model}对未见过的数据，{metric}为 {score}。",
    ),
    "by.baseline_beaten": (
        "The baseline, which ignores the features, has {score}.",
        "不看特征的基线为 {score}。",
    ),
    "by.baseline_close": (
        "That is not clearly better than the {score} of the baseline, which ignores the features ({p}): "
        "the columns may say little about the target, or the rows may be too few.",
        "这并不明显好于不看特征的基线（{score}，{p}）：这些列可能几乎不含目标的信息，或者行数太少。",
    ),
    "by.tested": (
        "On the {rows} rows of {source}, seen by no model, it has {metric} {score} (baseline {guess}).",
        "在没有模型见过的 {source} 的 {rows} 行上，{metric}为 {score}（基线为 {guess}）。",
    ),
    "by.calibrated": (
        "Its probabilities are calibrated ({method}): the log-loss is {after}, and was {before} before.",
        "它的概率经过校准（{method}）：对数损失由 {before} 变为 {after}。",
    ),
    "by.calibrated_first": (
        "It has no probabilities of its own; calibration ({method}) makes some, with a log-loss of {after}.",
        "它本身不给概率；校准（{method}）由得分求出概率，对数损失为 {after}。",
    ),
    "calibration.temperature": ("temperature", "温度"),
    "calibration.offsets": ("temperature and an offset per class", "温度加各类偏移"),
    "calibration.platt": ("Platt's sigmoids", "Platt 的 S 形函数"),
    "calibration.isotonic": ("isotonic steps", "保序阶梯"),
    "by.choice": (
        "{first} has the better {metric} ({score}), but the paired test cannot distinguish the two ({p}), "
        "and {model} has the lower log-loss: its probabilities are better.",
        "{first}的{metric}更好（{score}），但配对检验分不出两者的高下（{p}），而{model}的对数损失更低：它的概率更好。",
    ),
    "by.runner_tied": (
        "The runner-up, {model} with {score}, is not significantly different on these rows ({p}): "
        "choose between them by speed or by how easily they are explained.",
        "第二名是{model}，为 {score}，在这些数据上与它分不出高下（{p}）：可按速度或是否容易解释来选。",
    ),
    "by.runner_behind": (
        "The runner-up, {model} with {score}, is worse by {difference}, more than chance explains ({p}).",
        "第二名是{model}，为 {score}，差 {difference}，超出偶然范围（{p}）。",
    ),
    "by.runner_untested": ("The runner-up is {model} with {score}.", "第二名是{model}，为 {score}。"),
    "by.runner_same": (
        "The runner-up, {model}, has the same score in every fold: the two hardly differ on this table.",
        "第二名{model}每一折的得分都与它相同：在这张表上两者几乎没有差别。",
    ),
    "by.luck": (
        "The best of several scores is a little lucky: {score} over all rows, about {corrected} on rows that "
        "had no part in the choice.",
        "多个得分中最好的总有几分运气：在全部样本上为 {score}，在未参与挑选的样本上约为 {corrected}。",
    ),
    "by.half": (
        "Half of its predictions are within {error} of the true number, nine in ten within {most}.",
        "它的预测有一半与真实值相差不超过 {error}，九成不超过 {most}。",
    ),
    "figure.r2": ("share of the variance that is explained", "得到解释的方差比例"),
    "page.quantity": (
        "{source} · {rows} rows · {features} features · a quantity",
        "{source} · {rows} 行 · {features} 个特征 · 目标为数量",
    ),
    "chart.difference_of": (
        "{model}: {difference}, {level} interval {low} to {high}",
        "{model}：{difference}，{level} 区间 {low} 至 {high}",
    ),
    "readable.linear_by": ("{model}, {metric} {score}", "{model}，{metric}为 {score}"),
    "readable.tree_by": ("{model}, {metric} {score}", "{model}，{metric}为 {score}"),
    "note.perfect_numbers": (
        "The predictions are almost perfect. Check that no column leaks the target.",
        "预测几乎完全准确。请检查是否有某一列泄露了目标。",
    ),
    # --- residuals
    "residual.heading": ("Residuals over predictions", "残差与预测值"),
    "residual.title": ("Residuals of {model}", "{model}的残差"),
    "residual.description": (
        "{shown} of {total} rows; mean residual {bias}",
        "{total} 行中的 {shown} 行；残差的平均值为 {bias}",
    ),
    "residual.across": ("Prediction", "预测值"),
    "residual.up": ("True number less prediction", "真实值减预测值"),
    "residual.deviation": ("std. dev.", "标准差"),
    "residual.none": ("no error", "无误差"),
    "residual.rows": ("{shown} of {total} rows", "{total} 行中的 {shown} 行"),
    # --- prediction intervals
    "interval.heading": ("Prediction intervals: what they hold", "预测区间：覆盖情况"),
    "interval.title": ("Intervals of {model}", "{model}的预测区间"),
    "interval.description": (
        "{level} intervals hold {held} of the numbers of rows that were not used for them; mean width "
        "{width}; an average over such rows, not a promise for each",
        "{level} 区间覆盖了未用于构造它的行中 {held} 的数值；平均宽度 {width}；"
        "这是对此类行的平均，并非对每一行的保证",
    ),
    "interval.across": ("Level of the interval", "区间的水平"),
    "interval.up": ("Share of numbers inside", "区间内数值的比例"),
    "interval.held": ("inside at {level}", "{level} 时在内"),
    # --- labels of the page that are other ones for another metric, and for a regression
    "by_metric.leaderboard_help": (
        "Models are ranked by {metric}; the difference is in its unit, from the best model. Log-loss, Brier "
        "score and cost are better when lower, the others when higher; a small p means that chance alone "
        "rarely produces a difference so large. Times are the median over the folds.",
        "模型按{metric}排名，差值为与最好模型的{metric}之差。对数损失、布里尔得分和代价越低越好，其余越高越好；"
        "p 值小表示单凭偶然很少出现这么大的差。时间为各折的中位数。",
    ),
    "by_metric.differences_caption": (
        "{metric} less that of the best model; an interval that reaches the line at 0 leaves open which "
        "model is better.",
        "{metric}减去最好模型的{metric}；区间碰到 0 处的竖线，就分不出谁更好。",
    ),
    "by_metric.folds_caption": (
        "{metric} on each test fold; the line marks the mean",
        "每个测试折的{metric}；竖线为平均值",
    ),
    "numbers.by": ("fenlei comparison of regressions", "fenlei 回归模型比较"),
    "numbers.leaderboard_help": (
        "RMSE (root mean squared error) and MAE (mean absolute error) are in the unit of the target and "
        "better when lower; R² is the share of the variance explained, better when higher. The difference is "
        "in {metric}, from the best model; a small p means that chance alone rarely produces one so large. "
        "Times are the median over the folds.",
        "均方根误差和平均绝对误差与目标同单位，越低越好；R² 是得到解释的方差比例，越高越好。差值为与最好"
        "模型的{metric}之差；p 值小表示单凭偶然很少出现这么大的差。时间为各折的中位数。",
    ),
    "numbers.details": ("Residuals", "残差"),
    "numbers.details_help": (
        "What each model leaves unexplained. A good picture has no pattern: a curve means that something is "
        "missing from the model, a funnel that errors grow with the prediction.",
        "每个模型没能解释的部分。好的图没有规律：成曲线说明模型缺了什么，成漏斗说明误差随预测值变大。",
    ),
    "numbers.linear_help": (
        "Coefficients of the scaled columns: a bar to the right raises the prediction, a bar to the left "
        "lowers it; the longer the bar, the stronger.",
        "缩放后各列的系数：向右使预测值变大，向左使预测值变小，条越长影响越大。",
    ),
    "numbers.balance": ("Distribution of the target", "目标的分布"),
    "numbers.class": ("Range", "范围"),
    "method.numbers_pooled": (
        "Residuals use one prediction per row (from the first repeat), made by a model that had not seen the "
        "row.",
        "残差由每行一次预测构成（取自第一遍），作出预测的模型没见过该行。",
    ),
    "method.fifths": (
        "Folds are drawn within fifths of the target, so that each of them has small and large numbers.",
        "各折在目标的五等分内抽取，因此每一折都有大小不同的数。",
    ),
    "method.numbers_interval_pooled": (
        "Scores are those of all tested rows together; the {level} intervals of RMSE and MAE are Student's "
        "over the rows.",
        "得分由全部测试行一起计算；均方根误差和平均绝对误差的 {level} 区间为对各行的 t 区间。",
    ),
    "method.numbers_paired_pooled": (
        "Differences from the best model are tested row by row with Student's paired t-test. The p values "
        "are not adjusted for the number of models.",
        "与最好模型之差逐行配对，用 t 检验；p 值未按模型个数校正。",
    ),
}
