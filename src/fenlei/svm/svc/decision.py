r"""Decisions from the table of coefficients, a bounded block of rows at a time.

`pair_values` gives f_ij; `vote` lets each pair vote, equal votes go to the first class; `class_confidences`
adds to the votes a third of the squashed sum of f_ij, so that it orders the classes as the votes do and
breaks ties by confidence. A value of exactly 0 decides as in scikit-learn: for the second class of the pair
in `vote` (LIBSVM), for the first in the confidences. `slacks` is how far rows fall short of the margin.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from fenlei.annotations import MatrixLike
from fenlei.kernels import Array, kernel
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import row_blocks, run_blocks, single_threaded_blas
from fenlei.svm.dual.gram import BLOCK, DISTANCES, Source, block_values, combine, prepare
from fenlei.svm.svc.pairs import class_pairs, pair_coefficients

SCREENED = 1 << 20  # kernel values from which float32 comes first
FEW = 1 << 10  # kernel values that take less time than a preparation
FAR = 1e150  # from where a squared difference may leave the range


class Machines(NamedTuple):
    """Support vectors with the table of coefficients."""

    support: Source  # (s, p)
    n_support: Array  # (K,)
    dual_coef: Array  # (K - 1, s)
    intercept: Array  # (pairs,)


def pair_values(X: MatrixLike, machines: Machines, n_jobs: int | None = None) -> Array:
    """f_ij of each row of X (n, p), (n, pairs)."""
    values = few_values(X, machines)
    return values if values is not None else values_of(*shifted(machines.support, X), machines, n_jobs)


def few_values(X: Any, machines: Machines) -> Array | None:
    """f_ij of a few dense rows by the Gaussian kernel, without the steps that only many rows repay."""
    Z, kernel = machines.support.X, machines.support.kernel
    few = kernel.name == "rbf" and X.shape[0] * Z.shape[0] <= FEW
    if not few or type(X) is not np.ndarray or type(Z) is not np.ndarray or X.dtype != Z.dtype:
        return None
    if np.abs(X).max(initial=0.0) > FAR:
        return None  # a square would overflow, which the other way refuses
    values = np.empty((len(X), len(machines.intercept)))
    rbf_pair_values(X, Z, kernel.gamma, machines.n_support, machines.dual_coef, machines.intercept, values)
    return values


@kernel
def rbf_pair_values(
    X: Array, Z: Array, gamma: float, n_support: Array, dual_coef: Array, intercept: Array, out_values: Array
) -> None:
    """f_ij of each row, from the differences to each support vector."""
    K = n_support.shape[0]
    sums = np.empty((K, dual_coef.shape[0]))  # of the support vectors of a class, in each line of the table
    for i in range(X.shape[0]):
        sums[:] = 0.0
        s = 0
        for k in range(K):
            for _ in range(n_support[k]):
                square = 0.0
                for j in range(X.shape[1]):
                    gap = X[i, j] - Z[s, j]
                    square += gap * gap
                value = np.exp(-gamma * square)
                for line in range(dual_coef.shape[0]):
                    sums[k, line] += value * dual_coef[line, s]
                s += 1
        pair = 0
        for a in range(K):
            for b in range(a + 1, K):
                out_values[i, pair] = sums[a, b - 1] + sums[b, a] + intercept[pair]
                pair += 1


def values_of(columns: Source, rows: Source, machines: Machines, n_jobs: int | None) -> Array:
    """f_ij of rows and support vectors of one type."""
    if len(machines.n_support) == 2:
        sums = combine(rows, columns, machines.dual_coef[0], n_jobs)
        return (sums + machines.intercept[0])[:, None]
    ready, n, m = prepare(columns), rows.X.shape[0], columns.X.shape[0]
    values = np.empty((n, len(machines.intercept)))

    def block(start: int, stop: int) -> None:
        values[start:stop] = combine_pairs(block_values(rows.X[start:stop], ready), machines)

    run_blocks(block, row_blocks(n, m, BLOCK), n_jobs)
    return values


def pair_signs(X: MatrixLike, machines: Machines, n_jobs: int | None = None) -> Array:
    """f_ij (n, pairs) with the signs of `pair_values`; the values may be those of float32.

    The Gaussian kernel is evaluated in float32 first. A bound on its error, p + 8 roundings of an argument of
    the exponential, shows which signs that leaves open; those rows are evaluated again in float64.
    """
    values = few_values(X, machines)
    if values is not None:
        return values
    columns, rows = shifted(machines.support, X)
    dense = not is_sparse(rows.X) and not is_sparse(columns.X)
    if columns.kernel.name != "rbf" or not dense or rows.X.shape[0] * columns.X.shape[0] < SCREENED:
        return values_of(columns, rows, machines, n_jobs)
    largest = max(float(columns.squares.max()), float(rows.squares.max()))
    error = (rows.X.shape[1] + 8) * 2.0**-24 * (1.0 + 4.0 * columns.kernel.gamma * largest)
    weight = [np.abs(c).sum() for _, c in pair_coefficients(machines.dual_coef, machines.n_support)]
    values = values_of(_single(columns), _single(rows), machines, n_jobs)
    uncertain = np.flatnonzero(~(np.abs(values) > error * np.array(weight)).all(axis=1))
    if len(uncertain):
        again = Source(rows.X[uncertain], rows.kernel)
        values[uncertain] = values_of(columns, again, machines, n_jobs)
    return values


def _single(source: Source) -> Source:
    with np.errstate(over="ignore"):
        return Source(source.X.astype(np.float32), source.kernel)


def shifted(support: Source, X: MatrixLike) -> tuple[Source, Source]:
    """Support vectors and rows, shifted by the same vector where the kernel depends on differences only."""
    dense = not is_sparse(X) and not is_sparse(support.X)
    if support.kernel.name in DISTANCES and dense and len(support.X):
        with np.errstate(over="ignore", invalid="ignore"):  # seen in the kernel's values
            centre = support.X.mean(axis=0)
        return Source(support.X - centre, support.kernel), Source(X - centre, support.kernel)
    return support, Source(X, support.kernel)


def combine_pairs(kernel_values: Array, machines: Machines) -> Array:
    """f_ij from κ of rows with all support vectors, (n, s)."""
    K = len(machines.n_support)
    if K == 2:
        return (kernel_values @ machines.dual_coef[0] + machines.intercept[0])[:, None]
    ends = np.concatenate([[0], np.cumsum(machines.n_support)])
    parts = np.stack([kernel_values[:, a:b] @ machines.dual_coef[:, a:b].T for a, b in pairwise(ends)])
    i, j = np.array(class_pairs(K)).T
    return (parts[i, :, j - 1] + parts[j, :, i]).T + machines.intercept


def combine_pairs_in_blocks(kernel_of: Callable[[int, int], Array], n: int, machines: Machines) -> Array:
    """f_ij where κ comes from outside: a precomputed matrix, or the user's function."""
    values = np.empty((n, len(machines.intercept)))
    for start, stop in row_blocks(n, machines.dual_coef.shape[1], 8 * BLOCK):
        part = kernel_of(start, stop)
        with single_threaded_blas():
            values[start:stop] = combine_pairs(part, machines)
    return values


