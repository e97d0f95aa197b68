r"""Blocks of the Gram matrix: a matrix product, then the kernel function, fused with its sums.

The products xᵀz of a block of rows with all columns are one GEMM; ‖x - z‖² = ‖x‖² + ‖z‖² - 2 xᵀz follows
from them. `gram` returns κ itself; `combine` returns Σ_j κ(x_i, z_j) c_j and keeps no more than one block of
κ, so its memory does not grow with the number of rows. Sums are in float64 for float32 rows too.

Rows are shifted by their mean where the kernel does not depend on it, so that fewer digits cancel in the
difference. The Laplacians take absolute differences and no product.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, exact_kernel, kernel
from fenlei.kernels.exponential import exp
from fenlei.kernels.matrices import as_dense, is_sparse
from fenlei.kernels.threads import row_blocks, run_blocks

if TYPE_CHECKING:
    from fenlei.annotations import Matrix

BLOCK = 1 << 19  # values of κ in one block: they stay in the cache between GEMM and exp
COLUMNS = 1 << 12  # columns whose sums are taken together
DISTANCES = ("rbf", "laplacian", "laplacian_euclidean")  # functions of x - z
_LOG2_E = np.float32(1.44269504)
_LN2_HIGH = np.float32(0.693359375)  # 9 bits: k times it is exact
_LN2_LOW = np.float32(-2.12194440e-4)
_SMALLEST = np.float32(-87.0)
_ONE, _HALF, _ZERO = np.float32(1), np.float32(0.5), np.float32(0)
_TERMS = tuple(np.float32(1 / d) for d in (5040, 720, 120, 24, 6))
_C7, _C6, _C5, _C4, _C3 = _TERMS


class Kernel(NamedTuple):
    """A kernel function."""

    name: str  # "precomputed" for a matrix that is given
    gamma: float = 1.0
    coef0: float = 0.0
    degree: int = 3


class Source(NamedTuple):
    """Rows and their kernel: what a Gram matrix is made of. For "precomputed", X (n, m) is the matrix
    itself.
    """

    X: Any  # (n, p), dense C-contiguous or CSR
    kernel: Kernel

    @property
    def squares(self) -> Array:
        """‖x‖² of each row, in the type of the rows."""
        X = self.X
        if is_sparse(X):
            sums = np.asarray(X.multiply(X).sum(axis=1)).ravel()
        else:
            sums = np.einsum("ij,ij->i", X, X, dtype=np.float64)
        return sums.astype(X.dtype, copy=False)


def take(source: Source, rows: Array) -> Source:
    """The source of a subset of the rows, in order; of a precomputed matrix, those rows and columns."""
    if len(rows) == source.X.shape[0]:
        return source
    given = source.kernel.name == "precomputed"
    return Source(square_part(source.X, rows) if given else source.X[rows], source.kernel)


def square_part(K: Array, rows: Array) -> Array:
    """K[rows][:, rows]; two runs of rows, as those of two classes, are copied in four pieces."""
    cuts = np.flatnonzero(np.diff(rows) != 1) + 1
    if len(cuts) > 1:
        return K[np.ix_(rows, rows)]
    runs = [(start, stop) for start, stop in pairwise([0, *cuts.tolist(), len(rows)])]
    part = np.empty((len(rows), len(rows)), K.dtype)
    for a, b in runs:
        for c, d in runs:
            part[a:b, c:d] = K[rows[a] : rows[b - 1] + 1, rows[c] : rows[d - 1] + 1]
    return part


def centred(source: Source) -> Source:
    """The rows minus their mean, if the kernel depends on differences only and the rows are dense."""
    if source.kernel.name not in DISTANCES or is_sparse(source.X):
        return source
    with np.errstate(over="ignore", invalid="ignore"):  # seen in the kernel's values
        mean = source.X.mean(axis=0, dtype=np.float64).astype(source.X.dtype)
        return Source(source.X - mean, source.kernel)


def diagonal(source: Source) -> Array:
    """κ(x, x) of each row, float64."""
    name, gamma, coef0, degree = source.kernel
    if name == "precomputed":
        return np.diagonal(source.X).astype(np.float64)
    if name in DISTANCES:
        return np.ones(source.X.shape[0])
    squares = source.squares.astype(np.float64)
    if name == "linear":
        return squares
    inner = gamma * squares + coef0
    return inner**degree if name == "poly" else np.tanh(inner)


# --- kernel functions of products


@exact_kernel
def exp32(x: np.float32) -> np.float32:
    """e^x for x ≤ 0 in float32, in straight-line code; below -87 it is 0."""
    clipped = max(x, _SMALLEST)
    k = np.floor(clipped * _LOG2_E + _HALF)
    r = (clipped - k * _LN2_HIGH) - k * _LN2_LOW
    series = _C7 * r + _C6
    series = series * r + _C5
    series = series * r + _C4
    series = series * r + _C3
    series = series * r + _HALF
    value = _ONE + (r + r * r * series)
    scale = np.int32((np.int32(k) + np.int32(127)) << np.int32(23)).view(np.float32)
    return _ZERO if x < _SMALLEST else value * scale


@kernel
def rbf_values(a: Array, b: Array, gamma: float, out_values: Array) -> None:
    """exp(-γ (a_i + b_j - 2 P_ij)) written over the products P, float64."""
    for i in range(out_values.shape[0]):
        row, own = out_values[i], a[i]
        for j in range(row.shape[0]):
            row[j] = exp(-gamma * max(own + b[j] - 2.0 * row[j], 0.0))


@kernel
def rbf_values32(a: Array, b: Array, gamma: np.float32, out_values: Array) -> None:
    """exp(-γ (a_i + b_j - 2 P_ij)) written over the products P, float32."""
    two = np.float32(2)
    for i in range(out_values.shape[0]):
        row, own = out_values[i], a[i]
        for j in range(row.shape[0]):
            row[j] = exp32(-gamma * max(own + b[j] - two * row[j], _ZERO))


@kernel
def rbf_sums(products: Array, a: Array, b: Array, gamma: float, c: Array, out_sums: Array) -> None:
    """Σ_j exp(-γ (a_i + b_j - 2 P_ij)) c_j, float64."""
    for i in range(products.shape[0]):
        row, own, total = products[i], a[i], 0.0
        for j in range(row.shape[0]):
            total += exp(-gamma * max(own + b[j] - 2.0 * row[j], 0.0)) * c[j]
        out_sums[i] = total


@kernel
def rbf_sums32(products: Array, a: Array, b: Array, gamma: np.float32, c: Array, out_sums: Array) -> None:
    """Σ_j exp(-γ (a_i + b_j - 2 P_ij)) c_j of float32 products, summed in float64."""
    two = np.float32(2)
    for i in range(products.shape[0]):
        row, own, total = products[i], a[i], 0.0
        for j in range(row.shape[0]):
            total += exp32(-gamma * max(own + b[j] - two * row[j], _ZERO)) * c[j]
        out_sums[i] = total


@kernel
def powers(values: Array, degree: int, out_values: Array) -> None:
    """Each value to a whole power, by multiplication."""
    for i in range(values.shape[0]):
        row, out = values[i], out_values[i]
        for j in range(row.shape[0]):
            out[j] = 1.0
        for _ in range(degree):
            for j in range(row.shape[0]):
                out[j] *= row[j]


@kernel
def laplacian_values(A: Array, B: Array, gamma: float, euclidean: bool, out_values: Array) -> None:
    """exp(-γ ‖a_i - b_j‖), columns of B (p, m), so that the inner loop is long."""
    for i in range(A.shape[0]):
        out = out_values[i]
        out[:] = 0.0
        for k in range(A.shape[1]):
            x, column = A[i, k], B[k]
            if euclidean:
                for j in range(out.shape[0]):
                    out[j] += (x - column[j]) * (x - column[j])
            else:
                for j in range(out.shape[0]):
                    out[j] += abs(x - column[j])
        for j in range(out.shape[0]):
            out[j] = exp(-gamma * (np.sqrt(out[j]) if euclidean else out[j]))


# --- sums in a fixed order: those of BLAS depend on its number of threads


@kernel
def row_sums(values: Array, c: Array, out_sums: Array) -> None:
    """Σ_j values_ij c_j of each row."""
    for i in range(values.shape[0]):
        row, total = values[i], 0.0
        for j in range(row.shape[0]):
            total += row[j] * c[j]
        out_sums[i] = total


@kernel
def add_rows(values: Array, rows: Array, c: Array, out_sums: Array) -> None:
    """Add Σ_k c_k values[rows_k]."""
    for k in range(rows.shape[0]):
        row, factor = values[rows[k]], c[k]
        for j in range(row.shape[0]):
            out_sums[j] += factor * row[j]


def sum_of_rows(values: Array, rows: Array, c: Array, n_jobs: int | None = None) -> Array:
    """Σ_k c_k values[rows_k], (m,), in blocks of columns."""
    m = values.shape[1]
    sums = np.zeros(m)
    run_blocks(lambda s, e: add_rows(values[:, s:e], rows, c, sums[s:e]), row_blocks(m, 1, COLUMNS), n_jobs)
    return sums


# --- blocks


class Prepared(NamedTuple):
    """The column side of a Gram matrix, made ready once for all blocks of rows."""

    kernel: Kernel
    Z: Any  # rows (m, p); transposed and dense for the Laplacians
    squares: Array  # (m,)


def prepare(columns: Source) -> Prepared:
    """The columns with what their kernel needs of them: squares, or a transposed copy."""
    name, none = columns.kernel.name, np.empty(0, columns.X.dtype)
    if name.startswith("laplacian"):
        return Prepared(columns.kernel, np.ascontiguousarray(as_dense(columns.X).T), none)
    return Prepared(columns.kernel, columns.X, columns.squares if name == "rbf" else none)


def columns_from(columns: Prepared, start: int) -> Prepared:
    """The columns from `start` on."""
    name = columns.kernel.name
    Z = np.ascontiguousarray(columns.Z[:, start:]) if name.startswith("laplacian") else columns.Z[start:]
    return columns._replace(Z=Z, squares=columns.squares[start:])


def products(A: Matrix, Z: Any) -> Array:
    """xᵀz of dense or sparse rows, (r, m)."""
    if is_sparse(A) or is_sparse(Z):
        both = A @ (Z.T if is_sparse(Z) else np.ascontiguousarray(Z.T))
        return np.ascontiguousarray(as_dense(both))
    return A @ Z.T


def block_values(A: Matrix, columns: Prepared) -> Array:
    """κ(a_i, z_j) of a block of rows A (r, p), (r, m)."""
    name, gamma, coef0, degree = columns.kernel
    if name.startswith("laplacian"):
        A = as_dense(A)
        values = np.empty((A.shape[0], columns.Z.shape[1]), A.dtype)
        laplacian_values(A, columns.Z, gamma, name != "laplacian", values)
        return values
    values = products(A, columns.Z)
    if name == "rbf":
        squares = Source(A, columns.kernel).squares
        (rbf_values32 if _single(values) else rbf_values)(
            squares, columns.squares, values.dtype.type(gamma), values
        )
    elif name in ("poly", "sigmoid"):
        values *= values.dtype.type(gamma)
        values += values.dtype.type(coef0)
        if name == "sigmoid":
            return np.tanh(values, out=values)
        bases = values.copy()
        powers(bases, degree, values)
    return values


def _single(values: Array) -> bool:
    return values.dtype == np.float32


def gram(rows: Source, columns: Source, n_jobs: int | None = None) -> Array:
    """κ(x_i, z_j), (n, m), in the type of the rows."""
    if rows.kernel.name == "precomputed":
        return rows.X
    ready, n, m = prepare(columns), rows.X.shape[0], columns.X.shape[0]
    values = np.empty((n, m), rows.X.dtype)

    def block(start: int, stop: int) -> None:
        values[start:stop] = block_values(rows.X[start:stop], ready)

    run_blocks(block, row_blocks(n, m, BLOCK), n_jobs)
    return values


def own_gram(source: Source, n_jobs: int | None = None) -> Array:
    """κ(x_i, x_j), (n, n): the upper half computed, the lower one its mirror image."""
    if source.kernel.name == "precomputed":
        return source.X
    X, ready, n = source.X, prepare(source), source.X.shape[0]
    values = np.empty((n, n), X.dtype)

    def block(start: int, stop: int) -> None:
        part = block_values(X[start:stop], columns_from(ready, start))
        values[start:stop, start:] = part
        values[stop:, start:stop] = part[:, stop - start :].T

    run_blocks(block, row_blocks(n, n, BLOCK), n_jobs)
    return values


def combine(rows: Source, columns: Source, c: Array, n_jobs: int | None = None) -> Array:
    """Σ_j κ(x_i, z_j) c_j, (n,) float64, for coefficients c (m,) float64."""
    if rows.kernel.name == "linear":
        return linear_sums(rows.X, columns.X, c, n_jobs)
    ready, n, m = prepare(columns), rows.X.shape[0], columns.X.shape[0]
    gamma, sums = rows.X.dtype.type(ready.kernel.gamma), np.empty(n)
    add = rbf_sums32 if rows.X.dtype == np.float32 else rbf_sums

    def gaussian(start: int, stop: int) -> None:
        A = rows.X[start:stop]
        squares = Source(A, ready.kernel).squares
        add(products(A, ready.Z), squares, ready.squares, gamma, c, sums[start:stop])

    def any_other(start: int, stop: int) -> None:
        row_sums(block_values(rows.X[start:stop], ready), c, sums[start:stop])

    block = gaussian if ready.kernel.name == "rbf" else any_other
    run_blocks(block, row_blocks(n, m, BLOCK), n_jobs)
    return sums


def linear_sums(X: Matrix, Z: Any, c: Array, n_jobs: int | None) -> Array:
    """Xw with w = Σ_j c_j z_j."""
    if is_sparse(X) or is_sparse(Z):
        return np.asarray(X @ (Z.T @ c))
    w, sums = sum_of_rows(Z, np.arange(len(c)), c, n_jobs), np.empty(X.shape[0])
    run_blocks(lambda s, e: row_sums(X[s:e], w, sums[s:e]), row_blocks(*X.shape), n_jobs)
    return sums
