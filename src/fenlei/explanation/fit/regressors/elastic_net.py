"""The fit of the lasso and the elastic net: sums, soft-threshold steps round by round, the duality gap."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.errors import UsageError
from fenlei.explanation.fit.iterations import in_full, thinned
from fenlei.explanation.fit.moments import centred_products, mean_chain
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
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.trace import budgets

if TYPE_CHECKING:
    from fenlei.linear import ElasticNet

MOST_FEATURES = 8  # whose steps are written out
MOST_NUMBERS = 4_000_000  # of a table whose residuals are gone through again


class CentredSums(NamedTuple):
    """What the descent needs of the rows."""

    X: Array  # (n, r) the first columns from the means, or from 0
    y: Array  # (n,)
    S: Array  # (p, p)
    c: Array  # (p,)
    l1: float  # λ = n α ρ
    l2: float  # β = n α (1 - ρ)


def fit(model: ElasticNet, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Means, sums, soft-threshold steps, the gap, the intercept."""
    if rows.y is None:
        raise UsageError("explain.no_labels", model=type(model).__name__)
    if np.ndim(rows.y) != 1:
        raise UsageError("explain.no_setting", model=type(model).__name__, setting=phrase("setting.targets"))
    y = np.asarray(rows.y, dtype=float)
    centre = float(model.fit_intercept)
    x_mean, y_mean = centre * rows.X.mean(axis=0), centre * float(y.mean())
    n, centred = len(y), y - y_mean
    price = n * float(model.alpha)
    l1, l2 = price * float(model.l1_ratio), price * (1.0 - float(model.l1_ratio))
    S, c = centred_products(rows.X, centred[:, None], x_mean, np.zeros(1), rows.X.shape[1])
    sums = CentredSums(rows.X[:, :MOST_FEATURES] - x_mean[:MOST_FEATURES], centred, S, c[:, 0], l1, l2)
    coef = np.ravel(model.coef_).astype(float)
    means = [_mean_step(rows.X, y, x_mean, y_mean, terms)] if centre else []
    ends = (
        [_intercept_step(coef, float(np.ravel(model.intercept_)[0]), x_mean, y_mean, terms)] if centre else []
    )
    return [
        *means,
        _sum_step(model, sums, terms),
        _round_step(model, sums, coef, terms),
        _gap_step(model, sums, rows.X - x_mean if n * len(coef) <= MOST_NUMBERS else None, coef, terms),
        *ends,
    ]


def _mean_step(X: Array, y: Array, x_mean: Array, y_mean: float, terms: ModelTerms) -> WorkingStep:
    shown = range(min(X.shape[1], MOST_FEATURES))
    chains = [mean_chain(letter("x̄", terms.features[j]), X[:, j], x_mean[j]) for j in shown]
    return terms.step("fit_centre", [*chains, mean_chain(letter("ȳ"), y, y_mean)])


def _sum_step(model: ElasticNet, sums: CentredSums, terms: ModelTerms) -> WorkingStep:
    """S_jj = Σ x̃², c_j = Σ x̃ ỹ, λ and β."""
    chains: list[Chain] = []
    for j in range(min(len(sums.c), MOST_FEATURES)):
        name, x = terms.features[j], sums.X[:, j]
        chains.append(
            chain(letter("S", name), total("i", squared(letter("x̃", "i"))), summed(x * x), sums.S[j, j])
        )
        products = [times(float(a), float(b)) for a, b in zip(x[:9], sums.y[:9], strict=True)]
        letters = total("i", times(letter("x̃", "i"), letter("ỹ", "i")))
        chains.append(chain(letter("c", name), letters, added(products, x * sums.y), sums.c[j]))
    n, alpha, ratio = float(len(sums.y)), float(model.alpha), float(model.l1_ratio)
    l1_letters = times(letter("n"), letter("α"), letter("ρ"))
    l2_letters = times(letter("n"), letter("α"), plus(1.0, minus(letter("ρ"))))
    chains.append(chain(letter("λ"), l1_letters, times(n, alpha, ratio), sums.l1))
    chains.append(chain(letter("β"), l2_letters, times(n, alpha, plus(1.0, minus(ratio))), sums.l2))
    return terms.step("fit_net_sums", chains)


def _round_step(model: ElasticNet, sums: CentredSums, coef: Array, terms: ModelTerms) -> WorkingStep:
    """w_j = S(g_j + S_jj w_j, λ) / (S_jj + β), one weight after the other, round after round."""
    found, frames = _weights_by_round(model), list[Frame]()
    own = np.allclose(found[-1][1], coef, rtol=1e-9, atol=1e-12)  # else draws or a start that are not kept
    pairs = list(pairwise(found)) if own else []
    shown = [pairs[t] for t in thinned(len(pairs))]
    full = in_full(list(range(len(shown))))
    for t, ((before, w), (r, after)) in enumerate(shown):
        alone = r == before + 1 and model.selection == "cyclic"  # one round, weights in their order
        chains = _steps(model, sums, w, after, terms) if alone and t in full else []
        largest = float(np.abs(after - w).max(initial=0.0))
        lines = [(terms.features[j], w[j], after[j]) for j in range(min(len(coef), 20))]
        grid = terms.grid("net_round", terms.words("feature", "weight_before", "weight_after"), lines)
        frames.append(Frame(terms.say("net_round", number=r, change=f"{largest:.6g}"), tuple(chains), grid))
    last = [
        chain(letter("w", terms.features[j]), *([found[-1][1][j]] if own else []), coef[j])
        for j in range(min(len(coef), MOST_FEATURES))
    ]
    facts: dict[str, Any] = {"rounds": int(np.max(model.n_iter_)), "shown": len(shown)}
    return terms.step("fit_net_rounds" if own else "fit_net_drawn", last, frames=frames, **facts)


