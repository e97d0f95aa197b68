"""Words of the steps of gradient boosting."""

TEXTS: dict[str, tuple[str, str]] = {
    # --- the fit
    "step.boosted_fit_start": ("The score before the first round", "第一轮之前的得分"),
    "says.boosted_fit_start": (
        "The constant with the least loss over {n} rows.",
        "使 {n} 个样本的损失最小的常数。",
    ),
    "step.boosted_fit_gradients": ("Gradients of the first round", "第一轮的梯度"),
    "says.boosted_fit_gradients": (
        "First and second derivative of the loss of a row by its score. {shown} rows are written out; the sums below are "
        "of gradients rounded to whole multiples of {unit}, which add up exactly in any order.",
        "样本损失对其得分的一阶与二阶导数。写出 {shown} 个样本；以下各和是梯度取 {unit} 的整数倍后求得，任意次序相加都精确。",
    ),
    "title.boosted_gradients": ("Gradients of {shown} of {n} rows", "{n} 个样本中 {shown} 个的梯度"),
    "step.boosted_fit_split": ("The first split: {feature}", "第一次划分：{feature}"),
    "says.boosted_fit_split": (
        "The column is cut into bins with sums G and H of gradients and hessians. The cut {words} gains most, {gain}.",
        "该列分箱，每箱有梯度之和 G 与二阶导数之和 H。划分 {words} 的增益最大，为 {gain}。",
    ),
    "step.boosted_fit_unsplit": ("No split", "不划分"),
    "says.boosted_fit_unsplit": (
        "No cut gains anything and leaves enough rows on both sides: the first tree is one leaf of value 0.",
        "没有划分既有增益又使两侧样本足够：第一棵树只有一个值为 0 的叶结点。",
    ),
    "title.boosted_histogram": ("Histogram of {feature} over all rows", "{feature} 在全部样本上的直方图"),
    "step.boosted_fit_leaves": ("Leaves of the first tree", "第一棵树的叶结点"),
    "says.boosted_fit_leaves": (
        "The value of each of the {count} leaves lessens the loss most, to second order, and is shrunk by the learning "
        "rate η = {rate}; the penalty λ is {l2}.",
        "{count} 个叶结点各取使二阶近似损失最小的值，再乘以学习率 η = {rate}；惩罚 λ = {l2}。",
    ),
    "step.boosted_fit_quantiles": ("Leaves of the first tree", "第一棵树的叶结点"),
    "says.boosted_fit_quantiles": (
        "The value of each of the {count} leaves is the quantile of the residuals of its rows, shrunk by the learning "
        "rate η = {rate}.",
        "{count} 个叶结点各取其样本残差的分位数，再乘以学习率 η = {rate}。",
    ),
    "title.boosted_leaves": ("{shown} of {count} leaves", "{count} 个叶结点中的 {shown} 个"),
    "step.boosted_fit_rounds": ("The rounds", "各轮"),
    "says.boosted_fit_rounds": (
        "Each round grows its trees on the gradients at the scores so far. {shown} of {rounds} rounds are shown: the leaf "
        "of one row, its new score, and the mean loss L of all rows.",
        "每一轮按当前得分处的梯度生长其树。列出 {rounds} 轮中的 {shown} 轮：一个样本所在的叶结点、其新得分，以及全部样本的平均损失 L。",
    ),
    "boosted_caption": (
        "Round {number}: row {row} in leaf {leaf} of a tree of {leaves} leaves",
        "第 {number} 轮：第 {row} 个样本落入有 {leaves} 个叶结点的树的叶结点 {leaf}",
    ),
    "boosted_sentence": (
        "Mean loss of the training rows over {rounds} rounds, from {first} to {last}.",
        "{rounds} 轮中训练样本的平均损失，由 {first} 到 {last}。",
    ),
    "boosted_score_word": ("score", "得分"),
    "boosted_gradient": ("gradient g", "梯度 g"),
    "boosted_hessian": ("hessian h", "二阶导数 h"),
    "boosted_bin": ("bin", "箱"),
    "boosted_G": ("sum G", "和 G"),
    "boosted_H": ("sum H", "和 H"),
    "boosted_gain": ("gain of a cut after it", "在其后划分的增益"),
    "boosted_leaf": ("leaf", "叶结点"),
    "boosted_way": ("conditions on the path", "路径上的条件"),
    "boosted_value": ("value, shrunk", "收缩后的值"),
    # --- a prediction
    "step.boosted_sum": ("The values of the rounds added up", "各轮的值相加"),
    "says.boosted_sum": (
        "The score before the first round, plus the value of the leaf that the row reaches in each of the {rounds} rounds.",
        "第一轮之前的得分，加上样本在 {rounds} 轮中各自到达的叶结点的值。",
    ),
    "title.boosted_rounds": (
        "Leaves that the row reaches, {shown} of {rounds} rounds",
        "样本到达的叶结点，{rounds} 轮中的 {shown} 轮",
    ),
    "boosted_start": ("start", "初始值"),
    "other_rounds": ("({count} other rounds)", "（其余 {count} 轮）"),
    "step.boosted_moves": ("The same sum by feature", "按特征求同一个和"),
    "says.boosted_moves": (
        "Every split on a path changes the value; the changes are added up by the feature that was asked.",
        "路径上的每次划分都改变结点的值；这些改变按所问的特征相加。",
    ),
    "title.boosted": (
        "How far each feature moves the score along the paths of all trees, from the start to the last round",
        "各特征沿所有树的路径使得分移动多少（从初始值到最后一轮）",
    ),
    "step.boosted_link": ("Probabilities", "概率"),
    "says.boosted_link": (
        "Of two classes 1 / (1 + exp(-f)), of more the exponentials of the scores divided by their sum.",
        "两类时为 1 / (1 + exp(-f))，多类时为各得分的指数除以其总和。",
    ),
    "step.boosted_prediction": ("Prediction", "预测"),
    "says.boosted_prediction": ("The score is the prediction.", "得分即预测值。"),
    "step.boosted_exponential": ("Prediction", "预测"),
    "says.boosted_exponential": (
        "The score is the logarithm of the prediction.",
        "得分是预测值的对数。",
    ),
}
