r"""Pruning as an operation on any fitted tree; of a regression tree by the first three.

With a validation set (source 002, B-M22 and B-M23; `validation`):
    "pre"              from the root down: a split stays if its branches, as leaves, classify strictly more
                       rows right than the node as a leaf, or have less loss.
    "reduced_error"    from the leaves up: a node becomes a leaf if that classifies no fewer rows right
                       (ties="prune"), or more (ties="keep").
    "cost_complexity"  with cv=None: of the sequence of the weakest links, the tree with the least error on
                       the validation rows (source 004, section 7.4.1).
With what the tree knows itself:
    "error_based"      expected errors at confidence CF (`error_based`); raising needs the training rows.
    "cost_complexity"  weakest links up to `alpha` (`cost_complexity`); without `alpha` it is chosen by
                       cross-validation on the training rows, the largest within one standard error of the
                       best.
    "penalized"        from the leaves up: draw a group of leaves back to its parent where that lessens
                       C_α(T) = Σ_t N_t H_t + α |leaves|, H in bits (source 004, equations 100 and 101).
    "mdl"              from the leaves up: cut where it shortens the description of tree and classes. A leaf
                       costs Σ_k n_k log2(N / n_k) + (K - 1)/2 log2(N / 2) + log2(π^(K/2) / Γ(K/2)) bits, a
                       split log2 p and its threshold log2(N - 1), or one bit per category of its set, and
                       every node one bit (Mehta, Rissanen, Agrawal 1995).

Every method returns a new model; its `pruning_` lists the steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Literal, NamedTuple, TypeVar

import numpy as np
from scipy.special import gammaln
from sklearn.model_selection import BaseCrossValidator

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.classifier import Rows
from fenlei.errors import UsageError
from fenlei.functions.information import entropy
from fenlei.kernels import Array
from fenlei.messages import any_of, code, phrase
from fenlei.trees.exact.growth_rules import SUBSET, THRESHOLD
from fenlei.trees.passing_rows import with_missing_weights
from fenlei.trees.pruning.collapse import cut_at
from fenlei.trees.pruning.cost_complexity import pruning_path
from fenlei.trees.pruning.error_based import error_based
from fenlei.trees.pruning.price_of_a_leaf import price_by_folds, price_by_rows
from fenlei.trees.pruning.validation import (
    Step,
    TreeScores,
    bottom_up,
    node_scores,
    pre_prune,
    reduced_error,
    scores_by_step,
    validation_rows,
)
from fenlei.trees.tree import Tree
from fenlei.trees.tree_classifier import TreeClassifier, TreeReading, fitted_tree

METHODS = ("pre", "reduced_error", "error_based", "cost_complexity", "penalized", "mdl")
OF_REGRESSION = ("pre", "reduced_error", "cost_complexity")  # of them those for regression trees
TIES = ("prune", "keep")
TreeModel = TypeVar("TreeModel", bound=TreeReading)


class Pruning(NamedTuple):
    """What `prune` did."""

    method: str
    steps: list[Step]
    nodes_before: int
    nodes_after: int
    # Every tree of the sequence of "cost_complexity": alpha, leaves, impurity, and cv_error, cv_se or error.
    table: dict[str, Array]
    scores: list[TreeScores]  # of "pre" and "reduced_error": the whole tree on the validation rows, by step


def penalized(tree: Tree, alpha: float) -> tuple[Tree, list[Step]]:
    """C_α(T) = Σ N_t H_t + α |leaves|, H in bits; leaves are drawn back to their parent, group by group."""
    cost = tree.weight * entropy(tree.value, base=2) + alpha
    return bottom_up(tree, cost, np.zeros(len(cost)), ties=False, only_leaves=True)


def description_lengths(tree: Tree) -> tuple[Array, Array]:
    """Bits of each node as a leaf, and of its split."""
    N, K = np.maximum(tree.weight, 1.0), tree.value.shape[1]
    classes = tree.weight * entropy(tree.value, base=2) + (K - 1) / 2 * np.log2(np.maximum(N / 2, 1.0))
    constant = (K / 2 * np.log(np.pi) - gammaln(K / 2)) / np.log(2)
    split = 1.0 + np.log2(max(len(tree.sizes), 1)) * np.ones(len(N))
    split += np.where(tree.kind == THRESHOLD, np.log2(np.maximum(N - 1, 1.0)), 0.0)
    split += np.where(tree.kind == SUBSET, tree.sizes[np.maximum(tree.feature, 0)], 0.0)
    return 1.0 + classes + np.where(tree.weight > 0, constant, 0.0), split


def prune(
    model: TreeModel,
    method: Literal[
        "pre", "reduced_error", "error_based", "cost_complexity", "penalized", "mdl"
    ] = "cost_complexity",
    X: MatrixLike | None = None,
    y: ArrayLike | None = None,
    *,
    sample_weight: ArrayLike | None = None,
    alpha: float | None = None,
    confidence: float = 0.25,
    raising: bool = False,
    ties: Literal["prune", "keep"] = "prune",
    cv: int | BaseCrossValidator | None = 10,
    one_se: bool = True,
) -> TreeModel:
    """A pruned copy of a fitted tree.

    Parameters
    ----------
    model : fitted tree classifier or regressor
    method : {"pre", "reduced_error", "error_based", "cost_complexity", "penalized", "mdl"}
        Of a regression tree: "pre", "reduced_error" or "cost_complexity".
    X, y : rows and labels or targets, default=None
        Validation rows for "pre", "reduced_error" and "cost_complexity" with cv=None; the training rows for
        "cost_complexity" with folds and for "error_based" with `raising`.
    sample_weight : array-like of shape (n,), default=None
        Weights of those rows.
    alpha : float, default=None
        Price of a leaf for "cost_complexity" and "penalized".
    confidence : float, default=0.25
        Of the expected errors, for "error_based".
    raising : bool, default=False
        Whether "error_based" may replace a node by its heaviest branch.
    ties : {"prune", "keep"}, default="prune"
        What "reduced_error" does if both trees are right equally often: the document's rule keeps, its
        example prunes.
    cv : int, splitter or None, default=10
        Folds for the choice of alpha, at most as many as the smallest class has rows; None: X and y are
        validation rows, and the tree with the least error on them is taken, the smallest of equals.
    one_se : bool, default=True
        With folds, choose the smallest tree within one standard error of the best, not the best.

    Returns
    -------
    model
        A copy with the smaller tree; `pruning_` is a `Pruning` with the steps, the accuracy of the whole tree
        at each step, and the table of all trees of the sequence.

    Examples
    --------
    >>> from fenlei import load
    >>> from fenlei.trees import ID3Classifier, prune
    >>> train, valid = load("apples_train"), load("apples_validation")
    >>> full = ID3Classifier().fit(train.X, train.y)
    >>> small = prune(full, "reduced_error", valid.X, valid.y)
    >>> full.get_n_leaves(), small.get_n_leaves(), round(small.score(valid.X, valid.y), 4)
    (4, 3, 0.8571)
    >>> [(s.node, round(100 * s.before, 2), round(100 * s.after, 2)) for s in small.pruning_.scores]
    [(1, 85.71, 85.71), (0, 85.71, 57.14)]
    """
    tree = fitted_tree(model, "prune")
    _check_arguments(model, method, ties, alpha)
    needs_rows = method in ("pre", "reduced_error") or (method == "error_based" and raising)
    if not needs_rows and (method != "cost_complexity" or alpha is not None):
        return _with_tree(model, method, Pruned(*_by_itself(tree, method, alpha, confidence)))
    if X is None or y is None:
        raise UsageError("trees.prune_rows", method=method)
    if method == "cost_complexity" and cv is not None:
        price, table = price_by_folds(model, X, y, cv, one_se)
        return _with_tree(model, method, Pruned(*_weakest_links(tree, price), table))
    rows = validation_rows(model, X, y, sample_weight)
    return _with_tree(model, method, _by_rows(model, method, rows, confidence, ties))


class Pruned(NamedTuple):
    """A pruned tree, and how it came about."""

    tree: Tree
    steps: list[Step]
    table: dict[str, Array] = {}  # noqa: RUF012 (never changed)
    scores: Sequence[TreeScores] = ()


def _by_itself(tree: Tree, method: str, alpha: float | None, confidence: float) -> tuple[Tree, list[Step]]:
    """Prune with what the tree knows itself."""
    if method == "penalized":
        return penalized(tree, float(alpha or 0.0))
    if method == "mdl":
        return bottom_up(tree, *description_lengths(tree))
    if method == "cost_complexity":
        return _weakest_links(tree, float(alpha or 0.0))
    return _error_based(tree, None, confidence)


def _by_rows(model: TreeReading, method: str, rows: Rows, confidence: float, ties: str) -> Pruned:
    """Prune by given rows: those of a validation set, or for "error_based" the training rows."""
    if method == "cost_complexity":
        price, table = price_by_rows(model, rows)
        return Pruned(*_weakest_links(model.model_, price), table)
    if method == "error_based":
        return Pruned(*_error_based(model.model_, rows, confidence))
    return _by_validation(model, method, rows, ties)


def _check_arguments(model: TreeReading, method: str, ties: str, alpha: float | None) -> None:
    """Raise UsageError for options that do not exist, and for a tree that cannot be pruned."""
    if method not in METHODS:
        raise _wrong_argument("method", method, any_of(*map(code, METHODS)))
    if ties not in TIES:
        raise _wrong_argument("ties", ties, any_of(*map(code, TIES)))
    if model.tree_.n_outputs > 1:
        raise UsageError("trees.several", estimator=type(model).__name__, reason="prune")
    if not isinstance(model, TreeClassifier) and method not in OF_REGRESSION:
        raise _wrong_argument("method", method, any_of(*map(code, OF_REGRESSION)))
    if method == "penalized" and alpha is None:
        raise _wrong_argument("alpha", alpha, phrase("limit.number"))


def _wrong_argument(name: str, value: object, accepted: object) -> UsageError:
    return UsageError("estimator.parameter", estimator="prune", name=name, value=value, accepted=accepted)


def _weakest_links(tree: Tree, alpha: float) -> tuple[Tree, list[Step]]:
    path = pruning_path(tree)
    taken = int(np.searchsorted(np.maximum.accumulate(path.alpha), alpha, side="right"))
    steps = [
        Step(int(path.node[s]), "leaf", float(path.impurity[s - 1]), float(path.impurity[s]))
        for s in range(1, taken)
    ]
    return cut_at(tree, path.step < taken), steps


def _by_validation(model: TreeReading, method: str, rows: Rows, ties: str) -> Pruned:
    """Prune by rows right, or by loss; the steps of a regression have losses."""
    tree = model.model_
    score = node_scores(model, tree, rows)
    pruned, steps = pre_prune(tree, score) if method == "pre" else reduced_error(tree, score, ties == "prune")
    weight = float(len(rows.X) if rows.w is None else rows.w.sum())
    scores = scores_by_step(method, steps, tree, score, weight)
    if not isinstance(model, TreeClassifier):
        steps = [Step(s.node, s.action, abs(s.before), abs(s.after)) for s in steps]
    return Pruned(pruned, steps, {}, scores)


def _error_based(tree: Tree, rows: Rows | None, confidence: float) -> tuple[Tree, list[Step]]:
    """Prune by expected errors; with the training rows, branches may be raised."""
    none = Rows(np.empty((0, len(tree.sizes))), np.empty(0, np.int64), None)
    pruned, done = error_based(tree, *(none if rows is None else rows), confidence, rows is not None)
    return pruned if rows is None else with_missing_weights(pruned, *rows), [Step(*step) for step in done]


def _with_tree(model: TreeModel, method: str, found: Pruned) -> TreeModel:
    pruned, before = copy(model), len(model.model_.kind)
    pruned._keep(found.tree)
    pruned.pruning_ = Pruning(
        method, found.steps, before, len(found.tree.kind), found.table, list(found.scores)
    )
    return pruned
