r"""Pruning as an operation on any fitted tree classifier.

With a validation set (source 002, B-M22 and B-M23):
    "pre"              from the root down: a split stays if its branches, as leaves, classify strictly more
                       rows right than the node as a leaf.
    "reduced_error"    from the leaves up: a node becomes a leaf if that classifies no fewer rows right
                       (ties="prune"), or more (ties="keep").
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

from copy import copy
from typing import Literal, NamedTuple, TypeVar

import numpy as np
from scipy.special import gammaln
from sklearn.base import clone
from sklearn.model_selection import BaseCrossValidator, check_cv

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.classifier import Rows
from fenlei.errors import UsageError
from fenlei.kernels import Array, kernel
from fenlei.messages import any_of, code, phrase
from fenlei.table.coding import code_labels
from fenlei.table.rows import take_rows
from fenlei.trees.criteria import entropy
from fenlei.trees.exact.growth_rules import LEAF, SUBSET, THRESHOLD
from fenlei.trees.pruning.collapse import cut_at
from fenlei.trees.pruning.cost_complexity import pruning_path, weakest_links
from fenlei.trees.pruning.error_based import error_based
from fenlei.trees.tree import Tree, branch_of, class_shares, parents
from fenlei.trees.tree_classifier import TreeClassifier
from fenlei.weights import check_weights

METHODS = ("pre", "reduced_error", "error_based", "cost_complexity", "penalized", "mdl")
TIES = ("prune", "keep")
TreeModel = TypeVar("TreeModel", bound=TreeClassifier)


class Step(NamedTuple):
    """One decision of a pruning method, in the order they were taken."""

    node: int  # as numbered before pruning
    action: str  # "leaf", "keep" or "raise"
    before: float  # with the branches: rows right, cost or expected errors, as the method has it
    after: float  # as a leaf


class Pruning(NamedTuple):
    """What `prune` did."""

    method: str
    steps: list[Step]
    nodes_before: int
    nodes_after: int
    table: dict[str, Array]  # for cost_complexity: alpha, leaves, impurity, cv_error, cv_se of every tree


@kernel
def weigh_paths(X: Array, codes: Array, w: Array, tree: Tree, out_counts: Array) -> None:
    """Class weights (m, K) of the rows, or parts of rows, that pass each node."""
    for i in range(X.shape[0]):
        stack = [(0, w[i])]
        while len(stack) > 0:
            node, part = stack.pop()
            out_counts[node, codes[i]] += part
            if tree.kind[node] == LEAF:
                continue
            branch = branch_of(X[i, tree.feature[node]], node, tree)
            start, stop = tree.first[node], tree.first[node + 1]
            if branch >= 0:
                stack.append((tree.child[start + branch], part))
                continue
            total = tree.weight[tree.child[start:stop]].sum()
            for c in range(start, stop):
                if tree.weight[tree.child[c]] > 0.0:
                    stack.append((tree.child[c], part * tree.weight[tree.child[c]] / total))


def node_counts(tree: Tree, X: Array, codes: Array, w: Array | None) -> Array:
    """Class weights (m, K) of given rows at each node."""
    counts = np.zeros_like(tree.value)
    weigh_paths(X, codes, np.ones(len(X)) if w is None else w, tree, counts)
    return counts


def bottom_up(
    tree: Tree, leaf_cost: Array, split_cost: Array, *, ties: bool = True, only_leaves: bool = False
) -> tuple[Tree, list[Step]]:
    """Cut wherever a leaf costs less than the node's split and what is left of its branches.

    `ties`: also where it costs the same. `only_leaves`: only where all branches are leaves by then.
    """
    cost = np.where(tree.kind == LEAF, leaf_cost, split_cost)
    parent, cut, steps = parents(tree), np.zeros(len(cost), bool), []
    split_below = np.zeros(len(cost), bool)
    for i in range(len(cost) - 1, -1, -1):
        if tree.kind[i] != LEAF and not (only_leaves and split_below[i]):
            margin = 1e-9 * max(1.0, abs(leaf_cost[i]))
            cut[i] = leaf_cost[i] <= cost[i] + (margin if ties else -margin)
            steps.append(Step(i, "leaf" if cut[i] else "keep", float(cost[i]), float(leaf_cost[i])))
            cost[i] = leaf_cost[i] if cut[i] else cost[i]
        if i > 0:
            cost[parent[i]] += cost[i]
            split_below[parent[i]] |= tree.kind[i] != LEAF and not cut[i]
    return cut_at(tree, cut), steps


def reduced_error(tree: Tree, counts: Array, ties: bool = True) -> tuple[Tree, list[Step]]:
    """Validation rows right, leaf against branches, from the leaves up."""
    right = counts[np.arange(len(counts)), class_shares(tree).argmax(axis=1)]
    cut, steps = bottom_up(tree, -right, np.zeros(len(right)), ties=ties)
    return cut, [Step(s.node, s.action, -s.before, -s.after) for s in steps]


def pre_prune(tree: Tree, counts: Array) -> tuple[Tree, list[Step]]:
    """Validation rows right, from the root down; a split stays only if it is strictly better."""
    right = counts[np.arange(len(counts)), class_shares(tree).argmax(axis=1)]
    split = np.zeros(len(right))
    np.add.at(split, parents(tree)[1:], right[1:])
    cut = (tree.kind != LEAF) & (split <= right * (1.0 + 1e-12))
    parent, gone, steps = parents(tree), np.zeros(len(right), bool), []
    for i in range(len(right)):
        gone[i] = i > 0 and (gone[parent[i]] or cut[parent[i]])
        if tree.kind[i] != LEAF and not gone[i]:
            steps.append(Step(i, "leaf" if cut[i] else "keep", float(split[i]), float(right[i])))
    return cut_at(tree, cut), steps


def penalized(tree: Tree, alpha: float) -> tuple[Tree, list[Step]]:
    """C_α(T) = Σ N_t H_t + α |leaves|, H in bits; leaves are drawn back to their parent, group by group."""
    cost = tree.weight * entropy(tree.value) + alpha
    return bottom_up(tree, cost, np.zeros(len(cost)), ties=False, only_leaves=True)


def description_lengths(tree: Tree) -> tuple[Array, Array]:
    """Bits of each node as a leaf, and of its split."""
    N, K = np.maximum(tree.weight, 1.0), tree.value.shape[1]
    classes = tree.weight * entropy(tree.value) + (K - 1) / 2 * np.log2(np.maximum(N / 2, 1.0))
    constant = (K / 2 * np.log(np.pi) - gammaln(K / 2)) / np.log(2)
    split = 1.0 + np.log2(max(len(tree.sizes), 1)) * np.ones(len(N))
    split += np.where(tree.kind == THRESHOLD, np.log2(np.maximum(N - 1, 1.0)), 0.0)
    split += np.where(tree.kind == SUBSET, tree.sizes[np.maximum(tree.feature, 0)], 0.0)
    return 1.0 + classes + np.where(tree.weight > 0, constant, 0.0), split


def choose_alpha(
    model: TreeClassifier, X: MatrixLike, y: ArrayLike, cv: int | BaseCrossValidator, one_se: bool
) -> tuple[float, dict[str, Array]]:
    """Price of a leaf by cross-validation: the largest within one standard error of the least error.

    Each candidate stands for a tree of the sequence: the geometric mean of its α and the next (Breiman et al.
    1984, section 11.5).
    """
    path = pruning_path(model.model_)
    alpha = np.maximum.accumulate(path.alpha)
    last = np.append(alpha[1:] == alpha[:-1], False)  # steps at one price are one tree
    alpha, leaves, impurity = alpha[~last], path.leaves[~last], path.impurity[~last]
    middle = np.sqrt(alpha * np.append(alpha[1:], np.inf)) if len(alpha) > 1 else alpha
    labels = np.asarray(y)
    n = len(labels)
    wrong = np.zeros((n, len(alpha)))
    for train, test in check_cv(cv, labels, classifier=True).split(np.zeros(n), labels):
        fold = clone(model).fit(take_rows(X, train), labels[train])
        whole = fold.model_
        for a, price in enumerate(middle):
            fold._keep(
                weakest_links(whole, price) if np.isfinite(price) else cut_at(whole, whole.kind > LEAF)
            )
            wrong[test, a] = fold.predict(take_rows(X, test)) != labels[test]
    error = wrong.mean(axis=0)
    se = np.sqrt(error * (1 - error) / n)
    best = int(np.flatnonzero(error == error.min())[-1])
    chosen = int(np.flatnonzero(error <= error[best] + se[best])[-1]) if one_se else best
    table = {"alpha": alpha, "leaves": leaves, "impurity": impurity, "cv_error": error, "cv_se": se}
    return float(alpha[chosen]), table


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
    cv: int | BaseCrossValidator = 10,
    one_se: bool = True,
) -> TreeModel:
    """A pruned copy of a fitted tree classifier.

    Parameters
    ----------
    model : fitted tree classifier
    method : {"pre", "reduced_error", "error_based", "cost_complexity", "penalized", "mdl"}
    X, y : rows and labels, default=None
        Validation rows for "pre" and "reduced_error"; the training rows for "cost_complexity" without `alpha`
        and for "error_based" with `raising`.
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
    cv : int or splitter, default=10
        Folds for the choice of alpha.
    one_se : bool, default=True
        Choose the smallest tree within one standard error of the best, not the best.

    Returns
    -------
    model
        A copy with the smaller tree; `pruning_` is a `Pruning` with the steps and, after cross-validation,
        the table of all trees of the sequence.

    Examples
    --------
    >>> from fenlei import load
    >>> from fenlei.trees import ID3Classifier, prune
    >>> train, valid = load("apples_train"), load("apples_validation")
    >>> full = ID3Classifier().fit(train.X, train.y)
    >>> small = prune(full, "reduced_error", valid.X, valid.y)
    >>> full.get_n_leaves(), small.get_n_leaves(), round(small.score(valid.X, valid.y), 4)
    (4, 3, 0.8571)
    """
    tree, table = model._fitted(), dict[str, Array]()
    _check_arguments(model, method, ties, alpha)
    if method == "penalized":
        pruned, steps = penalized(tree, float(alpha or 0.0))
    elif method == "mdl":
        pruned, steps = bottom_up(tree, *description_lengths(tree))
    elif method == "cost_complexity" and alpha is not None:
        pruned, steps = _weakest_links(tree, alpha)
    elif method == "error_based" and not raising:
        pruned, steps = _error_based(tree, None, confidence)
    elif X is None or y is None:
        raise UsageError("trees.prune_rows", method=method)
    elif method == "cost_complexity":
        alpha, table = choose_alpha(model, X, y, cv, one_se)
        pruned, steps = _weakest_links(tree, alpha)
    else:
        rows = _coded_rows(model, X, y, sample_weight)
        pruned, steps = _by_rows(tree, method, rows, confidence, ties)
    return _with_tree(model, pruned, Pruning(method, steps, len(tree.kind), len(pruned.kind), table))


def _check_arguments(model: TreeClassifier, method: str, ties: str, alpha: float | None) -> None:
    """Raise UsageError for options that do not exist, and for a tree that cannot be pruned."""
    if method not in METHODS:
        raise _wrong_argument("method", method, any_of(*map(code, METHODS)))
    if ties not in TIES:
        raise _wrong_argument("ties", ties, any_of(*map(code, TIES)))
    if model.tree_.n_outputs > 1:
        raise UsageError("trees.several", estimator=type(model).__name__, reason="prune")
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


def _coded_rows(model: TreeClassifier, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None) -> Rows:
    coded = model._check_X(X)
    return Rows(coded, code_labels(np.asarray(y), model.classes_), check_weights(sample_weight, len(coded)))


def _by_rows(tree: Tree, method: str, rows: Rows, confidence: float, ties: str) -> tuple[Tree, list[Step]]:
    """Prune by given rows: those of a validation set, or for "error_based" the training rows."""
    if method == "error_based":
        return _error_based(tree, rows, confidence)
    counts = node_counts(tree, *rows)
    return pre_prune(tree, counts) if method == "pre" else reduced_error(tree, counts, ties == "prune")


def _error_based(tree: Tree, rows: Rows | None, confidence: float) -> tuple[Tree, list[Step]]:
    """Prune by expected errors; with the training rows, branches may be raised."""
    none = Rows(np.empty((0, len(tree.sizes))), np.empty(0, np.int64), None)
    pruned, done = error_based(tree, *(none if rows is None else rows), confidence, rows is not None)
    return pruned, [Step(*step) for step in done]


def _with_tree(model: TreeModel, tree: Tree, pruning: Pruning) -> TreeModel:
    pruned = copy(model)
    pruned._keep(tree)
    pruned.pruning_ = pruning
    return pruned
