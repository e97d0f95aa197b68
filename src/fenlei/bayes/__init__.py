"""Bayes family: class-conditional distributions turned into decisions by Bayes' formula."""

from fenlei.bayes.bayes_classifier import BayesClassifier
from fenlei.bayes.bernoulli_nb import BernoulliNB
from fenlei.bayes.categorical_nb import CategoricalNB
from fenlei.bayes.gaussian_nb import GaussianNB
from fenlei.bayes.kernel_nb import KernelNB
from fenlei.bayes.minimum_risk import MinimumRiskClassifier
from fenlei.bayes.mixed_nb import MixedNB
from fenlei.bayes.multinomial_nb import MultinomialNB
from fenlei.bayes.poisson_nb import PoissonNB
from fenlei.bayes.qda import QuadraticDiscriminantAnalysis

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
