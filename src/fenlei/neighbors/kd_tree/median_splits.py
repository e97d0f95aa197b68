r"""Median splits: the order of the rows along the leaves of a kd-tree.

A node's rows are halved at the median of the feature with the widest spread, until a leaf has at most S rows.
The tree is complete, so it is only an *order* of the rows: leaf b holds rows start[b] to start[b + 1] of it.
Halving by count never fails, so identical rows cannot make it deep; a selection that makes no headway is
finished by sorting. Cost O(n p + n log n), the subtrees of one level side by side.
Reference: source 004, section 6.2.1; Friedman, Bentley and Finkel, ACM TOMS 3 (1977).
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.rows import copy_values
from fenlei.kernels.threads import Block, run_blocks

FEW_VALUES = 1 << 14  # that are not worth a second thread
PARTS_LEVEL = 4  # subtrees of this level are built side by side


def starts_of(n: int, S: int) -> Array:
    """Where the leaves begin, (B + 1,): segments are halved until none has more than S rows."""
    starts = np.array([0, n], dtype=np.int64)
    while np.diff(starts).max() > S:
        middle = starts[:-1] + (np.diff(starts) + 1) // 2
        starts = np.append(np.column_stack([starts[:-1], middle]).ravel(), n)
    return starts


def build_order(X: Array, nominal: Array, S: int, n_jobs: int | None = None) -> Array:
    """The order (n,) of the rows of X (n, p) along the leaves of the tree."""
    n = len(X)
    order = np.arange(n)
    leaves = len(starts_of(n, S)) - 1
    levels = leaves.bit_length() - 1
    keys = np.empty(n)
    if X.size < FEW_VALUES:
        split_down(X, nominal, 0, n, levels, order, keys)
        return order
    top = min(levels, PARTS_LEVEL)
    parts = starts_of(n, -(-n // 2**top))

    def split_level(level: int) -> None:
        bounds = starts_of(n, -(-n // 2**level))
        run_blocks(
            lambda s, e: split_down(X, nominal, s, e, 1, order, keys),
            list(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)),
            n_jobs,
        )

    for level in range(top):
        split_level(level)
    blocks: list[Block] = list(zip(parts[:-1].tolist(), parts[1:].tolist(), strict=True))
    run_blocks(lambda s, e: split_down(X, nominal, s, e, levels - top, order, keys), blocks, n_jobs)
    return order


@kernel
def split_down(
    X: Array, nominal: Array, start: int, stop: int, levels: int, out_order: Array, out_keys: Array
) -> None:
    """Halve the segment [start, stop) of the order `levels` times."""
    bounds = np.empty(2**levels + 1, np.int64)
    bounds[0], bounds[1] = start, stop
    count = 1
    for _ in range(levels):
        for i in range(count, 0, -1):  # from behind: the list grows in place
            bounds[2 * i] = bounds[i]
        for i in range(count):
            left, right = bounds[2 * i], bounds[2 * i + 2]
            middle = left + (right - left + 1) // 2
            bounds[2 * i + 1] = middle
            j = widest(X, nominal, out_order[left:right])
            if j >= 0:
                for t in range(left, right):
                    value = X[out_order[t], j]
                    out_keys[t] = value if value == value else np.inf
                select(out_keys[left:right], out_order[left:right], middle - left)
        count *= 2


@kernel
def widest(X: Array, nominal: Array, rows: Array) -> int:
    """The feature with the largest spread among the rows; -1 if none has any. Names have spread 1."""
    p = X.shape[1]
    lo = np.full(p, np.inf)
    hi = np.full(p, -np.inf)
    for t in range(rows.shape[0]):
        x = X[rows[t]]
        for j in range(p):
            value = x[j]
            lo[j] = value if value < lo[j] else lo[j]
            hi[j] = value if value > hi[j] else hi[j]
    best, feature = 0.0, -1
    for j in range(p):
        spread = hi[j] - lo[j]
        if spread > 0.0 and nominal[j]:
            spread = 1.0
        if spread > best:
            best, feature = spread, j
    return feature


@kernel
def select(out_keys: Array, out_rows: Array, nth: int) -> None:
    """Reorder so that no key before `nth` is larger than any from it on."""
    left, right = 0, out_keys.shape[0] - 1
    tries = 16 + 2 * int(np.log2(out_keys.shape[0] + 1))
    while left < right:
        tries -= 1
        if tries < 0:  # the pivots were unlucky: sort what is left
            order = np.argsort(out_keys[left : right + 1], kind="mergesort") + left
            keys, rows = out_keys[order], out_rows[order]
            copy_values(keys, out_keys[left:])
            copy_values(rows, out_rows[left:])
            return
        a, b, c = out_keys[left], out_keys[(left + right) // 2], out_keys[right]
        pivot = max(min(a, b), min(max(a, b), c))
        i, j = left, right
        while i <= j:
            while out_keys[i] < pivot:
                i += 1
            while pivot < out_keys[j]:
                j -= 1
            if i <= j:
                out_keys[i], out_keys[j] = out_keys[j], out_keys[i]
                out_rows[i], out_rows[j] = out_rows[j], out_rows[i]
                i += 1
                j -= 1
        if nth <= j:
            right = j
        elif nth >= i:
            left = i
        else:
            return
