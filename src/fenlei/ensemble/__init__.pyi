from .adaboost.adaboost import AdaBoostClassifier
from .bagging.bagging import BaggingClassifier
from .forest.choosing_max_features import choose_max_features
from .forest.classifier import RandomForestClassifier
from .forest.regressor import RandomForestRegressor

__all__ = [
    "AdaBoostClassifier",
    "BaggingClassifier",
    "RandomForestClassifier",
    "RandomForestRegressor",
    "choose_max_features",
]
