"""Matrices that may be dense or sparse (CSR): which of the two, and the dense form."""

from __future__ import annotations

from typing import Any

from scipy.sparse import issparse

from fenlei.kernels import Array


def is_sparse(X: object) -> bool:
    """Whether X is a sparse matrix or array of scipy."""
    return bool(issparse(X))


def as_dense(X: Any) -> Array:
    """X itself, or the dense array of a sparse X."""
    return X.toarray() if is_sparse(X) else X
