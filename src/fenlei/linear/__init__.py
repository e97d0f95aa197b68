"""Linear models: discriminants that are linear functions of the features."""

from fenlei.linear.lda import LinearDiscriminantAnalysis
from fenlei.linear.logistic import LogisticRegression
from fenlei.linear.perceptron import Perceptron

__all__ = ["LinearDiscriminantAnalysis", "LogisticRegression", "Perceptron"]
