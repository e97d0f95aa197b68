"""scikit-learn's own checks over bagging."""

from __future__ import annotations

from typing import Any

import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.bayes.gaussian_nb import GaussianNB
from fenlei.ensemble.bagging.bagging import BaggingClassifier
from tests.contract.samples import expected_failures

pytestmark = [
    pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning"),
]


@parametrize_with_checks(
    [
        BaggingClassifier(n_estimators=5),
        BaggingClassifier(
            n_estimators=5, max_samples=40, random_state=0
        ),  # the cell that is no number is drawn
        # A seed: without one, no part may draw the column in which a check hides what is no number.
        BaggingClassifier(GaussianNB(), n_estimators=3, max_features=0.8, random_state=0),
        BaggingClassifier(LogisticRegression(), n_estimators=3, bootstrap=False),
    ],
    expected_failed_checks=expected_failures,
)
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)
