"""Many classes from classifiers of two: one against one, one against the rest."""

from fenlei.multiclass.coupling import couple
from fenlei.multiclass.one_vs_one import OneVsOneClassifier
from fenlei.multiclass.one_vs_rest import OneVsRestClassifier

__all__ = ["OneVsOneClassifier", "OneVsRestClassifier", "couple"]
