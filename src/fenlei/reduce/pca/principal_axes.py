r"""Principal axes of centred rows Z (n, p): three routes to the same singular values and vectors.

    Z = U diag(s) Vᵀ        S = ZᵀZ = V diag(s²) Vᵀ

* Products: eigenvectors of S. One pass, `syrk`; but rounding of S hides what is below √eps of the largest
  singular value, and singular values s have a relative error of about eps (s_1 / s)².
* Factor: singular vectors of F with FᵀF = S, the rows themselves or the triangle of their QR decomposition.
  The relative error is eps s_1 / s; it costs two to three times as much.
* Lanczos: singular vectors of the operator v ↦ Zv, for rows too many and too wide for the other two; sparse
  rows stay sparse.

Products are trusted while every axis asked for has s² above GUARD s_1², where both routes agree to 1e-10.
Reference: Golub and Van Loan, Matrix Computations, 4th ed., sections 8.6 and 10.4.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import linalg
from scipy.sparse.linalg import LinearOperator, svds

from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.threads import row_blocks, single_threaded_blas
from fenlei.reduce.eigenvectors import TIE, leading, upright

GUARD = 1e-4
NOISE_GUARD = 1e-6
ROUNDING = 64.0  # units of p eps in an eigenvalue that sums of products leave
EPS = float(np.finfo(np.float64).eps)


class Axes(NamedTuple):
    squares: Array  # (k,) s² as far as they are known, descending
    directions: Array  # (d, p), rows of unit length, d ≤ k
    total: float  # Σ s² of all axes
    complete: bool  # whether the squares that are not listed are 0


def reliable(axes: Axes, d: int, left: int) -> bool:
    """Whether products determine d axes to 1e-10, and the mean square of the `left` others to 1e-8."""
    largest = axes.squares[0] if len(axes.squares) else axes.total
    kept = bool(np.all(axes.squares[:d] > GUARD * largest))
    return kept and (left == 0 or remainder(axes, d) > left * NOISE_GUARD * largest)


def remainder(axes: Axes, d: int) -> float:
    """Σ s² of the axes after the first d."""
    rest = np.sum(axes.squares[d:]) if axes.complete else axes.total - np.sum(axes.squares[:d])
    return max(float(rest), 0.0)


def settled(axes: Axes, rounding: float) -> Axes:
    """The same axes, with those whose s is below rounding times s_1 at 0 and chosen by `complete`."""
    squares, d = axes.squares, len(axes.directions)
    rank = int(np.sum(squares > rounding**2 * squares[:1]))
    if rank >= d:
        return axes
    squares = np.where(np.arange(len(squares)) < rank, squares, 0.0)
    with single_threaded_blas():
        return axes._replace(squares=squares, directions=complete(axes.directions[:rank], d))


def complete(directions: Array, d: int) -> Array:
    """d orthonormal rows, the given ones first: each more is the unit vector farthest from those before,
    less its part along them. So axes without spread do not depend on the order or the weights of rows.
    """
    r, p = directions.shape
    V = np.concatenate([directions, np.zeros((d - r, p))])
    residual = 1.0 - np.sum(directions**2, axis=0)
    for k in range(r, d):
        j = int(np.argmax(residual >= residual.max() - TIE))
        v = np.zeros(p)
        v[j] = 1.0
        for _ in range(2):  # once more takes off what rounding left
            v -= (V[:k] @ v) @ V[:k]
        V[k] = upright((v / np.linalg.norm(v))[:, None])[:, 0]
        residual -= V[k] ** 2
    return V


def of_products(S: Array, d: int) -> Axes:
    """Axes of S (p, p), the products of centred rows."""
    found = leading(S, d)
    values, directions = np.maximum(found.values, 0.0), np.ascontiguousarray(found.vectors.T)
    axes = Axes(values, directions, float(np.trace(S)), d == len(S))
    return settled(axes, np.sqrt(ROUNDING * len(S) * EPS))


def of_factor(F: Array, d: int) -> Axes:
    """Axes of S = FᵀF, F (m, p)."""
    # Rows of zeros change nothing of S; with them there are d axes however few rows F has.
    padded = np.concatenate([F, np.zeros((max(d - len(F), 0), F.shape[1]))])
    with single_threaded_blas():
        _, s, Vt = linalg.svd(padded, full_matrices=False, check_finite=False)
    axes = Axes(s**2, np.ascontiguousarray(upright(Vt[:d].T).T), float(np.sum(s**2)), True)
    return settled(axes, max(F.shape) * EPS)


def of_rows(X: Array, root: Array, mean: Array, scale: Array, d: int) -> Axes:
    """The d < min(n, p) leading axes of the rows (x - mean) / scale, times the roots of their weights."""

    def forward(v: Array) -> Array:
        scaled = v.ravel() / scale
        return root * (X @ scaled - mean @ scaled)

    def backward(u: Array) -> Array:
        weighted = root * u.ravel()
        return (X.T @ weighted - weighted.sum() * mean) / scale

    operator = LinearOperator(X.shape, matvec=forward, rmatvec=backward, dtype=np.float64)
    start = np.random.default_rng(0).uniform(-1.0, 1.0, min(X.shape))
    with single_threaded_blas():
        _, s, Vt = svds(operator, d, v0=start)
        total = float(np.sum(column_squares(X, root, mean) / scale**2))
    order = np.argsort(-s, kind="stable")
    return Axes(s[order] ** 2, np.ascontiguousarray(upright(Vt[order].T).T), total, False)


def column_squares(X: Any, root: Array, mean: Array) -> Array:
    """Σ w (x - mean)² (p,); of sparse rows the entries that are there, and mean² for those that are not."""
    p, w = X.shape[1], root**2
    if not is_sparse(X):
        blocks = row_blocks(*X.shape)
        return np.sum([w[a:b] @ (X[a:b] - mean) ** 2 for a, b in blocks], axis=0)
    entries = X.tocoo()
    there = w[entries.row] * ((entries.data - mean[entries.col]) ** 2 - mean[entries.col] ** 2)
    return np.maximum(np.bincount(entries.col, there, p) + w.sum() * mean**2, 0.0)
