r"""Support vector machines: the part of each support vector, and how the pairs of classes vote.

    f_ij(x) = b_ij + Σ_s c_s κ(x_s, x),   c_s = ±α_s,   positive for class i of the pair

For two classes f is positive for the second. The pairs that decide are those of the class that wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    probability,
    summed,
    times,
    total,
    transposed,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.kernel_values import kernel_chain
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES, ROW
from fenlei.explanation.prediction.linear import probabilities
from fenlei.explanation.terms import ModelTerms, largest_first
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.svm import SVC

MOST_VECTORS = 10  # of a grid; the others are one line
MOST_PAIRS = 3  # that are shown support vector by support vector
MOST_SUMS = 15  # pairs of classes whose sums are written out


class Pair(NamedTuple):
    """The machine of two classes, and its decision value for the row."""

    first: int  # class codes
    second: int
    indices: Array  # (m,) of its support vectors among all
    c: Array  # (m,)
    kernel: Array  # (m,) κ(x_s, x)
    b: float
    own: float  # the model's own decision value

    @property
    def parts(self) -> Array:
        return self.c * self.kernel

    @property
    def value(self) -> float:
        return float(self.parts.sum() + self.b)


def machines(model: SVC, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Kernel values, the sums of the machines, the votes of several, and the decision."""
    pairs = _pairs_of(model, x)
    winner = int(np.flatnonzero(model.classes_ == model.predict(x[None])[0])[0])
    deciding = [pair for pair in pairs if winner in (pair.first, pair.second)]
    closest = sorted(deciding, key=lambda pair: abs(pair.value))[:MOST_PAIRS]
    tables = [] if len(pairs) == 1 else [_decisions(pairs, terms), _votes(pairs, terms)]
    steps = [
        _kernel_step(model, x, closest, tables, terms),
        _sum_step(model, x, pairs, [_vectors(model, pair, terms) for pair in closest], terms),
    ]
    if len(pairs) > 1:
        steps.append(_confidence_step(model, x, pairs, terms))
    if hasattr(model, "predict_proba"):
        steps.append(_probability_step(model, x, pairs, terms))
    return [*steps, _decision_step(pairs, winner, terms)]


def _pairs_of(model: SVC, x: Array) -> list[Pair]:
    from fenlei.svm.svc.pairs import class_pairs, pair_coefficients

    kernel, fitted, found = model.support_kernel(x[None])[0], model.model_, []
    codes, values = class_pairs(len(model.classes_)), model._pair_values(x[None])[0]
    coefficients = pair_coefficients(fitted.dual_coef, fitted.n_support)
    for (i, j), (indices, c), b, own in zip(codes, coefficients, fitted.intercept, values, strict=True):
        indices, c = indices[c != 0], c[c != 0]
        found.append(Pair(i, j, indices, c, kernel[indices], float(b), float(own)))
    return found


# --- tables


def _decisions(pairs: list[Pair], terms: ModelTerms) -> Grid:
    """Decision value of each pair of classes, and its vote."""
    rows = [(_name(pair, terms), pair.value, terms.classes[_vote(pair)]) for pair in pairs]
    return terms.grid("pairs", terms.words("pair", "decision", "vote"), rows)


def _votes(pairs: list[Pair], terms: ModelTerms) -> Grid:
    votes = np.bincount([_vote(pair) for pair in pairs], minlength=len(terms.classes))
    return terms.grid("votes", terms.words("class", "votes"), zip(terms.classes, votes, strict=True))


def _vote(pair: Pair) -> int:
    return pair.first if pair.own > 0 else pair.second


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


# --- steps


def _kernel_step(
    model: SVC, x: Array, pairs: list[Pair], tables: list[Grid], terms: ModelTerms
) -> WorkingStep:
    """κ(x_s, x) of the support vectors that count most in the machines that decide."""
    chosen: list[int] = []
    for pair in pairs:
        first, _ = largest_first(np.abs(pair.parts), MOST_VECTORS)
        chosen += [int(s) for s in pair.indices[np.sort(first)] if s not in chosen]
    kernel, vectors = model.support_kernel(x[None])[0], model.support_vectors_
    vectors = vectors.toarray() if hasattr(vectors, "toarray") else vectors
    chains = []
    for s in chosen:
        z = vectors[s] if len(vectors) and not callable(model.kernel) else None
        left = letter("κ", int(model.support_[s]) + 1)
        chains.append(kernel_chain(left, model, None if z is None else x, z, kernel[s]))
    if not chains:  # without support vectors f is b
        chains = [chain(letter("b"), float(pair.b)) for pair in pairs]
    name = model.kernel if isinstance(model.kernel, str) else "function"
    facts: dict[str, Any] = {"shown": len(chosen), "count": len(model.support_)}
    return terms.step("support_kernel", chains, tables, kernel=terms.say(f"kernel_{name}"), **facts)


