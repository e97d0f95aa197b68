"""PCA against loops, scikit-learn and its own invariants; the routes against one another; bad input."""

from __future__ import annotations

import warnings
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from scipy.stats import multivariate_normal
from sklearn.decomposition import PCA as Namesake
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DegenerateDataWarning
from fenlei.reduce.pca import pca as module
from fenlei.reduce.pca.dimension import enough_for_share, log_evidence, most_probable
from fenlei.reduce.pca.pca import PCA
from fenlei.reduce.pca.principal_axes import complete
from tests.oracles import reduce as oracle

SOLVERS = ["auto", "full", "covariance_eigh", "arpack", "randomized"]


def rows(n: int = 60, p: int = 6, seed: int = 0, condition: float = 10.0) -> np.ndarray:
    """Rows with singular values that fall from 1 to 1 / condition, turned, away from 0."""
    rng = np.random.default_rng(seed)
    scales = np.geomspace(1.0, 1.0 / condition, p)
    turn = np.linalg.qr(rng.normal(size=(p, p)))[0]
    return (rng.normal(size=(n, p)) * scales) @ turn + rng.normal(size=p)


def turned_alike(a: Any, b: Any) -> np.ndarray:
    """b's coordinates' signs as a's."""
    return np.sign(np.sum(a.components_ * b.components_, axis=1))


def assert_same(a: Any, b: Any, X: np.ndarray, rtol: float = 1e-10) -> None:
    signs = turned_alike(a, b)
    assert_allclose(a.components_ * signs[:, None], b.components_, atol=rtol)
    for name in ("explained_variance_", "explained_variance_ratio_", "singular_values_"):
        assert_allclose(getattr(a, name), getattr(b, name), rtol=rtol)
    assert_allclose(a.mean_, b.mean_, rtol=rtol, atol=rtol)
    rounding = 1e-15 * float(b.explained_variance_[0])  # of the variances, which are 0 beyond the rank
    assert_allclose(a.noise_variance_, b.noise_variance_, rtol=100 * rtol, atol=rounding)
    scale = np.abs(X - X.mean(axis=0)).max()
    assert_allclose(a.transform(X) * signs, b.transform(X), atol=10 * rtol * scale)
    # Two orders of a sum of n weights, each within n u of the exact sum; of whole numbers the same one.
    assert_allclose(a.n_samples_, b.n_samples_, rtol=len(X) * np.finfo(np.float64).eps)
    assert a.n_components_ == b.n_components_


# --- against others


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("weighted", [False, True])
def test_equals_the_oracle(solver: str, weighted: bool) -> None:
    X = rows(25, 4)
    w = np.random.default_rng(1).integers(0, 4, 25).astype(float) if weighted else None
    pca = PCA(svd_solver=solver).fit(X, sample_weight=w)
    mean, S = oracle.covariance(X, w)
    values, vectors = oracle.jacobi(S)
    assert_allclose(pca.mean_, mean, rtol=1e-12)
    assert_allclose(pca.explained_variance_, values, rtol=1e-10)
    assert_allclose(np.abs(pca.components_), np.abs(vectors.T), atol=1e-10)
    assert_allclose(pca.get_covariance(), S, rtol=1e-10, atol=1e-14)


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(3, 40),
    p=st.integers(1, 12),
    number=st.sampled_from([None, 1, 2, 0.3, 0.8, 0.999]),
    whiten=st.booleans(),
    solver=st.sampled_from(SOLVERS),
)
def test_as_scikit_learn(seed: int, n: int, p: int, number: Any, whiten: bool, solver: str) -> None:
    X = rows(n, p, seed)
    if isinstance(number, int):
        number = min(number, n - 1, p)
    if number is None and n <= p:
        number = n - 1  # the last axis has no spread: there is no telling which it is
    if solver == "covariance_eigh":  # which squares the singular values: ε (largest / smallest)² is its error
        spreads = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)[: min(n - 1, p)]
        assume(spreads[0] < 300 * spreads[-1])
    ours = PCA(number, whiten=whiten, svd_solver=solver).fit(X)
    theirs = Namesake(number, whiten=whiten, svd_solver="full").fit(X)
    assert_same(ours, theirs, X)
    back = ours.inverse_transform(ours.transform(X))
    assert_allclose(back, theirs.inverse_transform(theirs.transform(X)), atol=1e-9)
    if not whiten and n > p:
        assert_allclose(ours.get_covariance(), theirs.get_covariance(), rtol=1e-8, atol=1e-12)
        assert_allclose(ours.score_samples(X), theirs.score_samples(X), rtol=1e-7, atol=1e-6)


