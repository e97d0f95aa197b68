"""Locally linear embedding in its four variants."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import make_swiss_roll
from sklearn.manifold import LocallyLinearEmbedding as Namesake
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei.errors import DataError, UsageError
from fenlei.reduce import LocallyLinearEmbedding
from fenlei.reduce.lle import weights
from fenlei.reduce.neighbor_graph import NearestRows
from tests.oracles import manifold

ROLL = make_swiss_roll(400, random_state=0, noise=0.05)[0]
SHARED = ("standard", "modified", "hessian", "ltsa")  # with scikit-learn
METHODS = (*SHARED, "hessian_eigenmaps")


def neighbours(X: np.ndarray, k: int) -> np.ndarray:
    return NearestRows(X).kneighbors(X, k, own=True)[1]


@parametrize_with_checks(
    [LocallyLinearEmbedding(), LocallyLinearEmbedding(n_components=1, method="modified")]
)
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)


@given(st.integers(0, 10_000), st.integers(1, 9), st.integers(1, 6), st.sampled_from([1e-3, 0.1]))
@settings(max_examples=50, deadline=None)
def test_weights_are_those_of_the_oracle_and_sum_to_one(seed: int, k: int, p: int, reg: float) -> None:
    """Rows on a coarse grid, so that some are equal and some neighbourhoods flat."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, (14, p)).astype(float)
    index = neighbours(X, k)
    w = weights.barycentric_weights(X, X, index, reg, 1)
    assert_allclose(w.sum(axis=1), 1.0, rtol=1e-9)
    assert_allclose(w, manifold.barycentric_weights(X, X, index, reg), rtol=1e-8, atol=1e-9)


def test_the_matrices_are_those_of_the_oracles() -> None:
    X = ROLL[:90]
    index = neighbours(X, 8)
    assert_allclose(
        weights.standard(X, index, 1e-3).toarray(), manifold.lle_matrix(X, index, 1e-3), atol=1e-9
    )
    assert_allclose(weights.ltsa(X, index, 2).toarray(), manifold.tangent_matrix(X, index, 2), atol=1e-10)


@pytest.mark.parametrize("method", METHODS)
def test_the_constant_is_in_the_null_space_and_the_matrix_positive(method: str) -> None:
    index = neighbours(ROLL, 10)
    M = {
        "standard": lambda: weights.standard(ROLL, index, 1e-3),
        "modified": lambda: weights.modified(ROLL, index, 2, 1e-12),
        "hessian": lambda: weights.hessian(ROLL, index, 2, 1e-4),
        "ltsa": lambda: weights.ltsa(ROLL, index, 2),
        "hessian_eigenmaps": lambda: weights.hessian(ROLL, index, 2, 1e-4, quadratic=True),
    }[method]().toarray()
    assert_allclose(M @ np.ones(len(M)), 0.0, atol=1e-8 * abs(M).max())
    assert_allclose(M, M.T, atol=1e-12 * abs(M).max())
    assert np.linalg.eigvalsh(M)[0] > -1e-9 * abs(M).max()


@pytest.mark.parametrize("method", SHARED)
@pytest.mark.parametrize("solver", ["auto", "dense"])
def test_agrees_with_scikit_learn(method: str, solver: str) -> None:
    parameters = {"n_neighbors": 12, "method": method, "eigen_solver": solver, "random_state": 0}
    ours, theirs = (cls(**parameters).fit(ROLL) for cls in (LocallyLinearEmbedding, Namesake))
    assert_allclose(ours.reconstruction_error_, theirs.reconstruction_error_, rtol=1e-6)
    assert_allclose(np.abs(ours.embedding_), np.abs(theirs.embedding_), atol=1e-6)
    new = ROLL[:30] + 0.01
    assert_allclose(np.abs(ours.transform(new)), np.abs(theirs.transform(new)), atol=1e-6)


@pytest.mark.parametrize("method", SHARED)
def test_more_features_than_neighbours_agree_with_scikit_learn(method: str) -> None:
    X = np.random.default_rng(0).normal(size=(120, 15))
    parameters = {"n_neighbors": 9, "method": method, "eigen_solver": "dense"}
    ours, theirs = (cls(**parameters).fit(X) for cls in (LocallyLinearEmbedding, Namesake))
    assert_allclose(ours.reconstruction_error_, theirs.reconstruction_error_, rtol=1e-6)


@pytest.mark.parametrize(("k", "d"), [(12, 2), (6, 2), (7, 1), (3, 1)])
def test_hessian_eigenmaps_are_those_of_donoho_and_grimes(k: int, d: int) -> None:
    X = ROLL[:150]
    index = neighbours(X, k)
    M = weights.hessian(X, index, d, 1e-4, quadratic=True).toarray()
    assert_allclose(M, manifold.hessian_matrix(X, index, d), atol=1e-7)
    if k == 1 + d * (d + 3) // 2:  # no direction but the quadratic ones is left: scikit-learn's is the same
        parameters = {"n_neighbors": k, "n_components": d, "eigen_solver": "dense"}
        ours = LocallyLinearEmbedding(method="hessian_eigenmaps", **parameters).fit(X)
        theirs = Namesake(method="hessian", **parameters).fit(X)
        assert_allclose(ours.reconstruction_error_, theirs.reconstruction_error_, rtol=1e-6, atol=1e-12)


