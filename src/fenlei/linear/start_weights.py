"""Weights given by the user for a solver to start from."""

from __future__ import annotations

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase


def given_weights(value: ArrayLike, shape: tuple[int, int], estimator: str, name: str = "") -> Array:
    """The value as float64 weights of that shape, or an error that names the parameter."""
    weights = np.atleast_2d(np.array(value, dtype=np.float64))
    if weights.shape != shape or not np.isfinite(weights).all():
        key = "limit.named_rows_of" if name else "limit.rows_of"
        accepted = phrase(key, r=shape[0], q=shape[1], name=name)
        raise UsageError("linear.init", estimator=estimator, shape=np.shape(value), accepted=accepted)
    return weights
