"""NearestCentroid: scikit-learn's answers, weights, Mahalanobis."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn import neighbors as theirs
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError, FenleiWarning, UsageError
from fenlei.linear import LinearDiscriminantAnalysis
from fenlei.neighbors import NearestCentroid
from fenlei.stats.median import weighted_median
from tests.neighbors.test_k_neighbors import sample


@parametrize_with_checks(
    [
        NearestCentroid(),
        NearestCentroid("manhattan"),
        NearestCentroid("mahalanobis"),
        NearestCentroid(priors="empirical"),
    ]
)
@pytest.mark.filterwarnings("ignore::fenlei.errors.DegenerateDataWarning")
def test_scikit_learns_checks(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"metric": "manhattan"},
        {"priors": "empirical"},
        {"priors": [0.2, 0.3, 0.5]},
        {"shrink_threshold": 0.5},
        {"metric": "manhattan", "priors": "empirical", "shrink_threshold": 0.3},
    ],
)
def test_the_answers_are_scikit_learns(parameters: dict[str, Any]) -> None:
    X, y, Q = sample()
    ours, other = NearestCentroid(**parameters).fit(X, y), theirs.NearestCentroid(**parameters).fit(X, y)
    assert_array_equal(ours.predict(Q), other.predict(Q))
    for name in ("centroids_", "deviations_", "within_class_std_dev_", "class_prior_"):
        assert_allclose(getattr(ours, name), getattr(other, name), err_msg=name)
    assert hasattr(ours, "predict_proba") == hasattr(other, "predict_proba")
    if hasattr(ours, "predict_proba"):
        assert_allclose(ours.predict_proba(Q), other.predict_proba(Q))
        assert_allclose(ours.decision_function(Q), other.decision_function(Q))
        assert_allclose(ours.predict_log_proba(Q), other.predict_log_proba(Q))
    sparse_model = NearestCentroid(**parameters).fit(sparse.csr_matrix(X), y)
    assert_array_equal(sparse_model.predict(sparse.csr_matrix(Q)), ours.predict(Q))


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "mahalanobis"])
def test_class_distances_are_those_of_a_loop(metric: str) -> None:
    X, y, Q = sample()
    model = NearestCentroid(metric, priors="empirical").fit(X, y)  # priors do not change distances
    left = X - model.centroids_[np.searchsorted(model.classes_, y)]
    inverse = np.linalg.inv(left.T @ left / (len(y) - len(model.classes_)))
    form = {
        "euclidean": lambda d: np.sqrt(sum(v * v for v in d)),
        "manhattan": lambda d: sum(abs(v) for v in d),
        "mahalanobis": lambda d: np.sqrt(d @ inverse @ d),
    }[metric]
    expected = [[form(x - m) for m in model.centroids_] for x in Q]
    assert_allclose(model.class_distances(Q), expected, rtol=1e-9)
    assert_allclose(model.class_distances(sparse.csr_array(Q)), expected, rtol=1e-9)
    equal = NearestCentroid(metric).fit(X, y)
    nearest = equal.classes_[equal.class_distances(Q).argmin(axis=1)]
    assert_array_equal(nearest, equal.predict(Q))
    with pytest.raises(ValueError, match="NaN"):
        model.class_distances(np.full((1, Q.shape[1]), np.nan))


def test_mahalanobis_is_the_linear_discriminant_with_equal_priors() -> None:
    X, y, Q = sample()
    X = X @ np.array([[1, 0.9, 0, 0], [0, 1, 0, 0], [0, 0, 5, 0], [0, 0.3, 0, 0.1]])
    priors = np.full(3, 1 / 3)
    expected = LinearDiscriminantAnalysis(priors=priors, solver="lsqr").fit(X, y)
    # both decide by the pooled covariance; LDA's pools by priors, here nearly the classes' shares
    agree = NearestCentroid("mahalanobis").fit(X, y).predict(Q) == expected.predict(Q)
    assert agree.mean() > 0.95
    K, centred = (
        3,
        X - np.array([X[y == c].mean(axis=0) for c in np.unique(y)])[np.unique(y, return_inverse=True)[1]],
    )
    precision = np.linalg.inv(centred.T @ centred / (len(X) - K))
    model = NearestCentroid("mahalanobis").fit(X, y)
    distances = [[(q - c) @ precision @ (q - c) for c in model.centroids_] for q in Q]
    assert_array_equal(model.predict(Q), model.classes_[np.argmin(distances, axis=1)])


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "mahalanobis"])
def test_a_weight_is_a_repetition(metric: str) -> None:
    X, y, Q = sample()
    w = np.random.default_rng(1).integers(0, 4, len(y))
    a = NearestCentroid(metric, priors="empirical").fit(X, y, sample_weight=w)
    b = NearestCentroid(metric, priors="empirical").fit(np.repeat(X, w, axis=0), np.repeat(y, w))
    assert_allclose(a.centroids_, b.centroids_)
    assert_allclose(a.within_class_std_dev_, b.within_class_std_dev_)
    assert_allclose(a.class_prior_, b.class_prior_)
    assert_array_equal(a.predict(Q), b.predict(Q))


def test_weighted_medians() -> None:
    values = np.array([[3.0, 1.0], [1.0, 1.0], [2.0, 5.0]])
    for w in ([1, 1, 1], [1, 2, 3], [3, 1, 2], [1, 1, 2], [0.5, 0.5, 0.25]):
        repeats = (np.array(w) * 4).astype(int)
        assert_allclose(
            weighted_median(values, np.array(w, float)), np.median(np.repeat(values, repeats, axis=0), axis=0)
        )


def test_bad_input() -> None:
    with pytest.raises(DataError, match="zero variance"):
        NearestCentroid().fit(np.ones((4, 2)), [0, 1, 0, 1])
    with pytest.raises(DataError, match="greater than one; got 1 class"):
        NearestCentroid().fit(np.eye(3), [0, 0, 0])
    with pytest.raises(UsageError, match="metric='cosine' is not accepted"):
        NearestCentroid("cosine").fit(np.eye(3), [0, 1, 0])
    with pytest.warns(FenleiWarning, match="at least one column is constant inside every class"):
        NearestCentroid().fit([[0.0, 1], [0, 2], [1, 3], [1, 4]], [0, 0, 1, 1])
    X, y, _ = sample()
    with pytest.warns(FenleiWarning, match=r"singular \(rank 4 of 5\)"):
        NearestCentroid("mahalanobis").fit(np.column_stack([X, X[:, 0]]), y)
