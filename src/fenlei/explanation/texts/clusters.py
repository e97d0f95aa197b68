"""Words of the steps of clusters and mixtures."""

TEXTS: dict[str, tuple[str, str]] = {
    "cluster_is": ("Cluster: {answer}", "所属的簇：{answer}"),
    "cluster": ("cluster", "簇"),
    "members_of_cluster": ("row numbers", "样本编号"),
    # --- k-means
    "step.kmeans_start": ("Centres at the start", "初始中心"),
    "says.kmeans_start": (
        "{shown} of {count} centres are written out.",
        "写出 {count} 个中心中的 {shown} 个。",
    ),
    "step.kmeans_plusplus": ("Centres at the start, by k-means++", "初始中心：k-means++"),
    "says.kmeans_plusplus": (
        "The first centre is a row drawn at random; each later one is a row drawn with probability D² / Σ D², D being its "
        "distance from the nearest centre so far. Of a few rows drawn so, the best is kept. {shown} of {count} centres "
        "are written out.",
        "第一个中心是随机抽取的样本；此后每个中心按概率 D² / Σ D² 抽取，D 为样本到已有最近中心的距离；抽取数个，保留最好的。写出 {count} 个中心中的 {shown} 个。",
    ),
    "step.kmeans_rounds": ("Rounds", "迭代"),
    "says.kmeans_rounds": (
        "Each round assigns every row to the nearest centre, which gives W, and then moves every centre to the mean of "
        "its rows. {shown} of {rounds} rounds are shown.",
        "每轮先把样本分到最近的中心（得到 W），再把各中心移到其样本的均值。共 {rounds} 轮，列出 {shown} 轮。",
    ),
    "kmeans_assign": ("Round {round}: assign every row", "第 {round} 轮：分配各样本"),
    "kmeans_move": ("Round {round}: move every centre", "第 {round} 轮：移动各中心"),
    "kmeans_move_empty": (
        "Round {round}: {empty} clusters lost their rows and take the rows farthest from their centres",
        "第 {round} 轮：有 {empty} 个簇失去全部样本，改取离中心最远的样本",
    ),
    "kmeans_sentence": (
        "{n} rows by their cluster, and how {count} centres move.",
        "{n} 个样本（按簇）与 {count} 个中心的移动。",
    ),
    "step.kmeans_sizes": ("Rows of the clusters", "各簇的样本数"),
    "says.kmeans_sizes": ("Every row is in one cluster.", "每个样本属于一个簇。"),
    "step.kmeans_end": ("Sum of squares within the clusters", "簇内平方和"),
    "says.kmeans_end": (
        "W adds up the squared distances of the rows from their centres. Another start may end at a smaller W.",
        "W 为各样本到所属中心的距离平方之和。另选初始中心可能得到更小的 W。",
    ),
    "step.kmeans_squares": ("Squared distances from the centres", "到各中心的距离的平方"),
    "says.kmeans_squares": (
        "{shown} of {count} centres are written out, the nearest.",
        "写出 {count} 个中心中最近的 {shown} 个。",
    ),
    "step.kmeans_distances": ("Distances", "距离"),
    "says.kmeans_distances": ("The roots of the squares.", "取平方根。"),
    "step.kmeans_nearest": ("The nearest centre", "最近的中心"),
    "says.kmeans_nearest": (
        "Cluster {label}, counted from 0.",
        "第 {label} 簇（从 0 开始编号）。",
    ),
    # --- merges and cuts
    "merge_caption": ("Merge {merge}: {first} and {second}", "第 {merge} 次合并：{first} 与 {second}"),
    "merge_height": ("distance of the merge", "合并距离"),
    "tree_of_merges_sentence": (
        "A tree of {n} rows; the last two clusters are joined at the height {height}.",
        "{n} 个样本的树状图；最后两个簇在高度 {height} 处合并。",
    ),
    "title.cluster_distances": ("Distances of the clusters that are left", "剩余各簇之间的距离"),
    "title.clusters_found": ("The clusters", "各簇"),
    "step.merges_single": ("Merges by single linkage", "合并：单链接"),
    "says.merges_single": (
        "The two nearest clusters are merged; the distance of the union is the smaller of the two. {shown} of {merges} "
        "merges are shown.",
        "合并最近的两个簇；新簇的距离取两者中较小的。共 {merges} 次合并，列出 {shown} 次。",
    ),
    "step.merges_complete": ("Merges by complete linkage", "合并：全链接"),
    "says.merges_complete": (
        "The two nearest clusters are merged; the distance of the union is the larger of the two. {shown} of {merges} "
        "merges are shown.",
        "合并最近的两个簇；新簇的距离取两者中较大的。共 {merges} 次合并，列出 {shown} 次。",
    ),
    "step.merges_average": ("Merges by average linkage", "合并：平均链接"),
    "says.merges_average": (
        "The two nearest clusters are merged; the distance of the union is the mean over all pairs of rows. {shown} of "
        "{merges} merges are shown.",
        "合并最近的两个簇；新簇的距离为所有样本对的平均。共 {merges} 次合并，列出 {shown} 次。",
    ),
    "step.merges_weighted": ("Merges by weighted linkage", "合并：加权平均链接"),
    "says.merges_weighted": (
        "The two nearest clusters are merged; the distance of the union is the mean of the two. {shown} of {merges} "
        "merges are shown.",
        "合并最近的两个簇；新簇的距离为两者的平均。共 {merges} 次合并，列出 {shown} 次。",
    ),
    "step.merges_ward": ("Merges by Ward's linkage", "合并：Ward 方法"),
    "says.merges_ward": (
        "The two clusters are merged whose union lets the sum of squares grow least; the formula is that of Lance and "
        "Williams. {shown} of {merges} merges are shown.",
        "合并使平方和增加最少的两个簇；新簇的距离按 Lance-Williams 公式。共 {merges} 次合并，列出 {shown} 次。",
    ),
    "step.merges_centroid": ("Merges by the distance of centroids", "合并：重心法"),
    "says.merges_centroid": (
        "The two clusters with the nearest centroids are merged. {shown} of {merges} merges are shown.",
        "合并重心最近的两个簇。共 {merges} 次合并，列出 {shown} 次。",
    ),
    "step.merges_median": ("Merges by the distance of medians", "合并：中间距离法"),
    "says.merges_median": (
        "The two clusters with the nearest midpoints are merged. {shown} of {merges} merges are shown.",
        "合并中点最近的两个簇。共 {merges} 次合并，列出 {shown} 次。",
    ),
    "step.cut_by_number": ("Where the tree is cut", "树状图的切割"),
    "says.cut_by_number": (
        "{merges} merges are kept and the later ones undone: {K} clusters.",
        "保留前 {merges} 次合并，撤销其后的合并：得到 {K} 个簇。",
    ),
    "step.cut_by_height": ("Where the tree is cut", "树状图的切割"),
    "says.cut_by_height": (
        "Merges at {threshold} and above are undone, {merges} are kept: {K} clusters.",
        "撤销高度不小于 {threshold} 的合并，保留 {merges} 次：得到 {K} 个簇。",
    ),
    "step.divisive_cuts": ("Cuts", "划分"),
    "says.divisive_cuts": (
        "The cluster of largest diameter is cut. The row of largest mean distance to the others leaves it; others follow "
        "as long as they are nearer to those that left, by the mean distances. {shown} of {cuts} cuts are shown.",
        "划分直径最大的簇：与其余样本平均距离最大的样本先离开，其他样本只要与离开者平均更近便随之离开。共 {cuts} 次划分，列出 {shown} 次。",
    ),
    "cut_caption": ("Cut {cut}: {part} leaves {whole}", "第 {cut} 次划分：{part} 离开 {whole}"),
    "step.divisive_coefficient": ("Divisive coefficient", "划分系数"),
    "says.divisive_coefficient": (
        "w is the diameter of the last cluster that a row was cut from, h that of all rows.",
        "w 为样本最后一次从中被划出的簇的直径，h 为全体样本的直径。",
    ),
    "step.merge_path": ("What the row was merged with", "样本参与的合并"),
    "says.merge_path": (
        "The heights of {shown} of {count} merges up to the cut; two single rows merge at their distance.",
        "切割处以下 {count} 次合并中 {shown} 次的高度；两个单独的样本在其距离处合并。",
    ),
    "step.cut_path": ("What the row stays together with", "与样本同簇的部分"),
    "says.cut_path": (
        "The diameters of {shown} of {count} clusters of the tree around the row, up to the cut.",
        "切割处以下含该样本的 {count} 个簇中 {shown} 个的直径。",
    ),
    "step.path_sizes": ("How its cluster grew", "簇的增长"),
    "says.path_sizes": ("The numbers of rows of both parts.", "两部分的样本数之和。"),
    "step.path_cluster": ("Its cluster", "所属的簇"),
    "says.path_cluster": ("Cluster {label}, counted from 0.", "第 {label} 簇（从 0 开始编号）。"),
    # --- mixtures
    "component_number": ("component {number}", "分量 {number}"),
    "title.responsibilities": ("Responsibilities", "响应度"),
    "step.em_start": ("Start", "初始值"),
    "says.em_start": (
        "The parameters that the first step takes. Another start may lead elsewhere.",
        "第一步所用的参数。另选初始值可能得到不同的结果。",
    ),
    "step.em_steps": ("Steps of EM", "EM 算法的各步"),
    "says.em_steps": (
        "E step: the responsibility of each component for each row. M step: the parameters from the rows, each counted by "
        "its responsibility. The log-likelihood never falls. {shown} of {steps} steps are shown.",
        "E 步：各分量对每个样本的响应度。M 步：按响应度加权估计参数。对数似然从不下降。共 {steps} 步，列出 {shown} 步。",
    ),
    "em_caption": ("Step {step}", "第 {step} 步"),
    "em_sentence": (
        "The log-likelihood rises from {first} to {last} in {steps} steps.",
        "对数似然经 {steps} 步从 {first} 升到 {last}。",
    ),
    "step.em_parameters": ("The fitted parameters", "拟合的参数"),
    "says.em_parameters": (
        "After the last M step; of many components and features the first.",
        "最后一次 M 步之后的参数；分量或特征较多时只写出前几个。",
    ),
    "step.em_expected": ("Responsibilities of the first row", "第一个样本的响应度"),
    "says.em_expected": (
        "From the logarithms l of prior times density; the largest is subtracted from all of them first.",
        "由先验与密度之积的对数 l 得到；先减去其中最大的。",
    ),
    "step.em_end": ("Log-likelihood of the rows", "样本的对数似然"),
    "says.em_end": (
        "Of the fitted parameters, over {n} rows; the last number, if there is one, is the mean before the last of "
        "{converged} M steps.",
        "拟合参数下 {n} 个样本的对数似然；最后一个数（若有）是 {converged} 次 M 步中最后一次之前的平均值。",
    ),
    "step.mixture_density": ("Logarithm of prior times density", "先验与密度之积的对数"),
    "says.mixture_density": (
        "{shown} of {count} components are written out.",
        "写出 {count} 个分量中的 {shown} 个。",
    ),
    "step.mixture_posterior": ("Responsibilities, by Bayes' formula", "响应度：贝叶斯公式"),
    "says.mixture_posterior": (
        "The largest logarithm is subtracted from all of them first, which changes no quotient.",
        "先减去最大的对数，这不改变商。",
    ),
    "step.mixture_decision": ("The most probable component", "最可能的分量"),
    "says.mixture_decision": (
        "Component {label}, counted from 0; beside it the logarithm of the row's density.",
        "第 {label} 个分量（从 0 开始编号）；并给出样本密度的对数。",
    ),
}
