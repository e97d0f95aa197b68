"""Covariances of the classes: the rule, what it needs, and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.covariance import OAS, LedoitWolf

from fenlei.contract.classifier import Rows
from fenlei.errors import UsageError
from fenlei.stats import scatter
from fenlei.stats.class_covariance import CovarianceRule, class_covariances, total_covariance
from tests.kernels.blocks import block

B = block(40, 3, 2)
ROWS = Rows(B.X, B.codes, None)
SUMMARY = scatter.summarise(*B, pooled=False)


def rule(shrinkage: Any = None, foreign: Any = None) -> CovarianceRule:
    return CovarianceRule("Q", shrinkage, foreign, None)


def test_divisor_is_the_weight_of_the_class_and_an_empty_class_has_zero() -> None:
    three = scatter.align(SUMMARY, np.array([0, 2]), 3, pooled=False)
    C = class_covariances(three, None, rule())
    for k, code in ((0, 0), (2, 1)):
        assert_allclose(C[k], np.cov(B.X[B.codes == code], rowvar=False, bias=True), rtol=1e-12)
    assert not C[1].any()


def test_pooled_and_by_class_agree_for_any_fixed_shrinkage() -> None:
    pooled = scatter.summarise(*B, pooled=True)
    for shrinkage in (None, 0.0, 0.4, 1):
        C = class_covariances(SUMMARY, None, rule(shrinkage))
        mean = np.tensordot(SUMMARY.weight / 40, C, 1)
        assert_allclose(class_covariances(pooled, None, rule(shrinkage))[0], mean, rtol=1e-12)


@pytest.mark.parametrize("foreign", [OAS(), LedoitWolf()])
def test_a_foreign_estimator_sees_the_rows_of_one_class(foreign: Any) -> None:
    C = class_covariances(SUMMARY, ROWS, rule(foreign=foreign))
    for k in range(2):
        assert_allclose(C[k], type(foreign)().fit(B.X[B.codes == k]).covariance_)
    assert_allclose(
        total_covariance(SUMMARY, ROWS, rule(foreign=foreign)), type(foreign)().fit(B.X).covariance_
    )
    assert not hasattr(foreign, "covariance_")  # the user's object is not fitted behind his back


@pytest.mark.parametrize(
    ("given", "rows", "key"),
    [
        (rule("auto"), None, "estimator.needs_rows"),
        (rule(foreign=OAS()), None, "estimator.needs_rows"),
        (rule(foreign=OAS()), ROWS._replace(w=np.ones(40)), "covariance.foreign_weights"),
    ],
)
def test_what_a_summary_cannot_tell_is_refused(given: CovarianceRule, rows: Any, key: str) -> None:
    with pytest.raises(UsageError) as caught:
        class_covariances(SUMMARY, rows, given)
    assert caught.value.key == key
