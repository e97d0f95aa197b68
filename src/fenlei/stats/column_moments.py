"""Present values of each column: how many, their bounds, mean and centred sum of squares.

The sums are taken over the leaves of `kernels.merge_tree`, so a table in memory and the same rows in files
give the same bits. Bounds come first: from them each column gets a power of two that keeps its squares inside
the range of floats, and that changes no bit of a mean.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.merge_tree import merge_tree
from fenlei.kernels.threads import leaf_rows

ORDINARY = 1e-100, 1e100  # largest values of columns whose squares are safe


class ColumnBounds(NamedTuple):
    """What is known of the present values before anything is summed."""

    weight: Array  # (p,) of the rows with a value
    missing: Array  # (p,) of the others
    low: Array  # (p,) inf where there are none
    high: Array  # (p,) -inf where there are none


class ColumnMoments(NamedTuple):
    """Sums over the present values of columns, in units of 2^exponent."""

    weight: Array  # (p,)
    mean: Array  # (p,)
    scatter: Array  # (p,) sum of w (x - mean)^2


def bounds(X: Array, w: Array | None = None) -> ColumnBounds:
    """Bounds of the columns of X (n, p), with the weight on either side.

    Examples
    --------
    >>> bounds(np.array([[1.0, 5.0], [3.0, np.nan]])).missing.tolist()
    [0.0, 1.0]
    """
    n, size = len(X), leaf_rows(X.shape[1])
    if n > size:
        leaves = ((start, min(start + size, n)) for start in range(0, n, size))
        return merge_tree((bounds(X[a:b], None if w is None else w[a:b]) for a, b in leaves), merge_bounds)
    known = ~np.isnan(X)
    weight = known.sum(axis=0).astype(np.float64) if w is None else w @ known
    missing = (~known).sum(axis=0).astype(np.float64) if w is None else w @ ~known
    low = np.where(known, X, np.inf).min(axis=0, initial=np.inf)
    return ColumnBounds(weight, missing, low, np.where(known, X, -np.inf).max(axis=0, initial=-np.inf))


def merge_bounds(a: ColumnBounds, b: ColumnBounds) -> ColumnBounds:
    """Bounds of both parts."""
    return ColumnBounds(
        a.weight + b.weight, a.missing + b.missing, np.minimum(a.low, b.low), np.maximum(a.high, b.high)
    )


def exponents(found: ColumnBounds) -> Array:
    """The powers of two (p,) in whose units columns are summed: 0 unless squares could leave the range."""
    largest = np.maximum(np.abs(found.low), np.abs(found.high))
    safe = (largest == 0) | ((largest > ORDINARY[0]) & (largest < ORDINARY[1])) | ~np.isfinite(largest)
    return np.where(safe, 0, np.frexp(np.where(safe, 1.0, largest))[1]).astype(np.int64)


def summarise(X: Array, exponent: Array, w: Array | None = None) -> ColumnMoments:
    """Moments of a leaf X (n, p)."""
    columns = np.ascontiguousarray(X.T)
    sums = np.zeros((3, len(columns)))
    for j, x in enumerate(columns):
        known = ~np.isnan(x)
        x = np.ldexp(x[known], -exponent[j]) if exponent[j] else x[known]
        weights = None if w is None else w[known]
        total = float(len(x)) if weights is None else weights.sum()
        if total:
            mean = x.mean() if weights is None else (weights * x).sum() / total
            squares = (x - mean) ** 2
            sums[:, j] = total, mean, (squares if weights is None else weights * squares).sum()
    return ColumnMoments(*sums)


def merge(a: ColumnMoments, b: ColumnMoments) -> ColumnMoments:
    """Moments of both parts (Chan, Golub and LeVeque 1979).

    Examples
    --------
    >>> X, none = np.array([[1.0], [2.0], [6.0]]), np.zeros(1, int)
    >>> merge(summarise(X[:1], none), summarise(X[1:], none)).mean.tolist()
    [3.0]
    """
    weight = a.weight + b.weight
    share = np.divide(b.weight, weight, out=np.zeros_like(weight), where=weight > 0)
    delta = b.mean - a.mean
    scatter = a.scatter + b.scatter + a.weight * share * delta**2
    return ColumnMoments(weight, a.mean + share * delta, scatter)


def moments(X: Array, exponent: Array, w: Array | None = None) -> ColumnMoments:
    """Moments of all rows, leaf by leaf."""
    n, size = len(X), leaf_rows(X.shape[1])
    leaves = ((start, min(start + size, n)) for start in range(0, max(n, 1), size))
    return merge_tree((summarise(X[a:b], exponent, None if w is None else w[a:b]) for a, b in leaves), merge)


def with_missing(found: ColumnMoments, fill: Array, missing: Array, exponent: Array) -> tuple[Array, Array]:
    """Mean and standard deviation (p,), divisor n, of the columns with `fill` in place of what is missing.

    A fill that is NaN leaves the missing values out.
    """
    filled = ~np.isnan(fill) & (missing > 0)
    others = np.where(filled, missing, 0.0)
    constant = ColumnMoments(others, np.ldexp(np.where(filled, fill, 0.0), -exponent), np.zeros_like(fill))
    both = merge(found, constant)
    spread = np.divide(both.scatter, both.weight, out=np.zeros_like(fill), where=both.weight > 0)
    return np.ldexp(both.mean, exponent), np.ldexp(np.sqrt(spread), exponent)
