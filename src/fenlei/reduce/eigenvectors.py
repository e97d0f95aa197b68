r"""The leading eigenvectors of a symmetric matrix, and a rule for their signs.

    A u = λ u,   A = Aᵀ (n, n),   λ_1 ≥ … ≥ λ_d

A small matrix is reduced to a tridiagonal one (LAPACK); of a large one of which few vectors are wanted,
Lanczos' method (ARPACK) needs no more than products with vectors, to the same accuracy. The doubly centred
matrix J A J, J = I - 1 1ᵀ / n, is then never formed.

An eigenvector is determined up to its sign: here its entry of largest absolute value is positive.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import linalg
from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.threads import map_blocks, row_blocks, single_threaded_blas

TIE = 1e-8  # entries as large as the largest, up to rounding: the first of them decides the sign
SMALL = 400  # rows up to which a full decomposition is the faster
FEW = 10  # eigenvectors are few if there are this many rows to each
PRODUCT_BLOCK = 1 << 19  # values of the matrix in one task


class Spectrum(NamedTuple):
    values: Array  # (d,) descending
    vectors: Array  # (n, d)


def upright(vectors: Array) -> Array:
    """Columns (n, d) signed so that the largest entry is positive."""
    if vectors.size == 0:
        return vectors
    size = np.abs(vectors)
    deciding = np.argmax(size >= (1.0 - TIE) * size.max(axis=0), axis=0)
    turned = vectors[deciding, np.arange(vectors.shape[1])] < 0
    return np.ascontiguousarray(np.where(turned, -vectors, vectors))


def leading(A: Array, d: int) -> Spectrum:
    """The d algebraically largest eigenvalues of A, and unit eigenvectors, by LAPACK."""
    n = len(A)
    if d == 0:
        return Spectrum(np.empty(0), np.empty((n, 0)))
    with single_threaded_blas():
        if d == n:
            values, vectors = linalg.eigh(A, driver="evd", check_finite=False)
        else:
            values, vectors = linalg.eigh(A, subset_by_index=[n - d, n - 1], check_finite=False)
    return Spectrum(values[::-1], upright(vectors[:, ::-1]))


def leading_centred(
    A: Array,
    d: int,
    *,
    dense: bool = False,
    tol: float = 0.0,
    max_iter: int | None = None,
    n_jobs: int | None = None,
) -> Spectrum:
    """The d algebraically largest eigenvalues of J A J: by LAPACK if `dense`, small or not few."""
    n = len(A)
    if not dense and n > SMALL and FEW * d <= n:
        try:
            return _lanczos(_centred_product(A, n_jobs), n, d, tol, max_iter)
        except ArpackError:  # no convergence in the iterations allowed: LAPACK always has an answer
            pass
    return leading(double_centred(A), d)


def double_centred(A: Array) -> Array:
    """J A J, A less the means of its rows and columns plus the mean of all."""
    means = A.mean(axis=1)
    return A - (means[:, None] + (means - means.mean()))


def _centred_product(A: Array, n_jobs: int | None) -> Callable[[Array], Array]:
    """v ↦ J A J v, the product with A by blocks of rows. It waits for memory, so half of A is read."""
    n = len(A)
    blocks = row_blocks(n, n, PRODUCT_BLOCK)

    def product(v: Array) -> Array:
        u = v - v.mean()

        def block(start: int, stop: int) -> Array:
            part = np.zeros(n - start)
            add_half(A, u, start, stop, part)
            return part

        result = np.zeros(n)
        for (start, _), part in zip(blocks, map_blocks(block, blocks, n_jobs), strict=True):
            result[start:] += part
        return result - result.mean()

    return product


@kernel
def add_half(A: Array, u: Array, start: int, stop: int, out_part: Array) -> None:
    """What rows start … stop of a symmetric A from the diagonal on, and the same columns, add to A u.

    `out_part` begins at row start. Four rows at a time, so that u and the result are fetched once for them.
    """
    i = start
    while i + 4 <= stop:
        add_square(A, u, start, i, i + 4, out_part)
        a, b, c, d = A[i, i + 4 :], A[i + 1, i + 4 :], A[i + 2, i + 4 :], A[i + 3, i + 4 :]
        after, out = u[i + 4 :], out_part[i + 4 - start :]
        v, w, x, y = u[i], u[i + 1], u[i + 2], u[i + 3]
        p = q = r = s = 0.0
        for j in range(after.shape[0]):
            p += a[j] * after[j]
            q += b[j] * after[j]
            r += c[j] * after[j]
            s += d[j] * after[j]
            out[j] += (a[j] * v + b[j] * w) + (c[j] * x + d[j] * y)
        sums = (p, q, r, s)
        for k in range(4):
            out_part[i + k - start] += sums[k]
        i += 4
    add_square(A, u, start, i, stop, out_part)
    for k in range(i, stop):
        for j in range(stop, A.shape[0]):
            out_part[k - start] += A[k, j] * u[j]
            out_part[j - start] += A[k, j] * u[k]


@part_of_kernel
def add_square(A: Array, u: Array, start: int, low: int, high: int, out_part: Array) -> None:
    """What the rows and columns low … high add among themselves."""
    for i in range(low, high):
        out_part[i - start] += A[i, i] * u[i]
        for j in range(i + 1, high):
            out_part[i - start] += A[i, j] * u[j]
            out_part[j - start] += A[i, j] * u[i]


def _lanczos(
    product: Callable[[Array], Array], n: int, d: int, tol: float = 0.0, max_iter: int | None = None
) -> Spectrum:
    """The d largest eigenvalues of the operator; the start is fixed, so that the result is."""
    start = np.random.default_rng(0).uniform(-1.0, 1.0, n)
    operator = LinearOperator((n, n), matvec=product, dtype=np.float64)
    with single_threaded_blas():
        values, vectors = eigsh(operator, d, which="LA", v0=start, tol=tol, maxiter=max_iter)
    order = np.argsort(-values, kind="stable")
    return Spectrum(values[order], upright(vectors[:, order]))
