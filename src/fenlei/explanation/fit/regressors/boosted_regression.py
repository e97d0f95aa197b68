"""The fit of AdaBoost.R2: losses, mean loss, weights of the rows and of the rounds, the weighted median.

D_1 = 1/n,   a_i = |h(x_i) - y_i| / max,   L_i = a_i, a_i² or 1 - exp(-a_i),   e = Σ D_i L_i,
β = e / (1 - e),   α = η ln(1 / β),   D_i after ∝ D_i β^(η (1 - L_i))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.ensemble.adaboost.regression_rounds import WORST, reweighed, row_losses
from fenlei.ensemble.adaboost.rounds import LEAST
from fenlei.errors import UsageError
from fenlei.explanation.figures import Bars, Curve
from fenlei.explanation.fit.iterations import in_full, thinned
from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    squared,
    summed,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula, Power
from fenlei.explanation.prediction.regressors.boosted_regression import median_steps
from fenlei.explanation.terms import ModelTerms, largest_first
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, Grid, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.ensemble import AdaBoostRegressor

MOST_CELLS = 2_000_000  # rows times rounds that are gone through
MOST_ROUNDS, FIRST_ROUNDS = 24, 10  # that are shown
MOST_LISTED = 20  # rows of a grid
MOST_WRITTEN = 3  # rows whose losses are written out


class LossRound(NamedTuple):
    """One round on all rows (n,)."""

    number: int  # from 1
    before: Array  # D
    predicted: Array
    loss: Array
    after: Array  # D after it; the same if it is the last of a perfect fit


def fit(model: AdaBoostRegressor, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The first weights, the rounds, the weighted median of one row, the error after each round."""
    if rows.y is None:
        raise UsageError("explain.no_labels", model=type(model).__name__)
    y = np.asarray(rows.y, dtype=float)
    first = chain(letter("D", "1"), over(1.0, letter("n")), over(1.0, float(rows.n)), 1.0 / rows.n)
    start = terms.step("fit_start", [first], source="002, B-M31", n=rows.n)
    T = len(model.model_.alpha)
    gone = min(T, max(1, MOST_CELLS // rows.n))
    shown, found = thinned(gone, MOST_ROUNDS, FIRST_ROUNDS), rounds_of(model, rows.X, y, gone)
    frames = [_frame(model, found[t], y, t in in_full(shown), terms) for t in shown]
    facts: dict[str, Any] = {"rounds": T, "shown": len(shown), "loss": terms.say(f"loss_{model.loss}")}
    key = "fit_drawn_losses" if model.resample else "fit_weighted_losses"
    steps = [start, terms.step(key, frames=frames, **facts)]
    median = median_steps(model, rows.X[0], terms)
    if gone < T:
        return [*steps, *median]
    return [
        *steps,
        *median,
        _error_step(model, np.column_stack([each.predicted for each in found]), y, terms),
    ]


def rounds_of(model: AdaBoostRegressor, X: Array, y: Array, gone: int) -> list[LossRound]:
    """The first rounds again: what each regressor predicts, and the weights that follow from it."""
    D, found = np.full(len(y), 1.0 / len(y)), []
    parts: list[Any] = list(model.parts_[:gone])
    for t, part in enumerate(parts):
        D = np.maximum(D, LEAST)
        predicted = np.ravel(part.predict(X)).astype(float)
        L, e = row_losses(predicted, y, model.loss), float(model.model_.error[t])
        last = not 0.0 < e < WORST
        after = D if last else reweighed(D, L, e, float(model.learning_rate))
        found.append(LossRound(t + 1, D, predicted, L, after))
        D = after
    return found


# --- one round


def _frame(model: AdaBoostRegressor, found: LossRound, y: Array, full: bool, terms: ModelTerms) -> Frame:
    """Losses of a few rows, e, β and α; in full also the weights afterwards."""
    t = found.number
    e, alpha = float(model.model_.error[t - 1]), float(model.model_.alpha[t - 1])
    largest = float(np.abs(found.predicted - y).max())
    chains = _loss_chains(model, found, y, largest) if full else []
    chains.append(_mean_loss_chain(found, e))
    if 0.0 < e < WORST:
        chains.append(
            chain(letter("β", t), over(letter("e"), plus(1.0, minus(letter("e")))), _beta(e), e / (1.0 - e))
        )
        chains.append(_alpha_chain(t, e, alpha, float(model.learning_rate)))
        chains += _weight_chains(model, found, e) if full else []
    else:
        chains.append(chain(letter("α", t), alpha))
    key = "loss_round" if 0.0 < e < WORST else "loss_round_exact" if e <= 0 else "loss_round_useless"
    caption = terms.say(key, number=t, largest=f"{largest:.6g}", error=f"{e:.6g}")
    return Frame(caption, tuple(chains), *((_grid(found, y, terms), _bars(found, terms)) if full else ()))


def _chosen(found: LossRound) -> list[int]:
    """The row of largest loss and the first rows."""
    worst = int(np.argmax(found.loss))
    return sorted({worst, *range(min(MOST_WRITTEN - 1, len(found.loss)))})


def _loss_chains(model: AdaBoostRegressor, found: LossRound, y: Array, largest: float) -> list[Chain]:
    if largest <= 0:
        return []
    chains = [chain(letter("m"), function("max", function("abs", _error("i"))), largest)]
    for i in _chosen(found):
        gap = plus(float(found.predicted[i]), minus(float(y[i])))
        share = over(function("abs", gap), largest)
        letters, put_in = _loss(model.loss, letter("a")), _loss(model.loss, share)
        chains.append(chain(letter("L", i + 1), letters, put_in, float(found.loss[i])))
    return chains


def _error(sub: str) -> Formula:
    return plus(letter("h", sub), minus(letter("y", sub)))


def _loss(kind: str, a: Formula) -> Formula:
    if kind == "square":
        return squared(a)
    return plus(1.0, minus(function("exp", minus(a)))) if kind == "exponential" else a


def _mean_loss_chain(found: LossRound, e: float) -> Chain:
    letters = total("i", times(letter("D", "i"), letter("L", "i")))
    pairs = zip(found.before[:9], found.loss[:9], strict=True)
    parts = added([times(float(d), float(L)) for d, L in pairs], found.before * found.loss)
    return chain(letter("e", found.number), letters, parts, e)


def _beta(e: float) -> Formula:
    return over(e, plus(1.0, minus(e)))


def _alpha_chain(t: int, e: float, alpha: float, rate: float) -> Chain:
    letters, put_in = function("ln", over(1.0, letter("β"))), function("ln", over(1.0, _beta(e)))
    if rate == 1.0:
        return chain(letter("α", t), letters, put_in, alpha)
    return chain(letter("α", t), times(letter("η"), letters), times(rate, put_in), alpha)


def _weight_chains(model: AdaBoostRegressor, found: LossRound, e: float) -> list[Chain]:
    """D β^(η (1 - L)) / Z of the chosen rows."""
    rate = float(model.learning_rate)
    moved = found.before * np.power(e / (1.0 - e), (1.0 - found.loss) * rate)
    Z = float(moved.sum())
    power = Power(letter("β"), times(letter("η"), plus(1.0, minus(letter("L", "i")))))
    chains = [chain(letter("Z"), total("i", times(letter("D", "i"), power)), summed(moved), Z)]
    for i in _chosen(found):
        raised = Power(number(e / (1.0 - e)), times(rate, plus(1.0, minus(float(found.loss[i])))))
        put_in = over(times(float(found.before[i]), raised), Z)
        chains.append(chain(letter("D", i + 1, f"({found.number + 1})"), put_in, float(found.after[i])))
    return chains


def _grid(found: LossRound, y: Array, terms: ModelTerms) -> Grid:
    lines = [
        (i + 1, y[i], found.predicted[i], found.loss[i], found.before[i], found.after[i])
        for i in range(min(len(y), MOST_LISTED))
    ]
    headings = terms.words(
        "row_number", "target_value", "prediction", "row_loss", "weight_before", "weight_after"
    )
    return terms.grid("weights", headings, lines, shown=len(lines), n=len(y))


def _bars(found: LossRound, terms: ModelTerms) -> Bars | None:
    if len(found.after) > MOST_LISTED:
        return None
    heaviest = int(largest_first(found.after, 1)[0][0])
    facts = {"number": found.number, "row": heaviest + 1, "most": f"{found.after[heaviest]:.6g}"}
    names = tuple(str(i + 1) for i in range(len(found.after)))
    return Bars(terms.say("weights_sentence", **facts), names, tuple(map(float, found.after)))


# --- all rounds


def _error_step(model: AdaBoostRegressor, values: Array, y: Array, terms: ModelTerms) -> WorkingStep:
    """Mean squared error of the weighted median on the training rows."""
    from fenlei.ensemble.adaboost.regression_rounds import weighted_median

    alpha, T = model.model_.alpha, values.shape[1]
    at = thinned(T)
    medians = [weighted_median(values[:, : t + 1], alpha[: t + 1]) for t in at]
    errors = [float(np.mean((y - each) ** 2)) for each in medians]
    letters = over(total("i", squared(plus(letter("y", "i"), minus(letter("ŷ", "i"))))), letter("n"))
    parts = [squared(plus(float(a), minus(float(b)))) for a, b in zip(y[:9], medians[-1][:9], strict=True)]
    put_in = over(added(parts, (y - medians[-1]) ** 2), float(len(y)))
    figure = None
    if len(at) > 1:
        facts = {"rounds": T, "first": f"{errors[0]:.6g}", "last": f"{errors[-1]:.6g}"}
        names = terms.words("squared_error")
        x = tuple(float(t + 1) for t in at)
        sentence = terms.say("median_error_sentence", **facts)
        figure = Curve(sentence, terms.say("round"), names[0], names, x, (tuple(errors),))
    return terms.step(
        "fit_median_error", [chain(letter("E"), letters, put_in, errors[-1])], figure=figure, rounds=T
    )
