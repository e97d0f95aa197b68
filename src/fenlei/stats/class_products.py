r"""Weights, means and centred products of the columns by class, in one pass of the team.

    Z = [X | Y] (n, q),   weight_k = Σ w,   mean_k = Σ w z / weight_k,   S_k = Σ w (z - mean_k)(z - mean_k)ᵀ

with S_k for each class, or their sum alone. `scatter` and `gram` are this summary under other names.

A block of rows is read once. Its rows are taken from an origin among the first few of their class, which lies
near the mean, so that little is lost when its distance is taken off:

    Σ w (z - mean)(z - mean)ᵀ = Σ w d dᵀ - (Σ w d)(Σ w d)ᵀ / Σ w,    d = z - origin.

Where the second term is nearly as large as the first, in any column, the block is read again, from the
means. Sums of blocks merge in the tree of `kernels.merge_tree`. They live in a few slots that are used
again, since the matrices of all blocks may be as large as the rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel, part_of_plain_kernel, plain_kernel
from fenlei.kernels.classwise import FAR, FEW, UNIT_WEIGHTS
from fenlei.kernels.counters import add_at, write_at
from fenlei.kernels.team import block_done, next_pair, share_blocks, take_block
from fenlei.kernels.threads import available_cores, effective_n_jobs, leaf_rows
from fenlei.stats.outer_products import STRIP, add_products, filled_up

BLOCK_ELEMENTS = 1 << 17  # values of a block: 1 MiB, tenths of a millisecond
LINE = 8  # counters of a cache line
FEW_ROWS = 32  # of a class: fewer share a strip with those of other classes


class ClassProducts(NamedTuple):
    weight: Array  # (K,)
    mean: Array  # (K, q), zero for an empty class
    products: Array  # (s, q, q): of each class (s = K), or their sum (s = 1)


class SummedRows(NamedTuple):
    X: Array  # (n, p)
    Y: Array  # (n, t)
    codes: Array  # (n,) classes, or none where there is one
    w: Array  # (n,) or none where each row weighs one


class Slots(NamedTuple):
    """Where the sums of blocks are kept until they are merged."""

    weight: Array  # (slots, K)
    mean: Array  # (slots, K, q)
    products: Array  # (slots, s, q, q)
    busy: Array  # (slots LINE,) above 0 where a slot is taken
    of_block: Array  # (blocks,) the slot of the sums that begin with a block
    marks: Array  # (blocks,)


class BlockRoom(NamedTuple):
    """Where a thread works."""

    order: Array  # (block,) rows by class
    start: Array  # (K + 1,) where those of each class begin
    origin: Array  # (K, q)
    Z: Array  # (STRIP, q + 1) rows less their origin, and ones; filled up
    sums: Array  # (q + 1, q + 1) their products; filled up


def rows_of_block(p: int, q: int, K: int, s: int) -> int:
    """Rows of a block: a whole part of a leaf, and many beside the sums."""
    return min(leaf_rows(p), leaf_rows(q, max(BLOCK_ELEMENTS, 64 * K * q, 4 * s * q * q)))


def summarise(
    X: Array,
    Y: Array | None = None,
    codes: Array | None = None,
    w: Array | None = None,
    K: int = 1,
    *,
    pooled: bool = True,
    n_jobs: int | None = None,
) -> ClassProducts:
    """The sums over all rows of X (n, p) and Y (n, t)."""
    n, p = X.shape
    q, s = p if Y is None else p + Y.shape[1], 1 if pooled else K
    size = rows_of_block(p, q, K, s)
    blocks = max(-(-n // size), 1)
    slots = _slots(blocks, (K, q, s), n_jobs)
    no_targets, one_class = np.empty((n, 0)), np.empty(0, np.int64)
    given = X, no_targets if Y is None else Y, one_class if codes is None else codes
    rows = SummedRows(*given, UNIT_WEIGHTS if w is None else w)
    share_blocks(add_blocks, blocks, rows, size, slots, n_jobs=n_jobs)
    last = slots.of_block[0]
    found = ClassProducts(*(each[last].copy() if blocks > 1 else each[0] for each in slots[:3]))
    fill_upper(found.products)
    return found


def _slots(blocks: int, shape: tuple[int, int, int], n_jobs: int | None) -> Slots:
    """Enough for the sums that can wait at once: those beside the way from each open block to the root."""
    K, q, s = shape
    threads = min(effective_n_jobs(n_jobs), available_cores(), blocks)
    count = min(blocks, (threads + 1) * (blocks.bit_length() + 2))
    sums = np.empty((count, K)), np.empty((count, K, q)), np.empty((count, s, q, q))
    marks, of_block = np.zeros(blocks, np.int64), np.zeros(blocks, np.int64)
    return Slots(*sums, np.zeros(count * LINE, np.int64), of_block, marks)


@kernel
def add_blocks(rows: SummedRows, size: int, slots: Slots, counters: Array) -> None:
    """Sums of blocks of `size` rows, those of all rows in the end in the slot of block 0."""
    K, q = slots.mean.shape[1:]
    squares, columns = filled_up(q + 1)
    order, start = np.empty(min(size, rows.X.shape[0]), np.int64), np.empty(K + 1, np.int64)
    room = BlockRoom(order, start, np.empty((K, q)), np.zeros((STRIP, columns)), np.empty((squares, squares)))
    room.Z[:, q] = 1.0
    b = take_block(counters)
    while b >= 0:
        slot = free_slot(slots.busy)
        slots.of_block[b] = slot
        stop = min((b + 1) * size, rows.X.shape[0])
        sum_block(rows, b * size, stop, room, slots.weight[slot], slots.mean[slot], slots.products[slot])
        left, right, step = next_pair(b, 1, slots.marks)
        while right > 0:
            i, j = slots.of_block[left], slots.of_block[right]
            merge_into(
                slots.weight[j],
                slots.mean[j],
                slots.products[j],
                slots.weight[i],
                slots.mean[i],
                slots.products[i],
            )
            write_at(slots.busy, j * LINE, 0)
            left, right, step = next_pair(left, step, slots.marks)
        block_done(counters)
        b = take_block(counters)


@part_of_kernel
def free_slot(busy: Array) -> int:
    """Take the first slot that is free; there always is one."""
    slot = 0
    while add_at(busy, slot * LINE) > 0:
        slot = (slot + 1) % (busy.shape[0] // LINE)
    return slot


@part_of_kernel
def sum_block(
    rows: SummedRows,
    first: int,
    stop: int,
    room: BlockRoom,
    out_weight: Array,
    out_mean: Array,
    out_products: Array,
) -> None:
    """Sums of the rows from `first` to `stop`."""
    K, s = out_weight.shape[0], out_products.shape[0]
    order_by_class(rows.codes, rows.w, first, stop, room.order, room.start)
    for k in range(K):
        mine = room.order[room.start[k] : min(room.start[k] + FEW, room.start[k + 1])]
        find_origin(rows.X, rows.Y, mine, room.origin[k])
    for g in range(s):
        k, end = (g, g + 1) if s > 1 else (0, K)
        is_near = False
        for _ in range(2):
            if not is_near:
                room.sums[:] = 0.0
                for each in range(k, end):
                    group = room.order[room.start[each] : room.start[each + 1]]
                    out_weight[each] = group.shape[0] if rows.w.shape[0] == 0 else total_weight(rows.w, group)
                if room.start[end] - room.start[k] < FEW_ROWS * (end - k):
                    add_mixed(rows, room.order[room.start[k] : room.start[end]], room, out_mean[k:end], k)
                else:
                    for each in range(k, end):
                        group = room.order[room.start[each] : room.start[each + 1]]
                        add_class(rows, group, room.origin[each], room.Z, room.sums)
                        take_sums(room.sums, out_mean[each])
                is_near = take_off_means(k, end, room, out_weight, out_mean, out_products[g])


@part_of_kernel
def order_by_class(codes: Array, w: Array, first: int, stop: int, out_order: Array, out_start: Array) -> None:
    """Numbers of the rows that weigh something, by class (stable); out_start (K + 1,) of the classes."""
    K, weighs = out_start.shape[0] - 1, w.shape[0] > 0
    out_start[:] = 0
    if codes.shape[0] == 0:
        for i in range(first, stop):
            if not weighs or w[i] > 0.0:
                out_order[out_start[K]] = i
                out_start[K] += 1
        return
    for i in range(first, stop):
        if not weighs or w[i] > 0.0:
            out_start[codes[i]] += 1
    before = 0
    for k in range(K + 1):
        mine = out_start[k]
        out_start[k] = before
        before += mine
    for i in range(first, stop):
        if not weighs or w[i] > 0.0:
            k = codes[i]
            out_order[out_start[k]] = i
            out_start[k] += 1
    for k in range(K, 0, -1):
        out_start[k] = out_start[k - 1]
    out_start[0] = 0


@part_of_kernel
def find_origin(X: Array, Y: Array, few: Array, out_origin: Array) -> None:
    """The mean (q,) of a few rows; a constant column has exactly that constant."""
    p = X.shape[1]
    out_origin[:] = 0.0
    for i in range(few.shape[0]):
        share = 1.0 / (i + 1)
        for j in range(out_origin.shape[0]):
            value = X[few[i], j] if j < p else Y[few[i], j - p]
            before = out_origin[j] if i > 0 else value
            out_origin[j] = before + share * (value - before)


@part_of_kernel
def total_weight(w: Array, group: Array) -> float:
    """Sum of the weights of some rows."""
    total = 0.0
    for i in range(group.shape[0]):
        total += w[group[i]]
    return total


@part_of_kernel
def add_class(rows: SummedRows, group: Array, origin: Array, Z: Array, out_sums: Array) -> None:
    """Products of the rows √w (d, 1), d = z - origin, of one class, a strip at a time."""
    X, Y, w, p, q = rows.X, rows.Y, rows.w, rows.X.shape[1], origin.shape[0]
    for at in range(0, group.shape[0], STRIP):
        count = min(STRIP, group.shape[0] - at)
        for i in range(count):
            r = group[at + i]
            for j in range(p):
                Z[i, j] = X[r, j] - origin[j]
            for j in range(p, q):
                Z[i, j] = Y[r, j - p] - origin[j]
        if w.shape[0] > 0:
            for i in range(count):
                root = np.sqrt(w[group[at + i]])
                for j in range(q):
                    Z[i, j] *= root
                Z[i, q] = root
        add_products(Z, Z, count, out_sums)


@part_of_kernel
def add_mixed(rows: SummedRows, group: Array, room: BlockRoom, out_sum: Array, k: int) -> None:
    """The same of few rows of several classes from k on: one strip may have rows of all of them."""
    X, Y, w, Z, p, q = rows.X, rows.Y, rows.w, room.Z, rows.X.shape[1], out_sum.shape[1]
    out_sum[:] = 0.0
    for at in range(0, group.shape[0], STRIP):
        count = min(STRIP, group.shape[0] - at)
        for i in range(count):
            r = group[at + i]
            each = rows.codes[r] if rows.codes.shape[0] > 0 else 0
            root = np.sqrt(w[r]) if w.shape[0] > 0 else 1.0
            for j in range(q):
                value = X[r, j] if j < p else Y[r, j - p]
                Z[i, j] = root * (value - room.origin[each, j])
                out_sum[each - k, j] += root * Z[i, j]
        add_products(Z, Z, count, room.sums)


@part_of_kernel
def take_sums(sums: Array, out_sum: Array) -> None:
    """The row of the products with the column of ones, Σ w d of a class, which leaves room for the next."""
    q = out_sum.shape[0]
    for j in range(q):
        out_sum[j] = sums[q, j]
    sums[q, :] = 0.0


@part_of_kernel
def take_off_means(
    k: int, end: int, room: BlockRoom, weight: Array, out_mean: Array, out_products: Array
) -> bool:
    """Means from the sums of w d, and products about them; whether the origins were near enough.

    If not, the means are the origins of a second reading.
    """
    sums, origin, q = room.sums, room.origin, out_mean.shape[1]
    for i in range(q):
        for j in range(i + 1):
            out_products[i, j] = sums[i, j]
    for each in range(k, end):
        if weight[each] > 0.0:
            total = out_mean[each]
            for i in range(q):
                distance = total[i] / weight[each]
                for j in range(i + 1):
                    out_products[i, j] -= distance * total[j]
            for j in range(q):
                total[j] = origin[each, j] + total[j] / weight[each]
                origin[each, j] = total[j]
    is_near = True
    for j in range(q):
        is_near &= (1.0 - FAR) * sums[j, j] <= out_products[j, j] and sums[j, j] < np.inf
        if out_products[j, j] < 0.0:
            out_products[j, j] = 0.0
    return is_near


@part_of_plain_kernel
def merge_into(
    weight: Array, mean: Array, products: Array, out_weight: Array, out_mean: Array, out_products: Array
) -> None:
    """Add sums to those of the rows that come before, each operation rounded by itself.

    So whoever merges, a thread of the team or the files' pass, gets the same bits.
    """
    (K, q), s = mean.shape, products.shape[0]
    for g in range(s):
        for i in range(q):
            for j in range(i + 1):
                out_products[g, i, j] += products[g, i, j]
    for k in range(K):
        before = out_weight[k]
        out_weight[k] = before + weight[k]
        share = weight[k] / out_weight[k] if out_weight[k] > 0.0 else 0.0
        ours, theirs, both = out_mean[k], mean[k], out_products[k if s > 1 else 0]
        factor = before * share
        if factor > 0.0:
            for i in range(q):
                scaled = factor * (theirs[i] - ours[i])
                for j in range(i + 1):
                    both[i, j] += scaled * (theirs[j] - ours[j])
        for j in range(q):
            ours[j] += share * (theirs[j] - ours[j])


@plain_kernel
def merge_one(
    weight: Array, mean: Array, products: Array, out_weight: Array, out_mean: Array, out_products: Array
) -> None:
    """`merge_into`, and the upper triangles."""
    merge_into(weight, mean, products, out_weight, out_mean, out_products)
    fill_upper_part(out_products)


@part_of_plain_kernel
def fill_upper_part(out_products: Array) -> None:
    for g in range(out_products.shape[0]):
        for i in range(out_products.shape[1]):
            for j in range(i):
                out_products[g, j, i] = out_products[g, i, j]


@plain_kernel
def fill_upper(out_products: Array) -> None:
    """Symmetric matrices from their lower triangles."""
    fill_upper_part(out_products)


def merge(a: ClassProducts, b: ClassProducts) -> ClassProducts:
    """The sums over both sets of rows."""
    found = ClassProducts(*(np.array(field, np.float64) for field in a))
    merge_one(*(np.ascontiguousarray(field, np.float64) for field in b), *found)
    return found
