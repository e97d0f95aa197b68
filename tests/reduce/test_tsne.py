"""t-SNE: affinities, gradients, the tree, the descent, new rows, and the divergence beside scikit-learn's."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.datasets import load_digits, load_iris, load_wine, make_blobs
from sklearn.manifold import TSNE as Namesake
from sklearn.metrics import pairwise_distances
from sklearn.utils.estimator_checks import parametrize_with_checks
from threadpoolctl import threadpool_limits

from fenlei.errors import DataError, UsageError
from fenlei.reduce import TSNE
from fenlei.reduce.neighbor_graph import NearestRows
from fenlei.reduce.tsne import affinities, barnes_hut, gradient, gradient_descent
from fenlei.reduce.tsne.gradient import ExactGradient, TreeGradient
from fenlei.reduce.tsne.new_rows import place_new_rows
from tests.oracles import manifold

IRIS = load_iris().data
BLOBS, LABELS = make_blobs(300, 10, centers=4, cluster_std=2.0, random_state=0)


@parametrize_with_checks([TSNE(perplexity=2, max_iter=250), TSNE(perplexity=2, method="exact", max_iter=250)])
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


def joint(X: np.ndarray, perplexity: float = 10.0) -> np.ndarray:
    return affinities.dense_joint(NearestRows(X), X, perplexity)


def exact_divergence(P: np.ndarray, Y: np.ndarray) -> float:
    objective = ExactGradient(P, float(max(Y.shape[1] - 1, 1)))
    across = np.ascontiguousarray(Y.T, dtype=np.float64)
    return objective.divergence(across, objective.gradient(across, 1.0).Z, 1.0)


# --- affinities


@given(st.integers(0, 10_000), st.floats(2.0, 12.0), st.sampled_from([1e-140, 1.0, 1e140]))
@settings(max_examples=40, deadline=None)
def test_each_row_has_the_perplexity_asked_for(seed: int, perplexity: float, scale: float) -> None:
    rng = np.random.default_rng(seed)
    square = rng.gamma(2.0, size=(5, 20)) * scale
    p = affinities.conditional(square, perplexity, 1)
    assert_allclose(p.sum(axis=1), 1.0, rtol=1e-12)
    entropy = -np.sum(np.where(p > 0, p * np.log(np.where(p > 0, p, 1.0)), 0.0), axis=1)
    assert_allclose(np.exp(entropy), perplexity, rtol=1e-8)
    expected = np.array([manifold.conditional(row / scale, perplexity) for row in square])
    assert_allclose(p, expected, rtol=1e-6, atol=1e-9)


def test_rows_equally_near_share_the_probability() -> None:
    p = affinities.conditional(np.array([[0.0, 0.0, 0.0, 0.0, 5.0], [3.0] * 5]), 2.0, 1)
    assert_allclose(p, [[0.25, 0.25, 0.25, 0.25, 0.0], [0.2] * 5], atol=1e-12)


def test_the_sparse_probabilities_are_the_dense_ones_of_the_neighbours() -> None:
    P = affinities.sparse_joint(NearestRows(IRIS), IRIS, 60.0)  # 3 · 60 is all rows
    assert_allclose(P.toarray(), joint(IRIS, 60.0), rtol=1e-9, atol=1e-15)
    assert_allclose(P.sum(), 1.0, rtol=1e-12)
    few = affinities.sparse_joint(NearestRows(IRIS), IRIS, 10.0)
    assert abs(few - few.T).max() == 0.0
    assert np.diff(few.indptr).min() >= 31


# --- gradients


@pytest.mark.parametrize("d", [1, 2, 3, 5])
@pytest.mark.parametrize("factor", [1.0, 12.0])
def test_the_exact_gradient_is_that_of_finite_differences(d: int, factor: float) -> None:
    rng = np.random.default_rng(d)
    P, Y, nu = joint(IRIS[::8], 5.0), rng.normal(size=(19, d)), float(max(d - 1, 1))
    objective = ExactGradient(P, nu, 1)
    across = np.ascontiguousarray(Y.T)
    found = objective.gradient(across, factor)
    assert_allclose(
        objective.divergence(across, found.Z, 1.0), manifold.tsne_divergence(P, Y, nu), rtol=1e-10
    )
    # Σ f p log(f p / q) moves with y as f Σ p log(1 / w) + log Z does once the factor weighs P alone
    attraction = manifold.numeric_gradient(lambda Z: _attraction(P, Z, nu), Y)
    repulsion = manifold.numeric_gradient(lambda Z: _log_z(Z, nu), Y)
    assert_allclose(found.direction.T, factor * attraction + repulsion, rtol=1e-5, atol=1e-8)


def test_without_a_factor_the_gradient_is_that_of_the_divergence() -> None:
    P, Y = joint(IRIS[::8], 5.0), np.random.default_rng(0).normal(size=(19, 2))
    expected = manifold.numeric_gradient(lambda Z: manifold.tsne_divergence(P, Z, 1.0), Y)
    found = ExactGradient(P, 1.0, 1).gradient(np.ascontiguousarray(Y.T), 1.0).direction.T
    assert_allclose(found, expected, rtol=1e-6, atol=1e-9)


def _weights(Y: np.ndarray, nu: float) -> np.ndarray:
    w = (1 + pairwise_distances(Y) ** 2 / nu) ** (-(nu + 1) / 2)
    np.fill_diagonal(w, 1.0)
    return w


def _attraction(P: np.ndarray, Y: np.ndarray, nu: float) -> float:
    return float(-(P * np.log(_weights(Y, nu))).sum())


def _log_z(Y: np.ndarray, nu: float) -> float:
    return float(np.log(_weights(Y, nu).sum() - len(Y)))


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("spread", [1e-4, 1.0, 30.0])
def test_the_tree_that_opens_every_cell_is_exact(d: int, spread: float) -> None:
    P = affinities.sparse_joint(NearestRows(BLOBS), BLOBS, 10.0)
    Y = np.random.default_rng(0).normal(size=(d, 300)) * spread
    nu = float(max(d - 1, 1))
    exact = ExactGradient(P.toarray(), nu).gradient(Y, 1.0)
    opened = TreeGradient(P, nu, angle=0.0).gradient(Y, 1.0)
    assert_allclose(opened.Z, exact.Z, rtol=1e-5)
    assert_allclose(opened.direction, exact.direction, atol=1e-5 * abs(exact.direction).max())
    near = TreeGradient(P, nu, angle=0.5).gradient(Y, 1.0)
    assert_allclose(near.Z, exact.Z, rtol=2e-2)


@given(st.integers(1, 400), st.sampled_from([2, 3]), st.integers(0, 1000), st.booleans())
@settings(max_examples=25, deadline=None)
def test_every_point_is_in_one_leaf_and_every_box_holds_its_points(
    n: int, D: int, seed: int, tied: bool
) -> None:
    rng = np.random.default_rng(seed)
    Y = rng.integers(0, 2, (D, n)).astype(float) if tied else rng.standard_cauchy((D, n))
    cells, y = barnes_hut.empty_cells(n, D), np.empty((D, n), dtype=np.float32)
    barnes_hut.build_cells(Y, cells, y)
    assert_array_equal(np.sort(cells.order), np.arange(n))
    assert_array_equal(cells.y, Y[:, cells.order].astype(np.float32))
    leaves = cells.leaf[: cells.number[1]]
    points = sorted(i for leaf in leaves for i in range(cells.begin[leaf], cells.end[leaf]))
    assert points == list(range(n))
    for cell in range(cells.number[0]):
        inside = cells.y[:, cells.begin[cell] : cells.end[cell]]
        assert_array_equal(cells.low[:, cell], inside.min(axis=1))
        assert_array_equal(cells.high[:, cell], inside.max(axis=1))
        assert_allclose(cells.mean[:, cell], inside.mean(axis=1, dtype=float), rtol=1e-5, atol=1e-4)


# --- the map


@pytest.mark.parametrize(
    ("data", "method"),
    [
        ("iris", "exact"),
        pytest.param("iris", "barnes_hut", marks=pytest.mark.slow),
        ("wine", "exact"),
        ("wine", "barnes_hut"),
        pytest.param("digits", "exact", marks=pytest.mark.slow),
        pytest.param("digits", "barnes_hut", marks=pytest.mark.slow),
    ],
)
def test_the_divergence_is_no_worse_than_scikit_learns(data: str, method: str) -> None:
    """The best map from three starts, for rounding decides in which of several minima one start ends.

    All by one exact sum, as scikit-learn's tree tells too little.
    """
    X = {"iris": load_iris, "wine": load_wine, "digits": load_digits}[data]().data[:500]
    P = joint(X, 30.0)
    starts: list[dict[str, Any]] = [{"init": "pca"}, *({"init": "random", "random_state": r} for r in (0, 1))]
    ours = [TSNE(method=method, **start).fit(X) for start in starts]
    with threadpool_limits(1):  # its threads wait for one another busily
        theirs = [Namesake(method=method, **start).fit(X) for start in starts]
    best, bound = (min(exact_divergence(P, m.embedding_) for m in models) for models in (ours, theirs))
    assert best < 1.02 * bound
    if method == "exact":
        assert_allclose(ours[0].kl_divergence_, exact_divergence(P, ours[0].embedding_), rtol=1e-9)


def test_the_divergence_is_that_of_the_map() -> None:
    model = TSNE(perplexity=15).fit(IRIS)
    P = affinities.sparse_joint(NearestRows(IRIS), IRIS, 15.0).toarray()
    assert_allclose(model.kl_divergence_, exact_divergence(P, model.embedding_), rtol=1e-2)
    assert model.n_iter_ <= 999
    assert model.learning_rate_ == 50.0


@pytest.mark.parametrize("d", [1, 3])
def test_other_numbers_of_dimensions(d: int) -> None:
    """From the namesake's own map: on a line no point can pass another, so each start ends elsewhere."""
    X = BLOBS[:120]
    P = joint(X, 15.0)
    with threadpool_limits(1):
        theirs = Namesake(d, method="exact", perplexity=15, max_iter=500, random_state=0).fit_transform(X)
    settings = {"perplexity": 15, "max_iter": 500, "method": "exact"}
    ours = TSNE(d, init=theirs, early_exaggeration=1.0, **settings).fit(X)
    assert ours.embedding_.shape == (120, d)
    assert_allclose(ours.kl_divergence_, exact_divergence(P, ours.embedding_), rtol=1e-9)
    assert exact_divergence(P, ours.embedding_) < 1.001 * exact_divergence(P, theirs)
    tree = TSNE(d, init=theirs, early_exaggeration=1.0, **{**settings, "method": "barnes_hut"}).fit(X)
    assert exact_divergence(P, tree.embedding_) < 1.01 * exact_divergence(P, theirs)


