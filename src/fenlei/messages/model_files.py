"""Sentences about model files: key: (English, Chinese)."""

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
}
