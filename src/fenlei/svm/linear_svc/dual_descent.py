r"""The dual of the linear machine, one row at a time, for many features.

    minimise ½ ‖Σ α_i y_i x̃_i‖² + ½ Σ D_i α_i² - Σ α_i,   0 ≤ α_i ≤ U_i
    hinge            U_i = c_i,   D_i = 0
    squared hinge    U_i = ∞,     D_i = 1 / (2 c_i)

One α_i at a time, α_i ← clip(α_i - G_i / (‖x̃_i‖² + D_i)) with G_i = y_i wᵀx̃_i - 1 + D_i α_i, while
w = Σ α_i y_i x̃_i is kept up to date (Hsieh et al. 2008). Rows are visited in a random order, on which the
optimum does not depend; those whose α stays at a bound leave the round (shrinking) and are checked again
before the end. The end is where the projected gradients span at most `tol` and the objective is proved to be
within `tol`/100 of the minimum by the dual's value, which is never above it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, exact_kernel, kernel, part_of_kernel
from fenlei.kernels.matrices import is_sparse
from fenlei.svm.linear_svc.loss_sums import LinearProblem, LinearSolution, short_of_margin
from fenlei.svm.linear_svc.newton import dot

SMALLEST_CURVATURE = 1e-12
ROUNDING = 1e-12  # relative gap between primal and dual objective that counts as 0
TIGHTER = 0.3  # tolerance of the next rounds if the proof failed
LEAVES, STAYS, MOVES = 0, 1, 2


class RowMatrix(NamedTuple):
    """Rows as compiled functions take them: dense, or CSR; the other form is empty."""

    dense: Array  # (n, p)
    values: Array  # (stored,)
    columns: Array  # (stored,) unsigned: no check for negative indices
    pointers: Array  # (n + 1,)


class DualBox(NamedTuple):
    """Bounds and curvature of each α."""

    upper: Array  # (n,) U
    diagonal: Array  # (n,) D
    curvature: Array  # (n,) ‖x̃‖² + D
    bias: float  # B


@part_of_kernel
def next_random(state: np.uint64) -> np.uint64:
    """One step of xorshift."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@part_of_kernel
def shuffle(state: np.uint64, n: int, out_order: Array) -> np.uint64:
    """A random order of the first n entries."""
    for k in range(n - 1, 0, -1):
        state = next_random(state)
        other = ((state >> np.uint64(32)) * np.uint64(k + 1)) >> np.uint64(32)
        out_order[k], out_order[other] = out_order[other], out_order[k]
    return state


@part_of_kernel
def dense_add(row: Array, amount: float, out_w: Array) -> None:
    """w += amount x."""
    for k in range(row.shape[0]):
        out_w[k] += amount * row[k]


@exact_kernel
def sparse_product(data: Array, indices: Array, w: Array) -> float:
    """Σ x_k w_k in order: gathers by vector instructions are three times slower."""
    total = 0.0
    for k in range(data.shape[0]):
        total += data[k] * w[indices[k]]
    return total


@exact_kernel
def sparse_add(data: Array, indices: Array, amount: float, out_w: Array) -> None:
    """w += amount x."""
    for k in range(data.shape[0]):
        out_w[indices[k]] += amount * data[k]


@part_of_kernel
def next_action(G: float, alpha: float, upper: float, limits: Array, out_seen: Array) -> int:
    """Projected gradient of one α against the limits of the last round: LEAVES, STAYS or MOVES."""
    projected = G
    if alpha == 0.0:
        if limits[1] < G:
            return LEAVES
        projected = min(G, 0.0)
    elif alpha == upper:
        if limits[0] > G:
            return LEAVES
        projected = max(G, 0.0)
    out_seen[0] = min(out_seen[0], projected)
    out_seen[1] = max(out_seen[1], projected)
    return MOVES if abs(projected) > 1e-14 else STAYS


