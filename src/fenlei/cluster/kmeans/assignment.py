r"""The nearest centre of every row, with as few distances as the triangle inequality allows.

Bounds (Hamerly, SDM 2010): beside its label a row keeps u, no less than the distance to its own centre, and
l, no more than the distance to any other. When the centres move by s_k, u grows by s of its own centre and l
shrinks by the largest s of the others. While u < max(l, half the distance from its centre to the next
centre), the label cannot have changed, and no distance is computed.

Rows that the bounds do not settle are compared with all centres, 128 rows side by side, by

    |x - c|² = |x|² + (|c|² - 2 cᵀx),     the bracket in float32,

less an origin and in units of a scale. Its rounding error is at most e = (p + 6) 2⁻²⁴ (|x| + max |c|)², so a
gap above 2e between the smallest bracket and the next proves which centre is nearest. Every other row is
decided by Σ (x_j - c_j)² in float64, ties going to the first centre: labels are those of float64 throughout.
Where float32 decides too few rows (tight clusters far from one another), the bracket is taken in float64.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.rows import copy_values
from fenlei.kernels.threads import row_blocks, run_blocks

LANES = 128  # rows that are compared side by side: long enough to vectorise, short enough for the cache
FARTHEST = 1e15  # so many scales away a square comes near the end of float32
SLACK = 1e-14  # of a bound: more than the rounding of an addition and a square root


class Screen(NamedTuple):
    """Centres as the comparison wants them, in the precision of its arithmetic."""

    products: Array  # (K, q) -2 (c - origin) / scale; q is p up to a multiple of 4, with zeros at the end
    squares: Array  # (K,) |c - origin|² / scale²
    reach: float  # largest |c - origin| / scale
    rounding: float  # e / (|x| + reach)²
    origin: Array  # (p,) float64
    scale: float


class Moves(NamedTuple):
    """What a bound must know of the centres."""

    own: Array  # (K,) how far each centre moved
    others: Array  # (K,) how far any other centre moved at most
    half: Array  # (K,) half the distance to the nearest other centre


class Bounds(NamedTuple):
    """What is known of each row; written by every pass."""

    labels: Array  # (n,) int32, -1 before the first pass
    upper: Array  # (n,) u
    lower: Array  # (n,) l


def make_screen(centres: Array, origin: Array, scale: float, dtype: np.dtype[Any]) -> Screen:
    """The centres (K, p) less the origin, in units of the scale."""
    K, p = centres.shape
    moved = (centres - origin) / scale
    with np.errstate(over="ignore"):
        squares = (moved**2).sum(axis=1)
    products = np.zeros((K, -(-p // 4) * 4), dtype)
    reach = float(np.sqrt(squares.max()))
    if reach < FARTHEST:  # otherwise every row is decided in float64
        products[:, :p] = -2.0 * moved
    rounding = 0.5 * (p + 6) * float(np.finfo(dtype).eps)
    return Screen(products, np.minimum(squares, FARTHEST**2).astype(dtype), reach, rounding, origin, scale)


def make_moves(centres: Array, old: Array, n_jobs: int | None = None) -> Moves:
    """How far the centres (K, p) moved from the old ones, and how far apart they are."""
    K, p = centres.shape
    own = np.sqrt(((centres - old) ** 2).sum(axis=1)) * (1.0 + p * SLACK)
    others, half = np.zeros(K), np.empty(K)
    if K > 1:
        second, first = np.argsort(own)[-2:]
        others[:] = own[first]
        others[first] = own[second]
    run_blocks(lambda s, e: half_gaps(centres, s, e, half), row_blocks(K, K * p), n_jobs)
    return Moves(own, others, half)


@part_of_kernel
def squared_distance(x: Array, c: Array) -> float:
    """Σ (x_j - c_j)²."""
    total = 0.0
    for j in range(c.shape[0]):
        gap = x[j] - c[j]
        total += gap * gap
    return total


@kernel
def half_gaps(centres: Array, start: int, stop: int, out_half: Array) -> None:
    """Half the distance from each centre to the nearest other one, less its rounding."""
    for a in range(start, stop):
        least = np.inf
        for b in range(centres.shape[0]):
            if b != a:
                least = min(least, squared_distance(centres[a], centres[b]))
        out_half[a] = 0.5 * np.sqrt(least) * (1.0 - centres.shape[1] * SLACK)


@part_of_kernel
def nearest_two(x: Array, centres: Array) -> tuple[int, float, float]:
    """Index of the nearest centre, the first of equals, and the squares of the two smallest distances."""
    best, least, second = 0, np.inf, np.inf
    for k in range(centres.shape[0]):
        square = squared_distance(x, centres[k])
        if square < least:
            best, least, second = k, square, least
        elif square < second:
            second = square
    return best, least, second


def nearest_of_few(X: Array, centres: Array) -> Array:
    """Index (n,) int32 of the nearest centre of each of a few rows, by all distances in float64."""
    labels = np.empty(len(X), np.int32)
    nearest_rows(X, centres, labels)
    return labels


@kernel
def nearest_rows(X: Array, centres: Array, out_labels: Array) -> None:
    """Index of the nearest centre of each row."""
    for i in range(X.shape[0]):
        out_labels[i] = nearest_two(X[i], centres)[0]


@part_of_kernel
def move_bounds(i: int, label: int, moves: Moves, out_bounds: Bounds) -> float:
    """Move the bounds of row i after its centres; what u must stay below for the label to stand."""
    out_bounds.upper[i] = (out_bounds.upper[i] + moves.own[label]) * (1.0 + SLACK)
    out_bounds.lower[i] = (out_bounds.lower[i] - moves.others[label]) * (1.0 - SLACK)
    return max(out_bounds.lower[i], moves.half[label])


@part_of_kernel
def fill_lane(x: Array, screen: Screen, lane: int, out_tile: Array) -> float:
    """Put row x, less the origin and in units of the scale, into a lane; its square |x|²."""
    square = 0.0
    for j in range(x.shape[0]):
        value = (x[j] - screen.origin[j]) / screen.scale
        square += value * value
        out_tile[j, lane] = value
    return square


@part_of_kernel
def compare_lanes(tile: Array, screen: Screen, out_least: Array, out_second: Array, out_best: Array) -> None:
    """Smallest and next bracket over all centres, and the index of the smallest, for each lane."""
    q = tile.shape[0]
    whole = q - q % 8
    a = np.empty(LANES, tile.dtype)
    out_least[:] = np.inf
    out_second[:] = np.inf
    for k in range(screen.products.shape[0]):
        c = screen.products[k]
        a[:] = screen.squares[k]
        for j in range(0, whole, 8):  # eight features at once: the brackets are loaded and stored less often
            x0, x1, x2, x3 = tile[j], tile[j + 1], tile[j + 2], tile[j + 3]
            x4, x5, x6, x7 = tile[j + 4], tile[j + 5], tile[j + 6], tile[j + 7]
            c0, c1, c2, c3 = c[j], c[j + 1], c[j + 2], c[j + 3]
            c4, c5, c6, c7 = c[j + 4], c[j + 5], c[j + 6], c[j + 7]
            for m in range(LANES):
                first = c0 * x0[m] + c1 * x1[m] + c2 * x2[m] + c3 * x3[m]
                a[m] += first + c4 * x4[m] + c5 * x5[m] + c6 * x6[m] + c7 * x7[m]
        for j in range(whole, q, 4):
            x0, x1, x2, x3 = tile[j], tile[j + 1], tile[j + 2], tile[j + 3]
            c0, c1, c2, c3 = c[j], c[j + 1], c[j + 2], c[j + 3]
            for m in range(LANES):
                a[m] += c0 * x0[m] + c1 * x1[m] + c2 * x2[m] + c3 * x3[m]
        index = np.int32(k)
        for m in range(LANES):
            value, least = a[m], out_least[m]
            out_second[m] = min(out_second[m], max(least, value))
            out_best[m] = index if value < least else out_best[m]
            out_least[m] = value if value < least else least


@kernel
def assign_rows(
    X: Array, centres: Array, screen: Screen, moves: Moves, out_bounds: Bounds, out_old: Array
) -> tuple[int, int]:
    """Bring labels and bounds of the rows up to date; `out_old` (n,) gets the labels that they had.

    Returns the number of rows that were compared with all centres, and how many of these float64 decided.
    """
    n, p = X.shape
    tile = np.zeros((screen.products.shape[1], LANES), screen.products.dtype)
    waiting, squares = np.empty(LANES, np.int64), np.empty(LANES)
    searched, unsure, count = 0, 0, 0
    slack = 1.0 + (p + 8) * SLACK
    for i in range(n):
        label = out_bounds.labels[i]
        out_old[i] = label
        if label >= 0:
            limit = move_bounds(i, label, moves, out_bounds)
            if out_bounds.upper[i] < limit:
                continue
            out_bounds.upper[i] = np.sqrt(squared_distance(X[i], centres[label])) * slack
            if out_bounds.upper[i] < limit:
                continue
        squares[count] = fill_lane(X[i], screen, count, tile)
        waiting[count] = i
        count += 1
        if count == LANES:
            unsure += settle_lanes(X, centres, screen, tile, waiting, squares, out_bounds)
            searched += count
            count = 0
    if count > 0:
        unsure += settle_lanes(X, centres, screen, tile, waiting[:count], squares, out_bounds)
    return searched + count, unsure


@part_of_kernel
def settle_lanes(
    X: Array, centres: Array, screen: Screen, tile: Array, waiting: Array, squares: Array, out_bounds: Bounds
) -> int:
    """Label the waiting rows; how many the brackets could not decide."""
    least, second = np.empty(LANES, tile.dtype), np.empty(LANES, tile.dtype)
    best = np.zeros(LANES, np.int32)
    compare_lanes(tile, screen, least, second, best)
    unsure = 0
    slack = (X.shape[1] + 8) * SLACK
    for m in range(waiting.shape[0]):
        i = waiting[m]
        reach = np.sqrt(squares[m]) + screen.reach
        error = screen.rounding * reach * reach if reach < FARTHEST else np.inf
        if np.float64(second[m]) - np.float64(least[m]) > 2.0 * error:
            out_bounds.labels[i] = best[m]
            out_bounds.upper[i] = screen.scale * np.sqrt(max(squares[m] + least[m] + error, 0.0))
            out_bounds.lower[i] = screen.scale * np.sqrt(max(squares[m] + second[m] - error, 0.0))
        else:
            k, near, next_ = nearest_two(X[i], centres)
            out_bounds.labels[i] = k
            out_bounds.upper[i] = np.sqrt(near) * (1.0 + slack)
            out_bounds.lower[i] = np.sqrt(next_) * (1.0 - slack)
            unsure += 1
    return unsure


@part_of_kernel
def subtract_products(indices: Array, data: Array, columns: Array, out_brackets: Array) -> float:
    """Subtract 2 xᵀ c_k of a sparse row x from each bracket (K,); ‖x‖²."""
    square = 0.0
    for t in range(data.shape[0]):
        value = data[t]
        column = columns[indices[t]]
        square += value * value
        for k in range(out_brackets.shape[0]):
            out_brackets[k] -= 2.0 * value * column[k]
    return square


@kernel
def assign_sparse_rows(
    pointers: Array,
    indices: Array,
    data: Array,
    centres: Array,
    columns: Array,
    moves: Moves,
    out_bounds: Bounds,
    out_old: Array,
) -> tuple[int, int]:
    """The same for rows of a CSR matrix, the bracket in float64; `columns` (p, K) are the centres turned."""
    K, p = centres.shape
    squares, brackets, x = np.empty(K), np.empty(K), np.zeros(p)
    searched, unsure = 0, 0
    for k in range(K):
        squares[k] = squared_distance(x, centres[k])
    reach = np.sqrt(squares.max())
    for i in range(pointers.shape[0] - 1):
        label = out_bounds.labels[i]
        out_old[i] = label
        if label >= 0 and out_bounds.upper[i] + moves.own[label] < move_bounds(i, label, moves, out_bounds):
            continue
        searched += 1
        begin, end = pointers[i], pointers[i + 1]
        copy_values(squares, brackets)
        square = subtract_products(indices[begin:end], data[begin:end], columns, brackets)
        k, near, next_ = nearest_two_values(brackets)
        far = np.sqrt(square) + reach
        error = (p + 6) * 1.2e-16 * far * far
        if not next_ - near > 2.0 * error:
            for t in range(begin, end):
                x[indices[t]] += data[t]
            k, near, next_ = nearest_two(x, centres)
            for t in range(begin, end):
                x[indices[t]] = 0.0
            near, next_ = near - square, next_ - square
            unsure += 1
        out_bounds.labels[i] = k
        out_bounds.upper[i] = np.sqrt(max(square + near + error, 0.0))
        out_bounds.lower[i] = np.sqrt(max(square + next_ - error, 0.0))
    return searched, unsure


@part_of_kernel
def nearest_two_values(values: Array) -> tuple[int, float, float]:
    """Index of the smallest value, the first of equals, and the two smallest values."""
    best, least, second = 0, np.inf, np.inf
    for k in range(values.shape[0]):
        if values[k] < least:
            best, least, second = k, values[k], least
        elif values[k] < second:
            second = values[k]
    return best, least, second
