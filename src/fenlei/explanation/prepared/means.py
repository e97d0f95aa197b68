"""Columns of many categories: the mean target of each category, drawn towards the mean of all rows.

m_c = (Σ y + 10 ȳ) / (n_c + 10),    z_c = (m_c - x̄) / s
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.formula.building import chain, letter, minus, over, plus, times, total
from fenlei.explanation.formula.nodes import Chain
from fenlei.table.features.appended import target_of
from fenlei.table.features.target_statistics import SMOOTHING, learn_statistics

if TYPE_CHECKING:
    from fenlei.explanation.given_row import GivenRow
    from fenlei.explanation.terms import ModelTerms
    from fenlei.explanation.training_rows import FittedRows
    from fenlei.explanation.working import WorkingStep
    from fenlei.kernels import Array
    from fenlei.table.preparation import Preparation

MOST_COLUMNS, MOST_CATEGORIES = 3, 6


def fit_step(preparation: Preparation, rows: FittedRows, said: ModelTerms) -> WorkingStep:
    """The statistic of the most frequent categories of each column."""
    schema: Any = preparation.schema
    many = preparation._many()
    sizes = [len(schema.features[j].categories) for j in many]
    target = target_of(rows.y, str(preparation.target), np.ones(rows.n))
    learnt: Any = preparation.model_.statistics
    _, own = learn_statistics(rows.raw[:, many], sizes, target)
    chains: list[Chain] = []
    starts = np.concatenate([[0], np.cumsum(sizes)])
    for c, j in list(enumerate(many))[:MOST_COLUMNS]:
        shift, scale = preparation._scaling_of(own[c][:, 0], None)
        kept = learnt.means[starts[c] : starts[c + 1], 0]
        chains += _chains(rows.raw[:, j], target.Y[:, 0], schema.features[j].categories, kept, shift, scale)
    facts: dict[str, Any] = {"count": len(many), "shown": min(len(many), MOST_COLUMNS)}
    if preparation.target == "numbers":
        return said.step("fit_category_means", chains, **facts)
    label = said.classes[1 if len(said.classes) == 2 else 0]
    return said.step("fit_category_shares", chains, label=label, **facts)


def _chains(
    codes: Array, y: Array, names: tuple[str, ...], kept: Array, shift: float, scale: float
) -> list[Chain]:
    mean, chains = float(y.mean()), []
    rows = np.bincount(codes[~np.isnan(codes)].astype(int), minlength=len(names))
    for k in np.argsort(-rows, kind="stable")[:MOST_CATEGORIES]:
        here, name = float(y[codes == k].sum()), names[k]
        value = (here + SMOOTHING * mean) / (rows[k] + SMOOTHING)
        above = plus(total("i", letter("y", "i")), times(SMOOTHING, letter("ȳ")))
        letters = over(above, plus(letter("n", name), SMOOTHING))
        put_in = over(plus(here, times(SMOOTHING, mean)), plus(float(rows[k]), SMOOTHING))
        chains.append(chain(letter("m", name), letters, put_in, value))
        if shift != 0 or scale != 1:
            scaled = over(plus(value, minus(shift)), scale)
            letters = over(plus(letter("m", name), minus(letter("x̄"))), letter("s"))
            chains.append(chain(letter("z", name), letters, scaled, float(kept[k])))
    return chains


def row_step(preparation: Preparation, given: GivenRow, said: ModelTerms) -> WorkingStep:
    """The statistics that stand for the row's categories."""
    schema: Any = preparation.schema
    learnt: Any = preparation.model_.statistics
    S = learnt.overall.shape[1]
    many = preparation._many()
    block = given.x[len(given.x) - len(many) * S :].reshape(len(many), S)
    chains = []
    for c, j in list(enumerate(many))[:MOST_COLUMNS]:
        word = given.values[schema.features[j].name]
        shown = said.say("missing") if word is None else str(word)
        names = [f"{shown}, {s + 1}" if S > 1 else shown for s in range(S)]
        chains += [chain(letter("z", own), float(x)) for own, x in zip(names, block[c], strict=True)]
    return said.step("row_category_means", chains, count=len(many), shown=min(len(many), MOST_COLUMNS))
