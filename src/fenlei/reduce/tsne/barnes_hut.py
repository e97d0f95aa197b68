r"""Repulsion in t-SNE by the method of Barnes and Hut, a leaf at a time.

Repulsion on point i is Σ_j w_ij t_ij (y_i - y_j), and Z = Σ_ij w_ij, with t = 1 / (1 + d²/ν) and w =
t^((ν+1)/2); ν = 1 in one or two dimensions and 2 in three. Points that are far from i and close together
act as one point of their number at their mean.

Points are sorted along Morton's curve of a grid over their box: cells of a quadtree (an octree in three
dimensions) are then ranges of the order, split until they hold at most `LEAF` points. All points of a
leaf share one list: a cell that is wide by less than 1.4 · `angle` times the distance from its mean to
the box of the leaf acts as one point (the box is the nearest that a point of the leaf can be; with 1.4
the error is still below that of scikit-learn, which measures from each point); one that is not is opened;
the points of leaves that are not far are taken one by one. What is left is long loops over points of a
list, in float32, which vectorise.

What acts on a point depends on the tree alone, so the result does not depend on how leaves are shared out
to threads. Reference: van der Maaten 2014.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.rows import copy_values

LEAF = 64
WIDER = 1.4  # a point of the leaf is no nearer than its box: so much more than `angle` is as exact
BITS = 30  # of a Morton code: 15 a coordinate in two dimensions, 10 in three
DIGIT = 10  # bits of a code sorted at a time


class Cells(NamedTuple):
    """The tree over sorted points. Cell 0 is the root; a cell is made after its parent."""

    order: Array  # (n,) points along the curve
    y: Array  # (D, n) float32 coordinates in this order
    begin: Array  # (cells,) first point
    end: Array  # (cells,) one after the last
    child: Array  # (cells,) first child, 0 for a leaf; children are consecutive
    children: Array  # (cells,)
    mean: Array  # (D, cells) float32
    low: Array  # (D, cells) float32 box of the points
    high: Array  # (D, cells) float32
    leaf: Array  # (leaves,) cells that are leaves
    number: Array  # (2,) number of cells, of leaves


def empty_cells(n: int, D: int) -> Cells:
    """Room for the tree of n points: a cell that is split holds more than `LEAF`, at each of few levels."""
    levels = BITS // D + 1
    most = min(2 * n + 1, (1 << D) * levels * (n // LEAF + 1) + 1)
    ints = [np.zeros(most, dtype=np.int64) for _ in range(5)]
    begin, end, child, children, leaf = ints
    mean, low, high = (np.empty((D, most), dtype=np.float32) for _ in range(3))
    order, number = np.arange(n), np.zeros(2, dtype=np.int64)
    y = np.empty((D, n), dtype=np.float32)
    return Cells(order, y, begin, end, child, children, mean, low, high, leaf, number)


@kernel
def every_other_bit(x: int) -> int:
    """The 16 low bits of x, a zero between each two."""
    x = (x | (x << 8)) & 0x00FF00FF
    x = (x | (x << 4)) & 0x0F0F0F0F
    x = (x | (x << 2)) & 0x33333333
    return (x | (x << 1)) & 0x55555555


@kernel
def every_third_bit(x: int) -> int:
    """The 10 low bits of x, two zeros between each two."""
    x = (x | (x << 16)) & 0x030000FF
    x = (x | (x << 8)) & 0x0300F00F
    x = (x | (x << 4)) & 0x030C30C3
    return (x | (x << 2)) & 0x09249249


@kernel
def morton_codes(Y: Array, out_code: Array) -> None:
    """Position of each point (D, n) on Morton's curve over the box of all, as `BITS` bits."""
    D, n = Y.shape
    bits = BITS // D
    widest = 0.0
    low = np.empty(D)
    for c in range(D):
        low[c] = np.min(Y[c])
        widest = max(widest, np.max(Y[c]) - low[c])
    scale = (1 << bits) * (1.0 - 1e-9) / widest if widest > 0.0 else 0.0
    for i in range(n):
        code = 0
        for c in range(D):
            bits = np.int64((Y[c, i] - low[c]) * scale)
            code |= (every_third_bit(bits) if D == 3 else every_other_bit(bits)) << c
        out_code[i] = code


