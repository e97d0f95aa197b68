from .adaboost.adaboost import AdaBoostClassifier
from .adaboost.regressor import AdaBoostRegressor
from .bagging.bagging import BaggingClassifier
from .bagging.regressor import BaggingRegressor
from .boosting.classifier import HistGradientBoostingClassifier
from .boosting.regressor import HistGradientBoostingRegressor
from .forest.choosing_max_features import choose_max_features
from .forest.classifier import RandomForestClassifier
from .forest.regressor import RandomForestRegressor
from .voting import VotingClassifier

__all__ = [
    "AdaBoostClassifier",
    "AdaBoostRegressor",
    "BaggingClassifier",
    "BaggingRegressor",
    "HistGradientBoostingClassifier",
    "HistGradientBoostingRegressor",
    "RandomForestClassifier",
    "RandomForestRegressor",
    "VotingClassifier",
    "choose_max_features",
]
