"""Questions of the trees."""

TEXTS: dict[str, tuple[str, str]] = {
    "feature": ("feature", "特征"),
    "conditional": ("conditional entropy", "条件熵"),
    "gain": ("gain", "信息增益"),
    "split_info": ("split information", "分裂信息"),
    "ratio": ("gain ratio", "增益率"),
    "chosen": ("chosen", "选中"),
    "mark": ("✓", "✓"),
    "split": ("split", "划分"),
    "gini_after": ("Gini index after", "划分后基尼指数"),
    "decrease": ("decrease", "减少量"),
    "rule": ("rule", "规则"),
    "grid.gains": ("Features at the root", "根结点处的各特征"),
    "grid.splits": ("Splits at the root", "根结点处的各划分"),
    "grid.rules": ("The tree, one rule per leaf", "决策树（每个叶结点一条规则）"),
    "id3.title": ("A decision tree by ID3", "用 ID3 算法构造决策树"),
    "id3.says": (
        "Grow a decision tree for “{target}” from the {n} {what} by ID3: at each node split by the feature of the largest "
        "information gain, with logarithms to base 2, until all rows of a node have the same class.",
        "用 ID3 算法由下表的 {n} {what}构造判断“{target}”的决策树：在每个结点按信息增益最大的特征划分（对数以 2 为底），直到结点的"
        "样本全属同一类。",
    ),
    "id3.before": ("Compute the entropy H(D) of the classes.", "计算类别的熵 H(D)。"),
    "id3.gains": (
        "Compute the conditional entropy and the information gain of each feature. By which one is the root split?",
        "计算每个特征的条件熵和信息增益。根结点应按哪个特征划分？",
    ),
    "id3.tree": ("Grow the whole tree and draw it.", "构造并画出整棵决策树。"),
    "id3.new": ("Which class does the tree give the new row?", "这棵树把新样本判为哪一类？"),
    "c45.title": ("A decision tree by C4.5", "用 C4.5 算法构造决策树"),
    "c45.says": (
        "Grow a decision tree for “{target}” from the {n} {what} by C4.5, without pruning: at each node, among the features "
        "whose information gain is at least average, split by the one of the largest gain ratio, with logarithms to base 2.",
        "用 C4.5 算法（不剪枝）由下表的 {n} {what}构造判断“{target}”的决策树：在每个结点，从信息增益不低于平均值的特征中，选增益率"
        "最大者划分（对数以 2 为底）。",
    ),
    "c45.before": ("Compute the entropy H(D) of the classes.", "计算类别的熵 H(D)。"),
    "c45.gains": (
        "Compute information gain, split information and gain ratio of each feature. By which one is the root split?",
        "计算每个特征的信息增益、分裂信息和增益率。根结点应按哪个特征划分？",
    ),
    "c45.tree": ("Grow the whole tree and draw it.", "构造并画出整棵决策树。"),
    "c45.new": ("Which class does the tree give the new row?", "这棵树把新样本判为哪一类？"),
    "cart.title": ("A decision tree by CART", "用 CART 算法构造决策树"),
    "cart.says": (
        "Grow a decision tree for the classes A and B from the {n} points by CART: at each node take the threshold (midway "
        "between neighbouring values) after which the Gini index, weighted by the rows of both sides, is least.",
        "用 CART 算法由下表的 {n} 个点构造判断 A、B 两类的决策树：在每个结点取使划分后基尼指数（按两侧样本数加权）最小的阈值，"
        "阈值取相邻两值的中点。",
    ),
    "cart.before": ("Compute the Gini index of all rows.", "计算全部样本的基尼指数。"),
    "cart.splits": (
        "Compute the Gini index after each possible split of the root, and its decrease. Which split is best?",
        "计算根结点每种划分之后的基尼指数及其减少量。哪种划分最好？",
    ),
    "cart.tree": ("Grow the whole tree and draw it.", "构造并画出整棵决策树。"),
    "cart.new": ("Which class does the tree give the new row?", "这棵树把新样本判为哪一类？"),
    # --- pruning
    "root": ("root", "根结点"),
    "node": ("node", "结点"),
    "right_split": ("right with its branches", "保留分支时判对数"),
    "right_leaf": ("right as a leaf", "改为叶结点时判对数"),
    "decided": ("decision", "决定"),
    "action.leaf": ("becomes a leaf", "改为叶结点"),
    "action.keep": ("stays", "保留"),
    "grid.validation": ("Validation rows", "验证样本"),
    "grid.decisions": ("Decisions, from the leaves up", "自下而上的各次判断"),
    "pruning.title": ("Pruning a tree by validation rows", "用验证集剪枝"),
    "pruning.says": (
        "The tree for “{target}”, one rule per leaf, was grown by ID3 from the {n} {what} of the first table. Prune it by the "
        "{m} validation rows: from the leaves up, a node becomes a leaf (of the class that most of its training rows have) if "
        "more of the validation rows that reach it are then right.",
        "用 ID3 算法由第一张表的 {n} {what}得到判断“{target}”的决策树，第二张表按叶结点列出其规则。用 {m} 个验证样本剪枝：自下而上，若把"
        "结点改为叶结点（取其训练样本中最多的类别）能使到达它的验证样本判对更多，则改为叶结点。",
    ),
    "pruning.before": (
        "What is the accuracy A of the whole tree on the validation rows?",
        "整棵树在验证样本上的准确率 A 是多少？",
    ),
    "pruning.decisions": (
        "For each inner node, from the leaves up: how many of its validation rows are right with its branches (as pruned so far), "
        "and how many as a leaf?",
        "自下而上，对每个内部结点：保留分支（已剪枝的部分按剪枝后）时有多少个验证样本判对，改为叶结点时有多少个？",
    ),
    "pruning.tree": ("Draw the pruned tree.", "画出剪枝后的树。"),
    "pruning.after": (
        "What is the accuracy A of the pruned tree on the validation rows?",
        "剪枝后的树在验证样本上的准确率 A 是多少？",
    ),
    # --- boosting
    "round": ("round", "轮次"),
    "weight": ("weight", "权值"),
    "grid.weights": ("Weights after the first round", "第一轮之后的权值"),
    "grid.rounds": ("Rounds", "各轮结果"),
    "adaboost.title": ("AdaBoost with stumps", "用决策树桩做 AdaBoost"),
    "adaboost.says": (
        "AdaBoost is run for {rounds} rounds on {n} rows. Each round takes the stump (x ≤ v or x > v, v midway between "
        "neighbours) with the least weighted error e; its vote has the weight α = ½ ln((1 − e) / e).",
        "对 {n} 个样本运行 {rounds} 轮 AdaBoost。每轮取加权错误率 e 最小的决策树桩（x ≤ v 或 x > v，v 为相邻两值的中点），"
        "其系数为 α = ½ ln((1 − e) / e)。",
    ),
    "adaboost.first": (
        "All rows have the same weight at first. Find the stump of the first round, its error e₁ and α₁.",
        "开始时各样本权值相等。求第一轮的树桩、错误率 e₁ 和系数 α₁。",
    ),
    "adaboost.weights": (
        "Compute the weights of all rows after the first round, which add up to 1.",
        "计算第一轮之后各样本的权值（总和为 1）。",
    ),
    "adaboost.rounds": (
        "Do the other rounds in the same way: stump, e and α of each.",
        "同样完成其余各轮：每轮的树桩、e 和 α。",
    ),
    "adaboost.error": (
        "Which share E of the training rows does the weighted vote get wrong?",
        "加权表决在训练样本上的错误率 E 是多少？",
    ),
    "adaboost.new": (
        "Compute f(x) = Σ αₜ hₜ(x) of the new row. Which class does it get?",
        "计算新样本的 f(x) = Σ αₜ hₜ(x)。它属于哪一类？",
    ),
}