@pytest.mark.parametrize("condition", [1e2, 1e4, 1e6])
@pytest.mark.parametrize("number", [None, 3])
def test_ill_conditioned_rows_are_decomposed_to_ten_digits(condition: float, number: int | None) -> None:
    """The products alone would lose the small singular values."""
    X = rows(200, 8, condition=condition) - 0.0
    ours, theirs = PCA(number).fit(X), Namesake(number, svd_solver="full").fit(X)
    assert_allclose(ours.singular_values_, theirs.singular_values_, rtol=1e-10)
    assert_allclose(np.abs(ours.components_), np.abs(theirs.components_), atol=1e-10 * condition**0.5)
    exact = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    assert_allclose(ours.singular_values_, exact[:number], rtol=1e-10)


def test_products_alone_are_inaccurate_there() -> None:
    """What the guard is for."""
    X = rows(200, 8, condition=1e7)
    exact = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    products = PCA(svd_solver="covariance_eigh").fit(X).singular_values_
    assert np.abs(products[-1] / exact[-1] - 1) > 1e-6
    assert_allclose(PCA().fit(X).singular_values_, exact, rtol=1e-8)


@pytest.mark.parametrize("scale", [1e-150, 1e-3, 1e3, 1e150])
def test_any_scale(scale: float) -> None:
    X = rows()
    a, b = PCA(3).fit(X), PCA(3).fit(X * scale)
    assert_allclose(a.components_, b.components_, atol=1e-10)
    assert_allclose(a.singular_values_ * scale, b.singular_values_, rtol=1e-10)


@pytest.mark.parametrize("kind", ["constant", "duplicate", "wide", "two rows", "ties"])
def test_degenerate_rows(kind: str) -> None:
    X = {
        "constant": np.column_stack([rows(30, 3), np.full(30, 7.0)]),
        "duplicate": rows(30, 3)[:, [0, 1, 1, 2]],
        "wide": rows(5, 12),
        "two rows": rows(2, 3),
        "ties": np.concatenate([np.eye(3), -np.eye(3)]),
    }[kind]
    ours, theirs = PCA().fit(X), Namesake(svd_solver="full").fit(X)
    assert_allclose(ours.explained_variance_, theirs.explained_variance_, rtol=1e-9, atol=1e-14)
    assert_allclose(ours.components_ @ ours.components_.T, np.eye(ours.n_components_), atol=1e-12)
    assert_allclose(ours.inverse_transform(ours.transform(X)), X, atol=1e-10)


def test_float32_rows_are_summed_in_float64() -> None:
    X = rows(500, 4).astype(np.float32)
    ours = PCA(2).fit(X)
    assert_same(ours, PCA(2).fit(X.astype(np.float64)), X.astype(np.float64), rtol=1e-6)
    assert ours.transform(X).dtype == np.float32
    assert ours.inverse_transform(ours.transform(X)).dtype == np.float32


@pytest.mark.parametrize("kind", [sparse.csr_matrix, sparse.csc_array])
@pytest.mark.parametrize("number", [2, 0.9, None])
def test_sparse_rows_are_as_dense_ones(kind: Any, number: Any) -> None:
    X = np.random.default_rng(0).poisson(0.3, size=(50, 9)).astype(float)
    S = kind(X)
    a, b = PCA(number).fit(S), PCA(number).fit(X)
    assert_allclose(a.components_, b.components_, atol=1e-10)
    assert_allclose(a.transform(S), b.transform(X), atol=1e-12)
    assert_allclose(a.score_samples(S), b.score_samples(X), rtol=1e-10)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("standardize", [False, True])
