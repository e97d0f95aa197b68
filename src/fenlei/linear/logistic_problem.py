r"""The objective of logistic and softmax regression, its gradient and its Hessian, as sums over blocks of
rows.

    F(θ) = Σ_i w_i log-loss(x_i, y_i; θ) + Σ_j [ ½ ridge_j ‖θ_·j‖² + lasso_j ‖θ_·j‖₁ ]

θ (r, q): one row of weights for two classes (r = 1, the log-odds of the second), K rows for K > 2; q = p +
1 columns with the intercept last, or q = p without one. The Hessian of the loss has the blocks (source
001, A-M27)

    H_kl = Σ_i w_i p_ik (δ_kl - p_il) x_i x_iᵀ.

`gradients` and `hessian` are the summaries of source 004, chapter 3: blocks of rows add up, in a fixed order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.kernels.threads import Block, map_blocks, row_blocks
from fenlei.linear.logistic_kernels import (
    link_many,
    pass_two,
    probabilities,
    sparse_gradient,
    sparse_pass_two,
    sparse_scores,
)
from fenlei.stats.totals import is_sparse

BLOCK_VALUES = 1 << 19  # of X in a task
SLAB_VALUES = 1 << 16  # of X in a matrix product: half a megabyte stays in the second cache


class Problem(NamedTuple):
    X: Any  # (n, p) float64 or float32, C order, or CSR
    codes: Array  # (n,) int64
    w: Array  # (n,) float64, or length 0 for weight one
    K: int
    intercept: bool
    ridge: Array  # (q,)
    lasso: Array  # (q,)
    n_jobs: int | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """(r, q) of θ."""
        return (1 if self.K == 2 else self.K), self.X.shape[1] + self.intercept

    @property
    def weight(self) -> float:
        """Σ w."""
        return float(self.w.sum()) if len(self.w) else float(self.X.shape[0])


class Gradients(NamedTuple):
    loss: float  # Σ w log-loss
    gradient: Array  # (r, q)
    least: float  # smallest probability of a row's own class


def merge(a: Gradients, b: Gradients) -> Gradients:
    """The summary of both sets of rows."""
    return Gradients(a.loss + b.loss, a.gradient + b.gradient, min(a.least, b.least))


def gradients(problem: Problem, theta: Array) -> Gradients:
    """Loss and its gradient at θ (r, q), without the penalty."""
    one_block = _two_classes if problem.K == 2 else _many_classes
    coef, bias = split(problem, theta)

    def block(start: int, stop: int) -> Gradients:
        loss, gradient, least = one_block(problem, coef, bias, start, stop)
        return Gradients(loss, gradient if problem.intercept else gradient[:, :-1], least)

    return reduce(merge, map_blocks(block, blocks_of(problem), problem.n_jobs))


def objective(problem: Problem, theta: Array) -> Gradients:
    """The same with the smooth part of the penalty, ½ ridge θ²."""
    found = gradients(problem, theta)
    shrunk = problem.ridge * theta
    return Gradients(found.loss + 0.5 * float(np.vdot(shrunk, theta)), found.gradient + shrunk, found.least)


def lasso_penalty(problem: Problem, theta: Array) -> float:
    return float((problem.lasso * np.abs(theta)).sum())


def split(problem: Problem, theta: Array) -> tuple[Array, Array]:
    """Weights (r, p) and intercepts (r,)."""
    if problem.intercept:
        return np.ascontiguousarray(theta[:, :-1]), theta[:, -1].copy()
    return np.ascontiguousarray(theta), np.zeros(len(theta))


def blocks_of(problem: Problem) -> list[Block]:
    """Row blocks of a fixed size; few where a block's gradient is long."""
    X = problem.X
    stored = -(-X.nnz // max(X.shape[0], 1)) if is_sparse(X) else X.shape[1]
    return row_blocks(X.shape[0], max(stored, 1), max(BLOCK_VALUES, 8 * X.shape[1] * problem.shape[0]))


def _weights(problem: Problem, start: int, stop: int) -> Array:
    return problem.w[start:stop] if len(problem.w) else UNIT_WEIGHTS


def _two_classes(problem: Problem, coef: Array, bias: Array, start: int, stop: int) -> Gradients:
    X, codes, w = problem.X, problem.codes[start:stop], _weights(problem, start, stop)
    gradient, facts = np.zeros(X.shape[1] + 1), np.array([0.0, 1.0])
    if is_sparse(X):
        pointers = X.indptr[start : stop + 1]
        sparse_pass_two(pointers, X.indices, X.data, codes, w, coef[0], bias[0], gradient, facts)
    else:
        pass_two(X[start:stop], codes, w, coef[0], bias[0], gradient, facts)
    return Gradients(float(facts[0]), gradient[None], float(facts[1]))


def _many_classes(problem: Problem, coef: Array, bias: Array, start: int, stop: int) -> Gradients:
    X, facts = problem.X, np.array([0.0, 1.0])
    gradient = np.zeros((len(coef), X.shape[1] + 1))
    by_feature = np.ascontiguousarray(coef.T) if is_sparse(X) else coef
    transposed = np.zeros(gradient.shape[::-1]) if is_sparse(X) else gradient
    for begin, end in slabs(problem, start, stop):
        scores = _scores(X, by_feature, bias, begin, end)
        link_many(scores, problem.codes[begin:end], _weights(problem, begin, end), facts)
        if is_sparse(X):
            sparse_gradient(X.indptr[begin : end + 1], X.indices, X.data, scores, transposed)
        else:
            gradient[:, :-1] += scores @ np.asarray(X[begin:end], dtype=np.float64)
            gradient[:, -1] += scores.sum(axis=1)
    return Gradients(float(facts[0]), transposed.T if is_sparse(X) else gradient, float(facts[1]))


def slabs(problem: Problem, start: int, stop: int) -> Iterator[Block]:
    """Parts of a block that are small enough for one matrix product."""
    for begin, end in row_blocks(stop - start, problem.X.shape[1] + problem.K, SLAB_VALUES):
        yield start + begin, start + end


def _scores(X: Any, coef: Array, bias: Array, start: int, stop: int) -> Array:
    """Class-major scores (r, rows); coef is (p, r) for sparse rows and (r, p) for dense ones."""
    if is_sparse(X):
        scores = np.empty((len(bias), stop - start))
        sparse_scores(X.indptr[start : stop + 1], X.indices, X.data, coef, bias, scores)
        return scores
    scores = coef @ np.asarray(X[start:stop], dtype=np.float64).T
    scores += bias[:, None]
    return scores


# --- curvature


def hessian(problem: Problem, theta: Array, centre: Array | None = None, dtype: Any = np.float64) -> Array:
    """Hessian (r q, r q) of loss and ridge, the rows of X taken from `centre` (p,), products in `dtype`."""
    r, q = problem.shape
    unit = np.ones(q) if dtype == np.float64 else column_sizes(problem)  # single precision has a narrow range
    H = _sum_over_slabs(problem, theta, centre, _outer_two if r == 1 else _outer_many, dtype, unit)
    H *= np.outer(np.tile(unit, r), np.tile(unit, r))
    H[np.diag_indices(r * q)] += np.tile(problem.ridge, r)
    return H


def class_hessians(problem: Problem, theta: Array, centre: Array | None = None) -> Array:
    """The diagonal blocks (r, q, q) of the Hessian alone."""
    H = _sum_over_slabs(problem, theta, centre, _outer_each)
    H[:, np.arange(H.shape[1]), np.arange(H.shape[1])] += problem.ridge
    return H


def _sum_over_slabs(
    problem: Problem,
    theta: Array,
    centre: Array | None,
    outer: Callable[[Array, Array, Array], Array],
    dtype: Any = np.float64,
    unit: Array | float = 1.0,
) -> Array:
    coef, bias = split(problem, theta)
    by_feature = np.ascontiguousarray(coef.T) if is_sparse(problem.X) else coef

    def block(start: int, stop: int) -> Array:
        total: Any = 0.0
        for begin, end in row_blocks(stop - start, problem.X.shape[1] * len(bias), 1 << 18):
            scores = _scores(problem.X, by_feature, bias, start + begin, start + end)
            p = np.empty_like(scores)
            probabilities(scores, p)
            w = _weights(problem, start + begin, start + end)
            w = w if len(w) else np.ones(end - begin)
            A = augmented(problem, centre, start + begin, start + end)
            A = A if dtype == np.float64 else (A / unit).astype(dtype)
            total = total + outer(A, p.astype(dtype, copy=False), w.astype(dtype, copy=False))
        return np.asarray(total, dtype=np.float64)

    few = row_blocks(problem.X.shape[0], 1, max(1 << 12, problem.X.shape[0] // 16))
    return reduce(np.add, map_blocks(block, few, problem.n_jobs))


def gram(problem: Problem, centre: Array | None) -> Array:
    """Σ w (x - centre, 1)(x - centre, 1)ᵀ, (q, q)."""

    def block(start: int, stop: int) -> Array:
        A, w = augmented(problem, centre, start, stop), _weights(problem, start, stop)
        if len(w):
            A *= np.sqrt(w)[:, None]
        return A.T @ A

    return reduce(np.add, map_blocks(block, blocks_of(problem), problem.n_jobs))


def augmented(problem: Problem, centre: Array | None, start: int, stop: int) -> Array:
    """Dense rows (x - centre, 1), (rows, q)."""
    X = problem.X[start:stop]
    dense = np.empty((stop - start, problem.shape[1]))
    dense[:, : X.shape[1]] = X.toarray() if is_sparse(X) else X
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


def squares(problem: Problem) -> Array:
    """Σ w x_j², (q,)."""
    w = problem.w if len(problem.w) else np.ones(problem.X.shape[0])
    X = problem.X
    if is_sparse(X):
        total = X.multiply(X).T @ w
    else:
        total = sum(map_blocks(lambda s, e: w[s:e] @ np.square(X[s:e]), blocks_of(problem), problem.n_jobs))
    return np.append(total, w.sum()) if problem.intercept else np.asarray(total)


def column_sizes(problem: Problem) -> Array:
    """√ Σ w x_j², (q,), 1 for a column of zeros."""
    size = np.sqrt(squares(problem))
    return np.where(size > 0, size, 1.0)
