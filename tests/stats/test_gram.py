"""Means and centred products of features and targets: exact sums, both forms, merging, determinism."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array

from fenlei.kernels import threads
from fenlei.stats import class_products, gram
from fenlei.stats.gram import Gram
from tests.oracles import regression as oracle


def rows(
    n: int, p: int, t: int, seed: int = 0, offset: float = 0.0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X, Y = rng.normal(size=(n, p)) + offset, rng.normal(size=(n, t)) + offset
    return X, Y, rng.integers(1, 4, n).astype(float)


def assert_same(a: Gram, b: Gram, rtol: float = 1e-12) -> None:
    S = gram.scatter(b)
    spread = np.sqrt(np.abs(S).max(initial=0.0))
    assert_allclose(a.weight, b.weight, rtol=1e-14)
    assert_allclose(a.mean, b.mean, rtol=1e-13, atol=1e-14 * spread)
    assert_allclose(gram.scatter(a), S, rtol=rtol, atol=rtol * spread**2)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    ("n", "p", "t"), [(20, 3, 1), (20, 2, 3), (4, 6, 2), (1, 2, 1), (5, 4, 1), (20, 3, 0)]
)
@pytest.mark.parametrize("offset", [0.0, 1e8])
def test_summarise_equals_the_exact_sums(n: int, p: int, t: int, offset: float, weighted: bool) -> None:
    X, Y, w = rows(n, p, t, offset=offset)
    summary = gram.summarise(X, Y, w if weighted else None)
    weight, mean, S = oracle.gram(np.hstack([X, Y]), w if weighted else None)
    assert (len(summary.factor) > 0) == (n < p + t)
    assert_same(summary, Gram(np.array(weight), mean, S, np.empty((0, p + t))), 1e-7 if offset else 1e-12)


@settings(max_examples=30)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(2, 30),
    p=st.integers(1, 12),
    chunks=st.integers(1, 5),
)
def test_any_chunking_in_any_order_is_the_whole(seed: int, n: int, p: int, chunks: int) -> None:
    X, Y, w = rows(n, p, 2, seed)
    rng = np.random.default_rng(seed)
    order, place = rng.permutation(n), rng.integers(0, chunks, n)
    parts = [order[place == c] for c in range(chunks)]
    merged = reduce(gram.merge, [gram.summarise(X[part], Y[part], w[part]) for part in parts])
    assert_same(merged, gram.summarise(X, Y, w))


def test_wide_rows_stay_rows_until_they_are_many() -> None:
    X, Y, _ = rows(12, 20, 1)
    first, second = (gram.summarise(X[part], Y[part]) for part in (slice(0, 6), slice(6, 12)))
    merged = gram.merge(first, second)
    assert merged.factor.shape == (13, 21)  # and one row for the distance of the means
    assert merged.scatter.shape == (0, 21)
    for _ in range(2):
        merged = gram.merge(merged, second)
    assert merged.scatter.shape == (21, 21)
    assert merged.factor.shape == (0, 21)


@pytest.mark.parametrize("n", [50, 6000])
def test_factorise_is_the_same_summary(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gram, "BLOCK_ELEMENTS", 1 << 12)
    X, Y, w = rows(n, 4, 2, offset=3.0)
    summary = gram.summarise(X, Y, w)
    factor = gram.factorise(X, Y, w, summary)
    assert factor.factor.shape == (6, 6)
    assert_same(factor, summary)


def test_a_factor_keeps_what_the_products_lose() -> None:
    x = np.linspace(0, 1, 40)
    X = np.column_stack([x, x + 1e-9 * np.cos(9 * x)])
    Y = x[:, None]
    summary = gram.summarise(X, Y)
    triangle = gram.factorise(X, Y, None, summary).factor[:, :2]
    exact = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    assert_allclose(np.linalg.svd(triangle, compute_uv=False), exact, rtol=1e-6)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("case", ["outlier first", "outliers in the first rows", "trend", "step"])
def test_first_rows_that_are_far_from_the_others(case: str, weighted: bool) -> None:
    X, Y, w = rows(200, 2, 1)
    if case == "trend":
        X += np.linspace(-1e6, 1e6, 200)[:, None]
    else:
        far = {"outlier first": 1, "outliers in the first rows": 40, "step": 40}[case]
        X[:far, 0] += 1e9 if case != "step" else 1e3
    summary = gram.summarise(X, Y, w if weighted else None)
    weight, mean, S = oracle.gram(np.hstack([X, Y]), w if weighted else None)
    assert_allclose(summary.weight, weight, rtol=1e-14)
    scale = np.sqrt(np.diagonal(S))
    assert_allclose(summary.mean, mean, rtol=1e-13, atol=1e-14 * scale.max())
    assert_allclose(summary.scatter / scale / scale[:, None], S / scale / scale[:, None], atol=1e-13)


@pytest.mark.parametrize("value", [0.1, 1e8 + 0.1, -1e-20])
def test_a_constant_column_has_no_spread_at_all(value: float) -> None:
    X, Y, w = rows(5000, 2, 1)
    X[:, 1] = value
    for weights in (None, w):
        summary = gram.summarise(X, Y, weights)
        assert_array_equal(summary.scatter[1], 0.0)
        assert summary.mean[1] == value


def test_sparse_rows() -> None:
    X, Y, w = rows(40, 5, 1)
    X[np.abs(X) < 0.8] = 0.0
    assert_same(gram.summarise(csr_array(X), Y, w), gram.summarise(X, Y, w))


def test_merging_with_nothing_changes_no_bit() -> None:
    for n in (4, 30):
        X, Y, w = rows(n, 5, 1)
        whole, nothing = gram.summarise(X, Y, w), gram.summarise(X[:0], Y[:0], w[:0])
        for merged in (gram.merge(whole, nothing), gram.merge(nothing, whole)):
            assert_array_equal(merged.mean, whole.mean)
            assert_array_equal(gram.scatter(merged), gram.scatter(whole))


def test_the_bits_do_not_depend_on_the_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_products, "leaf_rows", lambda p, elements=0: 256)
    monkeypatch.setattr(gram, "row_blocks", lambda n, p, elements: threads.row_blocks(n, p, 1024))
    X, Y, w = rows(3000, 4, 1)
    first, *others = (gram.summarise(X, Y, w, n_jobs=n_jobs) for n_jobs in (1, 2, 4))
    for other in others:
        assert all(a.tobytes() == b.tobytes() for a, b in zip(first, other, strict=True))
    triangles = [gram.factorise(X, Y, w, first, n_jobs=n_jobs).factor.tobytes() for n_jobs in (1, 2)]
    assert triangles[0] == triangles[1]
