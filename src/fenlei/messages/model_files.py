"""Sentences about model files, their damaged records, and models for other programs: key: (English, Chinese)."""

MESSAGES = {
    "file.no_folder": (
        "{path}: the folder {folder} does not exist; create it or give another path.",
        "{path}：文件夹 {folder} 不存在；请先创建它或换一个路径。",
    ),
    "file.folder": (
        "Folder '{folder}' cannot be used for output ({reason}); give another one.",
        "文件夹 '{folder}' 不能用于输出（{reason}）；请换一个。",
    ),
    "file.is_folder": (
        "{path}: this is a folder; give the path of a file to write.",
        "{path}：这是一个文件夹；请给出要写入的文件的路径。",
    ),
    "file.not_regular": (
        "{path}: this is a device or a pipe, not a file; give the path of a file to write.",
        "{path}：这是设备或管道，不是普通文件；请给出要写入的文件的路径。",
    ),
    "file.not_writable": (
        "{path}: no permission to write here; change the permissions or give another path.",
        "{path}：没有写入权限；请修改权限或换一个路径。",
    ),
    "file.disk_full": (
        "{path}: the disk is full, nothing was changed; free some space or give another path.",
        "{path}：磁盘已满，原文件未改动；请释放空间或换一个路径。",
    ),
    "file.not_written": (
        "{path}: the file cannot be written ({reason}); give another path.",
        "{path}：无法写入文件（{reason}）；请换一个路径。",
    ),
    "model_file.not_ours": (
        "A {type} cannot be saved: a model file holds fenlei's own estimators only; save one of those.",
        "{type} 无法保存：模型文件只保存 fenlei 自己的估计器；请保存其中之一。",
    ),
    "model_file.step": (
        "Step '{step}' is a {type}, which a model file cannot hold; accepted steps are {accepted}, and fenlei's own "
        "estimators: replace it by one of these before fitting.",
        "步骤 '{step}' 是 {type}，模型文件不能保存；可用的步骤：{accepted}，以及 fenlei 自己的估计器：请在拟合前换成其中之一。",
    ),
    "model_file.categories": (
        "Step '{step}' learned values of type {type}, which a model file cannot hold; convert the columns to "
        "text or numbers before fitting.",
        "步骤 '{step}' 学到的值类型为 {type}，模型文件不能保存；请在拟合前把各列转为文本或数值。",
    ),
    "model_file.unknown_category": (
        "Column {column!r}: the value {value!r} is none of the categories that were learned; correct it, or fit the "
        "encoder with another handle_unknown.",
        "列 {column!r}：值 {value!r} 不在学到的类别之中；请更正它，或在拟合编码器时设置其他的 handle_unknown。",
    ),
    "model_file.sparse_step": (
        "{step}: sparse rows cannot be shifted; give dense rows.",
        "{step}：稀疏的行不能平移；请给出稠密的行。",
    ),
    "model_file.value": (
        "{name}={value} cannot be saved: a model file holds numbers, text, lists, dicts and arrays, no code; "
        "set it to such a value before saving.",
        "{name}={value} 无法保存：模型文件只含数字、文本、列表、字典和数组，不含代码；请在保存前改为这类值。",
    ),
    "model_file.misfit": (
        "The model cannot be saved: its {where} is {got} where {accepted} is needed; "
        "give the one it was trained with.",
        "模型无法保存：{where} 为 {got}，应为 {accepted}；请给出训练时所用的那一个。",
    ),
    "model_file.targets": (
        "A model with {columns} target columns cannot be saved; fit and save one model for each column.",
        "含 {columns} 列目标的模型不能保存；请对每一列分别拟合并保存一个模型。",
    ),
    "model_file.labels": (
        "Class labels of type {dtype} cannot be saved; accepted are {accepted}: "
        "convert the labels before fitting.",
        "类型为 {dtype} 的类别标签无法保存；可用类型：{accepted}；请在训练前转换标签。",
    ),
    "model_file.text": (
        "The text {text} is not valid Unicode and cannot be saved; read the table with the right encoding.",
        "文本 {text} 不是有效的 Unicode，无法保存；请用正确的编码读取表格。",
    ),
    "model_file.too_large": (
        "The names, categories and labels of this model take {size} bytes and a model file allows {limit}; "
        "use fewer or shorter ones.",
        "该模型的名称、类别取值和标签共 {size} 字节，超过模型文件的上限 {limit}；请减少或缩短它们。",
    ),
    "model_file.unreadable": (
        "{path}: the file cannot be read ({reason}); give the path of a .fenlei model file.",
        "{path}：无法读取文件（{reason}）；请给出 .fenlei 模型文件的路径。",
    ),
    "model_file.not_a_file": (
        "{path}: this is not a file; give the path of a .fenlei model file.",
        "{path}：这不是文件；请给出 .fenlei 模型文件的路径。",
    ),
    "model_file.foreign": (
        "{path}: this is not a fenlei model file; give one written by `fenlei train` or save_model.",
        "{path}：这不是 fenlei 模型文件；请给出由 `fenlei train` 或 save_model 写成的文件。",
    ),
    "model_file.format": (
        "{path}: the file has format {format}, newer than the format {newest} that this fenlei reads; "
        "update fenlei.",
        "{path}：文件格式为 {format}，高于本版本 fenlei 可读的格式 {newest}；请升级 fenlei。",
    ),
    "model_file.size": (
        "{path}: the file has {size} bytes where its header declares {expected}; it was cut short or "
        "changed, copy it again or save the model again.",
        "{path}：文件有 {size} 字节，而文件头要求 {expected} 字节；文件不完整或被改动，请重新复制或重新保存模型。",
    ),
    "model_file.memory": (
        "{path}: the arrays of this file do not fit into memory; free some memory or use a larger machine.",
        "{path}：内存不足以读取该文件中的数组；请释放内存或换用内存更大的机器。",
    ),
    "model_file.json": (
        "{path}: the header is not valid ({reason}); the file is damaged, save the model again.",
        "{path}：文件头无效（{reason}）；文件已损坏，请重新保存模型。",
    ),
    "model_file.kind": (
        "{path}: this fenlei knows no model of kind {kind}; update fenlei or save the model again.",
        "{path}：本版本 fenlei 没有名为 {kind} 的模型；请升级 fenlei 或重新保存模型。",
    ),
    "model_file.field": (
        "{path}: {where} is {got} where {accepted} is needed; the file is damaged, save the model again.",
        "{path}：{where} 的值为 {got}，应为 {accepted}；文件已损坏，请重新保存模型。",
    ),
    "model_file.array": (
        "{path}: array {name!r} has {got} where {accepted} is needed; "
        "the file is damaged, save the model again.",
        "{path}：数组 {name!r} 为 {got}，应为 {accepted}；文件已损坏，请重新保存模型。",
    ),
    "model_file.inconsistent": (
        "{path}: the content of {where} does not fit together ({reason}); the file is damaged, "
        "save the model again.",
        "{path}：{where} 的内容互相矛盾（{reason}）；文件已损坏，请重新保存模型。",
    ),
    # --- models for other programs
    "export.packages": (
        "Exporting needs the package {package!r}, which is not installed; run `pip install 'fenlei[onnx]'`.",
        "导出需要未安装的包 {package!r}；请运行 `pip install 'fenlei[onnx]'`。",
    ),
    "export.start": (
        "start={value!r} is not known; accepted: {accepted}.",
        "不认识 start={value!r}；可用：{accepted}。",
    ),
    "export.not_ours": (
        "{model} is not an estimator of fenlei and cannot be exported; train a model that `fenlei models` lists.",
        "{model} 不是 fenlei 的估计器，不能导出；请训练 `fenlei models` 列出的模型。",
    ),
    "export.refused": (
        "{model} cannot be written as ONNX: {reason}; export another model that `fenlei models` lists.",
        "{model} 不能写成 ONNX：{reason}；请导出 `fenlei models` 列出的其他模型。",
    ),
    "export.cells": (
        "its joint table has a cell for each combination of categories, looked up as it needs them",
        "它的联合概率表对每种类别组合各有一格，按需查找",
    ),
    "export.no_new_rows": (
        "it clusters the rows it was given and has no rule for new ones",
        "它只对给定的行聚类，没有用于新行的规则",
    ),
    "export.components": (
        "it gives components of a mixture, not labels that were learnt",
        "它给出混合分布的成分，而不是学到的标签",
    ),
    "export.coordinates": ("it gives coordinates, not predictions", "它给出坐标，而不是预测"),
    "export.no_writer": ("nothing has been written for it yet", "目前还没有对应的写法"),
    "export.text_columns": (
        "{model} was fitted to text columns by itself and cannot be exported; use `fenlei.train` with a table, whose model knows the columns.",
        "{model} 是单独用文本列拟合的，不能导出；请用表格调用 `fenlei.train`，其模型了解各列。",
    ),
    "export.column": (
        "Column {column!r}: a {kind} is taken apart before the model sees it, which ONNX operators cannot do alike; drop it with --drop and train again, or export with --from prepared.",
        "列 {column!r}：{kind} 类型的列在进入模型前要先拆解，ONNX 算子无法同样做到；请用 --drop 去掉该列后重新训练，或用 --from prepared 导出。",
    ),
    "export.preparation": (
        "The preparation of the columns has a step that ONNX operators cannot do alike; export with --from prepared.",
        "各列的预处理含有 ONNX 算子无法同样完成的步骤；请用 --from prepared 导出。",
    ),
    "export.several_targets": (
        "The model has {outputs} targets, and only models of one can be exported; train one for each.",
        "该模型有 {outputs} 个目标，而只能导出单目标的模型；请分别训练。",
    ),
    "export.basis": (
        "{model} works on functions of the features (`basis`), which cannot be exported; make these columns yourself and train without it.",
        "{model} 使用特征的函数（`basis`），不能导出；请自行生成这些列，再不带该参数训练。",
    ),
    "export.lost_class": (
        "{model} has a class without rows, which has no score; train it on the classes that have rows.",
        "{model} 有一个没有样本的类别，因而没有得分；请只用有样本的类别训练。",
    ),
    "export.kernel": (
        "{model} has the kernel {kernel!r}, which cannot be exported; use linear, poly, rbf, sigmoid or laplacian.",
        "{model} 的核 {kernel!r} 不能导出；请用 linear、poly、rbf、sigmoid 或 laplacian。",
    ),
    "export.coupled": (
        "{model} couples the probabilities of pairs by solving equations for each row, which cannot be exported; train it with probability=False.",
        "{model} 对每一行解方程来合并两两概率，不能导出；请用 probability=False 训练。",
    ),
    "export.metric": (
        "{model} measures by {metric!r}, which cannot be exported; use euclidean, manhattan or chebyshev.",
        "{model} 使用的距离 {metric!r} 不能导出；请用 euclidean、manhattan 或 chebyshev。",
    ),
    "export.stored_rows": (
        "{model} keeps {rows} rows of {columns} columns, more than {most} numbers; export another model, or train it on fewer rows.",
        "{model} 保存了 {rows} 行 {columns} 列，超过 {most} 个数；请导出其他模型，或用更少的行训练。",
    ),
    "export.votes": (
        "{model} votes by row weights, a function or a rule for ties, which cannot be exported; train it with uniform or distance weights and ties='first'.",
        "{model} 按样本权重、函数或平票规则投票，不能导出；请用 uniform 或 distance 权重及 ties='first' 训练。",
    ),
    "export.kernel_rows": (
        "The kernel densities have {rows} rows and {densities} densities, more than {most} or {most_densities}; export another model, or train on fewer rows.",
        "核密度有 {rows} 行、{densities} 个密度，超过 {most} 或 {most_densities}；请导出其他模型，或用更少的行训练。",
    ),
    "export.sets": (
        "The trees ask for sets of {members} categories together, more than {most}, which crash the runtime; group rare categories and train again.",
        "各棵树共询问 {members} 个类别，超过 {most} 会使运行库崩溃；请合并少见的类别后重新训练。",
    ),
    "export.leaves": (
        "The trees have {leaves} leaves, more than {most} that this number type distinguishes; export without float32, or train fewer trees.",
        "各棵树共有 {leaves} 个叶结点，超过该数值类型所能区分的 {most} 个；请不用 float32 导出，或减少树的数目。",
    ),
    "export.nodes": (
        "The tree divides rows with missing values among {nodes} nodes, more than {most}; prune it (min_cases) and export again.",
        "该树把含缺失值的行分给 {nodes} 个结点，超过 {most} 个；请剪枝（min_cases）后再导出。",
    ),
    "export.parts": (
        "{model} has parts that cannot be exported (labels that no row has, indicators of several labels, kernel matrices, or no probabilities); train it on classes that all have rows.",
        "{model} 含有不能导出的部分（没有样本的标签、多标签、核矩阵或没有概率的分类器）；请用都有样本的类别训练。",
    ),
    "export.mixed_labels": (
        "{model} answers with labels of two types, which one output cannot hold; give the rejection a label of the classes' type.",
        "{model} 会给出两种类型的标签，一个输出无法容纳；请给拒判一个与类别同类型的标签。",
    ),
    "export.one_form": (
        "Give --onnx FILE to export a model, or --python to write a comparison as a script.",
        "请用 --onnx 文件 导出模型，或用 --python 把一次比较写成脚本。",
    ),
    "export.result": (
        "{path} cannot be read as a result ({reason}); give the result.json of `fenlei compare`, or its folder.",
        "{path} 不能作为结果读取（{reason}）；请给出 `fenlei compare` 的 result.json 或其文件夹。",
    ),
    "export.no_result": (
        "{path} is not the result of a comparison; give the result.json of `fenlei compare`, or its folder.",
        "{path} 不是一次比较的结果；请给出 `fenlei compare` 的 result.json 或其文件夹。",
    ),
    # --- arrays and fields of a damaged file: what was found, what is needed
    "record.file": ("model file", "模型文件"),
    "record.none": ("none", "无"),
    "record.nothing": ("nothing", "缺失"),
    "record.one": ("one", "一个"),
    "record.another": ("another", "另一个"),
    "record.intervals": ("intervals of a regression", "回归的预测区间"),
    "record.residuals": ("scores that do not fit the method", "与方法不符的得分"),
    "record.whole_residuals": ("ascending scores, or a fold of each row", "升序的得分，或每行的折号"),
    "record.others": ("others", "别的值"),
    "record.more": ("more", "更多"),
    "record.classifiers": ("{count} classifiers", "{count} 个分类器"),
    "record.one_of_classes": ("one, of the same classes,", "一个类别相同的分类器"),
    "record.nominal": ("the columns that are nominal", "哪些列为名义列"),
    "record.columns": ("{count} columns", "{count} 列"),
    "record.columns_two": ("{first} and {second} columns", "{first} 列与 {second} 列"),
    "record.class": ("class {label}", "类别 {label}"),
    "record.less_than": ("less than {high}", "小于 {high}"),
    "record.at_most": ("at most {high}", "不大于 {high}"),
    "record.misfit": ("an array that does not fit the others", "与其他数组不符的数组"),
    "record.merges": ("{count} merges", "{count} 次合并"),
    "record.merges_of": ("{count} merges of {n} rows", "{n} 行的 {count} 次合并"),
    "record.numbers": ("{count} numbers", "{count} 个数"),
    "record.those_of": ("those of {shape}", "形状 {shape} 的元素个数"),
    "record.singular": ("a singular matrix", "奇异矩阵"),
    "record.definite": ("positive definite ones", "正定矩阵"),
    "record.parts_rounds": ("{count} parts for {rounds} rounds", "{rounds} 轮而有 {count} 个部分"),
    "record.one_per_round": ("one per round", "每轮一个"),
    "record.one_per_class": ("one for each class that has rows", "每个有样本的类别一个"),
    "record.stumps": ("stumps that do not fit their features", "与特征不符的树桩"),
    "record.parts": ("{count} parts", "{count} 个部分"),
    "record.part_per_row": ("a part for each row of features", "features 的每行一个部分"),
    "record.no_trees": ("nodes that do not form trees", "不成树的结点"),
    "record.preorder": ("trees in preorder", "前序排列的树"),
    "record.no_tree": ("nodes that do not form a tree", "不成树的结点"),
    "record.tree": ("a tree", "一棵树"),
    "record.length": ("length {length}", "长度 {length}"),
    "record.more_features": ("more than {p} features", "多于 {p} 个特征"),
    "record.steps": ("{first} and {second} steps", "{first} 步与 {second} 步"),
    "record.updates": ("{steps} updates or none", "{steps} 次更新或没有"),
    "record.dtype": ("dtype {dtype}", "元素类型 {dtype}"),
    "record.shape": ("shape {shape}", "形状 {shape}"),
    "record.shape_with": ("shape {shape} with {letter} = {size}", "形状 {shape}，其中 {letter} = {size}"),
    "record.possible_shape": ("a possible shape", "可能的形状"),
    "record.offset": ("offset {offset}", "偏移量 {offset}"),
    "record.offsets": ("offsets {offsets}", "偏移量 {offsets}"),
    "record.bytes": ("{count} bytes for shape {shape}", "形状 {shape} 所需的 {count} 字节"),
    "record.other_bytes": ("other bytes", "其他字节"),
    "record.bool_bytes": ("0 or 1 for BOOL", "BOOL 只含 0 或 1"),
    "record.array": ("an array", "数组"),
    "record.long_labels": ("very long labels", "过长的标签"),
    "record.shorter": ("shorter ones", "较短的标签"),
    "record.sorted_labels": ("sorted labels, all different", "互不相同的有序标签"),
    "record.two_targets": ("labels of at least two targets", "至少两个目标的标签"),
    "record.names": ("{count} different names", "{count} 个不同的名称"),
    "record.width": ("another width", "别的列数"),
    "record.deeper": ("deeper nesting", "更深的嵌套"),
    "record.levels": ("{count} levels", "{count} 层"),
    "record.object_with": ("an object with {names}", "含有 {names} 的对象"),
    "record.object": ("an object", "对象"),
    "record.list_of": ("a list of {item}", "由 {item} 组成的列表"),
    "record.string": ("a string", "字符串"),
    "record.integer": ("an integer from {low} to {high}", "{low} 到 {high} 之间的整数"),
    "record.pairs": ("pairs of key and value", "键值对"),
    "record.parameter": ("a parameter of {kind}", "{kind} 的参数"),
    "record.binary_classifiers": ("{count} classifiers of two classes", "{count} 个二类分类器"),
    "record.no_rows_or_both": (
        "no rows, or rows both dense and sparse",
        "没有样本，或同时有稠密与稀疏的样本",
    ),
    "record.rows": ("rows", "样本"),
    "record.beyond_classes": ("codes beyond the classes", "超出类别范围的编码"),
    "record.every_class": ("every class", "每个类别"),
    "record.code_column": ("one column of 0 to {last}", "一列 0 到 {last} 的编码"),
    "record.column_count": ("columns of another number", "列数不同"),
    "record.flags": ("one flag for each column", "每列一个标志"),
    "record.repeated_rows": ("rows duplicated or missing", "重复或缺少的行"),
    "record.permutation": ("a permutation of the rows", "各行的一个排列"),
    "record.missing_values": ("missing values", "缺失值"),
    "record.plain_numbers": ("numbers", "数"),
    "record.no_rows": ("no rows", "没有样本"),
    "record.sparse_parts": ("data, indices and indptr of sparse rows", "稀疏样本的 data、indices 与 indptr"),
    "record.type": ("type {type}", "类型 {type}"),
    "record.kind": ("an array of kind {kind}", "种类为 {kind} 的数组"),
    "record.out_of_range": ("values out of range", "超出范围的值"),
    "record.range": ("{low:g} to {high:g}", "{low:g} 到 {high:g}"),
    "record.positions": ("positions {positions}", "位置 {positions}"),
    "record.positions_to": ("{count} positions from 0 up to {total}", "由 0 到 {total} 的 {count} 个位置"),
    "record.no_tuple": ("no tuple of arrays", "不是数组的元组"),
    "record.different_rows": ("different rows of 0 to {last}", "0 到 {last} 中互不相同的行"),
    "record.other_order": ("all rows in another order", "次序不同的全部行"),
    "record.in_order": ("0 to {last} in order", "依次的 0 到 {last}"),
    "record.values_alone": ("values alone", "只有取值"),
    "record.columns_too": ("columns and rows as well", "还须有列与行"),
    "record.column_too_many": ("a column too many", "多出的列"),
    "record.columns_below": ("columns below {p}", "小于 {p} 的列"),
    "record.other_rows": ("other rows", "别的样本"),
    "record.overflowing": ("values whose squares overflow", "平方溢出的值"),
    "record.smaller": ("smaller ones", "较小的值"),
    "record.values_up_to": ("values up to {most:g}", "不大于 {most:g} 的值"),
    "record.other_kind": ("rows of another number or kind", "个数或种类不同的样本"),
    "record.dense_or_sparse": ("{n} rows, dense or sparse", "{n} 行稠密或稀疏的样本"),
    "record.row_count": ("{count} rows", "{count} 行"),
    "record.or_zero": ("{count} or 0", "{count} 或 0"),
    "record.support_vectors": ("support vectors", "支持向量"),
    "record.columns_range": ("columns out of range", "超出范围的列"),
    "record.rows_range": ("rows out of range", "超出范围的行"),
    "record.rows_below": ("rows below {p}", "小于 {p} 的行"),
    "record.preparation": ("a preparation", "预处理"),
    "record.estimator": ("an estimator", "估计器"),
    "record.of_features": ("one of {p} features", "{p} 个特征的"),
    "record.of_width": ("one of {p}", "{p} 个特征的"),
    "record.another_one": ("another one", "另一个"),
    "record.of_preparation": ("the preparation's", "预处理所用的"),
    "record.of_pipeline": ("one of the pipeline's columns", "流水线各列的"),
}
