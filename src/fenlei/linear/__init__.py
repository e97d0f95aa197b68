"""Linear models: discriminants that are linear functions of the features."""

from fenlei.linear.lda import LinearDiscriminantAnalysis

__all__ = ["LinearDiscriminantAnalysis"]
