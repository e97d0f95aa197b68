"""scikit-learn's own checks over the forests in their plain and special forms."""

from __future__ import annotations

from typing import Any

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.ensemble.forest.classifier import RandomForestClassifier
from fenlei.ensemble.forest.regressor import RandomForestRegressor
from tests.contract.samples import expected_failures

pytestmark = [
    pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning"),
]


@parametrize_with_checks(
    [
        RandomForestClassifier(n_estimators=5),
        RandomForestClassifier(n_estimators=5, max_samples=40),
        RandomForestClassifier(n_estimators=4, max_bins=None, criterion="entropy", max_leaf_nodes=20),
        RandomForestClassifier(n_estimators=4, class_weight="balanced_subsample", max_samples=0.7),
        RandomForestClassifier(n_estimators=4, bootstrap=False, max_features=0.5),
        RandomForestRegressor(n_estimators=5),
        RandomForestRegressor(n_estimators=5, max_samples=40),
        RandomForestRegressor(n_estimators=4, criterion="absolute_error", max_depth=4),
    ],
    expected_failed_checks=expected_failures,
)
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)
