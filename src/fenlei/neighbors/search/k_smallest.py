"""The k smallest values met so far, with their row numbers: ties go to the smaller number.

Up to `_SORTED` positions are kept in order, more of them as a heap with the last one on top.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel

_SORTED = 48


@kernel
def offer(value: float, index: int, out_values: Array, out_index: Array) -> None:
    """Take (value, index) among the k smallest if it belongs there; ties go to the smaller index."""
    k = out_values.shape[0]
    last = k - 1 if k <= _SORTED else 0
    if not _before(value, index, out_values[last], out_index[last]):
        return
    if k <= _SORTED:
        position = last
        while position > 0 and _before(value, index, out_values[position - 1], out_index[position - 1]):
            out_values[position] = out_values[position - 1]
            out_index[position] = out_index[position - 1]
            position -= 1
        out_values[position] = value
        out_index[position] = index
    else:
        _sift_down(value, index, k, out_values, out_index)


@kernel
def _before(value: float, index: int, other: float, other_index: int) -> bool:
    return value < other or (value == other and index < other_index)


@kernel
def _sift_down(value: float, index: int, size: int, out_values: Array, out_index: Array) -> None:
    """Put (value, index) in place of the top of a heap of `size` and restore the order."""
    position = 0
    while True:
        child = 2 * position + 1
        if child >= size:
            break
        if child + 1 < size and _before(
            out_values[child], out_index[child], out_values[child + 1], out_index[child + 1]
        ):
            child += 1
        if not _before(value, index, out_values[child], out_index[child]):
            break
        out_values[position] = out_values[child]
        out_index[position] = out_index[child]
        position = child
    out_values[position] = value
    out_index[position] = index


@kernel
def worst(values: Array) -> float:
    """The value to beat among the k smallest kept by `offer`."""
    return values[values.shape[0] - 1] if values.shape[0] <= _SORTED else values[0]


@kernel
def worst_row(index: Array) -> int:
    """The row number that goes with `worst`."""
    return index[index.shape[0] - 1] if index.shape[0] <= _SORTED else index[0]


@kernel
def settle(out_values: Array, out_index: Array) -> None:
    """Bring the k smallest kept by `offer` into ascending order."""
    k = out_values.shape[0]
    if k <= _SORTED:
        return
    for end in range(k - 1, 0, -1):
        value, index = out_values[end], out_index[end]
        out_values[end], out_index[end] = out_values[0], out_index[0]
        _sift_down(value, index, end, out_values, out_index)


@kernel
def smallest_of_rows(distances: Array, own: Array, out_values: Array, out_index: Array) -> None:
    """The k smallest of each row of distances (m, n), leaving out column own[i]; NaN counts as infinity."""
    m, n = distances.shape
    for i in range(m):
        values, index = out_values[i], out_index[i]
        values[:] = np.inf
        index[:] = n
        for j in range(n):
            value = distances[i, j]
            if j != own[i]:
                offer(value if value == value else np.inf, j, values, index)
        settle(values, index)
