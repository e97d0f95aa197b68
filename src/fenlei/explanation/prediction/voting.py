"""Ensembles: the votes of the members and the count."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from fenlei.explanation.prediction.linear import MOST_FEATURES, scores
from fenlei.explanation.terms import ModelTerms, largest_first
from fenlei.explanation.working import Grid
from fenlei.kernels import Array


def votes(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """Forests and bagging: the members' votes, what moved trees to theirs, then the mean probabilities."""
    ballots = _votes_of_members(model, x).astype(
        np.int64
    )  # their members were fitted to the codes of the classes
    count = _count(ballots, np.ones(len(ballots)), terms)
    return [count, *_along_paths(model, x, terms), *scores(model, x, terms)]


def _along_paths(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """Of trees: by how much each feature moved the mean shares of the classes on the way from root to leaf.

    With the shares of the roots these moves add up to the mean shares of the leaves.
    """
    if not all(hasattr(member, "tree_") for member in model.estimators_):
        return []
    chosen = getattr(model, "estimators_features_", [np.arange(len(x))] * len(model.estimators_))
    ends, moved = np.zeros((2, len(terms.classes))), np.zeros((len(x), len(terms.classes)))
    for member, columns in zip(model.estimators_, chosen, strict=True):
        tree, classes = member.tree_, np.asarray(member.classes_, dtype=np.int64)
        shares = tree.value[:, 0] / tree.value[:, 0].sum(axis=1, keepdims=True)
        passed = np.sort(member.decision_path(x[None, columns]).indices)  # a node precedes those below it
        ends[:, classes] += shares[passed[[0, -1]]]
        for here, there in pairwise(passed):
            moved[columns[tree.feature[here]], classes] += shares[there] - shares[here]
    return [_moves(ends / len(chosen), moved / len(chosen), x, terms)]


def _moves(ends: Array, moved: Array, x: Array, terms: ModelTerms) -> Grid:
    """How far each feature moves the answer (p, K) from where it starts to where it ends (2, K)."""
    first, others = largest_first(np.abs(moved).max(axis=1), MOST_FEATURES)
    empty = terms.no_value()
    rows: list[tuple[object, ...]] = [(terms.say("all_rows"), *empty, *ends[0])]
    rows += [(terms.features[j], *terms.value_cells(j, x[j]), *moved[j]) for j in first]
    if len(others):
        rows.append((terms.say("others", count=len(others)), *empty, *moved[others].sum(axis=0)))
    rows.append((terms.say("sum"), *empty, *ends[1]))
    towards = (terms.say("towards", label=label) for label in terms.classes)
    return terms.grid("moves", (*terms.words("feature"), *terms.value_headings(), *towards), rows)


def combination(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """Different classifiers: the vote of each, or its probabilities; and the weighted count, or mean."""
    weight = model._weight()
    names = [name for name, part in model.named_estimators_.items() if not isinstance(part, str)]
    if model.voting == "soft":
        P = np.array([part.predict_proba(x[None])[0] for part in model.estimators_])
        mean = (terms.say("mean"), "", *np.average(P, axis=0, weights=weight))
        rows = [*((name, w, *p) for name, w, p in zip(names, weight, P, strict=True)), mean]
        given = (terms.say("given_row", label=label) for label in terms.classes)
        return [terms.grid("combination", (*terms.words("classifier", "weight"), *given), rows)]
    ballots = _votes_of_members(model, x).astype(np.int64)
    rows = [(name, w, terms.classes[k]) for name, w, k in zip(names, weight, ballots, strict=True)]
    headings = terms.words("classifier", "weight", "vote")
    return [terms.grid("combination", headings, rows), _count(ballots, weight, terms)]


def forest_leaves(model: Any, x: Array) -> Array | None:
    """Class weights, or mean targets, of the row's leaf in each tree of a forest (T, K); None of others."""
    if type(getattr(model, "model_", None)).__name__ != "Forest":
        return None
    record = model.model_
    nodes = record.start[:-1] + model.apply(x[None])[0]
    ranks = np.cumsum(record.feature < 0) - 1  # position of a leaf among the leaves
    return np.asarray(record.value[ranks[nodes]], dtype=float)


def _votes_of_members(model: Any, x: Array) -> Array:
    """The vote of each member, (T,); those of a forest at once."""
    leaves = forest_leaves(model, x)
    if leaves is not None:
        return np.argmax(leaves, axis=1)
    chosen = getattr(model, "estimators_features_", None)
    answers = (
        np.ravel(member.predict(x[None] if chosen is None else x[None, chosen[t]]))[0]
        for t, member in enumerate(model.estimators_)
    )
    return np.array(list(answers))


def _count(ballots: Array, weight: Array, terms: ModelTerms) -> Grid:
    total = np.bincount(ballots, weights=weight, minlength=len(terms.classes))
    number = np.bincount(ballots, minlength=len(terms.classes))
    rows = zip(terms.classes, number, total, total / total.sum(), strict=True)
    return terms.grid("votes", terms.words("class", "votes", "weight", "share"), rows)


def pairs(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """One-vs-one and one-vs-rest: the decision of every member."""
    K = len(terms.classes)
    if len(model.estimators_) == K * (K - 1) // 2 and K > 2:
        names = [(terms.classes[i], terms.classes[j]) for i in range(K) for j in range(i + 1, K)]
    else:
        names = [("–", label) for label in terms.classes[-len(model.estimators_) :]]
    rows = []
    for (first, second), member in zip(names, model.estimators_, strict=True):
        value = float(np.ravel(_decision(member, x))[-1])
        on_it = value == 0 and np.ravel(member.predict(x[None]))[0] == 1  # the member's own rule of ties
        rows.append((f"{first} | {second}", value, second if value > 0 or on_it else first))
    headings = terms.words("pair", "decision", "vote")
    return [terms.grid("pairs", headings, rows), *scores(model, x, terms)]


def _decision(member: Any, x: Array) -> Array:
    if hasattr(member, "decision_function"):
        return np.asarray(member.decision_function(x[None]))
    return np.asarray(member.predict_proba(x[None])[:, 1] - 0.5)
