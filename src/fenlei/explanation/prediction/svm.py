r"""Support vector machines: the part of each support vector, and how the pairs of classes vote.

    f_ij(x) = b_ij + Σ_s c_s κ(x_s, x),   c_s = ±α_s,   positive for class i of the pair

For two classes f is positive for the second. The pairs that decide are those of the class that wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fenlei.explanation.prediction.linear import probabilities
from fenlei.explanation.terms import ModelTerms, largest_first
from fenlei.explanation.working import Grid
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.svm import SVC

MOST_VECTORS = 10  # of a grid; the others are one line
MOST_PAIRS = 3  # that are shown support vector by support vector


class Pair(NamedTuple):
    """The machine of two classes, and its decision value for the row."""

    first: int  # class codes
    second: int
    indices: Array  # (m,) of its support vectors among all
    c: Array  # (m,)
    kernel: Array  # (m,) κ(x_s, x)
    b: float

    @property
    def parts(self) -> Array:
        return self.c * self.kernel

    @property
    def value(self) -> float:
        return float(self.parts.sum() + self.b)


def machines(model: SVC, x: Array, terms: ModelTerms) -> list[Grid]:
    """The pairs with their votes, if there are several; then the support vectors of those that decide."""
    pairs = _pairs_of(model, x)
    winner = int(np.flatnonzero(model.classes_ == model.predict(x[None])[0])[0])
    own = [pair for pair in pairs if winner in (pair.first, pair.second)]
    closest = sorted(own, key=lambda pair: abs(pair.value))[:MOST_PAIRS]
    grids = [] if len(pairs) == 1 else [_decisions(pairs, terms), _votes(pairs, terms)]
    return [*grids, *(_vectors(model, pair, terms) for pair in closest), *probabilities(model, x, terms)]


def _pairs_of(model: SVC, x: Array) -> list[Pair]:
    from fenlei.svm.svc.pairs import class_pairs, pair_coefficients

    kernel, fitted, found = model.support_kernel(x[None])[0], model.model_, []
    codes = class_pairs(len(model.classes_))
    coefficients = pair_coefficients(fitted.dual_coef, fitted.n_support)
    for (i, j), (indices, c), b in zip(codes, coefficients, fitted.intercept, strict=True):
        indices, c = indices[c != 0], c[c != 0]
        found.append(Pair(i, j, indices, c, kernel[indices], float(b)))
    return found


def _decisions(pairs: list[Pair], terms: ModelTerms) -> Grid:
    """Decision value of each pair of classes, and its vote."""
    rows = [(_name(pair, terms), pair.value, terms.classes[_vote(pair)]) for pair in pairs]
    return terms.grid("pairs", terms.words("pair", "decision", "vote"), rows)


def _votes(pairs: list[Pair], terms: ModelTerms) -> Grid:
    votes = np.bincount([_vote(pair) for pair in pairs], minlength=len(terms.classes))
    return terms.grid("votes", terms.words("class", "votes"), zip(terms.classes, votes, strict=True))


def _vote(pair: Pair) -> int:
    return pair.first if pair.value > 0 else pair.second


def _name(pair: Pair, terms: ModelTerms) -> str:
    return f"{terms.classes[pair.first]} | {terms.classes[pair.second]}"


def _vectors(model: SVC, pair: Pair, terms: ModelTerms) -> Grid:
    """The support vectors of largest contribution; with the others and the intercept they add up to f."""
    owner = np.repeat(np.arange(len(terms.classes)), model.n_support_)[pair.indices]
    training_row, parts = model.support_[pair.indices] + 1, pair.parts
    first, others = largest_first(np.abs(parts), MOST_VECTORS)
    rows: list[tuple[object, ...]] = [
        (training_row[s], terms.classes[owner[s]], pair.kernel[s], pair.c[s], parts[s]) for s in first
    ]
    if len(others):
        rows.append((terms.say("other_vectors", count=len(others)), "", None, None, parts[others].sum()))
    rows.append((terms.say("intercept"), "", None, None, pair.b))
    rows.append((terms.say("sum"), "", None, None, pair.value))
    towards = terms.classes[pair.second if len(terms.classes) == 2 else pair.first]
    headings = terms.words("neighbour", "class", "kernel", "signed_alpha")
    headings = (*headings, terms.say("towards", label=towards))
    return terms.grid("vectors", headings, rows, pair=_name(pair, terms))
