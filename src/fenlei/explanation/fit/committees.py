"""Why many members are better than one: strength and correlation of classifiers, averaging of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.ensemble.forest.walk import leaves
from fenlei.explanation.formula.building import (
    chain,
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
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.ensemble import (
        BaggingClassifier,
        BaggingRegressor,
        RandomForestClassifier,
        RandomForestRegressor,
    )


def strength_step(
    model: RandomForestClassifier | BaggingClassifier, rows: FittedRows, terms: ModelTerms
) -> WorkingStep:
    """s = mean margin, ρ = var m / (mean sd)², and the bound ρ (1 − s²) / s² of the error."""
    found = model.strength_and_correlation(rows.X, model.classes_[rows.codes])
    if not len(found.margins):
        return terms.step("fit_oob_none")
    variance, spread = float(found.margins.var()), float(found.deviations.mean())
    s, rho = letter("s"), letter("ρ")
    squares, apart = (found.margins - found.strength) ** 2, squared(plus(letter("m", "i"), minus(s)))
    chains = [
        _mean_chain(s, "i", letter("m", "i"), found.margins, found.strength),
        _mean_chain(letter("var m"), "i", apart, squares, variance),
        _mean_chain(letter("sd"), "t", letter("sd", "t"), found.deviations, spread),
    ]
    if spread > 0:
        put_in = over(variance, squared(spread))
        chains.append(chain(rho, over(letter("var m"), squared(letter("sd"))), put_in, found.correlation))
    if np.isfinite(found.bound):
        letters = over(times(rho, plus(1.0, minus(squared(s)))), squared(s))
        one = plus(1.0, minus(squared(found.strength)))
        put_in = over(times(found.correlation, one), squared(found.strength))
        chains.append(chain(letter("B"), letters, put_in, found.bound))
    return terms.step("fit_strength", chains, source="002, 5.4.2")


def _mean_chain(name: Formula, index: str, body: Formula, values: Array, result: float) -> Chain:
    letters = over(total(index, body), letter("n" if index == "i" else "T"))
    return chain(name, letters, over(summed(values), float(len(values))), result)


def averaging_step(
    model: RandomForestRegressor | BaggingRegressor, rows: FittedRows, terms: ModelTerms
) -> WorkingStep:
    """E_COM = E_AV − A: the error of the mean is that of the members less their disagreement."""
    y, values = np.asarray(rows.y, dtype=float), member_values(model, rows.X)
    mean = np.asarray(model.predict(rows.X), dtype=float)
    errors = ((values - y[:, None]) ** 2).mean(axis=0)
    apart = ((values - mean[:, None]) ** 2).mean(axis=0)
    single, ambiguity = float(errors.mean()), float(apart.mean())
    whole = float(np.mean((y - mean) ** 2))
    letters = plus(letter("E", "AV"), minus(letter("A")))
    chains = [
        _mean_chain(letter("E", "AV"), "t", letter("E", "t"), errors, single),
        _mean_chain(letter("A"), "t", letter("A", "t"), apart, ambiguity),
        chain(letter("E", "COM"), letters, plus(single, minus(ambiguity)), number(whole)),
    ]
    return terms.step("fit_averaging", chains, source="004, 9.2", count=values.shape[1])


def member_values(model: Any, X: Array) -> Array:
    """Prediction (n, T) of each member; those of a forest from its record."""
    if hasattr(model, "parts_"):
        columns = model.model_.features
        return np.column_stack([p.predict(X[:, c]) for p, c in zip(model.parts_, columns, strict=True)])
    record = model.model_
    node = leaves(model._layouts, np.ascontiguousarray(X)) + record.start[:-1]
    rank = np.cumsum(record.feature < 0) - 1  # position of a leaf among the leaves
    return np.asarray(record.value[rank[node], 0], dtype=float)