@kernel
def dual_rounds(
    X: RowMatrix,
    box: DualBox,
    y: Array,
    tol: float,
    max_iter: int,
    seed: np.uint64,
    out_w: Array,
    out_alpha: Array,
) -> tuple[int, float]:
    """Rounds until the projected gradients span at most tol: number of rounds, span.

    One function: records that are handed on count references at every row, a third of the time.
    """
    dense, values, columns, pointers = X
    upper, diagonal, curvature, bias = box
    n, last = y.shape[0], out_w.shape[0] - 1
    order, active, inner = np.arange(n), n, out_w[:last]
    limits, seen = np.array([-np.inf, np.inf]), np.array([-np.inf, np.inf])
    state, count = seed, 0
    while count < max_iter:
        state = shuffle(state, active, order)
        seen[0], seen[1] = np.inf, -np.inf
        at = 0
        while at < active:
            i = order[at]
            start, stop, alpha = pointers[i], pointers[i + 1], out_alpha[i]
            product = bias * out_w[last]
            if dense.shape[0] > 0:
                product += dot(dense[i], inner)
            else:
                product += sparse_product(values[start:stop], columns[start:stop], inner)
            G = y[i] * product - 1.0 + diagonal[i] * alpha
            action = next_action(G, alpha, upper[i], limits, seen)
            if action == LEAVES:
                active -= 1
                order[at], order[active] = order[active], order[at]
                continue
            if action == MOVES:
                out_alpha[i] = min(max(alpha - G / curvature[i], 0.0), upper[i])
                amount = (out_alpha[i] - alpha) * y[i]
                if dense.shape[0] > 0:
                    dense_add(dense[i], amount, inner)
                else:
                    sparse_add(values[start:stop], columns[start:stop], amount, inner)
                out_w[last] += amount * bias
            at += 1
        count += 1
        if active == 0 or seen[1] - seen[0] <= tol:
            if active == n:
                break
            active = n
            limits[0], limits[1] = -np.inf, np.inf
            continue
        limits[0] = seen[0] if seen[0] < 0 else -np.inf
        limits[1] = seen[1] if seen[1] > 0 else np.inf
    return count, max(seen[1] - seen[0], 0.0)


def row_matrix(X: Any) -> RowMatrix:
    """The rows of X (n, p), dense or CSR."""
    if is_sparse(X):
        unsigned = np.uint32 if X.indices.dtype.itemsize == 4 else np.uint64
        return RowMatrix(np.empty((0, 0), X.data.dtype), X.data, X.indices.view(unsigned), X.indptr)
    return RowMatrix(X, np.empty(0, X.dtype), np.empty(0, np.uint32), np.zeros(X.shape[0] + 1, np.int32))


def squared_lengths(X: Any) -> Array:
    """‖x_i‖²."""
    if is_sparse(X):
        squares = np.append(X.data.astype(np.float64) ** 2, 0.0)
        return np.add.reduceat(squares, X.indptr[:-1]) * (np.diff(X.indptr) > 0)
    return np.einsum("ij,ij->i", X, X, dtype=np.float64)


def dual_descent(
    problem: LinearProblem, squared: bool, tol: float, max_iter: int, seed: int
) -> Callable[[Array], LinearSolution]:
    """The function from y to the minimum of ½ ‖w‖² + Σ c_i max(0, 1 - z_i), or of its squares."""
    n, p = problem.X.shape
    upper = np.full(n, np.inf) if squared else problem.cost
    diagonal = 0.5 / problem.cost if squared else np.zeros(n)
    curvature = np.maximum(squared_lengths(problem.X) + problem.bias**2 + diagonal, SMALLEST_CURVATURE)
    X, box = row_matrix(problem.X), DualBox(upper, diagonal, curvature, problem.bias)

    def solution(y: Array) -> LinearSolution:
        own, w, alpha, count, aim = problem._replace(y=y), np.zeros(p + 1), np.zeros(n), 0, tol
        while True:
            rounds, span = dual_rounds(X, box, y, aim, max_iter - count, np.uint64(seed + 1), w, alpha)
            count += rounds
            short = short_of_margin(own, w)
            half = 0.5 * float(w @ w)
            primal = half + float(problem.cost @ (short * short if squared else short))
            dual = float(alpha.sum()) - half - 0.5 * float(diagonal @ (alpha * alpha))
            done = span <= tol and primal - dual <= max(0.01 * tol, ROUNDING) * primal
            if done or count >= max_iter:
                return LinearSolution(w, count, primal, float(span), done)
            aim *= TIGHTER

    return solution