@kernel
def sort_codes(out_code: Array, out_order: Array) -> None:
    """Points and codes in order of their codes, equal ones in order of the point: by digits, least first."""
    n, size = out_code.shape[0], 1 << DIGIT
    code, order = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    for i in range(n):
        out_order[i] = i
    for shift in range(0, BITS, DIGIT):
        start = np.zeros(size + 1, dtype=np.int64)
        for i in range(n):
            start[((out_code[i] >> shift) & (size - 1)) + 1] += 1
        for digit in range(size):
            start[digit + 1] += start[digit]
        for i in range(n):
            digit = (out_code[i] >> shift) & (size - 1)
            code[start[digit]], order[start[digit]] = out_code[i], out_order[i]
            start[digit] += 1
        copy_values(code, out_code)
        copy_values(order, out_order)


@kernel
def split(code: Array, cells: Cells, cell: int, level: int, D: int, used: int) -> int:
    """Make the children of a cell, the ranges of its points that agree in the next bits; cells used now."""
    shift = BITS - (level + 1) * D
    first, last = cells.begin[cell], cells.end[cell]
    cells.child[cell] = used
    while first < last:
        key = code[first] >> shift
        stop = first + 1
        while stop < last and code[stop] >> shift == key:
            stop += 1
        cells.begin[used], cells.end[used], cells.child[used] = first, stop, 0
        used += 1
        first = stop
    cells.children[cell] = used - cells.child[cell]
    return used


@kernel
def build_cells(Y: Array, out_cells: Cells, out_y: Array) -> None:
    """The tree over the points Y (D, n), and the points in float32."""
    D, n = Y.shape
    cells = out_cells
    code = np.empty(n, dtype=np.int64)
    morton_codes(Y, code)
    sort_codes(code, cells.order)
    for c in range(D):
        for i in range(n):
            out_y[c, i] = Y[c, i]
            cells.y[c, i] = Y[c, cells.order[i]]
    levels = BITS // D
    level = np.zeros(cells.begin.shape[0], dtype=np.int64)
    cells.begin[0], cells.end[0], cells.child[0] = 0, n, 0
    used, leaves, cell = 1, 0, 0
    while cell < used:
        if cells.end[cell] - cells.begin[cell] > LEAF and level[cell] < levels:
            after = split(code, cells, cell, level[cell], D, used)
            level[used:after] = level[cell] + 1
            used = after
        else:
            cells.leaf[leaves] = cell
            leaves += 1
        cell += 1
    cells.number[0], cells.number[1] = used, leaves
    for cell in range(used - 1, -1, -1):
        summarise_cell(cells, cell)


@part_of_kernel
def summarise_cell(out_cells: Cells, cell: int) -> None:
    """Mean and box of a cell: a leaf's from its points, any other's from its children."""
    cells = out_cells
    begin, end = cells.begin[cell], cells.end[cell]
    first, last = cells.child[cell], cells.child[cell] + cells.children[cell]
    for c in range(cells.y.shape[0]):
        low, high, total = np.inf, -np.inf, 0.0
        if first == 0:
            y = cells.y[c]
            for i in range(begin, end):
                low, high, total = min(low, y[i]), max(high, y[i]), total + y[i]
        else:
            for child in range(first, last):
                low, high = min(low, cells.low[c, child]), max(high, cells.high[c, child])
                total += np.float64(cells.mean[c, child]) * (cells.end[child] - cells.begin[child])
        cells.low[c, cell], cells.high[c, cell] = low, high
        cells.mean[c, cell] = total / (end - begin)


@part_of_kernel
def is_far(cells: Cells, cell: int, leaf: int, angle: float) -> bool:
    """Whether a cell is wide by less than `WIDER` angles times the distance of its mean from the
    leaf's box.
    """
    distance, widest = 0.0, 0.0
    for c in range(cells.y.shape[0]):
        mean = np.float64(cells.mean[c, cell])
        gap = max(cells.low[c, leaf] - mean, mean - cells.high[c, leaf], 0.0)
        distance += gap * gap
        widest = max(widest, np.float64(cells.high[c, cell]) - cells.low[c, cell])
    return widest < WIDER * angle * np.sqrt(distance)


