"""Kernel PCA against loops, scikit-learn and PCA; pre-images; bad input."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.decomposition import KernelPCA as Namesake
from sklearn.exceptions import NotFittedError
from sklearn.utils.estimator_checks import parametrize_with_checks

from fenlei import load_model, save_model
from fenlei.errors import FenleiWarning
from fenlei.reduce.kernel_pca.kernel_pca import KernelPCA
from fenlei.reduce.pca.pca import PCA
from fenlei.svm.kernel_functions import laplacian_kernel
from tests.oracles import reduce as oracle

KERNELS: list[dict[str, Any]] = [
    {"kernel": "linear"},
    {"kernel": "poly", "degree": 2, "gamma": 0.3},
    {"kernel": "rbf", "gamma": 0.2},
    {"kernel": "sigmoid", "gamma": 0.01},
    {"kernel": "cosine"},
    {
        "kernel": lambda a, b, width=1.0: float(np.exp(-width * np.abs(a - b).max())),
        "kernel_params": {"width": 0.5},
    },
]
kernels = pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: str(kernel["kernel"])[:7])


def rows(n: int = 40, p: int = 4, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, p)) * np.arange(1, p + 1) + rng.normal(size=p)


def assert_as_namesake(X: Any, new: Any, **parameters: Any) -> None:
    ours, theirs = KernelPCA(**parameters), Namesake(**parameters)
    a, b = ours.fit_transform(X), theirs.fit_transform(X)
    assert a.shape == b.shape
    signs = np.sign(np.sum(a * b, axis=0))
    scale = np.abs(b).max()
    assert_allclose(ours.eigenvalues_, theirs.eigenvalues_, rtol=1e-9, atol=1e-11 * theirs.eigenvalues_[0])
    assert_allclose(a * signs, b, atol=1e-8 * scale)
    assert_allclose(ours.transform(new) * signs, theirs.transform(new), atol=1e-8 * scale)
    if parameters.get("fit_inverse_transform"):
        assert_allclose(ours.inverse_transform(a), theirs.inverse_transform(b), atol=1e-7 * scale)


@kernels
def test_as_scikit_learn(kernel: dict[str, Any]) -> None:
    assert_as_namesake(rows(), rows(7, seed=1), n_components=3, **kernel)
    assert_as_namesake(
        rows(), rows(7, seed=1), n_components=2, fit_inverse_transform=True, alpha=0.1, **kernel
    )


def test_a_power_that_is_not_whole_is_as_in_scikit_learn() -> None:
    X, new = np.abs(rows()), np.abs(rows(7, seed=1))
    assert_as_namesake(X, new, n_components=3, kernel="poly", degree=1.5)


@pytest.mark.parametrize("solver", ["auto", "dense", "arpack", "randomized"])
def test_every_solver_finds_the_same(solver: str) -> None:
    X = rows(450)
    ours = KernelPCA(3, kernel="rbf", eigen_solver=solver).fit(X)
    theirs = Namesake(3, kernel="rbf", eigen_solver="dense").fit(X)
    assert_allclose(ours.eigenvalues_, theirs.eigenvalues_, rtol=1e-10)
    signs = np.sign(np.sum(ours.eigenvectors_ * theirs.eigenvectors_, axis=0))
    assert_allclose(ours.eigenvectors_ * signs, theirs.eigenvectors_, atol=1e-9)


def test_too_few_iterations_of_lanczos_leave_it_to_lapack() -> None:
    X = rows(450)
    ours = KernelPCA(3, kernel="rbf", max_iter=1).fit(X)
    assert_allclose(ours.eigenvalues_, KernelPCA(3, kernel="rbf").fit(X).eigenvalues_, rtol=1e-10)


def test_equals_the_oracle() -> None:
    X = rows(12, 2)
    K = oracle.centred(np.exp(-0.1 * oracle.distances(X) ** 2))
    values, vectors = oracle.jacobi(K)
    model = KernelPCA(4, kernel="rbf", gamma=0.1).fit(X)
    assert_allclose(model.eigenvalues_, values[:4], rtol=1e-10)
    assert_allclose(np.abs(model.eigenvectors_), np.abs(vectors[:, :4]), atol=1e-9)


@pytest.mark.parametrize(("name", "norm"), [("laplacian", "l1"), ("laplacian_euclidean", "euclidean")])
def test_the_laplacians_are_those_of_svm(name: str, norm: str) -> None:
    X, new = rows(), rows(5, seed=1)
    given_matrix = KernelPCA(3, kernel="precomputed").fit(laplacian_kernel(X, gamma=0.1, norm=norm))
    model = KernelPCA(3, kernel=name, gamma=0.1).fit(X)
    assert_allclose(model.eigenvalues_, given_matrix.eigenvalues_, rtol=1e-10)
    matrix = laplacian_kernel(new, X, gamma=0.1, norm=norm)
    assert_allclose(model.transform(new), given_matrix.transform(matrix), atol=1e-10)


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(3, 40), p=st.integers(1, 6))
def test_linear_kernel_is_pca_and_training_rows_are_transformed_alike(seed: int, n: int, p: int) -> None:
    X = rows(n, p, seed)
    d = min(n - 1, p)
    model, pca = KernelPCA(d), PCA(d).fit(X)
    Z = model.fit_transform(X)
    assert_allclose(np.abs(Z), np.abs(pca.transform(X)), atol=1e-8 * np.abs(Z).max())
    assert_allclose(model.transform(X), Z, atol=1e-7 * np.abs(Z).max())
    assert_allclose(model.eigenvalues_ / (n - 1), pca.explained_variance_, rtol=1e-8)
    order = np.random.default_rng(seed).permutation(n)
    assert_allclose(
        np.abs(KernelPCA(d).fit_transform(X[order])), np.abs(Z[order]), atol=1e-8 * np.abs(Z).max()
    )


def test_sparse_rows_are_as_dense_ones(tmp_path: Path) -> None:
    X = np.random.default_rng(0).poisson(0.5, size=(30, 6)).astype(float)
    for name in ("linear", "rbf", "poly", "cosine", "laplacian"):
        dense = KernelPCA(3, kernel=name, fit_inverse_transform=True).fit(X)
        model = KernelPCA(3, kernel=name, fit_inverse_transform=True).fit(sparse.csr_matrix(X))
        assert_allclose(model.eigenvalues_, dense.eigenvalues_, rtol=1e-10)
        assert_allclose(model.transform(sparse.csr_matrix(X)), dense.transform(X), atol=1e-10)
        assert_allclose(
            model.inverse_transform(dense.transform(X)),
            dense.inverse_transform(dense.transform(X)),
            atol=1e-9,
        )
    save_model(model, tmp_path / "a.fenlei")
    assert_array_equal(load_model(tmp_path / "a.fenlei").transform(X), model.transform(X))


def test_pre_images_of_a_circle_are_near_it() -> None:
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    X = np.column_stack([np.cos(angle), np.sin(angle)])
    noisy = X + np.random.default_rng(0).normal(scale=0.1, size=X.shape)
    model = KernelPCA(4, kernel="rbf", gamma=2.0, fit_inverse_transform=True, alpha=0.01).fit(noisy)
    back = model.inverse_transform(model.transform(noisy))
    off = np.abs(np.linalg.norm(back, axis=1) - 1).mean(), np.abs(np.linalg.norm(noisy, axis=1) - 1).mean()
    assert off[0] < off[1]


def test_components_without_spread() -> None:
    X = rows(10, 2)
    assert KernelPCA().fit(X).eigenvalues_.shape == (2,)
    assert KernelPCA(5, remove_zero_eig=True).fit(X).eigenvalues_.shape == (2,)
    kept = KernelPCA(5).fit(X)
    assert_array_equal(kept.eigenvalues_[2:], 0.0)
    assert_array_equal(kept.transform(X)[:, 2:], 0.0)


def test_float32_rows() -> None:
    X = rows().astype(np.float32)
    model = KernelPCA(2, kernel="rbf")
    assert model.fit_transform(X).dtype == np.float32
    assert model.transform(X).dtype == np.float32
    assert_allclose(
        model.eigenvalues_, KernelPCA(2, kernel="rbf").fit(X.astype(float)).eigenvalues_, rtol=2e-7
    )


def test_rows_are_copied_unless_told() -> None:
    X = rows()
    copied, shared = KernelPCA(2).fit(X), KernelPCA(2, copy_X=False).fit(X)
    assert not np.shares_memory(copied.X_fit_, X)
    assert np.shares_memory(shared.X_fit_, X)


# --- bad input


@pytest.mark.parametrize(
    ("parameters", "X", "words"),
    [
        ({"kernel": "precomputed"}, rows(5, 4), "square"),
        ({"kernel": "precomputed"}, np.triu(np.ones((4, 4))), r"not symmetric: entry \[0, 1\] is 1"),
        ({"kernel": "precomputed", "fit_inverse_transform": True}, np.eye(4), "Cannot fit_inverse_transform"),
        ({"kernel": "sigmoid", "gamma": 5.0}, rows(), "not positive semi-definite"),
        ({"kernel": "poly", "degree": 60, "gamma": 1e6}, rows(), "not finite"),
        ({"kernel": "poly", "degree": 1.5, "coef0": -50.0}, rows(), "not finite"),
        ({"kernel": "parabola"}, rows(), "a function of two rows"),
        ({"n_components": 0}, rows(), "at least 1"),
        (
            {"kernel": "rbf", "gamma": 0.0, "alpha": 0.0, "fit_inverse_transform": True},
            rows(),
            "larger alpha",
        ),
    ],
)
def test_bad_input(parameters: dict[str, Any], X: np.ndarray, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        KernelPCA(**parameters).fit(X)


def test_more_bad_input() -> None:
    model = KernelPCA(2, kernel="rbf", fit_inverse_transform=True).fit(rows())
    with pytest.raises(ValueError, match="3 columns, but there are 2 components"):
        model.inverse_transform(np.ones((2, 3)))
    with pytest.raises(NotFittedError, match="fit_inverse_transform"):
        KernelPCA(2).fit(rows()).inverse_transform(np.ones((2, 2)))
    with pytest.warns(FenleiWarning, match="more than the 5 rows; 5 components are kept"):
        assert KernelPCA(9).fit(rows(5)).eigenvalues_.shape == (5,)


@pytest.mark.filterwarnings("ignore::fenlei.errors.FenleiWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks([KernelPCA(2, kernel="rbf", fit_inverse_transform=True)])
def test_scikit_learn_check(estimator: Any, check: Any) -> None:
    check(estimator)
