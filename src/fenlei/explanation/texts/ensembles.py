"""Words of the steps of boosting, forests and bagging."""

TEXTS: dict[str, tuple[str, str]] = {
    # --- AdaBoost, the fit
    "step.fit_start": ("The first weights", "初始权重"),
    "says.fit_start": ("All {n} training rows have the same weight.", "全部 {n} 个训练样本的权重相同。"),
    "step.fit_stumps": ("Stumps of the first round", "第一轮的各个树桩"),
    "says.fit_stumps": (
        "Every threshold is a stump, with the heaviest class on each side. The round takes the one with the least Gini "
        "index; of several features the table has that of the least error of each.",
        "每个阈值是一个树桩，两侧各取权重最大的类别。本轮取基尼指数最小者；有多个特征时，表中为每个特征错误率最小的树桩。",
    ),
    "step.fit_rounds": ("The rounds", "各轮"),
    "says.fit_rounds": (
        "Each round fits a classifier to the weighted rows: its error e, the weight α of its vote, and the factor Z by which "
        "the new weights are divided. Wrong rows gain weight. {shown} of {rounds} rounds are shown.",
        "每一轮用加权样本拟合一个分类器：错误率 e，投票权重 α，以及新权重的归一化因子 Z。分错的样本权重增大。列出 {rounds} 轮中的 {shown} 轮。",
    ),
    "round_caption": (
        "Round {number}, {wrong} rows wrong: {words}",
        "第 {number} 轮，分错 {wrong} 个样本：{words}",
    ),
    "step.fit_bound": ("Bound on the training error", "训练误差的上界"),
    "says.fit_bound": (
        "The training error of the vote, {error}, is at most the product of all Z, {bound}.",
        "加权投票的训练误差 {error} 不超过各 Z 之积 {bound}。",
    ),
    "step.fit_vote_error": ("Training error of the vote", "加权投票的训练误差"),
    "says.fit_vote_error": (
        "Rows that the weighted vote of the {rounds} rounds gets wrong.",
        "{rounds} 轮加权投票分错的样本。",
    ),
    "title.stumps": ("Stumps and their weighted errors", "树桩及其加权错误率"),
    "title.weights": ("Weights of {shown} of {n} rows", "{n} 个样本中 {shown} 个的权重"),
    "weight_before": ("weight before", "原权重"),
    "weight_after": ("weight after", "新权重"),
    "sides": ("class of each side", "两侧的类别"),
    "error": ("error", "错误率"),
    "training_error": ("training error", "训练误差"),
    "bound": ("bound", "上界"),
    "weights_sentence": (
        "Weights after round {number}; row {row} has the largest, {most}.",
        "第 {number} 轮后的权重；第 {row} 个样本最大，为 {most}。",
    ),
    "stump_sentence": (
        "Weighted error by threshold of {feature} in the first round; the stump at {at} has {error}.",
        "第一轮按 {feature} 的阈值画出的加权错误率；{at} 处的树桩为 {error}。",
    ),
    "vote_sentence": (
        "Training error of the vote over {rounds} rounds, from {first} to {last}, below its bound.",
        "{rounds} 轮中投票的训练误差，由 {first} 到 {last}，始终不超过上界。",
    ),
    # --- AdaBoost, a prediction
    "step.boosted_votes": ("Votes of the rounds, weighted by α", "各轮按 α 加权的投票"),
    "says.boosted_votes": (
        "Each of the {rounds} rounds votes for a class with its weight α.",
        "{rounds} 轮各以权重 α 投票给一个类别。",
    ),
    "step.boosted_score": ("Score", "得分"),
    "says.boosted_score": (
        "The votes as a share of all weight, so that the number of rounds does not matter.",
        "票数除以总权重，使结果与轮数无关。",
    ),
    "step.boosted_softmax": ("Probabilities", "概率"),
    "says.boosted_softmax": (
        "Exponentials of the scores, divided by their sum.",
        "得分的指数除以其总和。",
    ),
    # --- forests and bagging, the fit
    "step.fit_draws": ("Rows drawn with replacement", "有放回地抽取样本"),
    "says.fit_draws": (
        "Each of the {count} members is fitted to {draws} rows drawn with replacement; the table says how often each row "
        "was drawn. The rows that were not drawn are out of bag, a share q.",
        "{count} 个成员各用有放回抽取的 {draws} 个样本拟合；表中为每个样本被抽中的次数。未被抽中的样本为袋外样本，其比例为 q。",
    ),
    "step.fit_draws_once": ("Rows of the members", "各成员的样本"),
    "says.fit_draws_once": (
        "Each of the {count} members is fitted to {draws} rows, none of them twice.",
        "{count} 个成员各用 {draws} 个不重复的样本拟合。",
    ),
    "step.fit_draws_unknown": ("Rows drawn", "抽取的样本"),
    "says.fit_draws_unknown": (
        "Which rows each member was fitted to is not kept in a model file, so errors out of bag cannot be shown.",
        "模型文件不保存各成员所用的样本，因此无法给出袋外误差。",
    ),
    "title.draws": ("How often {shown} of {n} rows were drawn", "{n} 个样本中 {shown} 个被抽中的次数"),
    "of_member": ("Member {number}: {title}", "成员 {number}：{title}"),
    "drawn_features": (
        " At each node {count} of the {p} features are drawn, and only these are compared.",
        "每个结点只抽取 {p} 个特征中的 {count} 个进行比较。",
    ),
    "step.fit_oob": ("Error out of bag", "袋外误差"),
    "says.fit_oob": (
        "A row is judged by the members that were not fitted to it, by their mean shares Q; {judged} of {n} rows are. The "
        "error is {error}; the curve has it by number of members.",
        "每个样本由未用它拟合的成员的平均比例 Q 判别；{n} 个样本中有 {judged} 个可判别。误差为 {error}；曲线为误差随成员数的变化。",
    ),
    "step.fit_oob_values": ("Error out of bag", "袋外误差"),
    "says.fit_oob_values": (
        "A row is predicted by the mean of the members that were not fitted to it; {judged} of {n} rows are. The mean "
        "squared error is {error}; the curve has it by number of members.",
        "每个样本由未用它拟合的成员的平均值预测；{n} 个样本中有 {judged} 个可预测。均方误差为 {error}；曲线为误差随成员数的变化。",
    ),
    "step.fit_oob_none": ("Error out of bag", "袋外误差"),
    "says.fit_oob_none": (
        "Every member was fitted to every row, so no row is out of bag.",
        "每个成员都用到了全部样本，没有袋外样本。",
    ),
    "title.oob": ("Answers out of bag for {shown} of {n} rows", "{n} 个样本中 {shown} 个的袋外结果"),
    "judges": ("members that judge", "参与判别的成员数"),
    "row_target": ("target", "目标值"),
    "members": ("members", "成员数"),
    "oob_error": ("error out of bag", "袋外误差"),
    "oob_sentence": (
        "Error out of bag by number of members, from {first} to {last} with all {count}.",
        "袋外误差随成员数的变化，由 {first} 到全部 {count} 个成员时的 {last}。",
    ),
    "step.fit_importances": ("Importances of the features", "特征重要性"),
    "says.fit_importances": (
        "Of each of the {count} members the share of the impurity decrease that the splits by a feature brought; their mean.",
        "在 {count} 个成员中，按某特征划分所减少的不纯度的比例；取平均。",
    ),
    "importance_sentence": (
        "Importances of the features; {feature} has the largest, {share}.",
        "各特征的重要性；{feature} 最大，为 {share}。",
    ),
    "step.fit_strength": ("Strength and correlation", "强度与相关性"),
    "says.fit_strength": (
        "The margin m of a row is the share of votes out of bag for its class less that for the next class. The error is "
        "at most B: strong members that are little alike are best.",
        "样本的间隔 m 是袋外投票中其真实类别的得票比例减去其余类别的最大得票比例。误差不超过 B：成员越强、彼此越不相关越好。",
    ),
    "step.fit_averaging": ("What averaging brings", "平均的作用"),
    "says.fit_averaging": (
        "On the training rows, the error of the mean of the {count} members is their average error less their mean squared "
        "deviation A from it.",
        "在训练样本上，{count} 个成员平均值的误差等于成员误差的平均减去它们相对平均值的均方偏差 A。",
    ),
    # --- forests and bagging, a prediction
    "step.members": ("Answers of the members", "各成员的结果"),
    "says.members": (
        "Shares of the classes that each of {count} members gives; {shown} are shown.",
        "{count} 个成员各自给出的各类比例；列出 {shown} 个。",
    ),
    "member_caption": ("Member {number} votes for {label}", "成员 {number} 投票给 {label}"),
    "step.vote_count": ("Votes", "投票"),
    "says.vote_count": (
        "The class of the largest share is the vote of a member; {count} votes.",
        "比例最大的类别为成员的一票；共 {count} 票。",
    ),
    "step.soft_mean": ("Mean of the members", "各成员的平均"),
    "says.soft_mean": (
        "The probabilities are the mean shares of the {count} members.",
        "概率为 {count} 个成员的平均比例。",
    ),
    "step.hard_mean": ("Shares of the votes", "得票比例"),
    "says.hard_mean": (
        "The probabilities are the shares of the {count} votes.",
        "概率为 {count} 票中的得票比例。",
    ),
    "step.member_moves": ("What moves the mean", "使平均值变化的因素"),
    "says.member_moves": (
        "From the mean of the roots, where all rows are, the splits by each feature lead to the mean of the leaves.",
        "从根结点（全部样本）的平均值出发，按各特征的划分依次得到叶结点的平均值。",
    ),
    "step.member_values": ("Predictions of the members", "各成员的预测值"),
    "says.member_values": ("{shown} of {count} members are shown.", "列出 {count} 个成员中的 {shown} 个。"),
    "step.mean_of_members": ("Mean of the members", "各成员的平均"),
    "says.mean_of_members": (
        "The prediction is the mean of the {count} members.",
        "预测值为 {count} 个成员的平均值。",
    ),
    "step.member_spread": ("How far the members disagree", "各成员的分歧"),
    "says.member_spread": (
        "Mean squared deviation of the members from their mean.",
        "各成员相对平均值的均方偏差。",
    ),
}