def test_the_end_by_quasi_newton_goes_down_and_counts_as_iterations() -> None:
    objective = ExactGradient(joint(IRIS[::2], 10.0), 1.0, 1)
    start = 1e-4 * np.random.default_rng(0).normal(size=(2, 75))
    settings = gradient_descent.DescentSettings(50.0, 1e-7, 300, 12.0, 450)
    before = gradient_descent.descend(objective, start, settings._replace(max_iter=410), lambda line: None)
    after = gradient_descent.finish(objective, before.Y, 40, 410, 450)[0]
    assert exact_divergence(objective.P, after.T) <= exact_divergence(objective.P, before.Y.T)
    assert gradient_descent.descend(objective, start, settings, lambda line: None).iterations <= 449


def test_a_descent_that_leaves_all_bounds_is_said() -> None:
    for method in ("exact", "barnes_hut"):
        with pytest.raises(DataError, match=r"TSNE: the descent left all bounds with learning rate 1e\+200"):
            TSNE(perplexity=5, learning_rate=1e200, method=method).fit(IRIS[:40])


@pytest.mark.parametrize("method", ["barnes_hut", "exact"])
def test_any_number_of_threads_gives_the_same_bits(method: str) -> None:
    X = make_blobs(1600 if method == "barnes_hut" else 310, 5, random_state=0)[0]
    models = [TSNE(method=method, max_iter=260, n_jobs=n_jobs).fit(X) for n_jobs in (1, 2, 4)]
    assert len({model.embedding_.tobytes() for model in models}) == 1
    assert len({model.transform(X[:40] + 0.1).tobytes() for model in models}) == 1


