r"""The dual of the support vector machine by sequential minimal optimisation.

With β_i = y_i α_i, y_i = ±1 and box sizes C_i, the dual is

    minimise  ½ βᵀ K β - yᵀ β   subject to   Σ β_i = 0,   0 ≤ y_i β_i ≤ C_i,

and f(x) = Σ β_i κ(x_i, x) + b. Let g = K β - y be its gradient, U = {i: β_i can grow}, L = {j: β_j can
shrink}. At the optimum (Karush, Kuhn, Tucker) no pair can gain: max_L g_j - min_U g_i ≤ 0; up to `tol` that
is the stop. A step takes i with the least g in U and j in L with the largest (g_j - g_i)² / (K_ii + K_jj - 2
K_ij), the gain of the pair to second order, and moves β_i up and β_j down by the same amount (Fan, Chen and
Lin 2005).

The steps need the Gram matrix of their rows in memory: all rows, or a working set (`working_sets`).
Precision: K and g are float32 or float64, β is float64. Steps in float32 are twice as fast, and what they
lose in g is corrected when the gradients of all rows are brought up to date.
Cost: O(q) per step for q rows.
Reference: source 002, section 5.2 (the dual, its optimality conditions, SMO).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel

LANES = 128
TAU = 1e-12  # smallest curvature of a pair of rows


class Box(NamedTuple):
    """Bounds of β."""

    low: Array  # (n,) 0 or -C_i
    high: Array  # (n,) C_i or 0


class LazyGram(NamedTuple):
    """A Gram matrix whose rows are copied out of a larger one when they are first needed."""

    values: Array  # (q, q)
    filled: Array  # (q,) whether the row of `values` is filled in
    whole: Array  # (n, n)
    rows: Array  # (q,) the q rows among the n


def whole_gram(K: Array) -> LazyGram:
    """All rows, filled in."""
    return LazyGram(K, np.ones(len(K), np.bool_), K, np.arange(len(K)))


def part_gram(K: Array, rows: Array) -> LazyGram:
    """The given rows and columns of K, none filled in yet."""
    q = len(rows)
    return LazyGram(np.empty((q, q), K.dtype), np.zeros(q, np.bool_), K, rows)


@part_of_kernel
def row_of(gram: LazyGram, i: int) -> Array:
    """Row i of the Gram matrix."""
    row = gram.values[i]
    if not gram.filled[i]:
        source, columns = gram.whole[gram.rows[i]], gram.rows
        for k in range(row.shape[0]):
            row[k] = source[columns[k]]
        gram.filled[i] = True
    return row


class Lanes(NamedTuple):
    """Best of every 128th row, side by side, so that the loops vectorise; all of the type of g."""

    least: Array  # (LANES,)
    most: Array
    at: Array  # where the least is: the row minus its lane


@kernel
def lanes_of(g: Array) -> Lanes:
    """Empty lanes of the type of g."""
    return Lanes(np.empty(LANES, g.dtype), np.empty(LANES, g.dtype), np.empty(LANES, g.dtype))


@part_of_kernel
def partner(g: Array, down: Array, row: Array, diagonal: Array, i: int, lanes: Lanes) -> int:
    """Row j of L with the largest gain (g_j - g_i)² / (K_ii + K_jj - 2 K_ij) to second order, -1 if none."""
    number = g.dtype.type
    nothing, least = number(0), number(TAU)
    gain, at = lanes.most, lanes.at
    n, first, own = g.shape[0], g[i], diagonal[i]
    whole = n - n % LANES
    gain[:] = nothing
    at[:] = nothing
    for c in range(0, whole, LANES):
        for k in range(LANES):
            difference = max(g[c + k] + down[c + k] - first, nothing)
            curvature = max(own + diagonal[c + k] - row[c + k] - row[c + k], least)
            value = difference * difference / curvature
            better = value > gain[k]
            gain[k] = value if better else gain[k]
            at[k] = number(c) if better else at[k]
    j, largest = -1, nothing
    for k in range(LANES):
        if gain[k] > largest:
            j, largest = int(at[k]) + k, gain[k]
    for k in range(whole, n):
        difference = max(g[k] + down[k] - first, nothing)
        value = difference * difference / max(own + diagonal[k] - row[k] - row[k], least)
        if value > largest:
            j, largest = k, value
    return j


@part_of_kernel
def move(
    step: object, row_i: Array, row_j: Array, up: Array, down: Array, lanes: Lanes, out_g: Array
) -> tuple[int, float]:
    """g += step (K_i - K_j); afterwards the row of U with the least g, and max_L g - min_U g."""
    number = out_g.dtype.type
    least, most, at = lanes.least, lanes.most, lanes.at
    n = out_g.shape[0]
    whole = n - n % LANES
    least[:] = number(np.inf)
    most[:] = number(-np.inf)
    at[:] = number(0)
    for c in range(0, whole, LANES):
        for k in range(LANES):
            value = out_g[c + k] + step * (row_i[c + k] - row_j[c + k])
            out_g[c + k] = value
            most[k] = max(most[k], value + down[c + k])
            value += up[c + k]
            better = value < least[k]
            least[k] = value if better else least[k]
            at[k] = number(c) if better else at[k]
    i, lowest, highest = -1, number(np.inf), number(-np.inf)
    for k in range(LANES):
        highest = max(highest, most[k])
        if least[k] < lowest:
            i, lowest = int(at[k]) + k, least[k]
    for k in range(whole, n):
        value = out_g[k] + step * (row_i[k] - row_j[k])
        out_g[k] = value
        highest = max(highest, value + down[k])
        if value + up[k] < lowest:
            i, lowest = k, value + up[k]
    return i, highest - lowest


@kernel
def set_masks(k: int, beta: Array, low: Array, high: Array, out_up: Array, out_down: Array) -> None:
    """0 for a row of U, ∞ for another; 0 for a row of L, -∞ for another."""
    out_up[k] = 0.0 if beta[k] < high[k] else np.inf
    out_down[k] = 0.0 if beta[k] > low[k] else -np.inf


@kernel
def steps(
    gram: LazyGram, low: Array, high: Array, tol: float, limit: int, out_beta: Array, out_g: Array
) -> tuple[int, float, float]:
    """Pair steps until the gap is at most tol, or `limit` steps: number, gap, smallest curvature.

    The Gram matrix (q, q) and g (q,) are of one type, float32 or float64; β is float64.
    """
    n, number, lanes = out_g.shape[0], out_g.dtype.type, lanes_of(out_g)
    diagonal, up, down = np.empty_like(out_g), np.empty_like(out_g), np.empty_like(out_g)
    for k in range(n):
        diagonal[k] = gram.whole[gram.rows[k], gram.rows[k]]
        set_masks(k, out_beta, low, high, up, down)
    count, bend = 0, np.inf
    i, gap = move(number(0), row_of(gram, 0), row_of(gram, 0), up, down, lanes, out_g)
    while gap > tol and count < limit:
        row_i = row_of(gram, i)
        j = partner(out_g, down, row_i, diagonal, i, lanes)
        if j < 0:
            break
        curvature = float(diagonal[i]) + float(diagonal[j]) - 2.0 * float(row_i[j])
        bend = min(bend, curvature)
        step = (float(out_g[j]) - float(out_g[i])) / max(curvature, TAU)
        room_i, room_j = high[i] - out_beta[i], out_beta[j] - low[j]
        step = min(step, room_i, room_j)
        out_beta[i] = high[i] if step == room_i else out_beta[i] + step
        out_beta[j] = low[j] if step == room_j else out_beta[j] - step
        set_masks(i, out_beta, low, high, up, down)
        set_masks(j, out_beta, low, high, up, down)
        i, gap = move(number(step), row_i, row_of(gram, j), up, down, lanes, out_g)
        count += 1
    return count, max(float(gap), 0.0), bend
