"""Linear models: discriminants, regressions and classifiers that are linear functions of the features.

==========================  =====================================================
`least_squares`             least squares with an l2 penalty, from sums over rows
`least_squares_regressor`   what the regressors by least squares share
`linear_regression`         `LinearRegression`
`ridge`                     `Ridge`
`elastic_net`               `Lasso`, `ElasticNet`
`bayesian_ridge`            `BayesianRidge`
`bayesian_linear`           `BayesianLinearRegression`
`basis`                     basis functions
`least_squares_classifier`  `LeastSquaresClassifier`
`lda`                       `LinearDiscriminantAnalysis`
`lda_solutions`             its record, and three ways to it
`fisher`                    `FisherDiscriminant`
`plane_geometry`            projections on a direction, distances from a plane
`rayleigh`                  Rayleigh quotients, and J(W) by traces
`normal_classes`            linear scores of normal classes, and the plane between two
`reject_near_boundary`      `RejectNearBoundary`
`logistic`                  `LogisticRegression`
`logistic_derivatives`      its objective and derivatives at any weights
`perceptron`                `Perceptron`
`start_weights`             given starting weights, checked
==========================  =====================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
