"""Sentences about the command line, engines and work folders: key: (English, Chinese)."""

MESSAGES = {
    "cli.same_file": (
        "{path}: this is the input of the command, which would be overwritten; give another path.",
        "{path}：这是命令的输入文件，写入会将其覆盖；请换一个路径。",
    ),
    "cli.model_suffix": (
        "{path}: a model is written to a file whose name ends in .fenlei; give {better!r}.",
        "{path}：模型文件名应以 .fenlei 结尾；请改用 {better!r}。",
    ),
    "cli.names": (
        "--{option}: the list of names cannot be read ({reason}); separate names by commas, and write one that contains a "
        "comma in double quotes.",
        "--{option}：无法读取名称列表（{reason}）；请用逗号分隔名称，含逗号的名称写在双引号中。",
    ),
    "cli.param": (
        "--param {given!r} is not accepted; write it as name=value, for example --param alpha=0.5.",
        "--param {given!r} 无效；请写成 名称=值，例如 --param alpha=0.5。",
    ),
    "cli.param_model": (
        "--param {given!r} does not say of which model; write model.name=value, for example logistic_regression.C=inf.",
        "--param {given!r} 没有指明模型；请写成 模型.名称=值，例如 logistic_regression.C=inf。",
    ),
    "cli.folds": (
        "--folds has a value that is not accepted: {given!r}; give a whole number of at least 2, or loo for leave-one-out.",
        "--folds 的值无效：{given!r}；请给出不小于 2 的整数，或 loo（留一法）。",
    ),
    "cli.suffix": (
        "{path}: rows cannot be written to a file of this kind; end its name in one of: {accepted}.",
        "{path}：不能写出这种文件；文件名应以下列之一结尾：{accepted}。",
    ),
    "cli.command": (
        "There is no command {name!r}; did you mean {nearest!r}? See `fenlei --help`.",
        "没有命令 {name!r}；是否想用 {nearest!r}？见 `fenlei --help`。",
    ),
    "cli.save_what": (
        "--save {path} needs the name of a data set; see `fenlei datasets`.",
        "--save {path} 需要数据集名称；见 `fenlei datasets`。",
    ),
    "cli.one_working": (
        "--row explains a prediction, --fit the fit and --score the scores; give one of them.",
        "--row 给出一次预测，--fit 给出拟合过程，--score 给出评价指标；请只给其中之一。",
    ),
    "cli.node_without_fit": (
        "--node belongs to --fit; add --fit.",
        "--node 须与 --fit 同用；请加上 --fit。",
    ),
    # --- engines, clusters and work folders
    "engine.name": (
        "There is no engine {value!r}; accepted are threads, dask, dask://host:port, tcp://host:port, tls://host:port, spark, spark://host:port, sc://host:port, a Client of distributed, a SparkSession, or an executor of concurrent.futures.",
        "没有名为 {value!r} 的引擎；可用的有 threads、dask、地址 'dask://host:port'（或 'tcp://'、'tls://'）、spark、地址 'spark://host:port'（或 'sc://'）、`distributed` 的 `Client`、`SparkSession` 或 `concurrent.futures` 的执行器。",
    ),
    "engine.missing": (
        "Engine {engine} needs the package {name}, which is not installed; install it with pip install '{extra}'.",
        "{engine} 引擎需要软件包 {name}，但尚未安装；请运行 `pip install '{extra}'`。",
    ),
    "engine.spark": (
        "No Spark starts or answers at '{address}' ({reason}); check the address, and that a Java runtime (17 or newer) is installed here.",
        "'{address}' 处的 Spark 无法启动或没有应答（{reason}）；请检查地址，并确认本机装有 Java 运行环境（17 或更新版本）。",
    ),
    "engine.address": (
        "No Dask scheduler answers at '{address}' within {seconds} seconds; check the address and that the scheduler runs.",
        "'{address}' 处的 Dask 调度器在 {seconds} 秒内没有应答；请检查地址，并确认调度器正在运行。",
    ),
    "engine.versions": (
        "Worker {worker} has {name} {theirs}, but this process has {ours}; install the same versions on all workers, or the sums differ.",
        "工作进程 {worker} 的 {name} 版本是 {theirs}，而本进程是 {ours}；请在所有工作进程上安装相同的版本，否则求和结果会不同。",
    ),
    "engine.no_fenlei": (
        "Worker {worker} cannot import fenlei; install the version of this process ({version}) on all workers.",
        "工作进程 {worker} 无法导入 fenlei；请在所有工作进程上安装与本进程相同的版本（{version}）。",
    ),
    "engine.processors": (
        "Worker {worker} has another processor ({theirs}) than this process ({ours}); the model may differ in its last bits.",
        "工作进程 {worker} 的处理器（{theirs}）与本进程（{ours}）不同；模型的最后几位可能有差别。",
    ),
    "engine.no_file": (
        "Worker {worker} cannot see file '{path}' as this process does; put the files on storage that all workers share, under the same path.",
        "工作进程 {worker} 看不到与本进程相同的文件 '{path}'；请把文件放在所有工作进程共享的存储上，并使用相同的路径。",
    ),
    "engine.waiting": (
        "There are no workers at '{address}'; waiting {seconds:g} seconds for new ones.",
        "'{address}' 处没有工作进程；等待新的工作进程 {seconds:g} 秒。",
    ),
    "engine.no_workers": (
        "There were no workers at '{address}' for {seconds:g} seconds; start some and run the same again.",
        "'{address}' 处已有 {seconds:g} 秒没有工作进程；请启动工作进程后重新运行。",
    ),
    "engine.lost": (
        "The Dask scheduler at '{address}' is gone; start it and run the same again.",
        "'{address}' 处的 Dask 调度器已经中断；请启动它后重新运行。",
    ),
    "engine.killed": (
        "Workers died over and over (last: {worker}, memory limit {limit} MB); what they were given includes rows {start} to {stop} of the table, from file '{path}' on; give workers more memory, or check that file.",
        "多个工作进程先后中断（最后一个：{worker}，内存上限 {limit} MB）；它们分到的行包括表格第 {start} 至 {stop} 行（从文件 '{path}' 开始）；请给工作进程更多内存，或检查该文件。",
    ),
    "engine.broken": (
        "A process of {executor} died while it read rows of the table; give it more memory, or fewer processes.",
        "{executor} 的一个进程在读取表格时中断；请给它更多内存，或减少进程数。",
    ),
    "work.locked": (
        "Another run is using the work folder '{folder}'; wait for it, or give another folder.",
        "另一个运行正在使用工作文件夹 '{folder}'；请等待它结束，或指定另一个文件夹。",
    ),
    "work.changed": (
        "File '{path}' has changed since the passes in the work folder '{folder}' were made; delete the folder, or give another one.",
        "文件 '{path}' 在工作文件夹 '{folder}' 中的各遍结果写出之后发生了变化；请删除该文件夹，或指定另一个文件夹。",
    ),
    "work.other": (
        "The work folder '{folder}' belongs to other files ({count}, the first is '{path}'); delete it, or give another one.",
        "工作文件夹 '{folder}' 属于其他文件（共 {count} 个，第一个是 '{path}'）；请删除它，或指定另一个文件夹。",
    ),
    "work.version": (
        "The work folder '{folder}' was written by fenlei {theirs}, this is {ours}; delete it, or give another one.",
        "工作文件夹 '{folder}' 由 fenlei {theirs} 写出，而当前版本是 {ours}；请删除它，或指定另一个文件夹。",
    ),
    "work.damaged": (
        "File '{path}' of a work folder is damaged; delete the folder, or give another one.",
        "工作文件夹中的文件 '{path}' 已损坏；请删除该文件夹，或指定另一个文件夹。",
    ),
    # --- commands on files that are read in passes
    "scan.known": (
        "A scan knows its target and its columns; give no target, kinds of columns or format of files beside it.",
        "扫描已经确定了目标列和各列；请不要再指定目标、列的种类或文件格式。",
    ),
    "scan.no_files": (
        "{source} is not a table of CSV, Parquet or Feather files, which an engine, a work folder or a sample of rows is for; leave out --on, --work and --rows, or write it to such a file.",
        "{source} 不是由 CSV、Parquet 或 Feather 文件组成的表格，不能使用引擎、工作文件夹或抽取行数；请去掉 --on、--work 和 --rows，或先写成这样的文件。",
    ),
    "scan.name_target": (
        "{source} is read in passes over its files, for which the column to predict must be named; give --target.",
        "{source} 需要逐遍读取文件，因此必须指明要预测的列；请给出 --target。",
    ),
    "scan.large": (
        "{source} ({size}) is larger than a quarter of the memory ({memory}), so it is read in passes and never whole; the model is the same.",
        "{source}（{size}）超过内存（{memory}）的四分之一，因此将逐遍读取，而不整个读入；得到的模型相同。",
    ),
    "cli.parts": (
        "Predictions for a folder or a pattern are one part per file; give a folder with --out, not {path!r}.",
        "对文件夹或通配符的预测为每个文件写出一份；请用 --out 指定文件夹，而不是 {path!r}。",
    ),
    "cli.parts_folder": (
        "Folder {path!r} has files already that are no predictions; give an empty or a new folder.",
        "文件夹 {path!r} 中已有不是预测结果的文件；请指定空文件夹或新文件夹。",
    ),
    "cli.parts_other": (
        "Folder {path!r} has predictions of another model, other options or other files; delete it, or give another one.",
        "文件夹 {path!r} 中的预测来自另一个模型、另外的选项或另外的文件；请删除它，或指定另一个文件夹。",
    ),
    # --- sites that sum their own rows
    "sites.like": (
        "What sites agree on is a classifier or a regression as `fenlei train` writes it; this model is none.",
        "各站点约定的模型须是 `fenlei train` 写出的分类器或回归模型；此模型不是。",
    ),
    "sites.not_sums": (
        "Model {model} is not a function of sums over rows, so sites cannot sum it; use gaussian_nb, lda, qda, mixed_nb or ridge, for example.",
        "模型 {model} 不是各行之和的函数，因此各站点无法求和；可改用 gaussian_nb、lda、qda、mixed_nb、ridge 等。",
    ),
    "sites.label": (
        "Label {label!r} is none of the classes that the sites agreed on; train the model for --like on all classes.",
        "标签 {label!r} 不属于各站点约定的类别；请用含有全部类别的数据训练 --like 所用的模型。",
    ),
    "sites.few": (
        "Class {label!r} has fewer than {least} rows here, and sums of few rows disclose them; nothing was written.",
        "类别 {label!r} 在此处不足 {least} 行，而少数行之和会泄露这些行；没有写出任何内容。",
    ),
    "sites.rare": (
        "In column {column!r}, category {category!r} has fewer than {least} rows in some class, and sums of few rows disclose them; nothing was written: drop the column from the model, or join categories.",
        "列 {column!r} 的取值 {category!r} 在某个类别中不足 {least} 行，而少数行之和会泄露这些行；没有写出任何内容：请从模型中去掉该列，或合并取值。",
    ),
    "sites.differ": (
        "These sums were not made like one model ({first}): columns, preparation or parameters differ; give the same --like at every site.",
        "这些和不是按同一个模型（{first}）得到的：列、预处理或参数不同；请在每个站点使用相同的 --like。",
    ),
}
