"""A row whose coordinates or cluster are worked out."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array


class PlacedRow(NamedTuple):
    """A row, and where it stands among the training rows, if only those have an answer."""

    x: Array  # (p,) as the estimator takes it
    number: int  # of the row among those that were given, from 0
    rows: Array | None = None  # (n, p) training rows; None where any row has an answer

    def coordinates(self, estimator: Any) -> Array:
        """The estimator's own coordinates of the row (d,)."""
        if self.rows is not None:
            return np.asarray(estimator.embedding_[self.number], dtype=float)
        return np.ravel(np.asarray(estimator.transform(self.x[None]))).astype(float)
