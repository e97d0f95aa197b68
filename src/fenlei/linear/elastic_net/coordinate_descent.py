r"""Coordinate descent: one weight at a time goes to its minimum, until the duality gap is small.

    F(w) = ½ Σ v (ỹ - x̃ᵀw)² + λ ‖w‖₁ + ½ β ‖w‖²          (x̃, ỹ from their means; λ, β ≥ 0)

Along w_j alone F is a parabola with a kink. With the slope g_j = Σ v x̃_j (ỹ - x̃ᵀw) and S_jj = Σ v x̃_j²,

    w_j = S(g_j + S_jj w_j, λ) / (S_jj + β),        S(v, λ) = sign(v) max(|v| - λ, 0)

(for w ≥ 0: 0 where v < 0). A dual point is the residual r = ỹ - x̃ᵀw, shortened by s = min(1, λ / max|a_j|),
a_j = g_j - β w_j, so that it is feasible. Primal less dual value bounds how far F(w) is from its minimum:

    gap = ½ (1 + s²) (‖r‖² + β ‖w‖²) + λ ‖w‖₁ - s rᵀy

Screening: a feature with 1 - |a_j| / max(λ, max|a|) > √(2 gap (S_jj + β)) / λ has weight 0 at every minimum
(the gap-safe sphere), and one whose weight is 0 already leaves the rounds.

Two forms of the same descent. On products S (p, p): all slopes are kept, a step costs p. On columns (p, m) of
fewer rows than features: the residual is kept, slope and step cost m each.
Reference: Friedman, Hastie and Tibshirani 2010, section 2; Ndiaye et al. 2017, section 3 (screening).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, exact_kernel, kernel, part_of_kernel
from fenlei.kernels.soft_threshold import soft_threshold_of


class ElasticPenalty(NamedTuple):
    """What is added to half the squares."""

    l1: float  # λ
    l2: float  # β
    positive: bool  # w ≥ 0


class DescentRounds(NamedTuple):
    """How long the rounds go on."""

    tol: float  # largest step beside the largest weight; gap beside Σ v ỹ²
    max_iter: int
    seed: int  # of the order of the weights; 0: as they are


@part_of_kernel
def next_draw(state: int) -> int:
    """The next state of 32 bits, by shifts (Marsaglia 2003): those of scikit-learn's coordinate descent."""
    state ^= (state << 13) & 0xFFFFFFFF
    state ^= state >> 17
    return state ^ ((state << 5) & 0xFFFFFFFF)


@part_of_kernel
def minimum_along(product: float, square: float, penalty: ElasticPenalty) -> float:
    """The weight at the minimum along its coordinate; `product` is g_j + S_jj w_j."""
    if abs(product) <= penalty.l1 or (penalty.positive and product < 0.0):
        return 0.0
    return soft_threshold_of(product, penalty.l1) / (square + penalty.l2)


@part_of_kernel
def largest_product(slope: Array, w: Array, penalty: ElasticPenalty) -> float:
    """max |a_j|, or max a_j for w ≥ 0, a = g - β w."""
    largest = -np.inf if penalty.positive else 0.0
    for j in range(w.shape[0]):
        a = slope[j] - penalty.l2 * w[j]
        largest = max(largest, a if penalty.positive else abs(a))
    return largest


@part_of_kernel
def duality_gap(slope: Array, w: Array, rr: float, ry: float, penalty: ElasticPenalty) -> float:
    """Bound on F(w) less its minimum; rr = ‖r‖², ry = rᵀy.

    Without l1 penalty every point is feasible: the gap of ridge regression. Without any there is no
    dual point but the solution's; then ‖g‖². For w ≥ 0 a slope below 0 is no fault of a weight of 0.
    """
    l1, l2, positive = penalty
    absolute, squares, slopes = 0.0, 0.0, 0.0
    for j in range(w.shape[0]):
        absolute += abs(w[j])
        squares += w[j] * w[j]
        if not positive or slope[j] > 0.0 or (l2 == 0.0 and w[j] > 0.0):
            slopes += slope[j] * slope[j]
    if l1 == 0.0:
        return slopes if l2 == 0.0 else rr + 0.5 * l2 * squares - ry + 0.5 * slopes / l2
    largest = largest_product(slope, w, penalty)
    share = l1 / largest if largest > l1 else 1.0
    return 0.5 * (1.0 + share * share) * (rr + l2 * squares) + l1 * absolute - share * ry


