"""Branches in words: the condition that a row must fulfil, with the names of features and categories.

Names are given, or come from the fitted model: columns from `feature_names_in_`, categories from `coding_`.

With `merge=True` sibling leaves of one class, below a question with one branch per category, are read as one
branch (source 002, B-M23 and figure 5-9). The tree itself stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fenlei.errors import UsageError
from fenlei.messages import phrase
from fenlei.trees.exact.growth_rules import LEAF, MULTIWAY, SUBSET, THRESHOLD
from fenlei.trees.tree import Tree, majority
from fenlei.trees.tree_classifier import TreeClassifier, TreeReading

FeatureNames = Sequence[str]
Categories = Sequence[Sequence[str] | None]
AMONG = {"en": "in", "zh": "属于"}


class Condition(NamedTuple):
    """What one feature must fulfil for a row to take a branch."""

    feature: int
    relation: str  # "<=", ">", "=" or "in"
    operand: float | list[int]  # threshold, or the codes of the categories
    name: str  # of the feature
    shown: str  # the threshold, or the names of the categories

    def say(self, lang: str = "en") -> str:
        """The condition in "en" or "zh"."""
        relation = AMONG[lang] if self.relation == "in" else self.relation
        return f"{self.name} {relation} {self.shown}"

    @property
    def text(self) -> str:
        """The condition in English."""
        return self.say()


class ReadBranch(NamedTuple):
    """A branch as it is read: one child, or sibling leaves that are read as one."""

    condition: Condition
    children: tuple[int, ...]


class TreeNames:
    """Names of features and categories: given, or those that the fitted model knows."""

    def __init__(
        self, model: TreeReading, feature_names: FeatureNames | None, categories: Categories | None
    ) -> None:
        if model.tree_.n_outputs > 1:
            raise UsageError("trees.several", estimator=type(model).__name__, reason=phrase("kind.reading"))
        tree, coding = model.model_, model.coding_
        given = getattr(model, "feature_names_in_", None) if feature_names is None else feature_names
        p = len(tree.sizes)
        self.features = [f"x{j}" for j in range(p)] if given is None else [str(name) for name in given]
        if len(self.features) != p:
            raise UsageError("trees.names", count=len(self.features), p=p)
        known = coding.categories if categories is None and coding is not None else categories
        self.categories: Categories = [None] * p if known is None else known

    def category(self, j: int, code: int) -> str:
        """Name of a category of feature j."""
        names = self.categories[j]
        return str(code) if names is None or code >= len(names) else str(names[code])


def branch_condition(tree: Tree, node: int, b: int, names: TreeNames) -> Condition:
    """The condition of branch b of a node."""
    j = int(tree.feature[node])
    if tree.kind[node] == THRESHOLD:
        relation, t = "<=" if b == 0 else ">", float(tree.threshold[node])
        return Condition(j, relation, t, names.features[j], f"{t:.10g}")
    if tree.kind[node] == SUBSET:
        start = tree.subset[node]
        codes = np.flatnonzero(tree.sets[start : start + tree.sizes[j]] == 1 - b).tolist()
        return category_condition(j, codes, names)
    return category_condition(j, [b], names)


def category_condition(j: int, codes: list[int], names: TreeNames) -> Condition:
    """The condition that feature j is one of these categories."""
    name, words = names.features[j], [names.category(j, code) for code in codes]
    if len(codes) == 1:
        return Condition(j, "=", codes, name, words[0])
    return Condition(j, "in", codes, name, f"{{{', '.join(words)}}}")


def branches_of(model: TreeReading, node: int, names: TreeNames, merge: bool = False) -> list[ReadBranch]:
    """The branches of a node in order; merged, sibling leaves of one class take the position of the first."""
    tree = model.model_
    children = tree.child[tree.first[node] : tree.first[node + 1]].tolist()
    if not merge or tree.kind[node] != MULTIWAY:
        return [
            ReadBranch(branch_condition(tree, node, b, names), (child,)) for b, child in enumerate(children)
        ]
    groups: dict[Any, list[int]] = {}
    for b, child in enumerate(children):
        label = int(majority(model.tree_.value[child, 0]))
        groups.setdefault(("leaf", label) if tree.kind[child] == LEAF else b, []).append(b)
    j = int(tree.feature[node])
    return [
        ReadBranch(category_condition(j, codes, names), tuple(children[b] for b in codes))
        for codes in groups.values()
    ]


def node_label(model: TreeReading, node: int) -> Any:
    """Class of a node, were it a leaf; of a regression, its value."""
    if not isinstance(model, TreeClassifier):
        return float(model.model_.value[node, 0])
    return model.classes_[majority(model.tree_.value[node, 0])]
