"""scikit-learn's own checks, over every classifier of the registry, with no expected failure."""

from __future__ import annotations

from typing import Any

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from tests.contract.samples import FORMS

# The checks feed constant, duplicate and single-row data on purpose; that we say so is tested elsewhere.
pytestmark = [
    pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning"),
]

# BUG: LDA and QDA with shrinkage="auto" have a partial_fit that always raises; scikit-learn's way is to hide it
#      (`available_if`). LDA.transform has no rule for the signs of the directions, so rounding turns them over.
#      QDA.predict lets a RuntimeWarning of matmul out before it refuses infinity.
CHECKED = [form for form in FORMS if "n_components" not in form.parameters]


@parametrize_with_checks([form.make() for form in CHECKED])
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)
