"""The estimators that a vote is of: who votes by default, and what may vote."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Literal

from sklearn import get_config
from sklearn.base import BaseEstimator, is_classifier

Named = tuple[str, BaseEstimator | Literal["drop"]]


def default_estimators() -> list[Named]:
    """Three classifiers that err differently: a linear one, a tree, and naive Bayes."""
    from fenlei.bayes.gaussian_nb import GaussianNB
    from fenlei.linear.logistic.logistic_regression import LogisticRegression
    from fenlei.trees.decision_tree import DecisionTreeClassifier

    parts = [
        ("logistic_regression", LogisticRegression()),
        ("decision_tree", DecisionTreeClassifier()),
        ("gaussian_nb", GaussianNB()),
    ]
    if get_config()["enable_metadata_routing"]:  # nobody else can request the weights for them
        return [(name, part.set_fit_request(sample_weight=True)) for name, part in parts]
    return list(parts)


def classifies(part: object) -> bool:
    """Whether an estimator is a classifier, by its tags or, where it has none, by its methods."""
    return bool(is_classifier(part)) if hasattr(part, "__sklearn_tags__") else hasattr(part, "predict")


def takes_any(method: Callable[..., object]) -> bool:
    """Whether a method takes keyword arguments of any name."""
    return any(parameter.kind is Parameter.VAR_KEYWORD for parameter in signature(method).parameters.values())
