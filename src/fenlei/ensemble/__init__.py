"""Ensembles: many classifiers that vote."""

from fenlei.ensemble.adaboost import AdaBoostClassifier
from fenlei.ensemble.bagging import BaggingClassifier
from fenlei.ensemble.forest_classifier import RandomForestClassifier
from fenlei.ensemble.forest_regressor import RandomForestRegressor

__all__ = ["AdaBoostClassifier", "BaggingClassifier", "RandomForestClassifier", "RandomForestRegressor"]