def test_the_scale_of_the_data_does_not_matter() -> None:
    a, b = (TSNE(perplexity=10, max_iter=250).fit(X) for X in (IRIS, IRIS * 2.0**40))
    assert_allclose(a.kl_divergence_, b.kl_divergence_, rtol=1e-6)


def test_distances_sparse_rows_and_graphs_are_served() -> None:
    """Their probabilities are those of the rows; maps may then differ, as rounding decides between minima."""
    D = pairwise_distances(IRIS)
    start = np.random.default_rng(0).normal(size=(150, 2)) * 1e-4
    for X, metric in (
        (D, "precomputed"),
        (sparse.csr_matrix(IRIS), "euclidean"),
        (sparse.csr_matrix(D + 1e-9), "precomputed"),
    ):
        P = affinities.sparse_joint(NearestRows(X, metric), X, 60.0)  # 3 · 60 is all rows
        assert_allclose(P.toarray(), joint(IRIS, 60.0), rtol=1e-5, atol=1e-12)
        model = TSNE(perplexity=60, init=start, max_iter=250, metric=metric).fit(X)
        assert_allclose(model.kl_divergence_, exact_divergence(P.toarray(), model.embedding_), rtol=1e-5)


def test_the_second_stage_ends_without_progress() -> None:
    model = TSNE(perplexity=5, n_iter_without_progress=-1, max_iter=5000).fit(IRIS[:40])
    assert model.n_iter_ < 4999
    assert TSNE(perplexity=5, min_grad_norm=1e9).fit(IRIS[:40]).n_iter_ == 99


