"""Sentences about study: key: (English, Chinese)."""

MESSAGES = {
    "intervals.method": (
        "intervals={value!r} is not known; accepted: {accepted}.",
        "不认识 intervals={value!r}；可用：{accepted}。",
    ),
    "intervals.level": (
        "The level of an interval is {value}; give a share between 0 and 1, such as 0.9.",
        "区间的水平为 {value}；请给出 0 与 1 之间的比例，例如 0.9。",
    ),
    "intervals.classifier": (
        "{name} predicts classes, which have probabilities instead of intervals; leave out --intervals, or choose a regression that `fenlei models` lists.",
        "{name} 预测类别，类别有概率而没有区间；请去掉 --intervals，或选择 `fenlei models` 列出的回归。",
    ),
    "intervals.scan": (
        "{source} is read in passes and never whole, and intervals need the residuals of its rows; train on a sample that fits into memory, or leave out --intervals.",
        "{source} 是分遍读取的，从不整体载入，而区间需要各行的残差；请用内存能容纳的样本训练，或去掉 --intervals。",
    ),
    "intervals.classes": (
        "{model} predicts classes, which have probabilities instead of intervals; use --proba.",
        "{model} 预测类别，类别有概率而没有区间；请用 --proba。",
    ),
    "intervals.none": (
        "{model} was trained without prediction intervals; train it again with --intervals scaled.",
        "{model} 训练时没有生成预测区间；请用 --intervals scaled 重新训练。",
    ),
    "study.damaged_folds": (
        "Files of finished folds were not what they should be ({count}, first: {first}); these folds were computed again.",
        "{count} 个已完成的折的文件内容不正确（第一个：{first}）；这些折已重新计算。",
    ),
    "study.other_target": (
        "Folder '{folder}' holds a comparison with the target {earlier!r}, not {target!r}; give another folder, with --out "
        "on the command line.",
        "文件夹 '{folder}' 中已有以 {earlier!r} 为目标的比较，而不是 {target!r}；请换一个文件夹（命令行用 --out）。",
    ),
    "train.no_tables": (
        "Model {model!r} has no probability tables; --tables is for {names}.",
        "模型 {model!r} 没有概率表；--tables 适用于 {names}。",
    ),
    "study.source": (
        "{source!r} is neither a file nor a bundled data set; give a path, or a name such as {nearest!r} (see "
        "`fenlei datasets`).",
        "{source!r} 既不是文件也不是内置数据集；请给出路径，或数据集名称，例如 {nearest!r}（见 `fenlei datasets`）。",
    ),
    "study.no_target": (
        "{source}: no target is given, and the last column {column!r} is {kind}, not nominal; name the column to "
        "predict (--target).",
        "{source}：没有指定目标列，且最后一列 {column!r} 的类型是 {kind}，不是类别；请指定要预测的列（--target）。",
    ),
    "study.no_numbers": (
        "{source}: no target is given, and the last column {column!r} is {kind}, not numeric; name the column to "
        "predict (--target).",
        "{source}：没有指定目标列，且最后一列 {column!r} 的类型是 {kind}，不是数值；请指定要预测的列（--target）。",
    ),
    "study.quantity": (
        "Column {column!r} holds {count} different numbers in {rows} rows, a quantity rather than classes; predict it by a "
        "regression (random_forest_regressor, ridge or another of `fenlei models`), say that each number is a class "
        "(--nominal {option}), or name another --target.",
        "列 {column!r} 的 {rows} 行中有 {count} 个不同的数，更像数量而不是类别；请用回归模型预测（random_forest_regressor、ridge 等，"
        "见 `fenlei models`），或声明每个数是一个类别（--nominal {option}），"
        "或用 --target 指定其他列。",
    ),
    "study.decimals": (
        "Column {column!r} holds numbers with decimals (first: {value}), which are no classes; predict them by a "
        "regression (--model linear_regression, ridge or decision_tree_regressor), or name another --target.",
        "列 {column!r} 含小数（首个：{value}），不是类别；请用回归模型预测（--model linear_regression、ridge 或 "
        "decision_tree_regressor），或用 --target 指定其他列。",
    ),
    "study.is_quantity": (
        "Column {column!r} holds a quantity, so that numbers are predicted (regression); --task classification makes each "
        "number a class.",
        "列 {column!r} 是数量，因此预测数值（回归）；--task classification 则把每个数当作一个类别。",
    ),
    "study.task": (
        "task={value!r} is not accepted; give one of: {accepted}.",
        "task={value!r} 无效；可用的值：{accepted}。",
    ),
    "study.metric": (
        "metric={value!r} is not one of a {task}; give one of: {accepted}.",
        "metric={value!r} 不适用（任务 {task}）；可用的值：{accepted}。",
    ),
    "study.few_rows": (
        "The table has {rows} rows with a target; a comparison of regressions needs at least {least}.",
        "表格中只有 {rows} 行有目标值；比较回归模型至少需要 {least} 行。",
    ),
    "study.one_number": (
        "The target is {value} in all of the {rows} rows; there is nothing to predict: name another --target.",
        "目标列的 {rows} 行全为 {value}，无可预测；请用 --target 指定其他列。",
    ),
    "study.classifier": (
        "{name!r} predicts classes, and the target is a quantity; name a regression (see `fenlei models`), or give --task "
        "classification.",
        "{name!r} 预测类别，而目标是数量；请改用回归模型（见 `fenlei models`），或给出 --task classification。",
    ),
    "study.repeated_numbers": (
        "{rows} rows repeat the features of an earlier row ({conflicts} with another number): scores can be too good, since a "
        "row may be trained on and tested on; remove repeats that are not rows of their own.",
        "{rows} 行与之前某行的特征完全相同（其中 {conflicts} 行目标值不同）：同一样本可能既用于训练又用于测试，得分可能偏好；"
        "请删除不应有的重复行。",
    ),
    "study.not_numbers": (
        "Column {column!r} holds names (first: {value!r}), and {model!r} predicts numbers; name a column of numbers "
        "(--target), or train a classifier.",
        "列 {column!r} 是类别（首个：{value!r}），而 {model!r} 预测数值；请指定数值列（--target），或训练分类器。",
    ),
    "study.regressor": (
        "{name!r} predicts numbers, and the target has classes; name a classifier (see `fenlei models`), or give --task "
        "regression if the classes are numbers.",
        "{name!r} 预测数值，而目标是类别；请改用分类器（见 `fenlei models`），若类别本是数值，也可给出 --task regression。",
    ),
    "study.no_classes": (
        "{model} predicts numbers, not classes; leave out --costs and --reject-cost.",
        "{model} 预测数值而不是类别；请去掉 --costs 和 --reject-cost。",
    ),
    "structure.method": (
        "There is no method {value!r}; choose one of {accepted}.",
        "没有方法 {value!r}；请选择 {accepted} 之一。",
    ),
    "structure.method_near": (
        "There is no method {value!r}; did you mean {nearest!r}? Methods are: {accepted}.",
        "没有方法 {value!r}；是否指 {nearest!r}？可用的方法：{accepted}。",
    ),
    "structure.lda_target": (
        "{source}: lda reduces by the classes of a target, and none is given; name the column (--target), or take pca.",
        "{source}：lda 按目标列的类别降维，但没有指定目标列；请指定 --target，或改用 pca。",
    ),
    "study.repeated": (
        "{rows} rows repeat the features of an earlier row ({conflicts} with another class): scores can be too high, since a "
        "row may be trained on and tested on; remove repeats that are not rows of their own.",
        "{rows} 行与之前某行的特征完全相同（其中 {conflicts} 行类别不同）：同一样本可能既用于训练又用于测试，得分可能偏高；请删除不应有的重复行。",
    ),
    "study.leak": (
        "{count} columns tell the class almost perfectly by themselves ({columns}): make sure that they are known before the "
        "class is, or leave them out (--drop).",
        "{count} 列单独就几乎能完全判断类别（{columns}）：请确认它们在类别之前已知，否则去掉（--drop）。",
    ),
    "study.budget": (
        "budget is {value!r}; it must be a number of seconds, or a number with s, m or h, such as 90s, 10m or 2h.",
        "budget 为 {value!r}；应为秒数，或带单位 s、m、h 的数，例如 90s、10m、2h。",
    ),
    "study.over_budget": (
        "it and the models in progress would take about {need}, and {left} of the budget are left for folds; give a longer "
        "--budget, or fewer --models.",
        "它与正在运行的模型预计共需 {need}，而预算中留给各折的只剩 {left}；请增加 --budget 或减少 --models。",
    ),
    "study.out_of_budget": (
        "the budget ended after {done} of {folds} folds, which are kept; run again with a longer --budget to go on.",
        "预算在完成 {folds} 折中的 {done} 折后用完，已完成的折已保存；请以更长的 --budget 再次运行以继续。",
    ),
    "study.skipped": (
        "it was skipped while it ran; run again without skipping it to have it, its finished folds are kept.",
        "运行中被跳过；重新运行且不跳过即可得到结果，已完成的折已保存。",
    ),
    "study.memory": (
        "memory is {value!r}; it must be a number of bytes, or a number with k, m or g, such as 500m or 2g.",
        "memory 为 {value!r}；应为字节数，或带单位 k、m、g 的数，例如 500m、2g。",
    ),
    "study.over_memory": (
        "it would take about {need} of memory, and {limit} may be used; give more --memory, or leave out columns (--drop).",
        "预计需要 {need} 内存，而可用 {limit}；请增加 --memory，或去掉一些列（--drop）。",
    ),
    "study.out_of_memory": (
        "it needed more than the {limit} of memory that it may use; give more --memory, or leave out columns (--drop).",
        "它需要的内存超过了可用的 {limit}；请增加 --memory，或去掉一些列（--drop）。",
    ),
    "study.worker_killed": (
        "its process was ended from outside, most likely because the machine ran out of memory; give less --memory, or leave "
        "the model out (--models).",
        "它的进程被外部终止，很可能是机器内存不足；请减小 --memory，或不用此模型（--models）。",
    ),
    "study.worker_crashed": (
        "its process crashed (exit code {code}), which should not happen; please report it, and leave the model out (--models).",
        "它的进程崩溃了（退出码 {code}），这不应发生；请报告，并暂时不用此模型（--models）。",
    ),
    "study.default_target": (
        "No target was given; the last column {column!r} is predicted.",
        "没有指定目标列；预测最后一列 {column!r}。",
    ),
    "study.no_features": (
        "None of the {columns} columns beside the target can be used (they are constant, identifiers or dropped); "
        "declare one nominal or numeric.",
        "目标列以外的 {columns} 列都不能用作特征（常量、编号或已去掉）；请将其中一列声明为类别或数值。",
    ),
    "study.few_classes": (
        "The target has {classes} different values in {rows} rows; a comparison needs at least two classes of two "
        "rows or more.",
        "目标列在 {rows} 行中有 {classes} 个不同的值；比较至少需要两个各有两行以上的类别。",
    ),
    "study.single_rows": (
        "{count} classes with a single row ({labels}) were left out: they cannot be learned and tested both.",
        "已去掉只有一行的 {count} 个类别（{labels}）：它们无法既用于训练又用于测试。",
    ),
    "study.folds_lowered": (
        "The number of folds was lowered to {folds}, because class {label!r} has only that many rows.",
        "折数已降为 {folds}，因为类别 {label!r} 只有这么多行。",
    ),
    "study.loo_baseline": (
        "The largest classes have equally many rows: without the row that is left out, its class is the smaller one, so "
        "that the baseline is wrong on all of them; compare with folds for a fair baseline.",
        "最大的几个类别行数相同：留出一行后该行的类别就较少，因此基线对这些行全部判错；要得到公平的基线，请用若干折比较。",
    ),
    "study.option": (
        "{name}={value} is not accepted; give a whole number of at least {low}.",
        "{name}={value} 无效；请给出不小于 {low} 的整数。",
    ),
    "study.folds": (
        "folds={value!r} is not accepted; give a whole number of at least 2, or 'loo' for leave-one-out.",
        "folds={value!r} 无效；请给出不小于 2 的整数，或 'loo'（留一法）。",
    ),
    "study.loo_rows": (
        "Leave-one-out makes a fit for each row, and {rows} rows are too many (at most {most}); give a number of folds.",
        "留一法每行训练一次，{rows} 行过多（最多 {most} 行）；请给出折数。",
    ),
    "study.test_size": (
        "test_size={value} is not accepted; give a share between 0 and 1, or a number of rows from 1 to {most}.",
        "test_size={value} 无效；请给出 0 与 1 之间的比例，或 1 到 {most} 的行数。",
    ),
    "study.together": (
        "{first} and {second} cannot be given together; leave one of them out.",
        "{first} 与 {second} 不能同时给出；请去掉其中一个。",
    ),
    "study.stratify": (
        "stratify is an option of test_size; folds are always stratified: leave it out, or give a test_size.",
        "stratify 仅与 test_size 一起使用；各折总是分层的：请去掉它，或给出 test_size。",
    ),
    "study.stratified_rows": (
        "A stratified split needs a row of each of the {classes} classes on both sides, and has {train} rows to train on and "
        "{test} to test; give another test_size.",
        "分层划分要求训练行与测试行都包含全部 {classes} 个类别，而训练有 {train} 行、测试有 {test} 行；请改用其他 test_size。",
    ),
    "study.unseen_class": (
        "This split leaves no row of class {label!r} to train on; add --stratify, or give another seed or a smaller test_size.",
        "这样划分后没有类别 {label!r} 的训练行；请加上 --stratify，或换一个种子，或减小 test_size。",
    ),
    "study.scale": (
        "scale={value!r} is not accepted; give one of: {accepted}.",
        "scale={value!r} 无效；可用的值：{accepted}。",
    ),
    "study.scaled_distances": (
        "{model} is given a matrix of distances or kernel values (precomputed), which is never scaled; leave out "
        "scale={value!r}, or give 'none'.",
        "{model} 的输入是距离矩阵或核矩阵（precomputed），从不缩放；请去掉 scale={value!r}，或给出 'none'。",
    ),
    "study.normal_names": (
        "names are taken as columns of 0 and 1 with a normal density, which they do not have; mixed_nb takes names as they are.",
        "名义列被当作服从正态分布的 0、1 列，而它们并不服从；mixed_nb 按名义列本身处理。",
    ),
    "study.model_near": (
        "There is no model {name!r}; did you mean {nearest!r}? Models are: {accepted}.",
        "没有模型 {name!r}；是否指 {nearest!r}？可用的模型：{accepted}。",
    ),
    "study.trained_rows": (
        "The model was trained on {source} with as many rows: scores on its own training rows are too good; evaluate it on "
        "other rows, or see `fenlei compare`.",
        "该模型就是用 {source} 的同样多的行训练的：在训练行上的得分偏高；请用其他行评估，或使用 `fenlei compare`。",
    ),
    "study.unread": (
        "Column {column!r}: {count} values are not written like {form!r}, as they were in training (first: {value!r}); they "
        "are taken as missing.",
        "列 {column!r}：有 {count} 个值的写法与训练时（如 {form!r}）不同（首个：{value!r}）；按缺失处理。",
    ),
    "study.unseen": (
        "Column {column!r}: {count} rows have a category that the model has not seen (first: {value!r}), which is taken as "
        "missing.",
        "列 {column!r}：有 {count} 行是模型未见过的类别（首个：{value!r}）；按缺失处理。",
    ),
    "study.model": (
        "There is no model {name!r}; give one of: {accepted}.",
        "没有模型 {name!r}；可用的模型：{accepted}。",
    ),
    "study.format": (
        "The result has format {value!r}; this version of fenlei reads format {accepted} and earlier: run compare again.",
        "结果的格式为 {value!r}；此版本的 fenlei 只能读取不高于 {accepted} 的格式：请重新运行 compare。",
    ),
    "study.no_models": ("No model is named; give at least one.", "没有指定模型；请至少给出一个。"),
    "study.baseline": (
        "{name!r} is the baseline of compare and cannot be trained; name another model.",
        "{name!r} 是比较用的基线，不能单独训练；请指定其他模型。",
    ),
    "study.param": (
        "Model {model!r} has no parameter {name!r}; it has: {accepted}.",
        "模型 {model!r} 没有参数 {name!r}；可用的参数：{accepted}。",
    ),
    "study.params_model": (
        "Parameters are given for {name!r}, which is not compared; the models are: {accepted}.",
        "给出了 {name!r} 的参数，但它不在比较之列；所比较的模型：{accepted}。",
    ),
    "study.unsuitable": (
        "Model {name!r} cannot be used on this table: {reason}",
        "模型 {name!r} 不能用于此表格：{reason}",
    ),
    "study.needs_nominal": (
        "it takes nominal columns only, and {count} columns are numeric (first: {column!r}); declare them nominal or "
        "drop them.",
        "它只接受类别列，而有 {count} 列是数值列（首个：{column!r}）；请将其声明为类别或去掉。",
    ),
    "study.bare_model": (
        "{path}: this model file holds an estimator without a schema, which cannot take tables; train it with "
        "`fenlei train`.",
        "{path}：此模型文件没有表格结构信息，不能用于表格；请用 `fenlei train` 训练。",
    ),
    "study.no_scores": (
        "{model} predicts no target column, and there is nothing to compare its answers with; train a classifier or a "
        "regression.",
        "{model} 不预测目标列，无从比较其结果；请训练分类器或回归模型。",
    ),
    "study.no_predict": (
        "{model} finds structure and predicts nothing; use a model that predicts, as a classifier, kmeans or "
        "gaussian_mixture.",
        "{model} 用于发现结构，不作预测；请改用能预测的模型，如分类器、kmeans 或 gaussian_mixture。",
    ),
    "study.no_labels": (
        "The model was trained on a table without a target column and cannot be evaluated; train it again.",
        "此模型的训练表格没有目标列，无法评估；请重新训练。",
    ),
    "study.no_label": (
        "Target column {column!r} has no value in any of the {rows} rows; fill in the true classes.",
        "目标列 {column!r} 的 {rows} 行都没有值；请填入真实类别。",
    ),
    "study.pair_input": (
        "Two models cannot both read standard input; give a file.",
        "两个模型不能都读标准输入；请给出文件。",
    ),
    "study.pair_kinds": (
        "A classifier and a regression have no score in common; give two models of one kind.",
        "分类模型与回归模型没有共同的指标；请给出同一类的两个模型。",
    ),
    "study.pair_rows": (
        "The two models do not read the same labels from these rows; train both on the same target, read in the same way.",
        "两个模型从这些行读出的标签不同；请用同样读取的同一目标训练两者。",
    ),
    "study.pair_files": (
        "evaluate takes one or two models and then the data, and received {count} files.",
        "evaluate 接受一个或两个模型，然后是数据；这里给出了 {count} 个文件。",
    ),
    "study.pair_costs": (
        "Costs apply to one model; leave out --costs and --reject-cost, or the second model.",
        "代价只用于一个模型；请去掉 --costs 与 --reject-cost，或去掉第二个模型。",
    ),
    "study.unlabelled": (
        "Rows without a label were left out: {count}.",
        "已去掉没有标签的 {count} 行。",
    ),
    "study.unknown_classes": (
        "{rows} rows belong to {count} classes that the model does not know ({labels}); they count as errors.",
        "有 {rows} 行属于模型不认识的 {count} 个类别（{labels}）；它们计为错误。",
    ),
    "study.no_proba": (
        "{model} has no probabilities; leave out --proba, or train a model that has them.",
        "{model} 不提供概率；请去掉 --proba，或训练可给出概率的模型。",
    ),
    # --- kernels that have to be compiled
    "kernels.compiling": (
        "Compiling numerical kernels for this machine: the first fit of a method takes a few seconds, of a tree "
        "up to half a minute; later ones start at once. {reason}{note}",
        "正在为本机编译数值内核：每种方法的首次拟合需要数秒，树最多约半分钟；此后立即开始。{reason}{note}",
    ),
    "kernels.kept": (
        "Kept in {directory}; `fenlei warm-up` compiles all at once.",
        "保存于 {directory}；`fenlei warm-up` 可一次全部编译。",
    ),
    "kernels.not_kept": (
        "Not kept, since there is no directory that only you can write to: set FENLEI_CACHE_DIR to one.",
        "未能保存，因为没有只有您可写的目录：请将 FENLEI_CACHE_DIR 设为这样的目录。",
    ),
    "kernels.unread": (
        "The machine code of {kernel} cannot be read ({error}); it is compiled again.",
        "无法读取 {kernel} 的机器码（{error}），将重新编译。",
    ),
    "kernels.asked": (
        "FENLEI_KERNELS={mode} leaves out the machine code of the wheel. ",
        "FENLEI_KERNELS={mode} 不使用安装包自带的机器码。",
    ),
    "kernels.version": (
        "The machine code of the wheel is for {package} {made}, and {found} is installed. ",
        "安装包自带的机器码适用于 {package} {made}，而本机安装的是 {found}。",
    ),
    "kernels.processor": (
        "The machine code of the wheel is for processors of level {level}; {chosen}. ",
        "安装包自带的机器码适用于 {level} 级处理器；{chosen}。",
    ),
    "kernels.lacks": ("this one lacks {features}", "本机处理器缺少 {features}"),
    "kernels.pinned": ("NUMBA_CPU_NAME is {name}", "NUMBA_CPU_NAME 为 {name}"),
    "kernels.other_types": (
        "The wheel has no machine code for this kind of input. ",
        "安装包中没有适用于此类输入的机器码。",
    ),
}
