"""Leave-one-out by closed forms is leave-one-out by n fits, which is what the others get."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn.model_selection
import sklearn.naive_bayes
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.base import clone, is_classifier
from sklearn.metrics import r2_score
from sklearn.model_selection import cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import fenlei
from fenlei.errors import DataError, UsageError
from fenlei.evaluate import leave_one_out
from fenlei.trace import tracing

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


REFITTED = [
    fenlei.LogisticRegression(),
    fenlei.LinearDiscriminantAnalysis("lsqr", shrinkage=0.1),
    fenlei.QuadraticDiscriminantAnalysis(reg_param=0.1),
    fenlei.Perceptron(random_state=0),
    fenlei.C45Classifier(),
    fenlei.DecisionTreeRegressor(max_depth=2),
    make_pipeline(StandardScaler(), fenlei.KNeighborsClassifier(3)),
    sklearn.naive_bayes.GaussianNB(),
]


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("estimator", REFITTED, ids=lambda one: type(one).__name__)
def test_without_a_closed_form_each_row_has_a_fit(estimator: Any) -> None:
    X, y = rows(1, n=24)
    found = leave_one_out(estimator, X, y)
    peer = cross_val_predict(estimator, X, y, cv=sklearn.model_selection.LeaveOneOut())
    assert_array_equal(found.prediction, peer)
    assert (found.n_fits, found.refitted) == (24, True)
    if is_classifier(estimator):
        assert found.score == np.mean(peer == y)
    else:
        assert found.score == pytest.approx(r2_score(y, peer))
    assert (found.proba is not None) is hasattr(estimator, "predict_proba")
    if found.proba is not None:
        assert_allclose(found.proba, one_by_one(estimator, X, y, "predict_proba"))


def test_g003_tab2_leave_one_out_errors_of_logistic_regression() -> None:
    """Source 003, table 2: 0, 0 and 4 of 100 rows of the three pairs of irises are wrong."""
    iris = fenlei.load("iris")
    wrong = []
    for out in ("virginica", "versicolor", "setosa"):
        kept = iris.y != out
        found = leave_one_out(fenlei.LogisticRegression(), iris.X[kept], iris.y[kept])
        wrong.append(int((found.prediction != iris.y[kept]).sum()))
    assert wrong == [0, 0, 4]


def test_missing_values_frames_and_sparse_rows_are_refitted() -> None:
    X, y = rows(0, n=24)
    gaps = X.copy()
    gaps[3, 1] = np.nan
    found = leave_one_out(fenlei.GaussianNB(), gaps, y)
    assert found.refitted
    assert_array_equal(found.prediction, one_by_one(fenlei.GaussianNB(), gaps, y, "predict"))
    words = pd.DataFrame({"a": list("xyz") * 8, "b": list("xxyyzz") * 4})
    assert leave_one_out(fenlei.ID3Classifier(), words, y).n_fits == 24
    sparse = leave_one_out(fenlei.KNeighborsClassifier(4), csr_array(X), y)
    assert_array_equal(sparse.prediction, leave_one_out(fenlei.KNeighborsClassifier(4), X, y).prediction)


def test_progress_of_the_fits() -> None:
    X, y = rows(0, n=25)
    told: list[Any] = []
    with tracing(told.append):
        leave_one_out(fenlei.LogisticRegression(), X, y)
        assert not any(isinstance(each, str) for each in told)
        leave_one_out(fenlei.LogisticRegression(), X, y, verbose=1)
    lines = [each for each in told if isinstance(each, str)]
    assert len(lines) == 10
    assert (lines[0], lines[-1]) == ("leave_one_out: 3 of 25 fits", "leave_one_out: 25 of 25 fits")


def test_a_closed_form_takes_one_fit() -> None:
    X, y = rows(0)
    found = leave_one_out(fenlei.GaussianNB(), X, y)
    assert (found.n_fits, found.refitted) == (1, False)


def test_bad_input() -> None:
    X, y = rows(0)
    with pytest.raises(ValueError, match="contains NaN"):
        leave_one_out(fenlei.LinearDiscriminantAnalysis(), np.where(np.arange(3) == 1, np.nan, X), y)
    for estimator in (fenlei.GaussianNB(), fenlei.LogisticRegression()):
        with pytest.raises(UsageError, match="one row only"):
            leave_one_out(estimator, X[:19], np.append(y[:18], 7))
    with pytest.raises(DataError, match="40 rows"):
        leave_one_out(fenlei.LogisticRegression(), X, y[:39])
    with pytest.raises(DataError, match="at least two rows"):
        leave_one_out(fenlei.LogisticRegression(), X[:1], y[:1])
