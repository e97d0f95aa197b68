r"""Brute force for Euclid in many dimensions: a matrix product as a filter, then exact distances of what
passes.

    |x - q|² = |x|² - 2 x·q + |q|²

costs one matrix product per block, but rounds badly. In arithmetic with unit roundoff u, coordinates taken
from the middle of the rows, the computed v = |x|² - 2 x·q differs from the true one by at most

    E = (2p + 16) u (|q| + R)²,      R = max |x|,

whatever the order of summation (Higham, Accuracy and Stability, section 3.1; the constant has room for the
rounding of the inputs and of the exact distances). If t is the k-th smallest v so far, a row with v > t +
2E cannot be among the k nearest; all others are kept and measured exactly. So the answer is proven, not
likely.

Products are in float32. Queries with more near-ties than there is room for (tight clusters far apart) are
done again in float64, and what is left of those by looking at every row.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, plain_kernel
from fenlei.kernels.threads import run_blocks
from fenlei.neighbors.kd_tree.box_search import search_all
from fenlei.neighbors.kd_tree.boxes import Boxes, Measure
from fenlei.neighbors.search.distances import square_distance
from fenlei.neighbors.search.k_smallest import offer, settle, worst

QUERIES = 256  # in one product
COLUMNS = 1024  # rows of X in one product: the result stays in cache
CHUNK = 64
ROUNDOFF = {np.dtype(np.float32): 2.0**-24, np.dtype(np.float64): 2.0**-53}
MOST = {np.dtype(np.float32): 1e17, np.dtype(np.float64): 1e150}  # squares below are finite


class Factor(NamedTuple):
    """The rows as one side of a product."""

    Z: Array  # (n, p) rows from the centre, float32 or float64
    square: Array  # (n,) |z|²
    centre: Array  # (p,)
    reach: float  # max |z|


def factor(X: Array, centre: Array, dtype: type) -> Factor:
    """The rows of X (n, p) for products in `dtype`."""
    Z: Array = np.empty(X.shape, dtype=dtype)
    square: Array = np.empty(len(X), dtype=dtype)
    largest = 0.0
    for start in range(0, len(X), 4096):
        rows = X[start : start + 4096] - centre
        squares = np.einsum("ij,ij->i", rows, rows)
        largest = max(largest, float(squares.max(initial=0.0)))
        with np.errstate(over="ignore"):  # rows too far out are seen by `reach`
            Z[start : start + 4096], square[start : start + 4096] = rows, squares
    return Factor(Z, square, centre, float(np.sqrt(largest)))


def nearest_by_products(
    boxes: Boxes,
    measure: Measure,
    ready: Factor,
    Q: Array,
    own: Array,
    k: int,
    n_jobs: int | None = None,
) -> tuple[Array, Array]:
    """As `boxes.nearest`, for Euclid."""
    values, index = np.empty((len(Q), k)), np.empty((len(Q), k), dtype=np.int64)
    left = np.arange(len(Q))
    for dtype in (np.float32, np.float64):
        side = ready if dtype == np.float32 else factor(boxes.X, ready.centre, dtype)
        left = _pass(boxes.X, side, Q, own, left, values, index, n_jobs)
        if not len(left):
            return values, index
    run_blocks(
        lambda s, e: search_all(boxes, measure, Q, own, left[s:e], values, index),
        [(s, min(s + 64, len(left))) for s in range(0, len(left), 64)],
        n_jobs,
    )
    return values, index


def _pass(
    X: Array,
    side: Factor,
    Q: Array,
    own: Array,
    todo: Array,
    out_values: Array,
    out_index: Array,
    n_jobs: int | None,
) -> Array:
    """Answer queries `todo` by products in the type of `side`; those that could not be answered."""
    failed = np.ones(len(Q), dtype=bool)
    if side.reach < MOST[side.Z.dtype]:
        run_blocks(
            lambda s, e: _block(X, side, Q, own, todo[s:e], out_values, out_index, failed),
            [(s, min(s + QUERIES, len(todo))) for s in range(0, len(todo), QUERIES)],
            n_jobs,
        )
    return todo[failed[todo]]


def _block(
    X: Array,
    side: Factor,
    Q: Array,
    own: Array,
    todo: Array,
    out_values: Array,
    out_index: Array,
    out_failed: Array,
) -> None:
    m, k = len(todo), out_values.shape[1]
    n, p = side.Z.shape
    offset = Q[todo] - side.centre
    length = np.sqrt(np.einsum("ij,ij->i", offset, offset))
    margin = 2 * (2 * p + 16) * ROUNDOFF[side.Z.dtype] * (length + side.reach) ** 2
    out_failed[todo] = length >= MOST[side.Z.dtype]
    with np.errstate(over="ignore"):
        left = (-2.0 * offset).astype(side.Z.dtype)
    best = np.full((m, k), np.inf), np.full((m, k), n, dtype=np.int64)
    room = 8 * k + 256
    kept = np.empty((m, room)), np.empty((m, room), dtype=np.int64)
    count = np.zeros(m, dtype=np.int64)
    tile = np.empty(m * min(COLUMNS, n), dtype=side.Z.dtype)
    for start in range(0, n, COLUMNS):
        stop = min(start + COLUMNS, n)
        product = tile[: m * (stop - start)].reshape(m, -1)  # without gaps: else it is compiled once more
        np.matmul(left, side.Z[start:stop].T, out=product)
        keep_near(product, side.square, start, margin, todo, own, *best, *kept, count, out_failed)
    refine(X, Q, todo, margin, best[0], *kept, count, out_failed, out_values, out_index)


@plain_kernel
def keep_near(
    product: Array,
    square: Array,
    start: int,
    margin: Array,
    todo: Array,
    own: Array,
    out_best: Array,
    out_best_index: Array,
    out_kept: Array,
    out_kept_index: Array,
    out_count: Array,
    out_failed: Array,
) -> None:
    """Keep the rows start, start + 1, ... that may be near; `out_best` has the k smallest v of each query.

    One function: handing over a dozen arrays for every chunk would cost more than the chunk.
    """
    m, width = product.shape
    for i in range(m):
        query = todo[i]
        if out_failed[query]:
            continue
        best, best_index = out_best[i], out_best_index[i]
        for c in range(0, width, CHUNK):
            end = min(c + CHUNK, width)
            limit = product.dtype.type(worst(best) + margin[i])
            products, squares = product[i, c:end], square[start + c : start + end]
            near = 0
            for j in range(products.shape[0]):  # from 0 on: vectorised, as no index can be negative
                near += products[j] + squares[j] <= limit
            if near == 0:
                continue
            for j in range(products.shape[0]):
                value = np.float64(products[j] + squares[j])
                row = start + c + j
                if value <= worst(best) + margin[i] and row != own[query]:
                    offer(value, row, best, best_index)
                    if out_count[i] == out_kept.shape[1]:
                        drop_far(worst(best) + margin[i], i, out_kept, out_kept_index, out_count)
                    full = out_count[i] == out_kept.shape[1]
                    out_failed[query] |= full
                    if not full:
                        out_kept[i, out_count[i]] = value
                        out_kept_index[i, out_count[i]] = row
                        out_count[i] += 1
            if out_failed[query]:
                break


@kernel
def drop_far(limit: float, i: int, out_kept: Array, out_kept_index: Array, out_count: Array) -> None:
    """Forget the rows kept for query i that have come to lie beyond the limit."""
    position = 0
    for t in range(out_count[i]):
        if out_kept[i, t] <= limit:
            out_kept[i, position] = out_kept[i, t]
            out_kept_index[i, position] = out_kept_index[i, t]
            position += 1
    out_count[i] = position


@plain_kernel
def refine(
    X: Array,
    Q: Array,
    todo: Array,
    margin: Array,
    best: Array,
    kept: Array,
    kept_index: Array,
    count: Array,
    failed: Array,
    out_values: Array,
    out_index: Array,
) -> None:
    """Exact distances of the rows kept, and the k smallest of them."""
    for i in range(todo.shape[0]):
        query = todo[i]
        if failed[query]:
            continue
        values, index = out_values[query], out_index[query]
        values[:] = np.inf
        index[:] = np.iinfo(np.int64).max
        limit = worst(best[i]) + margin[i]
        for t in range(count[i]):
            if kept[i, t] <= limit:
                row = kept_index[i, t]
                offer(square_distance(Q[query], X, row), row, values, index)
        settle(values, index)
