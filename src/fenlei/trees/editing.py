"""Trees edited by hand: split a node by a chosen feature, make it a leaf, undo.

A fitted tree is never changed: each edit takes one and returns another, with the same parameters and
`edits_`, the edits so far. The new tree predicts, is drawn, saved and read as any other; `gain_table` has the
gains of the alternatives at every node.

A split by hand counts the training rows as the tree itself does: class weights of both sides, or their mean
or median; of ID3, C4.5 and `nominal_split="multiway"` a row whose value is missing goes to every branch in
parts, of CART to the side where it is better, and to the heavier one if none is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple, TypeVar, cast

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import DataError, UsageError
from fenlei.functions.information import entropy, gini
from fenlei.kernels import Array
from fenlei.messages import code, phrase
from fenlei.table.coding import code_labels
from fenlei.trees.decision_tree import DecisionTreeClassifier
from fenlei.trees.decision_tree_regressor import DecisionTreeRegressor
from fenlei.trees.exact.growth_rules import LEAF, MULTIWAY, SUBSET, THRESHOLD
from fenlei.trees.passing_rows import with_missing_weights
from fenlei.trees.pruning.collapse import cut_at
from fenlei.trees.reading.conditions import TreeNames
from fenlei.trees.reading.gain_table import check_node, rows_at
from fenlei.trees.reading.loss_table import targets_at, value_and_loss
from fenlei.trees.splicing import splice
from fenlei.trees.tree import Tree
from fenlei.trees.tree_classifier import TreeClassifier, TreeReading, fitted_tree
from fenlei.weights import check_weights

TreeModel = TypeVar("TreeModel", bound=TreeReading)


class TreeEdit(NamedTuple):
    """One edit of a tree."""

    action: str  # "split" or "leaf"
    node: int
    feature: int  # -2 of a leaf
    before: Tree


class Side(NamedTuple):
    """The rows of one branch."""

    rows: int
    weight: float
    impurity: float
    value: Array  # (K,) class weights; (1,) mean or median


class RequestedSplit(NamedTuple):
    """A split as it was asked for."""

    kind: int
    feature: int
    threshold: float  # -2 without one
    members: Array  # uint8, 1 for each category that goes to the first branch; empty if there are none
    branches: int


def split_node(
    model: TreeModel,
    X: MatrixLike,
    y: ArrayLike,
    *,
    node: int,
    feature: int | str,
    threshold: float | None = None,
    categories: Sequence[int | str] | None = None,
    sample_weight: ArrayLike | None = None,
) -> TreeModel:
    """A copy of a fitted tree in which a node is split by a chosen feature; what was below it is gone.

    Parameters
    ----------
    model : fitted tree classifier or regressor
    X, y : training rows (n, p) and labels or targets (n,)
    node : int
        The node; the root is 0.
    feature : int or str
        Index or name of the feature.
    threshold : float, default=None
        Of a number: values up to it go to the first branch.
    categories : sequence of codes or names, default=None
        Of categories that are cut in two sets (CART): those that go to the first branch. A tree with one
        branch per category takes none.
    sample_weight : array-like of shape (n,), default=None
        As it was given to `fit`.

    Returns
    -------
    model
        A copy with the new tree; `edits_` lists the edits.

    Examples
    --------
    ID3 asks the apples for their colour; by hand, hardness comes first:

    >>> from fenlei import load
    >>> from fenlei.trees import ID3Classifier, make_leaf, split_node, tree_text, undo_edit
    >>> apples = load("apples_train")
    >>> frame = apples.frame[["colour", "skin", "hardness", "size"]]
    >>> tree = ID3Classifier().fit(frame, apples.y)
    >>> by_hand = split_node(tree, frame, apples.y, node=0, feature="hardness")
    >>> print(tree_text(by_hand))
    hardness = hard: no (4)
    hardness = soft: yes (6/1)
    >>> print(tree_text(undo_edit(by_hand)) == tree_text(tree))
    True
    """
    tree = _editable(model, "split_node")
    node, names = check_node(tree, node), TreeNames(model, None, None)
    chosen = _chosen(model, tree, _feature_index(feature, names), threshold, categories, names)
    subtree = _split_tree(model, tree, node, chosen, X, y, sample_weight)
    whole = splice(tree, node, subtree)
    if isinstance(model, TreeClassifier) and (whole.missing[whole.kind > LEAF] < 0).any():
        coded, codes = model._check_X(X), code_labels(np.asarray(y), model.classes_)
        rows = model._weighted(coded, codes, check_weights(sample_weight, len(coded)))
        whole = with_missing_weights(whole, *rows)
    return _edited(model, whole, TreeEdit("split", node, chosen.feature, tree))


def make_leaf(model: TreeModel, *, node: int) -> TreeModel:
    """A copy of a fitted tree in which a node is a leaf; what was below it is gone.

    Examples
    --------
    >>> from fenlei import load
    >>> from fenlei.trees import DecisionTreeClassifier, make_leaf
    >>> melons = load("watermelon")
    >>> tree = DecisionTreeClassifier().fit(melons.X, melons.y)
    >>> tree.get_n_leaves(), make_leaf(tree, node=0).get_n_leaves()
    (5, 1)
    """
    tree = _editable(model, "make_leaf")
    node = check_node(tree, node)
    if tree.kind[node] == LEAF:
        raise UsageError("trees.leaf_already", node=node)
    leaf = np.zeros(len(tree.kind), bool)
    leaf[node] = True
    return _edited(model, cut_at(tree, leaf), TreeEdit("leaf", node, -2, tree))


def undo_edit(model: TreeModel) -> TreeModel:
    """A copy of an edited tree as it was before the last edit; a model file does not keep the edits.

    Examples
    --------
    >>> from fenlei import load
    >>> from fenlei.trees import DecisionTreeClassifier, make_leaf, undo_edit
    >>> melons = load("watermelon")
    >>> tree = DecisionTreeClassifier().fit(melons.X, melons.y)
    >>> undo_edit(make_leaf(tree, node=1)).get_n_leaves()
    5
    """
    _editable(model, "undo_edit")
    edits: tuple[TreeEdit, ...] = getattr(model, "edits_", ())
    if not edits:
        raise UsageError("trees.no_edit", model=type(model).__name__)
    before = copy(model)
    before._keep(edits[-1].before)
    before.edits_ = edits[:-1]
    return before


def _editable(model: TreeReading, function: str) -> Tree:
    tree = fitted_tree(model, function)
    if model.tree_.n_outputs > 1:
        raise UsageError("trees.several", estimator=type(model).__name__, reason=code(function))
    return tree


def _edited(model: TreeModel, tree: Tree, edit: TreeEdit) -> TreeModel:
    edited = copy(model)
    edited.__dict__.pop("pruning_", None)  # it was of another tree
    edited._keep(tree)
    edited.edits_ = (*getattr(model, "edits_", ()), edit)
    return edited


# --- what was asked for


def _wrong(name: str, value: object, accepted: object) -> UsageError:
    return UsageError(
        "estimator.parameter", estimator="split_node", name=name, value=value, accepted=accepted
    )


def _feature_index(feature: int | str, names: TreeNames) -> int:
    if isinstance(feature, str) and feature in names.features:
        return names.features.index(feature)
    p = len(names.features)
    if isinstance(feature, int | np.integer) and not isinstance(feature, bool) and 0 <= feature < p:
        return int(feature)
    raise _wrong("feature", feature, phrase("limit.feature", last=p - 1))


def _is_multiway(model: TreeReading) -> bool:
    """Whether a nominal feature has one branch per category; such trees send missing values to all."""
    if isinstance(model, DecisionTreeRegressor):
        return False
    return not isinstance(model, DecisionTreeClassifier) or model.nominal_split == "multiway"


def _chosen(
    model: TreeReading,
    tree: Tree,
    j: int,
    threshold: float | None,
    categories: Sequence[int | str] | None,
    names: TreeNames,
) -> RequestedSplit:
    """The split that threshold or categories describe, if the feature takes them."""
    size, name, none = int(tree.sizes[j]), names.features[j], np.empty(0, np.uint8)
    if not size:
        if categories is not None or threshold is None or np.isnan(threshold):
            raise UsageError("trees.edit_number", feature=name)
        return RequestedSplit(THRESHOLD, j, float(threshold), none, 2)
    if _is_multiway(model):
        if categories is not None or threshold is not None:
            raise UsageError("trees.edit_multiway", feature=name, model=type(model).__name__)
        return RequestedSplit(MULTIWAY, j, -2.0, none, size)
    if categories is None or threshold is not None:
        raise UsageError("trees.edit_sets", feature=name)
    members = np.zeros(size, np.uint8)
    members[[_category(each, j, size, names) for each in categories]] = 1
    return RequestedSplit(SUBSET, j, -2.0, members, 2)


def _category(given: object, j: int, size: int, names: TreeNames) -> int:
    known = [names.category(j, k) for k in range(size)]
    if isinstance(given, str) and given in known:
        return known.index(given)
    if isinstance(given, int | np.integer) and not isinstance(given, bool) and 0 <= given < size:
        return int(given)
    raise _wrong("categories", given, phrase("limit.integers", low=0, high=size - 1))


# --- the node and its branches


def _split_tree(
    model: TreeReading,
    tree: Tree,
    node: int,
    chosen: RequestedSplit,
    X: MatrixLike,
    y: ArrayLike,
    w: ArrayLike | None,
) -> Tree:
    """The node with its new branches, all leaves, as a tree of its own."""
    if isinstance(model, TreeClassifier):
        found = rows_at(model, tree, X, y, w, node)
        rows, sums = found.X, found.S
    else:
        at = targets_at(cast(DecisionTreeRegressor, model), tree, X, y, w, node)
        rows, sums = at.X, np.stack([at.w, at.y], axis=1)
    branch = _branches(rows[:, chosen.feature], chosen)
    missing = -1 if _is_multiway(model) else _missing_side(model, branch, sums)
    if missing >= 0:
        branch = np.where(branch < 0, missing, branch)
    known = np.bincount(branch[branch >= 0], minlength=chosen.branches)
    if np.count_nonzero(known) < 2:
        name = TreeNames(model, None, None).features[chosen.feature]
        raise DataError("trees.edit_side", feature=name, node=node)
    sides = [_side(model, sums, part) for part in _parts(branch, sums, chosen.branches, model)]
    own = Side(int(tree.rows[node]), tree.weight[node], tree.impurity[node], tree.value[node])
    return _small_tree(tree.sizes, chosen, missing, [own, *sides])


def _branches(x: Array, chosen: RequestedSplit) -> Array:
    """Branch (n,) of each value; -1 where it is missing."""
    known = ~np.isnan(x)
    if chosen.kind == THRESHOLD:
        return np.where(known, x > chosen.threshold, -1)
    value = np.where(known, x, 0).astype(np.int64)
    return np.where(known, value if chosen.kind == MULTIWAY else 1 - chosen.members[value].astype(int), -1)


def _missing_side(model: TreeReading, branch: Array, sums: Array) -> int:
    """The side where missing rows do better, the second of equals; the heavier one if none is missing."""
    aside = branch < 0
    weights = [_side(model, sums, branch == b).weight for b in (0, 1)]
    if not aside.any():
        return 0 if weights[0] > weights[1] else 1
    losses = []
    for b in (0, 1):
        sides = [_side(model, sums, (branch == c) | (aside & (c == b))) for c in (0, 1)]
        losses.append(round(sum(side.weight * side.impurity for side in sides), 12))
    return 0 if losses[0] < losses[1] else 1


def _parts(branch: Array, sums: Array, branches: int, model: TreeReading) -> list[Array]:
    """Part (n,) of each row in each branch; a missing one is in all of them, as the known rows are."""
    weight = sums.sum(axis=1) if isinstance(model, TreeClassifier) else sums[:, 0]
    known = np.bincount(branch[branch >= 0], weight[branch >= 0], branches)
    share = known / known.sum()
    return [np.where(branch < 0, share[b], branch == b).astype(float) for b in range(branches)]


def _side(model: TreeReading, sums: Array, part: Array) -> Side:
    """Rows, weight, impurity and answer of a part (n,) of the rows."""
    part = np.asarray(part, dtype=float)
    here = part > 0
    if isinstance(model, TreeClassifier):
        value = part @ sums
        if not here.any():
            return Side(0, 0.0, 0.0, value)
        measure = gini(value) if getattr(model, "criterion", "entropy") == "gini" else entropy(value, base=2)
        return Side(int(here.sum()), float(value.sum()), max(float(measure), 0.0), value)
    w, y = sums[here].T
    if not len(y):
        return Side(0, 0.0, 0.0, np.zeros(1))
    answer, loss = value_and_loss(y, w, cast(DecisionTreeRegressor, model).criterion)
    return Side(len(y), float(w.sum()), loss / float(w.sum()), np.array([answer]))


def _small_tree(sizes: Array, chosen: RequestedSplit, missing: int, sides: list[Side]) -> Tree:
    """A node and its leaves."""
    b = chosen.branches

    def at_root(root: float, leaf: float) -> Array:
        return np.array([root, *[leaf] * b])

    return Tree(
        kind=at_root(chosen.kind, LEAF),
        feature=at_root(chosen.feature, -2),
        threshold=at_root(chosen.threshold, -2.0),
        first=np.array([0, *[b] * (b + 1)]),
        child=np.arange(1, b + 1),
        missing=at_root(missing, 0),
        subset=at_root(0 if chosen.kind == SUBSET else -1, -1),
        sets=chosen.members,
        sizes=sizes,
        rows=np.array([side.rows for side in sides]),
        weight=np.array([side.weight for side in sides]),
        impurity=np.array([side.impurity for side in sides]),
        value=np.stack([side.value for side in sides]),
    )
