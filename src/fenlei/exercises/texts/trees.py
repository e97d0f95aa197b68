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
}
