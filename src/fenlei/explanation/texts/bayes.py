"""Words of the steps of the Bayes classifiers."""

TEXTS: dict[str, tuple[str, str]] = {
    "step.prior": ("Prior probabilities", "先验概率"),
    "says.prior": (
        "The share of each class among the training rows (weight {n} in all), or the priors that were given.",
        "各类别在训练样本（总权重 {n}）中的比例，或给定的先验概率。",
    ),
    "step.factors": ("Probability of each value in each class", "各取值的类条件概率"),
    "says.factors": (
        "Given the class, the features are taken as independent. {shown} of {features} features are "
        "written out; {missing} are missing and have no factor.",
        "假定给定类别时各特征相互独立。写出 {features} 个特征中的 {shown} 个；{missing} 个缺失，不计入乘积。",
    ),
    "step.joint": ("Joint probability: prior times factors", "联合概率：先验乘以各因子"),
    "says.joint": ("The factors are multiplied.", "把各因子相乘。"),
    "step.joint_logs": ("Joint probability, as a logarithm", "联合概率的对数"),
    "says.joint_logs": (
        "The product is too small to be written as a number, so the logarithms are added.",
        "乘积太小，无法直接表示，故把对数相加。",
    ),
    "step.posterior": ("Posterior probability, by Bayes' formula", "后验概率：贝叶斯公式"),
    "says.posterior": (
        "Each joint probability is divided by the sum of all of them.",
        "各联合概率除以它们的总和。",
    ),
    "step.posterior_small": ("Posterior probability, by Bayes' formula", "后验概率：贝叶斯公式"),
    "says.posterior_small": (
        "The largest logarithm, {highest}, is subtracted from all of them first, which changes no quotient.",
        "先从所有对数中减去最大的 {highest}，这不改变商。",
    ),
    "step.impossible": ("Posterior probability", "后验概率"),
    "says.impossible": (
        "The row is impossible in every class (0/0), so the priors decide.",
        "该样本在每一类中的概率都是 0（0/0），由先验概率决定。",
    ),
    "step.largest": ("Decision", "判决"),
    "says.largest": ("The class of the largest posterior probability is chosen.", "取后验概率最大的类别。"),
    "step.tie": ("Decision: a tie", "判决：概率相等"),
    "says.tie": (
        "Several classes have the largest posterior probability; the first of them is chosen.",
        "有多个类别的后验概率同为最大；取其中第一个。",
    ),
    "step.cell": ("Probability of the nominal values in each class", "名义特征取值的类条件概率"),
    "says.cell": (
        "Rows of the class with exactly these values, of all rows of the class; {alpha} is added to "
        "each count.",
        "该类中恰有这些取值的样本数与该类样本数之比；每个计数加 {alpha}。",
    ),
    "step.unseen_naive": ("Probability of the nominal values in each class", "名义特征取值的类条件概率"),
    "says.unseen_naive": (
        "No training row has these values together, so the product of the single columns stands in.",
        "没有训练样本同时具有这些取值，故以各列概率的乘积代替。",
    ),
    "step.unseen_prior": ("Probability of the nominal values in each class", "名义特征取值的类条件概率"),
    "says.unseen_prior": (
        "No training row has these values together, so they do not count.",
        "没有训练样本同时具有这些取值，故不计入。",
    ),
    "step.density": ("Density of the numbers in each class", "数值特征的类条件密度"),
    "says.density": (
        "A normal density with the mean and the variance (divisor n) of the class's rows in the cell.",
        "正态密度，均值与方差（除数 n）取自该类落在此单元的样本。",
    ),
    "step.evidence": ("Probability of the row", "样本的概率"),
    "says.evidence": (
        "The sum over the classes, which is a share of all rows.",
        "对各类求和，即占全部样本的比例。",
    ),
    # --- the fit
    "step.fit_prior": ("Prior probabilities", "先验概率"),
    "says.fit_prior": ("The rows of each class are counted.", "统计各类的样本数。"),
    "step.fit_means": ("Means", "均值"),
    "says.fit_means": (
        "The mean of each feature in each class. {shown} of {count} are written out.",
        "各类中每个特征的均值。写出 {count} 个中的 {shown} 个。",
    ),
    "step.fit_conjugate_prior": ("Conjugate prior", "共轭先验"),
    "says.fit_conjugate_prior": (
        "What is taken as known before the rows: a mean m that counts for κ rows, and the spread.",
        "样本之前的认识：均值 m，相当于 κ 个样本；以及离散程度。",
    ),
    "step.fit_locations": ("Locations of the predictive distributions", "预测分布的位置"),
    "says.fit_locations": (
        "The prior mean and the mean of the class, averaged by the rows they count for. {shown} of {count} are written out.",
        "先验均值与类均值，按各自相当的样本数加权平均。写出 {count} 个中的 {shown} 个。",
    ),
    "step.fit_scales": ("Degrees of freedom and scales", "自由度与尺度"),
    "says.fit_scales": (
        "With the parameters integrated out the densities are Student t: heavier tails the fewer rows there are. {shown} "
        "of {count} are written out.",
        "对参数积分之后，类条件密度为 t 分布：样本越少，尾部越厚。写出 {count} 个中的 {shown} 个。",
    ),
    "step.fit_variances": ("Variances", "方差"),
    "says.fit_variances": (
        "The mean squared deviation (divisor n), plus ε = {epsilon}. {shown} of {count} are written out.",
        "偏差平方的平均（除数 n），再加 ε = {epsilon}。写出 {count} 个中的 {shown} 个。",
    ),
    "step.fit_epsilon": ("Smoothing of the variances", "方差的平滑"),
    "says.fit_epsilon": (
        "ε is a share of the largest variance of a feature over all rows.",
        "ε 是全部样本中最大的特征方差的一个比例。",
    ),
    "step.fit_counts": ("Counts and probabilities of {feature}", "{feature} 的计数与概率"),
    "says.fit_counts": (
        "Each count is increased by α = {alpha}; then it is divided by the total of the class.",
        "每个计数加 α = {alpha}，再除以该类的总数。",
    ),
    "step.fit_rates": ("Estimates from the totals", "由总数估计参数"),
    "says.fit_rates": (
        "Sums over the rows of each class, smoothed by α = {alpha}. {shown} of {count} are written out.",
        "各类样本的合计，用 α = {alpha} 平滑。写出 {count} 个中的 {shown} 个。",
    ),
    "step.fit_totals": ("Totals in each class", "各类的合计"),
    "says.fit_totals": (
        "What the rows of the class hold of the feature. {shown} of {count} are written out.",
        "该类样本中该特征的合计。写出 {count} 个中的 {shown} 个。",
    ),
    "step.fit_sizes": ("Totals that the counts are divided by", "计数的除数"),
    "says.fit_sizes": (
        "The present values of the class, plus α for each category.",
        "该类中已知取值的个数，再为每个取值加 α。",
    ),
    "step.fit_deviations": ("Standard deviations", "标准差"),
    "says.fit_deviations": (
        "Of each feature in each class (divisor n). {shown} of {count} are written out.",
        "各类中每个特征的标准差（除数 n）。写出 {count} 个中的 {shown} 个。",
    ),
    "step.fit_evidence": ("Probability of each cell", "各单元的概率"),
    "says.fit_evidence": ("The sum over the classes.", "对各类求和。"),
    "step.fit_cell_means": ("Means in the cells", "单元内的均值"),
    "says.fit_cell_means": (
        "Of the numbers of the rows in a cell and class. {shown} of {count} are listed.",
        "每个单元、每个类别中样本数值的均值。列出 {count} 个中的 {shown} 个。",
    ),
    "step.fit_bandwidths": ("Bandwidths", "窗宽"),
    "says.fit_bandwidths": (
        "Silverman's rule: 0.9 times the standard deviation times n to the power of -1/5. {shown} of "
        "{count} are written out.",
        "Silverman 法则：0.9 乘以标准差再乘以 n 的 -1/5 次方。写出 {count} 个中的 {shown} 个。",
    ),
    "step.fit_cells": ("Cells: combinations of the nominal values", "单元：名义特征取值的组合"),
    "says.fit_cells": (
        "Rows of each class in each cell; {alpha} is added to each count. {shown} of {count} cells are "
        "listed.",
        "每个单元中各类的样本数；每个计数加 {alpha}。列出 {count} 个单元中的 {shown} 个。",
    ),
    "step.fit_cell_normals": ("Variances in the cells", "单元内的方差"),
    "says.fit_cell_normals": (
        "Divisor n; a cell with too few rows has the variance of its class, which stands alone. {shown} "
        "of {count} are listed.",
        "除数 n；样本太少的单元用该类的方差，只写出结果。列出 {count} 个中的 {shown} 个。",
    ),
    "done.bayes": (
        "Fitted: {classes} classes, {features} features.",
        "拟合完成：{classes} 个类别，{features} 个特征。",
    ),
    "title.counts": ("Counts", "计数"),
    "count": ("count", "计数"),
    "count_of": ("count in {label}", "{label} 的计数"),
    "probability_of": ("P(value | {label})", "P(取值 | {label})"),
    "cell_of": ("P(cell | {label})", "P(单元 | {label})"),
    "title.cells": ("Counts and probabilities of the cells", "单元的计数与概率"),
}
