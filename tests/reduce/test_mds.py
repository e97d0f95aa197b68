"""Classical and SMACOF scaling against loops, scikit-learn and their optimality conditions; bad input."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.isotonic import IsotonicRegression
from sklearn.manifold import MDS as Namesake
from sklearn.manifold import ClassicalMDS as ClassicalNamesake
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DegenerateDataWarning, FenleiWarning
from fenlei.reduce import MDS, ClassicalMDS, KernelPCA, shepard_data
from fenlei.reduce.distance_matrix import euclidean
from fenlei.reduce.eigenvectors import add_half, double_centred, leading, leading_centred, upright
from fenlei.reduce.mds.smacof import NO_WEIGHTS, monotone, one_pass, pool_adjacent, rank_pairs
from tests.oracles import reduce as oracle

IMPOSSIBLE = [[0, 1, 1, 9.0], [1, 0, 1, 1], [1, 1, 0, 1], [9, 1, 1, 0]]  # breaks the triangle inequality


def rows(n: int = 30, p: int = 5, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n, p)) * np.arange(1, p + 1)


# --- eigenvectors and distances


@pytest.mark.parametrize("n", [5, 20])
def test_leading_eigenvectors_equal_the_oracle(n: int) -> None:
    A = rows(n, n)
    A = (A + A.T) / 2
    values, vectors = oracle.jacobi(A)
    for d in (0, 1, 3, n):
        found = leading(A, d)
        assert_allclose(found.values, values[:d], rtol=1e-9, atol=1e-9)
        assert_allclose(np.abs(found.vectors), np.abs(vectors[:, :d]), atol=1e-8)
    assert_allclose(double_centred(A), oracle.centred(A), atol=1e-12)


def test_lanczos_equals_lapack_and_negative_values_are_no_larger() -> None:
    A = np.random.default_rng(0).normal(size=(500, 500))
    A = (A + A.T) / 2
    few, dense = leading_centred(A, 4), leading_centred(A, 4, dense=True)
    assert_allclose(few.values, dense.values, rtol=1e-11)
    assert_allclose(few.vectors, dense.vectors, atol=1e-9)


@pytest.mark.parametrize("n", [1, 3, 4, 7, 21])
@pytest.mark.parametrize("size", [1, 5, 8, 30])
def test_half_of_a_symmetric_matrix_gives_the_whole_product(n: int, size: int) -> None:
    A, u = rows(n, n), rows(1, n)[0]
    A = (A + A.T) / 2
    product, lower = np.zeros(n), np.tril(np.full((n, n), np.nan), -1)
    for start in range(0, n, size):
        part = np.zeros(n - start)
        add_half(A + lower, u, start, min(start + size, n), part)  # what is below the diagonal is not read
        product[start:] += part
    by_hand = [sum(A[i, j] * u[j] for j in range(n)) for i in range(n)]
    assert_allclose(product, by_hand, atol=1e-12 * np.abs(A).max() * np.abs(u).max() * n)


def test_sign_is_decided_by_the_first_of_the_largest_entries() -> None:
    V = np.array([[-0.5, 0.1], [0.5 + 1e-16, -0.9], [0.2, 0.0]])
    assert_array_equal(upright(V), V * [-1, -1])
    assert upright(np.empty((3, 0))).shape == (3, 0)


@pytest.mark.parametrize("p", [1, 3, 20])
def test_distances_equal_the_oracle_and_keep_their_digits(p: int) -> None:
    X = rows(20, p) + 1e6
    X[1] = X[0] + 1e-9
    D = euclidean(X)
    assert_allclose(D, oracle.distances(X), rtol=1e-13)
    assert_array_equal(D, D.T)
    assert_array_equal(np.diag(D), 0.0)


# --- classical


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(3, 14), p=st.integers(1, 6), given_matrix=st.booleans())
def test_classical_as_scikit_learn_and_as_loops(seed: int, n: int, p: int, given_matrix: bool) -> None:
    X = rows(n, p, seed)
    d = min(2, n - 1, p)
    D = oracle.distances(X)
    ours = ClassicalMDS(d, metric="precomputed").fit(D) if given_matrix else ClassicalMDS(d).fit(X)
    theirs = ClassicalNamesake(d, metric="precomputed").fit(D)
    assert_allclose(ours.eigenvalues_, theirs.eigenvalues_, rtol=1e-9)
    assert_allclose(np.abs(ours.embedding_), np.abs(theirs.embedding_), atol=1e-7 * D.max())
    assert_allclose(ours.dissimilarity_matrix_, D, rtol=1e-12)
    values, _ = oracle.jacobi(oracle.centred(-0.5 * D**2))
    assert_allclose(ours.eigenvalues_, values[:d], rtol=1e-8)
    assert_allclose(ours.embedding_.mean(axis=0), 0.0, atol=1e-9 * D.max())
    assert_allclose(np.sum(ours.embedding_**2, axis=0), ours.eigenvalues_, rtol=1e-9)


def test_classical_with_other_metrics() -> None:
    X = rows()
    for metric, params in (
        ("manhattan", None),
        ("minkowski", {"p": 3}),
        (lambda a, b: np.abs(a - b).max(), None),
    ):
        ours = ClassicalMDS(metric=metric, metric_params=params).fit(X)
        theirs = ClassicalNamesake(metric=metric, metric_params=params).fit(X)
        assert_allclose(np.abs(ours.embedding_), np.abs(theirs.embedding_), atol=1e-8)


def test_distances_that_no_points_have() -> None:
    with pytest.warns(DegenerateDataWarning, match=r"only 2 of 4 coordinates"):
        mds = ClassicalMDS(4, metric="precomputed").fit(IMPOSSIBLE)
    assert mds.eigenvalues_[-1] < -1
    assert np.isfinite(mds.embedding_).all()
    assert_array_equal(mds.embedding_[:, 2:], 0.0)


# --- SMACOF


@pytest.mark.parametrize(
    "parameters",
    [
        {"init": "random"},
        {"init": "classical_mds"},
        {"init": "random", "n_init": 3, "n_components": 3},
        {"init": "random", "metric_mds": False},
        {"init": "classical_mds", "metric_mds": False, "normalized_stress": False},
        {"init": "classical_mds", "metric": "manhattan", "normalized_stress": True},
        {"init": "random", "max_iter": 5, "eps": 0.0, "n_components": 1},
    ],
    ids=str,
)
def test_as_scikit_learn(parameters: dict[str, Any]) -> None:
    X = rows()
    ours = MDS(random_state=0, **parameters).fit(X)
    theirs = Namesake(random_state=0, **parameters).fit(X)
    assert ours.n_iter_ == theirs.n_iter_
    assert_allclose(ours.stress_, theirs.stress_, rtol=1e-10)
    signs = np.sign(np.sum(ours.embedding_ * theirs.embedding_, axis=0))
    assert_allclose(ours.embedding_ * signs, theirs.embedding_, atol=1e-8)


def weights(n: int, seed: int = 0) -> np.ndarray:
    W = np.random.default_rng(seed).uniform(0.5, 2.0, (n, n))
    return (W + W.T) / 2


@pytest.mark.parametrize("weighted", [False, True])
def test_a_pass_and_a_step_equal_the_oracle(weighted: bool) -> None:
    D, X = oracle.distances(rows(15)), rows(15, 2, seed=1)
    X[3] = X[4]  # a distance of 0
    W = weights(15) if weighted else None
    if W is not None:
        np.fill_diagonal(W, 0.0)
    found = one_pass(X, D, NO_WEIGHTS if W is None else W)
    assert_allclose(found.stress, oracle.stress(X, D, W), rtol=1e-12)
    assert_allclose(found.squares, oracle.stress(X, np.zeros_like(D), W), rtol=1e-12)
    mds = MDS(metric="precomputed", max_iter=1).fit(D, init=X, weights=W)
    assert_allclose(mds.embedding_, oracle.guttman(X, D, W), atol=1e-10)
    assert_allclose(mds.history_, [found.stress, oracle.stress(mds.embedding_, D, W)], rtol=1e-10)


@settings(max_examples=40)
@given(
    values=st.lists(st.floats(-100, 100), min_size=1, max_size=12),
    seed=st.integers(0, 100),
)
def test_isotonic_regression_equals_the_oracle_and_scikit_learn(values: list[float], seed: int) -> None:
    w = np.random.default_rng(seed).uniform(0.1, 3.0, len(values))
    fitted = np.empty(len(values))
    pool_adjacent(np.array(values), w, fitted)
    assert_allclose(fitted, oracle.isotonic(values, w), atol=1e-10)
    theirs = IsotonicRegression().fit_transform(np.arange(len(values)), values, sample_weight=w)
    assert_allclose(fitted, theirs, atol=1e-10)


def test_equal_dissimilarities_have_equal_disparities() -> None:
    D = np.round(oracle.distances(rows(12)))
    D[D == 0] = 1.0
    np.fill_diagonal(D, 0.0)
    X = rows(12, 2, seed=1)
    fitted = monotone(rank_pairs(D, NO_WEIGHTS), X, scaled=False)
    i, j = np.triu_indices(12, 1)
    theirs = IsotonicRegression().fit_transform(D[i, j], oracle.distances(X)[i, j])
    assert_allclose(fitted[i, j], theirs, atol=1e-10)
    assert np.sum(monotone(rank_pairs(D, NO_WEIGHTS), X)[i, j] ** 2) == pytest.approx(66)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(4, 25), weighted=st.booleans(), init=st.booleans())
def test_stress_never_increases_and_the_gradient_vanishes(
    seed: int, n: int, weighted: bool, init: bool
) -> None:
    D = oracle.distances(rows(n, 4, seed))
    W = weights(n, seed % 1000) if weighted else None
    start = np.random.default_rng(seed).normal(size=(n, 2)) if init else None
    mds = MDS(metric="precomputed", max_iter=3000, eps=1e-13).fit(D, init=start, weights=W)
    assert (np.diff(mds.history_) <= 1e-9 * mds.history_[0] + 1e-12).all()
    step = oracle.guttman(mds.embedding_, D, W) - mds.embedding_
    assert np.abs(step - step.mean(axis=0)).max() < 1e-3 * D.max()


def test_rows_in_another_order_and_a_motion_of_the_start() -> None:
    X, order = rows(), np.random.default_rng(1).permutation(30)
    a, b = MDS().fit(X), MDS().fit(X[order])
    assert_allclose(a.stress_, b.stress_, rtol=1e-9)
    assert_allclose(np.abs(b.embedding_), np.abs(a.embedding_[order]), atol=1e-6)


def test_weights_of_one_change_nothing_and_of_zero_mean_unknown() -> None:
    D = oracle.distances(rows())
    plain = MDS(metric="precomputed").fit(D)
    ones = MDS(metric="precomputed").fit(D, weights=np.ones_like(D))
    assert_allclose(ones.embedding_, plain.embedding_, atol=1e-9)
    W = np.ones_like(D)
    W[0, 1] = W[1, 0] = 0.0
    spoilt = D.copy()
    spoilt[0, 1] = spoilt[1, 0] = 1e3
    start = plain.embedding_
    a, b = (MDS(metric="precomputed").fit(M, init=start, weights=W) for M in (D, spoilt))
    assert_allclose(a.embedding_, b.embedding_, atol=1e-9)
    assert_allclose(a.stress_, b.stress_, rtol=1e-12)


def test_non_metric_scaling_sees_only_the_order_and_no_zeros() -> None:
    D = oracle.distances(rows(20))
    start = rows(20, 2, seed=1)
    a = MDS(metric="precomputed", metric_mds=False, max_iter=50).fit(D**3, init=start)
    b = MDS(metric="precomputed", metric_mds=False, max_iter=50).fit(D, init=start)
    # after the first step, which is from the dissimilarities themselves, only their order counts
    assert a.stress_ == pytest.approx(b.stress_, rel=0.2)
    twin = np.concatenate([rows(12), rows(1)])
    assert np.isfinite(MDS(metric_mds=False).fit(twin).embedding_).all()


def test_former_names() -> None:
    D = oracle.distances(rows())
    a = MDS(dissimilarity="precomputed", random_state=0).fit(D)
    assert_array_equal(a.embedding_, MDS(metric="precomputed").fit(D).embedding_)
    b = MDS(metric=False).fit(rows())
    assert_array_equal(b.embedding_, MDS(metric_mds=False).fit(rows()).embedding_)


def test_shepard_data_is_sorted_and_fits() -> None:
    mds = MDS(metric_mds=False).fit(rows())
    data = shepard_data(mds.dissimilarity_matrix_, mds.embedding_, metric_mds=False)
    assert (np.diff(data.dissimilarities) >= 0).all()
    assert (np.diff(data.disparities) >= -1e-12).all()
    assert len(data.distances) == 30 * 29 / 2
    plain = shepard_data(mds.dissimilarity_matrix_, mds.embedding_)
    assert_array_equal(plain.disparities, plain.dissimilarities)
    raw = np.sum((plain.distances - plain.disparities) ** 2)
    assert raw == pytest.approx(oracle.stress(mds.embedding_, mds.dissimilarity_matrix_))
    with pytest.raises(ValueError, match=r"should be of shape \(30, 2\)"):
        shepard_data(mds.dissimilarity_matrix_, mds.embedding_[:5])


# --- bad input

BOTH = pytest.mark.parametrize("cls", [ClassicalMDS, MDS])
SQUARE = oracle.distances(rows(6))


def changed(i: int, j: int, value: float) -> np.ndarray:
    D = SQUARE.copy()
    D[i, j] = value
    return D


@BOTH
@pytest.mark.parametrize(
    ("D", "words"),
    [
        (changed(1, 2, 9.5), r"not symmetric: entry \[1, 2\] is 9\.5"),
        (changed(2, 2, 3.0), r"entry \[2, 2\] is 3; is this a matrix of similarities"),
        (np.where(np.isclose(SQUARE, SQUARE[1, 2]), -1.0, SQUARE), r"at least 0, but entry \[1, 2\] is -1"),
        (changed(1, 2, np.nan), "NaN"),
        (changed(1, 2, np.inf), "infinity"),
        (SQUARE[:4], "must be square"),
        (SQUARE[:1, :1], "n_samples=1"),
    ],
)
def test_bad_distances(cls: Any, D: np.ndarray, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        cls(metric="precomputed").fit(D)


@BOTH
def test_other_bad_input(cls: Any) -> None:
    with pytest.raises(ValueError, match="between 1 and 6, n_samples=6"):
        cls(n_components=7).fit(rows(6))
    with pytest.raises(ValueError, match="overflow"):
        cls().fit(rows() * 1e300)
    with pytest.raises(ValueError, match="not finite"):
        cls(metric=lambda a, b: np.nan).fit(rows())
    with pytest.warns(DegenerateDataWarning, match="all rows are equal"):
        assert_array_equal(cls().fit_transform(np.ones((5, 3))), 0.0)


@pytest.mark.parametrize(
    ("parameters", "given_to_fit", "words"),
    [
        ({}, {"init": np.ones((4, 2))}, r"should be of shape \(30, 2\); it is \(4, 2\)"),
        ({}, {"weights": np.ones((4, 4))}, r"of shape \(30, 30\)"),
        ({}, {"weights": -np.ones((30, 30))}, "at least 0"),
        ({}, {"weights": np.eye(30)}, "30 parts unconnected"),
        ({"dissimilarity": "precomputed", "metric": "cosine"}, {}, "give only metric"),
        ({"init": "warm"}, {}, "'classical_mds' or 'random'"),
    ],
)
def test_bad_input_of_mds(parameters: dict[str, Any], given_to_fit: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        MDS(**parameters).fit(rows(), **given_to_fit)


def test_square_rows_say_how_they_are_taken() -> None:
    with pytest.warns(FenleiWarning, match="is taken for rows of features"):
        MDS().fit(rows(5, 5))


@pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks([MDS(metric_mds=False), MDS(init="random", random_state=0, max_iter=20)])
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.mark.parametrize("cls", [ClassicalMDS, MDS, KernelPCA])
def test_lanczos_and_smacof_have_the_same_bits_on_any_number_of_threads(cls: Any) -> None:
    """So many rows that eigenvectors come from products of vectors, and rows from several blocks."""
    X = rows(900)
    results = [cls(n_components=2, n_jobs=n_jobs).fit_transform(X) for n_jobs in (1, 2, 4)]
    assert len({result.tobytes() for result in results}) == 1


@pytest.mark.parametrize("verbose", [1, 2])
def test_progress_is_printed_as_by_scikit_learn(verbose: int, capsys: pytest.CaptureFixture[str]) -> None:
    X, start = rows(20), np.random.default_rng(0).normal(size=(20, 2))
    MDS(verbose=verbose).fit(X, init=start)
    ours = capsys.readouterr().out
    Namesake(verbose=verbose, n_init=1, init="random").fit(X, init=start)
    assert ours == capsys.readouterr().out != ""
