"""scikit-learn's own checks over AdaBoost with stumps and other classifiers, with no expected failure."""

from __future__ import annotations

from typing import Any

import pytest
import sklearn.tree
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei import GaussianNB
from fenlei.ensemble import AdaBoostClassifier
from fenlei.trees import DecisionTreeClassifier

pytestmark = [
    pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning"),
]


@parametrize_with_checks(
    [
        AdaBoostClassifier(),
        AdaBoostClassifier(n_estimators=5, learning_rate=0.5, alpha="half_ln"),
        AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=5),
        AdaBoostClassifier(GaussianNB(), n_estimators=5),
        AdaBoostClassifier(sklearn.tree.DecisionTreeClassifier(max_depth=1), n_estimators=5, random_state=0),
    ]
)
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)
