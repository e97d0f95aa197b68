"""The fit of AdaBoost: weights, errors and voting weights round by round, the stumps that lost, the bound."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.explanation.figures import Bars, Curve, Figure
from fenlei.explanation.fit.iterations import in_full, thinned
from fenlei.explanation.formula.building import (
    chain,
    counted,
    function,
    letter,
    minus,
    multiplied,
    number,
    over,
    plus,
    squared,
    summed,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.frame_pictures import RowPicture, is_drawable
from fenlei.explanation.prediction.boosting import stump_words
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, Grid, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.ensemble import AdaBoostClassifier
    from fenlei.ensemble.adaboost.losing_stumps import StumpError

MOST_CELLS = 5_000_000  # rows times rounds that are gone through
MOST_ROUNDS, FIRST_ROUNDS = 24, 10  # that are shown
MOST_WEIGHTS, MOST_STUMPS = 20, 30  # rows and stumps of a grid
MOST_MARKED = 60  # wrong rows that are named
MOST_ROWS = 20_000  # of a table whose losing stumps are listed


def fit(model: AdaBoostClassifier, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The first weights, the rounds, the stumps of the first one, the bound, and the error of the vote."""
    start = np.full(rows.n, 1.0 / rows.n)
    first = chain(letter("D", "1"), over(1.0, letter("n")), over(1.0, float(rows.n)), start[0])
    steps = [terms.step("fit_start", [first], source="002, B-M31; 004, 117", n=rows.n)]
    if model.model_.stumps is not None and rows.n <= MOST_ROWS:
        steps.append(_stumps_step(model, rows, terms))
    steps.append(_rounds_step(model, rows, start, terms))
    return [*steps, _bound_step(model, terms), _error_step(model, rows, terms)]


# --- the rounds


class RoundWeights(NamedTuple):
    """What a round says of the rows (n,), and their weights before and after it."""

    predicted: Array
    before: Array
    after: Array


