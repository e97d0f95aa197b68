"""A fitted tree as if-then rules, one per leaf."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.reading.conditions import Categories, Condition, FeatureNames, TreeNames, branch_condition
from fenlei.trees.tree import Tree, majority, parents
from fenlei.trees.tree_classifier import TreeClassifier, fitted_tree

WORDS = {"en": ("if ", " and ", " then ", "always"), "zh": ("如果 ", " 且 ", " 则 ", "总是")}


class Rule(NamedTuple):
    """An if-then rule: all conditions hold, so the class is `label`."""

    conditions: tuple[Condition, ...]
    label: Any
    weight: float  # of the training rows that the rule covers
    errors: float  # of them that are of another class

    def text(self, lang: str = "en") -> str:
        """The rule as a sentence in "en" or "zh"."""
        begin, both, then, always = WORDS[lang]
        body = both.join(condition.say(lang) for condition in self.conditions)
        return f"{begin}{body or always}{then}{self.label}"

    def __str__(self) -> str:
        return self.text()


def tree_rules(
    model: TreeClassifier, feature_names: FeatureNames | None = None, categories: Categories | None = None
) -> list[Rule]:
    """One rule per leaf, in the order of the tree; conditions on one number are merged.

    Examples
    --------
    >>> from fenlei import load
    >>> from fenlei.trees import ID3Classifier, tree_rules
    >>> apples = load("apples_train")
    >>> model = ID3Classifier().fit(apples.X, apples.y)
    >>> names = [column.name for column in apples.table.schema.features]
    >>> words = [column.categories for column in apples.table.schema.features]
    >>> print(tree_rules(model, names, words)[0])
    if colour = dark red and hardness = hard then no
    """
    tree, names = (
        fitted_tree(model, "tree_rules", TreeClassifier),
        TreeNames(model, feature_names, categories),
    )
    parent, slot = parents(tree), _slots(tree)
    labels = model.classes_[majority(model.tree_.value[:, 0])]
    rules = []
    for leaf in np.flatnonzero(tree.kind == LEAF):
        node, conditions = int(leaf), []
        while parent[node] >= 0:
            conditions.append(branch_condition(tree, int(parent[node]), int(slot[node]), names))
            node = int(parent[node])
        weight = float(tree.weight[leaf])
        wrong = weight - float(tree.value[leaf].max())
        rules.append(Rule(_merged(conditions[::-1]), labels[leaf], weight, max(wrong, 0.0)))
    return rules


def _slots(tree: Tree) -> Array:
    """Which branch of its parent each node is."""
    slot = np.zeros(len(tree.kind), np.int64)
    slot[tree.child] = np.arange(len(tree.child)) - np.repeat(tree.first[:-1], np.diff(tree.first))
    return slot


def _merged(conditions: list[Condition]) -> tuple[Condition, ...]:
    """The conditions, of several of a kind on one feature only the last, which is the narrowest."""
    last: dict[tuple[int, str], Condition] = {}
    for condition in conditions:
        last[condition.feature, "in" if condition.relation in ("in", "=") else condition.relation] = condition
    return tuple(last.values())
