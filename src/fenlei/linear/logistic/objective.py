r"""The objective of logistic and softmax regression and its gradient, as sums over blocks of rows.

    F(θ) = Σ_i w_i log-loss(x_i, y_i; θ) + Σ_j [ ½ ridge_j ‖θ_·j‖² + lasso_j ‖θ_·j‖₁ ]

θ (r, q): one row of weights for two classes (r = 1, the log-odds of the second), K rows for K > 2; q = p +
1 columns with the intercept last, or q = p without one. `gradients` and `hessian` are the
summaries of source 004, chapter 3: blocks of rows add up, in a fixed order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any, NamedTuple, TypeVar

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.merge_tree import merge_tree
from fenlei.kernels.team import share_blocks
from fenlei.kernels.threads import Block, leaf_rows, map_blocks, row_blocks
from fenlei.linear.logistic.passes import (
    link_many,
    many_class_blocks,
    sparse_gradient,
    sparse_pass_two,
    sparse_scores,
    two_class_blocks,
)

BLOCK_VALUES = 1 << 19  # of X in a task
CENTRE_ROWS = 1024  # rows whose mean is the centre
SLAB_VALUES = 1 << 16  # of X and scores: half a megabyte stays in the second cache
LEAF_VALUES = 1 << 15  # of X in a block of the team: 20 to 100 µs

R = TypeVar("R")


class Stored:
    """Rows that are not in memory together (`blocks`): they give sums only."""

    shape: tuple[int, int]  # its second number is p
    weight: float  # Σ w
    class_weight: Array  # (K,) Σ w of each class
    squares: Array  # (q,) Σ w x_j²
    mean: Array  # (p,)
    largest: float  # |x|

    def gradients(self, theta: Array) -> Gradients:
        """As the function of that name."""
        raise NotImplementedError

    def hessian(self, theta: Array, centred: bool) -> Array:
        """As the function of that name, without ridge, the rows taken from `mean` or from zero."""
        raise NotImplementedError

    def extremes(self, theta: Array) -> tuple[float, float]:
        """Smallest and largest of `margins`."""
        raise NotImplementedError


class LogisticProblem(NamedTuple):
    """Rows, and the penalty on each column of θ."""

    X: Any  # (n, p) float64 or float32, C order, or CSR; or Stored
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
        if isinstance(self.X, Stored):
            return self.X.weight
        return float(class_sums(self).sum()) if len(self.w) else float(self.X.shape[0])


class Gradients(NamedTuple):
    """Loss and gradient at θ."""

    loss: float  # Σ w log-loss
    gradient: Array  # (r, q)
    least: float  # smallest probability of a row's own class


def merge(a: Gradients, b: Gradients) -> Gradients:
    """The summary of both sets of rows."""
    return Gradients(a.loss + b.loss, a.gradient + b.gradient, min(a.least, b.least))


def gradients(problem: LogisticProblem, theta: Array) -> Gradients:
    """Loss and its gradient at θ (r, q), without the penalty."""
    if isinstance(problem.X, Stored):
        return problem.X.gradients(theta)
    coef, bias = split(problem, theta)
    loss, gradient, least = (_sparse_pass if is_sparse(problem.X) else _dense_pass)(problem, coef, bias)
    return Gradients(loss, gradient if problem.intercept else gradient[:, :-1], least)


def _dense_pass(problem: LogisticProblem, coef: Array, bias: Array) -> Gradients:
    """All rows in one pass of the team, blocks joined in the fixed tree."""
    (n, p), r = problem.X.shape, len(coef)
    rows = leaf_rows(p, max(LEAF_VALUES, 64 * p * r))
    blocks = max(-(-n // rows), 1)
    gradient, facts = np.empty((blocks, r, p + 1)), np.empty((blocks, 2))
    work = two_class_blocks if problem.K == 2 else many_class_blocks
    given = problem.X, problem.codes, problem.w, coef, bias, rows
    share_blocks(work, blocks, *given, gradient, facts, np.zeros(blocks, np.int64), n_jobs=problem.n_jobs)
    return Gradients(float(facts[0, 0]), gradient[0].copy(), float(facts[0, 1]))


def _sparse_pass(problem: LogisticProblem, coef: Array, bias: Array) -> Gradients:
    one_block = _two_classes if problem.K == 2 else _many_classes

    def block(start: int, stop: int) -> Gradients:
        return one_block(problem, coef, bias, start, stop)

    return total(block, blocks_of(problem), merge, problem.n_jobs)


def total(
    block: Callable[[int, int], R], blocks: list[Block], add: Callable[[R, R], R], n_jobs: int | None
) -> R:
    """The sum of the blocks in their order; a single one is not worth a task."""
    return block(*blocks[0]) if len(blocks) == 1 else reduce(add, map_blocks(block, blocks, n_jobs))


def class_sums(problem: LogisticProblem) -> Array:
    """Σ w of each class, (K,)."""
    n, p = problem.X.shape
    size = leaf_rows(p)

    def leaf(start: int) -> Array:
        w = problem.w[start : start + size] if len(problem.w) else None
        return np.bincount(problem.codes[start : start + size], w, problem.K).astype(np.float64)

    return merge_tree((leaf(start) for start in range(0, max(n, 1), size)), np.add)


def objective(problem: LogisticProblem, theta: Array) -> Gradients:
    """The same with the smooth part of the penalty, ½ ridge θ²."""
    found = gradients(problem, theta)
    shrunk = problem.ridge * theta
    return Gradients(found.loss + 0.5 * float(np.vdot(shrunk, theta)), found.gradient + shrunk, found.least)


def lasso_penalty(problem: LogisticProblem, theta: Array) -> float:
    """Σ_j lasso_j ‖θ_·j‖₁."""
    return float((problem.lasso * np.abs(theta)).sum())


def split(problem: LogisticProblem, theta: Array) -> tuple[Array, Array]:
    """Weights (r, p) and intercepts (r,)."""
    if problem.intercept:
        return np.ascontiguousarray(theta[:, :-1]), theta[:, -1].copy()
    return np.ascontiguousarray(theta), np.zeros(len(theta))


def blocks_of(problem: LogisticProblem) -> list[Block]:
    """Row blocks of a fixed size; few where a block's gradient is long."""
    X = problem.X
    stored = -(-X.nnz // max(X.shape[0], 1)) if is_sparse(X) else X.shape[1]
    return row_blocks(X.shape[0], max(stored, 1), max(BLOCK_VALUES, 8 * X.shape[1] * problem.shape[0]))


def weights_of(problem: LogisticProblem, start: int, stop: int) -> Array:
    """Weights of a block of rows; length 0 for weight one."""
    return problem.w[start:stop] if len(problem.w) else UNIT_WEIGHTS


def _two_classes(problem: LogisticProblem, coef: Array, bias: Array, start: int, stop: int) -> Gradients:
    X, codes, w = problem.X, problem.codes[start:stop], weights_of(problem, start, stop)
    gradient, facts = np.zeros(X.shape[1] + 1), np.array([0.0, 1.0])
    pointers = X.indptr[start : stop + 1]
    sparse_pass_two(pointers, X.indices, X.data, codes, w, coef[0], bias[0], gradient, facts)
    return Gradients(float(facts[0]), gradient[None], float(facts[1]))


def _many_classes(problem: LogisticProblem, coef: Array, bias: Array, start: int, stop: int) -> Gradients:
    X, facts = problem.X, np.array([0.0, 1.0])
    gradient, by_feature = np.zeros((X.shape[1] + 1, len(coef))), np.ascontiguousarray(coef.T)
    for begin, end in slabs(problem, start, stop):
        scores, room = class_scores(X, by_feature, bias, begin, end), np.empty((3, end - begin))
        link_many(scores, problem.codes[begin:end], weights_of(problem, begin, end), room, facts)
        sparse_gradient(X.indptr[begin : end + 1], X.indices, X.data, scores, gradient)
    return Gradients(float(facts[0]), gradient.T, float(facts[1]))


def slabs(problem: LogisticProblem, start: int, stop: int) -> Iterator[Block]:
    """Parts of a block whose scores stay in the second cache."""
    for begin, end in row_blocks(stop - start, problem.X.shape[1] + problem.K, SLAB_VALUES):
        yield start + begin, start + end


def class_scores(X: Any, coef: Array, bias: Array, start: int, stop: int) -> Array:
    """Class-major scores (r, rows); coef is (p, r) for sparse rows and (r, p) for dense ones."""
    if is_sparse(X):
        scores = np.empty((len(bias), stop - start))
        sparse_scores(X.indptr[start : stop + 1], X.indices, X.data, coef, bias, scores)
        return scores
    scores = coef @ np.asarray(X[start:stop], dtype=np.float64).T
    scores += bias[:, None]
    return scores


# --- coordinates in which the features have mean zero: the same weights, the intercept b' = b + wᵀ centre.
# The Hessian is better conditioned there, and the optimum is the same if the intercept is free.


def centre_of(problem: LogisticProblem) -> Array | None:
    """About the mean of each column (p,). None if the intercept is not free."""
    if not problem.intercept or problem.ridge[-1] or problem.lasso[-1]:
        return None
    if isinstance(problem.X, Stored):
        return problem.X.mean
    return mean_of_rows(problem.X[centre_index(problem.X.shape[0])])


def centre_index(n: int) -> Array:
    """Which of n rows give the centre: some of them, evenly spread."""
    m = min(n, CENTRE_ROWS)
    return (np.arange(m) * n) // m


def mean_of_rows(X: Any) -> Array:
    """The mean (p,) of rows, dense or CSR."""
    return np.asarray(X.mean(axis=0, dtype=np.float64)).ravel()


def to_centred(theta: Array, centre: Array | None) -> Array:
    """θ in the centred coordinates; None is no centre."""
    inner = theta.copy()
    if centre is not None:
        inner[:, -1] += theta[:, :-1] @ centre
    return inner


def from_centred(inner: Array, centre: Array | None) -> Array:
    """θ from the centred coordinates."""
    theta = inner.copy()
    if centre is not None:
        theta[:, -1] -= inner[:, :-1] @ centre
    return theta


def gradient_in_centred(gradient: Array, centre: Array | None) -> Array:
    """The gradient with respect to the centred coordinates."""
    if centre is None:
        return gradient
    g = gradient.copy()
    g[:, :-1] -= gradient[:, -1:] * centre
    return g
