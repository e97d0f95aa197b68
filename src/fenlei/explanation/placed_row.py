"""A row whose coordinates or cluster are worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fenlei.kernels import Array

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator


class PlacedRow(NamedTuple):
    """A row, and where it stands among the training rows, if only those have an answer."""

    x: Array  # (p,) as the estimator takes it
    number: int  # of the row among those that were given, from 0
    rows: Array | None = None  # (n, p) training rows; None where any row has an answer

    def coordinates(self, estimator: BaseEstimator) -> Array:
        """The estimator's own coordinates of the row (d,)."""
        if self.rows is not None:
            return np.asarray(estimator.embedding_[self.number], dtype=float)
        return np.ravel(np.asarray(estimator.transform(self.x[None]))).astype(float)
