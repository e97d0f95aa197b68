"""Scores X coefᵀ + intercept of a linear model, and the winner of each row, in one pass over the rows.

Dense rows are taken four at a time, and classes two at a time: eight long dot products of six vectors. Each
score is a sum over the features in an order of its own, so its bits do not depend on the rows beside it. The
winner follows from the scores while they are in the cache: they are never written down.

With an `origin` o the scores are (X - o) coefᵀ + intercept: rows far from 0 lose no digits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.counters import add_at
from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.rows import finite_winners
from fenlei.kernels.team import block_done, share_blocks, take_block
from fenlei.kernels.threads import leaf_rows

BLOCK_ELEMENTS = 1 << 15  # values of a block of rows
CHUNK = 64  # rows whose scores wait for their winner
NO_ORIGIN = np.zeros(0)


def linear_scores(
    X: Any, coef: Array, intercept: Array, n_jobs: int | None = None, origin: Array = NO_ORIGIN
) -> Array:
    """X coefᵀ + intercept, (n, K), for dense or CSR rows; coef (K, p). An origin is for dense rows.

    A stored zero counts as a zero, and 0 times -inf is 0: what is not there has no say.

    Examples
    --------
    >>> linear_scores(np.eye(2), np.array([[1.0, 2.0]]), np.array([0.5])).tolist()
    [[1.5], [2.5]]
    """
    scores = np.empty((X.shape[0], len(intercept)))
    if not np.isfinite(coef).all():
        return _scores_with_infinite_weights(X, coef, intercept, scores, n_jobs)
    rows, blocks = blocks_of(X)
    if is_sparse(X):
        matrix, terms = (X.indptr, X.indices, X.data), (_by_feature(coef), _float64(intercept))
        share_blocks(sparse_score_blocks, blocks, *matrix, *terms, rows, scores, n_jobs=n_jobs)
    else:
        terms = (_float64(coef), _float64(intercept))
        share_blocks(dense_score_blocks, blocks, X, *terms, _float64(origin), rows, scores, n_jobs=n_jobs)
    return scores


def linear_winners(
    X: Any, coef: Array, intercept: Array, n_jobs: int | None = None, origin: Array = NO_ORIGIN
) -> Array | None:
    """Index (n,) of the largest of the `linear_scores`, the first of equal ones; None if one is not finite.

    A single score (K = 1) is that of the second class, against 0 for the first.

    Examples
    --------
    >>> linear_winners(np.eye(2), np.array([[1.0, -2.0]]), np.array([0.5])).tolist()
    [1, 0]
    """
    if not (np.isfinite(coef).all() and np.isfinite(intercept).all()):
        return None
    index, strange = np.empty(X.shape[0], np.int64), np.zeros(1, np.int64)
    rows, blocks = blocks_of(X)
    if is_sparse(X):
        matrix, terms = (X.indptr, X.indices, X.data), (_by_feature(coef), _float64(intercept))
        share_blocks(sparse_winner_blocks, blocks, *matrix, *terms, rows, index, strange, n_jobs=n_jobs)
    else:
        given = (X, _float64(coef), _float64(intercept), _float64(origin))
        share_blocks(dense_winner_blocks, blocks, *given, rows, index, strange, n_jobs=n_jobs)
    return None if strange[0] else index


def blocks_of(X: Any) -> tuple[int, int]:
    """Rows of a block, by the number of values that are stored, and the number of blocks."""
    n, p = X.shape
    stored = -(-X.nnz // max(n, 1)) if is_sparse(X) else p
    rows = leaf_rows(stored, BLOCK_ELEMENTS)
    return rows, -(-n // rows)


def _float64(values: Array) -> Array:
    return np.ascontiguousarray(values, np.float64)


def _by_feature(coef: Array) -> Array:
    return np.ascontiguousarray(coef.T, np.float64)


def _scores_with_infinite_weights(
    X: Any, coef: Array, intercept: Array, scores: Array, n_jobs: int | None
) -> Array:
    """The same where weights may be -inf: only values other than 0 have a say."""
    rows, blocks = blocks_of(X)
    terms = (_by_feature(coef), _float64(intercept))
    if is_sparse(X):
        X = X.copy()
        X.eliminate_zeros()
        share_blocks(
            sparse_score_blocks, blocks, X.indptr, X.indices, X.data, *terms, rows, scores, n_jobs=n_jobs
        )
    else:
        share_blocks(present_score_blocks, blocks, X, *terms, rows, scores, n_jobs=n_jobs)
    return scores


@part_of_kernel
def dense_scores(X: Array, coef: Array, intercept: Array, out_scores: Array) -> None:
    """Scores of dense rows; coef (K, p).

    At the end some of the four rows, or the second class, repeat the last: its score is written twice.
    """
    n, p = X.shape
    K = intercept.shape[0]
    for a in range(0, n, 4):
        b, c, d = min(a + 1, n - 1), min(a + 2, n - 1), min(a + 3, n - 1)
        row_a, row_b, row_c, row_d = X[a], X[b], X[c], X[d]
        for k in range(0, K, 2):
            m = min(k + 1, K - 1)
            u, v = coef[k], coef[m]
            a_u, b_u, c_u, d_u = 0.0, 0.0, 0.0, 0.0
            a_v, b_v, c_v, d_v = 0.0, 0.0, 0.0, 0.0
            for j in range(p):
                a_u += row_a[j] * u[j]
                b_u += row_b[j] * u[j]
                c_u += row_c[j] * u[j]
                d_u += row_d[j] * u[j]
                a_v += row_a[j] * v[j]
                b_v += row_b[j] * v[j]
                c_v += row_c[j] * v[j]
                d_v += row_d[j] * v[j]
            out_scores[a, k], out_scores[a, m] = a_u + intercept[k], a_v + intercept[m]
            out_scores[b, k], out_scores[b, m] = b_u + intercept[k], b_v + intercept[m]
            out_scores[c, k], out_scores[c, m] = c_u + intercept[k], c_v + intercept[m]
            out_scores[d, k], out_scores[d, m] = d_u + intercept[k], d_v + intercept[m]


@part_of_kernel
def subtract_origin(X: Array, origin: Array, out_rows: Array) -> None:
    """out_rows = X - origin."""
    for i in range(X.shape[0]):
        for j in range(X.shape[1]):
            out_rows[i, j] = X[i, j] - origin[j]


@part_of_kernel
def chunk_scores(
    X: Array, coef: Array, intercept: Array, origin: Array, out_rows: Array, out_scores: Array
) -> None:
    """Scores of at most CHUNK dense rows; `out_rows` has room for them less the origin, if there is one."""
    if origin.shape[0] > 0:
        rows = out_rows[: X.shape[0]]
        subtract_origin(X, origin, rows)
        dense_scores(rows, coef, intercept, out_scores)
    else:
        dense_scores(X, coef, intercept, out_scores)


@kernel
def dense_score_blocks(
    X: Array, coef: Array, intercept: Array, origin: Array, rows: int, out_scores: Array, counters: Array
) -> None:
    """Scores (n, K) of dense rows, in blocks of `rows` rows."""
    n = X.shape[0]
    centred = np.empty((CHUNK, origin.shape[0]))
    b = take_block(counters)
    while b >= 0:
        for start in range(b * rows, min((b + 1) * rows, n), CHUNK):
            stop = min(start + CHUNK, n)
            chunk_scores(X[start:stop], coef, intercept, origin, centred, out_scores[start:stop])
        block_done(counters)
        b = take_block(counters)


@kernel
def dense_winner_blocks(
    X: Array,
    coef: Array,
    intercept: Array,
    origin: Array,
    rows: int,
    out_index: Array,
    out_strange: Array,
    counters: Array,
) -> None:
    """Winners (n,) of dense rows; out_strange[0] counts the chunks with a score that is not finite."""
    n = X.shape[0]
    centred, scores = np.empty((CHUNK, origin.shape[0])), np.empty((CHUNK, intercept.shape[0]))
    b = take_block(counters)
    while b >= 0:
        for start in range(b * rows, min((b + 1) * rows, n), CHUNK):
            stop = min(start + CHUNK, n)
            chunk = scores[: stop - start]
            chunk_scores(X[start:stop], coef, intercept, origin, centred, chunk)
            if not winners_of(chunk, out_index[start:stop]):
                add_at(out_strange, 0)
        block_done(counters)
        b = take_block(counters)


@part_of_kernel
def winners_of(scores: Array, out_index: Array) -> bool:
    """`finite_winners`, or of a single score whether it is above 0."""
    if scores.shape[1] > 1:
        return finite_winners(scores, out_index)
    finite = True
    for i in range(scores.shape[0]):
        finite &= abs(scores[i, 0]) < np.inf
        out_index[i] = scores[i, 0] > 0.0
    return finite


@kernel
def present_score_blocks(
    X: Array, coef: Array, intercept: Array, rows: int, out_scores: Array, counters: Array
) -> None:
    """Scores (n, K) of dense rows from the values other than 0; coef (p, K) may have -inf."""
    n, p = X.shape
    K = intercept.shape[0]
    b = take_block(counters)
    while b >= 0:
        for i in range(b * rows, min((b + 1) * rows, n)):
            score = out_scores[i]
            for k in range(K):
                score[k] = intercept[k]
            for j in range(p):
                value, factor = X[i, j], coef[j]
                if value != 0:
                    for k in range(K):
                        score[k] += value * factor[k]
        block_done(counters)
        b = take_block(counters)


@part_of_kernel
def sparse_scores(
    pointers: Array, indices: Array, data: Array, coef: Array, intercept: Array, out_scores: Array
) -> None:
    """Scores of CSR rows; coef (p, K). Four stored values at a time, so that a score is seldom fetched."""
    K = intercept.shape[0]
    for i in range(out_scores.shape[0]):
        score = out_scores[i]
        for k in range(K):
            score[k] = intercept[k]
        position, end = pointers[i], pointers[i + 1]
        while position + 4 <= end:
            a, b, c, d = data[position], data[position + 1], data[position + 2], data[position + 3]
            u, v = coef[indices[position]], coef[indices[position + 1]]
            x, y = coef[indices[position + 2]], coef[indices[position + 3]]
            for k in range(K):
                score[k] += (a * u[k] + b * v[k]) + (c * x[k] + d * y[k])
            position += 4
        for rest in range(position, end):
            value, factor = data[rest], coef[indices[rest]]
            for k in range(K):
                score[k] += value * factor[k]


@kernel
def sparse_score_blocks(
    pointers: Array,
    indices: Array,
    data: Array,
    coef: Array,
    intercept: Array,
    rows: int,
    out_scores: Array,
    counters: Array,
) -> None:
    """Scores (n, K) of CSR rows, in blocks of `rows` rows."""
    n = out_scores.shape[0]
    b = take_block(counters)
    while b >= 0:
        start, stop = b * rows, min((b + 1) * rows, n)
        sparse_scores(pointers[start : stop + 1], indices, data, coef, intercept, out_scores[start:stop])
        block_done(counters)
        b = take_block(counters)


@kernel
def sparse_winner_blocks(
    pointers: Array,
    indices: Array,
    data: Array,
    coef: Array,
    intercept: Array,
    rows: int,
    out_index: Array,
    out_strange: Array,
    counters: Array,
) -> None:
    """Winners (n,) of CSR rows; out_strange[0] counts the chunks with a score that is not finite."""
    n = out_index.shape[0]
    scores = np.empty((CHUNK, intercept.shape[0]))
    b = take_block(counters)
    while b >= 0:
        for start in range(b * rows, min((b + 1) * rows, n), CHUNK):
            stop = min(start + CHUNK, n)
            chunk = scores[: stop - start]
            sparse_scores(pointers[start : stop + 1], indices, data, coef, intercept, chunk)
            if not winners_of(chunk, out_index[start:stop]):
                add_at(out_strange, 0)
        block_done(counters)
        b = take_block(counters)
