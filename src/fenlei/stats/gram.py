r"""Means and centred products of features and targets: all that least squares needs to know of the rows.

    Z = [X | Y] (n, q), q = p + t      mean = Σ w z / Σ w      S = Σ w (z - mean)(z - mean)ᵀ   (q, q)

Dense rows are summed by `class_products`. A block of sparse rows is taken from a point among its rows and
multiplied with itself by BLAS (`syrk`, inside NumPy's matmul of Zᵀ with Z), with a column of ones that brings
the sums; the distance of the mean from that point, small beside the spread, is then taken off. Merging adds
the product of the two means: w_a r δ δᵀ, in the notation of `stats.moments`.

S squares the condition of the rows. Therefore there is a second form of the same summary, a factor F (m, q)
with FᵀF = S: the centred rows themselves while they are fewer than q, so that wide data stay small; or the
triangle of a QR decomposition by blocks (`factorise`), where somebody has all the rows and S turned out
ill-conditioned.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense, is_sparse
from fenlei.kernels.merge_tree import merge_tree
from fenlei.kernels.threads import leaf_rows, map_blocks, row_blocks
from fenlei.records import Field
from fenlei.stats import class_products
from fenlei.stats.class_products import ClassProducts
from fenlei.stats.moments import merged_weight

if TYPE_CHECKING:
    from fenlei.annotations import Matrix

BLOCK_ELEMENTS = 1 << 18  # 2 MiB of float64: rows enough for BLAS, small enough for the cache

FEW = 32  # rows whose mean is near enough to that of a block
FAR = 0.9  # share of the squares that the distance of mean and origin may make up


class Gram(NamedTuple):
    weight: Annotated[Array, Field("", low=0.0)]  # sum of weights
    mean: Annotated[Array, Field("q")]  # of features, then targets
    scatter: Annotated[Array, Field("s q")]  # S, s = q; or nothing, s = 0
    factor: Annotated[Array, Field("m q")]  # F with FᵀF = S, m < q; or nothing, m = 0


def summarise(X: Array, Y: Array, w: Array | None = None, *, n_jobs: int | None = None) -> Gram:
    """Summary of features X (n, p), dense or CSR, and targets Y (n, t), weighted by w (n,)."""
    n, q = X.shape[0], X.shape[1] + Y.shape[1]
    few = n < q  # decided on all rows, so that every block has the same form
    if not few and not is_sparse(X):
        weight, mean, products = class_products.summarise(X, Y, None, w, n_jobs=n_jobs)
        return Gram(np.array(weight[0]), mean[0], products[0], np.empty((0, q)))

    def block(start: int, stop: int) -> Gram:
        origin = _origin(X, Y, start, stop)
        Z = _joined(X, Y, start, stop, origin)
        if w is not None:
            Z *= np.sqrt(w[start:stop])[:, None]
        return _centred(Z, origin, few)

    return merge_tree(map_blocks(block, row_blocks(n, q, BLOCK_ELEMENTS), n_jobs), merge)


def in_one_pass(X: Matrix, Y: Array) -> bool:
    """Whether the summary of all rows is, to the last bit, that of the leaves merged one by one.

    A leaf of fewer rows than columns would be a factor.
    """
    (n, p), q = X.shape, X.shape[1] + Y.shape[1]
    size = leaf_rows(p)
    return not is_sparse(X) and q <= size and (n % size == 0 or n % size >= q)


def _origin(X: Array, Y: Array, start: int, stop: int) -> Array:
    """A point (q,) among the rows; where a column is constant, exactly its value."""
    nowhere = np.zeros(X.shape[1] + Y.shape[1])
    if start == stop:
        return nowhere
    few = _joined(X, Y, start, min(start + FEW, stop), nowhere)[:, :-1]
    return few[0] + np.mean(few - few[0], axis=0)


def _joined(X: Matrix, Y: Array, start: int, stop: int, origin: Array) -> Array:
    """[X | Y | 1] of some rows, less `origin` (q,), as a new array of float64."""
    p, q = X.shape[1], len(origin)
    Z = np.empty((stop - start, q + 1))
    rows = as_dense(X[start:stop])
    np.subtract(rows, origin[:p], out=Z[:, :p])
    np.subtract(Y[start:stop], origin[p:], out=Z[:, p:q])
    Z[:, q] = 1.0
    return Z


def _centred(Z: Array, origin: Array, few: bool) -> Gram:
    """The summary of rows Z (n, q + 1) less `origin`, the last column the roots of their weights.

    That column brings the sums with the products. If the mean turns out far from the origin, as far as
    taking it off the products would cost a digit or more, the rows are moved to it first.
    """
    q = len(origin)
    if few:
        return _centred_rows(Z, origin)
    products = Z.T @ Z
    weight, sums = products[q, q], products[q, :q]
    mean = sums / (weight or 1.0)
    squares = np.diagonal(products)[:q]
    if (sums * mean > FAR * squares).any():
        Z[:, :q] -= Z[:, q:] * mean
        origin, mean = origin + mean, np.zeros(q)
        products = Z.T @ Z
    S = products[:q, :q] - weight * mean[:, None] * mean
    return Gram(np.array(weight), origin + mean, S, np.empty((0, q)))


def _centred_rows(Z: Array, origin: Array) -> Gram:
    """The summary of few rows as a factor: themselves, from their mean; no product of all pairs is made."""
    q = len(origin)
    sums = Z.T @ Z[:, q]
    mean = sums[:q] / (sums[q] or 1.0)
    Z[:, :q] -= Z[:, q:] * mean
    return Gram(np.array(sums[q]), origin + mean, np.empty((0, q)), Z[:, :q].copy())


def merge(a: Gram, b: Gram) -> Gram:
    """The summary of both sets of rows."""
    if len(a.scatter) and len(b.scatter):
        sums = (ClassProducts(np.reshape(x.weight, 1), x.mean[None], x.scatter[None]) for x in (a, b))
        both = class_products.merge(*sums)
        return Gram(np.array(both.weight[0]), both.mean[0], both.products[0], a.factor)
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


def factorise(X: Array, Y: Array, w: Array | None, summary: Gram, *, n_jobs: int | None = None) -> Gram:
    """The summary of the same rows as a factor: QR of each block of centred rows, then of the triangles."""
    q = len(summary.mean)

    def block(start: int, stop: int) -> Array:
        Z = _joined(X, Y, start, stop, summary.mean)[:, :-1]
        if w is not None:
            Z *= np.sqrt(w[start:stop])[:, None]
        return _triangle([Z])

    blocks = row_blocks(X.shape[0], q, max(BLOCK_ELEMENTS, 4 * q * q))
    factor = reduce(lambda a, b: _triangle([a, b]), map_blocks(block, blocks, n_jobs))
    return summary._replace(scatter=np.empty((0, q)), factor=factor)


def merge_factors(a: Gram, b: Gram) -> Gram:
    """Of factors of two runs of rows, about one mean, that of both runs."""
    return a._replace(factor=_triangle([a.factor, b.factor]))


def _triangle(parts: Sequence[Array]) -> Array:
    """R (m, q), m = min(rows, q), of the QR decomposition of the parts on top of one another."""
    rows = np.concatenate(parts)
    triangle: Array = np.linalg.qr(rows, mode="r")  # type: ignore[assignment]
    return triangle
