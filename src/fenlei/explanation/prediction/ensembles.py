"""Forests and bagging: the members' leaves and votes, their mean, and what moves it along the paths.

The row goes down all trees of a forest at once (`fenlei.ensemble.forest.one_row`).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.ensemble.bagging.vote import part_shares
from fenlei.ensemble.forest.one_row import follow_row
from fenlei.errors import UsageError
from fenlei.explanation.formula.building import (
    added,
    chain,
    counted,
    letter,
    minus,
    number,
    over,
    plus,
    probability,
    squared,
    total,
)
from fenlei.explanation.prediction.bayes_rule import ROW, decision_step
from fenlei.explanation.prediction.linear import MOST_FEATURES, probabilities
from fenlei.explanation.terms import ModelTerms, largest_first
from fenlei.explanation.working import Frame, Grid, WorkingStep
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.trees.tree import majority
from fenlei.trees.tree_classifier import TreeReading

if TYPE_CHECKING:
    from fenlei.ensemble import BaggingRegressor, RandomForestRegressor
    from fenlei.ensemble.bagging.bagged_parts import BaggedParts
    from fenlei.explanation.formula.nodes import Formula, Letter

MOST_MEMBERS, MOST_CLASSES = 10, 6


class MemberAnswers(NamedTuple):
    """What T members say of a row; K classes, or targets of a regression."""

    shares: Array  # (T, K) probabilities, or values
    counts: Array | None  # (T, K) class weights of the leaves; None if the members have none
    start: Array | None  # (K,) mean answer of the roots; None if the members are not all trees
    moved: Array | None  # (p, K) what the splits by each feature change, in the mean


def member_answers(model: Any, x: Array, classes: bool) -> MemberAnswers:
    """The answers of all members: of a forest from its record, of a bag one by one."""
    if type(getattr(model, "model_", None)).__name__ == "Forest":
        found = follow_row(model.model_, x, classes)
        value = found.leaf_value
        shares = value / value.sum(axis=1, keepdims=True) if classes else value
        return MemberAnswers(shares, value if classes else None, found.start, found.moved)
    columns, K = model.model_.features, len(model.classes_) if classes else 1
    rows = [x[None, each] for each in columns]
    if classes:
        shares = np.vstack([part_shares(p, r, K, {}) for p, r in zip(model.parts_, rows, strict=True)])
    else:
        shares = np.vstack([np.atleast_2d(p.predict(r)) for p, r in zip(model.parts_, rows, strict=True)])
    if not all(isinstance(part, TreeReading) for part in model.parts_) or np.isnan(x).any():
        return MemberAnswers(shares, None, None, None)
    start, moved = _along_paths(model, x, shares.shape[1], classes)
    return MemberAnswers(shares, None, start, moved)


def _along_paths(model: BaggedParts, x: Array, K: int, classes: bool) -> tuple[Array, Array]:
    """Mean answer of the roots of bagged trees, and by how much each feature moves it on the way."""
    start, moved = np.zeros(K), np.zeros((len(x), K))
    for part, columns in zip(model.parts_, model.model_.features, strict=True):
        codes = np.asarray(part.classes_, dtype=np.int64) if classes else np.arange(K)
        answers = part.tree_.value[:, 0] if classes else part.tree_.value[:, :, 0]
        passed = np.sort(part.decision_path(x[None, columns]).indices)  # a node precedes those below it
        start[codes] += answers[0]
        for here, there in pairwise(passed):
            moved[columns[part.tree_.feature[here]], codes] += answers[there] - answers[here]
    return start / len(model.parts_), moved / len(model.parts_)


# --- classes


def votes(model: Any, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Shares of the classes in the members' leaves, the votes, the mean, what moves it, the decision."""
    if isinstance(model.classes_, list):
        raise UsageError("trees.several", estimator=type(model).__name__, reason=phrase("kind.reading"))
    found, P = member_answers(model, x, classes=True), model.predict_proba(x[None])[0]
    ballots = majority(found.shares)
    hard = getattr(model, "voting", "soft") == "hard"
    steps = [
        _members_step(found, ballots, terms),
        _count_step(ballots, terms),
        _mean_step(model, x, np.eye(len(P))[ballots] if hard else found.shares, P, hard, terms),
    ]
    if found.moved is not None and found.start is not None and not hard:
        steps.append(_moves_step(found.start, found.moved, P, x, terms))
    return [*steps, decision_step(P, terms)]


def _members_step(found: MemberAnswers, ballots: Array, terms: ModelTerms) -> WorkingStep:
    """P_t(k) of the first members: class weights of the leaf over their sum."""
    K, frames = min(len(terms.classes), MOST_CLASSES), []
    for t in range(min(len(ballots), MOST_MEMBERS)):
        chains = []
        for k, label in enumerate(terms.classes[:K]):
            put_in = [] if found.counts is None else [counted(found.counts[t, k], found.counts[t].sum())]
            chains.append(chain(letter("P", f"{t + 1}, {label}"), *put_in, number(found.shares[t, k])))
        caption = terms.say("member_caption", number=t + 1, label=terms.classes[ballots[t]])
        frames.append(Frame(caption, tuple(chains)))
    return terms.step("members", frames=frames, count=len(ballots), shown=len(frames))


def _count_step(ballots: Array, terms: ModelTerms) -> WorkingStep:
    count, T = np.bincount(ballots, minlength=len(terms.classes)), len(ballots)
    chains = [
        chain(letter("V", label), counted(count[k], T), count[k] / T)
        for k, label in enumerate(terms.classes[:MOST_CLASSES])
    ]
    rows = zip(terms.classes, count, count / T, strict=True)
    grid = terms.grid("votes", terms.words("class", "votes", "share"), rows)
    return terms.step("vote_count", chains, [grid], count=T)


