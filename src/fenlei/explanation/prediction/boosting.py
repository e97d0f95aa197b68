"""AdaBoost: the vote of each round, the weighted sum, the score, and the probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.ensemble.adaboost.stumps import stump_labels
from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    probability,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.bayes_rule import ROW, decision_step
from fenlei.explanation.prediction.linear import probabilities
from fenlei.explanation.terms import ModelTerms, largest_first
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.reading.conditions import TreeNames, branch_condition
from fenlei.trees.tree import branch_of

if TYPE_CHECKING:
    from fenlei.ensemble import (
        AdaBoostClassifier,
    )

MOST_ROUNDS, MOST_CLASSES = 10, 6


def rounds(model: AdaBoostClassifier, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """The rounds of largest weight, the weighted votes, the score, the probabilities, the decision."""
    alpha = np.array([each.alpha for each in model.rounds_])
    branch, ballots = _ballots(model, x)
    P, score = model.predict_proba(x[None])[0], np.ravel(model.decision_function(x[None]))
    votes = np.bincount(ballots, alpha, len(terms.classes))
    return [
        _votes_step(model, alpha, branch, ballots, votes, x, terms),
        _score_step(model, votes, float(alpha.sum()), score, terms),
        _softmax_step(model, x, P, score, terms),
        decision_step(P, terms),
    ]


def _ballots(model: AdaBoostClassifier, x: Array) -> tuple[Array, Array]:
    """Branch (T,) that the row takes in each stump, and class code (T,) that each round votes for."""
    stumps, T = model.model_.stumps, len(model.model_.alpha)
    if stumps is None:
        named = [np.ravel(part.predict(x[None]))[0] for part in model.parts_]
        return np.zeros(T, np.int64), np.searchsorted(model.classes_, np.array(named))
    inner = stumps.kind != LEAF
    branch = np.array(
        [branch_of(x[stumps.feature[t]], t, stumps) if inner[t] else 0 for t in range(T)], np.int64
    )
    return branch, stump_labels(stumps)[np.arange(T), branch]


def stump_words(model: AdaBoostClassifier, t: int, terms: ModelTerms, branch: int | None = None) -> str:
    """A stump in words: the condition that is met, or both branches with their classes."""
    stumps = model.model_.stumps
    if stumps is None:
        return type(model.parts_[t]).__name__
    stump = model._as_estimator(stumps, t)
    tree, names = stump.model_, TreeNames(stump, terms.features, terms.categories)
    labels = [terms.classes[k] for k in stump_labels(stumps)[t]]
    if tree.kind[0] == LEAF:
        return labels[0]
    conditions = [branch_condition(tree, 0, b, names).say(terms.lang) for b in (0, 1)]
    if branch is not None:
        return conditions[branch]
    return "; ".join(f"{word}: {label}" for word, label in zip(conditions, labels, strict=True))


def _votes_step(
    model: AdaBoostClassifier,
    alpha: Array,
    branch: Array,
    ballots: Array,
    votes: Array,
    x: Array,
    terms: ModelTerms,
) -> WorkingStep:
    """V_k = Σ α_t of the rounds that vote for class k; of two classes f = V_2 − V_1 = Σ α_t h_t."""
    shown, _ = largest_first(alpha, MOST_ROUNDS)
    lines = [
        (int(t) + 1, stump_words(model, int(t), terms, int(branch[t])), alpha[t], terms.classes[ballots[t]])
        for t in np.sort(shown)
    ]
    grids = [terms.grid("rounds", terms.words("round", "condition", "alpha", "vote"), lines)]
    chains = [_vote_chain(k, alpha, ballots, votes, terms) for k in range(len(terms.classes[:MOST_CLASSES]))]
    if len(votes) == 2:
        signed = np.where(ballots == 1, alpha, -alpha)
        inner = total("t", times(letter("α", "t"), letter("h", "t")))
        own = float(model.weighted_vote(x[None])[0])
        chains.append(chain(letter("f"), inner, added([number(a) for a in signed], signed), own))
    return terms.step("boosted_votes", chains, [*grids, _count(ballots, votes, terms)], rounds=len(alpha))


def _vote_chain(k: int, alpha: Array, ballots: Array, votes: Array, terms: ModelTerms) -> Chain:
    own = alpha[ballots == k]
    put_in = [added([number(a) for a in own], own)] if len(own) else []
    return chain(letter("V", terms.classes[k]), *put_in, number(votes[k]))


def _count(ballots: Array, votes: Array, terms: ModelTerms) -> Grid:
    count = np.bincount(ballots, minlength=len(votes))
    lines = zip(terms.classes, count, votes, votes / votes.sum(), strict=True)
    return terms.grid("votes", terms.words("class", "votes", "weight", "share"), lines)


def _score_step(
    model: AdaBoostClassifier, votes: Array, whole: float, score: Array, terms: ModelTerms
) -> WorkingStep:
    """2 (V_2 − V_1) / Σα of two classes; (V_k − (Σα − V_k) / (K − 1)) / Σα of more."""
    V, everything = letter("V", "k"), total("t", letter("α", "t"))
    if len(votes) == 1:
        return terms.step("boosted_score", [chain(letter("F"), number(score[0]))])
    if len(votes) == 2:
        letters = over(times(2.0, plus(letter("V", 2), minus(letter("V", 1)))), everything)
        put_in = over(times(2.0, plus(float(votes[1]), minus(float(votes[0])))), whole)
        return terms.step("boosted_score", [chain(letter("F"), letters, put_in, number(score[0]))])
    others, chains = float(model._others()), []
    letters = over(
        plus(V, minus(over(plus(everything, minus(V)), plus(letter("K"), minus(1.0))))), everything
    )
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        rest = over(plus(whole, minus(float(votes[k]))), others)
        put_in = over(plus(float(votes[k]), minus(rest)), whole)
        chains.append(chain(letter("F", label), letters, put_in, number(score[k])))
    return terms.step("boosted_score", chains)


def _softmax_step(
    model: AdaBoostClassifier, x: Array, P: Array, score: Array, terms: ModelTerms
) -> WorkingStep:
    """exp(F_k / (K − 1)) over their sum; a class without training rows has 0."""
    exponents = model._exponents(model.decision_function(x[None]))[0]
    known = [k for k in range(len(P)) if np.isfinite(exponents[k])]
    below = added([function("exp", float(exponents[k])) for k in known], np.exp(exponents[known]))
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        put_in: list[Formula] = []
        if k in known:
            put_in = [over(function("exp", float(exponents[k])), below)]
        chains.append(chain(probability(label, given=ROW), *put_in, number(P[k])))
    return terms.step("boosted_softmax", chains, probabilities(model, x, terms))
