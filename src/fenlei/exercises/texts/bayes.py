"""Questions of the Bayes classifiers."""

TEXTS: dict[str, tuple[str, str]] = {
    "joint_bayes.title": ("Bayes' rule from a joint table", "由联合概率表求贝叶斯判决"),
    "joint_bayes.says": (
        "The table shows {n} {what}; the class is “{target}”. Probabilities are estimated by counting, without smoothing. "
        "Let x be the new row below the table.",
        "下表给出 {n} {what}，类别为“{target}”。各概率用频数估计，不做平滑。记表后的新样本为 x。",
    ),
    "joint_bayes.prior": (
        "Estimate the prior probability P(c) of each class c.",
        "估计每个类别 c 的先验概率 P(c)。",
    ),
    "joint_bayes.likelihood": (
        "Estimate P(x | c) for each class: the share of the rows of the class that have all values of x.",
        "对每个类别估计 P(x | c)：该类样本中各特征取值与 x 全部相同者所占的比例。",
    ),
    "joint_bayes.evidence": (
        "Compute P(x) by the formula of total probability.",
        "用全概率公式计算 P(x)。",
    ),
    "joint_bayes.posterior": (
        "Compute the posterior probabilities P(c | x) by Bayes' formula. Which class is chosen?",
        "用贝叶斯公式计算后验概率 P(c | x)。应判为哪一类？",
    ),
    "naive_bayes.title": ("Naive Bayes by hand", "手算朴素贝叶斯"),
    "naive_bayes.says": (
        "The table shows {n} {what}; the class is “{target}”. Naive Bayes takes the features as independent within each "
        "class. {smoothing} Let x be the new row below the table.",
        "下表给出 {n} {what}，类别为“{target}”。朴素贝叶斯假设各特征在每一类中相互独立。{smoothing}记表后的新样本为 x。",
    ),
    "naive_bayes.alpha_0": (
        "Probabilities are estimated by counting, without smoothing.",
        "各概率用频数估计，不做平滑。",
    ),
    "naive_bayes.alpha_1": (
        "The priors are estimated by counting, the conditional probabilities with Laplace smoothing (1 is added to each count).",
        "先验概率用频数估计，条件概率用拉普拉斯平滑（每个频数加 1）。",
    ),
    "naive_bayes.prior": (
        "Estimate the prior probability P(c) of each class c.",
        "估计每个类别 c 的先验概率 P(c)。",
    ),
    "naive_bayes.likelihood_0": (
        "Estimate P(xⱼ | c) for each value of x and each class: the share of the rows of the class that have the value.",
        "对 x 的每个特征值和每个类别估计 P(xⱼ | c)：该类样本中取该值者所占的比例。",
    ),
    "naive_bayes.likelihood_1": (
        "Estimate P(xⱼ | c) for each value of x and each class: (count + 1) / (rows of the class + number of values of the "
        "feature).",
        "对 x 的每个特征值和每个类别估计 P(xⱼ | c)，即（频数 + 1）/（该类样本数 + 该特征的取值个数）。",
    ),
    "naive_bayes.product": (
        "Compute P(c) · Πⱼ P(xⱼ | c) for each class.",
        "对每个类别计算 P(c) · Πⱼ P(xⱼ | c)。",
    ),
    "naive_bayes.posterior": (
        "Divide by the sum: compute P(c | x). Which class is chosen?",
        "除以各类之和，求 P(c | x)。应判为哪一类？",
    ),
    "minimum_risk.title": ("The decision of least risk", "最小风险决策"),
    "minimum_risk.says": (
        "The table shows {n} {what}, whose class is “{target}”; then come a new row x and what each decision costs under each "
        "true class. Probabilities are estimated by counting, without smoothing.",
        "下面依次给出 {n} {what}（类别为“{target}”）、新样本 x，以及各决策在各真实类别下的损失。各概率用频数估计，不做平滑。",
    ),
    "minimum_risk.posterior": (
        "Compute the posterior probabilities P(c | x). Which class is the most probable?",
        "计算后验概率 P(c | x)。哪一类的后验概率最大？",
    ),
    "minimum_risk.risk": (
        "Compute the conditional risk R(a | x) = Σ λ(a, c) P(c | x) of each decision a.",
        "计算每个决策 a 的条件风险 R(a | x) = Σ λ(a, c) P(c | x)。",
    ),
    "minimum_risk.decision": (
        "Which decision has the least risk? Is it the most probable class?",
        "哪个决策的风险最小？它是后验概率最大的类别吗？",
    ),
}