def _weights_by_round(model: ElasticNet) -> list[tuple[int, Array]]:
    """The number of rounds and the weights after them, from the start on, by the model's own steps."""
    from fenlei.linear.elastic_net.descent_problem import descend, descent_problem, rounds_of, scaled_penalty

    p = model.n_features_in_
    problem = descent_problem(model.summary_, p, bool(model.fit_intercept))
    penalty = scaled_penalty(problem.n, float(model.alpha), float(model.l1_ratio), bool(model.positive))
    if model.selection == "random" and not isinstance(model.random_state, int):
        return [(0, np.full(p, np.nan))]
    first = rounds_of(model.tol, model.max_iter, model.selection, model.random_state)
    found = [(0, np.zeros(p))]
    for r in budgets(int(np.max(model.n_iter_))):
        found.append((r, descend(problem, 0, penalty, first._replace(max_iter=r), np.zeros(p)).w))
    return found


def _steps(
    model: ElasticNet, sums: CentredSums, before: Array, after: Array, terms: ModelTerms
) -> list[Chain]:
    """The soft threshold of each weight; those that screening left out are not among them."""
    chains: list[Chain] = []
    w = before.copy()
    for j in range(len(w)):
        square = sums.S[j, j]
        slope = float(sums.c[j] - sums.S[j] @ w)
        v, w[j] = slope + square * float(w[j]), after[j]
        size = v if model.positive else abs(v)
        found = np.sign(v) * max(size - sums.l1, 0.0) / (square + sums.l2) if square > 0 else 0.0
        if len(chains) == MOST_FEATURES or not np.isclose(found, after[j], rtol=1e-7, atol=1e-12):
            continue
        left: Formula = letter("w", terms.features[j])
        if square <= 0:
            chains.append(chain(left, 0.0))
            continue
        below = plus(float(square), sums.l2) if sums.l2 else number(square)
        chains.append(chain(left, over(_threshold(v, sums.l1, bool(model.positive)), below), after[j]))
    return chains


def _threshold(v: float, l1: float, positive: bool) -> Formula:
    """sign(v) max(|v| - λ, 0); of weights of at least 0 max(v - λ, 0)."""
    if positive:
        return function("max", plus(v, minus(l1)), 0.0)
    return times(function("sign", v), function("max", plus(function("abs", v), minus(l1)), 0.0))


def _gap_step(
    model: ElasticNet, sums: CentredSums, X: Array | None, coef: Array, terms: ModelTerms
) -> WorkingStep:
    """The slopes at the end, and the largest distance to the minimum; X is None if it is too large."""
    if X is None:
        slope, squares_of = sums.c - sums.S @ coef, float(sums.y @ sums.y)
        ry = squares_of - float(coef @ sums.c)
        rr = ry - float(coef @ slope)
    else:
        residual = sums.y - X @ coef
        slope, rr, ry = X.T @ residual, float(residual @ residual), float(residual @ sums.y)
    lines = [(terms.features[j], coef[j], slope[j], sums.l1) for j in range(min(len(coef), 50))]
    grid = terms.grid("net_slopes", terms.words("feature", "coefficient", "net_slope", "net_limit"), lines)
    if sums.l1 == 0.0:
        return terms.step("fit_net_slopes", [chain(letter("gap"), float(np.max(model.dual_gap_)))], [grid])
    a = slope - sums.l2 * coef
    largest = float(a.max() if model.positive else np.abs(a).max(initial=0.0))
    share = min(1.0, sums.l1 / largest) if largest > 0 else 1.0
    n = float(len(sums.y))
    absolute, squares = float(np.abs(coef).sum()), float(coef @ coef)
    half = over(plus(1.0, squared(share)), 2.0)
    first = times(half, plus(rr, times(sums.l2, squares)))
    put_in = over(plus(first, times(sums.l1, absolute), minus(times(share, ry))), n)
    chains = [
        chain(
            letter("s"), function("min", 1.0, over(sums.l1, largest)) if largest > 0 else number(1.0), share
        ),
        chain(letter("gap"), put_in, float(_gap_value(share, rr, ry, sums, absolute, squares, n))),
    ]
    return terms.step("fit_net_gap", chains, [grid], gap=f"{float(np.max(model.dual_gap_)):.6g}")


def _gap_value(
    share: float, rr: float, ry: float, sums: CentredSums, absolute: float, squares: float, n: float
) -> float:
    """½ (1 + s²) (‖r‖² + β ‖w‖²) + λ ‖w‖₁ - s rᵀỹ, over n."""
    first = 0.5 * (1.0 + share * share) * (rr + sums.l2 * squares)
    return (first + sums.l1 * absolute - share * ry) / n


def _intercept_step(coef: Array, b: float, x_mean: Array, y_mean: float, terms: ModelTerms) -> WorkingStep:
    put_in = plus(y_mean, minus(summed(coef * x_mean)))
    return terms.step("fit_intercept", [chain(letter("b"), put_in, b)])