def test_lanczos_of_wide_rows(weighted: bool, standardize: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    X = np.random.default_rng(0).poisson(0.5, size=(60, 25)).astype(float)
    w = np.random.default_rng(1).uniform(0.5, 2.0, 60) if weighted else None
    dense = PCA(4, standardize=standardize).fit(X, sample_weight=w)
    monkeypatch.setattr(module, "MOST_FEATURES", 20)
    wide = PCA(4, standardize=standardize).fit(sparse.csr_matrix(X), sample_weight=w)
    assert len(wide.summary_.scatter) + len(wide.summary_.factor) == 0
    assert_same(wide, dense, X)
    assert_allclose(wide.feature_correlations_, dense.feature_correlations_, atol=1e-10)
    with pytest.raises(ValueError, match="rows cannot be added"):
        wide.partial_fit(X)


# --- number of components


def test_mle_is_as_in_scikit_learn_and_as_the_loops() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(50, 3)) @ rng.normal(size=(3, 7)) * 2 + rng.normal(size=(50, 7))
        assert PCA("mle").fit(X).n_components_ == Namesake("mle", svd_solver="full").fit(X).n_components_
        variances = PCA().fit(X).explained_variance_
        for k in range(1, 7):
            assert log_evidence(variances, k, 50) == pytest.approx(oracle.log_evidence(variances, k, 50))


def test_mle_of_equal_or_vanishing_variances_is_a_number_in_range() -> None:
    for variances in ([2.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0]):
        assert 1 <= most_probable(np.array(variances), 20) <= len(variances) - 1
    assert most_probable(np.array([3.0]), 5) == 1


def test_share_takes_as_few_components_as_explain_more() -> None:
    assert enough_for_share(np.array([2.0, 1.0, 1.0]), 4.0, 0.5) == 2  # more than half, not half
    assert enough_for_share(np.array([2.0, 1.0, 1.0]), 4.0, 0.49) == 1
    assert enough_for_share(np.array([2.0, 1.0, 1.0]), 4.0, 0.999999) == 3
    assert enough_for_share(np.zeros(3), 0.0, 0.5) == 1


# --- invariants


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(4, 40), p=st.integers(1, 10), standardize=st.booleans())
def test_axes_are_orthonormal_and_coordinates_uncorrelated(
    seed: int, n: int, p: int, standardize: bool
) -> None:
    X = rows(n, p, seed)
    pca = PCA(standardize=standardize).fit(X)
    assert_allclose(pca.components_ @ pca.components_.T, np.eye(pca.n_components_), atol=1e-12)
    Z = pca.transform(X)
    assert_allclose(Z.T @ Z / (n - 1), np.diag(pca.explained_variance_), atol=1e-12)
    assert (np.diff(pca.explained_variance_) <= 1e-15).all()
    size = np.abs(pca.components_)  # entries that tie up to rounding are one size: the first decides
    deciding = (size >= (1 - 1e-8) * size.max(axis=1, keepdims=True)).argmax(axis=1)
    assert (np.take_along_axis(pca.components_, deciding[:, None], axis=1) > 0).all()


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(4, 30), p=st.integers(1, 8))
def test_row_order_and_integer_weights(seed: int, n: int, p: int) -> None:
    X, rng = rows(n, p, seed), np.random.default_rng(seed)
    w = rng.integers(0, 3, n).astype(float)
    w[:2] = 1.0
    if (w > 0).sum() <= p:
        w = w + 1.0
    number = min(2, p, int((w > 0).sum()) - 1)
    repeated = PCA(number).fit(np.repeat(X, w.astype(int), axis=0))
    assert_same(PCA(number).fit(X, sample_weight=w), repeated, X, rtol=1e-9)
    order = rng.permutation(n)
    assert_same(PCA(number).fit(X[order]), PCA(number).fit(X), X, rtol=1e-9)