def _rounds_step(model: AdaBoostClassifier, rows: FittedRows, start: Array, terms: ModelTerms) -> WorkingStep:
    T = len(model.rounds_)
    gone = min(T, max(3, MOST_CELLS // rows.n))
    shown, frames, D = thinned(gone, MOST_ROUNDS, FIRST_ROUNDS), list[Frame](), start
    X = model._check_X(rows.X)
    weights = model.staged_weights(rows.X, model.classes_[rows.codes])
    for t, (codes, after) in enumerate(zip(islice(model._staged_codes(X), gone), weights, strict=False)):
        if t in shown:
            found = RoundWeights(codes, D, after)
            frames.append(_frame(model, t, rows, found, t in in_full(shown), terms))
        D = after
    facts: dict[str, Any] = {"rounds": T, "shown": len(shown)}
    name, source = terms.say("training_error"), "002, B-M31; 004, 118…122"
    return terms.step("fit_rounds", frames=frames, source=source, objective=name, **facts)


def _frame(
    model: AdaBoostClassifier, t: int, rows: FittedRows, found: RoundWeights, full: bool, terms: ModelTerms
) -> Frame:
    """e, α and Z of a round; in full also weights: of a row that it gets wrong, of one right, of all rows."""
    round_, wrong, D = model.rounds_[t], found.predicted != rows.codes, found.before
    e, half = round_.error, 0.5 * float(model.model_.alpha[t])
    chains = [
        chain(letter("e", t + 1), over(summed(D[wrong]), float(D.sum())), e),
        _vote_chain(model, t, len(np.unique(rows.codes))),
        chain(
            letter("Z", t + 1),
            plus(times(1.0 - e, function("exp", -half)), times(e, function("exp", half))),
            round_.normaliser,
        ),
    ]
    if e > 0 and full:
        chains += _weight_chains(t, found, wrong, half, round_.normaliser)
    words = stump_words(model, t, terms)
    caption = terms.say("round_caption", number=t + 1, words=words, wrong=int(wrong.sum()))
    grid = _weights(rows, found, terms) if full else None
    figure = _weighted(caption, t, rows, found, wrong, terms)
    used = tuple(np.flatnonzero(wrong)[:MOST_MARKED].tolist())
    return Frame(caption, tuple(chains), grid, figure, t + 1, round_.training_error, used)


def _weighted(
    caption: str, t: int, rows: FittedRows, found: RoundWeights, wrong: Array, terms: ModelTerms
) -> Figure | None:
    """Points as large as their new weights, the wrong ones ringed; of other rows bars, if they are few."""
    if not is_drawable(rows.X, MOST_ROUNDS):
        return _bars(t, found.after, terms)
    sizes = np.clip(found.after * rows.n, 0.15, 8.0)
    picture = RowPicture(rows.X, rows.codes, terms.classes, terms)
    return picture.figure(caption, sizes=sizes, ringed=set(np.flatnonzero(wrong).tolist()))


def _vote_chain(model: AdaBoostClassifier, t: int, K: int) -> Chain:
    """α = η (ln((1 − e)/e) + ln(K − 1)), or half of it; 1 of a round without errors."""
    round_, factor, rate = model.rounds_[t], model._factor(), float(model.learning_rate)
    name, e = letter("α", t + 1), round_.error
    if e <= 0:
        return chain(name, round_.alpha)
    odds: Formula = function("ln", over(plus(1.0, minus(e)), e))
    letters: Formula = function("ln", over(plus(1.0, minus(letter("e"))), letter("e")))
    if K > 2:
        odds = plus(odds, function("ln", float(K - 1)))
        letters = plus(letters, function("ln", plus(letter("K"), minus(1.0))))
    scale = factor * rate
    if scale == 1.0:
        return chain(name, letters, odds, round_.alpha)
    return chain(name, times(scale, letters), times(scale, odds), round_.alpha)


def _weight_chains(t: int, found: RoundWeights, wrong: Array, half: float, Z: float) -> list[Chain]:
    """D exp(±½α) / Z of the first row of each kind."""
    chains = []
    for kind, sign in ((wrong, 1.0), (~wrong, -1.0)):
        if kind.any():
            i = int(np.argmax(kind))
            put_in = over(times(float(found.before[i]), function("exp", sign * half)), Z)
            chains.append(chain(letter("D", i + 1, f"({t + 2})"), put_in, found.after[i]))
    return chains


def _weights(rows: FittedRows, found: RoundWeights, terms: ModelTerms) -> Grid:
    said = [terms.classes[k] for k in found.predicted[:MOST_WEIGHTS]]
    lines = [
        (i + 1, terms.classes[rows.codes[i]], said[i], found.before[i], found.after[i])
        for i in range(min(rows.n, MOST_WEIGHTS))
    ]
    headings = terms.words("neighbour", "class", "vote", "weight_before", "weight_after")
    return terms.grid("weights", headings, lines, shown=len(lines), n=rows.n)


def _bars(t: int, after: Array, terms: ModelTerms) -> Bars | None:
    if len(after) > MOST_WEIGHTS:
        return None
    heaviest = int(np.argmax(after))
    sentence = terms.say("weights_sentence", number=t + 1, row=heaviest + 1, most=f"{after[heaviest]:.6g}")
    names = tuple(str(i + 1) for i in range(len(after)))
    return Bars(sentence, names, tuple(map(float, after)))


# --- the stumps that lost


def _stumps_step(model: AdaBoostClassifier, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """The stumps of the first round: of one feature all, of several the best of each by error."""
    table = model.stump_errors(rows.X, model.classes_[rows.codes])
    features = {row.feature for row in table}
    listed = table
    if len(features) > 1 or len(table) > MOST_STUMPS:
        groups = [[row for row in table if row.feature == j] for j in sorted(features)]
        listed = [min(group, key=lambda row: row.error) for group in groups]
        listed += [row for row in table if row.chosen and row not in listed]
    lines = [
        (
            terms.features[row.feature],
            _cut(row, terms),
            f"{row.labels[0]} | {row.labels[1]}",
            row.error,
            row.gini,
            terms.say("chosen") if row.chosen else "",
        )
        for row in listed[:MOST_STUMPS]
    ]
    headings = terms.words("feature", "condition_of", "sides", "error", "gini", "made")
    e = model.rounds_[0].error
    chains = [
        chain(letter("e", 1), counted(round(e * rows.n), rows.n), row.error, e) for row in table if row.chosen
    ]
    return terms.step(
        "fit_stumps", chains, [terms.grid("stumps", headings, lines)], _error_curve(table, terms)
    )


def _cut(row: StumpError, terms: ModelTerms) -> str:
    if row.threshold is not None:
        return f"<= {row.threshold:.10g}"
    return ", ".join(terms.value(row.feature, float(code)) for code in row.categories)


def _error_curve(table: list[Any], terms: ModelTerms) -> Curve | None:
    """Error by threshold of the feature that the first round took."""
    made = [row for row in table if row.chosen and row.threshold is not None]
    if not made:
        return None
    cuts = [row for row in table if row.feature == made[0].feature and np.isfinite(row.threshold or 0.0)]
    if len(cuts) < 2 or len({row.threshold for row in cuts}) < len(cuts) or len(cuts) > 2000:
        return None
    name, at = terms.features[made[0].feature], float(made[0].threshold)
    sentence = terms.say("stump_sentence", feature=name, at=f"{at:.6g}", error=f"{made[0].error:.6g}")
    x, y = tuple(float(row.threshold) for row in cuts), tuple(row.error for row in cuts)
    return Curve(sentence, name, terms.say("error"), (terms.say("error"),), x, (y,), at)


# --- the bound and the vote


def _bound_step(model: AdaBoostClassifier, terms: ModelTerms) -> WorkingStep:
    """Π Z, which the training error of the vote does not exceed; of two classes also exp(−2 Σ γ²)."""
    Z = np.array([each.normaliser for each in model.rounds_])
    bound = model.rounds_[-1].bound
    put_in = multiplied([number(z) for z in Z], Z)
    chains = [chain(letter("B"), total("t", letter("Z", "t"), "Π"), put_in, bound)]
    if len(terms.classes) == 2 and float(model.learning_rate) == 1.0 and np.isfinite(bound):
        edges = np.array([each.edge for each in model.rounds_])
        inner = total("t", squared(letter("γ", "t")))
        looser = float(np.exp(-2.0 * np.sum(edges**2)))
        letters = function("exp", times(-2.0, inner))
        chains.append(chain(letter("B'"), letters, function("exp", times(-2.0, summed(edges**2))), looser))
    facts: dict[str, Any] = {"bound": f"{bound:.6g}", "error": f"{model.rounds_[-1].training_error:.6g}"}
    return terms.step("fit_bound", chains, source="004, 123, 124", **facts)


def _error_step(model: AdaBoostClassifier, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """Rows that the vote of all rounds gets wrong; the curve has the error after each round."""
    last = model.rounds_[-1].training_error
    wrong = float(round(last * rows.n))
    errors = [each.training_error for each in model.rounds_]
    bounds = [min(each.bound, 1.0) for each in model.rounds_]
    figure = None
    if len(errors) > 1 and np.isfinite(bounds).all():
        at = tuple(float(t + 1) for t in range(len(errors)))
        facts = {"rounds": len(errors), "first": f"{errors[0]:.6g}", "last": f"{last:.6g}"}
        sentence, names = terms.say("vote_sentence", **facts), terms.words("training_error", "bound")
        x_name, y_name = terms.say("round"), terms.say("error")
        figure = Curve(sentence, x_name, y_name, names, at, (tuple(errors), tuple(bounds)))
    found = chain(letter("E"), counted(wrong, rows.n), last)
    return terms.step("fit_vote_error", [found], figure=figure, rounds=len(errors))
