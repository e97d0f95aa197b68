"""Sentences about the ensemble and multiclass families: key: (English, Chinese)."""

MESSAGES = {
    "boosting.fewer": (
        "{estimator}: max_iter={max_iter} is less than the {have} rounds that there are when warm_start is on; raise it, "
        "or set warm_start=False.",
        "{estimator}：warm_start 开启时 max_iter={max_iter} 不得小于已有的 {have} 轮；请增大它，或设 warm_start=False。",
    ),
    "boosting.other_classes": (
        "{estimator}: with warm_start=True the rows have other classes than those of the rounds that there are; give the "
        "same rows, or set warm_start=False.",
        "{estimator}：warm_start=True 时样本的类别与已有各轮的不同；请给出相同的样本，或设 warm_start=False。",
    ),
    "boosting.held_out": (
        "{estimator}: X_val and y_val are held-out rows for early stopping; give both, with early_stopping=True or "
        "'auto', or neither.",
        "{estimator}：X_val 与 y_val 是提前停止所用的验证样本；请两者都给出并设 early_stopping=True 或 'auto'，或都不给。",
    ),
    "boosting.held_out_classes": (
        "{estimator}: y_val has a class without rows in y; leave those rows out, or add rows of the class.",
        "{estimator}：y_val 含有 y 中没有样本的类别；请去掉这些行，或补充该类别的样本。",
    ),
    "boosting.too_few_to_hold_out": (
        "{estimator}: validation_fraction={share} of {n} rows cannot be held out for early stopping ({reason}); change it, or "
        "set early_stopping=False.",
        "{estimator}：无法从 {n} 行中留出 validation_fraction={share} 用于提前停止（{reason}）；请修改它，或设 early_stopping=False。",
    ),
    "boosting.quantile": (
        "{estimator}: loss='quantile' needs to know which; set quantile to a number from 0 to 1, 0.5 for the median.",
        "{estimator}：loss='quantile' 需要指明分位数；请将 quantile 设为 0 到 1 之间的数，0.5 即中位数。",
    ),
    "boosting.target": (
        "{estimator}: the smallest value of y is {least:g}; loss='poisson' takes values of at least 0, not all 0, and "
        "loss='gamma' values above 0; loss is {loss!r}: choose another loss, or change y.",
        "{estimator}：y 的最小值为 {least:g}；loss='poisson' 要求 y 不小于 0 且不全为 0，loss='gamma' 要求 y 大于 0；"
        "当前 loss 为 {loss!r}：请换用其他损失，或修改 y。",
    ),
    "ensemble.guessing": (
        "AdaBoostClassifier: the classifier of the first round is no better than guessing (weighted error {error:.6g}, "
        "guessing among {K} classes has {guess:.6g}); give features that distinguish the classes, or another estimator.",
        "AdaBoostClassifier：第一轮的分类器不优于随机猜测（加权错误率 {error:.6g}，在 {K} 类中猜测为 {guess:.6g}）；请提供能区分类别的特征，或换用其他 estimator。",
    ),
    "ensemble.mean": (
        "{estimator}: the sum of the answers of the parts leaves the range of floating-point numbers; rescale y.",
        "{estimator}：各基学习器输出之和超出浮点数的范围；请缩放 y。",
    ),
    "ensemble.target_range": (
        "AdaBoostRegressor: targets as large as {largest:.3g} leave the range of floating-point numbers when predictions are "
        "taken from them; rescale y.",
        "AdaBoostRegressor：目标值大至 {largest:.3g}，与预测值相减后超出浮点数的范围；请缩放 y。",
    ),
    "ensemble.weights": (
        "{estimator}: {inner} doesn't support sample_weight, which every round needs; choose an estimator whose "
        "fit takes it.",
        "{estimator}：{inner} 的 fit 不接受 sample_weight，而每轮都需要它；请换用接受样本权重的 estimator。",
    ),
    "ensemble.fewer": (
        "{estimator}: n_estimators={n} must be larger or equal to the {have} existing trees when warm_start is on; "
        "raise it, or set warm_start=False.",
        "{estimator}：warm_start 开启时 n_estimators={n} 不得小于已有的 {have} 个基学习器；请增大它，或设 warm_start=False。",
    ),
    "ensemble.no_more": (
        "{estimator}: warm_start is on and there are {n} estimators already, so fit adds none; raise n_estimators.",
        "{estimator}：warm_start 已开启且已有 {n} 个基学习器，fit 未增加任何一个；请增大 n_estimators。",
    ),
    "ensemble.bootstrap": (
        "{estimator}: {other} needs bootstrap=True, since without it every tree sees all rows; set it, or leave {other} "
        "out.",
        "{estimator}：{other} 需要 bootstrap=True，否则每棵树都用到全部样本；请设置它，或去掉 {other}。",
    ),
    "ensemble.max_samples": (
        "{estimator}: max_samples={value} is more than the {n} rows; give a number of at most {n}, or a share.",
        "{estimator}：max_samples={value} 超过样本数 {n}；请给出不超过 {n} 的数，或一个比例。",
    ),
    "ensemble.max_features": (
        "choose_max_features: values={values} are not accepted; give whole numbers from 1 to the {p} features.",
        "choose_max_features：values={values} 不被接受；请给出 1 到特征数 {p} 之间的整数。",
    ),
    "ensemble.no_vote": (
        "{estimator}: every estimator has seen {rows} of the rows, so these have no out-of-bag answer (NaN) and are left "
        "out of the score; raise n_estimators.",
        "{estimator}：有 {rows} 行被所有基学习器用于训练，没有袋外预测（NaN），不计入袋外得分；请增大 n_estimators。",
    ),
    "ensemble.no_stumps": (
        "{estimator}: its rounds are not decision stumps, so there are no stumps to compare; fit it with estimator=None.",
        "{estimator}：各轮不是决策树桩，没有可比较的树桩；请用 estimator=None 训练。",
    ),
    "ensemble.loaded": (
        "{estimator}: which rows a tree was grown on is known only for the rows of fit, and is not kept in a model file; "
        "fit the model again, and give those rows.",
        "{estimator}：只有 fit 时的样本才知道各树用了哪些行，模型文件中不保存；请重新 fit 并给出这些样本。",
    ),
    "ensemble.part_classes": (
        "{estimator}: {few} of its parts have not seen every class, so their scores cannot be averaged; use "
        "predict_proba, or raise max_samples.",
        "{estimator}：有 {few} 个基学习器未见过全部类别，其得分不能平均；请用 predict_proba，或增大 max_samples。",
    ),
    "ensemble.names": (
        "{estimator}: estimators is a list of pairs (name, estimator) with different names, none of them the name of a "
        "parameter; the names are {names}.",
        "{estimator}：estimators 应为（名称，估计器）对的列表，名称互不相同，且不与参数同名；现有名称为 {names}。",
    ),
    "ensemble.part": (
        "VotingClassifier: {name!r} is {part!r}; it should be a classifier, or 'drop', under a name without '__'.",
        "VotingClassifier：{name!r} 为 {part!r}；请给出分类器，或 'drop'，名称中不得含有 '__'。",
    ),
    "ensemble.no_probabilities": (
        "VotingClassifier: {name!r} ({part}) has no probabilities, which voting='soft' averages; give another classifier, "
        "or set voting='hard'.",
        "VotingClassifier：{name!r}（{part}）不给出概率，而 voting='soft' 要对概率取平均；请换一个分类器，或设 voting='hard'。",
    ),
    "ensemble.dropped": (
        "{estimator}: all estimators are dropped, and at least one is required; give a classifier.",
        "{estimator}：所有估计器都被去掉了，至少需要一个；请给出分类器。",
    ),
    "ensemble.vote_weights": (
        "VotingClassifier: weights={given} are not accepted; give one number of at least 0 for each of the {count} "
        "estimators, with a finite sum above 1e-290 over those that are not dropped.",
        "VotingClassifier：weights={given} 不被接受；请为 {count} 个估计器各给一个非负数，未被去掉者之和应为大于 1e-290 的有限数。",
    ),
    "ensemble.multilabel": (
        "{estimator}: Multilabel and multi-output classification is not supported; fit one model per label.",
        "{estimator}：不支持多标签和多输出分类；请为每个标签分别拟合模型。",
    ),
    "ensemble.no_weights": (
        "VotingClassifier: the estimator {name!r} ({part}) does not support sample_weight; leave it out, or the weights.",
        "VotingClassifier：估计器 {name!r}（{part}）不支持 sample_weight；请去掉该估计器或权重。",
    ),
    "ensemble.unrouted": (
        "{estimator}.{method}: passing {names} on to the estimators is only supported if enable_metadata_routing=True; "
        "call sklearn.set_config first.",
        "{estimator}.{method}：只有在 enable_metadata_routing=True 时才能把 {names} 传给内部的估计器；请先调用 sklearn.set_config。",
    ),
    "ensemble.flat": (
        "{estimator}: get_feature_names_out is not supported when voting='soft' and flatten_transform=False, as there "
        "are no columns; set flatten_transform=True.",
        "{estimator}：voting='soft' 且 flatten_transform=False 时没有列名；请设 flatten_transform=True。",
    ),
    "multiclass.one_class": (
        "{estimator} can not be fit when only one class is present ({label!r}); give rows of at least two, with a "
        "sample_weight above 0.",
        "{estimator}：只有一个类别（{label!r}），无法拟合；至少需要两个 sample_weight 大于 0 的类别。",
    ),
    "multiclass.constant": (
        "{estimator}: {count} of {n} training rows have the label {label!r}; its classifier always gives the same answer.",
        "{estimator}：{n} 个训练样本中有 {count} 个带有标签 {label!r}；其分类器的答案恒定。",
    ),
    "multiclass.batch": (
        "{estimator}: Mini-batch contains {labels}, which are not among the classes {classes}; name all classes on "
        "the first call.",
        "{estimator}：本批含有 {labels}，不在类别 {classes} 中；请在第一次调用时列出全部类别。",
    ),
    "pooling.members": ("together, with the weights: {members}", "共同组成，权重为：{members}"),
    "pooling.few": (
        "fewer than two models are finished that have probabilities, or numbers",
        "已完成且有概率（或数值预测）的模型不足两个",
    ),
    "pooling.alone": ("all weight is on one model, {name}", "全部权重都在一个模型 {name} 上"),
    "pooling.time": (
        "its models cannot all be fitted to all rows in what is left of the budget; give a longer --budget",
        "剩余时间不足以用全部样本重新拟合其中的模型；请加长 --budget",
    ),
    "pooling.files": ("the table is larger than the sample that is compared on", "数据表大于用于比较的样本"),
    "pooling.repeats": (
        "the answers of so many repeats are not kept; use fewer --repeats",
        "重复次数太多，未保留全部预测；请减少 --repeats",
    ),
    "pooling.train": (
        "{name!r} is made of the models of a comparison and cannot be trained alone; use compare.",
        "{name!r} 由一次比较中的模型组成，不能单独训练；请使用 compare。",
    ),
}
