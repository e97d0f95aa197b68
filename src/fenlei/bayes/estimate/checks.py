"""What every estimate asks: finite samples with some weight, and parameters that make a distribution."""

from __future__ import annotations

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.messages import Phrase, any_of, code


def sample_array(X: MatrixLike, ndims: tuple[int, ...]) -> Array:
    """A sample as float64, finite, of one of the numbers of dimensions."""
    try:
        values = np.asarray(X, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError("estimate.numbers") from None
    if values.ndim not in ndims:
        raise DataError("estimate.shape", shape=values.shape, accepted=any_of(*map(code, ndims)))
    bad = ~np.isfinite(values)
    if bad.any():
        raise DataError("estimate.finite", row=int(np.argwhere(bad)[0, 0]), value=float(values[bad][0]))
    return values


def require_weight(weight: float) -> float:
    """The weight of a sample; maximum likelihood has no answer without rows."""
    if not weight > 0:
        raise DataError("estimate.empty")
    return weight


def require(sound: ArrayLike, family: object, needed: Phrase) -> None:
    """Refuse to go on with parameters that make no distribution (an improper prior may only be updated)."""
    if not np.all(sound):
        raise UsageError("estimate.improper", family=family, needed=needed)
