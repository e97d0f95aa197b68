"""Gram matrices for kernel PCA: those of `svm.gram`, the cosine, powers that are not whole, and functions."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.contract.given_functions import single_number
from fenlei.errors import DataError
from fenlei.functions.pairwise_matrices import symmetrised
from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense, is_sparse
from fenlei.svm.dual.gram import DISTANCES, Kernel, Source, gram


class KernelRule(NamedTuple):
    """A kernel and its parameters."""

    kernel: Any  # a name, or a function of two rows
    gamma: float
    coef0: float
    degree: float
    params: dict[str, Any]  # further arguments of a function


def kernel_matrix(rule: KernelRule, A: Array, B: Array, n_jobs: int | None = None) -> Array:
    """κ(a_i, b_j) (n, m) in float64; for "precomputed", A itself."""
    if callable(rule.kernel):
        return _by_function(rule, A, B)
    if rule.kernel == "precomputed":
        return np.asarray(as_dense(A), dtype=np.float64)
    same, A = A is B, A.astype(np.float64, copy=False)
    B = A if same else B.astype(np.float64, copy=False)
    if rule.kernel == "cosine":
        return _gram("linear", rule, _unit(A), _unit(B), n_jobs)
    if rule.kernel in DISTANCES and not is_sparse(A) and not is_sparse(B):
        origin = B.mean(axis=0)  # the kernel does not see it, and less is lost in differences
        B = B - origin
        A = B if same else A - origin
    if rule.kernel == "poly" and not rule.degree.is_integer():
        with np.errstate(invalid="ignore"):
            return (rule.gamma * _gram("linear", rule, A, B, n_jobs) + rule.coef0) ** rule.degree
    return _gram(rule.kernel, rule, A, B, n_jobs)


def given_matrix(K: Array, estimator: str) -> tuple[Array, Array]:
    """A matrix (n, n) that the user gives and the means (n,) of its columns; refused if not symmetric.

    What is decomposed is J K J. If only that is symmetric, K being one plus constants for rows and columns,
    it is taken for K.
    """
    try:
        K = symmetrised(K, estimator)
        return K, K.mean(axis=1)
    except DataError as asymmetric:
        means = K.mean(axis=0)
        try:
            return symmetrised(K - K.mean(axis=1, keepdims=True) - (means - means.mean()), estimator), means
        except DataError:
            raise asymmetric from None


def _gram(name: str, rule: KernelRule, A: ArrayLike, B: ArrayLike, n_jobs: int | None) -> Array:
    kernel = Kernel(name, rule.gamma, rule.coef0, int(rule.degree))
    return gram(Source(A, kernel), Source(B, kernel), n_jobs)


def _unit(A: Any) -> Any:
    """Rows divided by their lengths; a row of zeros stays."""
    if is_sparse(A):
        lengths = np.sqrt(np.asarray(A.multiply(A).sum(axis=1)).ravel())
        return A.multiply(1.0 / np.where(lengths > 0, lengths, 1.0)[:, None]).tocsr()
    lengths = np.sqrt(np.einsum("ij,ij->i", A, A))
    return A / np.where(lengths > 0, lengths, 1.0)[:, None]


def _by_function(rule: KernelRule, A: Array, B: Array) -> Array:
    """One call for each pair of rows; a kernel is symmetric, so half of them if both sides are the same."""
    K = np.empty((A.shape[0], B.shape[0]))
    for i in range(A.shape[0]):
        for j in range(i + 1 if A is B else B.shape[0]):
            K[i, j] = single_number(rule.kernel(A[i], B[j], **rule.params), "kernel")
    return np.where(np.tri(len(K), dtype=bool), K, K.T) if A is B else K
