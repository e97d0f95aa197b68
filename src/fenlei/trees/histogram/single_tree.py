"""A single tree grown on bins: the grower of the forest (`grower.py`), every row taken once.

The nodes come in preorder, the first branch of a node right after it, so the record is theirs with the
branches written out. Cost: O(n p log n) for the bins, on all threads, then O(n p) per level in one thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.annotations import MatrixLike
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.messages import code, phrase
from fenlei.trees.exact.growth_rules import LEAF, SUBSET, THRESHOLD, GrowthRules
from fenlei.trees.exact.presorted_columns import MOST_ROWS, PresortedColumns
from fenlei.trees.histogram.binning import MOST_BINS, StoredBins, bin_columns
from fenlei.trees.histogram.grower import NODE, Nodes, grow_nodes
from fenlei.trees.tree import Tree

if TYPE_CHECKING:
    from fenlei.trees.decision_tree import DecisionTreeClassifier
    from fenlei.trees.decision_tree_regressor import DecisionTreeRegressor


def unsorted(
    X: Array, codes: Array, sizes: Array, w: Array | None, y: Array | None = None
) -> PresortedColumns:
    """Rows with nothing presorted: `words` is empty."""
    if len(X) >= MOST_ROWS:
        raise DataError("trees.rows", n=len(X), most=MOST_ROWS - 1)
    none = np.empty(0)
    words = np.empty((0, 0), np.uint64)
    return PresortedColumns(X, words, sizes, codes, none if y is None else y, none if w is None else w)


def refuse_bins(model: DecisionTreeClassifier | DecisionTreeRegressor, X: MatrixLike, sizes: Array) -> None:
    """Raise UsageError for settings and data that only exact splits support."""
    most = int(sizes.max(initial=0))
    reasons = (
        (code("splitter='random'"), model.splitter == "random"),
        (code("max_leaf_nodes"), model.max_leaf_nodes is not None),
        (code("monotonic_cst"), model.monotonic_cst is not None),
        (code("criterion='absolute_error'"), model.criterion == "absolute_error"),
        (phrase("kind.sparse"), not isinstance(X, np.ndarray | StoredBins)),
        (phrase("kind.wide_column", count=most, most=MOST_BINS), most > MOST_BINS),
    )
    for other, found in reasons:
        if found:
            raise UsageError("trees.bins", estimator=type(model).__name__, most=model.max_bins, other=other)


def grow_on_bins(
    columns: PresortedColumns, rules: GrowthRules, K: int, most: int, n_jobs: int | None = None
) -> Tree:
    """The tree of all rows, the values of a column in at most `most` bins; K is 0 for regression."""
    w = columns.w if columns.w.size else None
    bins = bin_columns(columns.X, columns.sizes, w, most, n_jobs)
    once = np.ones(len(columns.X), np.int64)
    return tree_of(grow_nodes(bins, once, columns, columns.w, rules, K), columns.sizes)


def tree_of(nodes: Nodes, sizes: Array) -> Tree:
    """The record of the nodes of one tree in preorder."""
    node = {name: np.ascontiguousarray(nodes.table[name]) for name in NODE.names or ()}
    inner = node["feature"] >= 0
    return Tree(
        kind=np.where(inner, np.where(node["subset"] >= 0, SUBSET, THRESHOLD), LEAF),
        feature=np.where(inner, node["feature"], -2),
        threshold=node["threshold"],
        first=np.concatenate([[0], np.cumsum(2 * inner)]),
        child=np.stack([np.flatnonzero(inner) + 1, node["right"][inner]], axis=1).ravel(),
        missing=node["missing"],
        subset=node["subset"],
        sets=nodes.sets,
        sizes=sizes,
        rows=node["rows"],
        weight=node["weight"],
        impurity=node["impurity"],
        value=nodes.value,
    )
