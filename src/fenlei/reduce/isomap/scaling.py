r"""Classical scaling of path lengths: the largest eigenpairs of

    B = -½ J D² J,      J = I - 11ᵀ/n,      D² squared entry by entry

(equations 3-74 to 3-80). B is never formed: B V = -½ J (D² (J V)), rows of D squared a block at a time.

The pairs are found in a block Krylov space: V, BV, B²V, ... from a fixed start, each block made orthogonal
to those before. In it B is the small matrix T = QᵀBQ, whose eigenvectors y give Qy; the residual
|BQy - λQy| bounds the error of λ. A space that has grown too wide starts again from its best
vectors. One
pass over D serves a whole block of vectors: that is what makes it cheap.
"""

from __future__ import annotations

import numpy as np
from scipy import linalg

from fenlei.kernels import Array
from fenlei.kernels.threads import run_blocks, single_threaded_blas
from fenlei.reduce.eigenvectors import Spectrum, double_centred, leading, upright

BLOCK_ROWS = 128  # rows of D squared at a time: they stay in cache
SPARE = 6  # vectors in a block beyond those asked for
WIDEST = 240  # columns of the Krylov space before it starts again
BLOCKS = 300  # passes over D before a full decomposition takes over
PRECISION = 1e-13  # residual, relative to the largest eigenvalue


def scale_of(D: Array) -> float:
    """The unit of length in which B is worked on, so that no square over- or underflows: the longest path."""
    return float(D.max(initial=0.0)) or 1.0


def centred_product(D: Array, V: Array, scale: float = 1.0, n_jobs: int | None = None) -> Array:
    """B V (n, b), lengths in the unit `scale`."""
    V = V - V.mean(axis=0)
    out, per_unit = np.empty(V.shape), np.float64(1.0 / scale)

    def block(start: int, stop: int) -> None:
        np.matmul(np.square(D[start:stop] * per_unit), V, out=out[start:stop])

    n = len(D)
    run_blocks(block, [(s, min(s + BLOCK_ROWS, n)) for s in range(0, n, BLOCK_ROWS)], n_jobs)
    return -0.5 * (out - out.mean(axis=0))


def square_norm(D: Array) -> float:
    """|B|² = ¼ Σ (d²_ij - m_i - m_j + m)², by rows, lengths in the unit `scale_of`."""
    n, per_unit = len(D), np.float64(1.0 / scale_of(D))
    row, column = np.empty(n), np.zeros(n)
    for i in range(n):
        square = np.square(D[i] * per_unit)
        row[i] = square.mean()
        column += square / n
    total = 0.0
    for i in range(n):
        total += float(np.sum(np.square(np.square(D[i] * per_unit) - row[i] - column + row.mean())))
    return total / 4.0


@np.errstate(over="ignore", invalid="ignore")  # seen in the coordinates
def dense_eigenpairs(D: Array, d: int) -> Spectrum:
    """The d largest eigenvalues (d,), falling, and their vectors (n, d), by a full decomposition."""
    scale = scale_of(D)
    square = np.square(D / scale)
    found = leading(double_centred(-0.25 * (square + square.T)), d)  # B symmetric to the last bit
    return found._replace(values=found.values * scale * scale)


def krylov_eigenpairs(
    D: Array, d: int, tol: float = 0.0, max_iter: int | None = None, n_jobs: int | None = None
) -> Spectrum:
    """The same by a block Krylov space; by the full decomposition if it does not settle."""
    n, width, scale = len(D), d + SPARE, scale_of(D)
    start = np.random.default_rng(0).standard_normal((n, width))
    with single_threaded_blas():
        Q = linalg.qr(start - start.mean(axis=0), mode="economic")[0]
        BQ = centred_product(D, Q, scale, n_jobs)
        for _ in range(BLOCKS if max_iter is None else max_iter):
            values, Y = linalg.eigh(Q.T @ BQ)
            values, Y = values[::-1], Y[:, ::-1]
            top = Q @ Y[:, :d]
            residual = linalg.norm(BQ @ Y[:, :d] - top * values[:d], axis=0)
            if (residual <= max(tol, PRECISION) * abs(values[0])).all():
                return Spectrum(values[:d] * scale * scale, upright(top))
            if Q.shape[1] + width > min(WIDEST, n):
                Q, BQ = Q @ Y[:, : 2 * width], BQ @ Y[:, : 2 * width]
            new = _orthogonal(BQ[:, -width:], Q)
            Q, BQ = np.hstack([Q, new]), np.hstack([BQ, centred_product(D, new, scale, n_jobs)])
    return dense_eigenpairs(D, d)


def _orthogonal(V: Array, Q: Array) -> Array:
    """Orthonormal columns that span what V (n, b) adds to Q; twice, as once leaves rounding errors."""
    for _ in range(2):
        V = linalg.qr(V - Q @ (Q.T @ V), mode="economic")[0]
    return V
