from .coupling import couple
from .one_vs_one import OneVsOneClassifier
from .one_vs_rest import OneVsRestClassifier

__all__ = [
    "OneVsOneClassifier",
    "OneVsRestClassifier",
    "couple",
]
