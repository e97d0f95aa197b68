"""scikit-learn's own checks over the trees in their plain and special forms, with no expected failure."""

from __future__ import annotations

from typing import Any

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.trees import C45Classifier, DecisionTreeClassifier, DecisionTreeRegressor, ID3Classifier

pytestmark = [
    pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning"),
]


@parametrize_with_checks(
    [
        ID3Classifier(),
        C45Classifier(),
        C45Classifier(pruning=False, mdl_correction=False, thresholds="midpoint", min_cases=1),
        DecisionTreeClassifier(),
        DecisionTreeClassifier(criterion="entropy", max_leaf_nodes=20, max_features=0.5, random_state=0),
        DecisionTreeClassifier(splitter="random", random_state=1, nominal_split="multiway"),
        DecisionTreeRegressor(),
        DecisionTreeRegressor(criterion="absolute_error", max_depth=4),
        DecisionTreeRegressor(max_leaf_nodes=8, ccp_alpha=0.01),
    ]
)
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)
