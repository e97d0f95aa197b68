"""scikit-learn's own checks, over every estimator of the registry; `expected_failures` says which fail."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei import Perceptron
from fenlei.registry import entries
from tests.contract.samples import EVERY, FORMS, PLAIN, Form, expected_failures

# The checks feed constant, duplicate and single-row data on purpose; that we say so is tested elsewhere.
pytestmark = [
    pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning"),
]

WRAPPERS = [form for form in EVERY if form not in PLAIN]
REGRESSORS = [Form(entry, {}) for entry in entries(kind="regressor")]
CHECKED = [form for form in FORMS if "n_components" not in form.parameters] + WRAPPERS + REGRESSORS


@parametrize_with_checks([form.make() for form in CHECKED], expected_failed_checks=expected_failures)
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    with warnings.catch_warnings():
        if isinstance(estimator, Perceptron):  # on rows that no line tells apart it never converges
            warnings.simplefilter("ignore", ConvergenceWarning)
        check(estimator)
