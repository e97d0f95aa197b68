"""The first step of a fit: means and deviations of the columns that are scaled."""

from __future__ import annotations

import numpy as np

from fenlei.explanation.fit.moments import mean_chain
from fenlei.explanation.formula.building import (
    chain,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    squared,
    total,
)
from fenlei.explanation.formula.nodes import Chain
from fenlei.explanation.given_row import scaling
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array
from fenlei.model_file import Model

MOST_COLUMNS = 8


def preparation_step(model: Model, rows: FittedRows, terms: ModelTerms) -> WorkingStep | None:
    """Mean and standard deviation (or minimum and range) of each scaled column; None if nothing is scaled."""
    kind = scaling(model)
    if kind is None:
        return None
    preparation = model.preparation
    assert model.schema is not None
    chains: list[Chain] = []
    scaled = np.flatnonzero((preparation.mean_ != 0) | (preparation.scale_ != 1))
    for j in scaled[:MOST_COLUMNS]:
        x = rows.raw[:, j]
        x, name = np.where(np.isnan(x), preparation.fill_[j], x), model.schema.features[j].name
        chains += _chains(x, name, float(preparation.mean_[j]), float(preparation.scale_[j]), kind)
    key = "prepared_minmax" if kind == "minmax" else "prepared"
    return terms.step(key, chains)


def _chains(x: Array, name: str, mean: float, scale: float, kind: str) -> list[Chain]:
    if kind == "minmax":
        low, high = float(np.min(x)), float(np.max(x))
        return [chain(letter("min", name), mean), chain(letter("R", name), plus(high, minus(low)), scale)]
    first = mean_chain(letter("x̄", name), x, mean)
    if scale == 1.0 and np.ptp(x) == 0:
        return [first]
    letters = function(
        "sqrt", over(total("i", squared(plus(letter("x", "i"), minus(letter("x̄"))))), letter("n"))
    )
    put_in = function("sqrt", over(number(((x - mean) ** 2).sum()), float(len(x))))
    return [first, chain(letter("s", name), letters, put_in, scale)]
