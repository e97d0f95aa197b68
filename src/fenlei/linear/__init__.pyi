from .bayesian_linear import BayesianLinearRegression
from .bayesian_ridge import BayesianRidge
from .fisher import FisherDiscriminant
from .lda import LinearDiscriminantAnalysis
from .least_squares_classifier import LeastSquaresClassifier
from .linear_regression import LinearRegression
from .logistic.derivatives import LogisticObjective
from .logistic.logistic_regression import LogisticRegression
from .logistic_objective import logistic_objective
from .perceptron.perceptron import Perceptron
from .ridge import Ridge

__all__ = [
    "BayesianLinearRegression",
    "BayesianRidge",
    "FisherDiscriminant",
    "LeastSquaresClassifier",
    "LinearDiscriminantAnalysis",
    "LinearRegression",
    "LogisticObjective",
    "LogisticRegression",
    "Perceptron",
    "Ridge",
    "logistic_objective",
]