def _mean_step(
    model: object, x: Array, shares: Array, P: Array, hard: bool, terms: ModelTerms
) -> WorkingStep:
    """P(k) = Σ_t P_t(k) / T; of hard votes their share."""
    chains, T = [], len(shares)
    letters = over(total("t", letter("P", "t, k")), letter("T"))
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        column = shares[:, k]
        put_in = counted(column.sum(), T) if hard else over(_written(column), float(T))
        chains.append(chain(probability(label, given=ROW), letters, put_in, number(P[k])))
    return terms.step("hard_mean" if hard else "soft_mean", chains, probabilities(model, x, terms), count=T)


def _written(values: Array) -> Formula:
    """The numbers added up, the first of many written out."""
    return added([number(value) for value in values[: MOST_MEMBERS + 1]], values)


# --- numbers


def means(model: RandomForestRegressor | BaggingRegressor, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """The members' values, their mean, how far they spread about it, and what moves it."""
    found, own = member_answers(model, x, classes=False), np.ravel(model.predict(x[None]))
    T, targets = len(found.shares), range(min(len(own), MOST_CLASSES))
    frames = [
        Frame(
            terms.say("member", number=t + 1),
            tuple(chain(_name(t + 1, k, own), number(found.shares[t, k])) for k in targets),
        )
        for t in range(min(T, MOST_MEMBERS))
    ]
    letters = over(total("t", letter("ŷ", "t")), letter("T"))
    mean = [
        chain(_name("", k, own), letters, over(_written(found.shares[:, k]), float(T)), number(own[k]))
        for k in targets
    ]
    steps = [
        terms.step("member_values", frames=frames, count=T, shown=len(frames)),
        terms.step("mean_of_members", mean, [_range(found.shares[:, 0], terms)], count=T),
        _spread_step(found.shares, own, terms),
    ]
    if found.moved is not None and found.start is not None and len(own) == 1:
        steps.insert(2, _moves_step(found.start, found.moved, own, x, terms))
    return steps


def members(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """Of an ensemble of regressions that is not ours: the members' predictions and their mean."""
    chosen = getattr(model, "estimators_features_", None)
    answers = (
        np.ravel(member.predict(x[None] if chosen is None else x[None, chosen[t]]))[0]
        for t, member in enumerate(model.estimators_)
    )
    return [_range(np.array(list(answers)), terms)]


def _name(sub: object, k: int, own: Array) -> Letter:
    return letter("ŷ", sub if len(own) == 1 else f"{sub}, {k + 1}" if sub != "" else k + 1)


def _range(values: Array, terms: ModelTerms) -> Grid:
    rows: list[tuple[object, ...]] = [
        (terms.say("member", number=t + 1), value) for t, value in enumerate(values[:MOST_MEMBERS])
    ]
    if len(values) > MOST_MEMBERS:
        rows.append((terms.say("smallest", count=len(values)), values.min()))
        rows.append((terms.say("largest", count=len(values)), values.max()))
    rows.append((terms.say("mean_of_all", count=len(values)), values.mean()))
    return terms.grid("members", terms.words("model", "prediction"), rows)


def _spread_step(values: Array, own: Array, terms: ModelTerms) -> WorkingStep:
    """s² = Σ_t (ŷ_t − ŷ)² / T: how far the members disagree."""
    chains = []
    for k in range(min(len(own), MOST_CLASSES)):
        squares = (values[:, k] - own[k]) ** 2
        parts = [squared(plus(float(v), minus(float(own[k])))) for v in values[: MOST_MEMBERS + 1, k]]
        letters = over(total("t", squared(plus(letter("ŷ", "t"), minus(letter("ŷ"))))), letter("T"))
        put_in = over(added(parts, squares), float(len(values)))
        name = squared(letter("s", "" if len(own) == 1 else k + 1))
        chains.append(chain(name, letters, put_in, squares.mean()))
    return terms.step("member_spread", chains)


# --- what moves the mean


def _moves_step(start: Array, moved: Array, own: Array, x: Array, terms: ModelTerms) -> WorkingStep:
    """Mean answer of the roots + Σ_j what the splits by feature j change = mean answer of the leaves."""
    chains = []
    for k in range(min(len(own), MOST_CLASSES)):
        name: Any = letter("ŷ") if not terms.classes else probability(terms.classes[k], given=ROW)
        order, _ = largest_first(np.abs(moved[:, k]), len(moved))
        moves = [start[k], *moved[order, k]]
        letters = plus(letter("c", 0), total("j", letter("Δ", "j")))
        chains.append(chain(name, letters, added([number(v) for v in moves], moves), number(own[k])))
    first, others = largest_first(np.abs(moved).max(axis=1), MOST_FEATURES)
    empty = terms.no_value()
    rows: list[tuple[object, ...]] = [(terms.say("all_rows"), *empty, *start)]
    rows += [(terms.features[j], *terms.value_cells(j, x[j]), *moved[j]) for j in first]
    if len(others):
        rows.append((terms.say("others", count=len(others)), *empty, *moved[others].sum(axis=0)))
    rows.append((terms.say("sum"), *empty, *own))
    towards = tuple(terms.say("towards", label=label) for label in terms.classes)
    heads = (*terms.words("feature"), *terms.value_headings(), *(towards or terms.words("prediction")))
    return terms.step("member_moves", chains, [terms.grid("moves", heads, rows)])
