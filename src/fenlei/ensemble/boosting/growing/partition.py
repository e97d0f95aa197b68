"""The items of a node moved to its two branches, in blocks, keeping their order in each.

A block is split into the buffer: items that go left from its start on, the others from its end backwards.
When all blocks are split, each is copied to where its items belong. There is no branch that depends on an
item.

    items    | block 0           | block 1           | block 2      |
    buffer   | left .... thgir   | left .. thgir     | left . thgir |
    items    | left of 0 | of 1 | of 2 | right of 0  | of 1 | of 2  |
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.prefetch import prefetch

AHEAD = 32
ROW = np.uint64(32)


@kernel
def split_block(items: Array, start: int, stop: int, codes: Array, goes: Array, out_buffer: Array) -> Any:
    """Split the items from start to stop by their codes; the number that goes left."""
    left, right, end = np.uint64(start), np.uint64(stop), items.shape[0] - 1
    for q in range(start, stop):
        prefetch(codes, items[min(q + AHEAD, end)] >> ROW)
        item = items[q]
        here = np.uint64(goes[codes[item >> ROW]])
        out_buffer[left] = item
        out_buffer[right - np.uint64(1)] = item
        left += here
        right -= np.uint64(1) - here
    return np.int64(left) - start


@kernel
def join_block(
    buffer: Array, start: int, stop: int, left: int, to_left: int, to_right: int, out_items: Array
) -> None:
    """Copy a split block: `left` items to `to_left` on, the others to `to_right` on."""
    for q in range(left):
        out_items[to_left + q] = buffer[start + q]
    for q in range(stop - start - left):
        out_items[to_right + q] = buffer[stop - 1 - q]
