"""Sentences about the bayes family: key: (English, Chinese)."""

MESSAGES = {
    "naive_bayes.zero_variance": (
        "{estimator}: feature {feature} is constant in class {label!r} ({count} such cells) and var_smoothing adds "
        "nothing to its variance of 0; {floor:g} is used instead. Set var_smoothing above 0.",
        "{estimator}：特征 {feature} 在类别 {label!r} 中为常数（共 {count} 处），var_smoothing 未能增大其零方差；改用 {floor:g}。请令 var_smoothing 大于 0。",
    ),
    "generative.draw": (
        "{estimator}: rows of class {label!r} cannot be drawn, since its parameters are too large for the random numbers "
        "of NumPy ({reason}); rescale the features and fit again.",
        "{estimator}：类别 {label!r} 的参数过大，NumPy 无法抽取随机数（{reason}）；请缩放特征后重新拟合。",
    ),
    "generative.impossible": (
        "{estimator}: {count} rows lie so far out that the density is 0 in every class; the class prior is used instead.",
        "{estimator}：{count} 行距离过远，在所有类别下密度均为 0；对它们改用类别先验。",
    ),
    "naive_bayes.zero_probability": (
        "{estimator}: {count} rows have probability 0 in every class (alpha=0 leaves zero counts); the class prior "
        "is used instead. Set alpha above 0.",
        "{estimator}：{count} 行在所有类别下概率均为 0（alpha=0 使计数为零）；对它们改用类别先验。请令 alpha 大于 0。",
    ),
    "naive_bayes.alpha": (
        "alpha too small will result in numeric errors, setting alpha = 1e-10. Use `force_alpha=True` to keep alpha "
        "unchanged.",
        "alpha 过小会导致数值错误，已设为 1e-10。令 force_alpha=True 可保留原值。",
    ),
    "counts.negative": (
        "Negative values in data passed to {estimator} (input X), for example {value:g}; counts are at least 0.",
        "传给 {estimator} 的数据 X 有负值，例如 {value:g}；计数须不小于 0。",
    ),
    "categorical.negative": (
        "Negative values in data passed to {estimator} (input X): column {column}; categories are coded 0, 1, 2, ..., "
        "or given as text in a DataFrame.",
        "传给 {estimator} 的数据 X 第 {column} 列有负值；类别应编码为 0、1、2、…，或以 DataFrame 文本列给出。",
    ),
    "categorical.fraction": (
        "{estimator}: column {column} has the value {value}, but category codes are whole numbers; fractions are cut off. "
        "For measured features use GaussianNB.",
        "{estimator}：第 {column} 列的值 {value} 不是整数类别编码，小数部分已截去。连续特征请用 GaussianNB。",
    ),
    "categorical.too_large": (
        "{estimator}: column {column} has the code {value:g}; codes are 0, 1, 2, ... below {most}. Is it a measurement or an "
        "identifier?",
        "{estimator}：第 {column} 列的编码为 {value:g}；编码应为 0、1、2、… 且小于 {most}。它是否是测量值或编号？",
    ),
    "categorical.min_categories": (
        "'min_categories' should have {what}. Got {came} instead.",
        "min_categories 应有 {what}，但得到 {came}。",
    ),
    "bernoulli.binary": (
        "BernoulliNB: binarize=None takes indicators, values from 0 to 1, but X has {value:g}; give a threshold, or 0 and 1.",
        "BernoulliNB：binarize=None 只接受 0 到 1 的指示值，但 X 中有 {value:g}；请给出阈值，或改用 0 与 1。",
    ),
    "vocabulary.input": (
        "Vocabulary takes a list or a one-dimensional array of texts, not a {type}; put a single text into a list, and choose "
        "one column of a table.",
        "Vocabulary 需要文本列表或一维数组，而不是 {type}；单个文本请放入列表，表格请选取一列。",
    ),
    "vocabulary.text": (
        "Vocabulary: item {row} is {value!r}, not a text; replace missing texts by ''.",
        "Vocabulary：第 {row} 项为 {value!r}，不是文本；缺失的文本请改为 ''。",
    ),
    "vocabulary.empty": (
        "Vocabulary: the texts have no words at all; give texts with letters, digits or Chinese characters.",
        "Vocabulary：文本中没有任何词；请给出含字母、数字或汉字的文本。",
    ),
    "cells.code": (
        "{estimator}: column {column} has the value {value:g}, but a nominal column of an array holds codes 0, 1, 2, ... "
        "below {most}; give the categories in a DataFrame, or take the column out of categorical_features.",
        "{estimator}：第 {column} 列的值 {value:g} 不是类别编码；数组中的名义列应为 0、1、2、… 且小于 {most}；请用 DataFrame 给出类别，或从 categorical_features 中去掉该列。",
    ),
    "cells.rank": (
        "BayesClassifier: the covariance of class {label!r} inside the cells is not of full rank ({count} of {K} classes; {g} "
        "numeric columns, weight {weight:g}); it is mixed with that of all classes. Drop constant or duplicate columns, or "
        "set covariance='diagonal'.",
        "BayesClassifier：类别 {label!r} 在各单元内的协方差矩阵不满秩（{K} 个类别中有 {count} 个；{g} 个数值列，权重 {weight:g}）；已与所有类别的协方差混合。请删除常数列或重复列，或设 covariance='diagonal'。",
    ),
    "cells.incomplete": (
        "{estimator}: no row has a value in every numeric column, so the numeric columns do not count; drop the columns that "
        "are mostly missing.",
        "{estimator}：没有一行的数值列是完整的，数值列因此不起作用；请删除大多缺失的列。",
    ),
    "probability.numbers": (
        "{name} holds values that are not numbers; give probabilities.",
        "{name} 含有非数值；请给出概率。",
    ),
    "probability.shape": (
        "{name} has shape {shape}; give {ndim} dimensions, the last with one value for each class.",
        "{name} 的形状为 {shape}；应为 {ndim} 维，最后一维每个类别一个值。",
    ),
    "probability.row": (
        "{name}, row {row}: {values} (sum {total:.6g}) is not a probability distribution; give numbers of "
        "at least 0 that sum to 1.",
        "{name} 第 {row} 行：{values}（和为 {total:.6g}）不是概率分布；须为非负数且和为 1。",
    ),
    "probability.classes": (
        "{name} has {K} values for {classes} classes; give one for each class.",
        "{name} 有 {K} 个值，而类别有 {classes} 个；每个类别需要一个值。",
    ),
    "probability.zero": (
        "{count} rows have probability 0 in every class; the class priors are used instead.",
        "{count} 行在所有类别下概率均为 0；对它们改用类别先验。",
    ),
    "decision.costs_numbers": (
        "costs holds values that are not numbers; give one row for each action and one column for each "
        "of the {K} classes.",
        "costs 含有非数值；每个动作一行，{K} 个类别各一列。",
    ),
    "decision.costs_shape": (
        "costs has shape {shape} for {K} classes; give one row for each action and one column for each "
        "class.",
        "costs 的形状为 {shape}，而类别有 {K} 个；每个动作一行，每个类别一列。",
    ),
    "decision.costs_value": (
        "costs[{i}, {j}] is {value}; costs must be finite numbers (negative ones are gains).",
        "costs[{i}, {j}] 为 {value}；代价须为有限数（负数表示收益）。",
    ),
    "decision.actions_unnamed": (
        "costs has {A} rows for {K} classes, so the actions are not the classes; name the {A} actions "
        "in action_labels.",
        "costs 有 {A} 行而类别有 {K} 个，动作与类别不一致；请用 action_labels 给出 {A} 个动作的名称。",
    ),
    "decision.action_labels": (
        "action_labels={labels} does not fit; give {A} different labels, one for each row of costs.",
        "action_labels={labels} 不适用；请为 costs 的 {A} 行各给一个不同的标签。",
    ),
    "decision.reject_cost": (
        "reject_cost={cost:g} is below every other cost, so that every row would be rejected; give at least {least:g}.",
        "reject_cost={cost:g} 低于其他一切代价，所有样本都会被拒绝；请给出不小于 {least:g} 的数。",
    ),
    "decision.reject_label": (
        "reject_label={label!r} is already one of the actions {labels}; give another label.",
        "reject_label={label!r} 与已有动作 {labels} 重复；请换一个标签。",
    ),
    "decision.no_proba": (
        "MinimumRiskClassifier: {estimator} has no predict_proba; take a classifier that has, or wrap it in "
        "sklearn.calibration.CalibratedClassifierCV.",
        "MinimumRiskClassifier：{estimator} 没有 predict_proba；请换用能给出概率的分类器，或用 sklearn.calibration.CalibratedClassifierCV 包装。",
    ),
    "decision.no_weights": (
        "MinimumRiskClassifier: fit of {estimator} takes no sample_weight; leave it out or take another "
        "classifier.",
        "MinimumRiskClassifier：{estimator} 的 fit 不支持 sample_weight；请去掉权重或换用其他分类器。",
    ),
    "decision.unknown_priors": (
        "MinimumRiskClassifier: the training priors of {estimator} are not known; give training_priors "
        "to from_fitted.",
        "MinimumRiskClassifier：{estimator} 的训练先验未知；请在 from_fitted 中给出 training_priors。",
    ),
    "decision.two_classes": (
        "The likelihood ratio threshold is for two classes and two actions; got costs of shape {shape} "
        "and {K} priors.",
        "似然比阈值只适用于两个类别和两个动作；得到的 costs 形状为 {shape}，先验有 {K} 个。",
    ),
    "decision.threshold": (
        "The likelihood ratio test needs costs[1, 0] = {wrong:g} to be above costs[0, 0] = {right:g}: "
        "an error on the first "
        "class must cost more than being right.",
        "似然比检验要求 costs[1, 0] = {wrong:g} 大于 costs[0, 0] = {right:g}：判错第一类的代价须高于判对。",
    ),
    "decision.no_ratio": (
        "The likelihood ratio threshold needs priors above 0, got {priors}; one class is certain, no "
        "test is needed.",
        "似然比阈值要求先验大于 0，得到 {priors}；其中一类必然发生，无需检验。",
    ),
    "decision.unseen_class": (
        "Class number {k} had prior 0 in training and cannot be given the prior {new:g} now; train with "
        "rows of that class.",
        "第 {k} 个类别训练时先验为 0，不能改为 {new:g}；请用含有该类别的样本训练。",
    ),
    "decision.costs_header": (
        "{origin}: the columns {columns} are not the classes {classes}; give one column of costs for "
        "each class, after the "
        "column of actions.",
        "{origin}：列 {columns} 与类别 {classes} 不一致；动作列之后，每个类别应有一列代价。",
    ),
    "decision.costs_empty": (
        "{origin}: a cost is missing in row {row}; fill it in.",
        "{origin}：第 {row} 行缺少代价；请补全。",
    ),
    "decision.costs_rows": (
        "{origin}: an action occurs more than once in {actions}; give one row for each action.",
        "{origin}：动作 {actions} 有重复；每个动作只能有一行。",
    ),
    "cells.order_name": (
        "order names {name!r}, which is neither a nominal column ({names}) nor, by its values, the target with the classes "
        "{classes}.",
        "order 中的 {name!r} 既不是名义列（{names}），按其取值也不是类别为 {classes} 的目标列。",
    ),
    "cells.order_value": (
        "order of {name!r}: {value!r} is unknown or duplicated; name each of {known} at most once.",
        "order 中 {name!r} 的值 {value!r} 未知或重复；可用值（各至多一次）：{known}。",
    ),
    "cells.too_many": (
        "There are {count} combinations of categories, more than the {most} that a table lists; "
        "take the table 'features' or fewer columns.",
        "类别组合共有 {count} 种，超过表格所列的上限 {most}；请用 'features' 表或减少列数。",
    ),
    "cells.complete_rows": (
        "table_density: {count} rows have missing numbers; give complete numeric columns.",
        "table_density：{count} 行的数值缺失；数值列须完整。",
    ),
    "predictive.shape": (
        "conjugate_prior: location has shape {location} and scale {scale}; with {p} features give ({p},) and ({p}, {p}).",
        "conjugate_prior：location 的形状为 {location}，scale 为 {scale}；{p} 个特征应为 ({p},) 与 ({p}, {p})。",
    ),
    "predictive.features": (
        "conjugate_prior: give four numbers, or four arrays of {p} numbers, one per feature.",
        "conjugate_prior：请给出四个数，或四个长度为 {p} 的数组，每个特征一个数。",
    ),
    "predictive.options": (
        "{estimator}: conjugate_prior replaces the estimate of the covariances, so it does not go with {name}; leave one out.",
        "{estimator}：conjugate_prior 取代协方差的估计，不能与 {name} 同时使用；请去掉其中之一。",
    ),
    "estimate.numbers": (
        "The sample holds values that are not numbers; give an array of numbers.",
        "样本含有非数值；请给出数值数组。",
    ),
    "estimate.shape": (
        "The sample has shape {shape}; give an array of {accepted} dimensions, rows first.",
        "样本的形状为 {shape}；应为 {accepted} 维数组，第一维为样本。",
    ),
    "estimate.finite": (
        "The sample has the value {value} in row {row}; drop or replace values that are not finite.",
        "样本第 {row} 行的值为 {value}；请删除或替换非有限的值。",
    ),
    "estimate.columns": (
        "The sample has {found} columns and the distribution {p}; give both the same.",
        "样本有 {found} 列，而分布为 {p} 维；两者须一致。",
    ),
    "estimate.codes": (
        "Row {row} has the category {value:g}; categories are the whole numbers 0 to {last}.",
        "第 {row} 行的类别为 {value:g}；类别应为 0 到 {last} 的整数。",
    ),
    "estimate.empty": (
        "The sample has no rows, so no likelihood has a maximum; give rows or use a prior.",
        "样本没有行，似然没有最大值；请给出样本或使用先验。",
    ),
    "estimate.empty_class": (
        "{count} rows have no counts in the histogram (first: row {k}); all values are taken as equally "
        "likely there.",
        "直方图有 {count} 行没有计数（首个：第 {k} 行）；其中各取值视为等可能。",
    ),
    "estimate.improper": (
        "{family} is not a proper distribution here; it needs {needed}.",
        "{family} 在此不是合法的分布；需要：{needed}。",
    ),
    "estimate.not_definite": (
        "{name} is not a symmetric positive definite matrix; give one of full rank.",
        "{name} 不是对称正定矩阵；请给出满秩的矩阵。",
    ),
    "estimate.two_kinds": (
        "The divergence of a {p} from a {q} is not defined; give two Normal or two MultivariateNormal.",
        "{p} 与 {q} 之间的散度无定义；请给出两个 Normal 或两个 MultivariateNormal。",
    ),
}