@settings(max_examples=30)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(8, 60),
    p=st.integers(1, 10),
    cuts=st.lists(st.integers(1, 59), max_size=4),
)
def test_blocks_are_the_whole(seed: int, n: int, p: int, cuts: list[int]) -> None:
    X = rows(n, p, seed)
    number = min(p, n - 1)
    whole = PCA(number).fit(X)
    places = [0, *sorted({cut for cut in cuts if cut < n}), n]
    parts = [X[a:b] for a, b in pairwise(places)]
    streamed = PCA(number)
    for part in parts:
        streamed.partial_fit(part)
    assert_same(streamed, whole, X, rtol=1e-9)
    merged = PCA(number).partial_fit(parts[0])
    for part in parts[1:]:
        merged = merged.merge(PCA(number).partial_fit(part))
    assert_same(merged, whole, X, rtol=1e-9)


def test_standardised_rows_are_those_of_the_correlation_matrix() -> None:
    X = rows() * [1, 10, 100, 1, 1, 0.01]
    Z = (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)
    a, b = PCA(3, standardize=True).fit(X), Namesake(3, svd_solver="full").fit(Z)
    assert_allclose(a.components_, b.components_, atol=1e-10)
    assert_allclose(a.transform(X), b.transform(Z), atol=1e-10)
    assert_allclose(
        a.inverse_transform(a.transform(X)),
        b.inverse_transform(b.transform(Z)) * X.std(axis=0, ddof=1) + X.mean(axis=0),
    )
    log_units = np.log(X.std(axis=0, ddof=1)).sum()
    assert_allclose(a.score_samples(X), b.score_samples(Z) - log_units, rtol=1e-10)


def test_correlations_of_components_with_features() -> None:
    X = rows(40, 5)
    for standardize in (False, True):
        pca = PCA(3, standardize=standardize).fit(X)
        Z = pca.transform(X)
        expected = [[np.corrcoef(z, x)[0, 1] for x in X.T] for z in Z.T]
        assert_allclose(pca.feature_correlations_, expected, atol=1e-10)
    full = PCA().fit(np.column_stack([X, np.ones(40)]))
    assert_array_equal(full.feature_correlations_[:, -1], 0.0)


def test_whitened_coordinates_have_unit_covariance() -> None:
    pca = PCA(4, whiten=True).fit(rows())
    Z = pca.transform(rows())
    assert_allclose(np.cov(Z.T), np.eye(4), atol=1e-10)
    plain = PCA(4).fit(rows())
    assert_allclose(pca.inverse_transform(Z), plain.inverse_transform(plain.transform(rows())), atol=1e-12)
    assert_allclose(pca.get_covariance(), plain.get_covariance())


# --- the probabilistic model


@pytest.mark.parametrize("number", [0, 2, 5])
@pytest.mark.parametrize("standardize", [False, True])
def test_density_and_precision(number: int, standardize: bool) -> None:
    X = rows(50, 5)
    pca = PCA(number, standardize=standardize).fit(X)
    S = pca.get_covariance()
    assert_allclose(pca.get_precision() @ S, np.eye(5), atol=1e-9)
    assert_allclose(pca.score_samples(X), multivariate_normal(X.mean(axis=0), S).logpdf(X), rtol=1e-9)
    assert pca.score(X) == pytest.approx(pca.score_samples(X).mean())


def test_density_keeps_its_digits_when_the_noise_is_small() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100, 2)) @ rng.normal(size=(2, 4)) + 1e-7 * rng.normal(size=(100, 4))
    pca = PCA(2).fit(X)
    off = X - pca.inverse_transform(pca.transform(X))
    by_hand = np.sum(off**2, axis=1) / pca.noise_variance_
    by_hand += np.sum(pca.transform(X) ** 2 / pca.explained_variance_, axis=1)
    by_hand += 4 * np.log(2 * np.pi) + np.log(pca.explained_variance_).sum() + 2 * np.log(pca.noise_variance_)
    assert_allclose(pca.score_samples(X), -0.5 * by_hand, rtol=1e-9)


