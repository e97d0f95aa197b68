"""Sentences about the svm family: key: (English, Chinese)."""

MESSAGES = {
    "svm.norm": (
        "laplacian_kernel: norm={norm!r} is not accepted; give 'l1' or 'euclidean'.",
        "laplacian_kernel：参数 norm={norm!r} 无效；可用值：'l1' 或 'euclidean'。",
    ),
    "svm.square": (
        "Precomputed matrix must be a square matrix. Input is a {shape} matrix; give the kernel of all rows with all rows.",
        "预先计算的核矩阵必须是方阵，但得到 {shape}；请给出所有行两两之间的核函数值。",
    ),
    "svm.columns": (
        "The two sets of rows have {first} and {second} columns; a kernel needs the same columns in both.",
        "两组样本分别有 {first} 列与 {second} 列；核函数要求列数相同。",
    ),
    "svm.sparse_precomputed": (
        "Sparse precomputed kernels are not supported; give X.toarray().",
        "不支持稀疏的预先计算核矩阵；请给出 X.toarray()。",
    ),
    "svm.kernel_shape": (
        "{estimator}: the kernel function returned an array of shape {shape} for {n} and {m} rows; return ({n}, {m}).",
        "{estimator}：核函数对 {n} 行与 {m} 行返回了形状 {shape}；应返回 ({n}, {m})。",
    ),
    "svm.kernel_values": (
        "{estimator}: the kernel has values that are not finite; scale the features, or lower gamma or degree.",
        "{estimator}：核函数值不是有限数；请缩放特征，或减小 gamma 或 degree。",
    ),
    "svm.not_symmetric": (
        "{estimator}: kernel {kernel!r} is not symmetric on these rows, so it is not a kernel and the result has no meaning as a "
        "margin; give a matrix or a function with κ(x, z) = κ(z, x).",
        "{estimator}：核函数 {kernel!r} 在这些样本上不对称，因此不是核函数，结果不能解释为间隔；请给出满足 κ(x, z) = κ(z, x) 的矩阵或函数。",
    ),
    "svm.not_semidefinite": (
        "{estimator}: kernel {kernel!r} is not positive semi-definite on these rows (an eigenvalue is at most {least:.3g}); the "
        "dual is not convex and the result is a stationary point of it. Use another kernel or other parameters.",
        "{estimator}：核函数 {kernel!r} 在这些样本上不是半正定的（有特征值不大于 {least:.3g}）；对偶问题非凸，结果只是一个驻点。请改用其他核函数或参数。",
    ),
    "svm.infeasible": (
        "{estimator}: classes {first!r} and {second!r} cannot be separated without error by kernel {kernel!r}, so there is no "
        "hard margin (C=inf); give a finite C.",
        "{estimator}：类别 {first!r} 与 {second!r} 用核函数 {kernel!r} 不能无错分开，硬间隔（C=inf）无解；请给出有限的 C。",
    ),
    "svm.no_tube": (
        "{estimator}: kernel {kernel!r} has no function within epsilon={epsilon} of all targets, so there is no tube that holds "
        "all rows (C=inf); give a finite C or a larger epsilon.",
        "{estimator}：核函数 {kernel!r} 没有与所有目标值相差不超过 epsilon={epsilon} 的函数，容纳全部样本的管道（C=inf）不存在；请给出有限的 C 或更大的 epsilon。",
    ),
    "svm.stopped": (
        "Solver terminated early (max_iter={max_iter}): {estimator} left a violation of the optimality conditions of {gap:.3g} "
        "(tol {tol:g}). Consider pre-processing your data with StandardScaler or MinMaxScaler.",
        "求解器提前终止（max_iter={max_iter}）：{estimator} 的最优性条件仍被违反 {gap:.3g}（tol {tol:g}）；请增大 max_iter 或先缩放特征。",
    ),
    "svm.break_ties": (
        "break_ties must be False when decision_function_shape is 'ovo'.",
        "decision_function_shape 为 'ovo' 时 break_ties 必须为 False。",
    ),
    "svm.no_slopes": (
        "predict_proba is not available when fitted with probability=False; set probability=True and fit again.",
        "以 probability=False 拟合的模型没有 predict_proba；请设 probability=True 后重新拟合。",
    ),
    "linear_svc.combination": (
        "Unsupported set of arguments: The combination of penalty={penalty!r} and loss={loss!r} is not supported{dual}; "
        "set {remedy}.",
        "不支持的参数组合：penalty={penalty!r}，loss={loss!r}{dual}；请设 {remedy}。",
    ),
    "linear_svc.not_converged": (
        "LinearSVC failed to converge, increase the number of iterations (max_iter={max_iter}): the optimality conditions are "
        "violated by {gap:.3g} (tol {tol:g}).",
        "LinearSVC 未收敛，请增大迭代次数（max_iter={max_iter}）：最优性条件仍被违反 {gap:.3g}（tol {tol:g}）。",
    ),
}
