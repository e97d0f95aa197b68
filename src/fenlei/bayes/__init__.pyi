from .bernoulli_nb import BernoulliNB
from .categorical_nb import CategoricalNB
from .decision.minimum_risk_classifier import MinimumRiskClassifier
from .gaussian_nb import GaussianNB
from .joint.bayes_classifier import BayesClassifier
from .kernel_nb import KernelNB
from .mixed_nb import MixedNB
from .multinomial_nb import MultinomialNB
from .poisson_nb import PoissonNB
from .qda import QuadraticDiscriminantAnalysis

__all__ = [
    "BayesClassifier",
    "BernoulliNB",
    "CategoricalNB",
    "GaussianNB",
    "KernelNB",
    "MinimumRiskClassifier",
    "MixedNB",
    "MultinomialNB",
    "PoissonNB",
    "QuadraticDiscriminantAnalysis",
]
