"""Reading a fitted tree: text, if-then rules, the way of one row, and the table of gains at a node.

Names come from the fitted model: columns from `feature_names_in_`, categories from `coding_`; or they are
given. Everything is plain values; `tree_text` is the only thing here that lays out lines, and `layout.py`
gives the places for a picture.

With `merge=True` sibling leaves of one class, below a question with a branch a category, are read as one
branch (source 002, B-M23 and figure 5-9). The tree itself stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.table.coding import code_labels
from fenlei.trees.criteria import SplitWorth, entropy, gini, split_worth
from fenlei.trees.exact.growth_rules import LEAF, MULTIWAY, SUBSET, THRESHOLD
from fenlei.trees.tree import Tree, branch_of, heaviest, majority, parents

Categories = Sequence[Sequence[str] | None]
WORDS = {"en": ("if ", " and ", " then ", "always"), "zh": ("如果 ", " 且 ", " 则 ", "总是")}
AMONG = {"en": "in", "zh": "属于"}


class Condition(NamedTuple):
    """What a branch asks of one feature."""

    feature: int
    relation: str  # "<=", ">", "=" or "in"
    operand: Any  # threshold, or the codes of the categories
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


class PathStep(NamedTuple):
    """One node on the way of a row."""

    node: int
    weight: float
    class_weights: Array  # (K,)
    entropy: float
    gini: float
    condition: str  # what the row answers; "" at the leaf
    worth: SplitWorth | None  # of the node's split; None at the leaf
    label: Any  # class of the node, were it a leaf


class Branch(NamedTuple):
    """A way on from a node: a child, or sibling leaves that are read as one."""

    condition: Condition
    children: tuple[int, ...]


class Names:
    """Names of features and categories."""

    def __init__(self, model: Any, feature_names: Any, categories: Categories | None) -> None:
        if model.tree_.n_outputs > 1:
            raise UsageError("trees.several", estimator=type(model).__name__, reason=phrase("kind.reading"))
        tree, coding = model.model_, getattr(model, "coding_", None)
        given = getattr(model, "feature_names_in_", None) if feature_names is None else feature_names
        self.features = (
            [f"x{j}" for j in range(len(tree.sizes))] if given is None else [str(name) for name in given]
        )
        known = coding.categories if categories is None and coding is not None else categories
        self.categories: Categories = [None] * len(tree.sizes) if known is None else known

    def category(self, j: int, code: int) -> str:
        names = self.categories[j]
        return str(code) if names is None or code >= len(names) else str(names[code])


def branch_condition(tree: Tree, node: int, b: int, names: Names) -> Condition:
    """What branch b of a node asks."""
    j = int(tree.feature[node])
    if tree.kind[node] == THRESHOLD:
        relation, t = "<=" if b == 0 else ">", float(tree.threshold[node])
        return Condition(j, relation, t, names.features[j], f"{t:.10g}")
    if tree.kind[node] == SUBSET:
        start = tree.subset[node]
        codes = np.flatnonzero(tree.sets[start : start + tree.sizes[j]] == 1 - b).tolist()
        return category_condition(j, codes, names)
    return category_condition(j, [b], names)


def category_condition(j: int, codes: list[int], names: Names) -> Condition:
    """The condition that feature j is one of some categories."""
    name, words = names.features[j], [names.category(j, code) for code in codes]
    if len(codes) == 1:
        return Condition(j, "=", codes, name, words[0])
    return Condition(j, "in", codes, name, f"{{{', '.join(words)}}}")


def branches_of(model: Any, node: int, names: Names, merge: bool = False) -> list[Branch]:
    """The ways on from a node, in order; merged, sibling leaves of one class stand where the first stood."""
    tree = model.model_
    children = tree.child[tree.first[node] : tree.first[node + 1]].tolist()
    if not merge or tree.kind[node] != MULTIWAY:
        return [Branch(branch_condition(tree, node, b, names), (child,)) for b, child in enumerate(children)]
    groups: dict[Any, list[int]] = {}
    for b, child in enumerate(children):
        label = int(majority(model.tree_.value[child, 0]))
        groups.setdefault(("leaf", label) if tree.kind[child] == LEAF else b, []).append(b)
    j = int(tree.feature[node])
    return [
        Branch(category_condition(j, codes, names), tuple(children[b] for b in codes))
        for codes in groups.values()
    ]


def node_label(model: Any, node: int) -> Any:
    """Class of a node, were it a leaf; of a regression, its value."""
    if not hasattr(model, "classes_"):
        return float(model.model_.value[node, 0])
    return model.classes_[majority(model.tree_.value[node, 0])]


def leaf_words(model: Any, nodes: tuple[int, ...]) -> str:
    """Class and, in brackets, weight of the rows / of the errors of a leaf, or of several of one class."""
    tree, label = model.model_, node_label(model, nodes[0])
    weight = tree.weight[list(nodes)].sum()
    if not hasattr(model, "classes_"):
        return f"{label:.6g} ({weight:.6g})"
    wrong = weight - tree.value[list(nodes)].sum(axis=0).max()
    return f"{label} ({weight:.6g}{f'/{wrong:.4g}' if wrong > 1e-9 else ''})"


def tree_text(
    model: Any,
    feature_names: Any = None,
    categories: Categories | None = None,
    *,
    merge: bool = False,
    lang: str = "en",
) -> str:
    """The tree as indented text, a line a branch: a leaf's class with weight of rows / of errors."""
    tree, names, lines = model._fitted(), Names(model, feature_names, categories), []
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


