"""KNeighborsRegressor: the oracle, scikit-learn's answers, weights as repetition, names, bad input."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn import neighbors as theirs
from sklearn.metrics import pairwise_distances
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError, ModelFileError, UsageError
from fenlei.neighbors import KNeighborsRegressor
from tests.oracles import neighbors as oracle


@parametrize_with_checks(
    [
        KNeighborsRegressor(),
        KNeighborsRegressor(algorithm="brute", metric="cosine", weights="distance"),
        KNeighborsRegressor(metric="heom"),
        KNeighborsRegressor(metric="precomputed"),
    ]
)
@pytest.mark.filterwarnings("ignore:cannot use tree with sparse input")
def test_scikit_learns_checks(estimator: Any, check: Any) -> None:
    check(estimator)


def sample(n: int = 80, p: int = 3, t: int = 0, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    Y = np.sin(X @ rng.normal(size=(p, max(t, 1)))) + 0.1 * rng.normal(size=(n, max(t, 1)))
    return X, Y if t else Y[:, 0], rng.normal(size=(25, p))


PARAMETERS: list[dict[str, Any]] = [
    {},
    {"weights": "distance"},
    {"weights": lambda d: np.exp(-d)},
    {"weights": None, "p": 1, "algorithm": "ball_tree"},
    {"p": 3.5, "leaf_size": 2},
    {"metric": "chebyshev", "algorithm": "kd_tree"},
    {"metric": "cosine", "algorithm": "brute"},
    {"n_neighbors": 1},
]


@pytest.mark.parametrize("parameters", PARAMETERS, ids=lambda given: " ".join(given))
@pytest.mark.parametrize("t", [0, 1, 3])
def test_as_scikit_learn(parameters: dict[str, Any], t: int) -> None:
    X, y, Q = sample(t=t)
    ours, namesake = (
        cls(**parameters).fit(X, y) for cls in (KNeighborsRegressor, theirs.KNeighborsRegressor)
    )
    for queries in (Q, None):
        expected = namesake.predict(queries)
        assert ours.predict(queries).shape == expected.shape
        assert_allclose(ours.predict(queries), expected, rtol=1e-12, atol=1e-13)
    assert ours.score(Q, ours.predict(Q)) == 1.0
    assert ours.effective_metric_ == namesake.effective_metric_


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 25), k=st.integers(1, 8), ties=st.booleans())
def test_equals_the_oracle(seed: int, n: int, k: int, ties: bool) -> None:
    """Whole numbers tie often: then the rows of lower number count."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 3, (n, 2)).astype(float) if ties else rng.normal(size=(n, 2))
    y, k = rng.normal(size=n), min(k, n)
    Q = rng.integers(0, 3, (5, 2)).astype(float)
    found = KNeighborsRegressor(k).fit(X, y).predict(Q)
    for i, query in enumerate(Q):
        nearest = sorted(range(n), key=lambda r: (round(oracle.minkowski(query, X[r], 2), 12), r))[:k]
        assert found[i] == pytest.approx(sum(y[r] for r in nearest) / k, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("weights", ["uniform", "distance"])
def test_a_weight_is_a_repetition_and_zero_is_no_row(weights: Any) -> None:
    X, y, Q = sample(t=2)
    w = np.random.default_rng(1).integers(0, 4, len(X))
    repeated = np.repeat(np.arange(len(X)), w)
    weighted = KNeighborsRegressor(6, weights=weights).fit(X, y, sample_weight=w)
    plain = KNeighborsRegressor(6, weights=weights).fit(X[repeated], y[repeated])
    assert_allclose(weighted.predict(Q), plain.predict(Q), rtol=1e-10, atol=1e-12)
    assert weighted.n_samples_fit_ == np.count_nonzero(w)


def test_order_of_rows_unit_of_targets_and_threads_do_not_matter() -> None:
    X, y, Q = sample()
    model = KNeighborsRegressor().fit(X, y)
    turned = np.random.default_rng(0).permutation(len(X))
    assert_allclose(KNeighborsRegressor().fit(X[turned], y[turned]).predict(Q), model.predict(Q), rtol=1e-12)
    assert_array_equal(KNeighborsRegressor().fit(X, 4.0 * y).predict(Q), 4.0 * model.predict(Q))
    first, second = (KNeighborsRegressor(n_jobs=jobs).fit(X, y).predict(Q) for jobs in (1, 4))
    assert first.tobytes() == second.tobytes()
    huge = KNeighborsRegressor(2).fit([[0.0], [1.0]], [1.7e308, 1.7e308])
    assert huge.predict([[0.5]]).tolist() == [1.7e308]


def test_numbers_and_names_with_missing_values() -> None:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {"size": rng.normal(size=40), "colour": rng.choice(["red", "green", "blue"], 40).astype(object)}
    )
    frame.loc[3, "size"], frame.loc[7, "colour"] = np.nan, None
    y = np.where(frame["colour"] == "red", 5.0, -1.0)
    for metric in ("heom", "gower"):
        model = KNeighborsRegressor(3, metric=metric).fit(frame, y)
        query = pd.DataFrame({"size": [0.0, np.nan], "colour": ["red", "unseen"]})
        found = model.predict(query)
        assert found[0] == 5.0
        assert -1.0 <= found[1] <= 5.0
        codes = frame["colour"].map({"blue": 0.0, "green": 1.0, "red": 2.0}).to_numpy()
        coded = np.column_stack([frame["size"].to_numpy(), codes])
        plain = KNeighborsRegressor(3, metric=metric, categorical_features=[1]).fit(coded, y)
        assert_array_equal(plain.predict(None), model.predict(None))