def test_hessian_eigenmaps_roll_a_sheet_out() -> None:
    """A sheet without noise, bent without stretching: the coordinates are affine in those of the sheet."""
    rng = np.random.default_rng(0)
    sheet = np.column_stack([rng.uniform(0, 10, 500), rng.uniform(0, 6, 500)])
    bent = np.column_stack([6 * np.cos(sheet[:, 0] / 6), 6 * np.sin(sheet[:, 0] / 6), sheet[:, 1]])
    Z = LocallyLinearEmbedding(n_neighbors=12, method="hessian_eigenmaps").fit_transform(bent)
    design = np.column_stack([np.ones(500), Z])
    left = sheet - design @ np.linalg.lstsq(design, sheet, rcond=None)[0]
    assert (left.var(axis=0) < 1e-3 * sheet.var(axis=0)).all()


@pytest.mark.parametrize("solver", ["arpack", "dense"])
def test_fits_in_several_threads_at_once_give_the_same_bits(solver: str) -> None:
    def bits(method: str) -> bytes:
        return (
            LocallyLinearEmbedding(n_neighbors=9, method=method, eigen_solver=solver)
            .fit(X)
            .embedding_.tobytes()
        )

    X = ROLL[:220]
    alone = [bits(method) for method in METHODS]
    with ThreadPoolExecutor(5) as pool:
        for _ in range(3):
            assert list(pool.map(bits, METHODS)) == alone


@pytest.mark.parametrize("solver", ["arpack", "dense"])
def test_the_coordinates_are_the_least_eigenvectors(solver: str) -> None:
    model = LocallyLinearEmbedding(n_neighbors=10, eigen_solver=solver, tol=0).fit(ROLL)
    M, Z = manifold.lle_matrix(ROLL, neighbours(ROLL, 10), 1e-3), model.embedding_
    assert_allclose(Z.T @ Z, np.eye(2), atol=1e-9)
    assert_allclose(Z.sum(axis=0), 0.0, atol=1e-5)
    assert_allclose(np.trace(Z.T @ M @ Z), model.reconstruction_error_, rtol=1e-5)
    assert_allclose(model.reconstruction_error_, np.linalg.eigvalsh(M)[1:3].sum(), rtol=1e-5)


def test_rows_where_scikit_learn_finds_its_matrix_singular() -> None:
    X = np.random.default_rng(0).normal(size=(300, 8))
    model = LocallyLinearEmbedding(n_neighbors=12, method="hessian").fit(X)
    dense = LocallyLinearEmbedding(n_neighbors=12, method="hessian", eigen_solver="dense").fit(X)
    assert_allclose(model.reconstruction_error_, dense.reconstruction_error_, atol=1e-12)


def test_row_order_does_not_matter() -> None:
    order = np.random.default_rng(0).permutation(len(ROLL))
    a, b = (LocallyLinearEmbedding(n_neighbors=10, eigen_solver="dense").fit(X) for X in (ROLL, ROLL[order]))
    assert_allclose(np.abs(a.embedding_[order]), np.abs(b.embedding_), atol=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_any_number_of_threads_gives_the_same_bits(method: str) -> None:
    models = [
        LocallyLinearEmbedding(n_neighbors=9, method=method, n_jobs=n_jobs).fit(ROLL)
        for n_jobs in (1, 2, 4, None)
    ]
    assert len({model.embedding_.tobytes() for model in models}) == 1
    assert len({model.transform(ROLL[:50]).tobytes() for model in models}) == 1


@pytest.mark.parametrize("scale", [1e-100, 1e100])
def test_the_map_does_not_know_the_scale(scale: float) -> None:
    a, b = (LocallyLinearEmbedding(n_neighbors=10).fit(X) for X in (ROLL, ROLL * scale))
    assert_allclose(np.abs(a.embedding_), np.abs(b.embedding_), atol=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_duplicate_rows_give_numbers(method: str) -> None:
    X = np.repeat(ROLL[:40], 7, axis=0)
    model = LocallyLinearEmbedding(n_neighbors=6, method=method, eigen_solver="dense").fit(X)
    assert np.isfinite(model.embedding_).all()
    assert np.isfinite(model.reconstruction_error_)


def test_pickling_keeps_the_search() -> None:
    model = LocallyLinearEmbedding(n_neighbors=8).fit(ROLL)
    assert_array_equal(pickle.loads(pickle.dumps(model)).transform(ROLL[:9]), model.transform(ROLL[:9]))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_neighbors": 400}, "n_neighbors < n_samples, but n_samples = 400, n_neighbors = 400"),
        ({"n_components": 4}, "n_components=4 is more than 3, the input dimension"),
        ({"n_neighbors": 5, "method": "hessian"}, "for method='hessian', n_neighbors must be at least 6"),
        ({"n_neighbors": 5, "method": "hessian_eigenmaps"}, "n_neighbors must be at least 6"),
        ({"n_neighbors": 1, "method": "modified"}, "for method='modified', n_neighbors must be at least 2"),
        ({"method": "global"}, "method='global' is not accepted"),
        ({"reg": -1.0}, "reg=-1.0 is not accepted"),
    ],
)
def test_bad_parameters_are_said(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        LocallyLinearEmbedding(**parameters).fit(ROLL)


def test_bad_data_is_said() -> None:
    with pytest.raises(ValueError, match="NaN"):
        LocallyLinearEmbedding().fit(np.where(np.arange(400)[:, None] == 3, np.nan, ROLL))
    with pytest.raises(DataError, match=r"neighbours of row 0 do not determine its weights with reg=0"):
        LocallyLinearEmbedding(reg=0, n_neighbors=4).fit(np.repeat(ROLL[:20], 6, axis=0))
