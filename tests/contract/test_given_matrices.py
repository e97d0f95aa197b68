"""Matrices of all rows against all rows, as float32 leaves them: asymmetric in the seventh digit."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.metrics import pairwise_distances

from fenlei import KernelPCA
from fenlei.errors import DataError
from fenlei.functions.pairwise_matrices import checked_distances, symmetrised
from fenlei.registry import REGISTRY, Entry

PARAMETERS: dict[str, dict[str, Any]] = {
    "agglomerative": {"linkage": "average"},
    "mds": {"n_init": 1, "init": "random", "random_state": 0},
    "tsne": {"init": "random", "perplexity": 5, "random_state": 0},
    "sne": {"init": "random", "perplexity": 5, "random_state": 0},
    "isomap": {"n_neighbors": 10},
}
ANSWERS = ("labels_", "embedding_", "eigenvalues_", "dual_coef_")


def takes(entry: Entry, name: str) -> bool:
    """Whether "precomputed" is a value of the parameter."""
    model = entry.load()()
    if name not in model.get_params():
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return bool(model.set_params(**{name: "precomputed"}).__sklearn_tags__().input_tags.pairwise)


PAIRS = [(entry, name) for entry in REGISTRY.values() for name in ("metric", "kernel") if takes(entry, name)]


def rounded(A: np.ndarray, seed: int = 1) -> np.ndarray:
    """A as float32 sums in another order may leave it."""
    noise = np.random.default_rng(seed).uniform(-4e-7, 4e-7, A.shape)
    return (A * (1.0 + noise)).astype(np.float32)


def test_the_registry_has_estimators_of_matrices() -> None:
    assert {entry.name for entry, _ in PAIRS} >= {"svc", "kernel_pca", "mds", "k_neighbors", "divisive"}


@pytest.mark.parametrize(("entry", "name"), PAIRS, ids=lambda value: getattr(value, "name", value))
def test_rounding_of_float32_changes_neither_acceptance_nor_answer(entry: Entry, name: str) -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 3)), np.arange(40) % 2
    A = X @ X.T + 1.0 if name == "kernel" else pairwise_distances(X)
    assert np.abs(rounded(A) - rounded(A).T).max() > 0
    models = []
    for matrix in (A, rounded(A)):
        model = entry.load()(**{name: "precomputed"}, **PARAMETERS.get(entry.name, {}))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", FutureWarning)
            models.append(model.fit(matrix, y))
    for attribute in ANSWERS:
        if hasattr(models[0], attribute) and entry.name not in ("tsne", "sne", "mds"):
            found = [np.abs(getattr(model, attribute)) for model in models]
            assert_allclose(found[1], found[0], rtol=1e-3, atol=1e-3 * np.abs(found[0]).max())


def test_the_mean_of_both_entries_is_taken_and_symmetric_matrices_keep_their_bits() -> None:
    A = np.random.default_rng(0).normal(size=(6, 6))
    A = A + A.T
    assert symmetrised(A, "X") is A
    B = A * (1 + 1e-6 * np.tri(6))
    assert_array_equal(symmetrised(B, "X"), (B + B.T) / 2)


def test_kernel_pca_takes_what_is_symmetric_once_it_is_centred() -> None:
    rng = np.random.default_rng(0)
    X, shifts = rng.normal(size=(12, 3)), rng.normal(size=(2, 12))
    S = X @ X.T
    K = S + shifts[0] + shifts[1][:, None]
    model, plain = (KernelPCA(2, kernel="precomputed").fit(matrix) for matrix in (K, S))
    assert_allclose(model.eigenvalues_, plain.eigenvalues_)
    assert_allclose(model.transform(K[:5]), plain.transform(S[:5]), atol=1e-12)
    with pytest.raises(DataError, match="the matrix is not symmetric"):
        KernelPCA(2, kernel="precomputed").fit(S + rng.normal(size=S.shape))


def test_the_sentence_shows_what_differs() -> None:
    with pytest.raises(
        DataError, match=r"entry \[0, 1\] is 138.455, but \[1, 0\] is 138.46 \(they differ by 0.005\)"
    ):
        symmetrised(np.array([[0.0, 138.455], [138.46, 0.0]]), "KernelPCA")


def test_a_distance_from_itself_may_be_rounding_but_not_a_similarity() -> None:
    D = np.array([[3e-4, 1.0], [1.0, 0.0]])
    assert_array_equal(checked_distances(D, "MDS"), [[0, 1], [1, 0]])
    with pytest.raises(DataError, match=r"from itself must be 0, but entry \[0, 0\] is 1"):
        checked_distances(np.eye(2), "MDS")
