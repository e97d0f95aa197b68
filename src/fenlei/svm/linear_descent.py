r"""Coordinate descent for the linear machines that have no second derivative.

Hinge loss with ½ ‖w‖², in the dual (Hsieh et al. 2008): minimise ½ ‖Σ α_i y_i x̃_i‖² - Σ α_i, 0 ≤ α_i ≤ c_i.
One α_i at a time, α_i ← clip(α_i - G_i / ‖x̃_i‖²) with G_i = y_i wᵀx̃_i - 1, while w = Σ α_i y_i x̃_i is
kept up to date. Rows whose α stays at a bound leave the round (shrinking) and are looked at again before the
end.

Squared hinge with ‖w‖₁, in the primal (Yuan et al. 2010): one weight at a time takes the Newton step of the
loss with the penalty kept as it is, shortened until the objective falls enough. Features whose weight stays
0 leave the round.

Both visit rows or features in a random order of each round, which the optimum does not depend on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from fenlei.kernels import Array, kernel
from fenlei.svm.gram import is_sparse
from fenlei.svm.linear_problem import LinearProblem, LinearSolution, values

SUFFICIENT = 0.01  # share of the predicted decrease that a step must bring
SMALLEST_CURVATURE = 1e-12


@kernel
def next_random(state: np.uint64) -> np.uint64:
    """One step of xorshift."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@kernel
def shuffle(state: np.uint64, n: int, out_order: Array) -> np.uint64:
    """A random order of the first n entries."""
    for k in range(n - 1, 0, -1):
        state = next_random(state)
        other = np.int64(state % np.uint64(k + 1))
        out_order[k], out_order[other] = out_order[other], out_order[k]
    return state


@kernel
def dense_product(X: Array, i: int, w: Array) -> float:
    row, total = X[i], 0.0
    for k in range(row.shape[0]):
        total += row[k] * w[k]
    return total


@kernel
def dense_add(X: Array, i: int, amount: float, out_w: Array) -> None:
    row = X[i]
    for k in range(row.shape[0]):
        out_w[k] += amount * row[k]


@kernel
def sparse_product(data: Array, indices: Array, start: int, stop: int, w: Array) -> float:
    total = 0.0
    for k in range(start, stop):
        total += data[k] * w[indices[k]]
    return total


@kernel
def sparse_add(data: Array, indices: Array, start: int, stop: int, amount: float, out_w: Array) -> None:
    for k in range(start, stop):
        out_w[indices[k]] += amount * data[k]


@kernel
def hinge_step(G: float, alpha: float, cost: float, limits: Array, out_seen: Array) -> int:
    """Projected gradient of one α against the limits of the last round: 0 leaves, 1 stays put, 2 moves."""
    projected = G
    if alpha == 0.0:
        if limits[1] < G:
            return 0
        projected = min(G, 0.0)
    elif alpha == cost:
        if limits[0] > G:
            return 0
        projected = max(G, 0.0)
    out_seen[0] = min(out_seen[0], projected)
    out_seen[1] = max(out_seen[1], projected)
    return 2 if abs(projected) > 1e-14 else 1


@kernel
def hinge_descent(
    X: Array, data: Array, indices: Array, indptr: Array, y: Array, cost: Array, square: Array, bias: float,
    tol: float, max_iter: int, seed: np.uint64, out_w: Array,
) -> tuple[Any, ...]:  # fmt: skip
    """Rounds until the projected gradients span at most tol: number of rounds, span, sum of α."""
    n, dense = y.shape[0], X.shape[0] > 0
    alpha, order, active = np.zeros(n), np.arange(n), n
    limits, seen = np.array([-np.inf, np.inf]), np.empty(2)
    state, count, last = seed, 0, out_w.shape[0] - 1
    while count < max_iter:
        state = shuffle(state, active, order)
        seen[0], seen[1] = np.inf, -np.inf
        at = 0
        while at < active:
            i = order[at]
            product = bias * out_w[last]
            product += (
                dense_product(X, i, out_w[:last])
                if dense
                else sparse_product(data, indices, indptr[i], indptr[i + 1], out_w)
            )
            G = y[i] * product - 1.0
            what = hinge_step(G, alpha[i], cost[i], limits, seen)
            if what == 0:
                active -= 1
                order[at], order[active] = order[active], order[at]
                continue
            if what == 2:
                before = alpha[i]
                alpha[i] = min(max(before - G / square[i], 0.0), cost[i])
                amount = (alpha[i] - before) * y[i]
                if dense:
                    dense_add(X, i, amount, out_w[:last])
                else:
                    sparse_add(data, indices, indptr[i], indptr[i + 1], amount, out_w)
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
    return count, max(seen[1] - seen[0], 0.0), alpha.sum()


