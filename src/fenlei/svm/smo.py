r"""The dual of the support vector machine by sequential minimal optimisation in blocks.

With β_i = y_i α_i, y_i = ±1 and box sizes C_i, the dual is

    minimise  ½ βᵀ K β - yᵀ β   subject to   Σ β_i = 0,   0 ≤ y_i β_i ≤ C_i,

and f(x) = Σ β_i κ(x_i, x) + b. Let g = K β - y be its gradient, U = {i: β_i can grow}, L = {j: β_j can
shrink}. At the optimum (Karush, Kuhn, Tucker) no pair can gain: max_L g_j - min_U g_i ≤ 0; up to `tol` that
is the stop. A step takes i with the least g in U and j in L with the largest (g_j - g_i)² / (K_ii + K_jj - 2
K_ij), the gain of the pair to second order, and moves β_i up and β_j down by the same amount (Fan, Chen and
Lin 2005).

Blocks: the steps run inside a working set of the most violating rows, whose Gram matrix is at hand; then one
pass of `combine` brings all gradients up to date. No kernel row is kept, because at few features computing
one anew costs less than fetching it. Rows that stay at a bound with a wide margin leave the passes
(shrinking) until the others are done.

Precision: kernel values are float32 first; the sums are float64. If the error that this can leave in g is
not far below `tol`, g is computed anew in float64 and the steps go on in float64.
Cost: O(n q p) per pass for working sets of q rows; memory q² values of κ and a few blocks.
Reference: source 002, section 5.2 (B-M10, B-M11, B-M14).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel

LANES = 128
TAU = 1e-12  # least curvature of a pair


class Box(NamedTuple):
    """Bounds of β."""

    low: Array  # (n,) 0 or -C_i
    high: Array  # (n,) C_i or 0


@kernel
def argmin_masked(g: Array, mask: Array) -> int:
    """Index of the least g + mask."""
    at, least = -1, np.inf
    for k in range(g.shape[0]):
        value = g[k] + mask[k]
        if value < least:
            at, least = k, value
    return at


@kernel
def best_partner(
    g: Array, mask: Array, row: Array, diagonal: Array, i: int, best: Array, at: Array
) -> tuple[Any, ...]:
    """Index j of the largest second-order gain with i, -1 if there is none, and the largest g_j - g_i."""
    n, first, own = g.shape[0], g[i], diagonal[i]
    whole = n - n % LANES
    best[:] = 0.0
    at[:] = -1
    top = best[LANES:]
    gain = best[:LANES]
    where = at[:LANES]
    for c in range(0, whole, LANES):
        for k in range(LANES):
            difference = max(g[c + k] + mask[c + k] - first, 0.0)
            curvature = max(own + diagonal[c + k] - 2.0 * row[c + k], TAU)
            value = difference * difference / curvature
            top[k] = max(top[k], difference)
            better = value > gain[k]
            gain[k] = value if better else gain[k]
            where[k] = c if better else where[k]
    j, largest, gap = -1, 0.0, 0.0
    for k in range(LANES):
        gap = max(gap, top[k])
        if gain[k] > largest:
            j, largest = where[k] + k, gain[k]
    for k in range(whole, n):
        difference = max(g[k] + mask[k] - first, 0.0)
        curvature = max(own + diagonal[k] - 2.0 * row[k], TAU)
        gap = max(gap, difference)
        if difference * difference / curvature > largest:
            j, largest = k, difference * difference / curvature
    return j, gap


@kernel
def move(step: float, row_i: Array, row_j: Array, mask: Array, best: Array, at: Array, out_g: Array) -> int:
    """g += step (K_i - K_j), and the index of the least g + mask afterwards."""
    n = out_g.shape[0]
    whole = n - n % LANES
    best[:] = np.inf
    at[:] = -1
    least = best[:LANES]
    where = at[:LANES]
    for c in range(0, whole, LANES):
        for k in range(LANES):
            value = out_g[c + k] + step * (row_i[c + k] - row_j[c + k])
            out_g[c + k] = value
            value += mask[c + k]
            better = value < least[k]
            least[k] = value if better else least[k]
            where[k] = c if better else where[k]
    i, lowest = -1, np.inf
    for k in range(LANES):
        if least[k] < lowest:
            i, lowest = where[k] + k, least[k]
    for k in range(whole, n):
        value = out_g[k] + step * (row_i[k] - row_j[k])
        out_g[k] = value
        if value + mask[k] < lowest:
            i, lowest = k, value + mask[k]
    return i


@kernel
def steps(
    K: Array, low: Array, high: Array, tol: float, limit: int, out_beta: Array, out_g: Array
) -> tuple[Any, ...]:
    """Pair steps until the gap is at most tol, or `limit` steps: number, gap, least curvature met."""
    n = K.shape[0]
    diagonal, up, down = np.empty(n), np.empty(n), np.empty(n)
    for k in range(n):
        diagonal[k] = K[k, k]
        up[k] = 0.0 if out_beta[k] < high[k] else np.inf
        down[k] = 0.0 if out_beta[k] > low[k] else -np.inf
    best, at = np.empty(2 * LANES), np.empty(2 * LANES, np.int64)
    count, gap, bend = 0, 0.0, np.inf
    i = argmin_masked(out_g, up)
    while i >= 0:
        j, gap = best_partner(out_g, down, K[i], diagonal, i, best, at)
        if gap <= tol or j < 0 or count >= limit:
            break
        curvature = diagonal[i] + diagonal[j] - 2.0 * K[i, j]
        bend = min(bend, curvature)
        step = (out_g[j] - out_g[i]) / max(curvature, TAU)
        room_i, room_j = high[i] - out_beta[i], out_beta[j] - low[j]
        step = min(step, room_i, room_j)
        out_beta[i] = high[i] if step == room_i else out_beta[i] + step
        out_beta[j] = low[j] if step == room_j else out_beta[j] - step
        up[i] = 0.0 if out_beta[i] < high[i] else np.inf
        up[j] = 0.0 if out_beta[j] < high[j] else np.inf
        down[i] = 0.0 if out_beta[i] > low[i] else -np.inf
        down[j] = 0.0 if out_beta[j] > low[j] else -np.inf
        i = move(step, K[i], K[j], up, best, at, out_g)
        count += 1
    return count, gap, bend
