"""C4.5rules in short: the rules of a tree, simplified one by one, in order, with a default class.

From each rule the condition whose loss lessens the expected error rate (`pruning.expected_errors`) most is
dropped, as long as one does. Equal rules are merged. Then rules are taken greedily, the one with the least
expected error rate first, each measured on the rows that are left; the default is the majority of the rows
that no rule covers. Reference: Quinlan (1993), chapter 5, whose choice by description length is replaced by
the greedy one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.kernels import Array
from fenlei.table.coding import code_labels
from fenlei.trees.pruning.expected_errors import added_errors, confidence_level
from fenlei.trees.reading.conditions import Condition
from fenlei.trees.reading.rules import Rule, tree_rules
from fenlei.trees.tree_classifier import TreeClassifier, fitted_tree
from fenlei.weights import check_weights


class RuleList(NamedTuple):
    """Rules in the order in which they are tried, and the class where none applies."""

    rules: list[Rule]
    default: Any
    model: TreeClassifier  # codes the rows

    def predict(self, X: MatrixLike) -> Array:
        """Class (n,) of the first rule that covers each row."""
        coded = self.model._check_X(X)
        label = np.full(len(coded), self.default, dtype=self.model.classes_.dtype)
        free = np.ones(len(coded), bool)
        for rule in self.rules:
            taken = free & covers(rule.conditions, coded)
            label[taken] = rule.label
            free &= ~taken
        return label


def covers(conditions: tuple[Condition, ...], X: Array) -> Array:
    """Rows (n,) for which all conditions hold; a missing value fulfils none."""
    held = np.ones(len(X), bool)
    for condition in conditions:
        x = X[:, condition.feature]
        if condition.relation in ("<=", ">"):
            held &= x <= condition.operand if condition.relation == "<=" else x > condition.operand
        else:
            held &= np.isin(x, condition.operand)
    return held


def error_rate(covered: Array, right: Array, w: Array, confidence: float) -> float:
    """Expected error rate on the covered rows; 1 if there are none."""
    N = float(w[covered].sum())
    if N <= 0:
        return 1.0
    E = N - float(w[covered & right].sum())
    return (E + added_errors(N, max(E, 0.0), *confidence_level(confidence))) / N


def simplified(rule: Rule, X: Array, right: Array, w: Array, confidence: float) -> Rule:
    """The rule without the conditions that it is better without."""
    conditions = rule.conditions
    rate = error_rate(covers(conditions, X), right, w, confidence)
    while conditions:
        shorter = [conditions[:i] + conditions[i + 1 :] for i in range(len(conditions))]
        rates = [error_rate(covers(each, X), right, w, confidence) for each in shorter]
        if min(rates) > rate:
            break
        rate, conditions = min(rates), shorter[int(np.argmin(rates))]
    covered = covers(conditions, X)
    weight = float(w[covered].sum())
    return Rule(conditions, rule.label, weight, weight - float(w[covered & right].sum()))


def rule_list(
    model: TreeClassifier,
    X: MatrixLike,
    y: ArrayLike,
    sample_weight: ArrayLike | None = None,
    confidence: float = 0.25,
) -> RuleList:
    """Simplified rules of a fitted tree; X and y are the training rows.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from fenlei.trees import C45Classifier, rule_list
    >>> X, y = load_iris(return_X_y=True)
    >>> found = rule_list(C45Classifier().fit(X, y), X, y)
    >>> len(found.rules), found.rules[0].text(), int((found.predict(X) == y).sum())
    (3, 'if x3 <= 0.6 then 0', 146)
    """
    fitted_tree(model, "rule_list", TreeClassifier)
    rules = tree_rules(model)
    coded, codes = model._check_X(X), code_labels(np.asarray(y), model.classes_)
    w = check_weights(sample_weight, len(codes))
    w = np.ones(len(codes)) if w is None else w
    truth = model.classes_[codes]
    distinct: dict[Any, Rule] = {}
    for rule in rules:
        short = simplified(rule, coded, truth == rule.label, w, confidence)
        distinct[frozenset(c.text for c in short.conditions), short.label] = short
    chosen, free, left = [], np.ones(len(codes), bool), list(distinct.values())
    while left and free.any():
        rates = [
            error_rate(free & covers(r.conditions, coded), truth == r.label, w, confidence) for r in left
        ]
        best = int(np.argmin(rates))
        if rates[best] >= 0.5:
            break
        chosen.append(left.pop(best))
        free &= ~covers(chosen[-1].conditions, coded)
    rest = np.bincount(
        codes[free] if free.any() else codes, w[free] if free.any() else w, len(model.classes_)
    )
    return RuleList(chosen, model.classes_[rest.argmax()], model)