@part_of_kernel
def screened(
    slope: Array,
    w: Array,
    diagonal: Array,
    gap: float,
    penalty: ElasticPenalty,
    count: int,
    out_active: Array,
) -> int:
    """How many of the first `count` features may have a weight; they come first in `out_active`."""
    l1, l2, _ = penalty
    if l1 == 0.0:
        return count
    bound = max(l1, largest_product(slope, w, penalty))
    radius, kept = np.sqrt(2.0 * abs(gap)) / l1, 0
    for at in range(count):
        j = out_active[at]
        a = slope[j] - l2 * w[j]
        if w[j] != 0.0 or 1.0 - abs(a) / bound <= radius * np.sqrt(diagonal[j] + l2):
            out_active[kept] = j
            kept += 1
    return kept


@part_of_kernel
def with_spread(diagonal: Array, out_w: Array, out_active: Array) -> int:
    """Put the features that have a spread first; the weights of the others are 0."""
    count = 0
    for j in range(out_w.shape[0]):
        if diagonal[j] > 0.0:
            out_active[count] = j
            count += 1
        else:
            out_w[j] = 0.0
    return count


@part_of_kernel
def add_multiple(amount: float, row: Array, out: Array) -> None:
    """Add amount times the row."""
    for k in range(row.shape[0]):
        out[k] += amount * row[k]


@part_of_kernel
def inner(a: Array, b: Array) -> float:
    """The inner product."""
    total = 0.0
    for k in range(a.shape[0]):
        total += a[k] * b[k]
    return total


@exact_kernel
def descend_products(
    S: Array, c: Array, yy: float, penalty: ElasticPenalty, rounds: DescentRounds, out_w: Array
) -> tuple[float, int]:
    """Descent on products S (p, p), c (p,) = Σ v x̃ ỹ, yy = Σ v ỹ²: the gap reached, and the rounds."""
    tol, max_iter, state = rounds
    diagonal, active, slope = np.diag(S).copy(), np.empty(len(c), np.int64), c.copy()
    count = with_spread(diagonal, out_w, active)
    for j in range(len(c)):
        if out_w[j] != 0.0:
            add_multiple(-out_w[j], S[j], slope)
    for turn in range(max_iter + 1):
        largest, change = 0.0, 0.0
        for at in range(count if turn > 0 else 0):
            pick = at
            if state:
                state = next_draw(state)
                pick = (state & 0x7FFFFFFF) % count
            j = active[pick]
            before = out_w[j]
            out_w[j] = minimum_along(slope[j] + diagonal[j] * before, diagonal[j], penalty)
            if out_w[j] != before:
                add_multiple(before - out_w[j], S[j], slope)
            change, largest = max(change, abs(out_w[j] - before)), max(largest, abs(out_w[j]))
        if turn == 0 or change <= tol * largest or turn == max_iter:
            wc = inner(out_w, c)
            gap = duality_gap(slope, out_w, yy - wc - inner(out_w, slope), yy - wc, penalty)
            if gap <= tol * yy and (turn > 0 or gap >= 0.0):
                break
            count = screened(slope, out_w, diagonal, gap, penalty, count, active)
    return gap, turn


@kernel
def descend_columns(
    columns: Array, y: Array, yy: float, penalty: ElasticPenalty, rounds: DescentRounds, out_w: Array
) -> tuple[float, int]:
    """Descent on columns (p, m) and their target y (m,), yy = yᵀy: the gap reached, and the rounds."""
    tol, max_iter, state = rounds
    p = columns.shape[0]
    diagonal, active, slope, residual = np.empty(p), np.empty(p, np.int64), np.empty(p), y.copy()
    for j in range(p):
        diagonal[j] = inner(columns[j], columns[j])
    count = with_spread(diagonal, out_w, active)
    for j in range(p):
        if out_w[j] != 0.0:
            add_multiple(-out_w[j], columns[j], residual)
    for turn in range(max_iter + 1):
        largest, change = 0.0, 0.0
        for at in range(count if turn > 0 else 0):
            pick = at
            if state:
                state = next_draw(state)
                pick = (state & 0x7FFFFFFF) % count
            j = active[pick]
            before = out_w[j]
            product = inner(columns[j], residual) + diagonal[j] * before
            out_w[j] = minimum_along(product, diagonal[j], penalty)
            if out_w[j] != before:
                add_multiple(before - out_w[j], columns[j], residual)
            change, largest = max(change, abs(out_w[j] - before)), max(largest, abs(out_w[j]))
        if turn == 0 or change <= tol * largest or turn == max_iter:
            for j in range(p):
                slope[j] = inner(columns[j], residual)
            gap = duality_gap(slope, out_w, inner(residual, residual), inner(residual, y), penalty)
            if gap <= tol * yy and (turn > 0 or gap >= 0.0):
                break
            count = screened(slope, out_w, diagonal, gap, penalty, count, active)
    return gap, turn