def test_progress_is_printed_if_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    TSNE(perplexity=5, verbose=2, max_iter=250).fit(IRIS[:40])
    printed = capsys.readouterr().out
    assert "[t-SNE] Iteration 50: error = " in printed
    assert "[t-SNE] KL divergence after 250 iterations: " in printed


# --- new rows


def test_a_training_row_is_where_it_is_and_others_are_among_their_own() -> None:
    half = np.arange(300) % 2 == 0
    model = TSNE(perplexity=15).fit(BLOBS[half])
    assert_allclose(model.transform(BLOBS[half]), model.embedding_)
    placed = model.transform(BLOBS[~half])
    nearest = pairwise_distances(placed, model.embedding_).argmin(axis=1)
    assert np.mean(LABELS[half][nearest] == LABELS[~half]) > 0.97
    assert_array_equal(model.transform(BLOBS[~half][7:8]), placed[7:8])


@pytest.mark.parametrize("nu", [0.0, 1.0, 2.0])
def test_a_new_row_is_put_where_the_gradient_vanishes(nu: float) -> None:
    rng = np.random.default_rng(0)
    Y, p = rng.normal(size=(40, 2)), rng.dirichlet(np.ones(6), size=5)
    index = np.array([rng.permutation(40)[:6] for _ in range(5)])
    places = place_new_rows(Y, np.ones((5, 6)), index, p, nu, 1)

    def cost(y: np.ndarray, row: int) -> float:
        square = ((y - Y) ** 2).sum(axis=1)
        log_w = -square if nu == 0 else -(nu + 1) / 2 * np.log1p(square / nu)
        return float(-p[row] @ log_w[index[row]] + np.log(np.exp(log_w).sum()))

    for row in range(5):
        slope = manifold.numeric_gradient(lambda y, row=row: cost(y[0], row), places[row : row + 1])
        assert_allclose(slope, 0.0, atol=1e-5)
        assert cost(places[row], row) <= cost(Y[index[row, 0]], row)


