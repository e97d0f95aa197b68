"""Sentences about the linear family: key: (English, Chinese)."""

MESSAGES = {
    "regression.targets": (
        "{estimator}: y has another shape than in the first call, which had {t} targets; give the same targets.",
        "{estimator}：y 的形状与第一次调用不同（当时有 {t} 个目标）；请给出相同的目标。",
    ),
    "regression.wide": (
        "{estimator}: {p} features are more than the 32768 whose products are kept, and the {n} rows cannot be kept in "
        "their place; reduce the features first, or use an iterative solver such as scikit-learn's Ridge(solver='lsqr').",
        "{estimator}：{p} 个特征超过可保存乘积的上限 32768，而 {n} 行也不能代之保存；请先降维，或使用迭代求解器，如 scikit-learn 的 Ridge(solver='lsqr')。",
    ),
    "regression.precisions": (
        "{estimator}: the precisions alpha={alpha:g} and lambda={lambda_:g} leave the range of floating-point numbers; rescale "
        "the columns, or give smaller alpha_1, alpha_2, lambda_1, lambda_2, alpha_init and lambda_init.",
        "{estimator}：精度 alpha={alpha:g}、lambda={lambda_:g} 超出浮点数的范围；请缩放各列，或减小 alpha_1、alpha_2、lambda_1、lambda_2、alpha_init、lambda_init。",
    ),
    "regression.digits": (
        "{estimator}: the features are nearly collinear, and from sums alone about {digits} digits of the weights "
        "can be trusted; call fit on all rows, or penalise (Ridge).",
        "{estimator}：特征近于共线，仅凭汇总约有 {digits} 位有效数字可信；请对全部样本调用 fit，或加惩罚（Ridge）。",
    ),
    "ridge.lbfgs": (
        "'lbfgs' solver can be used only when positive=True. Please use another solver.",
        "求解器 'lbfgs' 只能与 positive=True 同用；请换其他求解器。",
    ),
    "ridge.positive": (
        "solver='{solver}' does not support positive fitting. Please set the solver to 'auto' or 'lbfgs', or set "
        "positive=False.",
        "求解器 '{solver}' 不支持 positive=True；请用 'auto' 或 'lbfgs'，或设 positive=False。",
    ),
    "ridge.penalties": (
        "Number of targets and number of penalties do not correspond: {penalties} != {t}; give one alpha, or one for "
        "each target.",
        "目标数与惩罚数不符：{penalties} ！= {t}；请给一个 alpha，或为每个目标各给一个。",
    ),
    "elastic_net.not_converged": (
        "Objective did not converge: {estimator} has a duality gap of {gap:.3g} after max_iter={max_iter} rounds, and "
        "{goal:.3g} is asked for by tol; increase max_iter, alpha or tol, or scale the features.",
        "目标函数未收敛：{estimator} 经 max_iter={max_iter} 轮后对偶间隙为 {gap:.3g}，而 tol 要求 {goal:.3g}；"
        "请增大 max_iter、alpha 或 tol，或缩放各特征。",
    ),
    "elastic_net.no_penalty": (
        "{estimator}: With alpha=0 there is no penalty, and coordinate descent converges slowly; use LinearRegression.",
        "{estimator}：alpha=0 即无惩罚，坐标下降收敛很慢；请用 LinearRegression。",
    ),
    "elastic_net.products": (
        "{estimator}: the Gram matrix in precompute did not pass validation: it is no multiple of the products of the features; "
        "give those products, or precompute=False.",
        "{estimator}：precompute 中的 Gram 矩阵未通过检验：它不是各特征乘积矩阵的倍数；请给出这些乘积，或设 precompute=False。",
    ),
    "elastic_net.products_from_means": (
        "{estimator}: Gram matrix was provided but X was centered to fit intercept: the products are taken anew from the rows; "
        "give precompute=False.",
        "{estimator}：给出了 Gram 矩阵，但为拟合截距 X 已减去均值：乘积已由样本重新计算；请设 precompute=False。",
    ),
    "elastic_net.products_shape": (
        "{estimator}: precompute has shape {shape}; give the products of {p} features, shape ({p}, {p}), or precompute=False.",
        "{estimator}：precompute 的形状为 {shape}；请给出 {p} 个特征的乘积，形状 ({p}, {p})，或设 precompute=False。",
    ),
    "elastic_net.warm_start": (
        "{estimator}: warm_start has weights of shape {came} from the last fit, but these rows need {needed}; fit a new model, "
        "or set warm_start=False.",
        "{estimator}：上次拟合的权重形状为 {came}，而这些样本需要 {needed}，不能热启动；请拟合新模型，或设 warm_start=False。",
    ),
    "elastic_net.no_grid": (
        "path: without an l1 penalty (l1_ratio=0) no alpha makes all weights 0, so there is no first one; give alphas.",
        "path：没有 l1 惩罚（l1_ratio=0）时，没有使全部权重为 0 的 alpha，无从开始；请给出 alphas。",
    ),
    "fisher.two_classes": (
        "FisherDiscriminant: {what} is for two classes, but there are {K}; use {instead}.",
        "FisherDiscriminant：{what} 仅用于两类，现有 {K} 类；请用 {instead}。",
    ),
    "discriminant.too_few": (
        "{estimator}: the number of samples must be more than the number of classes; got {n} rows and {K} classes.",
        "{estimator}：样本数必须大于类别数；得到 {n} 行、{K} 个类别。",
    ),
    "discriminant.components": (
        "n_components cannot be larger than min(n_features, n_classes - 1) = {largest}; got {came}.",
        "n_components 不能大于 min(特征数, 类别数 - 1) = {largest}；得到 {came}。",
    ),
    "discriminant.singular": (
        "{estimator}: the within-class covariance is singular (rank {rank} of {p}); directions without spread inside "
        "the classes are left out. Drop constant or duplicate columns, or set shrinkage.",
        "{estimator}：类内协方差矩阵奇异（秩 {rank}，维数 {p}）；类内无散布的方向被忽略。请删除常数列或重复列，或设置 shrinkage。",
    ),
    "covariance.foreign": (
        "{name} does not have a covariance_ attribute after fit; give an estimator of sklearn.covariance.",
        "{name} 拟合后没有 covariance_ 属性；请使用 sklearn.covariance 中的估计器。",
    ),
    "covariance.foreign_weights": (
        "covariance_estimator={name} takes no sample weights; leave out the weights or use shrinkage.",
        "covariance_estimator={name} 不支持样本权重；请去掉权重或改用 shrinkage。",
    ),
    "discriminant.classes": (
        "{estimator}: the number of classes has to be greater than one; got {K} class.",
        "{estimator}：类别数必须大于 1；得到 {K} 个类别。",
    ),
    "discriminant.rank": (
        "{estimator}: the covariance of class {label!r} is not of full rank (rank {rank} of {p}, weight {weight:g}; {count} of {K} "
        "classes); it was mixed with the pooled variances in the proportion {mix:.3g}. Set reg_param or shrinkage to choose another.",
        "{estimator}：类别 {label!r} 的协方差矩阵不满秩（秩 {rank}，维数 {p}，权重 {weight:g}；{K} 个类别中有 {count} 个）；已按比例 {mix:.3g} 与合并方差混合。可用 reg_param 或 shrinkage 另行设定。",
    ),
    "linear.sparse_basis": (
        "{estimator}: a basis needs dense rows, but X is sparse; give X.toarray() or set basis=None.",
        "{estimator}：基函数需要稠密矩阵，但 X 是稀疏的；请给出 X.toarray() 或设 basis=None。",
    ),
    "linear.basis_shape": (
        "{estimator}: basis returned an array of shape {shape} for {n} rows; return one row of features for each row.",
        "{estimator}：基函数对 {n} 行返回了形状 {shape} 的数组；每行应返回一行特征。",
    ),
    "linear.basis_size": (
        "{estimator}: the products of up to {degree} of {p} features need about {need:.3g} GiB of memory for {n} rows, and "
        "{free:.3g} GiB are free; give a smaller basis.",
        "{estimator}：{p} 个特征至多 {degree} 个相乘的全部乘积在 {n} 行上约需 {need:.3g} GiB 内存，而空闲 {free:.3g} GiB；请减小 basis。",
    ),
    "linear.argument": (
        "{function}: {name} is not accepted; give {accepted}.",
        "{function}：不接受给出的 {name}；请给出{accepted}。",
    ),
    "linear.init": (
        "{estimator}: init has shape {shape}; give {accepted}, the intercept last.",
        "{estimator}：init 的形状为 {shape}；请给出 {accepted}，截距在最后。",
    ),
    "linear.order": (
        "{estimator}: order is not a visiting order of {n} rows; give each of 0 to {last} once.",
        "{estimator}：order 不是 {n} 行的访问次序；请将 0 到 {last} 各给一次。",
    ),
    "logistic.solver": (
        "Solver {solver} {reason}; set solver={other!r}.",
        "求解器 {solver} 不能用（{reason}）；请设 solver={other!r}。",
    ),
    "logistic.penalty_deprecated": (
        "'penalty' was deprecated in scikit-learn 1.8 and will be removed in 1.10; leave it out, and set l1_ratio=0 for "
        "'l2', l1_ratio=1 for 'l1', l1_ratio between them for 'elasticnet', C=np.inf for None.",
        "'penalty' 自 scikit-learn 1.8 起弃用，将在 1.10 移除；请不要设置，'l2' 用 l1_ratio=0，'l1' 用 l1_ratio=1，'elasticnet' 用二者之间的 l1_ratio，None 用 C=np.inf。",
    ),
    "logistic.ratio_deprecated": (
        "'l1_ratio=None' was deprecated in scikit-learn 1.8; give a number from 0 to 1.",
        "'l1_ratio=None' 自 scikit-learn 1.8 起弃用；请给出 0 到 1 之间的数。",
    ),
    "logistic.no_ratio": (
        "l1_ratio must be specified when penalty is elasticnet.",
        "penalty='elasticnet' 时必须给出 l1_ratio。",
    ),
    "logistic.ignored": (
        "Setting penalty=None will ignore the C and l1_ratio parameters.",
        "penalty=None 时忽略参数 C 与 l1_ratio。",
    ),
    "logistic.callbacks": (
        "Callbacks follow the iterations of solver='lbfgs' only; with solver={solver!r} they are called before and "
        "after the fit.",
        "回调只跟随 solver='lbfgs' 的迭代；对 solver={solver!r}，只在拟合前后调用。",
    ),
    "logistic.inconsistent": (
        "penalty={penalty!r} and l1_ratio={ratio} contradict each other; penalty is followed, use l1_ratio only.",
        "penalty={penalty!r} 与 l1_ratio={ratio} 不一致；以 penalty 为准，请只用 l1_ratio。",
    ),
    "logistic.multiclass": (
        "Only binary classification is supported. The 'liblinear' solver of {estimator} does not support multiclass, and "
        "there are {K} classes; set solver='auto' or use OneVsRestClassifier.",
        "{estimator}：求解器 'liblinear' 不支持多类，而有 {K} 个类别；请设 solver='auto' 或用 OneVsRestClassifier。",
    ),
    "logistic.separable": (
        "{estimator}: the classes can be separated without error, so the likelihood without a penalty has no maximum; "
        "the weights are those of iteration {n_iter}, set C to a finite number.",
        "{estimator}：各类可被完全分开，无惩罚的似然没有最大值；权重取自第 {n_iter} 次迭代，请将 C 设为有限值。",
    ),
    "logistic.not_converged": (
        "{estimator}: solver {solver!r} stopped after {n_iter} iterations before it converged (mean gradient {norm:.3g}, "
        "tol {tol:g}); increase max_iter or scale the features.",
        "{estimator}：求解器 {solver!r} 在 {n_iter} 次迭代后仍未收敛（平均梯度 {norm:.3g}，tol {tol:g}）；请增大 max_iter 或缩放特征。",
    ),
    "logistic.diverged": (
        "{estimator}: solver {solver!r} did not lower the objective (from {first:.6g} to {last:.6g}); "
        "lower learning_rate, {rate:.3g} is too large.",
        "{estimator}：求解器 {solver!r} 未能降低目标函数（由 {first:.6g} 到 {last:.6g}）；学习率 {rate:.3g} 过大，请减小。",
    ),
    "logistic.blocks_once": (
        "{estimator}: every Newton step reads all blocks again, but blocks ({came}) can be read only once; give a list, "
        "or a function that returns a new iterator.",
        "{estimator}：每个牛顿步都要重新读取全部数据块，而 blocks（{came}）只能读一次；请给出列表，或返回新迭代器的函数。",
    ),
    "logistic.block": (
        "A block is (X, y) or (X, y, sample_weight), but {came} came; give tuples.",
        "数据块应为 (X, y) 或 (X, y, sample_weight)，得到 {came}；请给出元组。",
    ),
    "logistic.no_blocks": (
        "{estimator}: there are no blocks to fit; give at least one.",
        "{estimator}：没有可拟合的数据块；请至少给出一个。",
    ),
    "logistic.block_features": (
        "All blocks must have the same features, but one has {first} and another {other}; select or rename columns.",
        "各数据块的特征必须相同，但一块为 {first}，另一块为 {other}；请选择或重命名列。",
    ),
    "logistic.block_solver": (
        "{estimator}: solver={solver!r} visits single rows and cannot be fitted from sums over blocks; set solver='auto'.",
        "{estimator}：solver={solver!r} 逐行访问样本，不能由数据块的汇总拟合；请设 solver='auto'。",
    ),
    "logistic.block_lasso": (
        "{estimator}: a lasso over blocks takes up to {most} parameters, and there are {parameters}; set l1_ratio=0 or use "
        "fewer features.",
        "{estimator}：分块拟合 lasso 最多 {most} 个参数，现有 {parameters} 个；请设 l1_ratio=0 或减少特征。",
    ),
    "logistic.beta": (
        "{estimator}: beta has shape {shape}; give {accepted}, the intercept last.",
        "{estimator}：beta 的形状为 {shape}；请给出 {accepted}，截距在最后。",
    ),
    "logistic.rates": (
        "{estimator}: learning_rate has {came} numbers, but {accepted} are needed, one for each class (one in all for two "
        "classes); give as many, each above 0, or one number.",
        "{estimator}：learning_rate 有 {came} 个数，而需要 {accepted} 个，每类一个（两类时共一个）；请给出这么多个大于 0 的数，或只给一个数。",
    ),
    "logistic.bad_rate": (
        "{estimator}: learning_rate holds {value!r}; give finite numbers above 0, one for each class.",
        "{estimator}：learning_rate 含有 {value!r}；请每类给出一个大于 0 的有限数。",
    ),
    "logistic.no_inference": (
        "{estimator}: there are no standard errors {reason}; {remedy}.",
        "{estimator}：没有标准误（{reason}）；{remedy}。",
    ),
    "reject.no_scores": (
        "RejectNearBoundary: {estimator} has no decision_function; give a classifier that has, or MinimumRiskClassifier one "
        "with probabilities.",
        "RejectNearBoundary：{estimator} 没有 decision_function；请换用有判别函数的分类器，或对给出概率的分类器用 MinimumRiskClassifier。",
    ),
    "reject.no_weights": (
        "RejectNearBoundary: fit of {estimator} takes no sample_weight; leave it out or give another classifier.",
        "RejectNearBoundary：{estimator} 的 fit 不支持 sample_weight；请去掉权重或换用其他分类器。",
    ),
    "reject.pairs": (
        "RejectNearBoundary: the scores of {estimator} are those of pairs of classes; set decision_function_shape='ovr'.",
        "RejectNearBoundary：{estimator} 的得分是各对类别的；请设 decision_function_shape='ovr'。",
    ),
    "perceptron.not_converged": (
        "{estimator}: after {n_iter} passes {errors} rows are still on the wrong side; the classes may not be linearly "
        "separable, increase max_iter, give a basis or set variant='pocket'.",
        "{estimator}：{n_iter} 轮之后仍有 {errors} 行分错；数据可能线性不可分，请增大 max_iter、给出 basis 或设 variant='pocket'。",
    ),
    "perceptron.dual": (
        "{estimator}: form='dual' {reason}; set form='primal'.",
        "{estimator}：form='dual' 不能用（{reason}）；请设 form='primal'。",
    ),
}
