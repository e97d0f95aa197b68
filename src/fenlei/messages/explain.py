"""Sentences of `explain` and `exercise` about what they cannot do."""

MESSAGES: dict[str, tuple[str, str]] = {
    "explain.row": (
        "There is no row {row}; the table has {rows} rows, and the first is row {first}.",
        "没有第 {row} 行；表格共 {rows} 行，行号从 {first} 开始。",
    ),
    "explain.rows": (
        "The rows to explain have the shape {shape}; give a table of rows and columns, and for one row x write [x].",
        "待解释的数据形状为 {shape}；请给出由行和列组成的表格，只有一行 x 时请写 `[x]`。",
    ),
    "explain.no_classes": (
        "{model} predicts neither classes nor numbers, and there is no prediction to explain; train a classifier or a "
        "regression.",
        "{model} 既不预测类别也不预测数值，没有可解释的预测；请训练分类器或回归模型。",
    ),
    "explain.pipeline": (
        "{model}: the steps of a saved pipeline have no workings; explain its last part, `parts_[-1]`, on the rows "
        "that the other parts make.",
        "{model}：保存的流水线的各步骤没有计算过程；请对其他部分变换后的行解释其最后一部分 `parts_[-1]`。",
    ),
    "explain.no_fit": (
        "There is no working of the fit of {model} yet; `explain` shows the working of one of its predictions.",
        "{model} 的拟合过程暂无推导；`explain` 可给出它的一次预测的推导过程。",
    ),
    "explain.no_setting": (
        "There is no working of {model} with {setting}; fit it without that, or read the tables of its report.",
        "{model} 在“{setting}”时没有推导；请不用这一设置重新拟合，或查看其报告中的表格。",
    ),
    "explain.unfitted": (
        "{model} is not fitted; call fit first.",
        "{model} 尚未拟合；请先调用 fit。",
    ),
    "explain.no_nodes": (
        "{model} is not a single tree, so it has no nodes; leave out node.",
        "{model} 不是单棵决策树，没有结点；请去掉 node。",
    ),
    "explain.node": (
        "There is no node {node}; the tree has {nodes} nodes, from 0 to {last}.",
        "没有结点 {node}；这棵树共 {nodes} 个结点，编号 0 到 {last}。",
    ),
    "explain.no_labels": (
        "The working of the fit of {model} needs the labels of the rows; pass y, or a table with its target.",
        "{model} 的拟合推导需要样本的类别；请给出 y，或带目标列的表格。",
    ),
    "explain.score_shapes": (
        "There are true values of shape {y} and answers of shape {answers}; pass one true value per row, at least one row, "
        "and for each row one answer or one probability per class.",
        "真实值的形状为 {y}，预测的形状为 {answers}；每行应有一个真实值，至少一行，且每行有一个预测或每类一个概率。",
    ),
    "explain.score_kind": (
        "{kind!r} is no kind of answers; write labels, scores, probabilities or numbers.",
        "{kind!r} 不是预测的种类；可为 labels、scores、probabilities 或 numbers。",
    ),
    "explain.score_classes": (
        "Scores are swept for two classes, and there are {K}; pass predicted labels, or the probabilities of all classes.",
        "按阈值逐点计算需要两个类别，现有 {K} 个；请给出预测的标签，或所有类别的概率。",
    ),
    "explain.score_finite": (
        "Some of the answers or true values are not finite numbers; remove those rows.",
        "部分预测或真实值不是有限数；请去掉这些行。",
    ),
    "explain.score_columns": (
        "There are {columns} columns of probabilities and {K} classes; pass one column per class, and the classes as labels, "
        "ascending.",
        "概率共 {columns} 列，类别共 {K} 个；请每类给一列，并用 labels 按升序给出类别。",
    ),
    "explain.lengths": (
        "There are {rows} rows and {labels} labels; pass one label per row.",
        "共 {rows} 行，却有 {labels} 个标签；每行应有一个标签。",
    ),
    "explain.fingerprint": (
        "These {rows} rows are not the {kept} that {model} was fitted to, or their order is another (their fingerprint "
        "differs); pass the training rows as they were.",
        "这 {rows} 行不是 {model} 训练时所用的 {kept} 行，或次序不同（数据指纹不符）；请原样给出训练数据。",
    ),
    "explain.texts": (
        "The fit cannot be worked out: with the terms of {column!r}, {rows} rows of {terms} columns are more than {most} "
        "numbers; explain a prediction instead, or train with --drop {column}.",
        "无法展示训练过程：加上列 {column!r} 的词语，{rows} 行 {terms} 列超过 {most} 个数；请改为解释一次预测，或用 --drop {column} "
        "训练。",
    ),
    "explain.other_rows": (
        "These rows do not give the numbers of {model}: they are not the rows that it was fitted to, or it was fitted with "
        "weights or a setting that the working does not show; pass its training rows.",
        "由这些行得不到 {model} 的数值：它们不是训练样本，或拟合时用了权重或推导未涉及的设置；请给出训练样本。",
    ),
    "exercise.kind": (
        "There is no kind of exercise {kind!r}; accepted: {accepted}.",
        "没有名为 {kind!r} 的练习；可用：{accepted}。",
    ),
    "exercise.kind_near": (
        "There is no kind of exercise {kind!r}; did you mean {nearest!r}? Accepted: {accepted}.",
        "没有名为 {kind!r} 的练习；是否指 {nearest!r}？可用：{accepted}。",
    ),
    "exercise.rows": (
        "The table of the exercise {kind} cannot have {rows!r} rows; give a whole number from {least} to {most}.",
        "练习 {kind} 的表格不能有 {rows!r} 行；请给出 {least} 到 {most} 之间的整数。",
    ),
    "exercise.seed": (
        "The seed of an exercise cannot be {seed!r}; give a whole number, 0 or more.",
        "练习的种子不能是 {seed!r}；请给出不小于 0 的整数。",
    ),
    "exercise.lang": (
        "Exercises are not written in {lang!r}; accepted: 'en', 'zh'.",
        "练习没有 {lang!r} 语言；可用：'en'、'zh'。",
    ),
    "exercise.none": (
        "No exercise {kind} with {rows} rows and friendly numbers was found for this seed; try another seed, or {usual} rows.",
        "用此种子没有找到 {rows} 行且数值简单的 {kind} 练习；请换一个种子，或改用 {usual} 行。",
    ),
    "exercise.one_format": (
        "--{first} and --{second} cannot be written at once; give one of --html, --latex and --json.",
        "--{first} 和 --{second} 不能同时写出；请在 --html、--latex、--json 中选一个。",
    ),
    "exercise.answers_json": (
        "--json holds the answers already; leave out --answers.",
        "--json 已包含答案；请去掉 --answers。",
    ),
}
