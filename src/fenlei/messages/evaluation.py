"""Sentences about evaluation: key: (English, Chinese)."""

MESSAGES = {
    "evaluation.shape": (
        "{name} has shape {shape}; give {accepted}.",
        "{name} 的形状为 {shape}；应为 {accepted}。",
    ),
    "evaluation.empty": (
        "{name} is empty; a score needs at least one row.",
        "{name} 为空；计算指标至少需要一行。",
    ),
    "evaluation.lengths": (
        "{first} has {n} rows but {second} has {m}; give both for the same rows.",
        "{first} 有 {n} 行，而 {second} 有 {m} 行；两者须对应相同的行。",
    ),
    "evaluation.targets": (
        "y_true has {t} targets per row but y_pred has {found}; give a prediction for each target.",
        "y_true 每行有 {t} 个目标，而 y_pred 有 {found} 个；每个目标须有一个预测值。",
    ),
    "evaluation.codes": (
        "Row {row}: class codes {true} (true) and {pred} (predicted) are not both in 0..{last}.",
        "第 {row} 行：类别编码 {true}（真实）与 {pred}（预测）不都在 0..{last} 之内。",
    ),
    "evaluation.not_numbers": (
        "{name} holds {value!r}, which is not a number; give scores or probabilities.",
        "{name} 含有非数值 {value!r}；请给出得分或概率。",
    ),
    "evaluation.scores": (
        "{name}: {value} in row {row} is not a finite number; remove such rows or repair the scores.",
        "{name}：第 {row} 行的 {value} 不是有限数；请删除该行或修正得分。",
    ),
    "evaluation.probability": (
        "{name}: {value} in row {row} is not a probability; give numbers from 0 to 1, as predict_proba does.",
        "{name}：第 {row} 行的 {value} 不是概率；请给出 0 到 1 之间的数，如 predict_proba 的输出。",
    ),
    "evaluation.not_normalised": (
        "The probabilities of some rows do not sum to one; pass the output of predict_proba.",
        "有些行的概率之和不为 1；请传入 predict_proba 的输出。",
    ),
    "evaluation.rows_sum": (
        "Row {row}: the class probabilities sum to {value:.6g}, not 1; pass the output of predict_proba.",
        "第 {row} 行：各类别概率之和为 {value:.6g} 而不是 1；请传入 predict_proba 的输出。",
    ),
    "evaluation.columns": (
        "{name} has {columns} columns for {K} classes; give one column for each class, and name "
        "classes that y_true lacks in labels.",
        "{name} 有 {columns} 列，而类别有 {K} 个；每个类别需要一列，y_true 中没有的类别请在 labels 中给出。",
    ),
    "evaluation.labels": (
        "labels={labels} cannot be used; give a list of at least one label, none of them twice.",
        "labels={labels} 无效；请给出至少一个、互不重复的标签。",
    ),
    "evaluation.labels_absent": (
        "None of labels={labels} occurs in y_true; list at least one that does.",
        "labels={labels} 均未出现在 y_true 中；请至少列出一个出现过的标签。",
    ),
    "evaluation.labels_order": (
        "The columns of probabilities are taken in ascending order of the labels, {labels}; pass both "
        "in that order.",
        "概率各列按标签升序 {labels} 对应；请按此顺序给出 labels 与各列。",
    ),
    "evaluation.labels_sorted": (
        "labels must be in ascending order, {labels}, the order of the columns of y_score.",
        "labels 须为升序 {labels}，与 y_score 的列一致。",
    ),
    "evaluation.label_unknown": (
        "y_true holds the label {label!r}, which is not among labels={labels}; add it or drop those rows.",
        "y_true 含有不在 labels={labels} 中的标签 {label!r}；请加入 labels 或删除这些行。",
    ),
    "evaluation.one_label": (
        "Only the label {label!r} was found; name all classes in labels to get a matrix of the right shape.",
        "只出现了标签 {label!r}；请在 labels 中列出全部类别，以得到正确形状的矩阵。",
    ),
    "evaluation.one_label_only": (
        "y_true has only the label {label!r}; name all classes in labels.",
        "y_true 只有标签 {label!r}；请在 labels 中列出全部类别。",
    ),
    "evaluation.one_class": (
        "{metric} needs at least two classes in y_true; only one was found.",
        "{metric} 要求 y_true 至少有两个类别；只发现一个。",
    ),
    "evaluation.extra_classes": (
        "y_pred contains classes not in y_true; they are left out of the mean.",
        "y_pred 含有 y_true 中没有的类别；求平均时不计。",
    ),
    "evaluation.not_binary": (
        "There are {K} classes but average='binary'; choose average=None, 'micro', 'macro' or 'weighted'.",
        "有 {K} 个类别，但 average='binary'；请选用 None，'micro'，'macro' 或 'weighted'。",
    ),
    "evaluation.not_two_classes": (
        "y_true has {K} classes, but probabilities of one class are for two; give one column for each class.",
        "y_true 有 {K} 个类别，而单列概率只适用于两类；请为每个类别给出一列。",
    ),
    "evaluation.pos_label_needed": (
        "y_true has the labels {classes}, so it is not clear which is positive; pass pos_label.",
        "y_true 的标签为 {classes}，无法判断哪个是正类；请给出 pos_label。",
    ),
    "evaluation.pos_label_unknown": (
        "pos_label={pos_label!r} is not a valid label; it should be one of {classes}.",
        "pos_label={pos_label!r} 无效；应为 {classes} 之一。",
    ),
    "evaluation.pos_label_ignored": (
        "pos_label={pos_label!r} is ignored when average={average!r}; use labels=[pos_label] for one class.",
        "average={average!r} 时忽略 pos_label={pos_label!r}；只看一个类别请用 labels=[pos_label]。",
    ),
    "evaluation.pos_label_multiclass": (
        "pos_label={pos_label!r} is for two classes only; leave it out for more.",
        "pos_label={pos_label!r} 只适用于两类；多类时请省略。",
    ),
    "evaluation.max_fpr_multiclass": (
        "max_fpr={max_fpr} is for two classes only; leave it out for more.",
        "max_fpr={max_fpr} 只适用于两类；多类时请省略。",
    ),
    "evaluation.ovo_weights": (
        "roc_auc_score: sample_weight is not supported with multi_class='ovo'; use multi_class='ovr'.",
        "roc_auc_score：multi_class='ovo' 不支持 sample_weight；请用 multi_class='ovr'。",
    ),
    "evaluation.undefined": (
        "{metric} is undefined because {reason}; it is set to {value}.",
        "{metric} 无定义（{reason}）；取值为 {value}。",
    ),
    "evaluation.zero_division": (
        "{metric} is undefined because {reason}; it is set to {value}. Use `zero_division` parameter to control "
        "this behavior.",
        "{metric} 无定义（{reason}）；取值为 {value}，可用参数 zero_division 指定。",
    ),
    "evaluation.samplewise": (
        "Samplewise metrics are not available outside of multilabel classification; give indicator matrices (n, L).",
        "按样本的指标只适用于多标签分类；请给出指示矩阵 (n, L)。",
    ),
    "evaluation.indicators_binary": (
        "Target is multilabel-indicator but average='binary'; choose average=None, 'micro', 'macro', 'weighted' or "
        "'samples'.",
        "目标是多标签指示矩阵，但 average='binary'；请选用 None，'micro'，'macro'，'weighted' 或 'samples'。",
    ),
    "evaluation.not_indicators": (
        "{name} has several columns with cells other than 0 and 1: multiclass-multioutput is not supported; give "
        "indicators, or score each column by itself.",
        "{name} 有多列且含有 0、1 以外的值：不支持多输出多类别；请给出指示矩阵，或逐列计算。",
    ),
    "evaluation.mixed_targets": (
        "Only {table} is an indicator matrix: metrics can't handle a mix of multilabel-indicator and vector targets; "
        "give both in the same form.",
        "只有 {table} 是指示矩阵，另一个是向量；两者须为同一形式。",
    ),
    "evaluation.label_columns": (
        "All labels must be in [0, n labels) for multilabel targets: labels={labels}, columns 0..{last}.",
        "多标签目标的 labels 须为列号 0..{last}，得到 {labels}。",
    ),
    "evaluation.labels_absent_in": (
        "At least one label in `labels` must be present in `{name}`; none of {labels} is.",
        "labels={labels} 均未出现在 {name} 中；请至少列出一个出现过的标签。",
    ),
    "evaluation.ovo_average": (
        "average=None is not implemented for multi_class='ovo'; choose 'macro' or 'weighted'.",
        "multi_class='ovo' 不支持 average=None；请选用 'macro' 或 'weighted'。",
    ),
    "evaluation.bytes": (
        "Support for labels represented as bytes is not supported; make them text, for example by .astype(str).",
        "不支持字节形式的标签；请转换为文本，例如 .astype(str)。",
    ),
    "evaluation.y_pred_renamed": (
        "`y_pred` was renamed to `y_proba` in version 1.9 and will be removed in 1.11 of scikit-learn; use `y_proba`.",
        "scikit-learn 1.9 起 `y_pred` 改名为 `y_proba`，1.11 起删除；请用 `y_proba`。",
    ),
    "evaluation.y_pred_twice": (
        "Cannot use both `y_pred` and `y_proba`. `y_pred` is deprecated, use `y_proba` alone.",
        "不能同时给出 `y_pred` 和 `y_proba`；请只用 `y_proba`。",
    ),
    "evaluation.cluster_labels": (
        "{name} contains NaN or infinity; give one finite label, or text, per row.",
        "{name} 含有 NaN 或无穷；每行须有一个有限的标签或文本。",
    ),
    "evaluation.diagonal": (
        "The precomputed distance matrix contains non-zero elements on the diagonal; use np.fill_diagonal(X, 0).",
        "预先计算的距离矩阵对角线上有非零值；请用 np.fill_diagonal(X, 0)。",
    ),
    "evaluation.no_positives": (
        "No positive class found in y_true; recall is set to one for all thresholds.",
        "y_true 中没有正类；各阈值的召回率取 1。",
    ),
    "evaluation.target_names": (
        "There are {names} target_names for {labels} labels; give one name for each label.",
        "target_names 有 {names} 个，标签有 {labels} 个；每个标签需要一个名称。",
    ),
    "evaluation.too_few_points": (
        "auc: {n} point(s) enclose no area; give at least 2.",
        "auc：{n} 个点围不成面积；至少需要 2 个点。",
    ),
    "evaluation.not_monotone": (
        "auc: x neither ascends nor descends; sort the points by x.",
        "auc：x 既非递增也非递减；请按 x 排序。",
    ),
    "evaluation.successes": (
        "wilson: {successes} successes of {n} is not a share; give 0 <= successes <= n and n above 0.",
        "wilson：{n} 次中成功 {successes} 次不成比例；须 0 <= 成功数 <= n 且 n 大于 0。",
    ),
    "evaluation.too_few_folds": (
        "{name}: {n} score has no spread; give the scores of at least 2 folds.",
        "{name}：只有 {n} 个得分，无法估计离散程度；至少需要 2 折的得分。",
    ),
    "evaluation.bootstrap": (
        "The statistic is undefined on {undefined} of {repeats} resamples; pass stratify=y_true so that each "
        "has every class.",
        "统计量在 {repeats} 次重抽样中有 {undefined} 次无定义；请令 stratify=y_true，使每次都包含各个类别。",
    ),
    "evaluation.one_class_curve": (
        "y_true has rows of one class only; a curve needs positives and negatives.",
        "y_true 中只有一个类别的样本；曲线需要正例和反例。",
    ),
    "evaluation.band": (
        "repeats={repeats}, points={points}, level={level}: repeats must be at least 1, points at least 2, and level "
        "between 0 and 1.",
        "repeats={repeats}，points={points}，level={level}：repeats 至少为 1，points 至少为 2，level 应在 0 和 1 之间。",
    ),
    "evaluation.silhouette": (
        "There are {clusters} clusters of {rows} rows; a silhouette needs at least 2 clusters, and fewer than rows.",
        "{rows} 个样本分为 {clusters} 个簇；轮廓系数要求簇数至少为 2 且少于样本数。",
    ),
    "evaluation.one_row": (
        "leave_one_out needs at least two rows, and has {rows}; give more rows.",
        "leave_one_out 至少需要两行，而只有 {rows} 行；请给出更多行。",
    ),
    "evaluation.single_row": (
        "{estimator}: class {label!r} has one row only, and without it there is nothing to learn; leave the class out.",
        "{estimator}：类别 {label!r} 只有一行，去掉它之后无从学习；请去掉该类别。",
    ),
    "evaluation.no_shapley": (
        "shapley_values has no exact values for {model}; give a tree, a forest, AdaBoostClassifier of decision trees, "
        "gradient boosting or a linear model without basis functions, all of fenlei.",
        "shapley_values 无法给出 {model} 的精确值；请给出 fenlei 的决策树、随机森林、以决策树为基学习器的 "
        "AdaBoostClassifier、梯度提升，或不带基函数的线性模型。",
    ),
    "evaluation.no_background": (
        "Shapley values of {model} need the means of the features; give background, usually the rows of fit.",
        "{model} 的 Shapley 值需要各特征的均值；请给出 background，通常是 fit 所用的行。",
    ),
    "evaluation.several_targets": (
        "{estimator} was fitted to several class targets; fit one model for each target.",
        "{estimator} 拟合了多个类别目标；请为每个目标分别拟合一个模型。",
    ),
    "evaluation.feature": (
        "{function}: feature {feature!r} is not among the {p} columns; give an index from 0 to {last} or the name "
        "of a column.",
        "{function}：特征 {feature!r} 不在 {p} 列之中；请给出 0 到 {last} 的序号或列名。",
    ),
    "evaluation.feature_values": (
        "{function}: feature {feature!r} needs at least two different finite numbers; it has {found}.",
        "{function}：特征 {feature!r} 至少需要两个不同的有限数值；现有 {found} 个。",
    ),
    # --- conditions of a comparison: weights, costs, columns to split by
    "conditions.metric_cost": (
        "metric={value!r} needs a table of costs; give it with --costs, or one of: {accepted}.",
        "metric={value!r} 需要代价表；请用 --costs 给出，或改用：{accepted}。",
    ),
    "conditions.needs_classes": (
        "{name} is for classes, and the target is a quantity; leave it out, or give --task classification.",
        "{name} 用于类别，而目标是数量；请去掉它，或给出 --task classification。",
    ),
    "conditions.class_weight": (
        'class_weight={value!r} is not accepted; give "balanced", or weights by class such as yes=5,no=1.',
        'class_weight={value!r} 无效；请给出 "balanced"，或各类别的权重，如 yes=5。',
    ),
    "conditions.weight_label": (
        "class_weight names {label!r}, which is no class; the classes are: {labels}.",
        "class_weight 中的 {label!r} 不是类别；类别有：{labels}。",
    ),
    "conditions.weight_value": (
        "The weight of class {label!r} is {value!r}; give a number above 0.",
        "类别 {label!r} 的权重为 {value!r}；请给出大于 0 的数。",
    ),
    "conditions.unseen_class_by": (
        "Split by column {column!r}, a fold has no row of class {label!r} to train on; give fewer --folds or another column, or "
        "leave that class out.",
        "按列 {column!r} 划分后，有一折没有类别 {label!r} 的训练行；请减小 --folds，或换一列，或去掉该类别。",
    ),
    "conditions.time_kind": (
        "Column {column!r} is {kind}, which has no order in time; --time takes a date or a number: declare it with --date or "
        "--numeric, or name another column.",
        "列 {column!r} 的类型是 {kind}，没有时间次序；--time 需要日期或数值：请用 --date 或 --numeric 声明，或指定其他列。",
    ),
    "conditions.split_missing": (
        "Column {column!r} has no value in {count} rows (first: row {row}), and rows are split by it; fill it or remove these rows.",
        "列 {column!r} 有 {count} 行没有值（首个：第 {row} 行），而样本按该列划分；请补全或去掉这些行。",
    ),
    "conditions.few_groups": (
        "Column {column!r} has {count} different values, and {folds} folds of whole groups need at least {folds}; give a smaller "
        "--folds, or another column.",
        "列 {column!r} 只有 {count} 个不同的值，按组划分 {folds} 折至少需要 {folds} 个；请减小 --folds，或换一列。",
    ),
    "conditions.few_times": (
        "Column {column!r} has {count} different times, too few for {folds} spans that are tested by the rows before them; give a "
        "smaller --folds, or another column.",
        "列 {column!r} 只有 {count} 个不同的时间，不足以划分出 {folds} 段由其之前的行来测试；请减小 --folds，或换一列。",
    ),
}
