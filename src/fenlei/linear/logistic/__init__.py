"""Logistic regression for two classes, softmax regression for more.

=====================  ===============================================================================
`logistic_regression`  `LogisticRegression`, the estimator and the derivation
`record`               the fitted model as a record, and its history
`penalty`              scikit-learn's parameters as the two vectors of the objective
`objective`            the objective and its gradient, as sums over blocks of rows
`passes`               the compiled passes over rows: loss, gradient, curvature
`curved_blocks`        the Hessian of dense rows, in compiled passes
`hessian`              the Hessian, a sum over blocks of rows
`curvature`            linear systems with the curvature: Newton steps and preconditioners
`line_search`          backtracking, and the weak Wolfe conditions
`newton`               Newton's method
`lbfgs`                limited-memory BFGS with a preconditioner
`descent`              gradient descent on all rows, one row or a few rows per step, and `partial_fit`
`lasso`                lasso and elastic net
`lasso_many_columns`   lasso of two classes with many columns, without a Hessian
`auto`                 the cheapest way to the smooth optimum
`solvers`              which solver serves which name, and what is told of its iterations
`stopping`             when a solver stops, and the trace that it returns
`separation`           separable classes, where the likelihood has no maximum
`derivatives`          objective, gradient, Hessian, R and z at any weights
`inference`            standard errors, Wald tests, the likelihood ratio
`stored`               fitting over blocks of rows or files that are never in memory together
=====================  ===============================================================================
"""
