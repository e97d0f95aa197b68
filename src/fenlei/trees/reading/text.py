"""A fitted tree as indented text."""

from __future__ import annotations

from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.reading.conditions import Categories, FeatureNames, TreeNames, branches_of, node_label
from fenlei.trees.tree_classifier import TreeClassifier, TreeReading, fitted_tree


def leaf_words(model: TreeReading, nodes: tuple[int, ...]) -> str:
    """Class and, in brackets, weight of the rows / of the errors of a leaf, or of several of one class."""
    tree, label = model.model_, node_label(model, nodes[0])
    weight = tree.weight[list(nodes)].sum()
    if not isinstance(model, TreeClassifier):
        return f"{label:.6g} ({weight:.6g})"
    wrong = weight - tree.value[list(nodes)].sum(axis=0).max()
    return f"{label} ({weight:.6g}{f'/{wrong:.4g}' if wrong > 1e-9 else ''})"


def tree_text(
    model: TreeReading,
    feature_names: FeatureNames | None = None,
    categories: Categories | None = None,
    *,
    merge: bool = False,
    lang: str = "en",
) -> str:
    """The tree as indented text, one line per branch: a leaf's class with weight of rows / of errors.

    Parameters
    ----------
    model : fitted tree classifier or regressor
    feature_names, categories : default=None
        Names; by default those that the model knows.
    merge : bool, default=False
        Whether sibling leaves of one class below a question with one branch per category are read as one.
    lang : {"en", "zh"}, default="en"

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from fenlei.trees import DecisionTreeClassifier, tree_text
    >>> model = DecisionTreeClassifier(max_depth=2).fit(*load_iris(return_X_y=True))
    >>> print(tree_text(model))
    x2 <= 2.45: 0 (50)
    x2 > 2.45
    |   x3 <= 1.75: 1 (54/5)
    |   x3 > 1.75: 2 (46/1)
    """
    tree, names, lines = fitted_tree(model, "tree_text"), TreeNames(model, feature_names, categories), []
    if tree.kind[0] == LEAF:
        return leaf_words(model, (0,))
    waiting = [(branch, 0) for branch in branches_of(model, 0, names, merge)[::-1]]
    while waiting:
        (condition, children), depth = waiting.pop()
        line = "|   " * depth + condition.say(lang)
        leaf = tree.kind[children[0]] == LEAF
        lines.append(f"{line}: {leaf_words(model, children)}" if leaf else line)
        if not leaf:
            below = branches_of(model, children[0], names, merge)
            waiting += [(branch, depth + 1) for branch in below[::-1]]
    return "\n".join(lines)
