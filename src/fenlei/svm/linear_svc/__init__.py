"""Linear support vector classifier.

================  ========================================================
`linear_svc`      `LinearSVC`, the estimator and the derivation
`loss_sums`       the rows, and the sums over them that every solver takes
`newton`          the primal by Newton's method, for few features
`scanned`         the same over files, a pass for each step
`dual_descent`    the dual by coordinate descent, for many features
`lasso`           the squared hinge loss with an l1 penalty
`crammer_singer`  all classes in one problem
================  ========================================================
"""
