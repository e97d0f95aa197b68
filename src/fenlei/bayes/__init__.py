"""Bayes family: class-conditional distributions turned into decisions by Bayes' formula."""

from fenlei.bayes.bernoulli_nb import BernoulliNB
from fenlei.bayes.categorical_nb import CategoricalNB
from fenlei.bayes.gaussian_nb import GaussianNB
from fenlei.bayes.multinomial_nb import MultinomialNB
from fenlei.bayes.qda import QuadraticDiscriminantAnalysis

__all__ = ["BernoulliNB", "CategoricalNB", "GaussianNB", "MultinomialNB", "QuadraticDiscriminantAnalysis"]
