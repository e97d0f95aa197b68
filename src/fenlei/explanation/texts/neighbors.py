"""Words of the steps of the nearest neighbours."""

TEXTS: dict[str, tuple[str, str]] = {
    # --- one row: k nearest neighbours
    "kd_points": ("points", "样本点"),
    "kd_best": ("nearest so far", "当前最近"),
    "kd_query": ("query", "查询点"),
    "largest_so_far": ("B", "B"),
    "step.knn_tree": ("Search in the textbook's kd-tree", "在教科书的 kd 树中搜索"),
    "says.knn_tree": (
        "{visits} of {n} points are visited, {shown} of these visits are shown: down to a leaf, then back, and to the other "
        "side of a node where its plane is not farther away than B, the largest distance among the nearest so far. "
        "{pruned} sides are left out; the formulas have the distances of their planes. The compiled search finds the "
        "same rows.",
        "共 {n} 个点，访问 {visits} 个，列出其中 {shown} 次访问：先下行到叶结点，再回退；若结点的分割面不比 B"
        "（当前最近邻中的最大距离）更远，则搜索另一侧。略去 {pruned} 侧，公式给出其分割面的距离。"
        "编译的搜索得到相同的样本。",
    ),
    "visit_down": (
        "Visit {visit}, down: row {row} ({point}); nearest so far: rows {best}",
        "第 {visit} 次访问（下行）：第 {row} 行（{point}）；当前最近：第 {best} 行",
    ),
    "visit_back": (
        "Visit {visit}, back: row {row} ({point}); nearest so far: rows {best}",
        "第 {visit} 次访问（回退）：第 {row} 行（{point}）；当前最近：第 {best} 行",
    ),
    "step.knn_groups": ("Branch and bound over groups", "在分组中用分支定界法搜索"),
    "says.knn_groups": (
        "{measured} of {n} rows are measured in {steps} steps, of which {shown} are shown. D is the distance from the "
        "mean of a group, r its radius, B the largest distance among the nearest so far; a group with D - r > B holds "
        "nothing nearer (rule 1), nor does a row whose distance from the mean is less than D - B (rule 2).",
        "共 {n} 个样本，计算其中 {measured} 个的距离，用 {steps} 步，列出 {shown} 步。D 为到组均值的距离，r 为组半径，"
        "B 为当前最近邻中的最大距离；D - r > B 的组（规则 1）与 到均值的距离小于 D - B 的样本（规则 2）不会更近。",
    ),
    "group_start": ("Step {step}: start at the root, B = ∞", "步骤 {step}：从根开始，B = ∞"),
    "group_expand": (
        "Step {step}, level {level}: the groups below group {group} become active",
        "步骤 {step}，第 {level} 层：组 {group} 的下级各组进入活动表",
    ),
    "group_rule_1": (
        "Step {step}, level {level}: rule 1 leaves out the groups {pruned}",
        "步骤 {step}，第 {level} 层：规则 1 略去组 {pruned}",
    ),
    "group_back": (
        "Step {step}: the table is empty; back to level {level}",
        "步骤 {step}：活动表为空；退回第 {level} 层",
    ),
    "group_take": (
        "Step {step}, level {level}: group {group} is the nearest",
        "步骤 {step}，第 {level} 层：取最近的组 {group}",
    ),
    "group_rows": (
        "Step {step}: the rows of group {group} are measured; rule 2 leaves out the rows {skipped}",
        "步骤 {step}：计算组 {group} 中样本的距离；规则 2 略去第 {skipped} 行",
    ),
    "step.knn_distances": ("Distances", "距离"),
    "says.knn_distances": (
        "The {k} nearest of {n} training rows by {metric} distance, equal distances in the order of the rows; {shown} "
        "distances are written out, feature by feature.",
        "按{metric}距离，{n} 个训练样本中最近的 {k} 个，距离相等时按行号；逐特征写出其中 {shown} 个距离。",
    ),
    "metric_euclidean": ("Euclidean", "欧氏"),
    "metric_sqeuclidean": ("squared Euclidean", "欧氏平方"),
    "metric_seuclidean": ("standardised Euclidean", "标准化欧氏"),
    "metric_manhattan": ("Manhattan", "曼哈顿"),
    "metric_chebyshev": ("Chebyshev", "切比雪夫"),
    "metric_minkowski": ("Minkowski", "闵可夫斯基"),
    "metric_mahalanobis": ("Mahalanobis", "马氏"),
    "metric_cosine": ("cosine", "余弦"),
    "metric_correlation": ("correlation", "相关"),
    "metric_hamming": ("Hamming", "汉明"),
    "metric_heom": ("HEOM", " HEOM "),
    "metric_gower": ("Gower", " Gower "),
    "metric_given": ("the given", "给定的"),
    "knn_sentence": (
        "{n} rows by class; the {k} nearest are ringed and lie in a circle of radius {radius} around the row.",
        "{n} 个样本（按类别）；最近的 {k} 个加圈，位于以待判样本为中心、半径 {radius} 的圆内。",
    ),
    "step.knn_weights": ("Votes by distance", "按距离加权的票"),
    "says.knn_weights": (
        "The vote of a neighbour is one over its distance; {shown} of {k} are written out.",
        "每个近邻的票为其距离的倒数；写出 {k} 个中的 {shown} 个。",
    ),
    "step.knn_weights_given": ("Votes of the neighbours", "各近邻的票"),
    "says.knn_weights_given": (
        "By the function that was given; or a neighbour has distance 0, and then only such ones vote. {shown} of {k} "
        "are written out.",
        "由给定的函数得出；或有近邻的距离为 0，则只有这些近邻投票。写出 {k} 个中的 {shown} 个。",
    ),
    "step.knn_votes": ("Votes", "投票"),
    "says.knn_votes": ("Each neighbour votes for its own class.", "每个近邻投票给自己的类别。"),
    "step.knn_shares": ("Shares of the votes", "得票比例"),
    "says.knn_shares": (
        "The votes of a class, of all votes, estimate its probability.",
        "该类得票与总票数之比，作为其概率的估计。",
    ),
    "step.knn_largest": ("Decision", "判决"),
    "says.knn_largest": ("The class of most votes is chosen.", "取得票最多的类别。"),
    "step.knn_tie_first": ("Decision: a tie", "判决：票数相等"),
    "says.knn_tie_first": (
        "{count} classes have most votes; the first of them is chosen.",
        "有 {count} 个类别得票同为最多；取其中第一个。",
    ),
    "step.knn_tie_nearest": ("Decision: a tie", "判决：票数相等"),
    "says.knn_tie_nearest": (
        "{count} classes have most votes; that of the nearest neighbour among them is chosen.",
        "有 {count} 个类别得票同为最多；取其中最近邻所属的类别。",
    ),
    "step.knn_tie_reject": ("Decision: a tie", "判决：票数相等"),
    "says.knn_tie_reject": (
        "{count} classes have most votes, so the row is rejected.",
        "有 {count} 个类别得票同为最多，拒绝判决。",
    ),
    # --- the fit: k nearest neighbours
    "step.fit_stored": ("Rows that are kept", "保存的样本"),
    "says.fit_stored": (
        "Nothing is estimated: the training rows are kept, for k = {k} ({method}). A feature with a wide range rules "
        "the distances.",
        "不估计参数，只保存训练样本，k = {k}（{method}）。取值范围大的特征主导距离。",
    ),
    "method_kd_tree": ("searched by a kd-tree", "用 kd 树搜索"),
    "method_brute": ("all distances are computed", "计算全部距离"),
    "method_branch_bound": ("searched by branch and bound", "用分支定界法搜索"),
    "method_foreign": ("all distances are computed", "计算全部距离"),
    "method_precomputed": ("distances are given", "距离已给定"),
    "least": ("least", "最小"),
    "most": ("most", "最大"),
    "range": ("range", "极差"),
    "title.ranges": ("Ranges of the features", "各特征的取值范围"),
    "step.fit_kd_tree": ("The textbook's kd-tree", "教科书的 kd 树"),
    "says.fit_kd_tree": (
        "The axis of a node is its depth modulo the number of features; the point in the middle along it (the upper one of "
        "two) is the node, those before it go to the left, those after it to the right. {nodes} nodes in {depth} levels, "
        "n counts them level by level; {shown} of them are shown. The compiled tree has several rows in a leaf.",
        "结点的轴为其深度对特征数取余；沿该轴居中的点（两个时取上方）为结点，其前的点归左子树，其后的归右子树。"
        "共 {nodes} 个结点、{depth} 层（n 按层计数），列出其中 {shown} 个。编译的树每个叶结点有多个样本。",
    ),
    "kd_node": (
        "Level {depth}, along {feature}: row {row} ({point})",
        "第 {depth} 层，沿 {feature}：第 {row} 行（{point}）",
    ),
    "kd_sentence": (
        "A kd-tree of {nodes} points; its root is {first}, split along {feature}.",
        "一棵含 {nodes} 个点的 kd 树；根为 {first}，沿 {feature} 分割。",
    ),
    "title.sorted": ("Points sorted along {feature}", "沿 {feature} 排序的点"),
    "step.fit_choice_of_k": ("The choice of k", "k 的选择"),
    "says.fit_choice_of_k": (
        "Each row is judged by the others (leave-one-out), for each k: rows judged right, of all rows. The smallest k "
        "of the largest accuracy is {best}; the model has k = {k}.",
        "对每个 k，用其余样本判别每个样本（留一法）：判对的样本数与总数之比。准确率最大的最小 k 为 {best}；模型的 k = {k}。",
    ),
    "neighbours_k": ("k", "k"),
    "right_share": ("accuracy", "准确率"),
    "title.choice_of_k": ("Accuracy by leave-one-out", "留一法准确率"),
    "choice_sentence": (
        "The accuracy by k is largest, {accuracy}, at k = {best}; the model has k = {k}.",
        "准确率随 k 变化，在 k = {best} 处最大，为 {accuracy}；模型的 k = {k}。",
    ),
}
