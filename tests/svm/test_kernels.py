"""Kernel functions against loops and scikit-learn's, the Gram blocks, Mercer's condition."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.metrics import pairwise

from fenlei.errors import DataError
from fenlei.svm import (
    laplacian_kernel,
    linear_kernel,
    mercer_check,
    polynomial_kernel,
    rbf_kernel,
    sigmoid_kernel,
    spectrum,
)
from fenlei.svm.dual.gram import Kernel, Source, combine, diagonal, exp32, gram
from tests.oracles import svm as oracle

NAMES = ("linear", "poly", "rbf", "sigmoid", "laplacian", "laplacian_euclidean")
RNG = np.random.default_rng(0)
X, Z = RNG.normal(size=(37, 5)), RNG.normal(size=(23, 5))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["dense", "sparse", "float32"])
def test_gram_and_combine_equal_the_loops(name: str, kind: str) -> None:
    kernel = Kernel(name, 0.3, 0.5, 3)
    expected = oracle.gram(name, X, Z, 0.3, 0.5, 3)
    change = {"dense": np.asarray, "sparse": sparse.csr_array, "float32": lambda A: A.astype(np.float32)}[
        kind
    ]
    rows, columns = Source(change(X), kernel), Source(change(Z), kernel)
    rtol = 2e-5 if kind == "float32" else 1e-12
    assert_allclose(gram(rows, columns), expected, rtol=rtol, atol=rtol)
    c = RNG.normal(size=len(Z))
    assert_allclose(combine(rows, columns, c), expected @ c, rtol=rtol, atol=20 * rtol)
    assert_allclose(diagonal(rows), np.diagonal(oracle.gram(name, X, X, 0.3, 0.5, 3)), rtol=rtol)


def test_functions_are_scikit_learns() -> None:
    pairs = [
        (linear_kernel(X, Z), pairwise.linear_kernel(X, Z)),
        (polynomial_kernel(X, Z), pairwise.polynomial_kernel(X, Z)),
        (polynomial_kernel(X, Z, 0, 2.0), np.ones((37, 23))),
        (rbf_kernel(X), pairwise.rbf_kernel(X)),
        (sigmoid_kernel(X, Z, 0.1), pairwise.sigmoid_kernel(X, Z, 0.1)),
        (laplacian_kernel(X, Z), pairwise.laplacian_kernel(X, Z)),
    ]
    for ours, theirs in pairs:
        assert_allclose(ours, theirs, rtol=1e-10, atol=1e-12)


def test_exponential_in_single_precision() -> None:
    x = -np.concatenate([np.linspace(0, 87, 20001), [1e-8, 90, 1e30]]).astype(np.float32)
    values = np.array([exp32(v) for v in x])
    assert_allclose(values, np.exp(x.astype(float)), rtol=3e-7, atol=1e-37)
    assert exp32(np.float32(0)) == 1


def test_mercer() -> None:
    assert mercer_check(rbf_kernel(X)).positive_semidefinite
    assert mercer_check(laplacian_kernel(X, norm="euclidean")).positive_semidefinite
    found = mercer_check([[1.0, 2.0], [0.0, 1.0]])
    assert not found.symmetric
    assert not found.positive_semidefinite
    with pytest.raises(DataError, match="Precomputed matrix must be a square matrix"):
        mercer_check(np.ones((2, 3)))


def test_refusals() -> None:
    with pytest.raises(DataError, match="norm='l3' is not accepted; give 'l1' or 'euclidean'"):
        laplacian_kernel(X, Z, norm="l3")
    with pytest.raises(DataError, match="have 5 and 4 columns"):
        rbf_kernel(X, Z[:, :4])


def test_spectrum_counts_shared_substrings() -> None:
    def slow(a: str, b: str, length: int) -> int:
        parts: Any = [[t[i : i + length] for i in range(len(t) - length + 1)] for t in (a, b)]
        return sum(u == v for u in parts[0] for v in parts[1])

    texts = ["abracadabra", "cadabra", "ab", "", "banana"]
    assert_allclose(spectrum(texts, texts, 2), [[slow(a, b, 2) for b in texts] for a in texts])
    assert mercer_check(spectrum(texts, texts)).positive_semidefinite
