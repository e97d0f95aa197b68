"""Scores of predicted numbers: residuals, squared and absolute errors, the coefficient of determination."""

from __future__ import annotations

import numpy as np

from fenlei.evaluate.regression import (
    mean_absolute_error,
    mean_squared_error,
    r2_score,
    root_mean_squared_error,
)
from fenlei.explanation.figures import Plane, PlaneLine, PlanePoint
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
    total,
)
from fenlei.explanation.formula.nodes import Formula
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

MOST_ROWS, MOST_POINTS = 60, 500


def steps(y: Array, predicted: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Residuals, then the errors that are made of them, then R²."""
    return [
        _residual_step(y, predicted, terms),
        _error_step(y, predicted, terms),
        _r2_step(y, predicted, terms),
    ]


def _residual_step(y: Array, predicted: Array, terms: ModelTerms) -> WorkingStep:
    e = y - predicted
    letters = plus(letter("y", "i"), minus(letter("ŷ", "i")))
    chains = [
        chain(letter("e", i + 1), letters, plus(float(y[i]), minus(float(predicted[i]))), float(e[i]))
        for i in range(min(3, len(y)))
    ]
    rows = [(i + 1, float(y[i]), float(predicted[i]), float(e[i])) for i in range(min(len(y), MOST_ROWS))]
    grid = terms.grid(
        "predicted_values", terms.words("row_number", "true_value", "predicted_value", "residual"), rows
    )
    kept = np.unique(np.linspace(0, len(y) - 1, min(len(y), MOST_POINTS)).round().astype(int))
    points = tuple(PlanePoint(float(predicted[i]), float(y[i])) for i in kept)
    names = terms.words("predicted_value", "true_value")
    sentence = terms.say("residual_sentence", n=len(y), largest=f"{float(np.abs(e).max()):.6g}")
    figure = Plane(sentence, names[0], names[1], ("",), points, (PlaneLine(1.0, -1.0, 0.0, dashed=True),))
    return terms.step("residuals", chains, [grid], figure, n=len(y), shown=min(len(y), MOST_ROWS))


def _error_step(y: Array, predicted: Array, terms: ModelTerms) -> WorkingStep:
    e, n = y - predicted, float(len(y))
    mse, mae = float(mean_squared_error(y, predicted)), float(mean_absolute_error(y, predicted))
    squares: list[Formula] = [squared(number(x)) for x in e[:9]]
    sizes: list[Formula] = [function("abs", float(x)) for x in e[:9]]
    mean_square = over(total("i", squared(letter("e", "i"))), letter("n"))
    mean_size = over(total("i", function("abs", letter("e", "i"))), letter("n"))
    rmse = float(root_mean_squared_error(y, predicted))
    return terms.step(
        "errors",
        [
            chain(letter("MSE"), mean_square, over(added(squares, e**2), n), mse),
            chain(letter("RMSE"), function("sqrt", letter("MSE")), function("sqrt", mse), rmse),
            chain(letter("MAE"), mean_size, over(added(sizes, np.abs(e)), n), mae),
        ],
    )


def _r2_step(y: Array, predicted: Array, terms: ModelTerms) -> WorkingStep:
    """1 - RSS/TSS; of constant targets 1 where all are hit and 0 otherwise, by convention."""
    rss, mean = float(((y - predicted) ** 2).sum()), float(y.mean())
    tss, result = float(((y - mean) ** 2).sum()), float(r2_score(y, predicted))
    e, from_mean = letter("e", "i"), plus(letter("y", "i"), minus(letter("ȳ")))
    chains = [
        chain(letter("RSS"), total("i", squared(e)), summed((y - predicted) ** 2), rss),
        chain(
            letter("TSS"),
            total("i", squared(from_mean)),
            summed((y - mean) ** 2),
            tss,
        ),
    ]
    sides: list[Formula] = [plus(1.0, minus(over(rss, tss)))] if tss > 0 else []
    letters = plus(1.0, minus(over(letter("RSS"), letter("TSS"))))
    return terms.step("r_squared", [*chains, chain(letter("R", "", "2"), letters, *sides, result)])
