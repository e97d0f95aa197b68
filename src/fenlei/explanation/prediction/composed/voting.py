"""A vote of different classifiers: each classifier's own working, its vote, and the count."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.explanation.formula.building import (
    added,
    chain,
    counted,
    letter,
    minus,
    over,
    plus,
    probability,
    summed,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Formula
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES, ROW, decision_step
from fenlei.explanation.prediction.composed.schemes import largest_step, part_steps
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.ensemble import VotingClassifier

MOST_PARTS = 3  # whose own prediction is shown


def combination(model: VotingClassifier, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Each classifier's own working, its vote or its probabilities, and their weighted sum."""
    names = [name for name, part in model.named_estimators_.items() if not isinstance(part, str)]
    inside = [
        step
        for name, part in list(zip(names, model.estimators_, strict=True))[:MOST_PARTS]
        for step in part_steps(part, x, terms, name)
    ]
    if model.voting == "soft":
        return [*inside, *_soft(model, x, names, terms)]
    return [*inside, *_hard(model, x, names, terms)]


def _soft(model: VotingClassifier, x: Array, names: list[str], terms: ModelTerms) -> list[WorkingStep]:
    weight, P = model._weight(), model.predict_proba(x[None])[0]
    each = np.array([part.predict_proba(x[None])[0] for part in model.estimators_])
    mean = (terms.say("mean"), "", *np.average(each, axis=0, weights=weight))
    lines = [*((name, w, *p) for name, w, p in zip(names, weight, each, strict=True)), mean]
    given = (terms.say("given_row", label=label) for label in terms.classes)
    grid = terms.grid("combination", (*terms.words("classifier", "weight"), *given), lines)
    letters = over(total("t", times(letter("w", "t"), letter("P", "t"))), total("t", letter("w", "t")))
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        parts: list[Formula] = [times(float(w), float(p)) for w, p in zip(weight, each[:, k], strict=True)]
        put_in = over(added(parts, weight * each[:, k]), summed(weight))
        chains.append(chain(probability(label, given=ROW), letters, put_in, P[k]))
    return [terms.step("mean_probabilities", chains, [grid], source="004, 9.1"), decision_step(P, terms)]


def _hard(model: VotingClassifier, x: Array, names: list[str], terms: ModelTerms) -> list[WorkingStep]:
    weight, ballots = model._weight(), np.array([int(part.predict(x[None])[0]) for part in model.estimators_])
    votes, sum_of = model.votes(x[None])[0].astype(float), float(weight.sum())
    lines = [(name, w, terms.classes[k]) for name, w, k in zip(names, weight, ballots, strict=True)]
    headings = terms.words("classifier", "weight", "vote")
    grids: list[Grid] = [terms.grid("combination", headings, lines), _count(ballots, weight, terms)]
    chains, shares = [], []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        chains.append(
            chain(letter("V", label), total("t", letter("w", "t")), summed(weight[ballots == k]), votes[k])
        )
        share = counted(votes[k], sum_of)
        shares.append(
            chain(
                letter("s", label),
                over(letter("V", "k"), total("t", letter("w", "t"))),
                share,
                votes[k] / sum_of,
            )
        )
    own = np.ravel(model.decision_function(x[None])).astype(float)
    if len(own) == 1:
        first, second = terms.classes
        letters = plus(letter("s", second), minus(letter("s", first)))
        put_in = plus(counted(votes[1], sum_of), minus(counted(votes[0], sum_of)))
        shares.append(chain(letter("f"), letters, put_in, own[0]))
    return [
        terms.step("member_votes", chains, grids, source="004, 9.1"),
        terms.step("vote_shares", shares, source="004, 9.1"),
        largest_step(votes, int(np.argmax(votes)), "V", terms),
    ]


def _count(ballots: Array, weight: Array, terms: ModelTerms) -> Grid:
    sums = np.bincount(ballots, weights=weight, minlength=len(terms.classes))
    number_of = np.bincount(ballots, minlength=len(terms.classes))
    rows = zip(terms.classes, number_of, sums, sums / sums.sum(), strict=True)
    return terms.grid("votes", terms.words("class", "votes", "weight", "share"), rows)
