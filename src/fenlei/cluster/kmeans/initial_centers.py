r"""Where k-means starts: k-means++ (Arthur and Vassilvitskii, SODA 2007), in its greedy form.

The first centre is a row drawn by its weight. Each later one is drawn with probability w_i D_i² / Σ w D²,
where D_i is the distance of row i from the nearest centre so far: 2 + ⌊ln K⌋ rows are drawn, and the one that
leaves the smallest Σ w D² stays. The expected W is within a factor O(log K) of the best.

The numbers come from the generator in scikit-learn's order, so that a seed means the same start there and
here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_array

from fenlei.annotations import ArrayLike, Matrix, RandomState
from fenlei.cluster.kmeans.assignment import squared_distance
from fenlei.contract.estimator import FLOATS
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array, kernel
from fenlei.kernels.matrices import as_dense, is_sparse
from fenlei.kernels.threads import map_blocks, row_blocks
from fenlei.parameters import integer
from fenlei.weights import check_weights

BLOCK_ELEMENTS = 1 << 19


def kmeans_plusplus(
    X: Array,
    n_clusters: int,
    *,
    sample_weight: ArrayLike | None = None,
    x_squared_norms: Sequence[float] | Array | None = None,
    random_state: RandomState = None,
    n_local_trials: int | None = None,
    n_jobs: int | None = None,
) -> tuple[Array, Array]:
    """Centres (K, p) by greedy k-means++, and the rows (K,) that they are.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n, p)
    n_clusters : int
    sample_weight : array-like of shape (n,), default=None
    x_squared_norms : array-like of shape (n,), default=None
        Only checked for its length: distances are taken from differences here.
    random_state : int, RandomState instance or None, default=None
    n_local_trials : int, default=None
        Rows drawn for each centre after the first; None is 2 + ⌊ln K⌋.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Examples
    --------
    >>> X = [[1, 2], [1, 4], [1, 0], [10, 2], [10, 4], [10, 0]]
    >>> centres, rows = kmeans_plusplus(X, 2, random_state=0)
    >>> centres.tolist(), rows.tolist()
    ([[10.0, 2.0], [1.0, 0.0]], [3, 2])
    """
    X = check_array(X, accept_sparse="csr", dtype=FLOATS, order="C")
    n = X.shape[0]
    w = check_weights(sample_weight, n)
    for name, value in (("n_clusters", n_clusters), ("n_local_trials", n_local_trials or 1)):
        if not integer(1).accepts(value):
            facts = {"name": name, "value": value, "accepted": integer(1).text}
            raise UsageError("estimator.parameter", estimator="kmeans_plusplus", **facts)
    if n < n_clusters:
        raise DataError("cluster.too_few", n=n, name="n_clusters", K=n_clusters)
    if x_squared_norms is not None and len(x_squared_norms) != n:
        raise DataError("kmeans.norms", length=len(x_squared_norms), n=n)
    rows = greedy_rows(X, n_clusters, w, check_random_state(random_state), n_local_trials, n_jobs)
    return dense_rows(X, rows), rows


def dense_rows(X: Matrix, rows: Array) -> Array:
    """Rows of a dense or CSR matrix as a new dense array."""
    taken = X[rows]
    return np.asarray(as_dense(taken))


def greedy_rows(
    X: Array,
    K: int,
    w: Array | None,
    rng: np.random.RandomState,
    trials: int | None = None,
    n_jobs: int | None = None,
) -> Array:
    """Indices (K,) of the rows that k-means++ chooses."""
    n = X.shape[0]
    weight = np.ones(n) if w is None else w
    trials = trials or 2 + int(np.log(K))
    rows = np.empty(K, np.int64)
    rows[0] = rng.choice(n, p=weight / weight.sum())
    nearest = np.full(n, np.inf)  # D²
    closer(X, dense_rows(X, rows[:1]).astype(np.float64), nearest, n_jobs)
    for k in range(1, K):
        cumulative = np.cumsum(weight * nearest)
        drawn = np.searchsorted(cumulative, rng.uniform(size=trials) * cumulative[-1])
        drawn = np.minimum(drawn, n - 1)
        candidates = dense_rows(X, drawn).astype(np.float64)
        left = potentials(X, weight, candidates, nearest, n_jobs)
        best = int(left.argmin())
        rows[k] = drawn[best]
        closer(X, candidates[best : best + 1], nearest, n_jobs)
    return rows


def potentials(X: Any, w: Array, candidates: Array, nearest: Array, n_jobs: int | None) -> Array:
    """Σ w min(D², |x - c|²) that each of the candidates (t, p) would leave, (t,)."""
    squares = (candidates**2).sum(axis=1) if is_sparse(X) else np.empty(0)

    def block(start: int, stop: int) -> Array:
        left, rows = np.zeros(len(candidates)), slice(start, stop)
        if is_sparse(X):
            part = X.indptr[start : stop + 1], X.indices, X.data
            add_sparse_potentials(*part, w[rows], candidates, squares, nearest[rows], left)
        else:
            add_potentials(X[rows], w[rows], candidates, nearest[rows], left)
        return left

    return np.sum(list(map_blocks(block, row_blocks(X.shape[0], X.shape[1], BLOCK_ELEMENTS), n_jobs)), axis=0)


def closer(X: Any, centre: Array, nearest: Array, n_jobs: int | None) -> None:
    """Lower D² (n,), in place, where the new centre (1, p) is nearer."""
    square = (centre**2).sum(axis=1) if is_sparse(X) else np.empty(0)

    def block(start: int, stop: int) -> None:
        rows = slice(start, stop)
        if is_sparse(X):
            part = X.indptr[start : stop + 1], X.indices, X.data
            lower_sparse(*part, centre[0], square[0], nearest[rows])
        else:
            lower(X[rows], centre[0], nearest[rows])

    for _ in map_blocks(block, row_blocks(X.shape[0], X.shape[1], BLOCK_ELEMENTS), n_jobs):
        pass


@kernel
def add_potentials(X: Array, w: Array, candidates: Array, nearest: Array, out_left: Array) -> None:
    for i in range(X.shape[0]):
        x = X[i]
        for t in range(candidates.shape[0]):
            out_left[t] += w[i] * min(nearest[i], squared_distance(x, candidates[t]))


@kernel
def lower(X: Array, centre: Array, out_nearest: Array) -> None:
    for i in range(X.shape[0]):
        out_nearest[i] = min(out_nearest[i], squared_distance(X[i], centre))


@kernel
def sparse_square(indices: Array, data: Array, centre: Array, square: float) -> float:
    """|x - c|² of a sparse row, from |c|²."""
    for t in range(indices.shape[0]):
        square += data[t] * (data[t] - 2.0 * centre[indices[t]])
    return max(square, 0.0)


@kernel
def add_sparse_potentials(
    pointers: Array,
    indices: Array,
    data: Array,
    w: Array,
    candidates: Array,
    squares: Array,
    nearest: Array,
    out_left: Array,
) -> None:
    for i in range(pointers.shape[0] - 1):
        a, b = pointers[i], pointers[i + 1]
        for t in range(candidates.shape[0]):
            square = sparse_square(indices[a:b], data[a:b], candidates[t], squares[t])
            out_left[t] += w[i] * min(nearest[i], square)


@kernel
def lower_sparse(
    pointers: Array, indices: Array, data: Array, centre: Array, square: float, out_nearest: Array
) -> None:
    for i in range(pointers.shape[0] - 1):
        a, b = pointers[i], pointers[i + 1]
        out_nearest[i] = min(out_nearest[i], sparse_square(indices[a:b], data[a:b], centre, square))
