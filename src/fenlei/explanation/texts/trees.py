"""Words of the steps of the trees."""

TEXTS: dict[str, tuple[str, str]] = {
    "step.path": ("Path through the tree", "在决策树中的路径"),
    "says.path": (
        "The row answers a question at each of the {nodes} nodes that it passes.",
        "样本依次经过 {nodes} 个结点，并在每个结点回答一个问题。",
    ),
    "node_caption": (
        "Node {number} of the path, {rows} training rows: {words}",
        "路径上第 {number} 个结点，{rows} 个训练样本：{words}",
    ),
    "step.leaf": ("Shares of the classes in the leaf", "叶结点中各类的比例"),
    "says.leaf": (
        "The training rows of each class in the leaf, of all rows there.",
        "叶结点中各类训练样本数与总数之比。",
    ),
    "step.parts": ("Shares of the classes in the leaves", "各叶结点中各类的比例"),
    "says.parts": (
        "A value is missing, so the row goes to several leaves in parts; the shares are averaged with the parts as weights.",
        "有缺失值，样本按份额进入多个叶结点；各比例按份额加权平均。",
    ),
    # --- the fit
    "step.fit_node": ("Entropy at node {node}", "结点 {node} 的熵"),
    "says.fit_node": (
        "How mixed the {n} training rows at the node are.",
        "结点上 {n} 个训练样本的混杂程度。",
    ),
    "step.fit_node_gini": ("Gini index at node {node}", "结点 {node} 的基尼指数"),
    "says.fit_node_gini": (
        "How mixed the {n} training rows at the node are.",
        "结点上 {n} 个训练样本的混杂程度。",
    ),
    "step.fit_leaf": ("Node {node} is a leaf", "结点 {node} 是叶结点"),
    "says.fit_leaf": (
        "It is not split; its class is that of most rows, {label}.",
        "不再划分；取样本最多的类别 {label}。",
    ),
    "step.fit_branches": ("Branches of the split by {feature}", "按 {feature} 划分的各分支"),
    "says.fit_branches": ("How mixed the rows of each branch are.", "各分支样本的混杂程度。"),
    "step.fit_gain": ("Gain of the split by {feature}", "按 {feature} 划分的增益"),
    "says.fit_gain": (
        "What the split takes from the disorder; the table has the best split of every feature.",
        "划分使混杂程度减少多少；表中是每个特征的最优划分。",
    ),
    "step.fit_tree": ("The whole tree", "整棵树"),
    "says.fit_tree": (
        "The other nodes are split in the same way: {nodes} nodes, {leaves} leaves. A leaf has only one class, or no "
        "split of it is allowed, or it was pruned.",
        "其余结点以同样方式划分：共 {nodes} 个结点、{leaves} 个叶结点。叶结点只含一类，或没有允许的划分，或经剪枝而成。",
    ),
    "tree_sentence": (
        "A tree of {nodes} nodes and {leaves} leaves; the first question is {first}.",
        "一棵有 {nodes} 个结点、{leaves} 个叶结点的树；第一个问题是 {first}。",
    ),
    "chosen": ("chosen", "选中"),
    "made": ("split", "划分"),
    "condition_of": ("first branch", "第一个分支"),
    "conditional": ("conditional entropy", "条件熵"),
    "split_info": ("split information", "分裂信息"),
    "gini_after": ("Gini after", "划分后基尼"),
    "title.candidates": ("Best split of each feature", "各特征的最优划分"),
}
