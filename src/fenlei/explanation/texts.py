"""Every word of an explanation, in English and Chinese."""

from __future__ import annotations

from functools import partial

from fenlei.messages import wording

# key: (English, Chinese)
TEXTS: dict[str, tuple[str, str]] = {
    "head": ("{model} on the row", "{model}，样本"),
    "conclusion": ("Decision: {prediction}", "判决：{prediction}"),
    "missing": ("(missing)", "（缺失）"),
    # --- headings
    "feature": ("feature", "特征"),
    "value": ("value", "取值"),
    "class": ("class", "类别"),
    "prior": ("prior P(class)", "先验概率 P(类)"),
    "cell": ("P(nominal values | class)", "P(名义特征取值 | 类)"),
    "density": ("p(numbers | class, nominal values)", "p(数值 | 类, 名义特征)"),
    "given": ("p(value | {label})", "p(取值 | {label})"),
    "joint": ("joint p(row, class)", "联合概率 p(样本, 类)"),
    "log_joint": ("log joint", "联合概率的对数"),
    "posterior": ("posterior P(class | row)", "后验概率 P(类 | 样本)"),
    "probability": ("probability", "概率"),
    "towards": ("towards {label}", "对 {label}"),
    "intercept": ("intercept", "截距"),
    "others": ("({count} other features)", "（其余 {count} 个特征）"),
    "sum": ("sum", "合计"),
    "neighbour": ("training row", "训练样本"),
    "distance": ("distance", "距离"),
    "log_prior": ("log prior", "对数先验"),
    "log_density": ("log density", "对数密度"),
    "score": ("score", "得分"),
    "votes": ("votes", "票数"),
    "share": ("share of the vote", "得票比例"),
    "weight": ("weight", "权重"),
    "step": ("step", "步"),
    "condition": ("answer of the row", "样本的回答"),
    "branch": ("branch", "分支"),
    "part": ("part of the row", "样本的份额"),
    "rows": ("rows", "样本数"),
    "counts": ("rows of {label}", "{label} 数"),
    "entropy": ("entropy", "熵"),
    "gini": ("Gini", "基尼"),
    "gain": ("gain", "信息增益"),
    "ratio": ("gain ratio", "增益率"),
    "leaf": ("leaf: {label}", "叶结点：{label}"),
    "round": ("round", "轮"),
    "classifier": ("classifier", "分类器"),
    "mean": ("weighted mean", "加权平均"),
    "given_row": ("P({label} | row)", "P({label} | 样本)"),
    "alpha": ("alpha", "alpha"),
    "vote": ("vote", "判为"),
    "action": ("action", "决策"),
    "cost": ("cost if {label}", "真实类别为 {label} 时的代价"),
    "risk": ("expected cost", "条件风险"),
    "pair": ("pair", "类别对"),
    "decision": ("decision value", "判别函数值"),
    "kernel": ("kernel with the row", "与样本的核函数值"),
    "signed_alpha": ("±alpha", "±alpha"),
    "other_vectors": ("({count} other support vectors)", "（其余 {count} 个支持向量）"),
    # --- titles
    "title.bayes": (
        "Prior times likelihood, by Bayes' formula",
        "先验概率乘以似然，贝叶斯公式",
    ),
    "title.joint": ("Joint probability, by Bayes' formula", "联合概率，贝叶斯公式"),
    "title.posterior": ("Posterior probabilities", "后验概率"),
    "title.coefficients": ("Coefficients of the model", "模型的系数"),
    "title.contributions": (
        "Coefficient times value, added up",
        "系数乘以取值，逐项相加",
    ),
    "title.probabilities": ("Probabilities", "概率"),
    "title.gaussians": ("Log posterior up to a constant", "对数后验（差一常数）"),
    "title.neighbours": ("The {k} nearest training rows", "最近的 {k} 个训练样本"),
    "title.votes": ("Votes", "投票"),
    "title.centroids": ("Distance to each class", "到各类的距离"),
    "title.path": ("Path through the tree", "在决策树中的路径"),
    "title.parts": (
        "Parts of the row through the tree; the decision is the mean of the leaves, weighted by the parts",
        "样本各份额在决策树中的路径；判决为各叶结点按份额的加权平均",
    ),
    "title.combination": ("Answers of the classifiers", "各分类器的回答"),
    "title.rounds": ("The rounds of largest weight", "权重最大的几轮"),
    "title.pairs": ("Decision of each pair of classes", "每对类别的判别"),
    "title.vectors": (
        "The support vectors of largest contribution, {pair}",
        "贡献最大的支持向量，{pair}",
    ),
    "title.risks": ("Expected cost of each action", "各决策的条件风险"),
    "title.scores": ("Scores", "得分"),
}


text = partial(wording, TEXTS)  # text(key, lang="en", **facts)
