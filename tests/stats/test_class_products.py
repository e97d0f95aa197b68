"""Products by class: exact sums, few rows of many classes, far origins, the same bits for any cut."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.kernels import kernel, threads
from fenlei.kernels.merge_tree import merge_tree
from fenlei.stats import class_products, gram
from fenlei.stats.class_products import ClassProducts, summarise
from fenlei.stats.outer_products import add_products, add_square, filled_up
from tests.kernels.blocks import Block, block
from tests.oracles import moments as oracle_moments
from tests.oracles import scatter as oracle


@kernel
def square_of(Z: np.ndarray, V: np.ndarray, rows: int, a: int, b: int, out_sums: np.ndarray) -> None:
    add_square(Z, V, rows, a, b, out_sums)


@kernel
def products_of(Z: np.ndarray, rows: int, out_sums: np.ndarray) -> None:
    add_products(Z, Z, rows, out_sums)


@pytest.mark.parametrize("rows", [0, 1, 5, 64])
def test_a_square_is_added_and_nothing_else_changes(rows: int) -> None:
    rng = np.random.default_rng(rows)
    Z, V, sums = rng.normal(size=(64, 40)), rng.normal(size=(64, 24)), rng.normal(size=(40, 24))
    expected = sums.copy()
    expected[16:24, 8:16] += Z[:rows, 16:24].T @ V[:rows, 8:16]
    square_of(Z, V, rows, 16, 8, sums)
    assert_allclose(sums, expected, rtol=1e-12, atol=1e-13)
    untouched = np.ones(sums.shape, bool)
    untouched[16:24, 8:16] = False
    assert_array_equal(sums[untouched], expected[untouched])


@pytest.mark.parametrize("q", [1, 7, 8, 9, 33])
def test_products_on_and_below_the_diagonal(q: int) -> None:
    squares, columns = filled_up(q)
    assert squares % 8 == 0
    assert columns // 8 % 2 == 1
    Z, sums = np.zeros((64, columns)), np.zeros((squares, squares))
    Z[:, :q] = np.random.default_rng(q).normal(size=(64, q))
    products_of(Z, 50, sums)
    assert_allclose(np.tril(sums[:q, :q]), np.tril(Z[:50, :q].T @ Z[:50, :q]), rtol=1e-12, atol=1e-13)


def assert_exact(b: Block, pooled: bool, rtol: float = 1e-12) -> None:
    weight, mean, _ = oracle_moments.class_moments(*b)
    S = oracle.class_scatters(*b)
    found = summarise(b.X, None, b.codes, b.w, b.K, pooled=pooled)
    scale = np.sqrt(np.diagonal(S.sum(axis=0)))
    scale[scale == 0] = 1.0
    expected = S.sum(axis=0, keepdims=True) if pooled else S
    assert_allclose(found.weight, weight, rtol=1e-14)
    assert_allclose(found.mean, mean, rtol=1e-12, atol=1e-12 * scale.max() / np.sqrt(len(b.X)))
    assert_allclose(found.products / scale / scale[:, None], expected / scale / scale[:, None], atol=rtol)
    assert_array_equal(found.products, found.products.transpose(0, 2, 1))


@pytest.mark.parametrize("pooled", [True, False])
@pytest.mark.parametrize(("n", "p", "K"), [(200, 3, 1), (150, 8, 40), (120, 17, 2), (20, 25, 7), (90, 1, 2)])
@pytest.mark.parametrize("weighted", [False, True])
def test_exact_sums(n: int, p: int, K: int, weighted: bool, pooled: bool) -> None:
    assert_exact(block(n, p, K, seed=n, weighted=weighted), pooled)


@pytest.mark.parametrize("pooled", [True, False])
@pytest.mark.parametrize("case", ["outlier first", "outliers in the first rows", "trend", "step"])
def test_first_rows_that_are_far_from_the_others(case: str, pooled: bool) -> None:
    b = block(300, 2, 2, weighted=True)
    X = b.X.copy()
    if case == "trend":
        X += np.linspace(-1e6, 1e6, 300)[:, None]
    else:
        far = {"outlier first": 1, "outliers in the first rows": 40, "step": 40}[case]
        X[:far, 0] += 1e9 if case != "step" else 1e3
    assert_exact(b._replace(X=X), pooled, 1e-11)


def test_float32_and_strided_rows_are_those_of_float64() -> None:
    b = block(800, 5, 3, weighted=True)
    X = b.X.astype(np.float32)
    given = [X, X.astype(np.float64), np.asfortranarray(X), np.repeat(X, 2, axis=1)[:, ::2]]
    found = [summarise(each, None, b.codes, b.w, 3, pooled=False) for each in given]
    for other in found[1:]:
        assert all(x.tobytes() == y.tobytes() for x, y in zip(found[0], other, strict=True))


def by_leaves(b: Block, Y: Any, pooled: bool) -> ClassProducts:
    size = threads.leaf_rows(b.X.shape[1])
    parts = (slice(start, start + size) for start in range(0, len(b.X), size))
    leaves = (
        summarise(
            b.X[part],
            None if Y is None else Y[part],
            b.codes[part],
            None if b.w is None else b.w[part],
            b.K,
            pooled=pooled,
        )
        for part in parts
    )
    return merge_tree(leaves, class_products.merge)


@pytest.mark.parametrize("pooled", [True, False])
@pytest.mark.parametrize(("leaves", "rest"), [(1, 0), (1, 5), (3, 0), (4, 300), (5, 1), (6, 257)])
def test_leaves_one_by_one_give_the_bits_of_one_pass(
    leaves: int, rest: int, pooled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In memory and in files: both walk the same tree, whatever the number of threads."""
    monkeypatch.setattr(threads, "leaf_rows", lambda p, elements=0: 512)
    monkeypatch.setattr(class_products, "leaf_rows", lambda p, elements=0: 128 if elements else 512)
    b = block(512 * leaves + rest, 6, 3, seed=leaves, weighted=True)
    b = b._replace(X=b.X + 3.0 * b.codes[:, None])
    Y = np.random.default_rng(0).normal(size=(len(b.X), 2))
    expected = by_leaves(b, Y, pooled)
    for n_jobs in (1, 2, 3, 16):
        found = summarise(b.X, Y, b.codes, b.w, 3, pooled=pooled, n_jobs=n_jobs)
        assert all(x.tobytes() == y.tobytes() for x, y in zip(found, expected, strict=True))


def test_in_one_pass_where_no_leaf_would_be_a_factor() -> None:
    X = np.empty((2 * threads.leaf_rows(300) + 10, 300), np.float32)
    nothing = np.empty((len(X), 0))
    assert not gram.in_one_pass(X, nothing)
    assert gram.in_one_pass(X[:-10], nothing[:-10])


def test_merging_leaves_both_as_they_were() -> None:
    a, b = (summarise(*block(50, 3, 1, seed=seed)[:1]) for seed in (0, 1))
    before = [field.tobytes() for field in (*a, *b)]
    both = class_products.merge(a, b)
    assert before == [field.tobytes() for field in (*a, *b)]
    assert both.weight[0] == 100.0
