r"""Stress majorisation (SMACOF): points whose distances fit given ones, metric or by rank only.

    stress(X) = Σ_{i<j} w_ij (d_ij(X) - δ̂_ij)²         d_ij = |x_i - x_j|

Metric: δ̂ = δ, the dissimilarities. Non-metric: δ̂ = f(δ) with f non-decreasing, the isotonic regression of d
on δ, equal for equal δ, then scaled to Σ w δ̂² = Σ w, which keeps the points from shrinking.

A parabola that touches the stress from above has its minimum at Guttman's transform

    X⁺ = V⁺ B(X) X,    B_ij = -w_ij δ̂_ij / d_ij (0 if d_ij = 0),  V_ij = -w_ij;  diagonals make rows sum to 0

so the stress never increases. With equal weights V⁺ is division by n. One pass over the pairs brings B(X) X
and the stress of X together.
Reference: De Leeuw, Recent Developments in Statistics (1977) 133-145; Borg and Groenen, Modern
Multidimensional Scaling, 2nd ed., sections 8.6 and 9.2; Kruskal, Psychometrika 29 (1964) 115-129.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import linalg

from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import map_blocks, row_blocks, single_threaded_blas
from fenlei.trace import tell, traced

BLOCK = 1 << 17  # pairs in one task
NO_WEIGHTS = np.empty((0, 0))


class StressProblem(NamedTuple):
    dissimilarities: Array  # (n, n) δ
    weights: Array  # (n, n) w, or NO_WEIGHTS for 1
    ranks: Ranks | None  # for non-metric scaling


class Ranks(NamedTuple):
    """The pairs i < j that have weight, in order of dissimilarity."""

    first: Array  # (m,) i
    second: Array  # (m,) j
    group: Array  # (m,) number of the different dissimilarities before
    weight: Array  # (m,)
    group_weight: Array  # (g,)


class Pass(NamedTuple):
    """What one pass over the pairs finds."""

    BX: Array  # (n, d)
    stress: float
    squares: float  # Σ_{i<j} w d²


class StressRun(NamedTuple):
    X: Array  # (n, d)
    squares: float
    history: Array  # stress at the start and after each step


class StressStep(NamedTuple):
    """One transform, as a listener is told of it (`fenlei.trace`)."""

    iteration: int  # from 1, in each run
    most: int
    points: Array  # (n, d) after it
    stress: float  # of these points


def smacof(
    problem: StressProblem,
    X: Array,
    max_iter: int,
    eps: float,
    n_jobs: int | None = None,
    report: Callable[[int, float, bool], None] = lambda step, stress, settled: None,
) -> StressRun:
    """Guttman's transform from X (n, d) until the stress falls by less than eps times Σ w d² in a step.

    `report` is told each step, its stress, and whether it was the last for that reason.
    """
    with single_threaded_blas():
        invert = _inverse_of_V(problem)
        disparities = first_disparities(problem)
        found = one_pass(X, disparities, problem.weights, n_jobs)
        history = [found.stress]
        for step in range(max_iter):
            X = invert(found.BX)
            found = one_pass(X, disparities, problem.weights, n_jobs)
            history.append(found.stress)
            small = step > 0 and history[-2] - history[-1] < eps * found.squares
            settled = bool(small or found.squares == 0)
            if traced():
                tell(StressStep(step + 1, max_iter, X, found.stress))
            report(step, found.stress, settled)
            if settled:
                break
            if problem.ranks is not None:
                disparities = monotone(problem.ranks, X)
                found = one_pass(X, disparities, problem.weights, n_jobs)
    return StressRun(X, found.squares, np.array(history))


def one_pass(X: Array, disparities: Array, weights: Array, n_jobs: int | None = None) -> Pass:
    """B(X) X, and stress and squares of the distances, at X (n, d)."""
    columns = np.ascontiguousarray(X.T)
    BX = np.empty_like(X)

    def block(start: int, stop: int) -> Array:
        sums = np.zeros(2)
        add_rows(columns, start, stop, disparities, weights, BX, sums)
        return sums

    total = np.sum(list(map_blocks(block, row_blocks(len(X), len(X), BLOCK), n_jobs)), axis=0)
    return Pass(BX, float(total[0]) / 2.0, float(total[1]) / 2.0)


@kernel
def add_rows(
    columns: Array, start: int, stop: int, disparities: Array, weights: Array, out_BX: Array, out_sums: Array
) -> None:
    """Rows start … stop of B(X) X, and their part of the sums w (d - δ̂)² and w d²; columns (d, n) of X."""
    d, n = columns.shape
    ratio = np.empty(n)
    for i in range(start, stop):
        wanted, stress, squares, total = disparities[i], 0.0, 0.0, 0.0
        ratio[:] = 0.0
        for k in range(d):
            column, x = columns[k], columns[k, i]
            for j in range(n):
                ratio[j] += (x - column[j]) * (x - column[j])
        if weights.shape[0] > 0:
            weight = weights[i]
            for j in range(n):
                distance = np.sqrt(ratio[j])
                stress += weight[j] * (distance - wanted[j]) * (distance - wanted[j])
                squares += weight[j] * ratio[j]
                ratio[j] = weight[j] * wanted[j] / distance if distance > 0.0 else 0.0
                total += ratio[j]
        else:
            for j in range(n):
                distance = np.sqrt(ratio[j])
                stress += (distance - wanted[j]) * (distance - wanted[j])
                squares += ratio[j]
                ratio[j] = wanted[j] / distance if distance > 0.0 else 0.0
                total += ratio[j]
        out_sums[0] += stress
        out_sums[1] += squares
        for k in range(d):
            column, product = columns[k], 0.0
            for j in range(n):
                product += ratio[j] * column[j]
            out_BX[i, k] = total * columns[k, i] - product


def _inverse_of_V(problem: StressProblem) -> Callable[[Array], Array]:
    """V⁺ as a function of matrices (n, d) whose columns sum to 0."""
    n = len(problem.dissimilarities)
    if not len(problem.weights):
        return lambda BX: BX / n
    V = -problem.weights + 1.0 / n  # V + 1 1ᵀ / n has an inverse, and does the same to such columns
    V[np.diag_indices(n)] += problem.weights.sum(axis=1)
    triangle = linalg.cho_factor(V, lower=True, check_finite=False)
    return lambda BX: linalg.cho_solve(triangle, BX - BX.mean(axis=0), check_finite=False)


# --- non-metric: isotonic regression on the ranks


def rank_pairs(dissimilarities: Array, weights: Array) -> Ranks:
    """Pairs in order of dissimilarity; equal ones form a group."""
    first, second = np.triu_indices(len(dissimilarities), 1)
    w = weights[first, second] if len(weights) else np.ones(len(first))
    first, second, w = first[w > 0], second[w > 0], w[w > 0]
    values = dissimilarities[first, second]
    order = np.argsort(values, kind="stable")
    steps = np.diff(values[order], prepend=values[order[:1]]) > 0
    group = np.cumsum(steps)
    return Ranks(first[order], second[order], group, w[order], np.bincount(group, w[order]))


def first_disparities(problem: StressProblem) -> Array:
    """δ; scaled if only its ranks count."""
    if problem.ranks is None:
        return problem.dissimilarities
    ranks = problem.ranks
    return _spread_out(
        ranks, problem.dissimilarities[ranks.first, ranks.second], len(problem.dissimilarities)
    )


def monotone(ranks: Ranks, X: Array, scaled: bool = True) -> Array:
    """Isotonic regression (n, n) of the distances of X (n, d) on the ranks, scaled to Σ w δ̂² = Σ w."""
    distances = np.sqrt(np.sum((X[ranks.first] - X[ranks.second]) ** 2, axis=1))
    means = np.bincount(ranks.group, ranks.weight * distances) / ranks.group_weight
    fitted = np.empty_like(means)
    pool_adjacent(means, ranks.group_weight, fitted)
    return _spread_out(ranks, fitted[ranks.group], len(X), scaled)


def _spread_out(ranks: Ranks, values: Array, n: int, scaled: bool = True) -> Array:
    """Values (m,) of the pairs as a symmetric matrix (n, n)."""
    squares = float(np.sum(ranks.weight * values**2))
    if scaled and squares > 0:
        values = values * np.sqrt(float(np.sum(ranks.weight)) / squares)
    matrix = np.zeros((n, n))
    matrix[ranks.first, ranks.second] = matrix[ranks.second, ranks.first] = values
    return matrix


@kernel
def pool_adjacent(values: Array, weights: Array, out_fitted: Array) -> None:
    """The non-decreasing sequence nearest to values (g,) in weighted squares: pool adjacent violators."""
    g = values.shape[0]
    level, mass, end = np.empty(g), np.empty(g), np.empty(g, np.int64)
    pools = 0
    for k in range(g):
        level[pools], mass[pools], end[pools] = values[k], weights[k], k + 1
        while pools > 0 and level[pools - 1] >= level[pools]:
            both = mass[pools - 1] + mass[pools]
            level[pools - 1] += mass[pools] / both * (level[pools] - level[pools - 1])
            mass[pools - 1], end[pools - 1] = both, end[pools]
            pools -= 1
        pools += 1
    start = 0
    for pool in range(pools):
        for k in range(start, end[pool]):
            out_fitted[k] = level[pool]
        start = end[pool]
