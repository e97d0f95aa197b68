"""Kernels of the grower on presorted columns: known best splits, rows moved, subtrees as loops grow them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fenlei.trees.exact.growth_rules import THRESHOLD, TIE, GrowthRules, Node
from fenlei.trees.exact.numeric_split import ASIDE, CUT, GAIN, make_work, search_threshold
from fenlei.trees.exact.presorted_columns import PresortedColumns, presort, rank_of, row_of
from fenlei.trees.exact.splitting import mark, measure_branches, move
from fenlei.trees.exact.steps import (
    PendingNode,
    choose,
    describe,
    draw_features,
    search_features,
)
from fenlei.trees.exact.subtree import grow_below
from fenlei.trees.grown_nodes import preorder
from fenlei.trees.settings import CRITERIA, plain_rules
from fenlei.trees.tree import Tree, parents
from tests.oracles import growers as oracle

CLASSES = ("gini", "entropy")
NUMBERS = ("squared_error", "poisson", "absolute_error")


def prepare(
    X: np.ndarray, y: np.ndarray, criterion: str, w: np.ndarray | None = None, **others: Any
) -> tuple[PresortedColumns, GrowthRules, int]:
    """Columns, rules and number of sums of a node."""
    sizes = others.pop("sizes", np.zeros(X.shape[1], np.int64))
    classes = criterion in CLASSES
    codes = y if classes else np.zeros(len(y), np.int64)
    columns = presort(X, codes, sizes, w, None if classes else y, n_jobs=1)
    return columns, plain_rules(columns, CRITERIA[criterion], **others), int(y.max()) + 1 if classes else 3


def root_of(columns: PresortedColumns, rules: GrowthRules) -> PendingNode:
    return PendingNode(0, columns.words.shape[1], 0, -1, 0, -np.inf, np.inf, rules.seed)


def known_split(seed: int, n: int = 30, p: int = 4) -> tuple[np.ndarray, int, int]:
    """Rows, a feature, and how many rows have its smallest values: targets are made of that."""
    rng = np.random.default_rng(seed)
    return rng.permuted(np.tile(np.arange(float(n)), (p, 1)), axis=1).T.copy(), int(rng.integers(p)), 11


@pytest.mark.parametrize("criterion", CLASSES + NUMBERS)
@pytest.mark.parametrize("seed", range(3))
def test_the_best_threshold_is_known(criterion: str, seed: int) -> None:
    X, feature, left = known_split(seed)
    above: Any = X[:, feature] >= left
    y = above.astype(np.int64) if criterion in CLASSES else np.where(above, 7.0, 2.0)
    columns, rules, L = prepare(X, y, criterion)
    work, value, found = make_work(columns, rules, L), np.zeros(max(L, 2)), np.zeros((4, 4))
    sums, weight, impurity = describe(columns.words[0], columns, rules, columns.w, work, value)
    node = Node(sums, weight, -np.inf, np.inf, rules.seed)
    search_threshold(columns.words[feature], feature, node, columns, rules, columns.w, work, found[feature])
    assert found[feature, CUT] == left
    assert_allclose(found[feature, GAIN], impurity, rtol=1e-12)  # both sides are pure
    found[:, GAIN] = -np.inf
    root = root_of(columns, rules)
    features = draw_features(root.seed, X.shape[1], True)
    search_features(columns.words, features, X.shape[1], root, node, columns, rules, columns.w, work, found)
    chosen = choose(found, node, TIE, rules)
    assert chosen == feature
    assert found[feature, GAIN] == found[:, GAIN].max()


@pytest.mark.parametrize("to_left", [False, True])
def test_missing_values_go_to_the_side_where_the_split_is_known(to_left: bool) -> None:
    X, feature, left = known_split(5)
    y = (X[:, feature] >= left).astype(np.int64)
    absent = np.flatnonzero(y == (0 if to_left else 1))[:3]
    X[absent, feature] = np.nan
    columns, rules, L = prepare(X, y, "gini")
    work, found = make_work(columns, rules, L), np.zeros(4)
    sums, weight, _ = describe(columns.words[0], columns, rules, columns.w, work, np.zeros(L))
    node = Node(sums, weight, -np.inf, np.inf, rules.seed)
    search_threshold(columns.words[feature], feature, node, columns, rules, columns.w, work, found)
    assert (found[CUT], found[ASIDE]) == (left - 3 * to_left, to_left)


@pytest.mark.parametrize("seed", range(3))
def test_a_split_moves_every_column_in_order(seed: int) -> None:
    X, feature, left = known_split(seed)
    y = (X[:, feature] >= left).astype(np.int64)
    columns, rules, L = prepare(X, y, "gini")
    work, n = make_work(columns, rules, L), len(X)
    sums, weight, _ = describe(columns.words[0], columns, rules, columns.w, work, np.zeros(L))
    node, branch = Node(sums, weight, -np.inf, np.inf, rules.seed), np.zeros(n, np.int64)
    found, no_set = np.array([0.0, 0.0, left, 0.0]), np.empty(0, np.uint8)
    split = mark(
        columns.words[feature], feature, found, node, columns, rules, columns.w, work, branch, no_set
    )
    assert (split.kind, split.threshold, split.branches) == (THRESHOLD, left - 0.5, 2)
    assert_array_equal(branch, y)
    rows, share, _ = measure_branches(columns.words[feature], branch, 2, columns, rules, columns.w, work)
    assert_array_equal(rows, [left, n - left])
    assert_allclose(share, rows / n)
    for j, column in enumerate(columns.words):
        move(column, 0, n, branch, rows, 0, np.empty(n, np.uint64))
        order = np.array([row_of(word) for word in column])
        assert_array_equal(branch[order], np.repeat([0, 1], rows))
        for part in (order[:left], order[left:]):
            assert np.all(np.diff(X[part, j]) > 0)
        assert_array_equal([rank_of(word) for word in column], X[order, j])


def grown(columns: PresortedColumns, rules: GrowthRules, L: int, width: int) -> Tree:
    nodes = grow_below(columns, root_of(columns, rules), rules, width, make_work(columns, rules, L))
    return preorder(nodes, columns.sizes)


def assert_same_tree(tree: Tree, twin: list[oracle.TwinNode]) -> None:
    expected = oracle.TwinNode(*(np.array(field) for field in zip(*twin, strict=True)))  # type: ignore[arg-type]
    assert_array_equal(tree.feature, expected.feature)
    assert_array_equal(parents(tree), expected.parent)
    assert_array_equal(tree.rows, expected.rows)
    assert_array_equal(tree.threshold, expected.threshold)
    assert_array_equal(tree.missing, expected.missing)
    assert_allclose(tree.weight, expected.weight, rtol=1e-12)
    assert_allclose(tree.impurity, expected.impurity, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("criterion", CLASSES + NUMBERS)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("least", [1, 3])
def test_subtrees_are_those_of_the_loops(criterion: str, weighted: bool, least: int) -> None:
    rng = np.random.default_rng([weighted, least])
    X = rng.normal(size=(28, 3))
    if criterion != "absolute_error":
        X[rng.random(X.shape) < 0.1] = np.nan
    y: Any = rng.integers(0, 3, 28) if criterion in CLASSES else rng.random(28) * 5
    w = rng.uniform(0.5, 2.0, 28) if weighted else None
    columns, rules, L = prepare(X, y, criterion, w, min_samples_leaf=float(least))
    tree = grown(columns, rules, L, L if criterion in CLASSES else 1)
    twin = oracle.grow_binary(X, y[:, None], np.ones(28) if w is None else w, criterion, least)
    assert len(twin) > 3
    assert_same_tree(tree, twin)


@pytest.mark.parametrize("seed", range(6))
def test_rows_in_parts_are_those_of_the_loops(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.normal(size=24), rng.integers(0, 3, 24), rng.normal(size=24)])
    X[rng.random(X.shape) < 0.15] = np.nan
    y, w, sizes = rng.integers(0, 2, 24), rng.uniform(0.5, 2.0, 24), np.array([0, 3, 0])
    columns, rules, L = prepare(X, y, "entropy", w, sizes=sizes, multiway=True, fractional=True)
    tree, twin = grown(columns, rules, L, L), oracle.grow_in_parts(X, sizes, y, w)
    assert_same_tree(tree, twin)
    assert tree.rows.max() == 24
    assert tree.rows[tree.feature < 0].sum() > 24  # rows are in several leaves
