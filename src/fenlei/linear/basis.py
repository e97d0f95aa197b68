r"""Basis functions φ: features on which a linear model is linear (source 001).

A linear discriminant of φ(x) is a curved one of x. XOR, which no line separates, is separable after
φ(x) = (2(x₁ - ½), 4(x₁ - ½)(x₂ - ½)). A basis is given as

- a function of X (n, p) that returns (n, M),
- a list of M functions of X, each returning (n,),
- a whole number: the monomials of the features up to that degree, without the constant.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from numbers import Integral

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.contract.given_functions import given_numbers
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.memory import free_memory
from fenlei.messages import phrase
from fenlei.parameters import Limit, integer

Basis = int | Callable[[Array], ArrayLike] | Sequence[Callable[[Array], ArrayLike]]

PER_COLUMN = 200.0  # bytes of an array of its own


def _accepts(basis: object) -> bool:
    if basis is None or callable(basis):
        return True
    if isinstance(basis, list | tuple):
        return len(basis) > 0 and all(map(callable, basis))
    return integer(1).accepts(basis)


BASIS = Limit(_accepts, phrase("limit.basis"))


def expand(X: Array, basis: Basis | None, estimator: str) -> Array:
    """φ(X), (n, M); X itself if there is no basis."""
    if basis is None:
        return X
    if is_sparse(X):
        raise UsageError("linear.sparse_basis", estimator=estimator)
    if callable(basis):
        phi = given_numbers(basis(X), "basis")
    elif isinstance(basis, int | Integral):
        _refuse_many(X.shape[0], X.shape[1], int(basis), estimator)
        with np.errstate(over="ignore"):  # what is not finite is refused by the method
            phi = polynomial(X, int(basis))
    else:
        phi = np.column_stack([given_numbers(function(X), "basis") for function in basis])
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
    level = list(enumerate(X.T))  # the last factor and the product, of one degree after another
    columns = [product for _, product in level]
    for _ in range(1, degree):
        level = [(k, product * X[:, k]) for j, product in level for k in range(j, X.shape[1])]
        columns += [product for _, product in level]
    return np.column_stack(columns)


def _refuse_many(n: int, p: int, degree: int, estimator: str) -> None:
    """Refuse more products than there is memory for."""
    log_count = math.lgamma(p + degree + 1) - math.lgamma(p + 1) - math.lgamma(degree + 1)
    need = math.exp(min(log_count, 700.0)) * (16.0 * n + PER_COLUMN)
    free = free_memory() if need > 1e8 else need
    if need > free:
        sizes = {"need": need / 2**30, "free": free / 2**30}
        raise UsageError("linear.basis_size", estimator=estimator, degree=degree, p=p, n=n, **sizes)
