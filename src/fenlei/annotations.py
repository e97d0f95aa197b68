"""Type aliases of the public signatures: what a user may hand in, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike


class SparseLike(Protocol):
    """A sparse matrix or array of scipy, in any format."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    def tocsr(self) -> Any: ...


MatrixLike = ArrayLike | SparseLike  # rows (n, p): an array, nested lists, a data frame or a sparse matrix
RandomState = int | np.random.RandomState | None
ClassWeight = Mapping[Any, float] | Literal["balanced"] | None

__all__ = ["ArrayLike", "ClassWeight", "MatrixLike", "RandomState", "SparseLike"]
