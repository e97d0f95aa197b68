"""Leave-one-out by closed forms is leave-one-out by n fits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone

import fenlei
from fenlei.errors import UsageError
from fenlei.evaluate import leave_one_out

CLASSIFIERS = [
    fenlei.LinearDiscriminantAnalysis(),
    fenlei.LinearDiscriminantAnalysis(divisor="n-K"),
    fenlei.LinearDiscriminantAnalysis(priors=[0.2, 0.3, 0.5]),
    fenlei.LinearDiscriminantAnalysis("eigen"),
    fenlei.QuadraticDiscriminantAnalysis(),
    fenlei.QuadraticDiscriminantAnalysis(priors=[0.2, 0.3, 0.5]),
    fenlei.GaussianNB(),
    fenlei.GaussianNB(priors=[0.2, 0.3, 0.5], var_smoothing=1e-2),
    fenlei.KNeighborsClassifier(4),
    fenlei.KNeighborsClassifier(4, weights="distance"),
    fenlei.KNeighborsClassifier(3, weights=lambda d: 1 / (1 + d)),
]
REGRESSIONS = [
    fenlei.LinearRegression(),
    fenlei.LinearRegression(fit_intercept=False),
    fenlei.Ridge(alpha=2.0),
    fenlei.Ridge(alpha=0.3, fit_intercept=False),
]


def rows(seed: int, n: int = 40) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(3).repeat(6), rng.integers(0, 3, n - 18)])
    return rng.normal(size=(n, 3)) * [1.0, 5.0, 0.1] + y[:, None] * [0.5, -2.0, 0.1], y


def one_by_one(estimator: Any, X: np.ndarray, y: np.ndarray, method: str) -> np.ndarray:
    left = [np.delete(np.arange(len(y)), i) for i in range(len(y))]
    fits = (clone(estimator).fit(X[keep], y[keep]) for keep in left)
    return np.array([getattr(model, method)(X[i : i + 1])[0] for i, model in enumerate(fits)])


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("estimator", CLASSIFIERS, ids=range(len(CLASSIFIERS)))
def test_classifiers(estimator: Any, seed: int) -> None:
    X, y = rows(seed)
    found = leave_one_out(estimator, X, y)
    assert_allclose(found.proba, one_by_one(estimator, X, y, "predict_proba"), rtol=1e-7, atol=1e-10)
    assert_array_equal(found.prediction, one_by_one(estimator, X, y, "predict"))
    assert found.score == np.mean(found.prediction == y)
    assert not hasattr(estimator, "classes_")


@pytest.mark.parametrize("estimator", REGRESSIONS, ids=str)
def test_regressions(estimator: Any) -> None:
    X, y = rows(2)
    found = leave_one_out(estimator, X, y)
    assert_allclose(found.prediction, one_by_one(estimator, X, y, "predict"), rtol=1e-8, atol=1e-10)
    assert found.proba is None


def test_g003_9_leave_one_out_of_lda_on_iris() -> None:
    """Source 003, iris: LDA errs on 3 of 150 rows when each is left out."""
    iris = fenlei.load("iris")
    found = leave_one_out(fenlei.LinearDiscriminantAnalysis(), iris.X, iris.y)
    assert (found.prediction != iris.y).sum() == 3


def test_what_has_no_closed_form_is_refused() -> None:
    X, y = rows(0)
    for estimator in (fenlei.Perceptron(), fenlei.LinearDiscriminantAnalysis("lsqr", shrinkage=0.1)):
        with pytest.raises(UsageError, match="no closed form"):
            leave_one_out(estimator, X, y)
    with pytest.raises(ValueError, match="contains NaN"):
        leave_one_out(fenlei.GaussianNB(), np.where(np.arange(3) == 1, np.nan, X), y)
    with pytest.raises(UsageError, match="one row only"):
        leave_one_out(fenlei.GaussianNB(), X[:19], np.append(y[:18], 7))
