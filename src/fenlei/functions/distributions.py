"""What counts as a probability distribution: numbers of at least 0 whose sum is 1."""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.errors import DataError
from fenlei.kernels import Array, kernel
from fenlei.messages import phrase


def sum_tolerance(P: Array) -> float:
    """How far from 1 a sum of probabilities may be: they may have been computed in single precision."""
    return 1e-3 if P.dtype == np.float32 else 1e-6


def probability_array(values: ArrayLike, name: str, ndim: int | None = None) -> Array:
    """Values as a C-ordered array of float64 or float32, the last axis running over K >= 1 outcomes."""
    try:
        P = np.ascontiguousarray(values)
        P = P if P.dtype == np.float32 else P.astype(np.float64, copy=False)
    except (TypeError, ValueError):
        raise DataError("probability.numbers", name=name) from None
    if P.ndim != (P.ndim if ndim is None else ndim) or np.ndim(values) == 0 or P.shape[-1] == 0:
        raise DataError(
            "probability.shape", name=name, shape=np.shape(values), ndim=ndim or phrase("limit.more", count=1)
        )
    return P


def check_distributions(values: ArrayLike, name: str, ndim: int | None = None) -> Array:
    """Values as an array of distributions over the last axis: at least 0, and of sum 1."""
    P = probability_array(values, name, ndim)
    rows = P.reshape(-1, P.shape[-1])
    bad = first_unsound(rows, sum_tolerance(P))
    if bad >= 0:
        refuse_row(rows, bad, name)
    return P


@kernel
def first_unsound(P: Array, tolerance: float) -> int:
    """Number of the first row of P (n, K) that is no distribution, -1 if all are; NaN is none."""
    n, K = P.shape
    for i in range(n):
        total, least = 0.0, np.inf
        for j in range(K):
            total += P[i, j]
            least = min(least, P[i, j])
        if not (least >= 0.0 and abs(total - 1.0) <= tolerance):
            return i
    return -1


def refuse_row(P: Array, row: int, name: str) -> NoReturn:
    """Raise for a row of P (n, K) that is no distribution."""
    values = [float(f"{value:.6g}") for value in P[row, :6]]
    raise DataError("probability.row", name=name, row=row, values=values, total=sum(P[row].tolist()))
