"""Gradient boosting: the leaf of the row in each round, the sum of their values, and the prediction of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fenlei.ensemble.boosting.reading import path_moves, second_branch
from fenlei.ensemble.boosting.record import BoostedTrees
from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    number,
    over,
    plus,
    probability,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.bayes_rule import ROW, decision_step
from fenlei.explanation.prediction.linear import MOST_FEATURES, probabilities
from fenlei.explanation.terms import ModelTerms, largest_first
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

    BoostingModel = HistGradientBoostingClassifier | HistGradientBoostingRegressor

MOST_ROUNDS, MOST_CLASSES, MOST_CONDITIONS, MOST_NAMES = 10, 6, 5, 6


class RoundLeaf(NamedTuple):
    """Where the row ends in a tree."""

    words: str  # the conditions on its way
    value: float


def sums(model: BoostingModel, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """The leaves of the rounds, their sum; the moves by feature; the probabilities or the prediction."""
    record = model.model_
    steps = []
    if record.trees:
        leaves = [_leaf(record, t, x, terms) for t in range(len(record.start) - 1)]
        steps = [_rounds_step(model, x, leaves, terms), _moves_step(model, x, terms)]
    if not terms.classes:
        return [*steps, _prediction_step(model, x, terms)]
    return [*steps, _link_step(model, x, terms), decision_step(model.predict_proba(x[None])[0], terms)]


def branch_words(record: BoostedTrees, i: int, b: int, terms: ModelTerms) -> str:
    """The condition of the first (b = 0) or second branch of node i of the record."""
    j = int(record.feature[i])
    size, name = int(record.sizes[j]), terms.features[j]
    if not size:
        return f"{name} {'>' if b else '<='} {record.threshold[i]:.10g}"
    first = record.sets[record.subset[i] : record.subset[i] + size]
    codes = np.flatnonzero(first == 1 - b)
    names = [terms.value(j, float(code)) for code in codes[:MOST_NAMES]]
    return f"{name} = {' | '.join(names)}{' | …' if len(codes) > MOST_NAMES else ''}"


def _leaf(record: BoostedTrees, t: int, x: Array, terms: ModelTerms) -> RoundLeaf:
    root = here = int(record.start[t])
    words = list[str]()
    while record.feature[here] >= 0:
        j = int(record.feature[here])
        b = second_branch(record, here, float(x[j]))
        missing = f"{terms.features[j]} = {terms.say('missing')}"
        words.append(missing if np.isnan(x[j]) else branch_words(record, here, b, terms))
        here = root + int(record.child[here]) + b
    more = ["…"] if len(words) > MOST_CONDITIONS else []
    return RoundLeaf("; ".join([*words[:MOST_CONDITIONS], *more]), float(record.value[here]))


def _names(record: BoostedTrees, terms: ModelTerms) -> list[str]:
    """The class that each score is of; "" for a single score."""
    if record.trees == 1:
        return [""]
    return [terms.classes[k] for k in record.present]


def _rounds_step(model: BoostingModel, x: Array, leaves: list[RoundLeaf], terms: ModelTerms) -> WorkingStep:
    """f = f_0 + Σ v_r, score by score."""
    record = model.model_
    raw, names = model._raw(x[None])[0], _names(record, terms)
    values = np.array([leaf.value for leaf in leaves]).reshape(-1, record.trees)
    chains = [
        _sum_chain(float(record.baseline[k]), values[:, k], names[k], float(raw[k]))
        for k in range(min(record.trees, MOST_CLASSES))
    ]
    return terms.step(
        "boosted_sum", chains, [_rounds_grid(record, leaves, values, raw, terms)], rounds=len(values)
    )


def _rounds_grid(
    record: BoostedTrees, leaves: list[RoundLeaf], values: Array, raw: Array, terms: ModelTerms
) -> Grid:
    """The start, the largest rounds, the sum of the others, and the score that they add up to."""
    trees, names = record.trees, _names(record, terms)
    shown, hidden = largest_first(np.abs(values).max(axis=1, initial=0.0), MOST_ROUNDS)

    def lines_of(first: object, ways: list[str], scores: Array) -> list[tuple[object, ...]]:
        classes = range(min(trees, MOST_CLASSES))
        return [(first, *([names[k]] if trees > 1 else []), ways[k], scores[k]) for k in classes]

    no_way = [""] * trees
    lines = lines_of(terms.say("boosted_start"), no_way, record.baseline)
    for r in np.sort(shown):
        lines += lines_of(int(r) + 1, [leaf.words for leaf in leaves[r * trees : (r + 1) * trees]], values[r])
    if len(hidden):
        lines += lines_of(terms.say("other_rounds", count=len(hidden)), no_way, values[hidden].sum(axis=0))
    lines += lines_of(terms.say("sum"), no_way, raw)
    keys = ("round", *(["class"] if trees > 1 else []), "boosted_way", "boosted_value")
    return terms.grid("boosted_rounds", terms.words(*keys), lines, shown=len(shown), rounds=len(values))


def _sum_chain(start: float, values: Array, name: str, own: float) -> Chain:
    letters = plus(letter("f", 0), total("r", letter("v", "r")))
    parts = [start, *values.tolist()]
    return chain(letter("f", name), letters, added([number(each) for each in parts[:9]], parts), own)


def _moves_step(model: BoostingModel, x: Array, terms: ModelTerms) -> WorkingStep:
    """f = f_0 + Σ_j Δ_j: the changes on all ways, added up by feature."""
    record = model.model_
    moved, raw, names = path_moves(record, x), model._raw(x[None])[0], _names(record, terms)
    order, _ = largest_first(np.abs(moved).max(axis=1, initial=0.0), len(moved))
    chains = []
    for k in range(min(record.trees, MOST_CLASSES)):
        parts = [float(record.baseline[k]), *moved[order, k].tolist()]
        letters = plus(letter("f", 0), total("j", letter("Δ", "j")))
        put_in = added([number(each) for each in parts[:9]], parts)
        chains.append(chain(letter("f", names[k]), letters, put_in, float(raw[k])))
    if not terms.classes:
        headings = terms.words("score")
    else:
        columns = record.present if len(record.present) > 2 else record.present[1:]
        headings = tuple(terms.say("towards", label=terms.classes[k]) for k in columns)
    return terms.step("boosted_moves", chains, [_moves_grid(record.baseline, moved, x, terms, headings)])


def _moves_grid(start: Array, moved: Array, x: Array, terms: ModelTerms, headings: tuple[str, ...]) -> Grid:
    first, others = largest_first(np.abs(moved).max(axis=1, initial=0.0), MOST_FEATURES)
    empty = terms.no_value()
    rows: list[tuple[object, ...]] = [(terms.say("all_rows"), *empty, *start)]
    rows += [(terms.features[j], *terms.value_cells(j, x[j]), *moved[j]) for j in first]
    if len(others):
        rows.append((terms.say("others", count=len(others)), *empty, *moved[others].sum(axis=0)))
    rows.append((terms.say("sum"), *empty, *(start + moved.sum(axis=0))))
    return terms.grid("boosted", (*terms.words("feature"), *terms.value_headings(), *headings), rows)


def _link_step(model: HistGradientBoostingClassifier, x: Array, terms: ModelTerms) -> WorkingStep:
    """1 / (1 + e^-f) of two classes, the softmax of more; a class without training rows has 0."""
    P, scores = model.predict_proba(x[None])[0], model._scores(x[None])[0]
    known = np.flatnonzero(np.isfinite(scores))
    highest = float(scores[known].max())
    parts: dict[int, Formula] = {int(k): function("exp", float(scores[k] - highest)) for k in known}
    below = added(list(parts.values()), np.exp(scores[known] - highest))
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        put_in: list[Formula] = []
        if k in parts and len(known) == 2:
            other = next(float(scores[each]) for each in known if each != k)
            put_in = [over(1.0, plus(1.0, function("exp", other - float(scores[k]))))]
        elif k in parts:
            put_in = [over(parts[k], below)]
        chains.append(chain(probability(label, given=ROW), *put_in, number(P[k])))
    return terms.step("boosted_link", chains, probabilities(model, x, terms))


def _prediction_step(model: HistGradientBoostingRegressor, x: Array, terms: ModelTerms) -> WorkingStep:
    """ŷ = f, or e^f."""
    raw, own = float(model._raw(x[None])[0, 0]), float(model.predict(x[None])[0])
    if model.loss in ("poisson", "gamma"):
        found = chain(letter("ŷ"), function("exp", letter("f")), function("exp", raw), own)
        return terms.step("boosted_exponential", [found])
    return terms.step("boosted_prediction", [chain(letter("ŷ"), letter("f"), raw, own)])
