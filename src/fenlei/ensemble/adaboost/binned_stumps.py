"""Stumps on bins: for the rows of a scan, which are in memory at a byte per value.

The bins are cut once, by the weights that the rows come with, and a round searches the splits between them
(`trees.histogram`). Where no column has more values than bins, these are the splits of `StumpFinder`;
elsewhere a threshold is the border of a bin, at most 1/255 of the weight from the one that it would find.
"""

from __future__ import annotations

import numpy as np

from fenlei.ensemble.adaboost.stumps import Stump, StumpFinder
from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import LEAF, SUBSET, GrowthRules
from fenlei.trees.exact.presorted_columns import PresortedColumns
from fenlei.trees.histogram.binning import MISSING_BIN, Bins
from fenlei.trees.histogram.grower import grow_nodes
from fenlei.trees.histogram.single_tree import tree_of
from fenlei.trees.tree import Tree, majority


class BinnedStumpFinder(StumpFinder):
    """Binned rows and, for each vector of weights, the best stump."""

    def __init__(self, columns: PresortedColumns, bins: Bins, rules: GrowthRules, K: int) -> None:
        self.columns, self.bins, self.rules, self.K = columns, bins, rules, K
        self.once = np.ones(len(columns.X), np.int64)
        self.found: list[Stump] = []

    def __call__(self, w: Array) -> Array:
        """Class code (n,) that the best stump under weights w (n,) gives each row; the stump is kept."""
        columns = self.columns._replace(w=w)
        nodes = grow_nodes(self.bins, self.once, columns, w, self.rules, self.K)
        tree = tree_of(nodes, columns.sizes)
        self.found.append(stump_of(tree, self.K))
        if len(tree.kind) == 1:
            return np.full(len(w), majority(tree.value[0]))
        side = side_of_bins(tree, self.bins)
        return np.asarray(majority(tree.value[1:])[side[self.bins.codes[:, tree.feature[0]]]])


def stump_of(tree: Tree, K: int) -> Stump:
    """A tree of one or three nodes as a stump."""
    rows, value = np.zeros(3, np.int64), np.zeros((3, K))
    rows[: len(tree.rows)], value[: len(tree.rows)] = tree.rows, tree.value
    kind, j = int(tree.kind[0]), int(tree.feature[0])
    chosen = np.empty(0, np.uint8)
    if kind == LEAF:
        return Stump(LEAF, -2, -2.0, 0, chosen, rows, value)
    if kind == SUBSET:
        chosen = tree.sets[tree.subset[0] : tree.subset[0] + tree.sizes[j]].astype(np.uint8)
    return Stump(kind, j, float(tree.threshold[0]), int(tree.missing[0]), chosen, rows, value)


def side_of_bins(tree: Tree, bins: Bins) -> Array:
    """Branch (256,) of each bin of the column that the root asks about."""
    j, side = int(tree.feature[0]), np.empty(MISSING_BIN + 1, np.int64)
    if tree.kind[0] == SUBSET:
        first = tree.sets[tree.subset[0] : tree.subset[0] + tree.sizes[j]]
        side[:] = tree.missing[0]
        side[: len(first)] = 1 - first
    else:
        side[:] = bins.upper[j] > tree.threshold[0]
    side[MISSING_BIN] = tree.missing[0]
    return side
