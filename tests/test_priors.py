"""Class priors: given, estimated, refused, and their logarithms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.errors import FenleiWarning, UsageError
from fenlei.priors import class_priors, log_prior

WEIGHT = np.array([1.0, 3.0, 0.0])


def test_none_is_the_share_of_the_weight() -> None:
    assert_array_equal(class_priors(None, None, WEIGHT), [0.25, 0.75, 0.0])


@pytest.mark.parametrize(
    "priors", [[0.5, 0.5], [0.5, 0.3, 0.1], [1.2, -0.2, 0.0], [np.nan, 0.5, 0.5], [[1.0, 0.0, 0.0]]]
)
def test_given_priors_that_cannot_be(priors: Any) -> None:
    with pytest.raises(UsageError, match="priors"):
        class_priors(None, priors, WEIGHT)


def test_renormalising_warns_only_when_the_sum_is_off() -> None:
    assert_allclose(class_priors(None, [0.2, 0.3, 0.5], WEIGHT, renormalise=True), [0.2, 0.3, 0.5])
    with pytest.warns(FenleiWarning, match="Renormalizing"):
        pi = class_priors(None, [1.0, 2.0, 1.0], WEIGHT, renormalise=True)
    assert_allclose(pi, [0.25, 0.5, 0.25])
    with pytest.raises(UsageError):
        class_priors(None, [0.0, 0.0, 0.0], WEIGHT, renormalise=True)


def test_the_logarithm_of_nothing_is_minus_infinity_without_a_warning() -> None:
    assert_array_equal(log_prior(np.array([1.0, 0.0])), [0.0, -np.inf])
