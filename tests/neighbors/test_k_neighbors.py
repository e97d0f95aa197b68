"""KNeighborsClassifier: scikit-learn's answers, weights as repetition, numbers and names, bad input."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn import neighbors as theirs
from sklearn.base import clone
from sklearn.metrics import DistanceMetric, pairwise_distances
from sklearn.model_selection import GridSearchCV
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError, ModelFileError, UsageError
from fenlei.neighbors import KNeighborsClassifier
from fenlei.neighbors.stored_rows import UNSEEN
from tests.neighbors.cases import rows
from tests.oracles import neighbors as oracle


@parametrize_with_checks(
    [
        KNeighborsClassifier(),
        KNeighborsClassifier(algorithm="branch_bound", weights="distance"),
        KNeighborsClassifier(algorithm="brute", metric="cosine"),
        KNeighborsClassifier(metric="heom"),
        KNeighborsClassifier(metric="gower"),
        KNeighborsClassifier(metric="precomputed"),
        KNeighborsClassifier(class_weight="balanced"),
    ]
)
@pytest.mark.filterwarnings("ignore:cannot use tree with sparse input")
def test_scikit_learns_checks(estimator: Any, check: Any) -> None:
    check(estimator)


def sample(n: int = 120, p: int = 4, K: int = 3, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, K, n)
    X = rng.normal(size=(n, p)) + 0.5 * y[:, None]
    return X, np.array(["国光", "红富士", "蛇果"])[y], rng.normal(size=(40, p)) + 0.5


PARAMETERS: list[dict[str, Any]] = [
    {},
    {"weights": "distance"},
    {"weights": lambda d: np.exp(-d)},
    {"p": 1, "algorithm": "ball_tree"},
    {"p": 3.5, "leaf_size": 2},
    {"metric": "chebyshev", "algorithm": "kd_tree"},
    {"metric": "cosine", "algorithm": "brute"},
    {"metric": "correlation"},
    {"metric": "braycurtis", "algorithm": "brute"},
    {"metric": "canberra", "weights": "distance"},
    {"metric": "seuclidean", "metric_params": {"V": np.array([1.0, 2, 3, 4])}},
    {"metric": "mahalanobis", "metric_params": {"V": np.diag([1.0, 2, 3, 4]) + 0.3}},
    {"metric": "mahalanobis", "metric_params": {"VI": np.eye(4) + 0.1}, "algorithm": "brute"},
    {
        "metric": "minkowski",
        "p": 3,
        "metric_params": {"w": np.array([1.0, 0, 2, 5])},
        "algorithm": "brute",
    },
    {"metric": lambda a, b: float(np.abs(a - b).sum()), "algorithm": "brute"},
]


@pytest.mark.parametrize("parameters", PARAMETERS)
def test_the_answers_are_scikit_learns(parameters: dict[str, Any]) -> None:
    X, y, Q = sample()
    for k in (1, 4, 30):
        ours = KNeighborsClassifier(k, **parameters).fit(X, y)
        other = theirs.KNeighborsClassifier(k, **deepcopy(parameters)).fit(X, y)  # which writes into them
        assert_array_equal(ours.predict(Q), other.predict(Q))
        assert_allclose(ours.predict_proba(Q), other.predict_proba(Q), rtol=1e-9)
        (d, i), (their_d, their_i) = ours.kneighbors(Q), other.kneighbors(Q)
        assert_allclose(d, their_d, rtol=1e-7)
        assert_array_equal(i, their_i)
        for mode in ("connectivity", "distance"):
            graphs = [model.kneighbors_graph(Q, mode=mode).toarray() for model in (ours, other)]
            assert_allclose(*graphs, rtol=1e-7)
        assert_array_equal(ours.kneighbors(n_neighbors=2)[1], other.kneighbors(n_neighbors=2)[1])
    assert ours.effective_metric_ == other.effective_metric_
    assert ours.n_samples_fit_ == other.n_samples_fit_


def test_a_distance_metric_of_scikit_learn() -> None:
    X, y, Q = sample()
    model = KNeighborsClassifier(metric=DistanceMetric.get_metric("manhattan")).fit(X, y)
    assert_allclose(model.kneighbors(Q)[0], KNeighborsClassifier(p=1).fit(X, y).kneighbors(Q)[0])


def test_several_targets_as_in_scikit_learn() -> None:
    X, y, Q = sample()
    Y = np.column_stack([y, np.where(X[:, 0] > 0, "a", "b")])
    ours, other = KNeighborsClassifier(5).fit(X, Y), theirs.KNeighborsClassifier(5).fit(X, Y)
    assert_array_equal(ours.predict(Q), other.predict(Q))
    for a, b in zip(ours.predict_proba(Q), other.predict_proba(Q), strict=True):
        assert_allclose(a, b)
    assert ours.outputs_2d_
    assert [c.tolist() for c in ours.classes_] == [c.tolist() for c in other.classes_]


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "cosine"])
def test_sparse_rows(metric: str) -> None:
    X, y, Q = sample()
    X, Q = np.where(abs(X) < 0.2, 0, X), np.where(abs(Q) < 0.2, 0, Q)
    dense = KNeighborsClassifier(metric=metric, algorithm="brute").fit(X, y)
    model = KNeighborsClassifier(metric=metric).fit(sparse.csr_matrix(X), y)
    assert_allclose(model.predict_proba(sparse.csr_matrix(Q)), dense.predict_proba(Q))
    assert_array_equal(model.predict(Q), dense.predict(Q))
    with pytest.warns(UserWarning, match="cannot use tree with sparse input"):
        KNeighborsClassifier(algorithm="kd_tree").fit(sparse.csr_matrix(X), y)
    with pytest.raises(UsageError, match="not valid for sparse input"):
        KNeighborsClassifier(metric="canberra").fit(sparse.csr_matrix(X), y)


def test_precomputed_distances_dense_and_sparse() -> None:
    X, y, Q = sample()
    plain = KNeighborsClassifier(3).fit(X, y)
    dense = KNeighborsClassifier(3, metric="precomputed").fit(pairwise_distances(X), y)
    assert_array_equal(dense.predict(pairwise_distances(Q, X)), plain.predict(Q))
    graph = plain.kneighbors_graph(X, 10, mode="distance")
    near = KNeighborsClassifier(3, metric="precomputed").fit(graph, y)
    assert_array_equal(near.predict(plain.kneighbors_graph(Q, 10, mode="distance")), plain.predict(Q))
    assert_array_equal(near.kneighbors(return_distance=False), plain.kneighbors(return_distance=False))
    with pytest.raises(UsageError, match="some samples have only 10 neighbors"):
        near.kneighbors(graph, 11)
    with pytest.raises(UsageError, match="must be square"):
        KNeighborsClassifier(metric="precomputed").fit(np.ones((3, 2)), [0, 1, 0])


# --- weights


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(1, 12))
def test_a_weight_is_a_repetition(seed: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    X, codes, w = rng.normal(size=(15, 2)), rng.integers(0, 3, 15), rng.integers(0, 4, 15)
    w[:3], codes[:3] = 5, [0, 1, 2]
    Q = rng.normal(size=(5, 2))
    model = KNeighborsClassifier(k).fit(X, codes, sample_weight=w)
    repeated = KNeighborsClassifier(k).fit(np.repeat(X, w, axis=0), np.repeat(codes, w))
    assert_allclose(model.predict_proba(Q), repeated.predict_proba(Q))
    votes = [oracle.repeated_vote([oracle.square(x, q) for x in X], codes, w, k, 3) for q in Q]
    assert_allclose(model.predict_proba(Q), np.array(votes) / k)


def test_fractions_of_rows_count_up_to_k() -> None:
    model = KNeighborsClassifier(2).fit([[0.0], [1.0], [2.0]], [0, 1, 1], sample_weight=[0.5, 1.25, 4])
    assert_allclose(model.predict_proba([[-1.0]]), [[0.25, 0.75]])


def test_class_weights_are_weights_of_their_rows() -> None:
    X, y, Q = sample()
    factor = {"国光": 2.0, "红富士": 1.0, "蛇果": 0.5}
    weighted = KNeighborsClassifier(3, class_weight=factor).fit(X, y)
    by_row = KNeighborsClassifier(3).fit(X, y, sample_weight=[factor[label] for label in y])
    assert_array_equal(weighted.predict_proba(Q), by_row.predict_proba(Q))


def test_too_little_weight() -> None:
    model = KNeighborsClassifier(3).fit([[0.0], [1.0]], [0, 1], sample_weight=[1, 1])
    with pytest.raises(UsageError, match="total weight of 2, below n_neighbors = 3"):
        model.predict([[0.0]])


# --- tables


def table() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "重量": [190.0, 260.0, 150.0, np.nan, 210.0, 170.0],
            "颜色": ["黄", "黄绿", "绿", "黄绿", None, "绿"],
            "甜": [True, False, False, True, False, True],
        }
    )


@pytest.mark.parametrize("as_frame", [lambda f: f, pl.from_pandas])
def test_names_straight_from_a_frame(as_frame: Any) -> None:
    y = [0, 0, 1, 0, 1, 1]
    model = KNeighborsClassifier(2, metric="heom").fit(as_frame(table()), y)
    distance, index = model.kneighbors(as_frame(table().iloc[:2]))
    codes = [
        [0.0, 0, 1],
        [70 / 110, 1, 0],
        [-40 / 110, 2, 0],
        [np.nan, 1, 1],
        [20 / 110, np.nan, 0],
        [-20 / 110, 2, 1],
    ]
    for i in (0, 1):
        expected = oracle.nearest(codes, codes[i], 2, lambda a, b: oracle.heom(a, b, [1, 0, 0]))
        assert index[i].tolist() == [j for _, j in expected]
        assert_allclose(distance[i], [d for d, _ in expected], atol=1e-15)


def test_an_unseen_category_differs_and_a_missing_one_is_left_out() -> None:
    frame = pd.DataFrame({"a": ["x", "y", "x"], "b": [0.0, 1.0, 0.5]})
    model = KNeighborsClassifier(1, metric="gower").fit(frame, [0, 1, 2])
    ask = pd.DataFrame({"b": [0.0, 0.0], "a": ["z", None]})[["a", "b"]]
    assert model._check_X(ask)[0, 0] == UNSEEN
    assert model.kneighbors(ask)[0].ravel().tolist() == [0.5, 0.0]


def test_text_needs_a_mixed_metric() -> None:
    with pytest.raises(UsageError, match="set metric='heom' or 'gower'"):
        KNeighborsClassifier().fit(table(), [0, 0, 1, 0, 1, 1])
    with pytest.raises(UsageError, match="categorical_features needs metric='heom'"):
        KNeighborsClassifier(categorical_features=[0]).fit(np.eye(6), [0, 0, 1, 0, 1, 1])


# --- bad input


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_neighbors": 0}, "n_neighbors=0 is not accepted; give a whole number of at least 1"),
        ({"algorithm": "tree"}, "algorithm='tree' is not accepted"),
        ({"metric": "nearness"}, "Metric 'nearness' is not known"),
        ({"weights": "near"}, "weights='near' is not accepted"),
        ({"metric": lambda a, b: 0.0, "algorithm": "kd_tree"}, "kd_tree does not support callable metric"),
        ({"metric": "hamming", "algorithm": "branch_bound"}, "triangle inequality"),
        ({"p": 0.5, "algorithm": "kd_tree"}, "does not support 0 < p < 1"),
        ({"metric": "mahalanobis", "metric_params": {"V": np.ones((4, 4))}}, "not positive definite"),
        ({"metric": "mahalanobis", "metric_params": {"V": np.ones(4)}}, r"shape \(4,\)"),
        ({"metric": "seuclidean", "metric_params": {"V": np.zeros(4)}}, "4 variances above 0"),
        ({"metric_params": {"w": [-1, 0, 0, 0]}}, "4 finite weights"),
    ],
)
def test_wrong_parameters(parameters: dict[str, Any], message: str) -> None:
    X, y, _ = sample()
    with pytest.raises((UsageError, DataError), match=message):
        KNeighborsClassifier(**parameters).fit(X, y)


def test_more_neighbours_than_rows() -> None:
    X, y, Q = sample(n=5)
    model = KNeighborsClassifier(6).fit(X, y)
    with pytest.raises(
        UsageError, match=r"n_neighbors <= n_samples_fit, but n_neighbors = 6, n_samples_fit = 5"
    ):
        model.predict(Q)
    with pytest.raises(UsageError, match="n_neighbors < n_samples_fit"):
        model.kneighbors(n_neighbors=5)
    with pytest.raises(UsageError, match="Expected n_neighbors > 0"):
        model.kneighbors(Q, n_neighbors=0)


def test_minkowski_below_one_is_brute_force_with_a_warning() -> None:
    X, y, Q = sample()
    with pytest.warns(UserWarning, match="not distance metrics"):
        ours = KNeighborsClassifier(p=0.5, algorithm="brute").fit(X, y)
    with pytest.warns(UserWarning, match="not distance metrics"):
        other = theirs.KNeighborsClassifier(p=0.5, algorithm="brute").fit(X, y)
    assert_allclose(ours.kneighbors(Q)[0], other.kneighbors(Q)[0])


def test_exponent_given_twice() -> None:
    X, y, _ = sample()
    with pytest.warns(SyntaxWarning, match="p is found in metric_params"):
        model = KNeighborsClassifier(metric_params={"p": 1}).fit(X, y)
    assert model.effective_metric_ == "manhattan"


def test_missing_values_need_a_metric_that_takes_them() -> None:
    X, y, _ = sample()
    X[3, 1] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        KNeighborsClassifier().fit(X, y)
    for metric in ("heom", "gower", "nan_euclidean"):
        assert KNeighborsClassifier(metric=metric).fit(X, y).predict(X).shape == y.shape


def test_zero_vectors_are_at_cosine_distance_one() -> None:
    X = [[0.0, 0.0], [1.0, 0.0], [0.0, 2.0]]
    for algorithm in ("brute", "kd_tree", "branch_bound"):
        model = KNeighborsClassifier(3, metric="cosine", algorithm=algorithm).fit(X, [0, 1, 1])
        distance, index = model.kneighbors([[0.0, 0.0], [3.0, 0.0]])
        assert_allclose(distance, [[1, 1, 1], [0, 1, 1]], atol=1e-15)
        assert index.tolist() == [[0, 1, 2], [1, 0, 2]]


def test_a_function_that_gives_no_vote_at_all() -> None:
    X, y, Q = sample()
    with pytest.raises(DataError, match="zero weights"):
        KNeighborsClassifier(weights=np.zeros_like).fit(X, y).predict(Q)


def test_statistics_belong_to_branch_and_bound() -> None:
    X, y, Q = sample()
    with pytest.raises(UsageError, match="set algorithm='branch_bound'"):
        KNeighborsClassifier().fit(X, y).search_statistics(Q)


def test_distance_votes_of_copies() -> None:
    model = KNeighborsClassifier(3, weights="distance").fit([[0.0], [0.0], [1.0], [2.0]], [0, 1, 1, 1])
    assert model.predict_proba([[0.0]]).tolist() == [[0.5, 0.5]]


# --- the estimator as an object


def test_copies_and_pickles_answer_alike() -> None:
    X, y, Q = sample()
    model = KNeighborsClassifier(3).fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    assert_array_equal(again.predict(Q), model.predict(Q))
    assert not hasattr(clone(model), "model_")


def test_search_for_parameters() -> None:
    X, y, _ = sample()
    found = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5], "p": [1, 2]}, cv=3).fit(X, y)
    assert found.best_params_["n_neighbors"] in (1, 5)


def test_leave_one_out_by_asking_for_nothing() -> None:
    X, y, _ = sample()
    model = KNeighborsClassifier(3).fit(X, y)
    expected = [
        KNeighborsClassifier(3).fit(np.delete(X, i, 0), np.delete(y, i)).predict(X[[i]])[0] for i in range(40)
    ]
    assert model.predict(None)[:40].tolist() == expected


def test_blocks_of_queries_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y, Q = sample()
    whole = KNeighborsClassifier(3).fit(X, y).predict_proba(Q)
    monkeypatch.setattr("fenlei.neighbors.stored_rows.ANSWERS", 7)
    monkeypatch.setattr("fenlei.neighbors.search.search.BLOCK", 5)
    monkeypatch.setattr("fenlei.neighbors.search.other_metrics.ELEMENTS", 300)
    assert_array_equal(KNeighborsClassifier(3).fit(X, y).predict_proba(Q), whole)
    foreign = KNeighborsClassifier(3, metric=lambda a, b: float(((a - b) ** 2).sum())).fit(X, y)
    assert_array_equal(foreign.predict_proba(Q), whole)


# --- the record


def test_a_record_from_a_strangers_hand() -> None:
    X, y, _ = sample()
    model = KNeighborsClassifier(3, algorithm="kd_tree").fit(X, y)
    model._check_model(model.model_)
    order = model.model_.order
    bad = [
        {"codes": model.model_.codes + 3},
        {"codes": model.model_.codes[:-1]},
        {"order": np.where(order == 5, 6, order)},
        {"order": order + 1},
        {"X": X[:, :3]},
        {"X": np.where(X > 1, np.nan, X)},
        {"X": None},
        {"w": -np.ones(len(X))},
        {"sparse": (X[:, 0], np.zeros(3, np.int64))},
        {"categorical": np.ones(2, dtype=bool)},
    ]
    for fields in bad:
        with pytest.raises(ModelFileError):
            model._check_model(model.model_._replace(**fields))


def test_a_sparse_record_is_checked() -> None:
    X, y, _ = sample()
    model = KNeighborsClassifier(3).fit(sparse.csr_matrix(X), y)
    model._check_model(model.model_)
    data, indices, indptr = model.model_.sparse
    with pytest.raises(ModelFileError):
        model._check_model(model.model_._replace(sparse=(data, indices + 1, indptr)))


def test_a_record_builds_the_same_search() -> None:
    X, y, Q = sample()
    model = KNeighborsClassifier(3, algorithm="kd_tree").fit(X, y)
    other = clone(model)
    other.n_features_in_, other.classes_ = 4, model.classes_
    other._keep(model.model_)
    assert_array_equal(other.kneighbors(Q)[1], model.kneighbors(Q)[1])
    assert_array_equal(other._search.boxes.rows, model._search.boxes.rows)


def test_rows_are_not_changed() -> None:
    X = rows("normal", 50, 3)
    before = X.copy()
    KNeighborsClassifier(3).fit(X, np.arange(50) % 2).predict(X)
    assert_array_equal(X, before)


@pytest.mark.parametrize("ties", ["first", "nearest", "reject"])
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_tie_rules_are_the_oracles(ties: str, k: int) -> None:
    rng = np.random.default_rng(k)
    X, y, Q = (
        rng.integers(0, 4, (40, 2)).astype(float),
        rng.integers(0, 3, 40),
        rng.normal(size=(60, 2)) + 1.5,
    )
    model = KNeighborsClassifier(k, ties=ties, reject_label=-1).fit(X, y)
    neighbours = y[model.kneighbors(Q, return_distance=False)]
    assert model.predict(Q).tolist() == [oracle.vote_with_ties(row.tolist(), ties) for row in neighbours]


@pytest.mark.parametrize("labels", [[0, 1], ["a", "b"], [False, True]])
def test_a_rejection_is_no_right_answer(labels: list[Any]) -> None:
    X, y = np.array([[0.0], [2.0], [10.0], [12.0]]), np.array(labels)[[0, 0, 0, 1]]
    model = KNeighborsClassifier(2, ties="reject").fit(X, y)
    assert model.score(X, y) == 0.5
    assert model.score(X, y, [1, 1, 1, 5]) == 0.25
    with pytest.raises(UsageError, match="reject_label"):
        KNeighborsClassifier(2, ties="reject", reject_label=labels[0]).fit(X, y)


def test_a_rejected_query_keeps_its_probabilities_and_has_a_label_of_its_own() -> None:
    X, y = [[0.0], [1.0], [3.0], [4.0]], ["甲", "甲", "乙", "乙"]
    model = KNeighborsClassifier(4, ties="reject", reject_label="拒绝").fit(X, y)
    assert model.predict([[2.0]]).tolist() == ["拒绝"]
    assert model.predict_proba([[2.0]]).tolist() == [[0.5, 0.5]]
    assert KNeighborsClassifier(2, ties="reject").fit([[0.0], [2.0]], [0, 1]).predict([[1.0]]).tolist() == [
        "reject"
    ]
    with pytest.raises(UsageError, match="is one of the classes"):
        model.set_params(reject_label="甲").predict([[2.0]])


def test_weighted_votes_tie_up_to_rounding() -> None:
    model = KNeighborsClassifier(4, weights="distance", ties="nearest")
    model.fit([[-0.3], [0.1], [0.3], [-0.1]], [1, 1, 0, 0])
    assert model.predict([[0.0]]).tolist() == [1]


def test_several_targets_cannot_be_saved_and_it_says_so(tmp_path: Any) -> None:
    from fenlei.model_file import save_model

    model = KNeighborsClassifier(1).fit([[0.0], [1.0]], [[0, 1], [1, 0]])
    with pytest.raises(UsageError, match="A model with 2 target columns cannot be saved; fit and save one"):
        save_model(model, tmp_path / "m.fenlei")


@pytest.mark.parametrize("algorithm", ["kd_tree", "ball_tree", "brute", "branch_bound"])
def test_identical_points_make_no_blow_up(algorithm: str) -> None:
    X, y = np.ones((20_000, 3)), np.arange(20_000) % 2
    model = KNeighborsClassifier(3, algorithm=algorithm).fit(X, y)
    assert model.kneighbors([[1.0, 1.0, 1.0]])[1].tolist() == [[0, 1, 2]]