def _sum_step(model: SVC, x: Array, pairs: list[Pair], grids: list[Grid], terms: ModelTerms) -> WorkingStep:
    """f = b + Σ ±α κ; of the linear kernel also b + wᵀx."""
    chains: list[Chain] = []
    sums = total("s", times(letter("c", "s"), letter("κ", "s")))
    for q, pair in enumerate(pairs[:MOST_SUMS]):
        left = letter("f") if len(pairs) == 1 else letter("f", _name(pair, terms))
        pieces = [
            number(pair.b),
            *(times(float(c), float(k)) for c, k in zip(pair.c, pair.kernel, strict=True)),
        ]
        close = abs(pair.value - pair.own) <= 1e-10 * max(1.0, abs(pair.own))
        put_in = [added(pieces, np.array([pair.b, *pair.parts]))] if close else []
        chains.append(chain(left, plus(letter("b"), sums), *put_in, pair.own))
        if model.kernel == "linear":
            w = np.asarray(model._weights[q], dtype=float)
            letters = plus(letter("b"), times(transposed(letter("w")), letter("x")))
            chains.append(chain(left, letters, summed([pair.b, *(w * x)]), pair.own))
    positive = terms.classes[1 if len(terms.classes) == 2 else 0]
    facts: dict[str, Any] = {"shown": min(len(pairs), MOST_SUMS), "count": len(pairs), "positive": positive}
    key = "machine" if len(pairs) == 1 else "machines"
    return terms.step(key, chains, grids, source="002, 5.2", **facts)


def _confidence_step(model: SVC, x: Array, pairs: list[Pair], terms: ModelTerms) -> WorkingStep:
    """S_k = Σ ±f; votes and a third of S squashed, as the model's own scores."""
    if model.decision_function_shape == "ovo":
        return _vote_step(pairs, terms)
    own, chains = model.decision_function(x[None])[0], list[Chain]()
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        signed = [
            pair.own if pair.first == k else -pair.own for pair in pairs if k in (pair.first, pair.second)
        ]
        votes = float(
            sum((pair.own >= 0) == (pair.first == k) for pair in pairs if k in (pair.first, pair.second))
        )
        s = float(np.sum(signed))
        chains.append(chain(letter("S", label), total("j", letter("f", "kj")), summed(signed), s))
        squashed = over(s, times(3.0, plus(function("abs", s), 1.0)))
        letters = plus(
            letter("V", "k"), over(letter("S", "k"), times(3.0, plus(function("abs", letter("S", "k")), 1.0)))
        )
        chains.append(chain(letter("z", label), letters, plus(votes, squashed), own[k]))
    return terms.step("confidences", chains)


def _vote_step(pairs: list[Pair], terms: ModelTerms) -> WorkingStep:
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        won = [float(_vote(pair) == k) for pair in pairs if k in (pair.first, pair.second)]
        chains.append(chain(letter("V", label), summed(won), float(np.sum(won))))
    return terms.step("pair_votes", chains)


def _probability_step(model: SVC, x: Array, pairs: list[Pair], terms: ModelTerms) -> WorkingStep:
    """σ(a f) of each machine, a its slope on that side; of several classes the coupled ones."""
    slopes, P = model.model_.slopes, model.predict_proba(x[None])[0]
    chains: list[Chain] = []
    for pair, (a, c) in zip(pairs[:MOST_SUMS], slopes, strict=False):
        slope = float(a if pair.own > 0 else c)
        letters = over(1.0, plus(1.0, function("exp", minus(times(letter("a"), letter("f"))))))
        put_in = over(1.0, plus(1.0, function("exp", -slope * pair.own)))
        r = float(1.0 / (1.0 + np.exp(-slope * pair.own)))
        chains.append(chain(letter("r", _name(pair, terms)), letters, put_in, r))
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        chains.append(chain(probability(label, given=ROW), float(P[k])))
    return terms.step("slopes", chains, probabilities(model, x, terms), source="002, 5.2")


def _decision_step(pairs: list[Pair], winner: int, terms: ModelTerms) -> WorkingStep:
    """The sign of f, or most votes."""
    if len(pairs) == 1:
        f, (first, second) = pairs[0].own, terms.classes
        sides: list[Formula] = [function("sign", letter("f")), function("sign", f)] if f else [letter("f")]
        side = chain(*sides, (1.0 if f > 0 else -1.0) if f else 0.0)
        return terms.step("machine_sign", [side], first=first, second=second)
    votes = np.bincount([_vote(pair) for pair in pairs], minlength=len(terms.classes)).astype(float)
    best = function("max", *map(float, votes)) if len(votes) <= 12 else number(votes.max())
    tied = np.sum(votes == votes.max()) > 1
    left = letter("V", terms.classes[winner])
    return terms.step("votes_tie" if tied else "most_votes", [chain(left, best, votes[winner])])