def test_sparse_rows_and_given_distances() -> None:
    X, y, Q = sample(t=2)
    X[np.abs(X) < 0.5] = 0.0
    model = KNeighborsRegressor().fit(X, y)
    ours = KNeighborsRegressor().fit(sparse.csr_array(X), y)
    assert_allclose(ours.predict(sparse.csr_array(Q)), model.predict(Q), rtol=1e-12)
    given_distances = KNeighborsRegressor(metric="precomputed").fit(pairwise_distances(X), y)
    assert_allclose(given_distances.predict(pairwise_distances(Q, X)), model.predict(Q), rtol=1e-12)
    tree = theirs.KDTree(X)
    assert_array_equal(KNeighborsRegressor().fit(tree, y).predict(Q), model.predict(Q))


def test_pickled_and_records_checked() -> None:
    X, y, Q = sample(t=2)
    model = KNeighborsRegressor().fit(X, y)
    assert_array_equal(pickle.loads(pickle.dumps(model)).predict(Q), model.predict(Q))
    model._check_model(model.model_)
    with pytest.raises(ModelFileError, match="order"):
        model._check_model(model.model_._replace(order=np.zeros(80, np.int64)))
    with pytest.raises(ModelFileError, match="targets"):
        model._check_model(model.model_._replace(targets=np.full((80, 2), np.nan)))


def test_bad_input() -> None:
    X, y, Q = sample()
    with pytest.raises(UsageError, match="requires y to be passed"):
        KNeighborsRegressor().fit(X, None)
    with pytest.raises(ValueError, match="Input y contains NaN"):
        KNeighborsRegressor().fit(X, np.where(np.arange(80) == 3, np.nan, y))
    with pytest.raises(UsageError, match="n_neighbors <= n_samples_fit"):
        KNeighborsRegressor(81).fit(X, y).predict(Q)
    with pytest.raises(DataError, match="zero weights"):
        KNeighborsRegressor(2, weights=lambda d: np.tile([1.0, -1.0], (len(d), 1))).fit(X, y).predict(Q)
    with pytest.raises(UsageError, match="n_neighbors=0 is not accepted"):
        KNeighborsRegressor(0).fit(X, y)
