"""Sentences about tables and data sets: key: (English, Chinese)."""

MESSAGES = {
    "table.no_pandas": (
        "A data frame needs pandas, which is not installed; install it (`pip install pandas`), or use `.X` and `.y`.",
        "数据框需要 pandas，但尚未安装；请安装（`pip install pandas`），或使用 `.X` 和 `.y`。",
    ),
    "table.no_file": (
        "File '{path}' does not exist; check the path.",
        "文件 '{path}' 不存在；请检查路径。",
    ),
    "table.directory": (
        "'{path}' is a directory; give a CSV, TSV, JSON lines, Excel, Parquet, Feather or ARFF file.",
        "'{path}' 是目录；请给出 CSV、TSV、JSON 行、Excel、Parquet、Feather 或 ARFF 文件。",
    ),
    "table.unreadable": (
        "File '{path}' cannot be read ({reason}); check its permissions.",
        "文件 '{path}' 无法读取（{reason}）；请检查权限。",
    ),
    "table.empty_file": (
        "File '{path}' is empty; a table needs a header and at least one row.",
        "文件 '{path}' 是空的；表格需要表头和至少一行数据。",
    ),
    "table.no_rows": (
        "{origin} has a header but no rows; a table needs at least one row.",
        "{origin} 只有表头而没有数据；表格至少需要一行数据。",
    ),
    "table.no_columns": (
        "{origin} has no columns; a table needs at least one.",
        "{origin} 没有任何列；表格至少需要一列。",
    ),
    "table.binary": (
        "File '{path}' is not a text table (it begins with {start!r}); save it as CSV in UTF-8 or as Parquet.",
        "文件 '{path}' 不是文本表格（开头为 {start!r}）；请另存为 UTF-8 编码的 CSV 或 Parquet。",
    ),
    "table.encoding": (
        "File '{path}' is not valid {encoding} text; save it as UTF-8 or give its encoding "
        "(encoding='latin-1').",
        "文件 '{path}' 不是有效的 {encoding} 文本；请另存为 UTF-8，或指明编码（encoding='latin-1'）。",
    ),
    "table.unknown_encoding": (
        "Encoding {encoding!r} is not known; give 'utf-8', 'gb18030', 'utf-16', 'latin-1', or None to detect "
        "it.",
        "未知的编码 {encoding!r}；可用 'utf-8'、'gb18030'、'utf-16'、'latin-1'，或 None 表示自动检测。",
    ),
    "table.ragged": (
        "File '{path}': row {row} has {found} fields, the header has {expected}; "
        "correct the row, or quote values that contain the delimiter {delimiter!r}.",
        "文件 '{path}'：第 {row} 行有 {found} 个字段，表头有 {expected} 个；请修正该行，或给含有分隔符 {delimiter!r} 的值加引号。",
    ),
    "table.open_quote": (
        "File '{path}': a quoted value is never closed; add the missing quotation mark.",
        "文件 '{path}'：有一个带引号的值没有结束；请补上缺少的引号。",
    ),
    "table.not_utf8": (
        "File '{path}' has text that is not UTF-8, as Arrow wants it; write the file again with such text, or save it as CSV.",
        "文件 '{path}' 含有非 UTF-8 的文本，而 Arrow 要求 UTF-8；请重新写出该文件，或另存为 CSV。",
    ),
    "table.broken": (
        "File '{path}' cannot be read as {format}: it is damaged or not {format} at all; write it again.",
        "文件 '{path}' 无法按 {format} 读取：文件已损坏或并非 {format}；请重新生成该文件。",
    ),
    "table.no_room": (
        "File '{path}' cannot be copied into '{folder}' to be read ({reason}); make room there, or set TMPDIR to another folder.",
        "无法将文件 '{path}' 复制到 '{folder}' 以供读取（{reason}）；请在该处腾出空间，或将 TMPDIR 设为其他目录。",
    ),
    "table.no_openpyxl": (
        "File '{path}' is an Excel workbook, which openpyxl reads, and it is not installed; install it (`pip install openpyxl`), or save the sheet as CSV.",
        "文件 '{path}' 是 Excel 工作簿，需要 openpyxl 读取，但尚未安装；请安装（`pip install openpyxl`），或将工作表另存为 CSV。",
    ),
    "table.note_sheets": (
        "Sheet {sheet!r} was read; the workbook has others, which were not: {others}.",
        "读取的是工作表 {sheet!r}；工作簿中其余的工作表没有读取：{others}。",
    ),
    "table.json_line": (
        "File '{path}', line {line}: {text!r} is not a JSON object; write one object per row, or one array of objects.",
        "文件 '{path}' 第 {line} 行：{text!r} 不是 JSON 对象；请每行写一个对象，或写成一个由对象组成的数组。",
    ),
    "table.json_row": (
        "File '{path}', element {row} of the array: {value!r} is not a JSON object; write one object per row.",
        "文件 '{path}' 数组的第 {row} 个元素：{value!r} 不是 JSON 对象；每一行应是一个对象。",
    ),
    "table.arff_line": (
        "File '{path}', line {line}: {text!r} is not a valid ARFF {part}; correct the line.",
        "文件 '{path}' 第 {line} 行：{text!r} 不是有效的 ARFF {part}；请修正该行。",
    ),
    "table.arff_no_data": (
        "File '{path}' is not a complete ARFF file; it needs @attribute lines and a @data line.",
        "文件 '{path}' 不是完整的 ARFF 文件；需要 @attribute 行和 @data 行。",
    ),
    "table.source": (
        "A table cannot be read from a {type}; give a path, a pandas or polars DataFrame, "
        "a pyarrow Table, a fenlei Table or a dict of columns.",
        "无法从 {type} 读取表格；请给出文件路径、pandas 或 polars 的 DataFrame、pyarrow 的 Table、fenlei 的 Table 或由列组成的字典。",
    ),
    "table.lengths": (
        "Column {column!r} has {found} values, the first column has {expected}; give columns of one length.",
        "列 {column!r} 有 {found} 个值，第一列有 {expected} 个；各列长度必须相同。",
    ),
    "table.half_characters": (
        "Column {column!r} has text with half a character (a lone surrogate), which no file can hold; read it as UTF-8 again, "
        "or drop it.",
        "列 {column!r} 的文本含有不完整的字符（孤立代理项），任何文件都无法保存；请按 UTF-8 重新读取，或删除该列。",
    ),
    "table.column_type": (
        "Column {column!r} holds values of type {type}; give numbers, text or true/false, or drop it.",
        "列 {column!r} 的值类型为 {type}；请给出数值、文本或真假值，或去掉该列。",
    ),
    "table.no_column": (
        "There is no column {column!r}. The columns are: {columns}.",
        "没有名为 {column!r} 的列。现有的列：{columns}。",
    ),
    "table.unknown_column": (
        "There is no column {column!r}; did you mean {nearest!r}? The columns are: {columns}.",
        "没有名为 {column!r} 的列；是否想用 {nearest!r}？现有的列：{columns}。",
    ),
    "table.two_choices": (
        "Column {column!r} is given as {first} and as {second}; give it once.",
        "列 {column!r} 同时被指定为 {first} 和 {second}；请只指定一次。",
    ),
    "table.target_choice": (
        "Column {column!r} is the target; it cannot also be dropped or declared numeric, ordinal or an "
        "identifier.",
        "列 {column!r} 是目标列；不能同时去掉，也不能声明为数值、有序或编号。",
    ),
    "table.option": (
        "Option {name}={value!r} is not accepted; give {accepted}.",
        "选项 {name}={value!r} 无效；可用值：{accepted}。",
    ),
    "table.not_numbers": (
        "Column {column!r}: {count} values are not numbers (first: {value!r} in row {row}); "
        "declare it nominal or set missing={value!r}.",
        "列 {column!r}：有 {count} 个值不是数值（首个：第 {row} 行的 {value!r}）；请将其声明为名义型（nominal）或设置 missing={value!r}。",
    ),
    "table.not_numbers_here": (
        "Column {column!r}: {count} values are not numbers (first: {value!r} in row {row}), but the model takes numbers there; "
        "correct them, or leave those cells empty.",
        "列 {column!r}：有 {count} 个值不是数值（首个：第 {row} 行的 {value!r}），而模型在此列需要数值；请更正，或将这些单元格留空。",
    ),
    "table.infinite": (
        "Column {column!r}: {count} values are infinite (first in row {row}); "
        "replace them by numbers or leave them empty.",
        "列 {column!r}：有 {count} 个值为无穷大（首个在第 {row} 行）；请改为数值或留空。",
    ),
    "table.not_in_order": (
        "Column {column!r}: {count} values are not in the given order {order} (first: {value!r} in row "
        "{row}); add them to the order or set missing={value!r}.",
        "列 {column!r}：有 {count} 个值不在给定的顺序 {order} 中（首个：第 {row} 行的 {value!r}）；请补全顺序或设置 missing={value!r}。",
    ),
    "table.lacking": (
        "{origin} lacks {count} of the columns the model uses: {columns}; add them under these names.",
        "{origin}：缺少模型所用的 {count} 列：{columns}；请用这些列名补齐。",
    ),
    "table.no_target": (
        "The table has no target column {column!r}; labels are not available.",
        "表格没有目标列 {column!r}；无法取得类别标签。",
    ),
    "table.target_missing": (
        "Target column {column!r} has no value in {count} rows (first: row {row}); fill them in or remove the "
        "rows.",
        "目标列 {column!r} 有 {count} 行缺失（首个：第 {row} 行）；请补全或删除这些行。",
    ),
    "table.not_labels": (
        "Target column {column!r}: {count} values are not of type {dtype} (first: {value!r} in row {row}), "
        "as they were in the training table; correct them.",
        "目标列 {column!r}：有 {count} 个值不是训练表中的 {dtype} 类标签（首个：第 {row} 行的 {value!r}）；请修正。",
    ),
    "table.schema": (
        "The schema has {value} at {where}, which is not accepted; read the table again to make a new "
        "schema.",
        "表结构中 {where} 处的 {value} 无效；请重新读取表格以生成新的表结构。",
    ),
    "table.coding_width": (
        "The data has {found} columns, but {expected} were seen in fit; give the same columns.",
        "数据有 {found} 列，而拟合时为 {expected} 列；请给出相同的列。",
    ),
    "table.note_western": (
        "The file is not UTF-8; it is read as Windows-1252 (Western European). Give its encoding if letters look wrong "
        "(--encoding).",
        "文件不是 UTF-8，按 Windows-1252（西欧）读取；若字母显示有误，请指定编码（--encoding）。",
    ),
    "table.note_titles": (
        "Left out above the header: {count} rows of titles ({text!r}).",
        "表头之上的 {count} 行标题已略去：{text!r}。",
    ),
    "table.note_blank_name": (
        "The header of column {position} is blank; it is called {name!r}.",
        "第 {position} 列的表头为空；命名为 {name!r}。",
    ),
    "table.note_duplicate_name": (
        "The header {old!r} occurs more than once; column {position} is called {name!r}.",
        "表头 {old!r} 重复出现；第 {position} 列命名为 {name!r}。",
    ),
    "table.note_dropped": (
        "Column {column!r} was dropped as asked.",
        "列 {column!r} 已按要求去掉。",
    ),
    "table.note_no_label": (
        "Rows without a value of the target {column!r} were left out: {count}.",
        "已去掉目标列 {column!r} 缺失的 {count} 行。",
    ),
    "table.note_all_missing": ("every value is missing", "所有值都缺失"),
    "table.note_constant": ("no two values differ", "所有值都相同"),
    "table.note_identifier": (
        "looks like an identifier; not used as a feature; --{use} {column} uses it",
        "像是编号；不作为特征；--{use} {column} 可使用它",
    ),
    "table.note_text": (
        "free text; not used as a feature; --nominal {column} takes each value as a category",
        "自由文本；不作为特征；--nominal {column} 将每个值作为一个类别",
    ),
    "table.note_no_terms": (
        "free text without a word in at least {rows} rows; not used; --nominal {column} takes each value as a category",
        "自由文本，没有至少出现在 {rows} 行中的词；不使用；--nominal {column} 将每个值作为一个类别",
    ),
    "table.note_terms": (
        "free text; words and pairs of words in at least {rows} rows: {count}; --drop {column} leaves it out, "
        "--nominal {column} takes each value as a category",
        "自由文本；至少出现在 {rows} 行中的词和词对：{count}；--drop {column} 将其略去，--nominal {column} 将每个值作为一个类别",
    ),
    "table.needs_texts": (
        "Column {column!r} is text, of which coded numbers hold nothing; give a table, a data frame or `table.rows()`.",
        "列 {column!r} 是文本，编码后的数字中没有其内容；请给出表格、数据框或 `table.rows()`。",
    ),
    "table.needs_y": (
        "Scores of texts and means of categories are learnt from the target; set target='classes' or target='numbers', and give `y` to `fit`.",
        "文本的分数与类别的均值从目标学习；请设 target='classes' 或 target='numbers'，并在 `fit` 中给出 `y`。",
    ),
    "table.note_never_repeats": (
        "never repeats; --id {column} if it only names the rows",
        "从不重复；如果只是行的编号，请用 --id {column}",
    ),
    "table.note_rare": (
        "rare categories that share one: {count}",
        "合并为一类的罕见类别数：{count}",
    ),
    "table.not_dates": (
        "Column {column!r} is declared a date, and no format reads most of its values (first: {value!r}); the formats are "
        "{accepted}.",
        "列 {column!r} 声明为日期，但没有一种格式能读出其多数值（首个：{value!r}）；可用的格式：{accepted}。",
    ),
    "table.note_date_type": (
        "its parts below are features; --nominal {column} takes each value as a category",
        "下列各部分作为特征；--nominal {column} 将每个值作为一个类别",
    ),
    "table.note_date_format": (
        "{text!r} is read as {value}; its parts below are features; --nominal {column} keeps the text",
        "{text!r} 读作 {value}；下列各部分作为特征；--nominal {column} 保留原文",
    ),
    "table.note_date_gaps": (
        "{text!r} is read as {value}; values not written so are missing: {count}; --nominal {column} keeps the text",
        "{text!r} 读作 {value}；写法不同而算作缺失的值：{count}；--nominal {column} 保留原文",
    ),
    "table.note_date_ambiguous": (
        "{text!r} is read as {value}, the day first, as no value tells; --nominal {column} keeps the text",
        "{text!r} 读作 {value}，日在月前，因为无从判断；--nominal {column} 保留原文",
    ),
    "table.note_form": (
        "{text!r} is read as {value}; --nominal {column} keeps the text",
        "{text!r} 读作 {value}；--nominal {column} 保留原文",
    ),
    "table.note_form_gaps": (
        "{text!r} is read as {value}; values not written so are missing: {count}; --nominal {column} keeps the text",
        "{text!r} 读作 {value}；写法不同而算作缺失的值：{count}；--nominal {column} 保留原文",
    ),
    "table.note_form_word": (
        "numbers, {text!r} being {value}; {word!r} stands for missing: {count}; --nominal {column} keeps the text",
        "数字，{text!r} 即 {value}；{word!r} 表示缺失：{count}；--nominal {column} 保留原文",
    ),
    "table.note_many_categories": ("most rows have a category of their own", "大多数行各自成为一个类别"),
    "table.schema_heading": ("column kind distinct missing categories note", "列 类型 不同值 缺失 类别 说明"),
    "table.kind_numeric": ("numeric", "数值"),
    "table.kind_nominal": ("nominal", "名义"),
    "table.kind_ordinal": ("ordinal", "有序"),
    "table.kind_boolean": ("boolean", "真假"),
    "table.kind_date": ("date", "日期"),
    "table.kind_text": ("text", "文本"),
    "table.kind_identifier": ("identifier", "编号"),
    "table.kind_constant": ("constant", "常量"),
    "table.kind_target": ("target", "目标"),
    "dataset.none": (
        "There is no data set {name!r}. Bundled are: {names}.",
        "没有名为 {name!r} 的数据集。可用的有：{names}。",
    ),
    "dataset.unknown": (
        "There is no data set {name!r}; did you mean {nearest!r}? Bundled are: {names}.",
        "没有名为 {name!r} 的数据集；是否指 {nearest!r}？可用的有：{names}。",
    ),
    "dataset.language": (
        "lang={language!r} is not accepted; give 'en' or 'zh'.",
        "lang={language!r} 无效；可用值：'en' 或 'zh'。",
    ),
    "dataset.no_target": (
        "Data set {name!r} has no target column; use .X or .table.",
        "数据集 {name!r} 没有目标列；请使用 .X 或 .table。",
    ),
}
