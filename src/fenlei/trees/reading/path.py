"""The path of one row through a fitted tree, with the quantities of the book at each node.

A row with a missing value may go to every branch of a node, in parts (source 002, section 5.3.7). Then all
nodes that a part of it reaches are listed, each with that part, the branches of a node in order; the
prediction is the mean over the leaves, weighted by the parts. Gain and gain ratio are those by which the
split was chosen: over the rows whose value is known, times their share.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.annotations import MatrixLike
from fenlei.errors import DataError
from fenlei.functions.information import entropy, gini
from fenlei.kernels import Array
from fenlei.trees.criteria import SplitWorth, split_worth
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.passing_rows import known_branches
from fenlei.trees.reading.conditions import (
    Categories,
    FeatureNames,
    TreeNames,
    branch_condition,
    node_label,
)
from fenlei.trees.tree import Tree, branch_of, heaviest
from fenlei.trees.tree_classifier import TreeClassifier, fitted_tree

MISSING = {"en": "{name} is missing: {way}", "zh": "{name} 缺失：{way}"}
EVERY = {"en": "every branch", "zh": "走所有分支"}


class PathStep(NamedTuple):
    """One node that a row, or a part of it, reaches."""

    node: int
    weight: float
    class_weights: Array  # (K,)
    entropy: float
    gini: float
    condition: str  # of the branch that the row takes; "" at the leaf
    worth: SplitWorth | None  # of the node's split; None at the leaf
    label: Any  # class of the node, were it a leaf
    share: float = 1.0  # part of the row that is here
    branch: str = ""  # condition of the branch that led here; "" at the root


def explain_path(
    model: TreeClassifier,
    row: MatrixLike,
    feature_names: FeatureNames | None = None,
    categories: Categories | None = None,
    *,
    lang: str = "en",
) -> list[PathStep]:
    """The nodes that one row (1, p) passes, with the book's quantities at each; conditions in `lang`.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from fenlei.trees import DecisionTreeClassifier, ID3Classifier, explain_path
    >>> X, y = load_iris(return_X_y=True)
    >>> model = DecisionTreeClassifier(max_depth=2).fit(X, y)
    >>> [(step.condition, step.class_weights.tolist()) for step in explain_path(model, X[:1])]
    [('x2 <= 2.45', [50.0, 50.0, 50.0]), ('', [50.0, 0.0, 0.0])]

    A row whose value is missing goes to every branch, in parts:

    >>> model = ID3Classifier().fit([[0], [0], [0], [1]], ["a", "a", "a", "b"])
    >>> [(step.branch, step.share, step.condition) for step in explain_path(model, [[float("nan")]])]
    [('', 1.0, 'x0 is missing: every branch'), ('x0 = 0', 0.75, ''), ('x0 = 1', 0.25, '')]
    """
    tree, names = (
        fitted_tree(model, "explain_path", TreeClassifier),
        TreeNames(model, feature_names, categories),
    )
    x, steps, waiting = _only_row(model._check_X(row)), list[PathStep](), [(0, 1.0, "")]
    whole = not model._mixes(x[None])
    while waiting:
        node, share, branch = waiting.pop()
        taken = _branches(tree, node, x, whole)
        words = [branch_condition(tree, node, b, names).say(lang) for b in taken]
        steps.append(
            PathStep(
                node,
                float(tree.weight[node]),
                tree.value[node],
                float(entropy(tree.value[node], base=2)),
                float(gini(tree.value[node])),
                _answer(tree, node, x, words, names, lang),
                node_worth(tree, node),
                node_label(model, node),
                share,
                branch,
            )
        )
        children = tree.child[tree.first[node] : tree.first[node + 1]][taken]
        parts = tree.weight[children] / tree.weight[children].sum() if len(taken) > 1 else [1.0] * len(taken)
        waiting += [
            (int(child), float(share * part), word)
            for child, part, word in zip(children, parts, words, strict=True)
        ][::-1]
    return steps


def _only_row(X: Array) -> Array:
    if len(X) != 1:
        raise DataError("trees.one_row", rows=len(X))
    return X[0]


def _branches(tree: Tree, node: int, x: Array, whole: bool) -> list[int]:
    """The branches that a row, or parts of it, take; none at a leaf."""
    if tree.kind[node] == LEAF:
        return []
    b = int(branch_of(x[tree.feature[node]], node, tree))
    if b >= 0:
        return [b]
    if whole:
        return [int(heaviest(tree, node))]
    weight = tree.weight[tree.child[tree.first[node] : tree.first[node + 1]]]
    return np.flatnonzero(weight > 0).tolist()


def _answer(tree: Tree, node: int, x: Array, words: list[str], names: TreeNames, lang: str) -> str:
    """What the row answers at a node: the condition that it meets, or that its value is missing."""
    if not words:
        return ""
    j = int(tree.feature[node])
    size = tree.sizes[j]
    if not np.isnan(x[j]) and not (size and not 0 <= x[j] < size):
        return words[0]
    way = words[0] if len(words) == 1 else EVERY[lang]
    return MISSING[lang].format(name=names.features[j], way=way)


def node_worth(tree: Tree, node: int) -> SplitWorth | None:
    """What the split of a node is worth: over the rows whose value is known, times their share."""
    if tree.kind[node] == LEAF:
        return None
    some_missing = len(tree.missing_weights) > 0 and bool(tree.missing_weights[node].any())
    return split_worth(known_branches(tree, node), float(tree.weight[node]) if some_missing else None)
