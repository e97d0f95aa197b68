"""Faults, progress and results."""

TEXTS: dict[str, tuple[str, str]] = {
    # --- faults
    "fault.internal": (
        "Internal fault ({kind}: {message}); please report; run with FENLEI_DEBUG=1 for the traceback.",
        "内部错误（{kind}：{message}）；请报告此问题，并设置 FENLEI_DEBUG=1 重新运行以查看详细信息。",
    ),
    "fault.memory": (
        "There is not enough memory for this table; use fewer rows or columns, or a larger machine.",
        "内存不足以处理此表格；请减少行或列，或换用更大的机器。",
    ),
    "fault.full": (
        "Standard output cannot be written: there is no space left; free some space or write elsewhere.",
        "无法写到标准输出：空间已满；请释放空间或写到别处。",
    ),
    "fault.stopped": ("Stopped.", "已停止。"),
    "usage.no_option": (
        "There is no option {name}; see `{command} --help`.",
        "没有选项 {name}；见 `{command} --help`。",
    ),
    "usage.misspelt_option": (
        "There is no option {name}; did you mean {nearest}? See `{command} --help`.",
        "没有选项 {name}；是否想用 {nearest}？见 `{command} --help`。",
    ),
    "usage.missing": ("{name} is missing; see `{command} --help`.", "缺少 {name}；见 `{command} --help`。"),
    "usage.value": (
        "{name} has a value that is not accepted: {given}; give {accepted}; see `{command} --help`.",
        "{name} 的值无效：{given}；可用值：{accepted}；见 `{command} --help`。",
    ),
    "usage.needs_value": ("{name} has no value; give one after it.", "{name} 后缺少值；请在其后给出值。"),
    "usage.no_value": ("{name} takes no value; write it alone.", "{name} 不带值；请单独书写。"),
    "usage.extra": (
        "There is one argument too many, or more: {extra}; see `{command} --help`.",
        "多余的参数：{extra}；见 `{command} --help`。",
    ),
    "usage.other": ("{message}; see `{command} --help`.", "用法有误：{message}；见 `{command} --help`。"),
    # --- progress
    "progress.resumed": (
        "resumed: {resumed} of {total} folds were already done",
        "继续运行：{total} 折中已有 {resumed} 折完成",
    ),
    "progress.fold": ("{model}: {done} of {total} folds", "{model}：已完成 {done}/{total} 折"),
    "progress.model": (
        "{model}: {metric} {score} ({done} of {total} folds)",
        "{model}：{metric} {score}（已完成 {done}/{total} 折）",
    ),
    "warm_up.model": (
        "{name}: {compiled} kernels in {seconds:.1f} s ({done} of {total})",
        "{name}：编译 {compiled} 个内核，{seconds:.1f} 秒（{done}/{total}）",
    ),
    "warm_up.done": (
        "{kernels} kernels compiled for {models} models in {seconds:.0f} s: {directory}",
        "已为 {models} 个模型编译 {kernels} 个内核，用时 {seconds:.0f} 秒：{directory}",
    ),
    "warm_up.not_kept": (
        "{kernels} kernels compiled for {models} models in {seconds:.0f} s, but not kept: there is no "
        "directory that only you can write to; set FENLEI_CACHE_DIR to one.",
        "已为 {models} 个模型编译 {kernels} 个内核，用时 {seconds:.0f} 秒，但未能保存：没有只有您可写的目录；"
        "请将 FENLEI_CACHE_DIR 设为这样的目录。",
    ),
    # --- compare
    "compare.data": (
        "{source}: {rows} rows, {features} features, {classes} classes of {target}",
        "{source}：{rows} 行，{features} 个特征，目标 {target} 有 {classes} 个类别",
    ),
    "compare.quantity": (
        "{source}: {rows} rows, {features} features, quantity {target} from {low} to {high} (regression)",
        "{source}：{rows} 行，{features} 个特征，目标 {target} 为数量，从 {low} 到 {high}（回归）",
    ),
    "compare.plan": (
        "{split}, seed {seed}; intervals at {level:.0%}",
        "{split}，种子 {seed}；区间置信度 {level:.0%}",
    ),
    "split.folds": (
        "{folds} stratified folds, {repeats} repeats",
        "{folds} 折分层交叉验证，重复 {repeats} 次",
    ),
    "split.groups": (
        "{folds} folds of whole groups ({by}), {repeats} repeats",
        "按组（{by}）划分 {folds} 折，重复 {repeats} 次",
    ),
    "split.forward": (
        "{folds} spans of time ({by}), each tested by the rows before it",
        "按时间（{by}）分 {folds} 段，每段由其之前的行测试",
    ),
    "split.loo": ("leave-one-out, {folds} fits", "留一法，训练 {folds} 次"),
    "split.holdout": (
        "hold-out, test size {size}, {repeats} repeats",
        "留出法，测试比例或行数 {size}，重复 {repeats} 次",
    ),
    "split.stratified": ("stratified", "分层"),
    "split.in_order": ("in the order of the rows", "按行的次序"),
    "compare.scale": ("scaling of numbers: {how}", "数值的缩放：{how}"),
    "scale.standard": ("standard (mean 0, variance 1)", "standard（均值 0、方差 1）"),
    "scale.minmax": ("minmax (0 to 1)", "minmax（0 到 1）"),
    "scale.none": ("none", "none（不缩放）"),
    "scale.suitable": (
        "standard for {names}; none for the others",
        "{names} 用 standard（均值 0、方差 1）；其余不缩放",
    ),
    "compare.stopped": (
        "Stopped; finished folds are kept in {folder}: run the same command again to continue.",
        "已停止；完成的折保存在 {folder} 中：再次运行相同的命令即可继续。",
    ),
    "compare.best": ("Best: {label} ({name})", "最好：{label}（{name}）"),
    "compare.test": (
        "On {source}, {rows} rows that no model had seen, {model} has (the baseline in brackets): {scores}",
        "在没有模型见过的 {source} 的 {rows} 行上，{model} 的得分（括号内为基线）：{scores}",
    ),
    "compare.none": (
        "No model could be finished; the reasons are in the report.",
        "没有模型能够完成；原因见报告。",
    ),
    "compare.choice": (
        "{first} has the better {metric}, but the paired test cannot distinguish them, and {best} has the "
        "lower log-loss.",
        "{first} 的{metric}更好，但配对检验分不出两者的高下，而 {best} 的对数损失更低。",
    ),
    "compare.luck": (
        "The best score is a little lucky: {score} here, about {corrected} on rows that had no part in "
        "the choice.",
        "最好的得分有几分运气：此处为 {score}，在未参与挑选的样本上约为 {corrected}。",
    ),
    "compare.not_better": (
        "The best model is no more accurate than the baseline.",
        "最好的模型并不比基线更准确。",
    ),
    "compare.not_better_by": (
        "The best model is no better than the baseline ({metric}).",
        "最好的模型并不比基线更好（按{metric}）。",
    ),
    "compare.skipped": ("skipped {name}: {reason}", "跳过 {name}：{reason}"),
    "compare.failed": ("failed {name}: {reason}", "失败 {name}：{reason}"),
    "note": ("note: {note}", "说明：{note}"),
    "note.model": ("note on {name}: {note}", "关于 {name} 的说明：{note}"),
    "compare.more_columns": ("... and {count} more lines, see the report", "... 另有 {count} 行，见报告"),
    "structure.data": ("{source}: {rows} rows, {method}", "{source}：{rows} 行，{method}"),
    "picture.rows": ("Rows by {method}", "{method} 的结果"),
    "picture.clusters": ("Clusters by {method}", "{method} 的聚类"),
    "picture.component": ("principal component {number}", "第 {number} 主成分"),
    "fact.components": ("dimensions", "维数"),
    "fact.variances": ("variances", "方差"),
    "fact.explained": ("share of the variance", "方差贡献率"),
    "fact.stress": ("stress", "应力"),
    "fact.kl_divergence": ("Kullback-Leibler divergence", "KL 散度"),
    "fact.reconstruction_error": ("reconstruction error", "重构误差"),
    "fact.heights": ("heights of the last merges", "最后几次合并的高度"),
    "fact.inertia": ("sum of squares in the clusters", "簇内平方和"),
    "fact.log_likelihood": ("mean log-likelihood", "平均对数似然"),
    "fact.sizes": ("rows of the clusters", "各簇行数"),
    "fact.silhouette": ("silhouette", "轮廓系数"),
    "fact.adjusted_rand": ("agreement with the target (adjusted Rand)", "与目标列的一致性（调整兰德指数）"),
    "file.rows": ("rows", "数据"),
    "file.picture": ("picture", "图片"),
    "file.report": ("report", "报告"),
    "file.result": ("result", "结果"),
    "file.model": ("model", "模型"),
    "column.model": ("model", "模型"),
    "column.accuracy": ("accuracy", "准确率"),
    "column.balanced_accuracy": ("balanced", "平衡准确率"),
    "column.macro_f1": ("macro-F1", "宏 F1"),
    "column.auc": ("AUC", "AUC"),
    "column.cost": ("cost", "代价"),
    "column.log_loss": ("log-loss", "对数损失"),
    "column.fit": ("fit", "训练"),
    "column.predict": ("predict", "预测"),
    "column.p": ("p vs best", "p（对最好）"),
    # --- train, predict, evaluate
    "train.done": (
        "{model}, trained on {rows} rows: {path}",
        "{model}，用 {rows} 行训练：{path}",
    ),
    "serve.ready": (
        "{address}: send rows to /predict; Ctrl-C ends the service.",
        "{address}：把行发送到 /predict；按 Ctrl-C 结束服务。",
    ),
    "studio.ready": (
        "Studio: {address} (its state is in {folder}; Ctrl-C ends it)",
        "Studio：{address}（状态保存在 {folder}；按 Ctrl-C 结束）",
    ),
    "sites.summed": ("{model}: sums of {rows} rows: {file}", "{model}：{rows} 行之和：{file}"),
    "sites.merged": (
        "{model}, from the sums of {rows} rows at {sites} sites: {file}",
        "{model}，由 {sites} 个站点的 {rows} 行之和得到：{file}",
    ),
    "sites.privacy": (
        "sums hide rows, but this is not differential privacy: sums of two nearly equal tables can tell",
        "求和隐藏了各行，但这不是差分隐私：由两组几乎相同的行之和可以得知其差别",
    ),
    "progress.pass": (
        "{name}, pass {number}, {rate:.0f} MB/s, {left:.0f} s left",
        "{name}，第 {number} 遍，每秒 {rate:.0f} MB，还需 {left:.0f} 秒",
    ),
    "predict.kept": (
        "parts of an earlier run that are kept: {parts} ({path})",
        "保留先前运行的部分：{parts}（{path}）",
    ),
    "predict.done": ("{rows} rows: {path}", "{rows} 行：{path}"),
    "exercise.done": ("exercise: {path}", "练习：{path}"),
    "column.exercise": ("exercise", "练习"),
    "explain.done": ("explanation: {path}", "解释：{path}"),
    "evaluate.data": (
        "{source}: {rows} rows, target {target}",
        "{source}：{rows} 行，目标 {target}",
    ),
    "evaluate.interval": (
        "accuracy at {level:.0%}: {low:.4f} to {high:.4f}",
        "准确率的 {level:.0%} 区间：{low:.4f} 至 {high:.4f}",
    ),
    "evaluate.decisions": (
        "decisions at the least expected cost; mean cost {cost:.4f}",
        "按最小期望代价的决策；平均代价 {cost:.4f}",
    ),
    "column.action": ("action", "决策"),
    "evaluate.confusion": ("rows: true class; columns: predicted class", "行：真实类别；列：预测类别"),
    "evaluate.too_many": (
        "{classes} classes; the confusion matrix is in --json.",
        "共 {classes} 个类别；混淆矩阵见 --json。",
    ),
    "pair.interval": ("{level:.0%} interval", "{level:.0%} 区间"),
    "pair.only": (
        "rows that only A gets right: {first}; only B: {second}",
        "仅 A 正确的行：{first}；仅 B 正确的行：{second}",
    ),
    "column.mean_squared_error": ("mean squared error", "均方误差"),
    "column.root_mean_squared_error": ("root mean squared error", "均方根误差"),
    "column.mean_absolute_error": ("mean absolute error", "平均绝对误差"),
    "column.r2": ("R²", "决定系数 R²"),
    "column.rmse": ("RMSE", "均方根误差"),
    "column.mae": ("MAE", "平均绝对误差"),
    "column.score": ("score", "指标"),
    "column.value": ("value", "值"),
    "column.class": ("class", "类别"),
    "column.precision": ("precision", "查准率"),
    "column.recall": ("recall", "查全率"),
    "column.f1": ("F1", "F1"),
    "column.rows": ("rows", "行数"),
    # --- datasets
    "column.name": ("name", "名称"),
    "column.features": ("features", "特征"),
    "column.classes": ("classes", "类别数"),
    "column.title": ("title", "标题"),
    "datasets.saved": ("{name}: {rows} rows written to {path}", "{name}：已将 {rows} 行写入 {path}"),
    "evaluate.coverage": (
        "{level:.0%} intervals: they hold {coverage:.1%} of the numbers, mean width {mean_width}; this is an "
        "average over rows like those of the training, not a promise for each row.",
        "{level:.0%} 区间：覆盖了 {coverage:.1%} 的数值，平均宽度 {mean_width}；"
        "这是对与训练数据同类的行的平均，并非对每一行的保证。",
    ),
    # --- export
    "export.done": ("{path}: {model}, {bytes} bytes", "{path}：{model}，{bytes} 字节"),
    "export.compared": (
        "onnxruntime on {rows} rows: {labels} labels differ, largest difference {difference:.2g}",
        "用 onnxruntime 在 {rows} 行上对比：{labels} 个标签不同，最大差异 {difference:.2g}",
    ),
    "export.no_runtime": (
        "The package onnxruntime is not installed, so the file was not compared with the model.",
        "未安装 onnxruntime，因此没有把文件与模型对比。",
    ),
    "export.no_rows": (
        "The training rows cannot be read, so the file was not compared; give rows with --data.",
        "训练所用的行无法读取，因此没有把文件与模型对比；请用 --data 给出行。",
    ),
    "export.not_prepared": (
        "The file takes prepared rows, so it was not compared on a table.",
        "该文件的输入是预处理后的行，因此没有用表格对比。",
    ),
    "export.script": ("The script is in {path}.", "脚本已写入 {path}。"),
}