def test_pickling_keeps_the_search() -> None:
    model = TSNE(perplexity=5, max_iter=250).fit(IRIS)
    assert_array_equal(
        pickle.loads(pickle.dumps(model)).transform(IRIS[:9] + 0.1), model.transform(IRIS[:9] + 0.1)
    )


# --- bad input


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"perplexity": 150}, r"perplexity \(150\) must be less than n_samples \(150\)"),
        ({"n_components": 4}, "'n_components' should be inferior to 4"),
        ({"init": np.zeros((3, 2))}, r"init has shape \(3, 2\), but the rows need \(150, 2\)"),
        ({"init": "spectral"}, "init='spectral' is not accepted"),
        ({"max_iter": 249}, "max_iter=249 is not accepted"),
        ({"learning_rate": 0.0}, "learning_rate=0.0 is not accepted"),
        ({"angle": 1.5}, "angle=1.5 is not accepted"),
        ({"perplexity": 0}, "perplexity=0 is not accepted"),
        ({"metric": "precomputed"}, 'init="pca" cannot be used'),
        ({"metric": "precomputed", "init": "random"}, "square distance matrix"),
    ],
)
def test_bad_parameters_are_said(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        TSNE(**parameters).fit(IRIS)


@pytest.mark.parametrize("power", [-530, 530])
def test_affinities_have_no_unit(power: int) -> None:
    """Squares of the distances would be 0 or infinite."""
    X = IRIS[:40]
    Z = np.ldexp(X, power)
    plain = affinities.dense_conditional(NearestRows(X), X, 5.0)
    assert_allclose(affinities.dense_conditional(NearestRows(Z), Z, 5.0), plain, rtol=1e-9)


def test_bad_data_is_said() -> None:
    with pytest.raises(ValueError, match="NaN"):
        TSNE().fit(np.where(np.arange(150)[:, None] == 3, np.nan, IRIS))
    graph = sparse.csr_matrix(np.ones((40, 40)))
    with pytest.raises(UsageError, match="does not accept sparse precomputed"):
        TSNE(metric="precomputed", method="exact", init="random").fit(graph)


@pytest.mark.parametrize("method", ["barnes_hut", "exact"])
def test_duplicate_rows_give_numbers(method: str) -> None:
    X = np.repeat(IRIS[:20], 10, axis=0)
    model = TSNE(perplexity=5, method=method, max_iter=250).fit(X)
    assert np.isfinite(model.embedding_).all()
    assert np.isfinite(model.kl_divergence_)
    same = TSNE(perplexity=5, method=method, max_iter=250, init="random", random_state=0).fit(
        np.ones((30, 3))
    )
    assert np.isfinite(same.embedding_).all()


def test_a_metric_that_returns_negative_numbers_is_refused() -> None:
    X = np.random.default_rng(0).normal(size=(20, 2))
    with pytest.raises(DataError, match="the smallest is -1"):
        TSNE(metric=lambda a, b: -1.0, perplexity=3, init="random").fit(X)


def test_the_divergence_of_points_too_far_apart_is_infinite() -> None:
    assert gradient._scaled(1.0, 0.0, 1.0) == np.inf


def test_exact_and_a_sparse_graph_is_a_type_error_as_in_scikit_learn() -> None:
    graph = sparse.csr_array(pairwise_distances(IRIS[:20]))
    with pytest.raises(TypeError, match="does not accept sparse precomputed distance matrix"):
        TSNE(metric="precomputed", method="exact", init="random", perplexity=5).fit(graph)
