"""The grower on bins, called as a kernel: known best splits, a recursion by loops, the form of its records.

Also run as plain Python (NUMBA_DISABLE_JIT=1), with fewer examples.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import config
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.trees.exact.growth_rules import ENTROPY, entropy_table
from fenlei.trees.grown_nodes import more, more_records
from fenlei.trees.histogram.binning import MISSING_BIN, Bins, bin_columns
from fenlei.trees.histogram.grower import NODE, Nodes, grow_nodes
from fenlei.trees.histogram.prefix_sums import FEW
from fenlei.trees.histogram.single_tree import tree_of, unsorted
from fenlei.trees.settings import CRITERIA, plain_rules
from tests.oracles import trees as oracle

PLAIN = bool(config.DISABLE_JIT)
SEEDS = st.integers(0, 2**32 - 1)
SIZES = st.sampled_from([1, 2, 3, 9, 30] if PLAIN else [1, 2, 3, 9, 30, FEW, FEW + 1, 200])
few = settings(max_examples=3 if PLAIN else 15, deadline=None)


def grow(
    X: Any, y: Any, times: Any, w: Any, criterion: str, sizes: Any = None, **others: Any
) -> tuple[Nodes, Bins]:
    """The nodes that the kernels give, and the bins."""
    X, p, classes = np.asarray(X, float), np.shape(X)[1], criterion in ("gini", "entropy")
    sizes = np.zeros(p, np.int64) if sizes is None else np.asarray(sizes)
    codes = np.asarray(y) if classes else np.zeros(len(X), np.int64)
    columns = unsorted(X, codes, sizes, w, None if classes else np.asarray(y, float))
    total = float((times * w if w is not None else times).sum())
    exact = CRITERIA[criterion] == ENTROPY and w is None
    table = entropy_table(int(total)) if exact else np.empty(0)
    rules = plain_rules(columns, CRITERIA[criterion], total=total, table=table, **others)
    bins = bin_columns(X, sizes, w, 255, 1)
    K = int(codes.max()) + 1 if classes else 0
    with np.errstate(all="ignore"):  # as compiled kernels do
        return grow_nodes(bins, times, columns, np.empty(0) if w is None else w, rules, K), bins


def ones(n: int) -> np.ndarray:
    return np.ones(n, np.int64)


# --- known best splits


@pytest.mark.parametrize("n", [40, 60] if PLAIN else [40, 300])  # rows, and bins, as candidates
@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error", "poisson"])
def test_the_known_best_threshold_is_found(criterion: str, n: int) -> None:
    """The target jumps where feature 1 passes from 6 to 8; the other features are noise."""
    rng = np.random.default_rng(n)
    X = rng.integers(0, 20, (n, 3)).astype(float)
    X[:, 1] = 2.0 * rng.integers(0, 8, n)
    X[:4, 1] = [0.0, 6.0, 8.0, 14.0]
    y = (X[:, 1] > 6).astype(np.int64)
    nodes, _ = grow(X, y if criterion in ("gini", "entropy") else 1 + 4 * y, ones(n), None, criterion)
    root, left, right = nodes.table
    assert (root["feature"], root["right"], root["threshold"], root["rows"]) == (1, 2, 7.0, n)
    assert root["missing"] == int(2 * (y == 0).sum() <= n)
    assert [node["feature"] for node in (left, right)] == [-1, -1]
    assert [node["rows"] for node in (left, right)] == [(y == 0).sum(), y.sum()]
    assert_allclose([left["impurity"], right["impurity"]], 0.0, atol=1e-15)
    if criterion in ("gini", "entropy"):
        assert_array_equal(nodes.value, [[n - y.sum(), y.sum()], [n - y.sum(), 0], [0, y.sum()]])
    else:
        assert_allclose(nodes.value[:, 0], [np.mean(1 + 4 * y), 1.0, 5.0], rtol=1e-14)


@pytest.mark.parametrize("with_low", [True, False])
def test_missing_values_go_where_the_split_is_best(with_low: bool) -> None:
    X = np.array([[1.0], [2.0], [3.0], [4.0], [np.nan], [np.nan]])
    y = np.array([0, 0, 1, 1, *([0, 0] if with_low else [1, 1])])
    nodes, _ = grow(X, y, ones(6), None, "gini")
    assert len(nodes.table) == 3
    assert (nodes.table["threshold"][0], nodes.table["missing"][0]) == (2.5, 0 if with_low else 1)


def test_missing_values_alone_on_the_right_have_no_upper_bound() -> None:
    nodes, _ = grow([[1.0], [2.0], [np.nan]], [0, 0, 1], ones(3), None, "gini")
    assert (nodes.table["threshold"][0], nodes.table["missing"][0]) == (np.inf, 1)


def test_the_known_best_set_of_categories_is_found() -> None:
    """Class 1 is the categories 1 and 4 of five; a sixth is in the coding and not in the rows."""
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.integers(0, 9, 60), np.arange(60) % 5]).astype(float)
    y = np.isin(X[:, 1], [1, 4]).astype(np.int64)
    nodes, _ = grow(X, y, ones(60), None, "gini", sizes=[0, 6])
    assert_array_equal(nodes.table["feature"], [1, -1, -1])
    assert_array_equal(nodes.table["subset"], [0, -1, -1])
    first = nodes.sets.astype(bool)
    assert set(np.flatnonzero(first[:5])) in ({0, 2, 3}, {1, 4})
    heavier = set(np.flatnonzero(first[:5])) == {0, 2, 3}
    assert first[5] == heavier  # what the node has not seen goes with the heavier branch


def test_times_drawn_are_weights() -> None:
    X, y, times = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 1, 0, 1]), np.array([1, 5, 0, 2])
    nodes, _ = grow(X, y, times, None, "gini")
    assert_array_equal(nodes.table["rows"], [3, 1, 2])  # the row that was not drawn is not there
    assert_array_equal(nodes.value, [[1, 7], [1, 0], [0, 7]])


# --- the whole tree


@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error"])
@few
@given(seed=SEEDS, n=SIZES, weighted=st.booleans(), max_depth=st.sampled_from([1, 3, 99]))
def test_the_tree_is_that_of_the_recursion(
    criterion: str, seed: int, n: int, weighted: bool, max_depth: int
) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(0, rng.choice([2, 5, 40]), (n, 3)).astype(float)
    X[rng.random((n, 3)) < rng.choice([0.0, 0.2])] = np.nan
    y = rng.integers(0, 3, n) if criterion != "squared_error" else rng.integers(0, 50, n)
    times, w = rng.integers(1, 4, n), None
    if weighted:  # whole numbers, so that the loops and the kernels round alike
        times, w = ones(n), rng.integers(1, 6, n).astype(float)
    nodes, bins = grow(X, y, times, w, criterion, max_depth=max_depth)
    expected = oracle.binned_tree(
        bins.codes, MISSING_BIN, y, times * (1 if w is None else w), criterion, max_depth
    )
    table = nodes.table
    assert_array_equal(table["feature"], [node["feature"] for node in expected])
    assert_array_equal(table["rows"], [node["rows"] for node in expected])
    assert_allclose(table["weight"], [node["weight"] for node in expected], rtol=1e-12)
    assert_allclose(table["impurity"], [node["impurity"] for node in expected], rtol=1e-9, atol=1e-12)
    for found, node in zip(table, expected, strict=True):
        if node["feature"] >= 0:
            j, cut, lowest = node["feature"], node["cut"], node["lowest"]
            high = np.inf if lowest == MISSING_BIN else bins.lower[j, lowest]
            assert found["threshold"] == (bins.upper[j, cut] + high) / 2
            assert found["missing"] == node["missing"]


@pytest.mark.parametrize("seed", range(1 if PLAIN else 4))
def test_a_tree_that_outgrows_its_buffers(seed: int) -> None:
    """More nodes and longer sets than there is room for at first; every leaf is pure, every row in one."""
    rng, n, size = np.random.default_rng(seed), 90 if PLAIN else 250, 40
    X = np.column_stack([rng.normal(size=(n, 3)), rng.permutation(n) % size])  # all numbers are distinct
    y = rng.integers(0, 3, n)
    sizes = np.array([0, 0, 0, size])
    nodes, _ = grow(X, y, ones(n), None, "gini", sizes, max_features=1, seed=np.uint64(seed))
    table = nodes.table
    inner, leaves = np.flatnonzero(table["feature"] >= 0), table["feature"] < 0
    second = table["right"][inner]
    assert PLAIN or len(table) > 64
    assert_array_equal(nodes.value[inner], nodes.value[inner + 1] + nodes.value[second])
    assert_array_equal(table["rows"][inner], table["rows"][inner + 1] + table["rows"][second])
    assert_array_equal(nodes.value[leaves].max(axis=1), table["rows"][leaves])
    nominal = table["feature"] == 3
    assert PLAIN or nominal.sum() > 1
    assert_array_equal(table["subset"][nominal], size * np.arange(nominal.sum()))
    assert len(nodes.sets) == size * nominal.sum()
    assert_array_equal(tree_of(nodes, sizes).child.reshape(-1, 2), np.stack([inner + 1, second], axis=1))


def test_room_is_doubled_and_what_was_there_stays() -> None:
    table = np.zeros(3, NODE)
    table["feature"] = [4, 5, 6]
    larger = more_records(table, 4)
    assert (len(larger), len(more_records(table, 3))) == (6, 3)
    assert_array_equal(larger["feature"][:3], [4, 5, 6])
    assert more(np.ones((2, 5)), 9).shape == (9, 5)
