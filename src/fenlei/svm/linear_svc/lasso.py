r"""The squared hinge loss of the linear machine with ‖w‖₁.

    F(w) = ‖w‖₁ + Σ c_i max(0, 1 - z_i)²,   gradient of the loss g, generalised Hessian H (`newton`)

Few features (`lasso_rows`): each step minimises ‖w + s‖₁ + gᵀs + ½ sᵀH s one coordinate of s at a time,
which costs p² per round whatever the number of rows, and goes to the exact minimum along s. Every few rounds
the coordinates that are not 0 and keep their sign are solved for at once.

Many features (`lasso_descent`): one weight at a time takes the Newton step of the loss with the penalty kept
as it is, shortened until the objective falls enough (Yuan et al. 2010). Features whose weight stays 0 leave
the round.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from fenlei.kernels import Array, exact_kernel, kernel, part_of_kernel
from fenlei.kernels.column_matrix import ColumnMatrix
from fenlei.svm.linear_svc.dual_descent import shuffle
from fenlei.svm.linear_svc.loss_sums import LinearProblem, LinearSolution, short_of_margin
from fenlei.svm.linear_svc.newton import RowLoss, SolverEnd, dot, follow, multipliers, root, solve

SUFFICIENT = 0.01  # share of the predicted decrease that a step must bring
SMALLEST_CURVATURE = 1e-12
SMALLEST_SHARE = 1e-10  # of the first violation, that counts as 0
ENOUGH = 1e-6  # share at which nothing more can be gained to the last digit
MODEL_ROUNDS = 500


@part_of_kernel
def coordinate_step(slope: float, curvature: float, weight: float) -> float:
    """The minimum over s of |w + s| + slope s + ½ curvature s².

    The soft threshold S(curvature w - slope, 1) / curvature - w, case by case: so a weight that stays at 0,
    or comes to rest there, is exactly 0.
    """
    if slope + 1.0 < curvature * weight:
        return -(slope + 1.0) / curvature
    if slope - 1.0 > curvature * weight:
        return -(slope - 1.0) / curvature
    return -weight


@part_of_kernel
def violation_of(slope: float, weight: float) -> float:
    """How far 0 is from the subgradient of |w| + slope w."""
    if weight == 0.0:
        return max(abs(slope) - 1.0, 0.0)
    return abs(slope + (1.0 if weight > 0 else -1.0))


@exact_kernel
def lasso_rounds(
    X: ColumnMatrix, cost: Array, tol: float, max_iter: int, seed: np.uint64, out_w: Array
) -> tuple[int, float]:
    """Rounds over columns y_i x_ij to a violation of at most tol times the first: rounds, share.

    One function: the slope of a column as a function of its own takes up to a tenth longer.
    """
    pointers, rows, values = X
    p = out_w.shape[0]
    short, order, active = np.ones(cost.shape[0]), np.arange(p), p
    state, count, first, limit, share = seed, 0, -1.0, np.inf, np.inf
    most = half_curvatures(X, cost, p)
    while count < max_iter:
        state = shuffle(state, active, order)
        largest, total, at = 0.0, 0.0, 0
        while at < active:
            j = order[at]
            slope, curvature = 0.0, 0.0  # of the loss, half of both
            for k in range(pointers[j], pointers[j + 1]):
                i = rows[k]
                if short[i] > 0:
                    weighted = cost[i] * values[k]
                    slope -= weighted * short[i]
                    curvature += weighted * values[k]
            slope, curvature = 2.0 * slope, max(2.0 * curvature, SMALLEST_CURVATURE)
            if out_w[j] == 0.0 and abs(slope) < 1.0 - limit:
                active -= 1
                order[at], order[active] = order[active], order[at]
                continue
            violation = violation_of(slope, out_w[j])
            largest, total = max(largest, violation), total + violation
            step = coordinate_step(slope, curvature, out_w[j])
            if abs(step) > 1e-15:
                out_w[j] += shorten(X, j, cost, slope, most[j], out_w[j], step, short)
            at += 1
        count += 1
        first = total if first < 0 else first
        share = total / first if first > 0 else 0.0
        if share <= tol:
            if active == p:
                break
            active, limit = p, np.inf
            continue
        limit = largest / cost.shape[0]
    return count, share


@exact_kernel
def half_curvatures(X: ColumnMatrix, cost: Array, p: int) -> Array:
    """Half the largest curvature of the loss along each of p columns."""
    most = np.zeros(p)
    for j in range(p):
        for k in range(X.pointers[j], X.pointers[j + 1]):
            most[j] += cost[X.rows[k]] * X.values[k] * X.values[k]
    return most


@exact_kernel
def shorten(
    X: ColumnMatrix,
    j: int,
    cost: Array,
    slope: float,
    most: float,
    weight: float,
    step: float,
    out_short: Array,
) -> float:
    """The step, halved until the objective falls enough; `out_short`, 1 - z of all rows, changes with it.

    Backtracking of its own: the loss of one column is updated, not computed anew, and mostly not needed at
    all.
    """
    pointers, rows, values = X
    loss, taken, start, stop = -1.0, 0.0, pointers[j], pointers[j + 1]
    for _ in range(40):
        amount, penalty = step - taken, abs(weight + step) - abs(weight)
        enough = SUFFICIENT * (slope * step + penalty)
        if slope * step + most * step * step + penalty <= enough:  # certain without computing the loss
            for k in range(start, stop):
                out_short[rows[k]] -= amount * values[k]
            return step
        if loss < 0:
            loss = column_loss(X, j, cost, out_short)
        for k in range(start, stop):
            out_short[rows[k]] -= amount * values[k]
        taken = step
        if column_loss(X, j, cost, out_short) - loss + penalty <= enough:
            break
        step *= 0.5
    return taken


@exact_kernel
def column_loss(X: ColumnMatrix, j: int, cost: Array, short: Array) -> float:
    """Loss of the rows that have feature j."""
    pointers, rows, _ = X
    total = 0.0
    for k in range(pointers[j], pointers[j + 1]):
        i = rows[k]
        if short[i] > 0:
            total += cost[i] * short[i] * short[i]
    return total


def lasso_descent(problem: LinearProblem, tol: float, max_iter: int, seed: int) -> LinearSolution:
    """The minimum of F by coordinate descent over columns."""
    p = problem.X.shape[1]
    columns: Any = sparse.csc_array(sparse.diags_array(problem.y) @ sparse.csr_array(problem.X))
    if problem.bias:
        constant = sparse.csc_array(problem.bias * problem.y[:, None])
        columns = sparse.hstack([columns, constant], format="csc")
    columns.sort_indices()
    w = np.zeros(p + 1)
    rows = columns.indices.view(np.uint32 if columns.indices.itemsize == 4 else np.uint64)
    X, start = ColumnMatrix(columns.indptr, rows, columns.data), np.uint64(seed + 1)
    count, share = lasso_rounds(X, problem.cost, tol, max_iter, start, w[: columns.shape[1]])
    short = short_of_margin(problem, w)
    objective = np.abs(w).sum() + problem.cost @ short**2
    return LinearSolution(w, count, float(objective), float(share), bool(share <= tol))


@part_of_kernel
def model_rounds(H: Array, goal: float, out_w: Array, out_slope: Array) -> None:
    """Coordinate descent on ‖w‖₁ + the quadratic model, whose slope goes along, to a violation of goal."""
    m = out_w.shape[0]
    for turn in range(MODEL_ROUNDS):
        total = 0.0
        for j in range(m):
            total += violation_of(out_slope[j], out_w[j])
            step = coordinate_step(out_slope[j], max(H[j, j], SMALLEST_CURVATURE), out_w[j])
            if step != 0.0:
                out_w[j] += step
                row = H[j]
                for k in range(m):
                    out_slope[k] += step * row[k]
        if total <= goal:
            return
        if turn % 5 == 4:
            solve_signed(H, out_w, out_slope)


@part_of_kernel
def solve_signed(H: Array, out_w: Array, out_slope: Array) -> None:
    """Move the weights that are not 0 towards the minimum of the model with their signs, until one is 0."""
    support = np.flatnonzero(out_w)
    m = support.shape[0]
    inner, target = np.empty((m, m)), np.empty(m)
    for a in range(m):
        target[a] = -out_slope[support[a]] - np.sign(out_w[support[a]])
        for b in range(m):
            inner[a, b] = H[support[a], support[b]]
    step = solve(inner, target, np.empty((m, m)))
    fall, bend, reach, first = dot(target, step), 0.0, 1.0, -1
    for a in range(m):
        bend += step[a] * dot(inner[a], step)
        weight = out_w[support[a]]
        if weight * step[a] < 0 and -weight / step[a] < reach:
            reach, first = -weight / step[a], a
    if not (fall > 0 and bend > 0):
        return
    if fall / bend < reach:
        reach, first = fall / bend, -1
    for a in range(m):
        j, change = support[a], reach * step[a]
        change = -out_w[j] if a == first else change
        out_w[j] += change
        row = H[j]
        for k in range(row.shape[0]):
            out_slope[k] += change * row[k]


@kernel
def lasso_rows(X: Array, y: Array, cost: Array, start_G: Array, max_iter: int, out_w: Array) -> SolverEnd:
    """The minimum of F on augmented rows (n, p + 1): steps, objective, share of the first violation, done."""
    n, m = X.shape
    z, dz, dual, inside, H = np.zeros(n), np.empty(n), np.zeros(n), np.ones(n, np.bool_), start_G.copy()
    losses = RowLoss(np.zeros(n), 2.0 * cost, np.full(n, np.inf), 1.0)
    count, first = 0, -1.0
    while True:
        slope = -multipliers(X, y, z, losses, dual)
        violation, objective = 0.0, np.abs(out_w).sum()
        for k in range(m):
            violation += violation_of(slope[k], out_w[k])
        for i in range(n):
            objective += 0.25 * dual[i] * dual[i] / cost[i]  # the multiplier is 2 c (1 - z)
        first = violation if first < 0 else first
        share = violation / first if first > 0 else 0.0
        if share <= SMALLEST_SHARE or count == max_iter:
            return count, objective, share, share <= SMALLEST_SHARE
        follow(X, dual, losses, inside, H)
        aim = out_w.copy()
        model_rounds(mirrored(H), min(0.1, share) * violation, aim, slope)
        step = aim - out_w
        for i in range(n):
            dz[i] = y[i] * dot(X[i], step)
        t = root(out_w, step, z, dz, losses, True)
        if t == 0:
            return count, objective, share, share <= ENOUGH
        for k in range(m):
            out_w[k] = aim[k] if t == 1 else out_w[k] + t * step[k]
        for i in range(n):
            z[i] += t * dz[i]
        count += 1


@part_of_kernel
def mirrored(lower: Array) -> Array:
    """The symmetric matrix of a lower triangle."""
    whole = lower.copy()
    for a in range(lower.shape[0]):
        for b in range(a):
            whole[b, a] = lower[a, b]
    return whole
