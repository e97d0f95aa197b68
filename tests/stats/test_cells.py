"""Moments of cells: counted, sorted or ranked keys give the same pairs; chunks give the whole."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.stats import cell_pairs, cells
from fenlei.stats.cell_pairs import ColumnKinds
from fenlei.stats.cells import CellMoments
from tests.oracles import joint_bayes as oracle

M = np.array([3, 2])
COLUMNS = ColumnKinds(np.array([0, 2]), np.array([1, 3, 4]))


def rows(seed: int, n: int = 60) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two nominal and three numeric columns with missing values, class codes of 0 and 2, weights above 0."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 5))
    X[:, 0], X[:, 2] = rng.integers(0, 3, n), rng.integers(0, 2, n)
    X[rng.random(X.shape) < 0.08] = np.nan
    return X, 2 * rng.integers(0, 2, n), rng.integers(1, 4, n).astype(float)


def as_dict(summary: CellMoments) -> dict[tuple[tuple[int, ...], int], tuple[float, ...]]:
    keys = zip(map(tuple, summary.cells.tolist()), summary.label.tolist(), strict=True)
    return dict(zip(keys, zip(*summary[2:], strict=True), strict=True))


def check(summary: CellMoments, X: np.ndarray, codes: np.ndarray, w: np.ndarray | None, full: bool) -> None:
    expected = oracle.cell_moments(X, codes, COLUMNS.nominal, COLUMNS.numeric, w)
    found = as_dict(summary)
    assert list(found) == sorted(expected)
    for key, (weight, complete, mean, scatter) in found.items():
        wanted = expected[key]
        assert_allclose([weight, complete], wanted[:2], rtol=1e-14)
        assert_allclose(mean, wanted[2], atol=1e-13)
        assert_allclose(scatter, wanted[3] if full else np.diag(wanted[3])[:, None], atol=1e-12)


@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("counters", [1 << 22, 0], ids=["counted", "sorted"])
def test_every_pair_has_its_moments(
    full: bool, weighted: bool, counters: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cell_pairs, "MOST_COUNTERS", counters)
    X, codes, w = rows(0)
    weights = w if weighted else None
    check(cells.summarise(X, codes, COLUMNS, M, weights, 3, full=full), X, codes, weights, full)


def test_keys_that_are_too_long_keep_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    X, codes, w = rows(1)
    plain = cells.summarise(X, codes, COLUMNS, M, w, 3)
    monkeypatch.setattr(cell_pairs, "MOST_COUNTERS", 0)
    monkeypatch.setattr(cell_pairs, "LARGEST_KEY", 40)
    for ours, wanted in zip(cells.summarise(X, codes, COLUMNS, M, w, 3), plain, strict=True):
        assert_array_equal(ours, wanted)


def test_a_hundred_nominal_columns_do_not_overflow() -> None:
    X = np.random.default_rng(0).integers(0, 50, (200, 100))
    summary = cells.summarise(
        X, np.zeros(200, np.int64), ColumnKinds(np.arange(100), np.arange(0)), np.full(100, 50), None, 1
    )
    assert_array_equal(summary.cells, X[np.lexsort(X.T[::-1])])
    assert_array_equal(summary.complete, np.ones(200))


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.booleans())
def test_any_chunking_is_the_whole(seed: int, chunks: int, full: bool) -> None:
    X, codes, w = rows(seed)
    place = np.random.default_rng(seed).integers(0, chunks, len(X))
    parts = (place == c for c in np.unique(place))
    merged = reduce(
        cells.merge, (cells.summarise(X[p], codes[p], COLUMNS, M, w[p], 3, full=full) for p in parts)
    )
    check(merged, X, codes, w, full)


def test_large_groups_are_summed_in_chunks_without_loss() -> None:
    rng = np.random.default_rng(0)
    X = np.column_stack([np.zeros(5000), 1e8 + rng.normal(size=5000), np.full(5000, 0.1)])
    summary = cells.summarise(
        X, np.zeros(5000, np.int64), ColumnKinds(np.array([0]), np.array([1, 2])), np.array([1])
    )
    exact = X[:, 1] - 1e8
    assert_allclose(summary.scatter[0, 0, 0], ((exact - exact.mean()) ** 2).sum(), rtol=1e-6)
    assert summary.scatter[0, 1, 1] == 0.0
    assert summary.mean[0, 1] == 0.1


@pytest.mark.parametrize("n_jobs", [1, 2, None])
def test_the_bits_do_not_depend_on_threads(n_jobs: int | None) -> None:
    X, codes, w = rows(3, 3000)
    one = cells.summarise(X, codes, COLUMNS, M, w, 3, n_jobs=1)
    for a, b in zip(one, cells.summarise(X, codes, COLUMNS, M, w, 3, n_jobs=n_jobs), strict=True):
        assert_array_equal(a, b)


def test_recode_and_align_keep_the_order_of_the_pairs() -> None:
    X, codes, w = rows(4)
    summary = cells.summarise(X, codes, COLUMNS, M, w, 3)
    moved = cells.recode(summary, [np.array([5, 0, 1]), np.array([1, 0])])
    turned = cells.align(moved, np.array([3, 0, 1]), 4)
    place = {-1: -1, 0: 5, 1: 0, 2: 1}, {-1: -1, 0: 1, 1: 0}, {0: 3, 2: 1}
    expected = {
        ((place[0][a], place[1][b]), place[2][k]): entry[0] for ((a, b), k), entry in as_dict(summary).items()
    }
    found = {key: entry[0] for key, entry in as_dict(turned).items()}
    assert found == expected
    assert list(found) == sorted(found)
