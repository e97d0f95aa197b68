r"""The dual of the linear machine, one row at a time, for many features.

    minimise ½ ‖Σ α_i y_i x̃_i‖² + ½ Σ D_i α_i² - Σ α_i,   0 ≤ α_i ≤ U_i
    hinge            U_i = c_i,   D_i = 0
    squared hinge    U_i = ∞,     D_i = 1 / (2 c_i)

One α_i at a time, α_i ← clip(α_i - G_i / (‖x̃_i‖² + D_i)) with G_i = y_i wᵀx̃_i - 1 + D_i α_i, while
w = Σ α_i y_i x̃_i is kept up to date (Hsieh et al. 2008). Rows are visited in a random order, of which the
optimum does not depend; those whose α stays at a bound leave the round (shrinking) and are looked at again
before the end. The end is where the projected gradients span at most `tol` and the objective is proved to be
within `tol`/100 of the minimum by the dual's value, which is never above it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.kernels import Array, exact_kernel, kernel, part_of_kernel
from fenlei.kernels.matrices import is_sparse
from fenlei.svm.linear_svc.loss_sums import LinearProblem, LinearSolution, short_of_margin

SMALLEST_CURVATURE = 1e-12
ROUNDING = 1e-12  # relative gap between primal and dual objective that counts as 0
TIGHTER = 0.3  # tolerance of the next rounds if the proof failed


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
def dense_product(row: Array, w: Array) -> float:
    total = 0.0
    for k in range(row.shape[0]):
        total += row[k] * w[k]
    return total


@part_of_kernel
def dense_add(row: Array, amount: float, out_w: Array) -> None:
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
    for k in range(data.shape[0]):
        out_w[indices[k]] += amount * data[k]


@part_of_kernel
def judged(G: float, alpha: float, upper: float, limits: Array, out_seen: Array) -> int:
    """Projected gradient of one α against the limits of the last round: 0 leaves, 1 stays put, 2 moves."""
    projected = G
    if alpha == 0.0:
        if limits[1] < G:
            return 0
        projected = min(G, 0.0)
    elif alpha == upper:
        if limits[0] > G:
            return 0
        projected = max(G, 0.0)
    out_seen[0] = min(out_seen[0], projected)
    out_seen[1] = max(out_seen[1], projected)
    return 2 if abs(projected) > 1e-14 else 1


@kernel
def dual_rounds(
    X: Array, data: Array, indices: Array, indptr: Array, y: Array, upper: Array, diagonal: Array,
    curvature: Array, bias: float, tol: float, max_iter: int, seed: np.uint64, out_w: Array, out_alpha: Array,
) -> tuple[Any, ...]:  # fmt: skip
    """Rounds until the projected gradients span at most tol: number of rounds, span."""
    n, dense = y.shape[0], X.shape[0] > 0
    order, active = np.arange(n), n
    limits, seen = np.array([-np.inf, np.inf]), np.empty(2)
    state, count, last = seed, 0, out_w.shape[0] - 1
    inner = out_w[:last]
    seen[0], seen[1] = -np.inf, np.inf
    while count < max_iter:
        state = shuffle(state, active, order)
        seen[0], seen[1] = np.inf, -np.inf
        at = 0
        while at < active:
            i = order[at]
            start, stop = indptr[i], indptr[i + 1]
            product = bias * out_w[last]
            if dense:
                product += dense_product(X[i], inner)
            else:
                product += sparse_product(data[start:stop], indices[start:stop], inner)
            alpha = out_alpha[i]
            G = y[i] * product - 1.0 + diagonal[i] * alpha
            what = judged(G, alpha, upper[i], limits, seen)
            if what == 0:
                active -= 1
                order[at], order[active] = order[active], order[at]
                continue
            if what == 2:
                out_alpha[i] = min(max(alpha - G / curvature[i], 0.0), upper[i])
                amount = (out_alpha[i] - alpha) * y[i]
                if dense:
                    dense_add(X[i], amount, inner)
                else:
                    sparse_add(data[start:stop], indices[start:stop], amount, inner)
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


def parts(X: Any) -> tuple[Any, ...]:
    """Dense rows and CSR arrays, one of them empty: indices without a sign need no look at negative ones."""
    if is_sparse(X):
        unsigned = np.uint32 if X.indices.dtype.itemsize == 4 else np.uint64
        return np.empty((0, 0), X.data.dtype), X.data, X.indices.view(unsigned), X.indptr
    return X, np.empty(0, X.dtype), np.empty(0, np.uint32), np.zeros(X.shape[0] + 1, np.int32)


def squared_lengths(X: Any) -> Array:
    """‖x_i‖²."""
    if is_sparse(X):
        squares = np.append(X.data.astype(np.float64) ** 2, 0.0)
        return np.add.reduceat(squares, X.indptr[:-1]) * (np.diff(X.indptr) > 0)
    return np.einsum("ij,ij->i", X, X, dtype=np.float64)


def dual_descent(problem: LinearProblem, squared: bool, tol: float, max_iter: int, seed: int) -> Any:
    """The function from y to the minimum of ½ ‖w‖² + Σ c_i max(0, 1 - z_i), or of its squares."""
    n, p = problem.X.shape
    upper = np.full(n, np.inf) if squared else problem.cost
    diagonal = 0.5 / problem.cost if squared else np.zeros(n)
    curvature = np.maximum(squared_lengths(problem.X) + problem.bias**2 + diagonal, SMALLEST_CURVATURE)
    matrix, box = parts(problem.X), (upper, diagonal, curvature, problem.bias)

    def solution(y: Array) -> LinearSolution:
        own, w, alpha, count, aim = problem._replace(y=y), np.zeros(p + 1), np.zeros(n), 0, tol
        while True:
            state = (max_iter - count, np.uint64(seed + 1), w, alpha)
            rounds, span = dual_rounds(*matrix, y, *box, aim, *state)
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