def hinge(problem: LinearProblem, tol: float, max_iter: int, seed: int) -> LinearSolution:
    """The minimum of ½ ‖w‖² + Σ c_i max(0, 1 - z_i)."""
    X, none, whole = problem.X, np.empty(0, problem.X.dtype), np.empty(0, np.int32)
    w = np.zeros(X.shape[1] + 1)
    squares = X.multiply(X).sum(axis=1) if is_sparse(X) else np.einsum("ij,ij->i", X, X, dtype=np.float64)
    square = np.maximum(np.asarray(squares, dtype=np.float64).ravel() + problem.bias**2, SMALLEST_CURVATURE)
    if is_sparse(X):
        parts: tuple[Any, ...] = (none[:, None], X.data, X.indices, X.indptr)
    else:
        parts = (X, none, whole, whole)
    count, span, _ = hinge_descent(
        *parts, problem.y, problem.cost, square, problem.bias, tol, max_iter, np.uint64(seed + 1), w
    )
    short = np.maximum(0.0, 1.0 - problem.y * values(problem, w))
    return LinearSolution(w, count, float(0.5 * w @ w + problem.cost @ short), float(span), bool(span <= tol))


@kernel
def lasso_descent(
    data: Array, indices: Array, indptr: Array, y: Array, cost: Array, tol: float, max_iter: int, seed:
    np.uint64, out_w: Array
) -> tuple[Any, ...]:  # fmt: skip
    """Rounds over columns (CSC) until the violation is at most tol times the first: rounds, share of the
    first.
    """
    p = out_w.shape[0]
    short, order, active = np.ones(y.shape[0]), np.arange(p), p
    state, count, first, limit, share = seed, 0, -1.0, np.inf, np.inf
    while count < max_iter:
        state = shuffle(state, active, order)
        largest, total, at = 0.0, 0.0, 0
        while at < active:
            j = order[at]
            start, stop = indptr[j], indptr[j + 1]
            slope, curvature, loss = 0.0, 0.0, 0.0
            for k in range(start, stop):
                i = indices[k]
                if short[i] > 0:
                    x = data[k] * y[i]
                    slope -= 2.0 * cost[i] * x * short[i]
                    curvature += 2.0 * cost[i] * x * x
                    loss += cost[i] * short[i] * short[i]
            curvature = max(curvature, SMALLEST_CURVATURE)
            up, down = slope + 1.0, slope - 1.0
            violation = 0.0
            if out_w[j] == 0.0:
                violation = max(-up, down, 0.0)
                if up > limit and down < -limit:
                    active -= 1
                    order[at], order[active] = order[active], order[at]
                    continue
            else:
                violation = abs(up) if out_w[j] > 0 else abs(down)
            largest, total = max(largest, violation), total + violation
            if up < curvature * out_w[j]:
                step = -up / curvature
            elif down > curvature * out_w[j]:
                step = -down / curvature
            else:
                step = -out_w[j]
            if abs(step) > 1e-15:
                step = shorten(data, indices, start, stop, y, cost, slope, loss, out_w[j], step, short)
                out_w[j] += step
            at += 1
        count += 1
        first = total if first < 0 else first
        share = total / first if first > 0 else 0.0
        if share <= tol:
            if active == p:
                break
            active, limit = p, np.inf
            continue
        limit = largest / y.shape[0]
    return count, share


@kernel
def shorten(
    data: Array, indices: Array, start: int, stop: int, y: Array, cost: Array, slope: float, loss: float,
    weight: float, step: float, out_short: Array,
) -> float:  # fmt: skip
    """The step, halved until the objective falls enough; `out_short`, 1 - z of all rows, goes with it."""
    bound = slope * step + abs(weight + step) - abs(weight)
    taken = 0.0
    for _ in range(40):
        after = 0.0
        for k in range(start, stop):
            i = indices[k]
            out_short[i] -= (step - taken) * data[k] * y[i]
            if out_short[i] > 0:
                after += cost[i] * out_short[i] * out_short[i]
        taken = step
        if after - loss + abs(weight + step) - abs(weight) <= SUFFICIENT * bound:
            break
        step *= 0.5
        bound *= 0.5
    return taken


def lasso(problem: LinearProblem, tol: float, max_iter: int, seed: int) -> LinearSolution:
    """The minimum of ‖w‖₁ + Σ c_i max(0, 1 - z_i)²."""
    n, p = problem.X.shape
    columns: Any = sparse.csc_array(problem.X)
    if problem.bias:
        columns = sparse.hstack([columns, sparse.csc_array(np.full((n, 1), problem.bias))], format="csc")
    w = np.zeros(p + 1)
    columns.sort_indices()
    inner = w if problem.bias else w[:p]
    count, share = lasso_descent(
        columns.data,
        columns.indices,
        columns.indptr,
        problem.y,
        problem.cost,
        tol,
        max_iter,
        np.uint64(seed + 1),
        inner,
    )
    short = np.maximum(0.0, 1.0 - problem.y * values(problem, w))
    objective = np.abs(w).sum() + problem.cost @ short**2
    return LinearSolution(w, count, float(objective), float(share), bool(share <= tol))
