"""k-means: the passes against a slow twin, the estimator against scikit-learn, and what must not matter."""

from __future__ import annotations

import itertools
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_matrix
from sklearn.cluster import KMeans as Theirs
from sklearn.cluster import kmeans_plusplus as their_plusplus
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.cluster import KMeans, kmeans_plusplus
from fenlei.cluster.kmeans.assignment import make_moves
from fenlei.cluster.kmeans.lloyd import Passes, Points, nearest_centres
from fenlei.errors import DataError, UsageError
from fenlei.kernels.threads import available_cores
from tests.oracles import cluster as oracle


def blobs(n: int = 600, p: int = 5, K: int = 4, seed: int = 0, spread: float = 1.0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return 3.0 * rng.normal(size=(K, p))[rng.integers(K, size=n)] + spread * rng.normal(size=(n, p))


@parametrize_with_checks(
    [KMeans(init="random", n_init=2)]
)  # the default form is checked by the contract tests
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


def as_points(X: Any, n_jobs: int | None = None) -> Points:
    dense = X.toarray() if hasattr(X, "toarray") else X
    origin = np.zeros(X.shape[1]) if dense is not X else dense.mean(axis=0)
    return Points(
        X, np.empty(0), origin, float(np.sqrt(((dense - origin) ** 2).sum(axis=1).mean())) or 1.0, n_jobs
    )


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("scale", [1.0, 2.0**-500, 2.0**500])
@given(data=st.data())
@settings(max_examples=12)
def test_nearest_centres_are_those_of_the_twin(sparse: bool, scale: float, data: st.DataObject) -> None:
    """Whole numbers, so that there are ties, which are exact."""
    n, p, K = data.draw(st.tuples(st.integers(1, 40), st.integers(1, 9), st.integers(1, 6)))
    numbers = st.integers(-3, 3).map(float)
    X, centres = (
        data.draw(arrays(float, (n, p), elements=numbers)),
        data.draw(arrays(float, (K, p), elements=numbers)),
    )
    points = as_points(csr_matrix(scale * X) if sparse else scale * X)
    assert nearest_centres(points, scale * centres).tolist() == oracle.nearest(X, centres).tolist()


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_bounds_never_hide_a_change(sparse: bool, offset: float) -> None:
    """Centres that wander: labels of each pass are those of a pass without bounds."""
    rng = np.random.default_rng(3)
    X = blobs(700, 6) + offset
    X = np.where(offset < X, X, 0.0) if sparse else X
    points, centres = as_points(csr_matrix(X) if sparse else X), X[rng.choice(len(X), 9)]
    passes = Passes(points, 9)
    for step in (0.0, 1.0, 0.1, 0.01, 1e-3, 1e-4, 0.5):
        centres = centres + step * rng.normal(size=centres.shape)
        passes.assign(centres)
        assert passes.bounds.labels.tolist() == oracle.nearest(X, centres).tolist()
        distance = np.sqrt(((X[:, None] - centres) ** 2).sum(axis=2))
        own = distance[np.arange(len(X)), passes.bounds.labels]
        distance[np.arange(len(X)), passes.bounds.labels] = np.inf
        assert (passes.bounds.upper >= own * (1 - 1e-9)).all()
        assert (passes.bounds.lower <= distance.min(axis=1) * (1 + 1e-9)).all()
        weight = np.bincount(passes.bounds.labels, minlength=9)
        assert passes.weight.sum(axis=0).tolist() == weight.tolist()


def test_tight_clusters_far_apart_give_up_float32() -> None:
    rng = np.random.default_rng(0)
    X = 1e6 * rng.integers(0, 2, size=(500, 3)) + 1e-3 * rng.normal(size=(500, 3))
    centres = X[:40]
    passes = Passes(as_points(X), 40)
    passes.assign(centres)
    assert passes.dtype is np.float64
    assert passes.bounds.labels.tolist() == oracle.nearest(X, centres).tolist()
    passes.assign(centres + 1e-4)
    assert passes.bounds.labels.tolist() == oracle.nearest(X, centres + 1e-4).tolist()


def test_moves_know_the_centres() -> None:
    old, new = np.array([[0.0, 0], [4, 0], [0, 3]]), np.array([[0.0, 1], [4, 0], [0, 3]])
    moves = make_moves(new, old)
    np.testing.assert_allclose(moves.own, [1, 0, 0], rtol=1e-12)
    np.testing.assert_allclose(moves.others, [0, 1, 1], rtol=1e-12)
    np.testing.assert_allclose(moves.half, [1, np.sqrt(17) / 2, 1], rtol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_lloyd_is_that_of_the_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, w = blobs(60, 3, seed=seed), rng.uniform(0.5, 2.0, 60)
    start = X[rng.choice(60, 4, replace=False)]
    model = KMeans(4, init=start, tol=0.0).fit(X, sample_weight=w)
    centres, labels, rounds = oracle.lloyd(X, start, w, 300)
    np.testing.assert_allclose(model.cluster_centers_, centres, rtol=1e-12)
    assert model.labels_.tolist() == labels.tolist()
    assert model.n_iter_ == rounds
    assert model.inertia_ == pytest.approx(oracle.inertia(X, centres, labels, w), rel=1e-12)
    np.testing.assert_allclose(model.cluster_weight_, np.bincount(labels, w), rtol=1e-12)


@pytest.mark.parametrize("sparse", [False, True])
def test_plusplus_is_that_of_the_twin_and_of_scikit_learn(sparse: bool) -> None:
    X = blobs(80, 3)
    w = np.random.default_rng(1).uniform(0.5, 2.0, 80)
    given_rows = csr_matrix(X) if sparse else X
    for seed in range(5):
        _, rows = kmeans_plusplus(given_rows, 6, sample_weight=w, random_state=seed)
        assert rows.tolist() == oracle.plusplus(X, 6, w, np.random.RandomState(seed))
        assert rows.tolist() == their_plusplus(X, 6, sample_weight=w, random_state=seed)[1].tolist()


SETTINGS = [{}, {"init": "random"}, {"n_init": 3}, {"algorithm": "elkan"}, {"max_iter": 3}, {"tol": 0.0}]


@pytest.mark.parametrize("kind", ["float64", "float32", "sparse"])
@pytest.mark.parametrize("parameters", SETTINGS, ids=str)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_seed_gives_scikit_learns_clusters(kind: str, parameters: dict[str, Any]) -> None:
    X = blobs(900, 6, 5, spread=2.0)
    X = csr_matrix(np.where(np.abs(X) > 0.5, X, 0)) if kind == "sparse" else X.astype(kind)
    for seed in (0,):
        ours = KMeans(7, random_state=seed, **parameters).fit(X)
        theirs = Theirs(7, random_state=seed, **parameters).fit(X)
        assert ours.labels_.tolist() == theirs.labels_.tolist()
        assert ours.labels_.dtype == theirs.labels_.dtype
        assert ours.n_iter_ == theirs.n_iter_
        assert ours.cluster_centers_.dtype == theirs.cluster_centers_.dtype
        tolerance = 1e-4 if kind == "float32" else 1e-10
        assert ours.inertia_ == pytest.approx(theirs.inertia_, rel=tolerance)
        np.testing.assert_allclose(
            ours.cluster_centers_, theirs.cluster_centers_, rtol=tolerance, atol=tolerance
        )
        np.testing.assert_allclose(ours.transform(X), theirs.transform(X), rtol=1e-3, atol=10 * tolerance)
        assert ours.predict(X).tolist() == ours.labels_.tolist()
        assert ours.score(X) == pytest.approx(-ours.inertia_, rel=1e-6)


@pytest.mark.parametrize("K", [2, 5, 40])
def test_the_same_start_and_weights_give_scikit_learns_clusters(K: int) -> None:
    rng = np.random.default_rng(K)
    X, w = rng.normal(size=(1500, 8)), rng.uniform(0.1, 3.0, 1500)
    start = X[rng.choice(1500, K, replace=False)]
    ours = KMeans(K, init=start, tol=0.0).fit(X, sample_weight=w)
    theirs = Theirs(K, init=start, tol=0.0, n_init=1).fit(X, sample_weight=w)
    assert ours.labels_.tolist() == theirs.labels_.tolist()
    assert ours.inertia_ == pytest.approx(theirs.inertia_, rel=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_empty_clusters_are_filled_as_in_scikit_learn(seed: int) -> None:
    """Start centres far from all rows: several clusters are empty at once."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(200, 2))
    start = np.concatenate([X[:3], 50.0 + rng.normal(size=(3, 2))])
    ours, theirs = KMeans(6, init=start).fit(X), Theirs(6, init=start, n_init=1).fit(X)
    number = np.array(
        [np.bincount(theirs.labels_[ours.labels_ == k], minlength=6).argmax() for k in range(6)]
    )
    assert sorted(number) == list(
        range(6)
    )  # which empty cluster gets which far row hangs on NumPy's partition
    assert number[ours.labels_].tolist() == theirs.labels_.tolist()
    np.testing.assert_allclose(ours.cluster_centers_, theirs.cluster_centers_[number], rtol=1e-9, atol=1e-12)
    sparse = KMeans(6, init=start).fit(csr_matrix(X))
    assert sparse.labels_.tolist() == ours.labels_.tolist()


@pytest.mark.parametrize("distinct", [1, 3])
def test_fewer_distinct_rows_than_clusters(distinct: int) -> None:
    X = np.repeat(np.arange(distinct * 2.0).reshape(distinct, 2), 5, axis=0)
    with pytest.warns(ConvergenceWarning, match=rf"Number of distinct clusters \({distinct}\)"):
        model = KMeans(4, random_state=0).fit(X)
    assert np.isfinite(model.cluster_centers_).all()
    assert model.inertia_ == 0.0
    assert len(set(model.labels_)) == distinct


def test_bad_input_gets_one_sentence() -> None:
    X = blobs(20, 2)
    with pytest.raises(DataError, match=r"n_samples=3 rows .* n_clusters=5"):
        KMeans(5).fit(X[:3])
    with pytest.raises(DataError, match="n_samples=2 rows"):
        KMeans(3).fit(X, sample_weight=np.arange(20) < 2)
    with pytest.raises(ValueError, match="NaN"):
        KMeans(2).fit(np.where(np.arange(20)[:, None] == 7, np.nan, X))
    with pytest.raises(UsageError, match=r"initial centers \(2, 3\)"):
        KMeans(2, init=np.zeros((2, 3))).fit(X)
    with pytest.raises(UsageError, match="n_clusters=0 is not accepted"):
        KMeans(0).fit(X)
    with pytest.raises(UsageError, match="init='best' is not accepted"):
        KMeans(2, init="best").fit(X)
    with pytest.raises(DataError, match="overflow"):
        KMeans(2, random_state=0).fit(1e200 * X)
    with pytest.warns(RuntimeWarning, match="performing only one init"):
        KMeans(2, init=X[:2], n_init=3).fit(X)
    with pytest.raises(DataError, match="x_squared_norms"):
        kmeans_plusplus(X, 2, x_squared_norms=np.ones(3))
    with pytest.raises(UsageError, match="n_clusters=0"):
        kmeans_plusplus(X, 0)


def test_a_function_may_give_the_start() -> None:
    X = blobs(50, 2)
    model = KMeans(3, init=lambda rows, K, random_state: rows[:K], n_init=1).fit(X)
    assert model.labels_.tolist() == KMeans(3, init=X[:3]).fit(X).labels_.tolist()
    with pytest.raises(UsageError, match="initial centers"):
        KMeans(3, init=lambda rows, K, random_state: rows[:2], n_init=1).fit(X)


@pytest.mark.parametrize("init", ["k-means++", "random"])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=8)
def test_an_integer_weight_is_a_repetition(init: str, seed: int) -> None:
    """The same centres in the same order, however the repeated rows are ordered; weight 0 is no row."""
    rng = np.random.default_rng(seed)
    X, w = rng.normal(size=(30, 3)), rng.integers(0, 4, 30)
    w[:5] = 2
    repeated = rng.permutation(np.repeat(X, w, axis=0))
    one = KMeans(4, init=init, random_state=0, tol=0.0).fit(X, sample_weight=w)
    two = KMeans(4, init=init, random_state=0, tol=0.0).fit(repeated)
    np.testing.assert_allclose(one.cluster_centers_, two.cluster_centers_, rtol=1e-9, atol=1e-12)
    assert one.inertia_ == pytest.approx(two.inertia_, rel=1e-10)
    assert one.predict(X).tolist() == two.predict(X).tolist()


@given(seed=st.integers(0, 10**6))
@settings(max_examples=8)
def test_the_order_of_rows_and_the_names_of_clusters_do_not_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, start = rng.normal(size=(80, 3)), rng.normal(size=(4, 3))
    rows, names = rng.permutation(80), rng.permutation(4)
    one = KMeans(4, init=start, tol=0.0).fit(X)
    two = KMeans(4, init=start[names], tol=0.0).fit(X[rows])
    assert names[two.labels_].tolist() == one.labels_[rows].tolist()
    assert one.inertia_ == pytest.approx(two.inertia_, rel=1e-12)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_at_the_end_no_step_lowers_the_inertia(seed: int) -> None:
    X = np.random.default_rng(seed).normal(size=(100, 2))
    model = KMeans(5, random_state=seed, tol=0.0, keep_history=True).fit(X)
    labels = oracle.nearest(X, model.cluster_centers_)
    assert model.labels_.tolist() == labels.tolist()
    means = [X[labels == k].mean(axis=0) for k in range(5)]
    np.testing.assert_allclose(model.cluster_centers_, means, rtol=1e-9, atol=1e-12)
    W = [oracle.inertia(X, c, oracle.nearest(X, c), np.ones(100)) for c in model.center_history_]
    assert all(b <= a * (1 + 1e-12) for a, b in itertools.pairwise(W))
    assert len(W) == model.n_iter_ + 1


def test_any_number_of_threads_gives_the_same_bits() -> None:
    X = blobs(60_000, 10, 20, spread=2.0)
    models = [KMeans(20, random_state=0, max_iter=20, n_jobs=n_jobs).fit(X) for n_jobs in (1, 2, None)]
    assert available_cores() >= 1
    assert len({model.cluster_centers_.tobytes() for model in models}) == 1
    assert len({model.labels_.tobytes() for model in models}) == 1
    assert len({model.inertia_ for model in models}) == 1


@pytest.mark.parametrize("sparse", [False, True])
def test_batches_move_each_centre_to_the_mean_of_its_rows(sparse: bool) -> None:
    X = blobs(300, 3)
    X = np.where(X > 0, X, 0.0)
    model, start = KMeans(3, init=X[:3]), X[:3]
    centres, count = start.copy(), np.zeros(3)
    for begin in range(0, 300, 50):
        batch = X[begin : begin + 50]
        model.partial_fit(csr_matrix(batch) if sparse else batch)
        labels = oracle.nearest(batch, centres)
        for k in range(3):
            inside = batch[labels == k]
            if len(inside):
                centres[k] = (count[k] * centres[k] + inside.sum(axis=0)) / (count[k] + len(inside))
                count[k] += len(inside)
    np.testing.assert_allclose(model.cluster_centers_, centres, rtol=1e-10)
    assert model.cluster_weight_.tolist() == count.tolist()
    assert model.n_iter_ == 6
    assert model.labels_.tolist() == oracle.nearest(batch, model.cluster_centers_).tolist()
    with pytest.raises(ValueError, match="features"):
        model.partial_fit(X[:, :2])


def test_batches_go_on_from_a_fit() -> None:
    X = blobs(400, 3)
    model = KMeans(4, random_state=0).fit(X[:200])
    weight = model.cluster_weight_.sum()
    model.partial_fit(X[200:], sample_weight=np.full(200, 0.5))
    assert model.cluster_weight_.sum() == pytest.approx(weight + 100)


def test_x_is_not_changed_and_the_course_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    X = blobs(60, 2)
    before = X.copy()
    KMeans(2, random_state=0, copy_x=False, verbose=1).fit(X)
    assert (before == X).all()
    said = capsys.readouterr().out
    assert "Initialization complete" in said
    assert "Iteration 0, inertia" in said


@pytest.mark.parametrize("p", [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33])
def test_every_width(p: int) -> None:
    rng = np.random.default_rng(p)
    X, centres = rng.normal(size=(300, p)), rng.normal(size=(7, p))
    assert nearest_centres(as_points(X), centres).tolist() == oracle.nearest(X, centres).tolist()


def test_constant_and_duplicate_columns_and_more_columns_than_rows() -> None:
    rng = np.random.default_rng(0)
    wide = rng.normal(size=(12, 40))
    wide[:, 3], wide[:, 5] = 7.25, wide[:, 4]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ours = KMeans(3, random_state=0).fit(wide)
    assert (ours.cluster_centers_[:, 3] == 7.25).all()
    assert ours.labels_.tolist() == Theirs(3, random_state=0).fit(wide).labels_.tolist()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("offset", [0.0, 1000.0])
def test_distances_of_sparse_rows_are_those_of_dense_ones(dtype: type, offset: float) -> None:
    """A row that is its own centre is at distance 0: |x|² + |c|² - 2 cᵀx would lose all digits there."""
    rng = np.random.default_rng(0)
    X = (rng.normal(size=(60, 4)) + offset).astype(dtype)
    model = KMeans(3, n_init=1, random_state=0).fit(X)
    rows = np.vstack([X, model.cluster_centers_.astype(dtype)])
    found = model.transform(csr_matrix(rows))
    np.testing.assert_allclose(found, model.transform(rows), rtol=1e-5, atol=1e-9)
