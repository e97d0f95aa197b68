"""Trees and sums of trees: decision trees, forests, gradient boosting, AdaBoost with stumps."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fenlei.ensemble.adaboost.stumps import as_tree
from fenlei.errors import UsageError
from fenlei.evaluate.effects.boosted_trees import read_trees
from fenlei.export.answers import Answer, Estimator, difference, majority, softmax_answer
from fenlei.export.divided_rows import divided_answers
from fenlei.export.graph import Value
from fenlei.export.tree_routes import FeatureRows, leaf_answers
from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.tree import Tree, class_shares
from fenlei.trees.tree import majority as majority_of


def tree_classifier(model: Estimator, rows: FeatureRows) -> Answer:
    """The shares of the classes in the leaf, or over the leaves that parts of the row reach."""
    shares = class_shares(model.model_)
    if divides_rows(model):
        found = divided_answers(rows.X, model.model_, shares)
    else:
        found = leaf_answers(rows, [(one_way(model.model_), shares)]).sum(1)
    return Answer(majority(found), found)


def divides_rows(model: Estimator) -> bool:
    """Whether a node sends a missing value to every branch."""
    tree = model.model_
    return getattr(model, "missing", "fraction") == "fraction" and bool(
        (tree.missing[tree.kind > LEAF] < 0).any()
    )


def one_way(tree: Tree) -> Tree:
    """The tree with the heaviest branch for values that would go to every branch."""
    lost = np.flatnonzero((tree.kind > LEAF) & (tree.missing < 0))
    missing = tree.missing.copy()
    for i in lost:
        missing[i] = tree.weight[tree.child[tree.first[i] : tree.first[i + 1]]].argmax()
    return tree._replace(missing=missing)


def tree_regressor(model: Estimator, rows: FeatureRows) -> Answer:
    """The value of the leaf."""
    return Answer(number=leaf_answers(rows, [(model.model_, one_value(model.model_))]).sum(1).column(0))


def one_value(tree: Tree) -> Array:
    """The answers (m, 1) of a regression tree with one target."""
    if tree.value.shape[1] != 1:
        raise UsageError("export.several_targets", outputs=tree.value.shape[1])
    return tree.value


def forest_classifier(model: Estimator, rows: FeatureRows) -> Answer:
    """The mean of the shares in the leaves, or of the votes."""
    if isinstance(model.classes_, list):
        raise UsageError("export.several_targets", outputs=len(model.classes_))
    trees = []
    for t in range(len(model)):
        tree = model._tree(t)
        shares = tree.value / tree.value.sum(axis=1, keepdims=True)
        answer = np.eye(shares.shape[1])[majority_of(shares)] if model.voting == "hard" else shares
        trees.append((tree, answer))
    found = leaf_answers(rows, trees).sum(1) / np.float64(len(trees))
    return Answer(majority(found), found)


def forest_regressor(model: Estimator, rows: FeatureRows) -> Answer:
    """The mean of the values of the leaves."""
    trees = [model._tree(t) for t in range(len(model))]
    found = leaf_answers(rows, [(tree, one_value(tree)) for tree in trees]).sum(1)
    return Answer(number=found.column(0) / np.float64(len(trees)))


def boosted_sums(model: Estimator, rows: FeatureRows) -> Value:
    """The scores (n, trees of a round) of gradient boosting."""
    record = model.model_
    trees = list(read_trees(record))
    if not trees:
        zero = rows.X.take(np.array([0])) * np.float64(0.0)
        return zero.isnan().where(0.0, zero) + record.baseline[None, :]
    by_tree = leaf_answers(rows, trees).reshape(0, -1, record.trees)
    return by_tree.sum(1) + record.baseline[None, :]


def boosting_classifier(model: Estimator, rows: FeatureRows) -> Answer:
    """The softmax of the scores; a class without rows has probability 0."""
    raw, present, K = boosted_sums(model, rows), model.model_.present, len(model.classes_)
    if len(present) == 2:
        raw = raw.graph.side_by_side([raw * np.float64(0.0), raw])
    # a column of -inf stands after those of the present classes
    lost = raw.take(np.array([0])) * np.float64(0.0) - np.float64(np.inf)
    position = np.full(K, len(present))
    position[present] = np.arange(len(present))
    scores = raw.graph.side_by_side([raw, lost]).take(position)
    return softmax_answer(scores, K)


def boosting_regressor(model: Estimator, rows: FeatureRows) -> Answer:
    """The score, or its exponential where the loss is of a logarithm."""
    raw = boosted_sums(model, rows).column(0)
    return Answer(number=raw.exp() if model.loss in ("poisson", "gamma") else raw)


def adaboost(model: Estimator, rows: FeatureRows, part: Callable[[Estimator, FeatureRows], Answer]) -> Answer:
    """Votes of the rounds, weighted; probabilities by the softmax of their means."""
    alpha, K = model.model_.alpha, len(model.classes_)
    if model.model_.stumps is not None:
        trees = []
        for t in range(len(alpha)):
            tree = as_tree(model.model_.stumps, t, "gini")
            trees.append((tree, alpha[t] * np.eye(K)[majority_of(tree.value)]))
        votes = leaf_answers(rows, trees).sum(1)
    else:
        by_round = [part_votes(each, part(each, rows), model.classes_) for each in model.parts_]
        votes = weighted_sum(by_round, alpha)
    return adaboost_answer(model, votes, float(alpha.sum()))


def weighted_sum(values: list[Value], weights: Array) -> Value:
    """The sum of values of one form, each times its weight."""
    total = values[0] * np.float64(weights[0])
    for value, weight in zip(values[1:], weights[1:], strict=True):
        total = total + value * np.float64(weight)
    return total


def part_votes(part: Estimator, answer: Answer, classes: Array) -> Value:
    """One vote for the class that a part predicts, (n, K)."""
    assert answer.winner is not None
    table = np.eye(len(classes))[np.searchsorted(classes, part.classes_)]
    return answer.winner.graph.constant(table).take(answer.winner, axis=0)


def adaboost_answer(model: Estimator, votes: Value, total: float) -> Answer:
    """From votes (n, K) and the weight of all of them."""
    K, others = len(model.classes_), np.float64(model._others())
    if K == 1:
        decision = exponents = votes * np.float64(0.0)
    elif K == 2:
        decision = difference(votes) * np.float64(2.0) / np.float64(total)
        half = decision / np.float64(2.0)
        exponents = votes.graph.side_by_side([-half, half])
    else:
        decision = (votes - (np.float64(total) - votes) / others) / np.float64(total)
        exponents = decision / others
    if len(model.model_.absent):
        gone = np.isin(np.arange(K), model.model_.absent)
        exponents = votes.graph.constant(gone[None, :]).where(np.float64(-np.inf), exponents)
    return Answer(votes.argmax(), exponents.softmax(), decision, exponents=exponents)
