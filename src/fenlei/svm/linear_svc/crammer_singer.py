r"""All classes in one problem (Crammer and Singer 2001), in the dual, one row at a time.

    minimise ½ Σ_m ‖w_m‖² + Σ c_i max_m (w_mᵀx̃_i + [m ≠ y_i] - w_{y_i}ᵀx̃_i)

Dual: w_m = Σ_i α_im x̃_i with Σ_m α_im = 0 and α_im ≤ c_i [m = y_i]. With a = ‖x̃_i‖² and the slopes
G_m = w_mᵀx̃_i + [m ≠ y_i] the best α_i is

    α_im = c_i [m = y_i] - max(0, D_m - β) / a,   Σ_m max(0, D_m - β) = a c_i
    D_m = G_m - a α_im + a c_i [m = y_i]

where β is found by dropping the D that lie below it (Keerthi et al. 2008). Rows that are optimal leave the
round and are checked again before the end, which is where primal and dual objective meet within `tol`/100.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from fenlei.kernels import Array, exact_kernel
from fenlei.svm.linear_svc.dual_descent import (
    ROUNDING,
    SMALLEST_CURVATURE,
    TIGHTER,
    RowMatrix,
    row_matrix,
    shuffle,
    squared_lengths,
)
from fenlei.svm.linear_svc.loss_sums import LinearSolution

IDLE = 1e-12  # violation of a row that leaves the round
SMALL = 200_000  # values, times classes, up to which the solution is exact whatever `tol` is
FINE, FINEST = 1e-9, 1e-13  # violation that is exact enough, and the smallest that is aimed at


class JointRows(NamedTuple):
    """What the joint problem needs of each row beside its values."""

    codes: Array  # (n,)
    cost: Array  # (n,) c
    square: Array  # (n,) ‖x̃‖²


@exact_kernel
def threshold(D: Array, total: float) -> float:
    """β with Σ max(0, D_m - β) = total: those that prove too small are dropped, until none is."""
    beta, before = -np.inf, D.shape[0] + 1
    while True:
        above, count = 0.0, 0
        for m in range(D.shape[0]):
            if D[m] > beta:
                above += D[m]
                count += 1
        if count == before or count == 0:
            return beta
        beta, before = (above - total) / count, count


@exact_kernel
def violation_of(G: Array, alpha: Array, label: int, cost: float) -> float:
    """How far the slopes of the multipliers that can grow are below the largest."""
    least = np.inf
    for m in range(G.shape[0]):
        if alpha[m] < (cost if m == label else 0.0):
            least = min(least, G[m])
    return max(G.max() - least, 0.0)


@exact_kernel
def slopes(values: Array, columns: Array, W: Array, label: int, out_G: Array) -> None:
    """G_m of one row; four classes at a time, whose sums stay in registers."""
    K = out_G.shape[0]
    whole = K - K % 4
    for m in range(0, whole, 4):
        a, b, c, d = 1.0, 1.0, 1.0, 1.0
        for k in range(values.shape[0]):
            line, value = W[columns[k]], values[k]
            a += value * line[m]
            b += value * line[m + 1]
            c += value * line[m + 2]
            d += value * line[m + 3]
        out_G[m], out_G[m + 1], out_G[m + 2], out_G[m + 3] = a, b, c, d
    for m in range(whole, K):
        total = 1.0
        for k in range(values.shape[0]):
            total += values[k] * W[columns[k], m]
        out_G[m] = total
    out_G[label] -= 1.0


@exact_kernel
def add_to_rows(values: Array, columns: Array, change: Array, out_W: Array) -> None:
    """w_m += change_m x, only for the few classes whose multipliers moved."""
    for m in range(change.shape[0]):
        if change[m] != 0.0:
            for k in range(values.shape[0]):
                out_W[columns[k], m] += values[k] * change[m]


@exact_kernel
def joint_rounds(
    X: RowMatrix, rows: JointRows, tol: float, max_iter: int, seed: np.uint64, out_W: Array, out_alpha: Array
) -> tuple[int, float]:
    """Rounds until no row violates its conditions by more than tol: number of rounds, largest violation."""
    n, K = out_alpha.shape
    order, active, state, count, largest = np.arange(n), n, seed, 0, np.inf
    G, D, change = np.empty(K), np.empty(K), np.empty(K)
    while count < max_iter:
        state, active_before = shuffle(state, active, order), active
        largest, at = 0.0, 0
        while at < active:
            i = order[at]
            a, label, alpha = rows.square[i], rows.codes[i], out_alpha[i]
            start, stop = X.pointers[i], X.pointers[i + 1]
            values, columns = X.values[start:stop], X.columns[start:stop]
            slopes(values, columns, out_W, label, G)
            violation = violation_of(G, alpha, label, rows.cost[i])
            largest = max(largest, violation)
            if violation <= IDLE:
                active -= 1
                order[at], order[active] = order[active], order[at]
                continue
            for m in range(K):
                D[m] = G[m] - a * alpha[m]
            D[label] += a * rows.cost[i]
            beta = threshold(D, a * rows.cost[i])
            for m in range(K):
                best = (rows.cost[i] if m == label else 0.0) - max(0.0, D[m] - beta) / a
                change[m] = best - alpha[m]
                alpha[m] = best
            add_to_rows(values, columns, change, out_W)
            at += 1
        count += 1
        if largest <= tol:
            if active_before == n:
                break
            active = n
    return count, largest


def crammer_singer(
    X: Array, codes: Array, cost: Array, bias: float, K: int, tol: float, max_iter: int, seed: int
) -> tuple[Array, LinearSolution]:
    """Weights (K, p + 1), and how the joint problem ended."""
    n, p = X.shape
    rows: Any = sparse.csr_array(X, dtype=np.float64)
    if bias:
        rows = sparse.hstack([rows, sparse.csr_array(np.full((n, 1), bias))], format="csr")
    W, alpha = np.zeros((p + 1, K)), np.zeros((n, K))
    square, count, aim = np.maximum(squared_lengths(rows), SMALLEST_CURVATURE), 0, max(1.0, tol)
    goal = min(tol, FINE) if rows.nnz * K < SMALL else tol
    matrix, joint = row_matrix(rows), JointRows(codes, cost, square)
    while True:
        rounds, worst = joint_rounds(matrix, joint, aim, max_iter - count, np.uint64(seed + 1), W, alpha)
        count, aim = count + rounds, TIGHTER * aim
        if worst > goal and count < max_iter:  # from coarse to fine, so that no row is polished too early
            continue
        scores = 1.0 + rows @ W[: rows.shape[1]]
        own = scores[np.arange(n), codes] - 1.0
        scores[np.arange(n), codes] -= 1.0
        half = 0.5 * float(np.sum(W * W))
        primal = half + float(cost @ (scores.max(axis=1) - own))
        gap = primal + half - float(alpha[np.arange(n), codes].sum())
        met, done = (worst <= t and gap <= max(0.01 * t, ROUNDING) * primal for t in (goal, tol))
        if met or count >= max_iter or (done and aim < FINEST):
            return W.T.copy(), LinearSolution(W.ravel(), count, primal, float(worst), done)
