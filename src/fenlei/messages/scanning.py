"""Sentences about tables of files: key: (English, Chinese)."""

MESSAGES = {
    "scan.source": (
        "Cannot scan an object of type {type}; give a path, a glob, a folder, a list of paths, a pyarrow Dataset, or an object with __arrow_c_stream__.",
        "无法扫描类型为 {type} 的对象；请给出路径、通配符、文件夹、路径列表、pyarrow Dataset，或带有 __arrow_c_stream__ 的对象。",
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
    "scan.weights": (
        "Column '{column}' of '{path}' has a weight that is missing, negative or too large; correct it.",
        "'{path}' 的列 '{column}' 中有缺失、为负或过大的权重；请改正。",
    ),
    "scan.text_among_numbers": (
        "Column '{column}' has more than {count} different numbers and then {value!r} in row {row} of '{path}'; correct the value, declare it missing, or declare the column.",
        "列 '{column}' 有 {count} 个以上不同的数，而在 '{path}' 的第 {row} 行出现 {value!r}；请改正该值，声明它为缺失，或声明该列的类型。",
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
        "{estimator} is not a function of sums over rows, so it cannot be fitted to a scan of {n} rows ({reason}); fit a sample of the rows in memory, or choose an estimator such as GaussianNB, LinearDiscriminantAnalysis or Ridge.",
        "{estimator} 不是各行之和的函数，因此不能拟合到 {n} 行的扫描（{reason}）；请在内存中拟合部分行，或选用 GaussianNB、LinearDiscriminantAnalysis、Ridge 等模型。",
    ),
    "scan.matrix": (
        "a matrix of all pairs of rows would take {size} GB",
        "所有行对的矩阵需要 {size} GB",
    ),
    "scan.zero_class_weight": (
        "{estimator} has a class of weight 0, whose rows a scan cannot leave out; leave them out of the files, or give another weight.",
        "{estimator} 有权重为 0 的类别，而扫描无法略去这些行；请从文件中去掉这些行，或给出其他权重。",
    ),
}
