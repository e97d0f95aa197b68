"""The first step of a prediction: each value as it was given becomes one that the model takes."""

from __future__ import annotations

from fenlei.explanation.formula.building import chain, letter, minus, number, over, plus
from fenlei.explanation.formula.nodes import Chain, Word
from fenlei.explanation.given_row import GivenRow, scaling
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import WorkingStep
from fenlei.model_file import Model

MOST_VALUES = 20


def preparation_step(model: Model, given: GivenRow, terms: ModelTerms) -> WorkingStep | None:
    """(x - mean) / scale of each number of the row; None if nothing is scaled."""
    kind = scaling(model)
    if kind is None:
        return None
    preparation = model.preparation
    columns = list(given.values)
    chains = [
        _prepared(
            name, float(preparation.mean_[j]), float(preparation.scale_[j]), preparation.fill_[j], given
        )
        for j, name in enumerate(columns)
        if name in given.scaled
    ]
    key = "prepared_minmax" if kind == "minmax" else "prepared"
    return terms.step(key, chains[:MOST_VALUES])


def _prepared(name: str, mean: float, scale: float, fill: float, given: GivenRow) -> Chain:
    """A missing value is first replaced by what stands for it."""
    raw = given.values[name]
    x = float(fill) if raw is None else float(raw)
    z = letter("z", name)
    return chain(
        z,
        over(plus(Word(name), minus(letter("x̄"))), letter("s")),
        over(plus(x, minus(mean)), scale),
        number(given.scaled[name]),
    )
