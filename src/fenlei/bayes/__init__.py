"""Bayes family: class-conditional distributions turned into decisions by Bayes" formula."""

from fenlei.bayes.categorical_nb import CategoricalNB
from fenlei.bayes.gaussian_nb import GaussianNB
from fenlei.bayes.qda import QuadraticDiscriminantAnalysis

__all__ = ["CategoricalNB", "GaussianNB", "QuadraticDiscriminantAnalysis"]
