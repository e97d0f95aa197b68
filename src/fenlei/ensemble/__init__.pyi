from .adaboost.adaboost import AdaBoostClassifier
from .bagging.bagging import BaggingClassifier
from .forest.classifier import RandomForestClassifier
from .forest.regressor import RandomForestRegressor

__all__ = [
    "AdaBoostClassifier",
    "BaggingClassifier",
    "RandomForestClassifier",
    "RandomForestRegressor",
]
