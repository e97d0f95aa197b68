"""The path of one row through a fitted tree, with the quantities of the book at each node."""

from __future__ import annotations

from typing import Any, NamedTuple

from fenlei.annotations import MatrixLike
from fenlei.kernels import Array
from fenlei.trees.criteria import SplitWorth, entropy, gini, split_worth
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.reading.conditions import (
    Categories,
    FeatureNames,
    TreeNames,
    branch_condition,
    node_label,
)
from fenlei.trees.tree import branch_of, heaviest
from fenlei.trees.tree_classifier import TreeClassifier


class PathStep(NamedTuple):
    """One node on the path of a row."""

    node: int
    weight: float
    class_weights: Array  # (K,)
    entropy: float
    gini: float
    condition: str  # of the branch that the row takes; "" at the leaf
    worth: SplitWorth | None  # of the node's split; None at the leaf
    label: Any  # class of the node, were it a leaf


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
    >>> from fenlei.trees import DecisionTreeClassifier, explain_path
    >>> X, y = load_iris(return_X_y=True)
    >>> model = DecisionTreeClassifier(max_depth=2).fit(X, y)
    >>> [(step.condition, step.class_weights.tolist()) for step in explain_path(model, X[:1])]
    [('x2 <= 2.45', [50.0, 50.0, 50.0]), ('', [50.0, 0.0, 0.0])]
    """
    tree, names = model._fitted(), TreeNames(model, feature_names, categories)
    x, node, steps = model._check_X(row)[0], 0, []
    while True:
        counts = tree.value[node]
        inner = tree.kind[node] != LEAF
        b = int(branch_of(x[tree.feature[node]], node, tree)) if inner else 0
        b = int(heaviest(tree, node)) if b < 0 else b
        children = tree.child[tree.first[node] : tree.first[node + 1]]
        steps.append(
            PathStep(
                node,
                float(tree.weight[node]),
                counts,
                float(entropy(counts)),
                float(gini(counts)),
                branch_condition(tree, node, b, names).say(lang) if inner else "",
                split_worth(tree.value[children]) if inner else None,
                node_label(model, node),
            )
        )
        if not inner:
            return steps
        node = int(children[b])
