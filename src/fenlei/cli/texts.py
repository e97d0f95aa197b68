"""Every text of the command line, in English and Chinese; errors are worded in `fenlei.errors`."""

from __future__ import annotations

from fenlei.messages import counted, wording

# key: (English, Chinese)
TEXTS: dict[str, tuple[str, str]] = {
    # --- help
    "help.fenlei": (
        "From a labelled table to a classifier you can trust and explain.",
        "从带标签的表格到可信、可解释的分类器。",
    ),
    "help.compare": (
        "Compare classifiers on a table; write a report and the best model.",
        "在一张表格上比较分类器；写出报告和最好的模型。",
    ),
    "help.train": ("Train one model on all rows and save it.", "用全部行训练一个模型并保存。"),
    "help.predict": (
        "Predict the class or number of each row; columns are appended to the input.",
        "预测每一行的类别或数值；结果列附加在输入之后。",
    ),
    "help.evaluate": ("Score a saved model on labelled rows.", "用带标签的行评估已保存的模型。"),
    "help.explain": (
        "Show the working of one prediction, or of the fit, in the book's terms.",
        "按教材的方式给出一次预测或拟合的推导过程。",
    ),
    "help.tables": (
        "Print the probability tables of a Bayes classifier (bayes_classifier, categorical_nb, mixed_nb).",
        "打印贝叶斯分类器（bayes_classifier、categorical_nb、mixed_nb）的概率表。",
    ),
    "help.row": (
        "Number of the row to explain; the first after the header is 1.",
        "要解释的行号；表头之后的第一行为 1。",
    ),
    "help.fit": (
        "Show how the model was fitted instead; DATA holds its training rows.",
        "改为给出模型的拟合过程；DATA 为其训练数据。",
    ),
    "help.node": (
        "With --fit, of a tree: the node whose split is worked out, 0 for the root.",
        "与 --fit 同用，对决策树：给出哪个结点的划分，0 为根结点。",
    ),
    "help.latex": (
        "Write a LaTeX document instead, replaced if it exists.",
        "改为写入 LaTeX 文件，已存在则替换。",
    ),
    "help.digits": ("Digits of the numbers that are shown.", "显示的有效数字位数。"),
    "help.html": (
        "Write the explanation to an HTML file instead, replaced if it exists.",
        "改为写入 HTML 文件，已存在则替换。",
    ),
    "help.reduce": (
        "Find coordinates of all rows in few dimensions, with a picture.",
        "求所有行的低维坐标，并画图。",
    ),
    "help.cluster": (
        "Find the cluster of every row, with a picture.",
        "求每一行所属的簇，并画图。",
    ),
    "help.method": (
        "Its name, for example pca, mds, isomap, lle, tsne; see `fenlei models`.",
        "方法名称，例如 pca、mds、isomap、lle、tsne；见 `fenlei models`。",
    ),
    "help.cluster_method": (
        "Its name, for example kmeans, gaussian_mixture, agglomerative; see `fenlei models`.",
        "方法名称，例如 kmeans、gaussian_mixture、agglomerative；见 `fenlei models`。",
    ),
    "help.models": ("List the models and methods by name.", "按名称列出模型和方法。"),
    "column.kind": ("kind", "类型"),
    "column.label": ("what it is", "说明"),
    "column.use": ("used by", "用于"),
    "kind.classifier": ("classifier", "分类"),
    "kind.regressor": ("regression", "回归"),
    "kind.transformer": ("reduction", "降维"),
    "kind.clusterer": ("clustering", "聚类"),
    "help.components": ("Number of dimensions to find.", "要求的维数。"),
    "help.clusters": ("Number of clusters to find.", "要求的簇数。"),
    "help.any_target": (
        "A column with classes, which colours the picture and takes no part but for lda.",
        "类别所在的列，用于给图着色；除 lda 外不参与计算。",
    ),
    "help.out_structure": (
        "Folder for the rows with their new columns and for the picture; default: fenlei-<data>.",
        "存放附加新列的数据和图片的文件夹；默认：fenlei-<数据名>。",
    ),
    "help.datasets": (
        "List the bundled data sets, show one, or save it.",
        "列出内置数据集，查看或保存其中一个。",
    ),
    "help.data": (
        "A CSV, TSV, JSON lines, Excel, Parquet, Feather or ARFF file, - for standard input, or the name "
        "of a bundled data set.",
        "CSV、TSV、JSON 行、Excel、Parquet、Feather 或 ARFF 文件，- 表示标准输入，或内置数据集的名称。",
    ),
    "help.model_file": ("A model file (.fenlei).", "模型文件（.fenlei）。"),
    "help.target": (
        "The column to predict; default: the data set's own, or the last column if it holds names.",
        "要预测的列；默认为数据集自带的目标列，或最后一列（若为类别）。",
    ),
    "help.true_target": (
        "The column with the true classes or numbers; default: the one the model was trained on.",
        "真实类别或数值所在的列；默认为训练时的目标列。",
    ),
    "help.model_names": (
        "Names of models, separated by commas; default: all that suit the table.",
        "模型名称，用逗号分隔；默认为适用于此表格的全部模型。",
    ),
    "help.folds": (
        "Number of folds, or loo for leave-one-out; default: 10 below 2000 rows, else 5.",
        "折数，或 loo（留一法）；2000 行以下默认 10，否则 5。",
    ),
    "help.test_size": (
        "Instead of folds: the share of the rows to test, or their number, drawn as by "
        "scikit-learn's train_test_split.",
        "不用折，而留出这一比例（或行数）的行用于测试，抽取方式同 scikit-learn 的 train_test_split。",
    ),
    "help.stratify": ("Draw the rows of --test-size class by class.", "按类别分层抽取 --test-size 的行。"),
    "help.no_shuffle": (
        "Take the rows in their order: folds as by cv=N in scikit-learn; of --test-size the last rows.",
        "按行的次序划分：各折同 scikit-learn 的 cv=N；--test-size 取最后的行。",
    ),
    "help.scale": (
        "How numbers are scaled: to mean 0 and variance 1, to 0..1, or not; default: as suits the model.",
        "数值的缩放：均值 0 方差 1、0 到 1、或不缩放；默认按模型所需。",
    ),
    "help.repeats": ("How often to repeat with another shuffle.", "以不同的随机划分重复的次数。"),
    "help.seed": ("Equal seeds give equal results.", "随机种子；种子相同则结果相同。"),
    "help.tune": (
        "Choose each model's main parameter from a small grid, inside the training rows.",
        "在训练行内部从小网格中选择每个模型的主要参数。",
    ),
    "help.budget": (
        "Time to spend, such as 90s, 10m or 2h; the cheapest models first, the others are skipped.",
        "时间预算，例如 90s、10m、2h；先运行最快的模型，其余跳过。",
    ),
    "help.memory": (
        "Memory for the fits, such as 500m or 2g; others are skipped; default: 3/4 of what is free.",
        "训练可用的内存，例如 500m、2g；需要更多的模型将跳过。默认为空闲内存的四分之三。",
    ),
    "help.jobs": (
        "Number of cores to use; default: all. The result does not depend on it.",
        "使用的核数；默认为全部。结果与核数无关。",
    ),
    "help.out_folder": (
        "Folder for the report, the result and the best model; a stopped run continues from there. "
        "Default: fenlei-<data>.",
        "存放报告、结果和最好模型的文件夹；中断的运行可由此继续。默认：fenlei-<数据名>。",
    ),
    "help.out_model": (
        "The model file to write (.fenlei); replaced if it exists.",
        "要写出的模型文件（.fenlei）；已存在则替换。",
    ),
    "help.out_rows": (
        "The file to write (.csv, .tsv or .parquet), replaced if it exists; default: CSV on standard output.",
        "要写出的文件（.csv、.tsv 或 .parquet），已存在则替换；默认以 CSV 写到标准输出。",
    ),
    "help.save": (
        "Write the data set to a file (.csv, .tsv or .parquet), replaced if it exists.",
        "将数据集写入文件（.csv、.tsv 或 .parquet），已存在则替换。",
    ),
    "help.nominal": ("Columns to read as nominal, separated by commas.", "按名义读取的列，用逗号分隔。"),
    "help.numeric": ("Columns to read as numbers, separated by commas.", "按数值读取的列，用逗号分隔。"),
    "help.drop": ("Columns to leave out, separated by commas.", "要去掉的列，用逗号分隔。"),
    "help.id": ("Columns that only name the row, separated by commas.", "仅为行编号的列，用逗号分隔。"),
    "help.missing": (
        "Words that stand for a missing value, separated by commas, in place of the usual (?, NA, NaN, ...).",
        "表示缺失值的词，用逗号分隔，取代默认的词（'?'、NA、NaN、null、未知等）。",
    ),
    "help.date": ("Columns that hold dates.", "日期列。"),
    "help.encoding": ("Encoding of a text file; default: detected.", "文本文件的编码；默认自动检测。"),
    "help.delimiter": (
        "What separates values in a text file: one character, tab or space; default: detected.",
        "文本文件中各值之间的分隔符：一个字符，或 tab（制表符）、space（空格）；默认自动检测。",
    ),
    "help.model": (
        "The model's name, for example lda, or linear_regression for numbers.",
        "模型名称，例如 lda；预测数值时如 linear_regression。",
    ),
    "help.param": (
        "A parameter of the model as name=value; may be repeated.",
        "模型参数，形如 名称=值；可多次给出。",
    ),
    "help.model_param": (
        "A parameter of one of the models as model.name=value; of a single model name=value will do.",
        "某个模型的参数，形如 模型.名称=值；只有一个模型时 名称=值 即可。",
    ),
    "help.costs": (
        "Table of costs: the first column names the actions, the others the classes.",
        "代价表：第一列为决策，其余各列为类别。",
    ),
    "help.reject_cost": (
        "Cost of rejecting a row; it is rejected where that is cheaper than any class.",
        "拒识的代价；当拒识比任何类别更便宜时拒识该行。",
    ),
    "help.proba": ("Append the probability of each class, too.", "同时附加每个类别的概率。"),
    "help.name": ("Name of a data set.", "数据集名称。"),
    "help.json": ("Print one JSON document instead of text.", "输出一个 JSON 文档而不是文字。"),
    "help.lang": ("Language of all texts.", "所有文字的语言。"),
    "help.quiet": ("No progress and no notes.", "不显示进度和说明。"),
    "help.version": ("Print the version and exit.", "显示版本后退出。"),
    "help.help": ("Show this message and exit.", "显示本帮助后退出。"),
    "help.usage": ("Usage: {usage}", "用法：{usage}"),
    "help.some_options": ("[OPTIONS]", "[选项]"),
    "help.some_command": ("COMMAND ...", "命令 ..."),
    "help.required": ("required", "必需"),
    "help.default": ("default: {value}", "默认：{value}"),
    "help.variable": ("environment variable: {name}", "环境变量：{name}"),
    "panel.arguments": ("Arguments", "参数"),
    "panel.options": ("Options", "选项"),
    "panel.commands": ("Commands", "命令"),
    "help.warm-up": (
        "Compile all numerical kernels now, on all cores, so that no first fit waits.",
        "现在就用全部核编译所有数值内核，使首次拟合无需等待。",
    ),
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
        "{model}: accuracy {accuracy:.3f} ({done} of {total} folds)",
        "{model}：准确率 {accuracy:.3f}（已完成 {done}/{total} 折）",
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
    "compare.plan": (
        "{split}, seed {seed}; intervals at {level:.0%}",
        "{split}，种子 {seed}；区间置信度 {level:.0%}",
    ),
    "split.folds": (
        "{folds} stratified folds, {repeats} repeats",
        "{folds} 折分层交叉验证，重复 {repeats} 次",
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
    "compare.none": (
        "No model could be finished; the reasons are in the report.",
        "没有模型能够完成；原因见报告。",
    ),
    "compare.not_better": (
        "The best model is no more accurate than the baseline.",
        "最好的模型并不比基线更准确。",
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
    "column.log_loss": ("log-loss", "对数损失"),
    "column.fit": ("fit", "训练"),
    "column.predict": ("predict", "预测"),
    "column.p": ("p vs best", "p（对最好）"),
    # --- train, predict, evaluate
    "train.done": (
        "{model}, trained on {rows} rows: {path}",
        "{model}，用 {rows} 行训练：{path}",
    ),
    "predict.done": ("{rows} rows: {path}", "{rows} 行：{path}"),
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
    "column.mean_squared_error": ("mean squared error", "均方误差"),
    "column.root_mean_squared_error": ("root mean squared error", "均方根误差"),
    "column.mean_absolute_error": ("mean absolute error", "平均绝对误差"),
    "column.r2": ("R²", "决定系数 R²"),
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
}


def text(key: str, lang: str = "en", /, **facts: object) -> str:
    """The text of `key` in `lang`, filled with `facts`."""
    filled = wording(TEXTS, key, lang, **facts)
    return filled if lang == "zh" else counted(filled)
