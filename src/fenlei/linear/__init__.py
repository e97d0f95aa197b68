"""Linear models: discriminants, regressions and classifiers that are linear functions of the features."""

from fenlei.lazy import lazily

_HOME = {
    "BayesianLinearRegression": "bayesian_linear",
    "BayesianRidge": "bayesian_ridge",
    "FisherDiscriminant": "fisher",
    "LeastSquaresClassifier": "least_squares_classifier",
    "LinearDiscriminantAnalysis": "lda",
    "LinearRegression": "linear_regression",
    "LogisticRegression": "logistic",
    "Perceptron": "perceptron",
    "Ridge": "ridge",
}

__all__ = list(_HOME)
__getattr__ = lazily(__name__, _HOME)