def test_a_singular_covariance_has_no_density() -> None:
    pca = PCA().fit(rows(5, 8))
    for call in (pca.get_precision, lambda: pca.score(rows(5, 8))):
        with pytest.raises(ValueError, match=r"singular \(4 of 8 directions"):
            call()


# --- bad input


@pytest.mark.parametrize(
    ("parameters", "X", "words"),
    [
        ({"n_components": 7}, rows(20, 6), r"between 0 and 6, min\(n_samples, n_features\)=6"),
        ({"n_components": 6}, rows(4, 6), "between 0 and 4"),
        ({"n_components": "mle"}, rows(4, 6), "n_samples >= n_features"),
        ({"n_components": 1.5}, rows(), "a share between 0 and 1"),
        ({"svd_solver": "qr"}, rows(), "svd_solver='qr' is not accepted"),
        ({}, rows(1, 3), "n_samples = 1"),
        ({}, rows() * 1e300, "overflow"),
        ({}, np.where(np.eye(60, 6) > 0, np.nan, rows()), "NaN"),
    ],
)
def test_bad_input(parameters: dict[str, Any], X: np.ndarray, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        PCA(**parameters).fit(X)


def test_more_bad_input() -> None:
    pca = PCA(2).fit(rows())
    with pytest.raises(ValueError, match="3 columns, but there are 2 components"):
        pca.inverse_transform(np.ones((2, 3)))
    with pytest.raises(ValueError, match="cannot merge"):
        pca.merge(PCA(3).fit(rows()))
    with pytest.raises(ValueError, match="cannot merge"):
        pca.merge("no model")
    with pytest.raises(ValueError, match="n_features=6"):
        PCA(7).partial_fit(rows())
    with pytest.raises(ValueError, match=r"weigh 0\.5 in all"):
        PCA().fit(rows(5, 2), sample_weight=np.full(5, 0.1))


def test_constant_rows_say_so_and_give_zeros() -> None:
    X = np.full((10, 3), 4.2)
    with pytest.warns(DegenerateDataWarning, match="all rows are equal"):
        pca = PCA().fit(X)
    assert_array_equal(pca.transform(X), 0.0)
    assert_array_equal(pca.explained_variance_ratio_, 0.0)
    assert_array_equal(pca.components_, np.eye(3))


def test_whitening_without_spread_says_so_and_gives_zeros() -> None:
    X = rows(30, 3)[:, [0, 1, 2, 2]]
    with pytest.warns(DegenerateDataWarning, match="only 3 of 4 components have spread"):
        Z = PCA(whiten=True).fit_transform(X)
    assert_array_equal(Z[:, 3], 0.0)


def test_a_stream_says_when_a_component_is_lost_in_rounding() -> None:
    X = rows(100, 3)
    X[:, 2] = X[:, 1] + 1e-9 * X[:, 2]
    with pytest.warns(DegenerateDataWarning, match="component 3 has less than"):
        PCA(3).partial_fit(X)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        PCA(3).fit(X)
        PCA(2).partial_fit(X)


def test_axes_without_spread_are_completed_to_an_orthonormal_set() -> None:
    first = np.array([[0.6, 0.8, 0.0, 0.0]])
    V = complete(first, 4)
    assert_allclose(V @ V.T, np.eye(4), atol=1e-15)
    assert_allclose(V[1:3], [[0, 0, 1, 0], [0, 0, 0, 1]], atol=1e-15)
    assert_array_equal(complete(np.empty((0, 3)), 3), np.eye(3))


@pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks([PCA(1, whiten=True), PCA(0.9, standardize=True, svd_solver="full")])
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)
