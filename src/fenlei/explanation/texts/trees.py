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
        "It is not split: {why}. Its class is that of most rows, {label}.",
        "不再划分：{why}。取样本最多的类别 {label}。",
    ),
    "step.fit_branches": ("Branches of the split by {feature}", "按 {feature} 划分的各分支"),
    "says.fit_branches": ("How mixed the rows of each branch are.", "各分支样本的混杂程度。"),
    "step.fit_gain": ("Gain of the split by {feature}", "按 {feature} 划分的增益"),
    "says.fit_gain": (
        "What the split takes from the disorder; the table has the best split of every feature.",
        "划分使混杂程度减少多少；表中是每个特征的最优划分。",
    ),
    "impurity_of_leaves": ("mean impurity of the leaves", "叶结点的平均混杂程度"),
    "growth_root": ("The root: all rows in one leaf", "根结点：全部样本在一个叶结点中"),
    "growth_question": ("Node {node} is divided by {question}", "结点 {node} 按 {question} 划分"),
    "growth_rows": ("{rows} rows", "{rows} 个样本"),
    "step.fit_tree": ("The whole tree", "整棵树"),
    "says.fit_tree": (
        "The other nodes are split in the same way: {nodes} nodes, {leaves} leaves. The table says which rule ended each leaf.",
        "其余结点以同样方式划分：共 {nodes} 个结点、{leaves} 个叶结点。表中列出各叶结点停止划分的规则。",
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
    # --- leaves and fractions
    "title.leaves": ("Leaves, and the rule that ended each", "叶结点及其停止规则"),
    "node": ("node", "结点"),
    "answer": ("answer", "输出"),
    "stopped": ("stop rule", "停止规则"),
    "stop.one_class": (
        "rule 1: all rows have the same class or target",
        "规则 1：样本同属一类（或目标值相同）",
    ),
    "stop.no_rows": (
        "rule 2: the branch has no rows and takes its parent's answer",
        "规则 2：分支没有样本，取父结点的输出",
    ),
    "stop.no_features": ("rule 3: every feature was asked on the path", "规则 3：路径上已用完所有特征"),
    "stop.equal_rows": (
        "rule 4: the rows have the same values of all features",
        "规则 4：样本在所有特征上取值相同",
    ),
    "stop.max_depth": ("the largest depth is reached", "已达最大深度"),
    "stop.min_samples_split": ("there are too few rows to split", "样本太少，不再划分"),
    "stop.min_samples_leaf": ("every split leaves too little on one side", "任何划分都会使一侧样本太少"),
    "stop.no_gain": ("no split gains enough", "没有增益足够的划分"),
    "stop.max_leaf_nodes": ("the largest number of leaves is reached", "已达最大叶结点数"),
    "stop.pruned": ("it was pruned or made a leaf by hand", "经剪枝或手工改为叶结点"),
    "title.fractions": (
        "Rows that are here in parts, for a value above is missing ({count} in all)",
        "因上方取值缺失而按份额进入的样本（共 {count} 个）",
    ),
    # --- C4.5
    "step.fit_ratio": ("Gain ratio, as C4.5 compares features", "C4.5 比较各特征的增益率"),
    "says.fit_ratio": (
        "A threshold pays log₂ of the number of thresholds, divided by the rows, for having been chosen among them. "
        "Features whose gain is below the average, less 0.001, are left out; of the others the largest ratio wins.",
        "阈值须为从众多候选中选出付出代价：候选阈值数的对数除以样本数。增益低于平均值减 0.001 的特征不参与比较，其余取增益率最大者。",
    ),
    "title.ratios": ("What C4.5 compares", "C4.5 的比较"),
    "penalty": ("price of a threshold", "阈值的代价"),
    "corrected": ("corrected gain", "修正后增益"),
    "compared": ("ratio compared", "参与比较的增益率"),
    "below_average": ("below the average", "低于平均"),
    "not_allowed": ("not allowed", "不允许"),
    # --- pruning
    "step.fit_pruned": ("Pruning by expected errors", "按期望错误数剪枝"),
    "says.fit_pruned": (
        "A leaf with E of N rows wrong is expected to err on N·U(E, N) rows at confidence {confidence}. A node becomes a "
        "leaf, or is replaced by its heaviest branch, where that is expected to err no more, up to 0.1; {count} times here. "
        "Nodes have their numbers before pruning.",
        "叶结点 N 个样本中有 E 个错误，在置信度 {confidence} 下期望错误数为 N·U(E, N)。若改为叶结点或由最重的分支代替后期望错误数不增加（容许 0.1），"
        "则剪枝；此处共 {count} 次。结点编号为剪枝前的编号。",
    ),
    "step.fit_decisions": ("Decisions of the pruning", "剪枝的各次判断"),
    "says.fit_decisions": (
        "prune(method={method}) went from {before} nodes to {after}; what a node has with its branches and as a leaf is "
        "compared. Nodes have their numbers before pruning.",
        "prune(method={method}) 使结点数由 {before} 减到 {after}；比较每个结点保留分支与改为叶结点时的值。结点编号为剪枝前的编号。",
    ),
    "title.pruning": ("Decisions in order", "依次的判断"),
    "with_branches": ("with branches", "保留分支"),
    "as_leaf": ("afterwards", "剪枝后"),
    "decided": ("decision", "决定"),
    "pruning.leaf": ("becomes a leaf", "改为叶结点"),
    "pruning.keep": ("stays", "保留"),
    "pruning.raise": ("replaced by its heaviest branch", "由最重的分支代替"),
    "step.fit_complexity": ("Cost-complexity pruning", "代价复杂度剪枝"),
    "says.fit_complexity": (
        "R is impurity times share of the rows. The link that costs least per leaf is cut first; its price α is that from "
        "which on the smaller tree is better. This tree is not cut; {shown} of {cuts} cuts are shown.",
        "R 为不纯度乘以样本比例。每减少一个叶结点代价最小的连接先被剪去，其 α 是较小的树更优时每个叶结点的代价。本树未剪枝；列出 {cuts} 次剪枝中的 {shown} 次。",
    ),
    "step.fit_complexity_cut": ("Cost-complexity pruning", "代价复杂度剪枝"),
    "says.fit_complexity_cut": (
        "R is impurity times share of the rows. The link that costs least per leaf is cut first; this tree is cut up to the "
        "price α = {alpha}; {shown} of {cuts} cuts are shown.",
        "R 为不纯度乘以样本比例。每减少一个叶结点代价最小的连接先被剪去；本树剪到 α = {alpha}；列出 {cuts} 次剪枝中的 {shown} 次。",
    ),
    "title.sequence": ("The sequence of trees", "剪枝得到的树序列"),
    "price": ("price α", "代价 α"),
    "cut_node": ("node cut", "剪去的结点"),
    "leaves": ("leaves", "叶结点数"),
    "risk_of_tree": ("R(T)", "R(T)"),
    "risk_sentence": (
        "R(T) rises from {whole} with {most} leaves to {root} with one.",
        "R(T) 由 {most} 个叶结点时的 {whole} 升到一个叶结点时的 {root}。",
    ),
    # --- regression trees
    "step.fit_target_squared_error": (
        "Mean and squared error at node {node}",
        "结点 {node} 的均值与平方误差",
    ),
    "says.fit_target_squared_error": (
        "A leaf of these {n} rows would predict the mean c of their targets and lose L.",
        "若以这 {n} 个样本为叶结点，则预测其目标均值 c，损失为 L。",
    ),
    "step.fit_target_absolute_error": (
        "Median and absolute error at node {node}",
        "结点 {node} 的中位数与绝对误差",
    ),
    "says.fit_target_absolute_error": (
        "A leaf of these {n} rows would predict the median c of their targets and lose L.",
        "若以这 {n} 个样本为叶结点，则预测其目标中位数 c，损失为 L。",
    ),
    "step.fit_target_poisson": (
        "Mean and half the Poisson deviance at node {node}",
        "结点 {node} 的均值与泊松偏差之半",
    ),
    "says.fit_target_poisson": (
        "A leaf of these {n} rows would predict the mean c of their targets and lose L.",
        "若以这 {n} 个样本为叶结点，则预测其目标均值 c，损失为 L。",
    ),
    "step.fit_target_leaf": ("Node {node} is a leaf", "结点 {node} 是叶结点"),
    "says.fit_target_leaf": ("It is not split: {why}.", "不再划分：{why}。"),
    "step.fit_sides": ("Both sides of the cut by {feature}", "按 {feature} 切分的两侧"),
    "says.fit_sides": ("Each side has its own value c and its own loss.", "每一侧有自己的取值 c 与损失。"),
    "step.fit_saved": ("What the cut by {feature} saves", "按 {feature} 切分减少的损失"),
    "says.fit_saved": (
        "The losses of both sides together, and how far the mean loss falls; the same from the impurities that the tree keeps.",
        "两侧损失之和，以及平均损失减少多少；用树中保存的不纯度计算，结果相同。",
    ),
    "step.fit_cuts": ("Losses of the cuts", "各切分点的损失"),
    "says.fit_cuts": ("The cut of the least loss is made.", "取损失最小的切分点。"),
    "title.cuts": ("Cuts, what both sides predict, and the loss", "切分点、两侧的预测值与损失"),
    "first_value": ("first side", "第一侧"),
    "second_value": ("second side", "第二侧"),
    "loss": ("loss", "损失"),
    "loss_sentence": (
        "Loss by threshold of {feature}; the least, {least}, is at {at}.",
        "按 {feature} 的阈值画出的损失；最小值 {least} 在 {at} 处。",
    ),
    "step.moves": ("How the answers move the value", "每次回答使取值如何变化"),
    "says.moves": (
        "From the value of all rows at the root, {count} answers lead to that of the leaf.",
        "从根结点的取值出发，经 {count} 次回答得到叶结点的取值。",
    ),
    "step.leaf_mean": ("The leaf", "叶结点"),
    "says.leaf_mean": (
        "The prediction is the mean target of the {rows} training rows in the leaf.",
        "预测值为叶结点中 {rows} 个训练样本的目标均值。",
    ),
    "step.leaf_median": ("The leaf", "叶结点"),
    "says.leaf_median": (
        "The prediction is the median target of the {rows} training rows in the leaf.",
        "预测值为叶结点中 {rows} 个训练样本的目标中位数。",
    ),
}
