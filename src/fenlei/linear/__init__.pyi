from .bayesian_linear import BayesianLinearRegression
from .bayesian_ridge import BayesianRidge
from .elastic_net.elastic_net import ElasticNet
from .elastic_net.lasso import Lasso
from .fisher import FisherDiscriminant, ProjectedClasses
from .lda import LinearDiscriminantAnalysis
from .least_squares_classifier import LeastSquaresClassifier
from .linear_regression import LinearRegression
from .logistic.derivatives import LogisticObjective
from .logistic.logistic_regression import LogisticRegression
from .logistic_derivatives import logistic_objective
from .normal_classes import LinearScores, SeparatingPlane, normal_class_scores, separating_plane
from .perceptron.perceptron import Perceptron
from .plane_geometry import LineProjection, foot_on_plane, project, signed_distance
from .rayleigh import RayleighRange, rayleigh_quotient, rayleigh_range, trace_ratio
from .reject_near_boundary import RejectNearBoundary
from .ridge import Ridge

__all__ = [
    "BayesianLinearRegression",
    "BayesianRidge",
    "ElasticNet",
    "FisherDiscriminant",
    "Lasso",
    "LeastSquaresClassifier",
    "LineProjection",
    "LinearDiscriminantAnalysis",
    "LinearRegression",
    "LinearScores",
    "LogisticObjective",
    "LogisticRegression",
    "Perceptron",
    "ProjectedClasses",
    "RayleighRange",
    "RejectNearBoundary",
    "Ridge",
    "SeparatingPlane",
    "foot_on_plane",
    "logistic_objective",
    "normal_class_scores",
    "project",
    "rayleigh_quotient",
    "rayleigh_range",
    "separating_plane",
    "signed_distance",
    "trace_ratio",
]
