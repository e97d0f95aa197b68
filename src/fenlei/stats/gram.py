r"""Means and centred products of features and targets: all that least squares needs to know of the rows.

    Z = [X | Y] (n, q), q = p + t      mean = Σ w z / Σ w      S = Σ w (z - mean)(z - mean)ᵀ   (q, q)

A block is centred by its own means and multiplied with itself by BLAS (`syrk`, inside NumPy's matmul of Zᵀ
with Z). Merging adds the product of the two means: w_a r δ δᵀ, in the notation of `stats.moments`.

S squares the condition of the rows. Therefore there is a second form of the same summary, a factor F (m, q)
with FᵀF = S: the centred rows themselves while they are fewer than q, so that wide data stay small; or the
triangle of a QR decomposition by blocks (`factorise`), where somebody has all the rows and S turned out
ill-conditioned.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Annotated, Any, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.threads import map_blocks, row_blocks
from fenlei.records import Field
from fenlei.stats.moments import merged_weight
from fenlei.stats.totals import is_sparse

BLOCK_ELEMENTS = 1 << 18  # 2 MiB of float64: rows enough for BLAS, small enough for the cache


class Gram(NamedTuple):
    weight: Annotated[Array, Field("", low=0.0)]  # sum of weights
    mean: Annotated[Array, Field("q")]  # of features, then targets
    scatter: Annotated[Array, Field("s q")]  # S, s = q; or nothing, s = 0
    factor: Annotated[Array, Field("m q")]  # F with FᵀF = S, m < q; or nothing, m = 0


def summarise(X: Any, Y: Array, w: Array | None = None, *, n_jobs: int | None = None) -> Gram:
    """Summary of features X (n, p), dense or CSR, and targets Y (n, t), weighted by w (n,)."""
    n, q = X.shape[0], X.shape[1] + Y.shape[1]

    few = n < q  # decided on all rows, so that every block has the same form
    nothing = np.empty((0, q))

    def block(start: int, stop: int) -> Gram:
        weights = None if w is None else w[start:stop]
        weight = np.array(float(stop - start) if weights is None else weights.sum())
        first = _joined(X, Y, start, min(start + 1, stop), np.zeros(q)).sum(axis=0)
        Z = _joined(X, Y, start, stop, first)  # a constant column is now exactly 0, whatever its value
        mean = (Z.sum(axis=0) if weights is None else weights @ Z) / (weight or 1.0)
        Z -= mean
        if weights is not None:
            Z *= np.sqrt(weights)[:, None]
        return Gram(weight, first + mean, nothing if few else Z.T @ Z, Z if few else nothing)

    return reduce(merge, map_blocks(block, row_blocks(n, q, BLOCK_ELEMENTS), n_jobs))


def _joined(X: Any, Y: Array, start: int, stop: int, origin: Array) -> Array:
    """[X | Y] of some rows, less `origin` (q,), as a new array of float64."""
    p = X.shape[1]
    Z = np.empty((stop - start, p + Y.shape[1]))
    rows = X[start:stop].toarray() if is_sparse(X) else X[start:stop]
    np.subtract(rows, origin[:p], out=Z[:, :p])
    np.subtract(Y[start:stop], origin[p:], out=Z[:, p:])
    return Z


def merge(a: Gram, b: Gram) -> Gram:
    """The summary of both sets of rows."""
    weight, share = merged_weight(a.weight, b.weight)
    weight, delta = np.asarray(weight), b.mean - a.mean
    between = np.sqrt(a.weight * share) * delta
    mean, q = a.mean + share * delta, len(delta)
    if len(a.scatter) + len(b.scatter) == 0 and len(a.factor) + len(b.factor) + 1 < q:
        parts = [a.factor, b.factor] + ([between[None]] if between.any() else [])
        return Gram(weight, mean, a.scatter, np.concatenate(parts))
    total = scatter(a) + scatter(b) + between[:, None] * between
    return Gram(weight, mean, total, np.empty((0, q)))


def scatter(summary: Gram) -> Array:
    """S (q, q)."""
    return summary.scatter if len(summary.scatter) else summary.factor.T @ summary.factor


def factorise(X: Any, Y: Array, w: Array | None, summary: Gram, *, n_jobs: int | None = None) -> Gram:
    """The summary of the same rows as a factor: QR of each block of centred rows, then of the triangles."""
    q = len(summary.mean)

    def block(start: int, stop: int) -> Array:
        Z = _joined(X, Y, start, stop, summary.mean)
        if w is not None:
            Z *= np.sqrt(w[start:stop])[:, None]
        return _triangle([Z])

    blocks = row_blocks(X.shape[0], q, max(BLOCK_ELEMENTS, 4 * q * q))
    factor = reduce(lambda a, b: _triangle([a, b]), map_blocks(block, blocks, n_jobs))
    return summary._replace(scatter=np.empty((0, q)), factor=factor)


def _triangle(parts: Sequence[Array]) -> Array:
    """R (m, q), m = min(rows, q), of the QR decomposition of the parts on top of one another."""
    rows = np.concatenate(parts)
    triangle: Array = np.linalg.qr(rows, mode="r")  # type: ignore[assignment]
    return triangle
