"""Texts as numbers: the weight of a term, the text as a row of length 1, and its scores.

g_j = 1 + ln((1 + n) / (1 + n_j)),    x_j = c_j g_j / sqrt(Σ_l (c_l g_l)²),    s = b + Σ_j w_j x_j
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    number,
    over,
    plus,
    squared,
    summed,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain
from fenlei.kernels import Array
from fenlei.table.features.term_weights import weighted_terms

if TYPE_CHECKING:
    from fenlei.explanation.given_row import GivenRow
    from fenlei.explanation.terms import ModelTerms
    from fenlei.explanation.training_rows import FittedRows
    from fenlei.explanation.working import WorkingStep
    from fenlei.table.preparation import Preparation

MOST_TEXTS, MOST_TERMS = 3, 8


class TextColumn(NamedTuple):
    """A text column of a preparation, with its terms."""

    name: str
    terms: list[str]
    chosen: Array  # (t,) index of each term among the counted ones
    idf: Array  # (t,)
    weights: Array  # (t, S) of the scores; S = 0 without
    intercept: Array  # (S,)
    counts: Any  # (n, terms) CSR


def fit_step(preparation: Preparation, rows: FittedRows, said: ModelTerms) -> WorkingStep:
    """How often each term is met, and its weight; the most frequent terms."""
    chains: list[Chain] = []
    columns = list(_columns(preparation, rows.term_counts))
    lines = []
    for column in columns[:MOST_TEXTS]:
        met = np.bincount(column.counts.indices[column.counts.data > 0], minlength=column.counts.shape[1])
        met = met[column.chosen].astype(float)
        lines.append((column.name, len(column.terms), int(met.sum()), int(column.weights.shape[1])))
        for j in np.argsort(-met, kind="stable")[:MOST_TERMS]:
            letters = plus(
                1.0, function("ln", over(plus(1.0, letter("n")), plus(1.0, letter("n", column.terms[j]))))
            )
            put_in = plus(1.0, function("ln", over(plus(1.0, float(rows.n)), plus(1.0, float(met[j])))))
            chains.append(chain(letter("g", column.terms[j]), letters, put_in, float(column.idf[j])))
    scored = any(column.weights.shape[1] for column in columns)
    headings = said.words("column", "terms_of", "terms_met", "scores_made")
    grids = [said.grid("fit_terms", headings, lines)]
    key = "fit_term_scores" if scored else "fit_terms"
    return said.step(key, chains, grids, count=len(columns), shown=len(lines))


def row_steps(preparation: Preparation, given: GivenRow, said: ModelTerms) -> list[WorkingStep]:
    """Each text of the row: its terms as numbers, and the scores made of them."""
    steps = []
    names = preparation._appended_names()
    own = dict(zip(names, given.x[len(given.x) - len(names) :], strict=True))
    for column in list(_columns(preparation, given.term_counts))[:MOST_TEXTS]:
        x = weighted_terms(column.counts, column.chosen, column.idf).toarray()[0]
        counts = column.counts.toarray()[0][column.chosen]
        weighted = counts * column.idf
        known = np.flatnonzero(weighted)
        length = float(np.sqrt(np.sum(weighted**2)))
        chains = [_length_chain(weighted[known], length)] if len(known) else []
        chains += [_term_chain(column, int(j), length, counts, x) for j in _largest(x)]
        chains += [
            _score_chain(column, s, x, float(own[f"{column.name}.score{s + 1}"]))
            for s in range(column.weights.shape[1])
        ]
        key = "row_term_scores" if column.weights.shape[1] else "row_terms"
        steps.append(
            said.step(key, chains, name=column.name, count=len(known), shown=min(len(known), MOST_TERMS))
        )
    return steps


def _length_chain(weighted: Array, length: float) -> Chain:
    """L = sqrt(Σ_l (c_l g_l)²)."""
    letters = function("sqrt", total("l", squared(times(letter("c", "l"), letter("g", "l")))))
    return chain(letter("L"), letters, function("sqrt", summed(weighted**2)), length)


def _term_chain(column: TextColumn, j: int, length: float, counts: Array, x: Array) -> Chain:
    letters = over(times(letter("c", column.terms[j]), letter("g", column.terms[j])), letter("L"))
    put_in = over(times(float(counts[j]), float(column.idf[j])), length)
    return chain(letter("x", column.terms[j]), letters, put_in, float(x[j]))


def _score_chain(column: TextColumn, s: int, x: Array, value: float) -> Chain:
    """b + Σ w x of the terms that are there, the largest first."""
    products = column.weights[:, s] * x
    order = np.argsort(-np.abs(products), kind="stable")[: int(np.count_nonzero(x))]
    parts = [times(float(column.weights[j, s]), float(x[j])) for j in order]
    b = float(column.intercept[s])
    letters = plus(letter("b"), total("j", times(letter("w", "j"), letter("x", "j"))))
    put_in = added([number(b), *parts], [b, *products[order]])
    return chain(letter("s", s + 1), letters, put_in, value)


def _largest(x: Array) -> Array:
    return np.argsort(-x, kind="stable")[: min(MOST_TERMS, int(np.count_nonzero(x)))]


def _columns(preparation: Preparation, counts: tuple[Any, ...]) -> Iterator[TextColumn]:
    learnt: Any = preparation.model_.texts
    texts: Any = preparation._texts()
    for c, (column, each) in enumerate(zip(texts, counts, strict=False)):
        i, j = learnt.offsets[c], learnt.offsets[c + 1]
        words = [str(column.categories[term]) for term in learnt.terms[i:j]]
        yield TextColumn(
            column.name,
            words,
            learnt.terms[i:j],
            learnt.idf[i:j],
            learnt.weights[i:j],
            learnt.intercept[c],
            each,
        )
