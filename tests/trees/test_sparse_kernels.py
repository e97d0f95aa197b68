"""Kernels of the grower on entries: known best splits, entries parted, trees as loops grow them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csc_array

from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import NO_LIMIT
from fenlei.trees.grown_nodes import preorder
from fenlei.trees.settings import CRITERIA
from fenlei.trees.sparse.cuts import Growth, Targets, best_threshold
from fenlei.trees.sparse.entries import RANGE, Entries, list_entries, make_scratch
from fenlei.trees.sparse.grower import best_split, describe_rows, grow_entries
from fenlei.trees.sparse.multi_output import class_targets, number_targets
from fenlei.trees.sparse.splitting import mark_rows, part_columns, part_rows
from tests.oracles import growers as oracle
from tests.trees.test_exact_kernels import assert_same_tree

SEED = np.uint64(0)
CLASSES = ("gini", "entropy")


def growth_of(criterion: str, n: int, outputs: int = 1, least: int = 1) -> Growth:
    no, rows = NO_LIMIT, max(2, 2 * least)
    return Growth(CRITERIA[criterion], outputs, False, no, rows, least, 0.0, 0.0, no, no, SEED, float(n))


def sparse_rows(seed: int, n: int = 30, p: int = 5, share: float = 0.4) -> np.ndarray:
    """Positive and negative whole numbers, most of them zero."""
    rng = np.random.default_rng(seed)
    return rng.choice([-3.0, -2.0, -1.0, 1.0, 2.0, 3.0], (n, p)) * (rng.random((n, p)) < share)


def all_ranges(entries: Entries) -> Array:
    ranges = np.empty(len(entries.start) - 1, RANGE)
    ranges["column"] = np.arange(len(ranges))
    ranges["start"], ranges["stop"] = entries.start[:-1], entries.start[1:]
    return ranges


@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error", "poisson"])
@pytest.mark.parametrize("threshold", [-1.5, -0.5, 0.5, 2.5])
def test_the_best_threshold_is_known(criterion: str, threshold: float) -> None:
    X, feature = sparse_rows(1), 3
    above: Any = X[:, feature] > threshold
    targets = (
        class_targets([above.astype(np.int64)], [2], None)
        if criterion in CLASSES
        else number_targets(np.where(above, 7.0, 2.0), None)
    )
    width = 2 if criterion in CLASSES else 1
    growth, entries = growth_of(criterion, len(X)), list_entries(csc_array(X), 1)
    scratch, ranges = make_scratch(entries, len(X), width), all_ranges(entries)
    node, impurity = describe_rows(np.arange(len(X)), targets, growth, SEED, scratch.fenwick, np.zeros(width))
    start, stop = entries.start[feature : feature + 2]
    found = best_threshold(entries, feature, start, stop, node, targets, growth, scratch.side)
    assert (found.threshold, found.missing) == (threshold, -1)
    assert_allclose((found.worth - node.before) / node.weight, impurity, rtol=1e-12)  # both sides are pure
    gain, chosen, split = best_split(entries, ranges, node, targets, growth, scratch)
    assert (chosen, split.threshold) == (feature, threshold)
    assert_allclose(gain, impurity, rtol=1e-12)


@pytest.mark.parametrize("threshold", [-1.5, 0.5])
def test_a_split_parts_rows_and_entries_in_order(threshold: float) -> None:
    X, feature = sparse_rows(2), 1
    X[::9, feature] = np.nan
    entries, n = list_entries(csc_array(X), 1), len(X)
    scratch, ranges, rows = make_scratch(entries, n, 2), all_ranges(entries), np.arange(n)
    right = (X[:, feature] > threshold) | np.isnan(X[:, feature])
    mark_rows(rows, feature, threshold, 1, ranges, entries, scratch.branch)
    assert_array_equal(scratch.branch.astype(bool), right)
    middle = part_rows(0, n, rows, scratch.branch, scratch.rows)
    assert_array_equal(rows[:middle], np.flatnonzero(~right))
    assert_array_equal(rows[middle:], np.flatnonzero(right))
    for branch, goes in zip(part_columns(ranges, entries, scratch), (~right, right), strict=True):
        for column, start, stop in branch.tolist():
            here, value = entries.row[start:stop], entries.value[start:stop]
            assert_array_equal(np.sort(here), np.flatnonzero(goes & (X[:, column] != 0)))
            assert_array_equal(value, X[here, column])
            assert_array_equal(value, np.sort(value))
        assert set(branch["column"]) == set(np.flatnonzero((X[goes] != 0).any(axis=0)))


def grown(X: np.ndarray, targets: Targets, growth: Growth, width: int) -> Any:
    entries = list_entries(csc_array(X), 1)
    nodes = grow_entries(entries, targets, growth, width, make_scratch(entries, len(X), width))
    return preorder(nodes, np.zeros(X.shape[1], np.int64))


@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error", "poisson"])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("least", [1, 3])
@pytest.mark.parametrize("outputs", [1, 2])
def test_trees_are_those_of_the_loops(criterion: str, weighted: bool, least: int, outputs: int) -> None:
    rng = np.random.default_rng([weighted, least, outputs])
    n, p = 26, 4
    X = rng.normal(size=(n, p)) * (rng.random((n, p)) < 0.5)
    X[rng.random(X.shape) < 0.08] = np.nan
    w = rng.uniform(0.5, 2.0, n) if weighted else None
    if criterion in CLASSES:
        Y: Any = rng.integers(0, 3, (n, outputs))
        Y[:3] = np.arange(3)[:, None]
        targets, width = class_targets(list(Y.T), [3] * outputs, w), 3 * outputs
    else:
        Y = rng.random((n, outputs)) * 5
        targets, width = number_targets(Y, w), outputs
    tree = grown(X, targets, growth_of(criterion, n, outputs, least), width)
    twin = oracle.grow_binary(X, Y, np.ones(n) if w is None else w, criterion, least)
    assert len(twin) > 3
    assert_same_tree(tree, twin)
