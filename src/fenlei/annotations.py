"""Type aliases of the public signatures: what a user may hand in, and what comes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike


class SparseLike(Protocol):
    """A sparse matrix or array of scipy, in any format."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    def tocsr(self) -> Any: ...


class Matrix(Protocol):
    """Checked rows (n, p): an array or a CSR matrix."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def dtype(self) -> np.dtype[Any]: ...

    def __getitem__(self, key: Any, /) -> Any: ...

    def __matmul__(self, other: Any, /) -> Any: ...


MatrixLike = ArrayLike | SparseLike  # rows (n, p): an array, nested lists, a data frame or a sparse matrix
Label = str | bool | float | np.generic  # of a class
Metric = str | Callable[..., float]  # a distance by name, or a function of two rows
RandomState = int | np.random.RandomState | None
ClassWeight = Mapping[Any, float] | Literal["balanced"] | None
TargetWeights = ClassWeight | Sequence[ClassWeight]  # of one target, or of each of several

__all__ = [
    "ArrayLike",
    "ClassWeight",
    "Label",
    "Matrix",
    "MatrixLike",
    "Metric",
    "RandomState",
    "SparseLike",
    "TargetWeights",
]
