"""The first step of a prediction: each value as it was given becomes what the model takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.formula.building import chain, function, letter, minus, number, over, plus, times
from fenlei.explanation.formula.nodes import Chain, Word
from fenlei.explanation.given_row import GivenRow, scaling
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Cell, WorkingStep, shown
from fenlei.model_file import Model

if TYPE_CHECKING:
    from fenlei.table.preparation import Preparation

MOST_VALUES, MOST_TERMS, MOST_ZEROS = 20, 8, 5


def preparation_step(model: Model, given: GivenRow, terms: ModelTerms) -> WorkingStep | None:
    """What fills a missing value, (x - mean) / scale of a number, 0 and 1 of a category; None if nothing."""
    preparation = model.preparation
    if preparation is None:
        return None
    parts, appended = _parts(preparation, given), _indicators(preparation)
    changed = [
        (j, name, columns) for j, name, columns in parts if _changes(preparation, given, j, name, columns)
    ]
    texts = _text_lines(preparation, given)
    if not changed and not texts:
        return None
    chains: list[Chain] = []
    lines: list[tuple[Cell, ...]] = []
    for j, name, columns in changed[:MOST_VALUES]:
        raw, fill = given.values[name], _fill(preparation, given, j, name)
        chains += _chains(preparation, given, j, name, columns)
        made = [*columns, *appended.get(j, ())]
        becomes = _taken_as(made, given, terms)
        lines.append((name, terms.say("missing") if raw is None else shown(raw), fill, becomes))
    lines += texts[:MOST_VALUES]
    kind = scaling(model)
    key = "prepared_numbers" if kind is None else "prepared_minmax" if kind == "minmax" else "prepared"
    headings = terms.words("column", "given_value", "filled_in", "prepared_as")
    plain_numbers = len(chains) == len(lines) and all(line[2] is None for line in lines)
    grids = [] if plain_numbers else [terms.grid("prepared", headings, lines)]
    facts: dict[str, Any] = {"count": len(changed) + len(texts), "shown": len(lines)}
    return terms.step(key, chains, grids, **facts)


def _parts(preparation: Preparation, given: GivenRow) -> list[tuple[int, str, list[tuple[int, str]]]]:
    """Each column of the table, with the columns made of it: their index and name."""
    made, start = list(map(str, preparation.get_feature_names_out())), 0
    parts = []
    for j, name in enumerate(given.values):
        width = 1 if preparation.schema is None else len(preparation._names_of(j))
        parts.append((j, name, list(enumerate(made))[start : start + width]))
        start += width
    return parts


def _taken_as(made: list[tuple[int, str]], given: GivenRow, terms: ModelTerms) -> str:
    """The columns that were made of a value; of many, those that are not 0, and how many are."""
    zeros = [at for at, _ in made if given.x[at] == 0]
    if len(zeros) > MOST_ZEROS:
        made = [(at, column) for at, column in made if at not in zeros]
    written = [f"{_short(column)} = {shown(float(given.x[at]))}" for at, column in made]
    return ", ".join([*written, *([terms.say("zeros", count=len(zeros))] if len(zeros) > MOST_ZEROS else [])])


def _indicators(preparation: Preparation) -> dict[int, list[tuple[int, str]]]:
    """The column of 0 and 1 of each feature that had missing values in the fit: its index and name."""
    made = list(map(str, preparation.get_feature_names_out()))
    with_gaps = np.flatnonzero(preparation.indicator_)
    start = len(made) - len(preparation._appended_names()) - len(with_gaps)
    return {int(j): [(start + k, made[start + k])] for k, j in enumerate(with_gaps)}


def _text_lines(preparation: Preparation, given: GivenRow) -> list[tuple[Cell, ...]]:
    """What is made of each text: the weights of its terms, the largest first, or its scores."""
    names = preparation._appended_names()
    x = given.x[len(given.x) - len(names) :]
    lines: list[tuple[Cell, ...]] = []
    for column, text in given.texts.items():
        own = [
            k for k, name in enumerate(names) if name.startswith((f"{column}: ", f"{column}.score")) and x[k]
        ]
        own.sort(key=lambda k: -abs(x[k]))
        names_of = {k: names[k].removeprefix(f"{column}: ") for k in own[:MOST_TERMS]}
        becomes = ", ".join(f"{name} = {shown(float(x[k]))}" for k, name in names_of.items())
        becomes += ", ..." if len(own) > MOST_TERMS else ""
        lines.append((column, text, None, becomes))
    return lines


def _changes(
    preparation: Preparation, given: GivenRow, j: int, name: str, columns: list[tuple[int, str]]
) -> bool:
    """Whether a value is not taken as it was given."""
    raw = given.values[name]
    if len(columns) != 1 or raw is None or isinstance(raw, str):
        return True
    return bool(preparation.mean_[j] != 0 or preparation.scale_[j] != 1)


def _fill(preparation: Preparation, given: GivenRow, j: int, name: str) -> Cell:
    """What stands for a missing value; nothing if it is there, or if a missing category is no category."""
    spread = preparation.n_categories_[j] > 0 and preparation.one_hot != "reference"
    if given.values[name] is not None or spread or np.isnan(preparation.fill_[j]):
        return None
    return filled_with(preparation, j)


def filled_with(preparation: Preparation, j: int) -> Cell:
    """What fills the missing values of a feature: a number, or a category by its name."""
    fill = float(preparation.fill_[j])
    names = None if preparation.schema is None else preparation.schema.features[j].categories
    return fill if names is None else names[int(fill)]


def _chains(
    preparation: Preparation, given: GivenRow, j: int, name: str, columns: list[tuple[int, str]]
) -> list[Chain]:
    raw, mean, scale = given.values[name], float(preparation.mean_[j]), float(preparation.scale_[j])
    if (
        isinstance(raw, str)
        or (raw is None and np.isnan(preparation.fill_[j]))
        or preparation.n_categories_[j]
    ):
        return []
    x = float(preparation.fill_[j]) if raw is None else float(raw)
    chains = []
    if mean != 0 or scale != 1:
        letters = over(plus(Word(name), minus(letter("x̄"))), letter("s"))
        put_in = over(plus(x, minus(mean)), scale)
        chains.append(chain(letter("z", name), letters, put_in, number(given.x[columns[0][0]])))
    period = float(preparation._periods()[j])
    for (at, _), wave in zip(columns[1:], ("sin", "cos"), strict=False):
        letters_of = function(wave, over(times(2.0, letter("π"), Word(name)), period))
        put_of = function(wave, over(times(2.0 * np.pi, x), period))
        chains.append(chain(letter(wave, name), letters_of, put_of, number(given.x[at])))
    return chains


def _short(column: str) -> str:
    """The category of "colour=red"; another name as it is."""
    return column.partition("=")[2] or column
