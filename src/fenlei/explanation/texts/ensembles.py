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
}
