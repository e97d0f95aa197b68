"""Growing with fractional rows: a missing value sends parts of its row to every branch (B-M26)."""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array
from fenlei.trees.exact.grower import grow
from fenlei.trees.exact.growth_rules import LEAF, THRESHOLD, GrowthRules
from fenlei.trees.exact.presorted_columns import PresortedColumns
from fenlei.trees.tree import Tree


def grow_fractional(
    columns: PresortedColumns, rules: GrowthRules, width: int, n_jobs: int | None = None
) -> Tree:
    """The tree; without missing values rows are not divided, which is faster and has the same result."""
    if bool(np.isnan(columns.X).any()):
        w = columns.w if columns.w.size else np.ones(len(columns.X))
        columns = columns._replace(w=w)
        rules = rules._replace(fractional=True, table=np.empty(0))
    tree = grow(columns, rules, width, n_jobs)
    return tree._replace(missing=np.where(tree.kind > LEAF, -1, 0))


def value_thresholds(tree: Tree, X: Array) -> Tree:
    """Each threshold lowered to the largest value of its feature in X that is not above it, as C4.5 does."""
    threshold = tree.threshold.copy()
    for j in np.unique(tree.feature[tree.kind == THRESHOLD]):
        nodes = tree.feature == j
        values = np.sort(X[~np.isnan(X[:, j]), j])
        threshold[nodes] = values[np.searchsorted(values, threshold[nodes], side="right") - 1]
    return tree._replace(threshold=threshold)
