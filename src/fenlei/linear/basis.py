r"""Basis functions φ: features on which a linear model is linear (source 001).

A linear discriminant of φ(x) is a curved one of x. XOR, which no line separates, is separable after
φ(x) = (2(x₁ - ½), 4(x₁ - ½)(x₂ - ½)). A basis is given as

- a function of X (n, p) that returns (n, M),
- a list of M functions of X, each returning (n,),
- a whole number: the monomials of the features up to that degree, without the constant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from numbers import Integral
from typing import Any

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.messages import phrase
from fenlei.parameters import Limit, integer

Basis = int | Callable[[Array], ArrayLike] | Sequence[Callable[[Array], ArrayLike]]


def _accepts(basis: object) -> bool:
    if basis is None or callable(basis):
        return True
    if isinstance(basis, list | tuple):
        return len(basis) > 0 and all(map(callable, basis))
    return integer(1).accepts(basis)


BASIS = Limit(_accepts, phrase("limit.basis"))


def expand(X: Any, basis: Basis | None, estimator: str) -> Any:
    """φ(X), (n, M); X itself if there is no basis."""
    if basis is None:
        return X
    if is_sparse(X):
        raise UsageError("linear.sparse_basis", estimator=estimator)
    if callable(basis):
        phi = np.asarray(basis(X), dtype=np.float64)
    elif isinstance(basis, int | Integral):
        phi = polynomial(X, int(basis))
    else:
        phi = np.column_stack([np.asarray(function(X), dtype=np.float64) for function in basis])
    if phi.ndim == 1:
        phi = phi[:, None]
    if phi.ndim != 2 or len(phi) != len(X) or not phi.shape[1]:
        raise UsageError("linear.basis_shape", estimator=estimator, shape=phi.shape, n=len(X))
    return np.ascontiguousarray(phi)


def polynomial(X: Array, degree: int) -> Array:
    """All products of up to `degree` features, by degree: x₁, x₂, x₁², x₁x₂, x₂², …

    >>> polynomial(np.array([[2.0, 3.0]]), 2).tolist()
    [[2.0, 3.0, 4.0, 6.0, 9.0]]
    """
    X = np.asarray(X, dtype=np.float64)
    columns = [
        np.prod(X[:, chosen], axis=1)
        for size in range(1, degree + 1)
        for chosen in map(list, combinations_with_replacement(range(X.shape[1]), size))
    ]
    return np.column_stack(columns)
