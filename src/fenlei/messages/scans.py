"""Sentences about tables in files that are read block by block: key: (English, Chinese)."""

MESSAGES = {
    "scan.source": (
        "Cannot scan an object of type {type}; give a path, a glob, a folder, a list of paths, a pyarrow Dataset, or an object with __arrow_c_stream__.",
        "无法扫描类型为 {type} 的对象；请给出路径、通配符、文件夹、路径列表，或 Arrow 数据流。",
    ),
    "scan.no_match": (
        "No file matches '{pattern}'; check the pattern.",
        "没有文件与 '{pattern}' 匹配；请检查通配符。",
    ),
    "scan.empty_folder": (
        "Folder '{path}' has no CSV, Parquet or Feather files (kinds of files in it: {found}); check the path.",
        "文件夹 '{path}' 中没有 CSV、Parquet 或 Feather 文件（其中的文件种类：{found}）；请检查路径。",
    ),
    "scan.empty_list": (
        "There are no files to scan; give at least one path.",
        "没有要扫描的文件；请至少给出一个路径。",
    ),
    "scan.only_empty": (
        "All files of '{path}' are empty; a table needs a header and at least one row.",
        "'{path}' 的所有文件都是空的；表格需要表头和至少一行数据。",
    ),
    "scan.no_rows": (
        "No row of the files to scan ({count}, the first is '{path}') has a label and a weight; check the target and the weights.",
        "要扫描的文件（共 {count} 个，第一个是 '{path}'）中没有一行同时具有标签和权重；请检查目标列和权重。",
    ),
    "scan.format": (
        "File '{path}' is {format}; a scan takes CSV, Parquet and Feather files.",
        "文件 '{path}' 是 {format} 格式；扫描只接受 CSV、Parquet 和 Feather 文件。",
    ),
    "scan.mixed_formats": (
        "File '{path}' is {format}, but '{other}' is {other_format}; scan files of one format.",
        "文件 '{path}' 是 {format} 格式，而 '{other}' 是 {other_format} 格式；请扫描同一种格式的文件。",
    ),
    "scan.lacking": (
        "File '{path}' lacks {count} columns that '{other}' has: {columns}; add them, drop them, or set allow_missing_columns=True.",
        "文件 '{path}' 缺少 '{other}' 具有的 {count} 列：{columns}；请补上或删除这些列，或设置 allow_missing_columns=True。",
    ),
    "scan.types": (
        "Column '{column}' is {type} in '{path}' but {other_type} in '{other}'; write both files with one type.",
        "列 '{column}' 在 '{path}' 中是 {type}，在 '{other}' 中却是 {other_type}；请用同一类型写出两个文件。",
    ),
    "scan.keys": (
        "The folders above '{path}' and '{other}' do not have the same key=value parts; give every file all of them.",
        "'{path}' 与 '{other}' 上层文件夹的 key=value 部分不同；请让每个文件都具有全部的键。",
    ),
    "scan.key_clash": (
        "Column '{column}' is in '{path}' and in the name of its folder ({column}=...); rename one of them.",
        "列 '{column}' 既在 '{path}' 中，又在其文件夹名（{column}=...）中；请重命名其中之一。",
    ),
    "scan.vanished": (
        "File '{path}' has vanished since the scan was opened; put it back, or open a new scan.",
        "文件 '{path}' 在打开扫描之后消失了；请恢复该文件，或重新打开扫描。",
    ),
    "scan.changed": (
        "File '{path}' has changed since the scan was opened; open a new scan.",
        "文件 '{path}' 在打开扫描之后已更改；请重新打开扫描。",
    ),
    "scan.left_out": (
        "Left out {count} files that cannot be read; the first is '{path}'.",
        "有 {count} 个文件无法读取，已略去；第一个是 '{path}'。",
    ),
    "scan.weights": (
        "Column '{column}' of '{path}' has a weight that is missing, negative or too large; correct it.",
        "'{path}' 的列 '{column}' 中有缺失、为负或过大的权重；请改正。",
    ),
    "scan.text_among_numbers": (
        "Column '{column}' has more than {count} different numbers and then {value!r} in row {row} of '{path}'; correct the value, declare it missing, or declare the column.",
        "列 '{column}' 有 {count} 个以上不同的数，而在 '{path}' 的第 {row} 行出现 {value!r}；请改正该值，声明它为缺失，或声明该列的类型。",
    ),
    "scan.not_numbers": (
        "Column '{column}' is declared numeric, but row {row} of '{path}' has {value!r}; correct the value, declare it missing, or leave the declaration out.",
        "列 '{column}' 已声明为数值型，但 '{path}' 的第 {row} 行是 {value!r}；请改正该值，声明它为缺失，或去掉这一声明。",
    ),
    "scan.many_texts": (
        "Column '{column}' has more than {count} different texts; declare it an identifier (id) or leave it out (drop).",
        "列 '{column}' 有 {count} 个以上不同的文本；请声明它为标识符（id）或去掉它（drop）。",
    ),
    "scan.no_target": (
        "{estimator} needs labels; open the scan with a target: scan(..., target='column').",
        "{estimator} 需要标签；请在打开扫描时指明目标列：scan(..., target='列名')。",
    ),
    "scan.no_classes": (
        "{estimator} needs classes, but column '{column}' has numbers that are not whole, or too many labels; choose a regressor or another target.",
        "{estimator} 需要类别，但列 '{column}' 含有非整数，或标签过多；请选用回归模型或另一个目标列。",
    ),
    "scan.also_y": (
        "A scan has its target and its weights itself, so y and sample_weight are not given; use scan(..., target='column', weight='column').",
        "扫描本身带有目标列和权重，因此不再给出 y 和 sample_weight；请使用 scan(..., target='列名', weight='列名')。",
    ),
    "scan.not_sums": (
        "{estimator} is not a function of sums over rows, so it cannot be fitted to a scan of {n} rows ({reason}); fit a sample of the rows in memory, X, y, w = data.sample(50_000), or choose {instead}.",
        "{estimator} 不是各行之和的函数，因此不能拟合到 {n} 行的扫描（{reason}）；请用 data.sample(50_000) 取部分行在内存中拟合，或选用 {instead}。",
    ),
    "scan.matrix": (
        "a matrix of all pairs of rows would take {size} GB",
        "所有行对的矩阵需要 {size} GB",
    ),
    "scan.not_fit": (
        "{estimator} takes rows in memory here, not a scan; go through `data.blocks()` and give the X of each block, or use `fenlei predict`.",
        "{estimator} 在此处只接受内存中的行，不接受扫描；请遍历 `data.blocks()`，逐块传入 X，或使用 `fenlei predict`。",
    ),
    "scan.parameters": (
        "{estimator} with {setting} needs all rows at once, so it cannot be fitted to a scan; choose another value, or fit a sample of the rows in memory.",
        "{estimator} 在 {setting} 时需要同时使用所有行，因此不能拟合到扫描；请改用其他取值，或在内存中拟合部分行。",
    ),
    "scan.compared": (
        "Models were compared on {rows} of the {n} rows of {source}, drawn by the hash of their numbers.",
        "模型在 {source} 的 {n} 行中按行号散列抽取的 {rows} 行上比较。",
    ),
    "scan.winner": (
        "The best model, {name}, was fitted to all {n} rows.",
        "最优模型 {name} 在全部 {n} 行上拟合。",
    ),
    "scan.winner_sample": (
        "The best model, {name}, was fitted to the sample of {rows} rows, as it needs its rows in memory.",
        "最优模型 {name} 需要行在内存中，因此只在抽取的 {rows} 行上拟合。",
    ),
    "scan.folds_model": (
        "{estimator} is not solved from one summary of the rows, so its folds need a fit each; choose one that merges, such as LinearDiscriminantAnalysis or Ridge.",
        "{estimator} 不能由各行的一个汇总求解，因此每一折都需要单独拟合；请选用可合并的模型，如 LinearDiscriminantAnalysis 或 Ridge。",
    ),
    "scan.folds": (
        "{folds} folds of {n} rows were requested; ask for at least 2, and for no more than there are rows.",
        "要求把 {n} 行分成 {folds} 折；请至少分成 2 折，且不多于行数。",
    ),
    "scan.empty_fold": (
        "Fold {fold} of {folds} has no rows, or all of them; ask for fewer folds.",
        "{folds} 折中的第 {fold} 折没有行，或包含所有行；请减少折数。",
    ),
    "scan.wide": (
        "{estimator} over a scan keeps a matrix of all pairs of features, for at most {most} of them, but there are {p}; leave some out with drop, or fit a sample of the rows in memory.",
        "{estimator} 扫描拟合时要保存所有特征对的矩阵，最多 {most} 个特征，而现有 {p} 个；请用 drop 去掉一些特征，或在内存中拟合部分行。",
    ),
    "scan.sample": (
        "A sample of {rows} rows was requested; ask for at least 1.",
        "要求抽取 {rows} 行；请至少抽取 1 行。",
    ),
    "scan.memory": (
        "{estimator} keeps {n} rows of a scan in memory in bins, about {size} GB, but {free} GB are free; leave out columns with drop, or fit a sample, X, y, w = data.sample(1_000_000).",
        "{estimator} 要在内存中分箱保存扫描的 {n} 行，约 {size} GB，而可用内存为 {free} GB；请用 drop 去掉一些列，或用 data.sample(1_000_000) 取部分行拟合。",
    ),
    "scan.categories": (
        "{estimator} puts the categories of a column in bins, at most {most}, but column '{column}' of the scan has {count}; leave it out with drop='{column}', or fit a sample of the rows in memory.",
        "{estimator} 把列的类别放入至多 {most} 个箱，但扫描的列 '{column}' 有 {count} 个类别；请用 drop='{column}' 去掉该列，或在内存中拟合部分行。",
    ),
    "scan.nominal": (
        "{estimator} takes numbers, but column '{column}' of the scan has categories; leave it out with drop='{column}', or fit an estimator that takes categories, such as MixedNB.",
        "{estimator} 只接受数值，但扫描的列 '{column}' 是类别列；请用 drop='{column}' 去掉该列，或改用接受类别列的模型，如 MixedNB。",
    ),
    "scan.text_target": (
        "{estimator} predicts numbers, but the labels in column '{column}' are text; choose another target, or a classifier.",
        "{estimator} 预测数值，但列 '{column}' 的标签是文本；请选择其他目标列，或使用分类器。",
    ),
    "scan.zero_class_weight": (
        "{estimator} has a class of weight 0, whose rows a scan cannot leave out; leave them out of the files, or give another weight.",
        "{estimator} 有权重为 0 的类别，而扫描无法略去这些行；请从文件中去掉这些行，或给出其他权重。",
    ),
}
