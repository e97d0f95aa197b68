from .one_vs_one import OneVsOneClassifier, couple
from .one_vs_rest import OneVsRestClassifier

__all__ = [
    "OneVsOneClassifier",
    "OneVsRestClassifier",
    "couple",
]
