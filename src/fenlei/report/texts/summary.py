"""The head of the page, the summary and the notes on the data."""

from __future__ import annotations

# key: (English, Chinese)
TEXTS: dict[str, tuple[str, str]] = {
    "notebook.progress": ("{model}: {done} of {total} folds", "{model}：第 {done} 折，共 {total} 折"),
    "page.title": ("Predicting {target}", "预测“{target}”"),
    "page.document": ("{source}: predicting {target}", "{source}：预测“{target}”"),
    "page.kicker": (
        "{source} · {rows} rows · {features} features · {classes} classes",
        "{source} · {rows} 行 · {features} 个特征 · {classes} 个类别",
    ),
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
        "The runner-up, {model} with {accuracy}, is not significantly different on these rows ({p}): "
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
        "The same holds for {count} more.",
        "另有 {count} 个模型也与它分不出高下。",
    ),
    "summary.mistake": (
        "Its most frequent mistake is predicting “{guess}” for “{truth}”: {count} of {rows} rows.",
        "它最常见的错误是把“{truth}”判成“{guess}”：{rows} 行中有 {count} 行。",
    ),
    "summary.no_mistake": (
        "It made no mistake on any of the {rows} rows.",
        "它在全部 {rows} 行上没有出错。",
    ),
    "note.missing_one": (
        "“{column}” has missing values in {share} of the rows.",
        "“{column}”有 {share} 的行缺失。",
    ),
    "note.missing": (
        "{columns} columns have missing values, most of all “{column}” ({share} of its rows).",
        "{columns} 列有缺失值，最多的是“{column}”（占 {share} 的行）。",
    ),
    "note.unused": (
        "Not used as features: {names} (identifiers, constants and free text).",
        "未用作特征：{names}（编号列、常量列和自由文本列）。",
    ),
    "note.balance": (
        "The classes are unbalanced: “{common}” has {largest} rows, “{rare}” only {smallest}. Read "
        "balanced accuracy and macro-F1 beside accuracy.",
        "类别不均衡：“{common}”有 {largest} 行，“{rare}”只有 {smallest} 行。请结合平衡准确率和宏 F1 一起看。",
    ),
    "note.rare": (
        "“{label}” has only {count} rows; results for this class are imprecise.",
        "“{label}”只有 {count} 行，有关它的结论较粗略。",
    ),
    "note.rare_many": (
        "{classes} classes have fewer than {limit} rows each, the smallest {count}; "
        "results for these classes are imprecise.",
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
        "The score is almost perfect. Check that no column leaks the target.",
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
    "note.none": ("Nothing unusual was found in the table.", "数据中未发现异常。"),
    "figure.interval": ("{level} interval {low}–{high}", "{level} 区间 {low}–{high}"),
    "figure.same": ("the same in every fold", "各折都相同"),
    "figure.baseline": ("ignores the features", "不看特征"),
    "figure.errors": ("{wrong} of {rows} rows wrong", "{rows} 行中错 {wrong} 行"),
    "figure.runner": ("{model}, {p}", "{model}，{p}"),
    "figure.points": ("{points} points", "{points} 个百分点"),
}
