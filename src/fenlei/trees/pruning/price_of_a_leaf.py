"""The price of a leaf, α, for cost-complexity pruning: by validation rows, or by cross-validation."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import BaseCrossValidator, check_cv

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.classifier import Rows
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.table.rows import take_rows
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.pruning.collapse import cut_at
from fenlei.trees.pruning.cost_complexity import pruning_path, weakest_links
from fenlei.trees.pruning.validation import distinct_trees, node_scores, row_losses, subtree_scores
from fenlei.trees.tree_classifier import TreeClassifier, TreeReading


def price_by_rows(model: TreeReading, rows: Rows) -> tuple[float, dict[str, Array]]:
    """Price whose tree has the least error on validation rows; the smallest of equals.

    The sequence T_0, T_1, ..., T_n of subtrees is that of the weakest links (source 004, section 7.4.1).
    """
    tree = model.model_
    path = pruning_path(tree)
    steps, table = distinct_trees(path)
    weight = float(len(rows.X) if rows.w is None else rows.w.sum())
    score = subtree_scores(tree, path, node_scores(model, tree, rows))[steps] / weight
    error = 1.0 - score if isinstance(model, TreeClassifier) else -score
    best = np.flatnonzero(error <= error.min() + 1e-12 * max(1.0, abs(error.min())))[-1]
    return float(table["alpha"][best]), {**table, "error": error}


def price_by_folds(
    model: TreeReading, X: MatrixLike, y: ArrayLike, cv: int | BaseCrossValidator, one_se: bool
) -> tuple[float, dict[str, Array]]:
    """Price by cross-validation: the largest within one standard error of the least error.

    Each candidate stands for a tree of the sequence: the geometric mean of its α and the next (Breiman et al.
    1984, section 11.5). The error is the share of wrong rows, or the mean loss of a regression.
    """
    _, table = distinct_trees(pruning_path(model.model_))
    alpha = table["alpha"]
    middle = np.sqrt(alpha * np.append(alpha[1:], np.inf)) if len(alpha) > 1 else alpha
    labels = np.asarray(y)
    loss = np.zeros((len(labels), len(alpha)))
    classifier = isinstance(model, TreeClassifier)
    folds = check_cv(_fewer(cv, labels, classifier), labels, classifier=classifier)
    for train, test in folds.split(np.zeros(len(labels)), labels):
        fold: Any = clone(model).fit(take_rows(X, train), labels[train])
        whole, rows = fold.model_, take_rows(X, test)
        for a, price in enumerate(middle):
            leaf = whole.kind > LEAF
            fold._keep(weakest_links(whole, price) if np.isfinite(price) else cut_at(whole, leaf))
            loss[test, a] = _losses(fold, labels[test], fold.predict(rows))
    error = loss.mean(axis=0)
    spread = error * (1 - error) if classifier else loss.var(axis=0)
    se = np.sqrt(spread / len(labels))
    best = int(np.flatnonzero(error == error.min())[-1])
    chosen = int(np.flatnonzero(error <= error[best] + se[best])[-1]) if one_se else best
    return float(alpha[chosen]), {**table, "cv_error": error, "cv_se": se}


def _losses(model: TreeReading, truth: Array, answer: Array) -> Array:
    if isinstance(model, TreeClassifier):
        return (answer != truth).astype(np.float64)
    return row_losses(truth.astype(np.float64), answer, model.criterion)


def _fewer(cv: int | BaseCrossValidator, labels: Array, classifier: bool) -> int | BaseCrossValidator:
    """As many folds as the smallest class has rows, if that is fewer; UsageError if it has one."""
    if not isinstance(cv, int | np.integer):
        return cv
    most = int(np.unique(labels, return_counts=True)[1].min()) if classifier else len(labels)
    if most < 2:
        raise UsageError("trees.prune_folds", rows=most)
    return min(int(cv), most)