# --- from pairs to classes


def sides(K: int) -> tuple[Array, Array]:
    """Matrices (pairs, K) with a 1 where a class is the first, and the second, of its pair."""
    i, j = np.array(class_pairs(K)).T
    return np.eye(K)[i], np.eye(K)[j]


def votes_of(first_wins: Array, K: int) -> Array:
    """Pairs that each class wins, (n, K), where first_wins (n, pairs) tells which the first of two wins."""
    first, second = sides(K)
    won = first_wins.astype(np.float64)
    return won @ first + (1.0 - won) @ second


def vote(values: Array, K: int) -> Array:
    """Code (n,) of the class with most votes, the first of equals. For two classes, the second if f ≥ 0."""
    if K == 2:
        return (values[:, 0] >= 0).astype(np.int64)
    codes = np.empty(len(values), np.int64)
    count_votes(values, K, codes)
    return codes


@kernel
def count_votes(values: Array, K: int, out_codes: Array) -> None:
    """The class with most votes in each row of values (n, pairs), the first of equals."""
    votes = np.empty(K, np.int64)
    for i in range(values.shape[0]):
        votes[:] = 0
        pair = 0
        for a in range(K):
            for b in range(a + 1, K):
                votes[a if values[i, pair] > 0 else b] += 1
                pair += 1
        best = 0
        for k in range(1, K):
            if votes[k] > votes[best]:
                best = k
        out_codes[i] = best


def class_confidences(values: Array, K: int) -> Array:
    """Votes and a third of the squashed sums of f_ij, (n, K), as in scikit-learn."""
    sums = np.zeros((len(values), K))
    for (i, j), f in zip(class_pairs(K), values.T, strict=True):  # in this order, whatever the rows
        sums[:, i] += f
        sums[:, j] -= f
    return votes_of(values >= 0, K) + sums / (3 * (np.abs(sums) + 1))


def slacks(values: Array, codes: Array, K: int) -> Array:
    """ξ = max(0, 1 - y f) (n,); for K > 2 classes (n, pairs), NaN where a row is not of the pair."""
    if K == 2:
        return np.maximum(0.0, 1.0 - np.where(codes == 1, 1.0, -1.0) * values[:, 0])
    first, second = sides(K)
    y = (first - second).T[codes]  # (n, pairs)
    return np.where(y != 0, np.maximum(0.0, 1.0 - y * values), np.nan)
