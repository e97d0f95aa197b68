"""AdaBoost.R2: the rounds' predictions in order, their weights added up, and the weighted median."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.formula.building import chain, letter, over, summed, total
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.ensemble import AdaBoostRegressor

MOST_ROUNDS = 60  # that are listed


def rounds(model: AdaBoostRegressor, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Predictions of the rounds in order, half of the weights, and where it is reached."""
    alpha, values = model.model_.alpha, model._part_values(x[None])[0]
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(alpha[order])
    at = int((reached >= 0.5 * reached[-1]).argmax())
    prediction = float(model.predict(x[None])[0])
    return [
        _order_step(order, values, alpha, reached, prediction, terms),
        _half_step(alpha, reached[-1], terms),
        _median_step(order, values, alpha, at, prediction, terms),
    ]


def median_steps(model: AdaBoostRegressor, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """`rounds` of the first training row, in the working of a fit."""
    order, half, median = rounds(model, x, terms)
    return [replace(order, title=terms.say("step.fit_first_median")), half, median]


def _order_step(
    order: Array, values: Array, alpha: Array, reached: Array, prediction: float, terms: ModelTerms
) -> WorkingStep:
    """h_(1) ≤ h_(2) ≤ …, with their weights, added up."""
    lines = [(int(t) + 1, alpha[t], reached[i], values[t]) for i, t in enumerate(order[:MOST_ROUNDS])]
    last = (terms.say("weighted_median"), "", "", prediction)
    headings = terms.words("round", "weight", "weight_so_far", "prediction")
    chains = [chain(letter("h", int(t) + 1), values[t]) for t in order[:8]]
    grid = terms.grid("rounds_in_order", headings, [*lines, last])
    return terms.step("rounds_in_order", chains, [grid], T=len(values), shown=len(lines))


def _half_step(alpha: Array, whole: float, terms: ModelTerms) -> WorkingStep:
    half = over(total("t", letter("α", "t")), 2.0)
    return terms.step("half_of_weights", [chain(letter("A"), half, over(summed(alpha), 2.0), 0.5 * whole)])


def _median_step(
    order: Array, values: Array, alpha: Array, at: int, prediction: float, terms: ModelTerms
) -> WorkingStep:
    before, upto = alpha[order[:at]], alpha[order[: at + 1]]
    chains = [
        chain(letter("A", at), summed(before), float(before.sum())),
        chain(letter("A", at + 1), summed(upto), float(upto.sum())),
        chain(letter("ŷ"), letter("h", int(order[at]) + 1), values[order[at]], prediction),
    ]
    facts: dict[str, Any] = {"number": int(order[at]) + 1}
    return terms.step("median_of_rounds", chains, **facts)
