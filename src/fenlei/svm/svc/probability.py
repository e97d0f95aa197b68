r"""Probabilities from decision values; they never contradict the decision.

For a pair of classes, P(first | f) = σ(a f) where f > 0 and σ(c f) where f < 0, σ(t) = 1 / (1 + e^-t), with
slopes a, c > 0. The two slopes are found by maximum likelihood on either side of the boundary, on decision
values of rows that the machine was not fitted to (cross-fitting; equal rows go to the same fold), with
Platt's targets (N₊ + 1) / (N₊ + 2) and 1 / (N₋ + 2) instead of 1 and 0. Probabilities thus keep the order of
f and cross ½ where f changes its sign; Platt's own sigmoid σ(a f + d), with a shift, does not.

More than two classes: r_ij of all pairs are coupled (`stats/coupling.py`; Wu, Lin and Weng 2004). Where the
largest p is not that of the class with most votes, the two are exchanged.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.utils import check_random_state

from fenlei.annotations import RandomState
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.stats.coupling import couple
from fenlei.svm.dual.dual_problem import DualProblem, DualSolution, hyperplane_of
from fenlei.svm.dual.gram import Source, combine, take
from fenlei.svm.dual.solver import solve

FOLDS = 5
LEAST_SLOPE = 1e-6


class Folds(NamedTuple):
    """How rows are assigned to folds."""

    keys: Array  # (n,) the same for equal rows
    w: Array  # (n,) weights
    seed: int | None  # None assigns rows in order of key


def folds_of(source: Source, w: Array, random_state: RandomState) -> Folds:
    """Folds for all pairs; one seed for all, so that the order of the pairs does not matter."""
    seed = None if random_state is None else int(check_random_state(random_state).randint(2**31))
    return Folds(row_keys(source), w, seed)


def cross_fitted(problem: DualProblem, solution: DualSolution, keys: Array, seed: int | None) -> Array:
    """Decision values (n,) of rows by machines fitted to the others; by the machine itself if a class has
    one row.
    """
    y = problem.y
    folds = fold_of(y, keys, seed)
    values = solution.g + y + hyperplane_of(problem, solution).intercept
    for fold in range(int(folds.max()) + 1 if folds.max() > 0 else 0):
        inside, outside = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        part = problem._replace(source=take(problem.source, inside), y=y[inside], C=problem.C[inside])
        found = solve(part)
        support = np.flatnonzero(found.beta)
        sums = _held_out(problem.source, outside, inside[support], found.beta[support], problem.n_jobs)
        values[outside] = sums + hyperplane_of(part, found).intercept
    return values


def _held_out(source: Source, outside: Array, support: Array, beta: Array, n_jobs: int | None) -> Array:
    if source.kernel.name == "precomputed":
        return source.X[np.ix_(outside, support)] @ beta
    rows, columns = Source(source.X[outside], source.kernel), Source(source.X[support], source.kernel)
    return combine(rows, columns, beta, n_jobs)


def row_keys(source: Source) -> Array:
    """The rank of each row in lexicographic order, the same for equal rows, so that they go to one fold."""
    X = source.X
    if source.kernel.name == "precomputed":
        return np.arange(X.shape[0])
    ordered = entry_ranks(X) if is_sparse(X) else X
    return np.unique(ordered, axis=0, return_inverse=True)[1].ravel()


def entry_ranks(X: Any) -> Array:
    """Integers (n, most entries of a row) whose rows have the lexicographic order of the rows of X, CSR.

    Where rows differ first, one of them has an entry x in a column j that the other does not have, or has a
    smaller one in. A positive x makes its row the larger, the more so the smaller j; a negative one makes it
    the smaller likewise. The entries are numbered by sign(x), then -sign(x) j, then x, from 0 for no entry.
    """
    X = X.copy()
    X.sum_duplicates()
    X.eliminate_zeros()
    side, table = np.sign(X.data), np.zeros((X.shape[0], max(1, np.diff(X.indptr).max(initial=0))), np.int64)
    keys = X.data, -side * X.indices, side
    order = np.lexsort(keys)
    steps = np.any([np.diff(key[order], prepend=np.nan) != 0 for key in keys], axis=0)
    rank = np.cumsum(steps) - int(np.count_nonzero(steps & (side[order] < 0)))  # 1 for the least positive one
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.where(side[order] < 0, rank - 1, rank)
    row = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    table[row, np.arange(len(row)) - X.indptr[row]] = numbers
    return table


def fold_of(y: Array, keys: Array, seed: int | None) -> Array:
    """Fold of each row: the distinct rows of each class are assigned in turn, in order of key or in a
    random one.
    """
    folds = np.zeros(len(y), dtype=np.int64)
    found = {sign: np.unique(keys[y == sign], return_inverse=True) for sign in (1.0, -1.0)}
    random_state = None if seed is None else np.random.RandomState(seed)
    number = min(FOLDS, *(len(distinct) for distinct, _ in found.values()))
    for sign, (distinct, index) in found.items():
        order = np.arange(len(distinct))
        order = order if random_state is None else random_state.permutation(order)
        folds[y == sign] = (order % number)[index.ravel()]
    return folds


def fit_slopes(f: Array, y: Array, w: Array) -> Array:
    """Slopes (a, c) for f > 0 and f < 0."""
    positive, negative = w[y > 0].sum(), w[y < 0].sum()
    target = np.where(y > 0, (positive + 1) / (positive + 2), 1 / (negative + 2))
    sides = [f > 0, f < 0]
    found = [one_slope(f[side], target[side], w[side]) if side.any() else np.nan for side in sides]
    other = found[1] if np.isnan(found[0]) else found[0]
    slopes = np.array([other if np.isnan(slope) else slope for slope in found])
    return np.where(np.isnan(slopes), 1.0, slopes)


def one_slope(f: Array, target: Array, w: Array) -> float:
    """argmax over a > 0 of Σ w (t log σ(a f) + (1 - t) log σ(-a f)): the root of a decreasing function,
    bracketed.
    """
    scale = np.abs(f).max()
    f = f / scale

    def slope_of_likelihood(a: float) -> float:
        return float(w @ ((target - 1 / (1 + np.exp(-np.clip(a * f, -500, 500)))) * f))

    low, high = 0.0, 1.0
    while slope_of_likelihood(high) > 0 and high < 1e6:
        low, high = high, 4 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if slope_of_likelihood(middle) > 0 else (low, middle)
    return max(high / scale, LEAST_SLOPE)


def pair_probabilities(f: Array, slopes: Array) -> Array:
    """P(f's positive class), elementwise over (n, pairs), slopes (pairs, 2)."""
    t = f * np.where(f > 0, slopes[:, 0], slopes[:, 1])
    small = np.exp(-np.abs(t))
    return np.where(t >= 0, 1 / (1 + small), small / (1 + small))


def class_probabilities(values: Array, slopes: Array, winners: Array, n_support: Array) -> Array:
    """P(class), (n, K), whose largest is that of the winner; 0 for a class without rows."""
    r, K, present = pair_probabilities(values, slopes), len(n_support), np.flatnonzero(n_support)
    if K == 2:
        return agree(np.column_stack([1.0 - r[:, 0], r[:, 0]]), winners)
    p = couple(1.0 - r, K, n_jobs=1, present=present if len(present) else None)
    return agree(p, winners)


def agree(p: Array, winners: Array) -> Array:
    """Exchange the largest probability with the winner's where they differ."""
    rows = np.arange(len(p))
    top = np.argmax(p, axis=1)
    wrong = top != winners
    swapped = p[rows, top].copy()
    p[rows[wrong], top[wrong]] = p[rows, winners][wrong]
    p[rows[wrong], winners[wrong]] = swapped[wrong]
    tied = np.argmax(p, axis=1) != winners  # equal to the last digit
    p[rows[tied], winners[tied]] = np.nextafter(p[rows[tied], winners[tied]], 1.0)
    return p
