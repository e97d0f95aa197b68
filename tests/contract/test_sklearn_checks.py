"""scikit-learn's own checks, over every classifier of the registry, with no expected failure."""

from __future__ import annotations

from typing import Any

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from tests.contract.samples import EVERY, FORMS, PLAIN

# The checks feed constant, duplicate and single-row data on purpose; that we say so is tested elsewhere.
pytestmark = [
    pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning"),
]

WRAPPERS = [form for form in EVERY if form not in PLAIN]
CHECKED = [form for form in FORMS if "n_components" not in form.parameters] + WRAPPERS


@parametrize_with_checks([form.make() for form in CHECKED])
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)