@kernel
def list_for(cells: Cells, leaf: int, angle: float, out_y: Array, out_mass: Array, out_todo: Array) -> int:
    """What acts on the points of a leaf: coordinates (D, size) and masses; their number."""
    D = cells.y.shape[0]
    size, waiting = 0, 1
    out_todo[0] = 0
    while waiting > 0:
        waiting -= 1
        cell = out_todo[waiting]
        if cell != leaf and is_far(cells, cell, leaf, angle):
            for c in range(D):
                out_y[c, size] = cells.mean[c, cell]
            out_mass[size] = cells.end[cell] - cells.begin[cell]
            size += 1
        elif cells.child[cell] == 0:
            begin, end = cells.begin[cell], cells.end[cell]
            for c in range(D):
                source, target = cells.y[c], out_y[c]
                for i in range(begin, end):
                    target[size + i - begin] = source[i]
            for i in range(begin, end):
                out_mass[size + i - begin] = 1.0
            size += end - begin
        else:
            for child in range(cells.child[cell], cells.child[cell] + cells.children[cell]):
                out_todo[waiting] = child
                waiting += 1
    return size


@kernel
def repel(cells: Cells, first: int, last: int, angle: float, out_force: Array, out_z: Array) -> None:
    """Repulsion (D, n) on the points of leaves first to last, and Σ_j w_ij (n,) without the point itself."""
    D, n = cells.y.shape
    room = n + cells.number[0]
    y, mass = np.empty((D, room), dtype=np.float32), np.empty(room, dtype=np.float32)
    todo = np.empty(cells.number[0] + 8, dtype=np.int64)
    for position in range(first, last):
        leaf = cells.leaf[position]
        size = list_for(cells, leaf, angle, y, mass, todo)
        for i in range(cells.begin[leaf], cells.end[leaf]):
            point = cells.order[i]
            if D == 3:
                push_three(cells.y, i, y, mass, size, point, out_force, out_z)
            else:
                push_two(cells.y, i, y, mass, size, point, out_force, out_z)


@part_of_kernel
def push_two(
    own: Array, i: int, y: Array, mass: Array, size: int, point: int, out_force: Array, out_z: Array
) -> None:
    """Repulsion on one point of the plane, ν = 1: w = t."""
    ya, yb = y[0], y[1]
    a, b, one = own[0, i], own[1, i], np.float32(1.0)
    force_a, force_b, z = np.float32(0.0), np.float32(0.0), np.float32(0.0)
    for j in range(size):
        da, db = a - ya[j], b - yb[j]
        t = one / (one + da * da + db * db)
        w = mass[j] * t
        z += w
        w *= t
        force_a += w * da
        force_b += w * db
    out_force[0, point], out_force[1, point] = force_a, force_b
    out_z[point] = np.float64(z) - 1.0


@part_of_kernel
def push_three(
    own: Array, i: int, y: Array, mass: Array, size: int, point: int, out_force: Array, out_z: Array
) -> None:
    """Repulsion on one point of space, ν = 2: w = t^(3/2)."""
    ya, yb, yc = y[0], y[1], y[2]
    a, b, c, one, half = own[0, i], own[1, i], own[2, i], np.float32(1.0), np.float32(0.5)
    force_a, force_b, force_c, z = np.float32(0.0), np.float32(0.0), np.float32(0.0), np.float32(0.0)
    for j in range(size):
        da, db, dc = a - ya[j], b - yb[j], c - yc[j]
        t = one / (one + half * (da * da + db * db + dc * dc))
        w = mass[j] * t * np.sqrt(t)
        z += w
        w *= t
        force_a += w * da
        force_b += w * db
        force_c += w * dc
    out_force[0, point], out_force[1, point], out_force[2, point] = force_a, force_b, force_c
    out_z[point] = np.float64(z) - 1.0
