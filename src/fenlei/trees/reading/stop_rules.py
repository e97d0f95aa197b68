"""Why a node of a fitted tree is a leaf, and which rows, or parts of them, are at a node.

The four stop rules of the book (source 000, item 38) come first, then the limits that a tree was given:

    1  one_class          all rows are of one class, or have one target
    2  no_rows            the branch has no rows; it takes over the answer of its parent
    3  no_features        every feature was asked on the path
    4  equal_rows         the rows have the same value of every feature
       max_depth          the node is as deep as allowed
       min_samples_split  it has too few rows to be split
       min_samples_leaf   every split leaves too few rows, or too little weight, on a side
       no_gain            no split gains enough
       max_leaf_nodes     the tree has as many leaves as allowed
       pruned             it could be split: it was pruned, or made a leaf by hand
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import LEAF, MULTIWAY, TIE
from fenlei.trees.exact.steps import EPSILON
from fenlei.trees.id3 import ID3Classifier
from fenlei.trees.passing_rows import parts_at
from fenlei.trees.reading.gain_table import GainRow, check_node, gain_table
from fenlei.trees.reading.loss_table import LossRow
from fenlei.trees.settings import count_of
from fenlei.trees.tree import Tree, depths, parents
from fenlei.trees.tree_classifier import TreeReading, fitted_tree
from fenlei.weights import check_weights

BOOK = {"one_class": 1, "no_rows": 2, "no_features": 3, "equal_rows": 4}


class StopRule(NamedTuple):
    """Why a node is a leaf."""

    node: int
    rule: str  # one of the names above
    number: int | None  # of the book's four rules; None: a limit of the tree


def row_fractions(model: TreeReading, X: MatrixLike, *, node: int = 0) -> Array:
    """Part (n,) of each row that reaches a node: 1 of a row on the way, 0 elsewhere.

    A row whose value is missing goes to every branch of ID3 and C4.5, in parts (source 002, section 5.3.7).

    Examples
    --------
    >>> from fenlei.trees import ID3Classifier, row_fractions
    >>> X = [[0], [0], [0], [1], [float("nan")]]
    >>> model = ID3Classifier().fit(X, ["a", "a", "a", "b", "b"])
    >>> row_fractions(model, X, node=1).tolist()
    [1.0, 1.0, 1.0, 0.0, 0.75]
    """
    tree = fitted_tree(model, "row_fractions")
    return parts_at(tree, model._check_X(X), check_node(tree, node))


def stop_rule(
    model: TreeReading,
    X: MatrixLike,
    y: ArrayLike,
    *,
    node: int,
    sample_weight: ArrayLike | None = None,
) -> StopRule:
    """Why a leaf was not split.

    Parameters
    ----------
    model : fitted tree classifier or regressor
    X, y : training rows (n, p) and labels or targets (n,)
    node : int
        A leaf.
    sample_weight : array-like of shape (n,), default=None
        As it was given to `fit`.

    Examples
    --------
    >>> from fenlei import load
    >>> from fenlei.trees import ID3Classifier, stop_rule
    >>> apples = load("apples")
    >>> X = apples.X[:, :3]
    >>> model = ID3Classifier().fit(X, apples.y)
    >>> leaves = [node for node in range(6) if model.tree_.feature[node] < 0]
    >>> [stop_rule(model, X, apples.y, node=leaf).rule for leaf in leaves]
    ['one_class', 'one_class', 'equal_rows', 'one_class']
    """
    tree = fitted_tree(model, "stop_rule")
    if tree.kind[check_node(tree, node)] != LEAF:
        raise UsageError("trees.no_leaf", function="stop_rule", node=node)
    coded, w = model._check_X(X), check_weights(sample_weight, len(model._check_X(X)))
    part = parts_at(tree, coded, node) * (1.0 if w is None else w)
    rule = _of_rows(model, tree, node, coded[part > 0]) or _of_limits(model, tree, node)
    if not rule:
        rows = gain_table(model, X, y, node=node, sample_weight=sample_weight)
        rule = _of_splits(model, tree, node, rows)
    return StopRule(node, rule, BOOK.get(rule))


def _of_rows(model: TreeReading, tree: Tree, node: int, X: Array) -> str:
    """The first of the book's rules that the rows of the node meet."""
    if tree.weight[node] == 0:
        return "no_rows"
    if tree.impurity[node] <= EPSILON or (tree.value.shape[1] > 1 and (tree.value[node] > 0).sum() == 1):
        return "one_class"
    asked, above, parent = set[int](), int(parents(tree)[node]), parents(tree)
    while above >= 0:
        asked |= {int(tree.feature[above])} if tree.kind[above] == MULTIWAY else set()
        above = int(parent[above])
    if len(asked) == len(tree.sizes):
        return "no_features"
    first = np.array([column[~np.isnan(column)][:1].sum() for column in X.T])
    return "equal_rows" if bool(((first == X) | np.isnan(X)).all()) else ""


def _of_limits(model: TreeReading, tree: Tree, node: int) -> str:
    """The limit of depth or rows that keeps the node from being searched."""
    if getattr(model, "max_depth", None) is not None and depths(tree)[node] >= model.max_depth:
        return "max_depth"
    least = getattr(model, "min_samples_split", 2)
    return "min_samples_split" if tree.rows[node] < count_of(least, int(tree.rows[0])) else ""


def _of_splits(model: TreeReading, tree: Tree, node: int, rows: list[GainRow] | list[LossRow]) -> str:
    """What the best of the candidate splits lacks."""
    gains = [_gain(tree, node, row) for row in rows if row.allowed]
    if not gains:
        every = [_gain(tree, node, row) for row in rows]
        return "min_samples_leaf" if every and max(every) > TIE else "no_gain"
    best, share = max(gains), float(tree.weight[node] / tree.weight[0])
    least = model.epsilon - TIE if isinstance(model, ID3Classifier) else -np.inf
    if best < least or best * share + EPSILON < getattr(model, "min_impurity_decrease", 0.0):
        return "no_gain"
    most = getattr(model, "max_leaf_nodes", None)
    return "max_leaf_nodes" if most is not None and (tree.kind == LEAF).sum() >= most else "pruned"


def _gain(tree: Tree, node: int, row: GainRow | LossRow) -> float:
    """Decrease of the impurity."""
    if isinstance(row, GainRow):
        return row.corrected_gain
    return float(tree.impurity[node] - row.loss / tree.weight[node])
