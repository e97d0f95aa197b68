r"""The Hessian of logistic and softmax regression, a sum over blocks of rows:

    H_kl = Σ_i w_i p_ik (δ_kl - p_il) x_i x_iᵀ.

Rows are taken from a centre, which makes the matrix better conditioned and changes no optimum if the
intercept is free. Dense rows are summed by `curved_blocks`; a slab of sparse rows, or of more classes than
columns, is one matrix product.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense, is_sparse
from fenlei.kernels.merge_tree import merge_tree
from fenlei.kernels.threads import leaf_blocks, leaf_rows, map_blocks, row_blocks
from fenlei.linear.logistic.curved_blocks import dense_hessian, pair_products
from fenlei.linear.logistic.objective import (
    LogisticProblem,
    Stored,
    blocks_of,
    class_scores,
    split,
    total,
    weights_of,
)
from fenlei.linear.logistic.passes import probabilities

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

BLOCK_VALUES = 1 << 17  # of X in a block, whose sum is a matrix


def hessian(
    problem: LogisticProblem, theta: Array, centre: Array | None = None, dtype: DTypeLike = np.float64
) -> Array:
    """Hessian (r q, r q) of loss and ridge, the rows of X taken from `centre` (p,), products in `dtype`."""
    r, q = problem.shape
    sums_by_rows = is_dense(problem) and (r == 1 or r <= problem.X.shape[1])
    exact = dtype == np.float64 or isinstance(problem.X, Stored) or sums_by_rows
    unit = np.ones(q) if exact else column_sizes(problem)  # single precision has a narrow range
    if isinstance(problem.X, Stored):
        H = problem.X.hessian(theta, centre is not None)
    elif sums_by_rows:  # whose probabilities take no more memory than they do
        H = _dense(problem, theta, centre)
    else:
        H = _sum_over_slabs(problem, theta, centre, _outer_two if r == 1 else _outer_many, dtype, unit)
    if not exact:
        H *= np.outer(np.tile(unit, r), np.tile(unit, r))
    H[np.diag_indices(r * q)] += np.tile(problem.ridge, r)
    return H


def is_dense(problem: LogisticProblem) -> bool:
    """Whether the rows are an array in memory."""
    return not isinstance(problem.X, Stored) and not is_sparse(problem.X)


def _dense(problem: LogisticProblem, theta: Array, centre: Array | None) -> Array:
    """The Hessian of dense rows, without ridge, in compiled passes."""
    (coef, bias), X = split(problem, theta), problem.X
    centre = np.zeros(X.shape[1]) if centre is None else centre
    return dense_hessian(X, problem.w, coef, bias, centre, problem.shape[1], leaf_size(X), problem.n_jobs)


def leaf_size(X: Array) -> int:
    """Rows of a leaf of sums; a leaf of files is a number of whole ones."""
    p = X.shape[1]
    return min(leaf_rows(p, max(BLOCK_VALUES, 512 * p)), leaf_rows(p))


def _total(problem: LogisticProblem, block: Callable[[int, int], Array]) -> Array:
    """The sum of the blocks in the fixed tree; a leaf of files is a number of whole blocks."""
    n, p = problem.X.shape
    blocks = leaf_blocks(n, p, max(BLOCK_VALUES, 512 * p))
    return merge_tree(map_blocks(block, blocks, problem.n_jobs), np.add)


def class_hessians(problem: LogisticProblem, theta: Array, centre: Array | None = None) -> Array:
    """The diagonal blocks (r, q, q) of the Hessian alone."""
    H = _sum_over_slabs(problem, theta, centre, _outer_each)
    H[:, np.arange(H.shape[1]), np.arange(H.shape[1])] += problem.ridge
    return H


def _sum_over_slabs(
    problem: LogisticProblem,
    theta: Array,
    centre: Array | None,
    outer: Callable[[Array, Array, Array], Array],
    dtype: DTypeLike = np.float64,
    unit: Array | float = 1.0,
) -> Array:
    coef, bias = split(problem, theta)
    by_feature = np.ascontiguousarray(coef.T) if is_sparse(problem.X) else coef

    def block(start: int, stop: int) -> Array:
        H: Any = 0.0
        for begin, end in row_blocks(stop - start, problem.X.shape[1] * len(bias), 1 << 18):
            scores = class_scores(problem.X, by_feature, bias, start + begin, start + end)
            p = np.empty_like(scores)
            probabilities(scores, p)
            w = weights_of(problem, start + begin, start + end)
            w = w if len(w) else np.ones(end - begin)
            A = augmented(problem, centre, start + begin, start + end)
            A = A if dtype == np.float64 else (A / unit).astype(dtype)
            H = H + outer(A, p.astype(dtype, copy=False), w.astype(dtype, copy=False))
        return np.asarray(H, dtype=np.float64)

    return _total(problem, block)


def gram(problem: LogisticProblem, centre: Array | None) -> Array:
    """Σ w (x - centre, 1)(x - centre, 1)ᵀ, (q, q)."""
    X = problem.X
    if is_dense(problem):
        ones, origin = np.ones((1, len(X))), np.zeros(X.shape[1]) if centre is None else centre
        q = problem.shape[1]
        return pair_products(X, problem.w, ones, origin, q, leaf_size(X), problem.n_jobs)

    def block(start: int, stop: int) -> Array:
        A, w = augmented(problem, centre, start, stop), weights_of(problem, start, stop)
        if len(w):
            A *= np.sqrt(w)[:, None]
        return A.T @ A

    return total(block, blocks_of(problem), np.add, problem.n_jobs)


def augmented(problem: LogisticProblem, centre: Array | None, start: int, stop: int) -> Array:
    """Dense rows (x - centre, 1), (rows, q)."""
    X = problem.X[start:stop]
    dense = np.empty((stop - start, problem.shape[1]))
    dense[:, : X.shape[1]] = as_dense(X)
    if centre is not None:
        dense[:, : X.shape[1]] -= centre
    if problem.intercept:
        dense[:, -1] = 1.0
    return dense


def _outer_two(A: Array, p: Array, w: Array) -> Array:
    A *= np.sqrt(w * p[0] * (1.0 - p[0]))[:, None]
    return A.T @ A


def _outer_each(A: Array, p: Array, w: Array) -> Array:
    return np.stack([(A * (w * share * (1.0 - share))[:, None]).T @ A for share in p])


def _outer_many(A: Array, p: Array, w: Array) -> Array:
    """blockdiag_k Σ w p_k x xᵀ - Σ w (p ⊗ x)(p ⊗ x)ᵀ."""
    r, q = len(p), A.shape[1]
    mixed = (p.T[:, :, None] * (A * np.sqrt(w)[:, None])[:, None, :]).reshape(len(A), r * q)
    H = -(mixed.T @ mixed)
    for k in range(r):
        part = slice(k * q, (k + 1) * q)
        scaled = A * np.sqrt(w * p[k])[:, None]
        H[part, part] += scaled.T @ scaled
    return H


def squares(problem: LogisticProblem) -> Array:
    """Σ w x_j², (q,)."""
    if isinstance(problem.X, Stored):
        return problem.X.squares
    w = problem.w if len(problem.w) else np.ones(problem.X.shape[0])
    X = problem.X
    if is_sparse(X):
        columns = X.multiply(X).T @ w
    else:
        columns = total(lambda s, e: w[s:e] @ np.square(X[s:e]), blocks_of(problem), np.add, problem.n_jobs)
    return np.append(columns, w.sum()) if problem.intercept else np.asarray(columns)


def column_sizes(problem: LogisticProblem) -> Array:
    """√ Σ w x_j², (q,), 1 for a column of zeros."""
    size = np.sqrt(squares(problem))
    return np.where(size > 0, size, 1.0)
