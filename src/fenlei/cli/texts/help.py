"""Help of the commands and of their options."""

TEXTS: dict[str, tuple[str, str]] = {
    "help.fenlei": (
        "From a labelled table to a classifier you can trust and explain.",
        "从带标签的表格到可信、可解释的分类器。",
    ),
    "help.compare": (
        "Compare models on a table; write a report and the best model.",
        "在一张表格上比较各种模型；写出报告和最好的模型。",
    ),
    "help.train": ("Train one model on all rows and save it.", "用全部行训练一个模型并保存。"),
    "help.predict": (
        "Predict the class or number of each row; columns are appended to the input.",
        "预测每一行的类别或数值；结果列附加在输入之后。",
    ),
    "help.evaluate": (
        "Score a saved model, or compare two, on labelled rows.",
        "用带标签的行评估已保存的模型，或比较两个模型。",
    ),
    "help.explain": (
        "Show the working of one prediction, or of the fit, in the book's terms.",
        "按教材的方式给出一次预测或拟合的推导过程。",
    ),
    "help.serve": (
        "Serve a saved model over HTTP on this machine: rows in, classes and probabilities out.",
        "在本机以 HTTP 提供已保存的模型：输入行，返回类别和概率。",
    ),
    "help.host": (
        "The address to listen at; any but this machine's own needs a token.",
        "监听的地址；除本机外均须有口令。",
    ),
    "help.port": ("The port to listen at; 0 takes any free one.", "监听的端口；0 表示任选一个空闲端口。"),
    "help.token": (
        "A secret of at least 16 letters that every request has to send.",
        "每个请求都须发送的口令，至少 16 个字符。",
    ),
    "help.max_rows": ("Most rows of a request.", "每个请求最多的行数。"),
    "help.max_bytes": ("Most bytes of a request.", "每个请求最多的字节数。"),
    "help.max_seconds": (
        "Most seconds for a request to arrive, and again to be answered.",
        "接收一个请求、以及给出回答的最长秒数。",
    ),
    "help.studio": (
        "Open one local page: see the data, compare models, understand them, decide, take everything away.",
        "打开一个本机页面：查看数据、比较模型、理解模型、作出决策、带走结果。",
    ),
    "help.studio_data": (
        "A file, the name of a bundled data set, the folder of an earlier comparison, or a model file.",
        "文件、内置数据集的名称、先前比较的文件夹，或模型文件。",
    ),
    "help.studio_port": (
        "The port on 127.0.0.1; 0 takes any free one.",
        "127.0.0.1 上的端口；0 表示任选一个空闲端口。",
    ),
    "help.no_browser": ("Only show the address.", "只显示地址，不打开浏览器。"),
    "help.max_upload": (
        "The largest file that the page may send.",
        "页面可上传的最大文件。",
    ),
    "help.studio_memory": (
        "What the table and the models on the page may take of the memory.",
        "页面上的数据表和模型可占用的内存。",
    ),
    "help.completion": (
        'Print the script that completes commands and options: eval "$(fenlei completion bash)".',
        '打印用于补全命令和选项的脚本：eval "$(fenlei completion bash)"。',
    ),
    "help.shell": ("The shell.", "所用的 shell。"),
    "help.export": (
        "Write a model as an ONNX file for other programs, or a comparison as a Python script.",
        "把模型写成供其他程序使用的 ONNX 文件，或把一次比较写成 Python 脚本。",
    ),
    "help.export_source": (
        "A saved model; with --python, the result.json of a comparison or its folder.",
        "已保存的模型；用 --python 时为一次比较的 result.json 或其文件夹。",
    ),
    "help.intervals": (
        "Also make prediction intervals of a regression; scaled is the usual way.",
        "同时为回归给出预测区间；通常用 scaled。",
    ),
    "help.interval": (
        "Append prediction intervals that hold this share of the numbers on average.",
        "附加预测区间，平均而言覆盖这一比例的数值。",
    ),
    "help.onnx": ("The ONNX file to write.", "要写出的 ONNX 文件。"),
    "help.float32": ("Numbers come and go as float32.", "数值以 float32 输入和输出。"),
    "help.from": (
        "What the file takes: columns of the table, or rows as the estimator takes them.",
        "文件的输入：表格的各列，或估计器所用的行。",
    ),
    "help.export_data": (
        "Rows to compare both on; by default those of the training, if they can be read.",
        "用于对比的行；默认为训练所用的行（如仍可读取）。",
    ),
    "help.python": ("Write a script that repeats the comparison.", "写出重复该次比较的脚本。"),
    "help.out_script": ("The script; standard output without it.", "脚本文件；省略则写到标准输出。"),
    "help.exercise": (
        "Make an exercise for a class, or its answers with the full working.",
        "为课堂出一道练习，或给出附完整推导的答案。",
    ),
    "help.exercise_kind": (
        "Its name, for example id3, naive_bayes, fisher; without it the kinds are listed.",
        "练习名称，例如 id3、naive_bayes、fisher；省略则列出所有练习。",
    ),
    "help.exercise_rows": (
        "Rows of the table; each kind has a usual number.",
        "表格的行数；每种练习有默认值。",
    ),
    "help.exercise_seed": (
        "Another seed gives another exercise; the same one the same, on any machine.",
        "换一个种子得到另一道练习；种子相同，在任何机器上都得到同一道。",
    ),
    "help.answers": (
        "The answer sheet with the full working, instead of the exercise.",
        "改为给出附完整推导的答案。",
    ),
    "help.as_html": ("As an HTML page that needs nothing else.", "写成自成一体的 HTML 页面。"),
    "help.as_latex": ("As a LaTeX document.", "写成 LaTeX 文档。"),
    "help.exercise_json": (
        "As JSON: the exercise, its answers and the working.",
        "写成 JSON：练习、答案和推导。",
    ),
    "help.out_sheet": (
        "Write to this file, replaced if it exists, instead of to the terminal.",
        "写入此文件（已存在则替换），而不是终端。",
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
    "help.score": (
        "Show how good the model is on DATA instead: the scores, written out.",
        "改为给出模型在 DATA 上的评价指标及其计算过程。",
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
    "help.model_and_data": (
        "A second model to compare with, if any, and the labelled rows: a file, or the name of a data set.",
        "要比较的第二个模型（可省略），以及带标签的行：文件或内置数据集的名称。",
    ),
    "help.model_file": ("A model file (.fenlei).", "模型文件（.fenlei）。"),
    "help.target": (
        "The column to predict; default: the data set's own, or the last column if it holds names.",
        "要预测的列；默认为数据集自带的目标列，或最后一列（若为类别）。",
    ),
    "help.metric": (
        "What models are ranked, tuned and saved by: accuracy, balanced_accuracy, macro_f1, auc or log_loss; "
        "rmse, mae or r2 of a quantity.",
        "模型排名、调参和保存所依据的指标：accuracy、balanced_accuracy、macro_f1、auc 或 log_loss；"
        "数量则为 rmse、mae 或 r2。",
    ),
    "help.class_weight": (
        "Weights of rows by their class, in fits and decisions: balanced, or numbers such as yes=5,no=1.",
        "按类别给各行的权重，用于训练和判决：balanced，或各类别的数值，如 yes=5。",
    ),
    "help.compare_costs": (
        "Table of costs (first column: actions; the others: classes): models are ranked by the mean cost of "
        "their decisions.",
        "代价表（第一列为决策，其余各列为类别）：按判决的平均代价给模型排名。",
    ),
    "help.test": (
        "Other rows with the target, to score the best model and the baseline on, once.",
        "另外的带目标列的行，用来给最好的模型和基线各打一次分。",
    ),
    "help.group": (
        "Rows with the same value in this column are trained on or tested together; it is no feature.",
        "此列取值相同的行只会一起用于训练或一起用于测试；该列不作为特征。",
    ),
    "help.time": (
        "Test forward in time by this column of dates or numbers: each span by models fitted to the rows "
        "before it.",
        "按此日期或数值列沿时间向前测试：每一段由以其之前的行训练的模型来测试。",
    ),
    "help.no_calibrate": (
        "Leave scores and decisions as the models make them; by default every classifier has calibrated "
        "probabilities.",
        "得分与判决保持模型原样；默认校准每个分类器的概率。",
    ),
    "help.task": (
        "Whether the target has classes or is a quantity; default: decimals, and many different numbers, "
        "are a quantity.",
        "目标是类别还是数量；默认把许多不同的数或小数当作数量。",
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
        "Choose each model's main parameters from a small grid, inside the training rows.",
        "在训练行内部从小网格中选择每个模型的主要参数。",
    ),
    "help.budget": (
        "Time to spend, such as 90s, 10m or 2h; the cheapest models first, the others are skipped.",
        "时间预算，例如 90s、10m、2h；先运行最快的模型，其余跳过。",
    ),
    "help.sums": ("Files that `fenlei summarise` wrote.", "由 `fenlei summarise` 写出的文件。"),
    "help.out_sums": ("The file for the sums.", "写出和的文件。"),
    "help.like": (
        "The model file that all sites use: its columns, preparation, parameters and classes.",
        "所有站点共用的模型文件：使用其中的列、预处理、参数和类别。",
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
    "help.text": ("Columns of free text, used by their words.", "按词使用的自由文本列。"),
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
    "help.json_lines": (
        "Print a line of JSON after each fold, and the result as the last line.",
        "每完成一折输出一行 JSON，最后一行为结果。",
    ),
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
}
