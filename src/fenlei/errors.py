"""The exception tree, and the one place where messages are worded.

An error is a key of `MESSAGES` and the facts that fill it. One sentence says what is wrong, where,
what came, what is accepted and what to do. The English sentence is `str(error)`; `error.text("zh")`
gives the Chinese one. A warning is worded the same way, by `warn`.

The exit code of the command line belongs to the class: 1 internal fault, 2 usage, 3 bad data.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

# key: (English, Chinese). Keys are "area.what"; each area keeps its own block.
MESSAGES: dict[str, tuple[str, str]] = {
    # --- estimators
    "estimator.parameter": (
        "{estimator}: {name}={value!r} is not accepted; give {accepted}.",
        "{estimator}: 参数 {name}={value!r} 无效; 可用值: {accepted}。",
    ),
    "estimator.one_class": (
        "{estimator}: the target has only one class ({label!r}); a classifier needs at least two.",
        "{estimator}: 目标列只有一个类别 ({label!r}); 分类器至少需要两个类别。",
    ),
    "estimator.class_weight": (
        "{estimator}: class_weight names {label!r}, which is not a class; the classes are {classes}.",
        "{estimator}: class_weight 中的 {label!r} 不是类别; 类别为 {classes}。",
    ),
    "estimator.balanced_stream": (
        "{estimator}: class_weight='balanced' needs all rows at once; give partial_fit a dict of label: weight.",
        "{estimator}: class_weight='balanced' 需要全部样本; partial_fit 请给出 {{类别: 权重}} 字典。",
    ),
    "estimator.first_classes": (
        "{estimator}: classes must be passed on the first call to partial_fit.",
        "{estimator}: 第一次调用 partial_fit 时必须给出 classes。",
    ),
    "estimator.other_classes": (
        "{estimator}: classes={came} is not the same as on the first call to partial_fit, {classes}.",
        "{estimator}: classes={came} 与第一次 partial_fit 的 {classes} 不同。",
    ),
    "estimator.merge": (
        "{estimator}: cannot merge with {other}; both must be fitted {estimator} models with the same parameters "
        "and features.",
        "{estimator}: 不能与 {other} 合并; 两者须是参数与特征相同、已拟合的 {estimator}。",
    ),
    "estimator.svd_only": (
        "{estimator}: {name} not supported with 'svd' solver; set solver='eigen'.",
        "{estimator}: 求解器 'svd' 不支持 {name}; 请设 solver='eigen'。",
    ),
    "estimator.needs_rows": (
        "{estimator}: {what} needs the rows themselves, not a summary of them; call fit on all rows.",
        "{estimator}: {what} 需要原始样本而不是其汇总; 请对全部样本调用 fit。",
    ),
    "estimator.overflow": (
        "{estimator}: values as large as {largest:.3g} overflow when they are squared and summed; rescale the features.",
        "{estimator}: 数值高达 {largest:.3g}, 平方求和时溢出; 请先缩放特征。",
    ),
    "estimator.priors": (
        "{estimator}: priors={priors} cannot be used: {reason}; give one number of at least 0 for each of the "
        "{K} classes.",
        "{estimator}: 先验 priors={priors} 无效: {reason}; 请为 {K} 个类别各给一个非负数。",
    ),
    "estimator.priors_sum": (
        "The priors do not sum to 1. Renormalizing",
        "先验概率之和不为 1, 已重新归一化。",
    ),
    "weights.shape": (
        "sample_weight has shape {shape}, but there are {n} rows; give one weight a row.",
        "sample_weight 的形状为 {shape}, 但有 {n} 行; 每行需要一个权重。",
    ),
    "weights.value": (
        "sample_weight: {reason}; weights must be finite, at least 0 and not all zero.",
        "sample_weight: {reason}; 权重须为有限的非负数且不全为零。",
    ),
    "weights.class": (
        "class_weight: {reason}; weights must be finite, at least 0 and not all zero.",
        "class_weight: {reason}; 权重须为有限的非负数且不全为零。",
    ),
    "estimator.changed": (
        "{estimator}: parameters were changed since the rows so far were taken in, and now need another summary; "
        "fit anew.",
        "{estimator}: 参数在累积样本之后被修改, 需要另一种汇总; 请重新拟合。",
    ),
    "estimator.text": (
        "{estimator} was fitted to {fitted} and cannot take {came}; give the same kind of columns.",
        "{estimator} 拟合时使用 {fitted}, 不能接受 {came}; 请给出同类的列。",
    ),
    "labels.missing": (
        "The target has missing labels; drop those rows or give them a label of their own.",
        "目标列有缺失的标签; 请删除这些行或给它们一个单独的标签。",
    ),
    "labels.mixed": (
        "The target mixes kinds of labels, for example {labels}; make them all text or all numbers.",
        "目标列混有不同类型的标签, 例如 {labels}; 请统一为文本或数字。",
    ),
    "labels.kind": (
        "Unknown label type: {kind}; labels are text, booleans or whole numbers.",
        "未知的标签类型: {kind}; 标签应为文本、布尔或整数。",
    ),
    "labels.continuous": (
        "Unknown label type: continuous, for example {value}; a classifier needs a finite set of labels.",
        "未知的标签类型: 连续值, 例如 {value}; 分类器需要有限个标签。",
    ),
    "labels.unknown": (
        "The target label(s) {labels} in y do not exist in the initial classes {classes}.",
        "y 中的标签 {labels} 不在最初的类别 {classes} 中。",
    ),
    "naive_bayes.zero_variance": (
        "{estimator}: feature {feature} is constant in class {label!r} ({count} such cells) and var_smoothing adds "
        "nothing to its variance of 0; {floor:g} is used instead. Set var_smoothing above 0.",
        "{estimator}: 特征 {feature} 在类别 {label!r} 中为常数 (共 {count} 处), var_smoothing 未能增大其零方差; "
        "改用 {floor:g}。请令 var_smoothing 大于 0。",
    ),
    "generative.impossible": (
        "{estimator}: {count} rows lie so far out that their density is 0 in every class; the class prior is used "
        "for them.",
        "{estimator}: {count} 行距离过远, 在所有类别下密度均为 0; 对它们改用类别先验。",
    ),
    "naive_bayes.zero_probability": (
        "{estimator}: {count} rows have probability 0 in every class (alpha=0 leaves zero counts); the class prior "
        "is used for them. Set alpha above 0.",
        "{estimator}: {count} 行在所有类别下概率均为 0 (alpha=0 使计数为零); 对它们改用类别先验。请令 alpha 大于 0。",
    ),
    "naive_bayes.alpha": (
        "alpha too small will result in numeric errors, setting alpha = 1e-10. Use `force_alpha=True` to keep alpha "
        "unchanged.",
        "alpha 过小会导致数值错误, 已设为 1e-10。令 force_alpha=True 可保留原值。",
    ),
    "counts.negative": (
        "Negative values in data passed to {estimator} (input X), for example {value:g}; counts are at least 0.",
        "传给 {estimator} 的数据 X 有负值, 例如 {value:g}; 计数须不小于 0。",
    ),
    "categorical.negative": (
        "Negative values in data passed to {estimator} (input X): column {column}; categories are coded 0, 1, 2, ..., "
        "or given as text in a DataFrame.",
        "传给 {estimator} 的数据 X 第 {column} 列有负值; 类别应编码为 0, 1, 2, ..., 或以 DataFrame 文本列给出。",
    ),
    "categorical.fraction": (
        "{estimator}: column {column} has the value {value}, but category codes are whole numbers; fractions are cut off. "
        "For measured features use GaussianNB.",
        "{estimator}: 第 {column} 列的值 {value} 不是整数类别编码, 小数部分已截去。连续特征请用 GaussianNB。",
    ),
    "categorical.too_large": (
        "{estimator}: column {column} has the code {value:g}; codes are 0, 1, 2, ... below {most}. Is it a measurement or an "
        "identifier?",
        "{estimator}: 第 {column} 列的编码为 {value:g}; 编码应为 0, 1, 2, ... 且小于 {most}。它是否是测量值或编号?",
    ),
    "categorical.min_categories": (
        "'min_categories' should have {what}. Got {came} instead.",
        "min_categories 应有 {what}, 但得到 {came}。",
    ),
    "vocabulary.input": (
        "Vocabulary takes a list or a one-dimensional array of texts, not a {type}; put a single text into a list, and choose "
        "one column of a table.",
        "Vocabulary 需要文本列表或一维数组, 而不是 {type}; 单个文本请放入列表, 表格请选取一列。",
    ),
    "vocabulary.text": (
        "Vocabulary: item {row} is {value!r}, not a text; replace missing texts by ''.",
        "Vocabulary: 第 {row} 项为 {value!r}, 不是文本; 缺失的文本请改为 ''。",
    ),
    "vocabulary.empty": (
        "Vocabulary: the texts have no words at all; give texts with letters, digits or Chinese characters.",
        "Vocabulary: 文本中没有任何词; 请给出含字母、数字或汉字的文本。",
    ),
    "cells.code": (
        "{estimator}: column {column} has the value {value:g}, but a nominal column of an array holds codes 0, 1, 2, ... "
        "below {most}; give the categories in a DataFrame, or take the column out of categorical_features.",
        "{estimator}: 第 {column} 列的值 {value:g} 不是类别编码; 数组中的名义列应为 0, 1, 2, ... 且小于 {most}; "
        "请用 DataFrame 给出类别, 或从 categorical_features 中去掉该列。",
    ),
    "cells.rank": (
        "BayesClassifier: the covariance of class {label!r} inside the cells is not of full rank ({count} of {K} classes; {g} "
        "numeric columns, weight {weight:g}); it is mixed with that of all classes. Drop constant or duplicate columns, or "
        "set covariance='diagonal'.",
        "BayesClassifier: 类别 {label!r} 在各单元内的协方差矩阵不满秩 ({K} 个类别中有 {count} 个; {g} 个数值列, 权重 {weight:g}); "
        "已与所有类别的协方差混合。请删除常数列或重复列, 或设 covariance='diagonal'。",
    ),
    "cells.incomplete": (
        "{estimator}: no row has a value in every numeric column, so the numeric columns do not count; drop the columns that "
        "are mostly missing.",
        "{estimator}: 没有一行的数值列是完整的, 数值列因此不起作用; 请删除大多缺失的列。",
    ),
    "regression.no_target": (
        "{estimator} requires y to be passed, but the target y is None; give one value a row.",
        "{estimator} 需要目标 y, 但 y 为 None; 请为每行给出一个值。",
    ),
    "regression.targets": (
        "{estimator}: y has another shape than in the first call, which had {t} target(s); give the same targets.",
        "{estimator}: y 的形状与第一次调用不同 (当时有 {t} 个目标); 请给出相同的目标。",
    ),
    "regression.wide": (
        "{estimator}: {p} features are more than the 32768 whose products are kept; reduce them first, or use an "
        "iterative solver such as scikit-learn's Ridge(solver='lsqr').",
        "{estimator}: {p} 个特征超过可保存乘积的上限 32768; 请先降维, 或使用迭代求解器, 如 scikit-learn 的 "
        "Ridge(solver='lsqr')。",
    ),
    "regression.digits": (
        "{estimator}: the features are nearly collinear, and from sums alone about {digits} digits of the weights "
        "can be trusted; call fit on all rows, or penalise (Ridge).",
        "{estimator}: 特征近于共线, 仅凭汇总约有 {digits} 位有效数字可信; 请对全部样本调用 fit, 或加惩罚 (Ridge)。",
    ),
    "ridge.lbfgs": (
        "'lbfgs' solver can be used only when positive=True. Please use another solver.",
        "求解器 'lbfgs' 只能与 positive=True 同用; 请换其他求解器。",
    ),
    "ridge.positive": (
        "solver='{solver}' does not support positive fitting. Please set the solver to 'auto' or 'lbfgs', or set "
        "positive=False.",
        "求解器 '{solver}' 不支持 positive=True; 请用 'auto' 或 'lbfgs', 或设 positive=False。",
    ),
    "ridge.penalties": (
        "Number of targets and number of penalties do not correspond: {penalties} != {t}; give one alpha, or one for "
        "each target.",
        "目标数与惩罚数不符: {penalties} != {t}; 请给一个 alpha, 或为每个目标各给一个。",
    ),
    "fisher.two_classes": (
        "FisherDiscriminant: {what} is for two classes, but there are {K}; use {instead}.",
        "FisherDiscriminant: {what} 仅用于两类, 现有 {K} 类; 请用 {instead}。",
    ),
    "multiclass.one_class": (
        "{estimator} can not be fit when only one class is present ({label!r}); give rows of at least two, with a "
        "sample_weight above 0.",
        "{estimator}: 只有一个类别 ({label!r}), 无法拟合; 至少需要两个 sample_weight 大于 0 的类别。",
    ),
    "multiclass.constant": (
        "{estimator}: {count} of {n} training rows have the label {label!r}; its classifier always gives the same answer.",
        "{estimator}: {n} 个训练样本中有 {count} 个带有标签 {label!r}; 其分类器的答案恒定。",
    ),
    "multiclass.batch": (
        "{estimator}: Mini-batch contains {labels}, which are not among the classes {classes}; name all classes on "
        "the first call.",
        "{estimator}: 本批含有 {labels}, 不在类别 {classes} 中; 请在第一次调用时列出全部类别。",
    ),
    "theory.too_many": (
        "shatters: {n} points have 2^{n} labelings; give at most {most} points.",
        "shatters: {n} 个点有 2^{n} 种标注; 最多给出 {most} 个点。",
    ),
    "theory.two_classes": (
        "is_linearly_separable: the labels are of {K} classes; give two.",
        "is_linearly_separable: 标签有 {K} 类; 请给两类。",
    ),
    "discriminant.too_few": (
        "{estimator}: the number of samples must be more than the number of classes; got {n} rows and {K} classes.",
        "{estimator}: 样本数必须大于类别数; 得到 {n} 行、{K} 个类别。",
    ),
    "discriminant.components": (
        "n_components cannot be larger than min(n_features, n_classes - 1) = {largest}; got {came}.",
        "n_components 不能大于 min(特征数, 类别数 - 1) = {largest}; 得到 {came}。",
    ),
    "discriminant.singular": (
        "{estimator}: the within-class covariance is singular (rank {rank} of {p}); directions without spread inside "
        "the classes are left out. Drop constant or duplicate columns, or set shrinkage.",
        "{estimator}: 类内协方差矩阵奇异 (秩 {rank}, 维数 {p}); 类内无散布的方向被忽略。请删除常数列或重复列, 或设置 shrinkage。",
    ),
    "covariance.foreign": (
        "{name} does not have a covariance_ attribute after fit; give an estimator of sklearn.covariance.",
        "{name} 拟合后没有 covariance_ 属性; 请使用 sklearn.covariance 中的估计器。",
    ),
    "covariance.foreign_weights": (
        "covariance_estimator={name} takes no sample weights; leave out the weights or use shrinkage.",
        "covariance_estimator={name} 不支持样本权重; 请去掉权重或改用 shrinkage。",
    ),
    "discriminant.classes": (
        "{estimator}: the number of classes has to be greater than one; got {K} class.",
        "{estimator}: 类别数必须大于 1; 得到 {K} 个类别。",
    ),
    "discriminant.rank": (
        "{estimator}: the covariance of class {label!r} is not of full rank (rank {rank} of {p}, weight {weight:g}); it was mixed "
        "with the pooled variances in the proportion {mix:.3g}. Set reg_param or shrinkage to choose another.",
        "{estimator}: 类别 {label!r} 的协方差矩阵不满秩 (秩 {rank}, 维数 {p}, 权重 {weight:g}); 已按比例 {mix:.3g} 与合并方差混合。"
        "可用 reg_param 或 shrinkage 另行设定。",
    ),
    "linear.sparse_basis": (
        "{estimator}: a basis needs dense rows, but X is sparse; give X.toarray() or set basis=None.",
        "{estimator}: 基函数需要稠密矩阵, 但 X 是稀疏的; 请给出 X.toarray() 或设 basis=None。",
    ),
    "linear.basis_shape": (
        "{estimator}: basis returned an array of shape {shape} for {n} rows; return one row of features for each row.",
        "{estimator}: 基函数对 {n} 行返回了形状 {shape} 的数组; 每行应返回一行特征。",
    ),
    "linear.init": (
        "{estimator}: init has shape {shape}; give {accepted}, the intercept last.",
        "{estimator}: init 的形状为 {shape}; 请给出 {accepted}, 截距在最后。",
    ),
    "linear.order": (
        "{estimator}: order is no visiting order of {n} rows; give each of 0 to {last} once.",
        "{estimator}: order 不是 {n} 行的访问次序; 请将 0 到 {last} 各给一次。",
    ),
    "logistic.solver": (
        "Solver {solver} {reason}; set solver={other!r}.",
        "求解器 {solver} 不能用 ({reason}); 请设 solver={other!r}。",
    ),
    "logistic.penalty_deprecated": (
        "'penalty' was deprecated in scikit-learn 1.8 and will be removed in 1.10; leave it out, and set l1_ratio=0 for "
        "'l2', l1_ratio=1 for 'l1', l1_ratio between them for 'elasticnet', C=np.inf for None.",
        "'penalty' 自 scikit-learn 1.8 起弃用, 将在 1.10 移除; 请不要设置, 'l2' 用 l1_ratio=0, 'l1' 用 l1_ratio=1, "
        "'elasticnet' 用二者之间的 l1_ratio, None 用 C=np.inf。",
    ),
    "logistic.ratio_deprecated": (
        "'l1_ratio=None' was deprecated in scikit-learn 1.8; give a number from 0 to 1.",
        "'l1_ratio=None' 自 scikit-learn 1.8 起弃用; 请给出 0 到 1 之间的数。",
    ),
    "logistic.no_ratio": (
        "l1_ratio must be specified when penalty is elasticnet.",
        "penalty='elasticnet' 时必须给出 l1_ratio。",
    ),
    "logistic.ignored": (
        "Setting penalty=None will ignore the C and l1_ratio parameters.",
        "penalty=None 时忽略参数 C 与 l1_ratio。",
    ),
    "logistic.inconsistent": (
        "penalty={penalty!r} and l1_ratio={ratio} say different things; penalty is followed, use l1_ratio only.",
        "penalty={penalty!r} 与 l1_ratio={ratio} 不一致; 以 penalty 为准, 请只用 l1_ratio。",
    ),
    "logistic.multiclass": (
        "Only binary classification is supported. The 'liblinear' solver of {estimator} does not support multiclass, and "
        "there are {K} classes; set solver='auto' or use OneVsRestClassifier.",
        "{estimator}: 求解器 'liblinear' 不支持多类, 而有 {K} 个类别; 请设 solver='auto' 或用 OneVsRestClassifier。",
    ),
    "logistic.separable": (
        "{estimator}: the classes can be separated without error, so the likelihood without a penalty has no maximum; "
        "the weights are those of iteration {n_iter}, set C to a finite number.",
        "{estimator}: 各类可被完全分开, 无惩罚的似然没有最大值; 权重取自第 {n_iter} 次迭代, 请将 C 设为有限值。",
    ),
    "logistic.not_converged": (
        "{estimator}: solver {solver!r} stopped after {n_iter} iterations before it converged (mean gradient {norm:.3g}, "
        "tol {tol:g}); increase max_iter or scale the features.",
        "{estimator}: 求解器 {solver!r} 在 {n_iter} 次迭代后仍未收敛 (平均梯度 {norm:.3g}, tol {tol:g}); "
        "请增大 max_iter 或缩放特征。",
    ),
    "logistic.diverged": (
        "{estimator}: solver {solver!r} did not lower the objective (from {first:.6g} to {last:.6g}); "
        "lower learning_rate, {rate:.3g} is too large.",
        "{estimator}: 求解器 {solver!r} 未能降低目标函数 (由 {first:.6g} 到 {last:.6g}); 学习率 {rate:.3g} 过大, 请减小。",
    ),
    "logistic.no_inference": (
        "{estimator}: there are no standard errors {reason}; {remedy}.",
        "{estimator}: 没有标准误 ({reason}); {remedy}。",
    ),
    "svm.norm": (
        "laplacian_kernel: norm={norm!r} is not accepted; give 'l1' or 'euclidean'.",
        "laplacian_kernel: 参数 norm={norm!r} 无效; 可用值: 'l1' 或 'euclidean'。",
    ),
    "svm.square": (
        "Precomputed matrix must be a square matrix. Input is a {shape} matrix; give the kernel of all rows with all rows.",
        "预先计算的核矩阵必须是方阵, 但得到 {shape}; 请给出所有行两两之间的核函数值。",
    ),
    "svm.columns": (
        "The two sets of rows have {first} and {second} columns; a kernel needs the same columns in both.",
        "两组样本分别有 {first} 列与 {second} 列; 核函数要求列数相同。",
    ),
    "svm.sparse_precomputed": (
        "Sparse precomputed kernels are not supported; give X.toarray().",
        "不支持稀疏的预先计算核矩阵; 请给出 X.toarray()。",
    ),
    "svm.kernel_shape": (
        "{estimator}: the kernel function returned an array of shape {shape} for {n} and {m} rows; return ({n}, {m}).",
        "{estimator}: 核函数对 {n} 行与 {m} 行返回了形状 {shape}; 应返回 ({n}, {m})。",
    ),
    "svm.kernel_values": (
        "{estimator}: the kernel has values that are not finite; scale the features, or lower gamma or degree.",
        "{estimator}: 核函数值不是有限数; 请缩放特征, 或减小 gamma 或 degree。",
    ),
    "svm.not_semidefinite": (
        "{estimator}: kernel {kernel!r} is not positive semi-definite on these rows (curvature {bend:.3g} along a pair); the "
        "dual is not convex and the result is a stationary point of it. Use another kernel or other parameters.",
        "{estimator}: 核函数 {kernel!r} 在这些样本上不是半正定的 (某一对样本的曲率为 {bend:.3g}); 对偶问题非凸, 结果只是一个驻点。"
        "请改用其他核函数或参数。",
    ),
    "svm.infeasible": (
        "{estimator}: classes {first!r} and {second!r} cannot be separated without error by kernel {kernel!r}, so there is no "
        "hard margin (C=inf); give a finite C.",
        "{estimator}: 类别 {first!r} 与 {second!r} 用核函数 {kernel!r} 不能无错分开, 硬间隔 (C=inf) 无解; 请给出有限的 C。",
    ),
    "svm.stopped": (
        "Solver terminated early (max_iter={max_iter}): {estimator} left a violation of the optimality conditions of {gap:.3g} "
        "(tol {tol:g}). Consider pre-processing your data with StandardScaler or MinMaxScaler.",
        "求解器提前终止 (max_iter={max_iter}): {estimator} 的最优性条件仍被违反 {gap:.3g} (tol {tol:g}); 请增大 max_iter 或先缩放特征。",
    ),
    "svm.break_ties": (
        "break_ties must be False when decision_function_shape is 'ovo'.",
        "decision_function_shape 为 'ovo' 时 break_ties 必须为 False。",
    ),
    "svm.no_slopes": (
        "predict_proba is not available when fitted with probability=False; set probability=True and fit again.",
        "以 probability=False 拟合的模型没有 predict_proba; 请设 probability=True 后重新拟合。",
    ),
    "linear_svc.combination": (
        "Unsupported set of arguments: The combination of penalty={penalty!r} and loss={loss!r} is not supported{dual}; "
        "{remedy}.",
        "不支持的参数组合: penalty={penalty!r}, loss={loss!r}{dual}; {remedy}。",
    ),
    "linear_svc.crammer_singer": (
        "LinearSVC: multi_class='crammer_singer' is not offered; use 'ovr', which is as accurate in practice.",
        "LinearSVC: 不提供 multi_class='crammer_singer'; 请用 'ovr', 实际精度相当。",
    ),
    "linear_svc.not_converged": (
        "LinearSVC failed to converge, increase the number of iterations (max_iter={max_iter}): the optimality conditions are "
        "violated by {gap:.3g} (tol {tol:g}).",
        "LinearSVC 未收敛, 请增大迭代次数 (max_iter={max_iter}): 最优性条件仍被违反 {gap:.3g} (tol {tol:g})。",
    ),
    "perceptron.not_converged": (
        "{estimator}: after {n_iter} passes {errors} rows are still on the wrong side; the classes may not be linearly "
        "separable, increase max_iter, give a basis or set variant='pocket'.",
        "{estimator}: {n_iter} 轮之后仍有 {errors} 行分错; 数据可能线性不可分, 请增大 max_iter、给出 basis 或设 variant='pocket'。",
    ),
    "perceptron.dual": (
        "{estimator}: form='dual' {reason}; set form='primal'.",
        "{estimator}: form='dual' 不能用 ({reason}); 请设 form='primal'。",
    ),
    "probability.numbers": (
        "{name} holds values that are not numbers; give probabilities.",
        "{name} 含有非数值; 请给出概率。",
    ),
    "probability.shape": (
        "{name} has shape {shape}; give {ndim} dimension(s), the last with one value for each class.",
        "{name} 的形状为 {shape}; 应为 {ndim} 维, 最后一维每个类别一个值。",
    ),
    "probability.row": (
        "{name}, row {row}: {values} (sum {total:.6g}) is no probability distribution; give numbers of "
        "at least 0 that sum to 1.",
        "{name} 第 {row} 行: {values} (和为 {total:.6g}) 不是概率分布; 须为非负数且和为 1。",
    ),
    "probability.classes": (
        "{name} has {K} values for {classes} classes; give one for each class.",
        "{name} 有 {K} 个值, 而类别有 {classes} 个; 每个类别需要一个值。",
    ),
    "probability.zero": (
        "{count} rows have probability 0 in every class; the class priors are used for them.",
        "{count} 行在所有类别下概率均为 0; 对它们改用类别先验。",
    ),
    "decision.costs_numbers": (
        "costs holds values that are not numbers; give one row for each action and one column for each "
        "of the {K} classes.",
        "costs 含有非数值; 每个动作一行, {K} 个类别各一列。",
    ),
    "decision.costs_shape": (
        "costs has shape {shape} for {K} classes; give one row for each action and one column for each "
        "class.",
        "costs 的形状为 {shape}, 而类别有 {K} 个; 每个动作一行, 每个类别一列。",
    ),
    "decision.costs_value": (
        "costs[{i}, {j}] is {value}; costs must be finite numbers (negative ones are gains).",
        "costs[{i}, {j}] 为 {value}; 代价须为有限数 (负数表示收益)。",
    ),
    "decision.actions_unnamed": (
        "costs has {A} rows for {K} classes, so the actions are not the classes; name the {A} actions "
        "in action_labels.",
        "costs 有 {A} 行而类别有 {K} 个, 动作与类别不一致; 请用 action_labels 给出 {A} 个动作的名称。",
    ),
    "decision.action_labels": (
        "action_labels={labels} does not fit; give {A} different labels, one for each row of costs.",
        "action_labels={labels} 不适用; 请为 costs 的 {A} 行各给一个不同的标签。",
    ),
    "decision.reject_label": (
        "reject_label={label!r} is already one of the actions {labels}; give another label.",
        "reject_label={label!r} 与已有动作 {labels} 重复; 请换一个标签。",
    ),
    "decision.no_proba": (
        "MinimumRiskClassifier: {estimator} has no predict_proba; take a classifier that has, or wrap it in "
        "sklearn.calibration.CalibratedClassifierCV.",
        "MinimumRiskClassifier: {estimator} 没有 predict_proba; 请换用能给出概率的分类器, 或用 "
        "sklearn.calibration.CalibratedClassifierCV 包装。",
    ),
    "decision.no_weights": (
        "MinimumRiskClassifier: fit of {estimator} takes no sample_weight; leave it out or take another "
        "classifier.",
        "MinimumRiskClassifier: {estimator} 的 fit 不支持 sample_weight; 请去掉权重或换用其他分类器。",
    ),
    "decision.unknown_priors": (
        "MinimumRiskClassifier: the training priors of {estimator} are not known; give training_priors "
        "to from_fitted.",
        "MinimumRiskClassifier: {estimator} 的训练先验未知; 请在 from_fitted 中给出 training_priors。",
    ),
    "decision.two_classes": (
        "The likelihood ratio threshold is for two classes and two actions; got costs of shape {shape} "
        "and {K} priors.",
        "似然比阈值只适用于两个类别和两个动作; 得到的 costs 形状为 {shape}, 先验有 {K} 个。",
    ),
    "decision.threshold": (
        "The likelihood ratio test needs costs[1, 0] = {wrong:g} to be above costs[0, 0] = {right:g}: "
        "an error on the first "
        "class must cost more than being right.",
        "似然比检验要求 costs[1, 0] = {wrong:g} 大于 costs[0, 0] = {right:g}: 判错第一类的代价须高于判对。",
    ),
    "decision.no_ratio": (
        "The likelihood ratio threshold needs priors above 0, got {priors}; one class is certain, no "
        "test is needed.",
        "似然比阈值要求先验大于 0, 得到 {priors}; 其中一类必然发生, 无需检验。",
    ),
    "decision.unseen_class": (
        "Class number {k} had prior 0 in training and cannot be given the prior {new:g} now; train with "
        "rows of that class.",
        "第 {k} 个类别训练时先验为 0, 不能改为 {new:g}; 请用含有该类别的样本训练。",
    ),
    "decision.costs_header": (
        "{origin}: the columns {columns} are not the classes {classes}; give one column of costs for "
        "each class, after the "
        "column of actions.",
        "{origin}: 列 {columns} 与类别 {classes} 不一致; 动作列之后, 每个类别应有一列代价。",
    ),
    "decision.costs_empty": (
        "{origin}: a cost is missing in row {row}; fill it in.",
        "{origin}: 第 {row} 行缺少代价; 请补全。",
    ),
    "decision.costs_rows": (
        "{origin}: an action occurs more than once in {actions}; give one row for each action.",
        "{origin}: 动作 {actions} 有重复; 每个动作只能有一行。",
    ),
    "estimate.numbers": (
        "The sample holds values that are not numbers; give an array of numbers.",
        "样本含有非数值; 请给出数值数组。",
    ),
    "estimate.shape": (
        "The sample has shape {shape}; give an array of {accepted} dimension(s), rows first.",
        "样本的形状为 {shape}; 应为 {accepted} 维数组, 第一维为样本。",
    ),
    "estimate.finite": (
        "The sample has the value {value} in row {row}; drop or replace values that are not finite.",
        "样本第 {row} 行的值为 {value}; 请删除或替换非有限的值。",
    ),
    "estimate.columns": (
        "The sample has {found} columns and the distribution {p}; give both the same.",
        "样本有 {found} 列, 而分布为 {p} 维; 两者须一致。",
    ),
    "estimate.codes": (
        "Row {row} has the category {value:g}; categories are the whole numbers 0 to {last}.",
        "第 {row} 行的类别为 {value:g}; 类别应为 0 到 {last} 的整数。",
    ),
    "estimate.empty": (
        "The sample has no rows, so no likelihood has a maximum; give rows or use a prior.",
        "样本没有行, 似然没有最大值; 请给出样本或使用先验。",
    ),
    "estimate.empty_class": (
        "{count} rows of the histogram have no counts (first: row {k}); all values are taken as equally "
        "likely there.",
        "直方图有 {count} 行没有计数 (首个: 第 {k} 行); 其中各取值视为等可能。",
    ),
    "estimate.improper": (
        "{family} is no proper distribution for this; it needs {needed}.",
        "{family} 在此不是合法的分布; 需要: {needed}。",
    ),
    "estimate.not_definite": (
        "{name} is not a symmetric positive definite matrix; give one of full rank.",
        "{name} 不是对称正定矩阵; 请给出满秩的矩阵。",
    ),
    "estimate.two_kinds": (
        "The divergence of a {p} from a {q} is not defined; give two Normal or two MultivariateNormal.",
        "{p} 与 {q} 之间的散度无定义; 请给出两个 Normal 或两个 MultivariateNormal。",
    ),
    "trees.rows": (
        "{n} rows are more than a tree takes ({most}); draw a sample of them.",
        "{n} 行超过决策树可处理的行数 ({most}); 请抽样。",
    ),
    "trees.codes": (
        "{estimator}: nominal column {column} has the value {value:g}; category codes are 0, 1, 2, ... below {most}, or "
        "text in a DataFrame.",
        "{estimator}: 类别列 {column} 的值为 {value:g}; 类别编码应为 0, 1, 2, ... 且小于 {most}, 或以 DataFrame 文本列给出。",
    ),
    "trees.prune_rows": (
        "prune: method={method!r} needs rows; give X and y.",
        "prune: 方法 {method!r} 需要样本; 请给出 X 和 y。",
    ),
    "trees.absolute": (
        "{estimator}: criterion='absolute_error' takes numeric features only; choose another criterion or code the "
        "categories as numbers.",
        "{estimator}: criterion='absolute_error' 只接受数值特征; 请换用其他准则或将类别编码为数值。",
    ),
    "trees.poisson": (
        "criterion='poisson': some value(s) of y are negative or all are zero (least: {least:g}), which is not allowed "
        "for Poisson regression; targets are counts.",
        "criterion='poisson': y 含负值或全为零 (最小值 {least:g}), 不能用于泊松回归; 目标应为计数。",
    ),
    "trees.negative": (
        "Negative values in data passed to {estimator} (input X): nominal column {column} has {value:g}; categories are "
        "coded 0, 1, 2, ..., or given as text in a DataFrame.",
        "传给 {estimator} 的数据 X 的类别列 {column} 有负值 {value:g}; 类别应编码为 0, 1, 2, ..., 或以 DataFrame 文本列给出。",
    ),
    "trees.fraction": (
        "ID3Classifier: column {column} has the value {value:g}, but category codes are whole numbers; fractions are cut "
        "off. For measured features use C45Classifier or DecisionTreeClassifier.",
        "ID3Classifier: 第 {column} 列的值 {value:g} 不是整数类别编码, 小数部分已截去。连续特征请用 C45Classifier 或 "
        "DecisionTreeClassifier。",
    ),
    "trees.multiway": (
        "{estimator}: nominal_split='multiway' does not go with {other}; leave one of them out.",
        "{estimator}: nominal_split='multiway' 不能与 {other} 同时使用; 请去掉其一。",
    ),
    "neighbors.too_many": (
        "Expected {inequality}, but n_neighbors = {k}, n_samples_fit = {n}, n_samples = {m}; ask for fewer neighbours.",
        "要求 {inequality}, 但 n_neighbors = {k}, n_samples_fit = {n}, n_samples = {m}; 请减少近邻数。",
    ),
    "labels.none": (
        "{estimator} requires y to be passed, but the target y is None.",
        "{estimator} 需要目标 y, 但 y 为 None。",
    ),
    "neighbors.width": (
        "X has {came} features, but {estimator} is expecting {p} features as input.",
        "X 有 {came} 个特征, 而 {estimator} 需要 {p} 个。",
    ),
    "neighbors.few": (
        "Expected n_neighbors > 0. Got {k!r}; give a whole number of at least 1.",
        "要求 n_neighbors > 0, 但得到 {k!r}; 请给出不小于 1 的整数。",
    ),
    "neighbors.weight": (
        "{estimator}: the rows have a total weight of {total:g}, below n_neighbors = {k}; weights count repetitions, so "
        "give larger weights or fewer neighbours.",
        "{estimator}: 样本总权重 {total:g} 小于 n_neighbors = {k}; 权重即重复次数, 请增大权重或减少近邻数。",
    ),
    "neighbors.zero_weights": (
        "All neighbors of some sample is getting zero weights. Please modify 'weights' to avoid this case if you are "
        "using a user-defined function.",
        "有样本的全部近邻权重都为零; 若 weights 是自定义函数, 请修改以避免这种情况。",
    ),
    "neighbors.metric": (
        "Metric {metric!r} is not known; give a function or one of: {accepted}.",
        "未知的度量 {metric!r}; 请给出函数或下列之一: {accepted}。",
    ),
    "neighbors.tree_callable": (
        "{algorithm} does not support callable metric {metric}; set algorithm='brute'.",
        "{algorithm} 不支持函数形式的度量 {metric}; 请设 algorithm='brute'。",
    ),
    "neighbors.sparse_metric": (
        "Metric {metric!r} not valid for sparse input; give a function or one of: {accepted}.",
        "度量 {metric!r} 不支持稀疏输入; 请给出函数或下列之一: {accepted}。",
    ),
    "neighbors.sparse_tree": (
        "cannot use tree with sparse input: using brute force",
        "稀疏输入不能使用树结构: 改用逐一比较。",
    ),
    "neighbors.p_twice": (
        "Parameter p is found in metric_params. The corresponding parameter from __init__ is ignored.",
        "metric_params 中有参数 p; 构造函数中的 p 不起作用。",
    ),
    "neighbors.p_below_one": (
        "Mind that for 0 < p < 1, Minkowski metrics are not distance metrics. Continuing the execution with "
        "`algorithm='brute'`.",
        "注意: 0 < p < 1 时闵可夫斯基距离不是度量; 以 algorithm='brute' 继续。",
    ),
    "neighbors.tree_p": (
        "algorithm={algorithm!r} does not support 0 < p < 1 for the Minkowski metric; set p >= 1 or algorithm='brute'.",
        "algorithm={algorithm!r} 不支持 0 < p < 1 的闵可夫斯基距离; 请令 p >= 1 或 algorithm='brute'。",
    ),
    "neighbors.no_triangle": (
        "algorithm='branch_bound' needs a distance that obeys the triangle inequality on means; {metric!r} does not. Set "
        "algorithm='kd_tree'.",
        "algorithm='branch_bound' 要求距离对均值满足三角不等式; {metric!r} 不满足。请设 algorithm='kd_tree'。",
    ),
    "neighbors.no_statistics": (
        "Search statistics are kept by branch and bound only; set algorithm='branch_bound'.",
        "只有分支定界搜索才有统计信息; 请设 algorithm='branch_bound'。",
    ),
    "neighbors.square": (
        "Precomputed matrix must be square. Input is a {rows}x{columns} matrix.",
        "预先计算的距离矩阵必须是方阵; 输入为 {rows}x{columns}。",
    ),
    "neighbors.graph": (
        "{k} neighbors per samples are required, but some samples have only {fewest} neighbors in precomputed graph "
        "matrix. Decrease number of neighbors used or recompute the graph with more neighbors.",
        "每个样本需要 {k} 个近邻, 但预先计算的图中有样本只有 {fewest} 个; 请减少近邻数或重新计算。",
    ),
    "neighbors.variance": (
        "metric='seuclidean': V must be {p} variances above 0; drop constant columns or give V in metric_params.",
        "metric='seuclidean': V 应为 {p} 个正的方差; 请删除常数列或在 metric_params 中给出 V。",
    ),
    "neighbors.feature_weights": (
        "metric='minkowski': w must be {p} finite weights of at least 0, not all 0.",
        "metric='minkowski': w 应为 {p} 个有限的非负权重且不全为零。",
    ),
    "neighbors.matrix": (
        "metric='mahalanobis': the matrix has shape {shape}; give V or VI, a finite symmetric matrix of shape ({p}, {p}).",
        "metric='mahalanobis': 矩阵形状为 {shape}; V 或 VI 应为 ({p}, {p}) 的有限对称矩阵。",
    ),
    "neighbors.singular": (
        "metric='mahalanobis': the covariance is not positive definite (eigenvalues from {smallest:.3g} to {largest:.3g}); drop "
        "constant or duplicate columns, or give VI in metric_params.",
        "metric='mahalanobis': 协方差矩阵不正定 (特征值 {smallest:.3g} 到 {largest:.3g}); 请删除常数列或重复列, 或在 metric_params "
        "中给出 VI。",
    ),
    "neighbors.overflow": (
        "Values as large as {largest:.3g} overflow in the distance; rescale the features.",
        "数值高达 {largest:.3g}, 计算距离时溢出; 请先缩放特征。",
    ),
    "neighbors.text": (
        "{estimator}: X has columns that are not numbers, which metric={metric!r} cannot compare; set metric='heom' or 'gower', "
        "or turn them into numbers with fenlei.prepare.",
        "{estimator}: X 有非数值列, metric={metric!r} 无法比较; 请设 metric='heom' 或 'gower', 或用 fenlei.prepare 转为数值。",
    ),
    "neighbors.categorical": (
        "{estimator}: categorical_features needs metric='heom' or 'gower', not {metric!r}.",
        "{estimator}: categorical_features 需要 metric='heom' 或 'gower', 而不是 {metric!r}。",
    ),
    "neighbors.outputs": (
        "{estimator}: {what} needs one target column, but y had {outputs}.",
        "{estimator}: {what} 只支持单列目标, 而 y 有 {outputs} 列。",
    ),
    "neighbors.ks": (
        "ks={ks} cannot be used; give whole numbers from 1 to {most}, the rows that are left to be neighbours.",
        "ks={ks} 无效; 请给出 1 到 {most} (可作近邻的行数) 之间的整数。",
    ),
    "neighbors.error_rate": (
        "An error rate of {value} is not possible for {K} classes; give one from 0 to 1 - 1/{K}.",
        "{K} 个类别的错误率不可能为 {value}; 应在 0 到 1 - 1/{K} 之间。",
    ),
    "centroid.constant": (
        "All features have zero variance. Division by zero.",
        "所有特征方差为零; 无法相除。",
    ),
    "centroid.zero_std": (
        "self.within_class_std_dev_ has at least 1 zero standard deviation. Inputs within the same classes for at least 1 "
        "feature are identical.",
        "within_class_std_dev_ 至少有一个零标准差: 至少一个特征在各类内取值相同。",
    ),
    "centroid.singular": (
        "NearestCentroid: the within-class covariance is singular (rank {rank} of {p}); directions without spread inside "
        "the classes are left out of the Mahalanobis distance.",
        "NearestCentroid: 类内协方差矩阵奇异 (秩 {rank}, 维数 {p}); 马氏距离忽略类内无散布的方向。",
    ),
    "resample.strategy": (
        "{estimator}: sampling_strategy={value!r} is not accepted; give 'auto', 'majority', 'not minority', 'not majority', "
        "'all', a list of class labels or a function of y.",
        "{estimator}: sampling_strategy={value!r} 无效; 可用 'auto'、'majority'、'not minority'、'not majority'、'all'、"
        "类别列表或 y 的函数。",
    ),
    "resample.emptied": (
        "{estimator}: class {label!r} would have lost all of its {count} rows; they are kept.",
        "{estimator}: 类别 {label!r} 的 {count} 行将全部被删除; 已予保留。",
    ),
    "resample.too_few": (
        "{estimator}: n_samples = {n} is not enough for {what}; give more rows or set n_neighbors lower.",
        "{estimator}: {n} 行不够 ({what}); 请增加样本或减小 n_neighbors。",
    ),
    # --- tables
    "table.no_file": (
        "File '{path}' does not exist; check the path.",
        "文件 '{path}' 不存在; 请检查路径。",
    ),
    "table.directory": (
        "'{path}' is a directory; give a CSV, TSV, Parquet, Feather or ARFF file.",
        "'{path}' 是目录; 请给出 CSV、TSV、Parquet、Feather 或 ARFF 文件。",
    ),
    "table.unreadable": (
        "File '{path}' cannot be read ({reason}); check its permissions.",
        "文件 '{path}' 无法读取 ({reason}); 请检查权限。",
    ),
    "table.empty_file": (
        "File '{path}' is empty; a table needs a header and at least one row.",
        "文件 '{path}' 是空的; 表格需要表头和至少一行数据。",
    ),
    "table.no_rows": (
        "{origin} has a header but no rows; a table needs at least one row.",
        "{origin} 只有表头而没有数据; 表格至少需要一行数据。",
    ),
    "table.no_columns": (
        "{origin} has no columns; a table needs at least one.",
        "{origin} 没有任何列; 表格至少需要一列。",
    ),
    "table.binary": (
        "File '{path}' is not a text table (it begins with {start!r}); save it as CSV in UTF-8 or as Parquet.",
        "文件 '{path}' 不是文本表格 (开头为 {start!r}); 请另存为 UTF-8 编码的 CSV 或 Parquet。",
    ),
    "table.encoding": (
        "File '{path}' is not valid {encoding} text; save it as UTF-8 or give its encoding "
        "(encoding='latin-1').",
        "文件 '{path}' 不是有效的 {encoding} 文本; 请另存为 UTF-8, 或指明编码 (encoding='latin-1')。",
    ),
    "table.unknown_encoding": (
        "Encoding {encoding!r} is not known; give 'utf-8', 'gb18030', 'utf-16', 'latin-1', or None to detect "
        "it.",
        "未知的编码 {encoding!r}; 可用 'utf-8'、'gb18030'、'utf-16'、'latin-1', 或 None 表示自动检测。",
    ),
    "table.ragged": (
        "File '{path}': row {row} has {found} fields, the header has {expected}; "
        "correct the row, or quote values that contain the delimiter {delimiter!r}.",
        "文件 '{path}': 第 {row} 行有 {found} 个字段, 表头有 {expected} 个; "
        "请修正该行, 或给含有分隔符 {delimiter!r} 的值加引号。",
    ),
    "table.open_quote": (
        "File '{path}': a quoted value is never closed; add the missing quotation mark.",
        "文件 '{path}': 有一个带引号的值没有结束; 请补上缺少的引号。",
    ),
    "table.broken": (
        "File '{path}' cannot be read as {format}: it is damaged or not {format} at all; write it again.",
        "文件 '{path}' 无法按 {format} 读取: 文件已损坏或并非 {format}; 请重新生成该文件。",
    ),
    "table.arff_line": (
        "File '{path}', line {line}: {text!r} is not a valid ARFF {part}; correct the line.",
        "文件 '{path}' 第 {line} 行: {text!r} 不是有效的 ARFF {part}; 请修正该行。",
    ),
    "table.arff_no_data": (
        "File '{path}' is not a complete ARFF file; it needs @attribute lines and a @data line.",
        "文件 '{path}' 不是完整的 ARFF 文件; 需要 @attribute 行和 @data 行。",
    ),
    "table.source": (
        "A table cannot be read from a {type}; give a path, a pandas or polars DataFrame, "
        "a pyarrow Table, a fenlei Table or a dict of columns.",
        "无法从 {type} 读取表格; 请给出文件路径、pandas 或 polars 的 DataFrame、pyarrow 的 Table、"
        "fenlei 的 Table 或由列组成的字典。",
    ),
    "table.lengths": (
        "Column {column!r} has {found} values, the first column has {expected}; give columns of one length.",
        "列 {column!r} 有 {found} 个值, 第一列有 {expected} 个; 各列长度必须相同。",
    ),
    "table.column_type": (
        "Column {column!r} holds values of type {type}; give numbers, text or true/false, or drop it.",
        "列 {column!r} 的值类型为 {type}; 请给出数值、文本或真假值, 或去掉该列。",
    ),
    "table.unknown_column": (
        "There is no column {column!r}; did you mean {nearest!r}? The columns are: {columns}.",
        "没有名为 {column!r} 的列; 是否想用 {nearest!r}? 现有的列: {columns}。",
    ),
    "table.two_choices": (
        "Column {column!r} is given as {first} and as {second}; give it once.",
        "列 {column!r} 同时被指定为 {first} 和 {second}; 请只指定一次。",
    ),
    "table.target_choice": (
        "Column {column!r} is the target; it cannot also be dropped or declared numeric, ordinal or an "
        "identifier.",
        "列 {column!r} 是目标列; 不能同时去掉, 也不能声明为数值、有序或编号。",
    ),
    "table.option": (
        "Option {name}={value!r} is not accepted; give {accepted}.",
        "选项 {name}={value!r} 无效; 可用值: {accepted}。",
    ),
    "table.not_numbers": (
        "Column {column!r}: {count} values are not numbers (first: {value!r} in row {row}); "
        "declare it nominal or set missing={value!r}.",
        "列 {column!r}: 有 {count} 个值不是数值 (首个: 第 {row} 行的 {value!r}); "
        "请将其声明为名义型 (nominal) 或设置 missing={value!r}。",
    ),
    "table.infinite": (
        "Column {column!r}: {count} values are infinite (first in row {row}); "
        "replace them by numbers or leave them empty.",
        "列 {column!r}: 有 {count} 个值为无穷大 (首个在第 {row} 行); 请改为数值或留空。",
    ),
    "table.not_in_order": (
        "Column {column!r}: {count} values are not in the given order {order} (first: {value!r} in row "
        "{row}); add them to the order or set missing={value!r}.",
        "列 {column!r}: 有 {count} 个值不在给定的顺序 {order} 中 (首个: 第 {row} 行的 {value!r}); "
        "请补全顺序或设置 missing={value!r}。",
    ),
    "table.lacking": (
        "{origin} lacks {count} of the columns the model uses: {columns}; add them under these names.",
        "{origin} 缺少模型所用的 {count} 列: {columns}; 请用这些列名补齐。",
    ),
    "table.no_target": (
        "The table has no target column {column!r}; labels are not available.",
        "表格没有目标列 {column!r}; 无法取得类别标签。",
    ),
    "table.target_missing": (
        "Target column {column!r} has no value in {count} rows (first: row {row}); fill them in or remove the "
        "rows.",
        "目标列 {column!r} 有 {count} 行缺失 (首个: 第 {row} 行); 请补全或删除这些行。",
    ),
    "table.not_labels": (
        "Target column {column!r}: {count} values are not {dtype} labels (first: {value!r} in row {row}), "
        "as they were in the training table; correct them.",
        "目标列 {column!r}: 有 {count} 个值不是训练表中的 {dtype} 类标签 "
        "(首个: 第 {row} 行的 {value!r}); 请修正。",
    ),
    "table.schema": (
        "The schema has {value} at {where}, which is not accepted; read the table again to make a new "
        "schema.",
        "表结构中 {where} 处的 {value} 无效; 请重新读取表格以生成新的表结构。",
    ),
    "table.coding_width": (
        "The data has {found} columns, but {expected} were seen in fit; give the same columns.",
        "数据有 {found} 列, 而拟合时为 {expected} 列; 请给出相同的列。",
    ),
    "table.note_blank_name": (
        "The header of column {position} is blank; it is called {name!r}.",
        "第 {position} 列的表头为空; 命名为 {name!r}。",
    ),
    "table.note_duplicate_name": (
        "The header {old!r} occurs more than once; column {position} is called {name!r}.",
        "表头 {old!r} 重复出现; 第 {position} 列命名为 {name!r}。",
    ),
    "table.note_dropped": (
        "Column {column!r} was dropped as asked.",
        "列 {column!r} 已按要求去掉。",
    ),
    "table.note_no_label": (
        "Rows without a value of the target {column!r} were left out: {count}.",
        "已去掉目标列 {column!r} 缺失的 {count} 行。",
    ),
    "table.note_all_missing": ("every value is missing", "所有值都缺失"),
    "table.note_constant": ("no two values differ", "所有值都相同"),
    "table.note_identifier": ("looks like an identifier; not used as a feature", "像是编号; 不作为特征"),
    "table.note_many_categories": ("most rows have a category of their own", "大多数行各自成为一个类别"),
    "table.schema_heading": ("column kind distinct missing categories note", "列 类型 不同值 缺失 类别 说明"),
    "table.kind_numeric": ("numeric", "数值"),
    "table.kind_nominal": ("nominal", "名义"),
    "table.kind_ordinal": ("ordinal", "有序"),
    "table.kind_boolean": ("boolean", "真假"),
    "table.kind_identifier": ("identifier", "编号"),
    "table.kind_constant": ("constant", "常量"),
    "table.kind_target": ("target", "目标"),
    # --- data sets
    "dataset.unknown": (
        "There is no data set {name!r}; did you mean {nearest!r}? Bundled are: {names}.",
        "没有名为 {name!r} 的数据集; 是否指 {nearest!r}? 可用的有: {names}。",
    ),
    "dataset.language": (
        "lang={language!r} is not accepted; give 'en' or 'zh'.",
        "lang={language!r} 无效; 可用值: 'en' 或 'zh'。",
    ),
    "dataset.no_target": (
        "Data set {name!r} has no target column; use .X or .table.",
        "数据集 {name!r} 没有目标列; 请使用 .X 或 .table。",
    ),
    # --- evaluation
    "evaluation.shape": (
        "{name} has shape {shape}; give {accepted}.",
        "{name} 的形状为 {shape}; 应为 {accepted}。",
    ),
    "evaluation.empty": (
        "{name} is empty; a score needs at least one row.",
        "{name} 为空; 计算指标至少需要一行。",
    ),
    "evaluation.lengths": (
        "{first} has {n} rows but {second} has {m}; give both for the same rows.",
        "{first} 有 {n} 行, 而 {second} 有 {m} 行; 两者须对应相同的行。",
    ),
    "evaluation.codes": (
        "Row {row}: class codes {true} (true) and {pred} (predicted) are not both in 0..{last}.",
        "第 {row} 行: 类别编码 {true} (真实) 与 {pred} (预测) 不都在 0..{last} 之内。",
    ),
    "evaluation.not_numbers": (
        "{name} holds {value!r}, which is no number; give scores or probabilities.",
        "{name} 含有非数值 {value!r}; 请给出得分或概率。",
    ),
    "evaluation.scores": (
        "{name}: {value} in row {row} is not a finite number; remove such rows or repair the scores.",
        "{name}: 第 {row} 行的 {value} 不是有限数; 请删除该行或修正得分。",
    ),
    "evaluation.probability": (
        "{name}: {value} in row {row} is no probability; give numbers from 0 to 1, as predict_proba does.",
        "{name}: 第 {row} 行的 {value} 不是概率; 请给出 0 到 1 之间的数, 如 predict_proba 的输出。",
    ),
    "evaluation.not_normalised": (
        "The probabilities of some rows do not sum to one; pass the output of predict_proba.",
        "有些行的概率之和不为 1; 请传入 predict_proba 的输出。",
    ),
    "evaluation.rows_sum": (
        "Row {row}: the class probabilities sum to {value:.6g}, not 1; pass the output of predict_proba.",
        "第 {row} 行: 各类别概率之和为 {value:.6g} 而不是 1; 请传入 predict_proba 的输出。",
    ),
    "evaluation.columns": (
        "{name} has {columns} column(s) for {K} classes; give one column for each class, and name "
        "classes that y_true lacks in labels.",
        "{name} 有 {columns} 列, 而类别有 {K} 个; 每个类别需要一列, y_true 中没有的类别请在 labels 中给出。",
    ),
    "evaluation.labels": (
        "labels={labels} cannot be used; give a list of at least one label, none of them twice.",
        "labels={labels} 无效; 请给出至少一个、互不重复的标签。",
    ),
    "evaluation.labels_absent": (
        "None of labels={labels} occurs in y_true; list at least one that does.",
        "labels={labels} 均未出现在 y_true 中; 请至少列出一个出现过的标签。",
    ),
    "evaluation.labels_order": (
        "The columns of probabilities are taken in ascending order of the labels, {labels}; pass both "
        "in that order.",
        "概率各列按标签升序 {labels} 对应; 请按此顺序给出 labels 与各列。",
    ),
    "evaluation.labels_sorted": (
        "labels must be in ascending order, {labels}, the order of the columns of y_score.",
        "labels 须为升序 {labels}, 与 y_score 的列一致。",
    ),
    "evaluation.label_unknown": (
        "y_true holds the label {label!r}, which is not among labels={labels}; add it or drop those rows.",
        "y_true 含有不在 labels={labels} 中的标签 {label!r}; 请加入 labels 或删除这些行。",
    ),
    "evaluation.one_label": (
        "Only the label {label!r} was found; name all classes in labels to get a matrix of the right shape.",
        "只出现了标签 {label!r}; 请在 labels 中列出全部类别, 以得到正确形状的矩阵。",
    ),
    "evaluation.one_label_only": (
        "y_true has only the label {label!r}; name all classes in labels.",
        "y_true 只有标签 {label!r}; 请在 labels 中列出全部类别。",
    ),
    "evaluation.one_class": (
        "{metric} needs at least two classes in y_true; only one was found.",
        "{metric} 要求 y_true 至少有两个类别; 只发现一个。",
    ),
    "evaluation.extra_classes": (
        "y_pred contains classes not in y_true; they are left out of the mean.",
        "y_pred 含有 y_true 中没有的类别; 求平均时不计。",
    ),
    "evaluation.not_binary": (
        "There are {K} classes but average='binary'; choose average=None, 'micro', 'macro' or 'weighted'.",
        "有 {K} 个类别, 但 average='binary'; 请选用 None, 'micro', 'macro' 或 'weighted'。",
    ),
    "evaluation.not_two_classes": (
        "y_true has {K} classes, but probabilities of one class are for two; give one column for each class.",
        "y_true 有 {K} 个类别, 而单列概率只适用于两类; 请为每个类别给出一列。",
    ),
    "evaluation.pos_label_needed": (
        "y_true has the labels {classes}, so it is not clear which is positive; pass pos_label.",
        "y_true 的标签为 {classes}, 无法判断哪个是正类; 请给出 pos_label。",
    ),
    "evaluation.pos_label_unknown": (
        "pos_label={pos_label!r} is not a valid label; it should be one of {classes}.",
        "pos_label={pos_label!r} 无效; 应为 {classes} 之一。",
    ),
    "evaluation.pos_label_ignored": (
        "pos_label={pos_label!r} is ignored when average={average!r}; use labels=[pos_label] for one class.",
        "average={average!r} 时忽略 pos_label={pos_label!r}; 只看一个类别请用 labels=[pos_label]。",
    ),
    "evaluation.pos_label_multiclass": (
        "pos_label={pos_label!r} is for two classes only; leave it out for more.",
        "pos_label={pos_label!r} 只适用于两类; 多类时请省略。",
    ),
    "evaluation.max_fpr_multiclass": (
        "max_fpr={max_fpr} is for two classes only; leave it out for more.",
        "max_fpr={max_fpr} 只适用于两类; 多类时请省略。",
    ),
    "evaluation.ovo_weights": (
        "roc_auc_score: sample_weight is not supported with multi_class='ovo'; use multi_class='ovr'.",
        "roc_auc_score: multi_class='ovo' 不支持 sample_weight; 请用 multi_class='ovr'。",
    ),
    "evaluation.undefined": (
        "{metric} is undefined because {reason}; it is set to {value}.",
        "{metric} 无定义 ({reason}); 取值为 {value}。",
    ),
    "evaluation.no_positives": (
        "No positive class found in y_true; recall is set to one for all thresholds.",
        "y_true 中没有正类; 各阈值的召回率取 1。",
    ),
    "evaluation.target_names": (
        "There are {names} target_names for {labels} labels; give one name for each label.",
        "target_names 有 {names} 个, 标签有 {labels} 个; 每个标签需要一个名称。",
    ),
    "evaluation.too_few_points": (
        "auc: {n} point(s) enclose no area; give at least 2.",
        "auc: {n} 个点围不成面积; 至少需要 2 个点。",
    ),
    "evaluation.not_monotone": (
        "auc: x neither ascends nor descends; sort the points by x.",
        "auc: x 既非递增也非递减; 请按 x 排序。",
    ),
    "evaluation.successes": (
        "wilson: {successes} successes of {n} is not a share; give 0 <= successes <= n and n above 0.",
        "wilson: {n} 次中成功 {successes} 次不成比例; 须 0 <= 成功数 <= n 且 n 大于 0。",
    ),
    "evaluation.too_few_folds": (
        "{name}: {n} score has no spread; give the scores of at least 2 folds.",
        "{name}: 只有 {n} 个得分, 无法估计离散程度; 至少需要 2 折的得分。",
    ),
    "evaluation.bootstrap": (
        "The statistic is undefined on {undefined} of {repeats} resamples; pass stratify=y_true so that each "
        "has every class.",
        "统计量在 {repeats} 次重抽样中有 {undefined} 次无定义; 请令 stratify=y_true, 使每次都包含各个类别。",
    ),
    # --- model files
    "file.no_folder": (
        "{path}: the folder {folder} does not exist; create it or give another path.",
        "{path}: 文件夹 {folder} 不存在; 请先创建它或换一个路径。",
    ),
    "file.is_folder": (
        "{path}: this is a folder; give the path of a file to write.",
        "{path}: 这是一个文件夹; 请给出要写入的文件的路径。",
    ),
    "file.not_regular": (
        "{path}: this is a device or a pipe, not a file; give the path of a file to write.",
        "{path}: 这是设备或管道, 不是普通文件; 请给出要写入的文件的路径。",
    ),
    "file.not_writable": (
        "{path}: no permission to write here; change the permissions or give another path.",
        "{path}: 没有写入权限; 请修改权限或换一个路径。",
    ),
    "file.disk_full": (
        "{path}: the disk is full, nothing was changed; free some space or give another path.",
        "{path}: 磁盘已满, 原文件未改动; 请释放空间或换一个路径。",
    ),
    "file.not_written": (
        "{path}: the file cannot be written ({reason}); give another path.",
        "{path}: 无法写入文件 ({reason}); 请换一个路径。",
    ),
    "model_file.not_ours": (
        "A {type} cannot be saved: a model file holds fenlei's own estimators only; save one of those.",
        "{type} 无法保存: 模型文件只保存 fenlei 自己的估计器; 请保存其中之一。",
    ),
    "model_file.value": (
        "{name}={value} cannot be saved: a model file holds numbers, text, lists, dicts and arrays, no code; "
        "set it to such a value before saving.",
        "{name}={value} 无法保存: 模型文件只含数字、文本、列表、字典和数组, 不含代码; 请在保存前改为这类值。",
    ),
    "model_file.misfit": (
        "The model cannot be saved: its {where} is {got} where {accepted} is needed; "
        "give the one it was trained with.",
        "模型无法保存: {where} 为 {got}, 应为 {accepted}; 请给出训练时所用的那一个。",
    ),
    "model_file.labels": (
        "Class labels of type {dtype} cannot be saved; accepted are {accepted}: "
        "convert the labels before fitting.",
        "类型为 {dtype} 的类别标签无法保存; 可用类型: {accepted}; 请在训练前转换标签。",
    ),
    "model_file.text": (
        "The text {text} is not valid Unicode and cannot be saved; read the table with the right encoding.",
        "文本 {text} 不是有效的 Unicode, 无法保存; 请用正确的编码读取表格。",
    ),
    "model_file.too_large": (
        "The names, categories and labels of this model take {size} bytes and a model file allows {limit}; "
        "use fewer or shorter ones.",
        "该模型的名称、类别取值和标签共 {size} 字节, 超过模型文件的上限 {limit}; 请减少或缩短它们。",
    ),
    "model_file.unreadable": (
        "{path}: the file cannot be read ({reason}); give the path of a .fenlei model file.",
        "{path}: 无法读取文件 ({reason}); 请给出 .fenlei 模型文件的路径。",
    ),
    "model_file.not_a_file": (
        "{path}: this is not a file; give the path of a .fenlei model file.",
        "{path}: 这不是文件; 请给出 .fenlei 模型文件的路径。",
    ),
    "model_file.foreign": (
        "{path}: this is not a fenlei model file; give one written by `fenlei train` or save_model.",
        "{path}: 这不是 fenlei 模型文件; 请给出由 `fenlei train` 或 save_model 写成的文件。",
    ),
    "model_file.format": (
        "{path}: the file has format {format}, newer than the format {newest} that this fenlei reads; "
        "update fenlei.",
        "{path}: 文件格式为 {format}, 高于本版本 fenlei 可读的格式 {newest}; 请升级 fenlei。",
    ),
    "model_file.size": (
        "{path}: the file has {size} bytes where its header asks for {expected}; it was cut short or "
        "changed, copy it again or save the model again.",
        "{path}: 文件有 {size} 字节, 而文件头要求 {expected} 字节; 文件不完整或被改动, "
        "请重新复制或重新保存模型。",
    ),
    "model_file.memory": (
        "{path}: the arrays of this file do not fit into memory; free some memory or use a larger machine.",
        "{path}: 内存不足以读取该文件中的数组; 请释放内存或换用内存更大的机器。",
    ),
    "model_file.json": (
        "{path}: the header is not valid ({reason}); the file is damaged, save the model again.",
        "{path}: 文件头无效 ({reason}); 文件已损坏, 请重新保存模型。",
    ),
    "model_file.kind": (
        "{path}: this fenlei knows no model of kind {kind}; update fenlei or save the model again.",
        "{path}: 本版本 fenlei 没有名为 {kind} 的模型; 请升级 fenlei 或重新保存模型。",
    ),
    "model_file.field": (
        "{path}: {where} is {got} where {accepted} is needed; the file is damaged, save the model again.",
        "{path}: {where} 的值为 {got}, 应为 {accepted}; 文件已损坏, 请重新保存模型。",
    ),
    "model_file.array": (
        "{path}: array {name!r} has {got} where {accepted} is needed; "
        "the file is damaged, save the model again.",
        "{path}: 数组 {name!r} 为 {got}, 应为 {accepted}; 文件已损坏, 请重新保存模型。",
    ),
    "model_file.inconsistent": (
        "{path}: the content of {where} does not fit together ({reason}); the file is damaged, "
        "save the model again.",
        "{path}: {where} 的内容互相矛盾 ({reason}); 文件已损坏, 请重新保存模型。",
    ),
    # --- study
    "study.source": (
        "{source!r} is neither a file nor a bundled data set; give a path, or a name such as {nearest!r} (see "
        "`fenlei datasets`).",
        "{source!r} 既不是文件也不是内置数据集; 请给出路径, 或数据集名称, 例如 {nearest!r} (见 `fenlei datasets`)。",
    ),
    "study.no_target": (
        "{source}: no target is given, and the last column {column!r} is {kind}, not nominal; name the column to "
        "predict (--target).",
        "{source}: 没有指定目标列, 且最后一列 {column!r} 的类型是 {kind}, 不是类别; 请指定要预测的列 (--target)。",
    ),
    "study.default_target": (
        "No target was given; the last column {column!r} is predicted.",
        "没有指定目标列; 预测最后一列 {column!r}。",
    ),
    "study.no_features": (
        "None of the {columns} columns beside the target can be used (they are constant, identifiers or dropped); "
        "declare one nominal or numeric.",
        "目标列以外的 {columns} 列都不能用作特征 (常量、编号或已去掉); 请将其中一列声明为类别或数值。",
    ),
    "study.few_classes": (
        "The target has {classes} different values in {rows} rows; a comparison needs at least two classes of two "
        "rows or more.",
        "目标列在 {rows} 行中有 {classes} 个不同的值; 比较至少需要两个各有两行以上的类别。",
    ),
    "study.single_rows": (
        "{count} classes with a single row ({labels}) were left out: they cannot be learned and tested both.",
        "已去掉只有一行的 {count} 个类别 ({labels}): 它们无法既用于训练又用于测试。",
    ),
    "study.folds_lowered": (
        "The number of folds was lowered to {folds}, because class {label!r} has only that many rows.",
        "折数已降为 {folds}, 因为类别 {label!r} 只有这么多行。",
    ),
    "study.option": (
        "{name}={value} is not accepted; give a whole number of at least {low}.",
        "{name}={value} 无效; 请给出不小于 {low} 的整数。",
    ),
    "study.model": (
        "There is no model {name!r}; give one of: {accepted}.",
        "没有模型 {name!r}; 可用的模型: {accepted}。",
    ),
    "study.no_models": ("No model is named; give at least one.", "没有指定模型; 请至少给出一个。"),
    "study.baseline": (
        "{name!r} is the baseline of compare and cannot be trained; name another model.",
        "{name!r} 是比较用的基线, 不能单独训练; 请指定其他模型。",
    ),
    "study.param": (
        "Model {model!r} has no parameter {name!r}; it has: {accepted}.",
        "模型 {model!r} 没有参数 {name!r}; 可用的参数: {accepted}。",
    ),
    "study.unsuitable": (
        "Model {name!r} cannot be used on this table: {reason}",
        "模型 {name!r} 不能用于此表格: {reason}",
    ),
    "study.needs_nominal": (
        "it takes nominal columns only, and {count} columns are numeric (first: {column!r}); declare them nominal or "
        "drop them.",
        "它只接受类别列, 而有 {count} 列是数值列 (首个: {column!r}); 请将其声明为类别或去掉。",
    ),
    "study.folder": (
        "Folder '{folder}' cannot be used for output ({reason}); give another one.",
        "文件夹 '{folder}' 不能用于输出 ({reason}); 请换一个。",
    ),
    "study.bare_model": (
        "{path}: this model file holds an estimator without a schema, which cannot take tables; train it with "
        "`fenlei train`.",
        "{path}: 此模型文件没有表格结构信息, 不能用于表格; 请用 `fenlei train` 训练。",
    ),
    "study.no_labels": (
        "The model was trained on a table without a target column and cannot be evaluated; train it again.",
        "此模型的训练表格没有目标列, 无法评估; 请重新训练。",
    ),
    "study.no_label": (
        "Target column {column!r} has no value in any of the {rows} rows; fill in the true classes.",
        "目标列 {column!r} 的 {rows} 行都没有值; 请填入真实类别。",
    ),
    "study.unlabelled": (
        "{count} rows without a label were left out.",
        "已去掉没有标签的 {count} 行。",
    ),
    "study.unknown_classes": (
        "{rows} rows belong to {count} classes that the model does not know ({labels}); they count as errors.",
        "有 {rows} 行属于模型不认识的 {count} 个类别 ({labels}); 它们计为错误。",
    ),
    "study.no_proba": (
        "{model} has no probabilities; leave out --proba, or train a model that has them.",
        "{model} 不提供概率; 请去掉 --proba, 或训练可给出概率的模型。",
    ),
    # --- report
    # --- command line
    "cli.param": (
        "--param {given!r} is not accepted; write it as name=value, for example --param alpha=0.5.",
        "--param {given!r} 无效; 请写成 名称=值, 例如 --param alpha=0.5。",
    ),
    "cli.suffix": (
        "{path}: rows cannot be written to a file of this kind; end its name in one of: {accepted}.",
        "{path}: 不能写出这种文件; 文件名应以下列之一结尾: {accepted}。",
    ),
    "cli.save_what": (
        "--save {path} needs the name of a data set; see `fenlei datasets`.",
        "--save {path} 需要数据集名称; 见 `fenlei datasets`。",
    ),
}


def wording(key: str, lang: str = "en", /, **facts: Any) -> str:
    """The sentence of `key` in `lang` ("en" or "zh"), filled with `facts`."""
    return MESSAGES[key][lang == "zh"].format(**{name: _plain(value) for name, value in facts.items()})


def _plain(value: Any) -> Any:
    """A NumPy scalar as the Python value that a reader expects to see."""
    return value.item() if getattr(value, "ndim", None) == 0 and hasattr(value, "item") else value


class Worded(Exception):
    """An exception or warning that is a key of `MESSAGES` and the facts that fill it."""

    def __init__(self, key: str, /, **facts: Any) -> None:
        super().__init__(wording(key, **facts))
        self.key, self.facts = key, facts

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.key, self.facts)

    def text(self, lang: str = "en") -> str:
        return wording(self.key, lang, **self.facts)


def _rebuild(cls: type[Worded], key: str, facts: dict[str, Any]) -> Worded:
    return cls(key, **facts)


def spoken(message: Any, lang: str) -> str:
    """An exception or warning in the language of the reader, where it can be."""
    return message.text(lang) if isinstance(message, Worded) else str(message)


class FenleiError(Worded):
    """Base of every error that fenlei raises on purpose: an internal fault unless it says otherwise."""

    exit_code = 1


class UsageError(FenleiError, ValueError):
    """A parameter, option or call that cannot be served."""

    exit_code = 2


class UnsupportedError(UsageError, NotImplementedError):
    """Parameters that do not go together."""


class DataError(FenleiError, ValueError):
    """A file, table or array that cannot be used as it is."""

    exit_code = 3


class ModelFileError(DataError):
    """A `.fenlei` file that is truncated, foreign, too new or inconsistent."""


class FenleiWarning(Worded, UserWarning):
    """Something was done that the user should know about."""


class DegenerateDataWarning(FenleiWarning):
    """A variance, determinant or scatter was singular and a stated rule was applied."""


def warn(key: str, /, category: type[Warning] = FenleiWarning, **facts: Any) -> None:
    """Warn with the sentence of `key`, at the line of the user; `category` may be one of scikit-learn's too."""
    warning = category(key, **facts) if issubclass(category, Worded) else category(wording(key, **facts))
    warnings.warn(warning, stacklevel=_level_of_user())


def _level_of_user() -> int:
    """Number of frames up to the first that is neither ours nor scikit-learn's, for `warnings.warn`."""
    frame, level = sys._getframe(2), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(
        ("fenlei.", "sklearn.")
    ):
        frame, level = frame.f_back, level + 1
    return level
