"""Sentences about the trees family: key: (English, Chinese)."""

MESSAGES = {
    "trees.rows": (
        "{n} rows are more than a tree takes ({most}); draw a sample of them.",
        "{n} 行超过决策树可处理的行数（{most}）；请抽样。",
    ),
    "trees.codes": (
        "{estimator}: nominal column {column} has the value {value:g}; category codes are 0, 1, 2, ... below {most}, or "
        "text in a DataFrame.",
        "{estimator}：类别列 {column} 的值为 {value:g}；类别编码应为 0、1、2、… 且小于 {most}，或以 DataFrame 文本列给出。",
    ),
    "trees.no_tree": (
        "{function}: {model} is not a decision tree of fenlei; give a fitted one.",
        "{function}：{model} 不是 fenlei 的决策树；请给出已训练的决策树。",
    ),
    "trees.no_classifier": (
        "{function}: {model} is not a classification tree of fenlei; give a fitted DecisionTreeClassifier, "
        "C45Classifier or ID3Classifier.",
        "{function}：{model} 不是 fenlei 的分类树；请给出已训练的 DecisionTreeClassifier、C45Classifier 或 ID3Classifier。",
    ),
    "trees.no_regressor": (
        "{function}: {model} is not a regression tree of fenlei; give a fitted DecisionTreeRegressor.",
        "{function}：{model} 不是 fenlei 的回归树；请给出已训练的 DecisionTreeRegressor。",
    ),
    "trees.names": (
        "There are {count} feature names, and the tree was fitted to {p} features; give one for each.",
        "共有 {count} 个特征名，而决策树由 {p} 个特征训练；请为每个特征给出一个名称。",
    ),
    "trees.one_row": (
        "The path of one row is explained, and {rows} rows were given; give one, as in X[:1].",
        "一次只解释一行的路径，却给出了 {rows} 行；请只给一行，例如 `X[:1]`。",
    ),
    "trees.no_leaf": (
        "{function}: node {node} is not a leaf; give the number of a leaf, as `apply` returns it.",
        "{function}：结点 {node} 不是叶结点；请给出叶结点的编号，即 `apply` 的返回值。",
    ),
    "trees.leaf_already": (
        "make_leaf: node {node} is a leaf already; give the number of a node that is split.",
        "make_leaf：结点 {node} 已是叶结点；请给出有分支的结点的编号。",
    ),
    "trees.no_edit": (
        "undo_edit: this {model} has no edits to undo; a model file does not keep them.",
        "undo_edit：这个 {model} 没有可撤销的编辑；模型文件不保存编辑记录。",
    ),
    "trees.edit_number": (
        "split_node: feature {feature} is a number; give threshold, a number, and no categories.",
        "split_node：特征 {feature} 是数值；请给出数值 threshold，不要给 categories。",
    ),
    "trees.edit_sets": (
        "split_node: feature {feature} has categories; give those of the first branch as categories, and no threshold.",
        "split_node：特征 {feature} 是类别；请用 categories 给出第一个分支的取值，不要给 threshold。",
    ),
    "trees.edit_multiway": (
        "split_node: {model} has one branch per category of {feature}; leave out threshold and categories.",
        "split_node：{model} 对 {feature} 的每个取值有一个分支；请去掉 threshold 和 categories。",
    ),
    "trees.edit_side": (
        "split_node: this split by {feature} sends all rows of node {node} to one branch; choose a threshold between two "
        "of their values, other categories, or another feature.",
        "split_node：按 {feature} 的这一划分把结点 {node} 的全部样本送入同一分支；请在两个取值之间选阈值，或另选取值、特征。",
    ),
    "trees.prune_rows": (
        "prune: method={method!r} needs rows; give X and y.",
        "prune：方法 {method!r} 需要样本；请给出 X 和 y。",
    ),
    "trees.prune_folds": (
        "prune: the smallest class has {rows} row, and cross-validation needs two of each; set alpha, or give "
        "validation rows with cv=None.",
        "prune：最小的类别只有 {rows} 行，交叉验证要求每类至少两行；请给定 alpha，或以 cv=None 给出验证样本。",
    ),
    "trees.targets": (
        "prune: the targets y have values that are not finite; leave those rows out.",
        "prune：目标 y 含有非有限值；请去掉这些行。",
    ),
    "trees.written": (
        "A written tree has a question and a dict of answers, or a leaf in words, where {node!r} is; give "
        "WrittenTree(question, answers).",
        "手写的决策树在 {node!r} 处应为一个问题及其答案的字典，或叶结点的文字；请用 `WrittenTree(问题, 答案)`。",
    ),
    "trees.written_question": (
        "The tree asks for {question!r}, and the row has only {columns}; add the value.",
        "决策树询问 {question!r}，而该样本只有 {columns}；请补上该值。",
    ),
    "trees.written_answer": (
        "The value {value!r} of {question!r} meets none of the answers {answers}; give another value, or add an answer "
        "'otherwise'.",
        "{question!r} 的取值 {value!r} 不符合任何答案（{answers}）；请换一个取值，或增加答案“否则”。",
    ),
    "trees.absolute": (
        "{estimator}: criterion='absolute_error' takes numeric features only; choose another criterion or code the "
        "categories as numbers.",
        "{estimator}：criterion='absolute_error' 只接受数值特征；请换用其他准则或将类别编码为数值。",
    ),
    "trees.poisson": (
        "criterion='poisson': some value(s) of y are negative or all are zero (least: {least:g}), which is not allowed "
        "for Poisson regression; targets are counts.",
        "criterion='poisson'：y 含负值或全为零（最小值 {least:g}），不能用于泊松回归；目标应为计数。",
    ),
    "trees.negative": (
        "Negative values in data passed to {estimator} (input X): nominal column {column} has {value:g}; categories are "
        "coded 0, 1, 2, ..., or given as text in a DataFrame.",
        "传给 {estimator} 的数据 X 的类别列 {column} 有负值 {value:g}；类别应编码为 0、1、2、…，或以 DataFrame 文本列给出。",
    ),
    "trees.fraction": (
        "ID3Classifier: column {column} has the value {value:g}, but category codes are whole numbers; fractions are cut "
        "off. For measured features use C45Classifier or DecisionTreeClassifier.",
        "ID3Classifier：第 {column} 列的值 {value:g} 不是整数类别编码，小数部分已截去。连续特征请用 C45Classifier 或 DecisionTreeClassifier。",
    ),
    "trees.several": (
        "{estimator}: {reason} and several targets do not go together; fit one model per target.",
        "{estimator}：{reason} 不能与多个目标同时使用；请为每个目标单独训练模型。",
    ),
    "trees.sparse_targets": (
        "{estimator}: sparse multilabel-indicator for y is not supported; give an array, y.toarray().",
        "{estimator}：y 不能是稀疏的多标签矩阵；请给出数组 y.toarray()。",
    ),
    "trees.bins": (
        "{estimator}: max_bins={most} does not go with {other}, which is split exactly; leave one of them out.",
        "{estimator}：max_bins={most} 不能与 {other} 同时使用，后者只作精确划分；请去掉其一。",
    ),
    "trees.dense": (
        "{estimator}: sparse X of {n} rows and {p} columns has to be made dense here, which is done up to {most} cells; "
        "use fewer columns, or a DecisionTreeClassifier or DecisionTreeRegressor of numeric columns without monotonic_cst.",
        "{estimator}：{n} 行 {p} 列的稀疏矩阵 X 在此须转为稠密矩阵，最多 {most} 个单元；请减少列数，或使用数值列且不带 monotonic_cst 的 DecisionTreeClassifier 或 DecisionTreeRegressor。",
    ),
    "trees.multiway": (
        "{estimator}: nominal_split='multiway' does not go with {other}; leave one of them out.",
        "{estimator}：nominal_split='multiway' 不能与 {other} 同时使用；请去掉其一。",
    ),
}