def tree_rules(model: Any, feature_names: Any = None, categories: Categories | None = None) -> list[Rule]:
    """One rule a leaf, in the order of the tree; conditions on one number are merged.

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
    tree, names = model._fitted(), Names(model, feature_names, categories)
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


def explain_path(
    model: Any,
    row: Any,
    feature_names: Any = None,
    categories: Categories | None = None,
    *,
    lang: str = "en",
) -> list[PathStep]:
    """The nodes that one row (1, p) passes, with the book's quantities at each; conditions in `lang`."""
    tree, names = model._fitted(), Names(model, feature_names, categories)
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


class GainRow(NamedTuple):
    """A candidate split of a node, and what it is worth."""

    feature: int
    name: str
    threshold: float | None  # None: one branch a category
    worth: SplitWorth


def gain_table(
    model: Any,
    X: MatrixLike,
    y: ArrayLike,
    *,
    node: int = 0,
    every_threshold: bool = False,
    feature_names: Any = None,
) -> list[GainRow]:
    """The table of the book: conditional entropy, gain, split information, ratio and Gini of each feature.

    X and y are the training rows; those that pass `node` (by the heaviest branch where a value is missing)
    are counted. Of a number the best threshold by gain is listed, or, with `every_threshold`, all of them.
    """
    tree, names = model._fitted(), Names(model, feature_names, None)
    coded, codes = model._check_X(X), code_labels(np.asarray(y), model.classes_)
    here = model.tree_.decision_path(coded)[:, [node]].toarray().ravel() > 0
    rows, K = [], len(model.classes_)
    for j, size in enumerate(tree.sizes):
        x, k = coded[here, j], codes[here]
        if size:
            rows.append(GainRow(j, names.features[j], None, split_worth(_table(x, k, int(size), K), len(x))))
            continue
        values = np.unique(x[~np.isnan(x)])
        cuts = [
            GainRow(
                j,
                names.features[j],
                float(t),
                split_worth(_table(np.where(np.isnan(x), x, x > t), k, 2, K), len(x)),
            )
            for t in (values[:-1] + values[1:]) / 2
        ]
        rows += (
            cuts if every_threshold or not cuts else [max(cuts, key=lambda row: round(row.worth.gain, 12))]
        )
    return rows


def _table(x: Array, codes: Array, branches: int, K: int) -> Array:
    """Class counts (branches, K); a missing x is left out."""
    known = ~np.isnan(x)
    return np.bincount(x[known].astype(np.int64) * K + codes[known], minlength=branches * K).reshape(
        branches, K
    )
