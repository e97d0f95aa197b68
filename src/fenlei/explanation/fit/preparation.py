"""The first steps of a fit: missing values, scaled columns, weights of the classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain
from fenlei.explanation.given_row import scaling
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES
from fenlei.explanation.prediction.preparation import filled_with
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Cell, WorkingStep
from fenlei.kernels import Array
from fenlei.model_file import Model

if TYPE_CHECKING:
    from fenlei.table.preparation import Preparation

MOST_COLUMNS, MOST_LINES = 8, 20


def preparation_step(model: Model, rows: FittedRows, terms: ModelTerms) -> WorkingStep | None:
    """Mean and standard deviation (or minimum and range) of each scaled column; None if there is nothing."""
    preparation, kind = model.preparation, scaling(model)
    if preparation is None or model.schema is None:
        return None
    names = [column.name for column in model.schema.features]
    is_scaled = (preparation.mean_ != 0) | (preparation.scale_ != 1)
    is_missing = np.isnan(rows.raw).any(axis=0) & ~np.isnan(preparation.fill_)
    changed = np.flatnonzero(is_scaled | is_missing | (preparation.n_categories_ > 0))
    if not len(changed):
        return None
    chains: list[Chain] = []
    for j in np.flatnonzero(is_scaled)[:MOST_COLUMNS]:
        x = rows.raw[:, j]
        x = np.where(np.isnan(x), preparation.fill_[j], x)
        chains += _chains(x, names[j], float(preparation.mean_[j]), float(preparation.scale_[j]), str(kind))
    lines = [_line(preparation, rows, names, int(j)) for j in changed[:MOST_LINES]]
    headings = terms.words("column", "missing_rows", "filled_in", "mean_or_least", "scale", "made_columns")
    key = "prepared_numbers" if kind is None else "prepared_minmax" if kind == "minmax" else "prepared"
    facts: dict[str, Any] = {"count": len(changed), "shown": len(lines)}
    plain_numbers = len(lines) <= MOST_COLUMNS and not any(line[1] or line[-1] != 1 for line in lines)
    grids = [] if plain_numbers else [terms.grid("prepared", headings, lines)]
    return terms.step(key, chains, grids, **facts)


def _line(preparation: Preparation, rows: FittedRows, names: list[str], j: int) -> tuple[Cell, ...]:
    missing = int(np.isnan(rows.raw[:, j]).sum())
    spread = preparation.n_categories_[j] > 0 and preparation.one_hot != "reference"
    fill = None if not missing or spread or np.isnan(preparation.fill_[j]) else filled_with(preparation, j)
    scaled = preparation.mean_[j] != 0 or preparation.scale_[j] != 1
    numbers = (float(preparation.mean_[j]), float(preparation.scale_[j])) if scaled else (None, None)
    return (names[j], missing, fill, *numbers, len(preparation._names_of(j)))


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


def class_weight_step(model: Any, rows: FittedRows, terms: ModelTerms) -> WorkingStep | None:
    """What a row of each class counts: c_k as it was given, or n / (K n_k); None where each counts 1."""
    if not len(rows.factors):
        return None
    count = np.bincount(rows.codes, minlength=len(terms.classes)).astype(float)
    K, is_balanced = float(np.count_nonzero(count)), isinstance(model.class_weight, str)
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        left, own = letter("c", label), rows.factor(k)
        letters = over(letter("n"), times(letter("K"), letter("n", label)))
        put_in = over(float(rows.n), times(K, float(count[k])))
        chains.append(chain(left, letters, put_in, own) if is_balanced and count[k] else chain(left, own))
    return terms.step("fit_class_weights_balanced" if is_balanced else "fit_class_weights", chains)
