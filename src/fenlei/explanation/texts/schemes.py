"""Words of the steps of classifiers that are made of others, and of least squares on coded labels."""

TEXTS: dict[str, tuple[str, str]] = {
    "the_rest": ("the rest", "其余"),
    # --- one row
    "step.pair_decisions": ("Decision of each pair of classes", "各类别对的判别"),
    "says.pair_decisions": (
        "f is the score of the part for the second class of its pair; {shown} of {count} are written out.",
        "f 为该分类器对类别对中第二类的得分；写出 {count} 个中的 {shown} 个。",
    ),
    "step.coupling": ("Probabilities, by coupling the pairs", "概率：由类别对耦合"),
    "says.coupling": (
        "r is the probability of the first class named, given that it is one of the two; p, with sum 1, agrees with all r "
        "as well as possible where Q p has equal entries.",
        "r 为在两类之中属于前者的概率；p 之和为 1，使 Q p 的各分量相等时与全部 r 最相符。",
    ),
    "step.score_tie": ("Decision: a tie", "判决：得分相等"),
    "says.score_tie": (
        "Several classes have the largest number; the first of them is chosen.",
        "有多个类别同为最大；取其中第一个。",
    ),
    "step.rest_decisions": ("Decision of each class against the rest", "各类对其余类别的判别"),
    "says.rest_decisions": (
        "f is the score of the part for its class.",
        "f 为该分类器对其类别的得分。",
    ),
    "title.rest_decisions": ("Decision of each class against the rest", "各类对其余类别的判别"),
    "step.rest_probabilities": ("Probabilities", "概率"),
    "says.rest_probabilities": (
        "The probability p that each part gives to its class, divided by the sum of them; of two classes that of the one "
        "part.",
        "各分类器给出的本类概率 p 除以它们之和；两类时即唯一分类器的概率。",
    ),
    "step.mean_probabilities": ("Mean of the probabilities", "概率的平均"),
    "says.mean_probabilities": ("Weighted by the weights of the classifiers.", "按各分类器的权重加权。"),
    "step.member_votes": ("Votes of the classifiers", "各分类器的投票"),
    "says.member_votes": (
        "The weights of the classifiers that vote for the class.",
        "投票给该类的分类器的权重之和。",
    ),
    "step.vote_shares": ("Shares of the votes", "得票比例"),
    "says.vote_shares": (
        "Of all weights; of two classes the decision function f is their difference.",
        "占全部权重的比例；两类时判别函数 f 为两者之差。",
    ),
    "step.boundary_gap": ("Distance from the boundary", "到决策边界的距离"),
    "says.boundary_gap": (
        "The score, or of more than two classes the difference of the two largest.",
        "得分的绝对值；多于两类时为最大的两个得分之差。",
    ),
    "step.rejected": ("Decision: rejected", "判决：拒绝"),
    "says.rejected": (
        "It is not above the margin m = {margin}, so the row is rejected.",
        "不大于界限 m = {margin}，拒绝判决。",
    ),
    "step.not_rejected": ("Decision", "判决"),
    "says.not_rejected": (
        "It is above the margin m = {margin}, so the classifier decides.",
        "大于界限 m = {margin}，由分类器判决。",
    ),
    "step.risk_posterior": ("Posterior probabilities", "后验概率"),
    "says.risk_posterior": ("As the classifier gives them.", "由分类器给出。"),
    "step.shifted_posterior": ("Posterior probabilities under other priors", "改变先验后的后验概率"),
    "says.shifted_posterior": (
        "Each is multiplied by the new prior over the old one, then divided by the sum.",
        "各后验概率乘以新先验与旧先验之比，再除以总和。",
    ),
    "step.risks": ("Expected cost of each action", "各决策的条件风险"),
    "says.risks": (
        "The cost of the action in each class, weighted by the probability of the class.",
        "该决策在各类下的代价，以该类的概率加权。",
    ),
    "step.least_risk": ("Decision", "判决"),
    "says.least_risk": ("The action of least expected cost is taken.", "取条件风险最小的决策。"),
    "step.risk_tie": ("Decision: a tie", "判决：风险相等"),
    "says.risk_tie": (
        "Several actions have the least expected cost; the first of them is taken.",
        "有多个决策的条件风险同为最小；取其中第一个。",
    ),
    "step.calibration_logarithms": ("Scores: logarithms of probabilities", "得分：概率的对数"),
    "says.calibration_logarithms": (
        "z is the logarithm of the probability that the classifier gives.",
        "z 为分类器所给概率的对数。",
    ),
    "step.calibration_values": ("Scores: decision values", "得分：判别值"),
    "says.calibration_values": ("z is the decision value of the class.", "z 为该类的判别值。"),
    "calibration.temperature": ("temperature", "温度"),
    "calibration.offsets": ("temperature with an offset per class", "温度加各类偏移"),
    "calibration.platt": ("Platt's sigmoids", "Platt 的 S 形函数"),
    "calibration.isotonic": ("isotonic steps", "保序阶梯"),
    "step.calibration_line": ("Calibration: {method}", "概率校准：{method}"),
    "says.calibration_line": (
        "Slope a and offsets b were fitted to scores of rows that the classifier had not seen: u = a z + b.",
        "斜率 a 与偏移 b 由分类器未见过的样本的得分拟合：u = a z + b。",
    ),
    "step.pooled_logarithms": ("Weighted logarithms of the probabilities", "概率对数的加权和"),
    "says.pooled_logarithms": (
        "The weights were fitted to answers for rows that the models had not seen.",
        "权重由各模型对未见过样本的回答拟合。",
    ),
    "step.pooled_mean": ("Weighted mean of the predictions", "预测值的加权平均"),
    "says.pooled_mean": (
        "The weights were fitted to predictions of rows that the models had not seen.",
        "权重由各模型对未见过样本的预测拟合。",
    ),
    "step.calibrated_probabilities": ("Calibrated probabilities", "校准后的概率"),
    "says.calibrated_probabilities": (
        "The exponentials, divided by their sum; the largest u is subtracted from each first.",
        "各指数除以其总和；先从每个 u 中减去最大者。",
    ),
    "step.calibration_odds": ("Log-odds of each class against the rest", "每类对其余各类的对数几率"),
    "says.calibration_odds": (
        "The score of the class less the logarithm of what the exponentials of the others add up to.",
        "该类的得分减去其余各类得分的指数之和的对数。",
    ),
    "step.fit_calibration_line": ("Calibration: {method}", "概率校准：{method}"),
    "says.fit_calibration_line": (
        "Afterwards the scores were made probabilities: slopes a and offsets b make the log loss least on rows that the "
        "classifier had not seen, in the folds of the comparison; {shown} of {count} classes are shown.",
        "随后把得分化为概率：斜率 a 与偏移 b 使比较各折中分类器未见过的样本的对数损失最小；{count} 类中显示 {shown} 类。",
    ),
    "step.fit_calibration_steps": ("Calibration: {method}", "概率校准：{method}"),
    "says.fit_calibration_steps": (
        "Afterwards the scores were made probabilities: the rising function g of the log-odds f is closest to the truth on "
        "rows that the classifier had not seen, in the folds of the comparison, with shares m π of the classes mixed in; the "
        "first steps of {shown} of {count} classes are listed.",
        "随后把得分化为概率：对数几率 f 的递增函数 g 在比较各折中分类器未见过的样本上与真实类别最接近，并混入各类比例 m π；"
        "列出 {count} 类中 {shown} 类的前几级。",
    ),
    "title.calibration_steps": ("Steps of the rising function", "递增函数的各级"),
    "step.calibration_shares": ("Calibration: {method}", "概率校准：{method}"),
    "says.calibration_shares": (
        "Each class against the rest: q is a rising function of its log-odds, fitted to rows that the classifier "
        "had not seen.",
        "每类对其余各类：q 是其对数几率的递增函数，由分类器未见过的样本拟合。",
    ),
    "step.calibrated_by_shares": ("Calibrated probabilities", "校准后的概率"),
    "says.calibrated_by_shares": ("Each q divided by their sum.", "各 q 除以其总和。"),
    "step.calibration_preference": ("Decision", "判决"),
    "says.calibration_preference": (
        "A preference d for each class is added to the logarithm of its probability; the largest sum decides.",
        "各类概率的对数加上偏好 d，取和最大的类别。",
    ),
    "title.preference": ("Preference for classes", "对各类别的偏好"),
    # --- the fit
    "step.fit_pairs": ("One classifier for each pair of classes", "每对类别一个分类器"),
    "says.fit_pairs": ("M classifiers for K classes.", "K 个类别共 M 个分类器。"),
    "step.fit_pair_rows": ("Rows of each pair", "各类别对的样本"),
    "says.fit_pair_rows": (
        "Each is fitted to the rows of its two classes alone; {shown} of {count} are listed. The steps below are those of the "
        "first, as far as they are known.",
        "每个分类器只用其两类的样本拟合；列出 {count} 个中的 {shown} 个。以下为第一个的拟合过程（若有）。",
    ),
    "step.fit_rest": ("One classifier for each class", "每类一个分类器"),
    "says.fit_rest": (
        "Each class against all others; two classes need one.",
        "每类对其余各类；两类只需一个。",
    ),
    "step.fit_rest_rows": ("Rows of both sides", "两侧的样本"),
    "says.fit_rest_rows": (
        "The rows of the class and all others. The steps below are those of the first, as far as they are known.",
        "本类的样本与其余样本。以下为第一个的拟合过程（若有）。",
    ),
    "step.fit_members": ("The classifiers and their weights", "各分类器及其权重"),
    "says.fit_members": (
        "Each of the {count} classifiers is fitted to all rows; w is its share of the vote. The steps below are those of the "
        "classifiers, as far as they are known.",
        "{count} 个分类器都用全部样本拟合；w 为其在投票中的比重。以下为各分类器的拟合过程（若有）。",
    ),
    "step.fit_costs": ("Priors, costs and threshold", "先验、代价与阈值"),
    "says.fit_costs": (
        "The priors inside the posteriors; the costs of the actions. Of two classes and two actions, the first is taken "
        "where the likelihood ratio is above θ.",
        "后验概率中的先验；各决策的代价。两类两决策时，似然比大于 θ 则取第一个决策。",
    ),
    "title.costs": ("Costs of the actions", "各决策的代价"),
    "step.fit_rejection": ("The margin of rejection", "拒绝的界限"),
    "says.fit_rejection": (
        "{near} of {n} training rows are not farther from the boundary than m = {margin}; r is the event that a row is "
        "rejected.",
        "{n} 个训练样本中有 {near} 个到决策边界不超过 m = {margin}；r 为拒绝判决的事件。",
    ),
    "step.fit_coding": ("Labels coded as +1 and -1", "类别编码为 +1 与 -1"),
    "says.fit_coding": (
        "+1 for rows of the class, -1 for the others; two classes need one function.",
        "本类样本为 +1，其余为 -1；两类只需一个函数。",
    ),
    "step.fit_coded_equations": ("Normal equations", "正规方程"),
    "says.fit_coded_equations": (
        "A has the sums of squares and products of the centred rows, α = {alpha} on the diagonal, and κ = {kappa} times those "
        "of the means, if the intercept is penalised or missing. Where the inverse is missing, A is singular or nearly so.",
        "A 为中心化样本的平方和与乘积和，对角线加 α = {alpha}；截距受惩罚或没有截距时再加 κ = {kappa} 乘以均值的乘积。"
        "未写出逆矩阵时，A 奇异或近于奇异。",
    ),
    "step.fit_coded_intercepts": ("Intercepts", "截距"),
    "says.fit_coded_intercepts": (
        "The function passes through the means, but for a penalised intercept.",
        "函数经过均值点（截距受惩罚时除外）。",
    ),
}
