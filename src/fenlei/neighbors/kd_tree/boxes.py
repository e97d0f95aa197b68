r"""The compiled kd-tree in memory: leaves that vector loops can run over, and boxes around them.

Leaves lie feature by feature, (B, p, S), so that the distances of one query to a whole leaf are long vector
operations; empty positions hold infinity. For Euclid they are float32 and only a filter with a proven margin:
rows that pass it are measured in float64.

Sixteen leaves in turn make a node, sixteen nodes the node above, and so on: node i of a level has children
16 i to 16 i + 15 in the next. It keeps the tightest boxes around its children side by side, so that all their
bounds (see `distances`) take one vector loop.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import run_blocks
from fenlei.neighbors.kd_tree.median_splits import starts_of
from fenlei.neighbors.search.distances import L2

FEW_VALUES = 1 << 17  # that are not worth a second thread
FAN = 16  # children of an inner node
PAD = 32  # positions of a leaf come in multiples of it: a vector loop leaves no rest
MOST_COARSE = 1e17  # float32 holds the squares of smaller numbers


class Measure(NamedTuple):
    """Which core, see `distances`."""

    core: int
    exponent: float
    nominal: Array  # (p,) bool: features that are names


class Boxes(NamedTuple):
    X: Array  # (n, p) coordinates, float64
    slots: Array  # (B, p, S) the same leaf by leaf, or (0, p, S) if `coarse` holds them
    coarse: Array  # (B, p, S) float32, taken from `centre`; (0, p, S) if `slots` holds them
    rows: Array  # (B, S) int64 row numbers, n in empty positions
    centre: Array  # (p,)
    reach: float  # the largest Euclidean distance of a row from the centre
    lo: Array  # (N, p, F) boxes of the F children of each inner node; infinite where there is no child
    hi: Array  # (N, p, F)
    gaps: Array  # (N, p, F) bool: some value is missing
    least: Array  # (N, F) smallest row number in each child
    first: Array  # (D + 1,) where the nodes of each of the D levels begin


def levels_of(B: int) -> Array:
    """Where the levels of inner nodes begin above B leaves, (D + 1,): 1 node, then as many as it has
    children.
    """
    sizes = [max(1, -(-B // FAN))]
    while sizes[0] > 1:
        sizes.insert(0, -(-sizes[0] // FAN))
    return np.append(0, np.cumsum(sizes)).astype(np.int64)


def make_boxes(X: Array, order: Array, S: int, measure: Measure, n_jobs: int | None = None) -> Boxes:
    """Slots and boxes of the rows in the given order."""
    n, p = X.shape
    starts = starts_of(n, S)
    B = len(starts) - 1
    S = -(-int(np.diff(starts).max()) // PAD) * PAD
    centre, reach = _middle(X) if measure.core == L2 else (np.zeros(p), np.inf)
    coarse = reach < MOST_COARSE
    first = levels_of(B)
    boxes = Boxes(
        X,
        np.full((0 if coarse else B, p, S), np.inf),
        np.full((B if coarse else 0, p, S), np.inf, dtype=np.float32),
        np.full((B, S), n, dtype=np.int64),
        centre,
        reach,
        np.full((first[-1], p, FAN), np.inf),
        np.full((first[-1], p, FAN), -np.inf),
        np.zeros((first[-1], p, FAN), dtype=bool),
        np.full((first[-1], FAN), n, dtype=np.int64),
        first,
    )
    step = max(1, 65536 // (S * max(p, 1))) if X.size > FEW_VALUES else B
    blocks = [(b, min(b + step, B)) for b in range(0, B, step)]
    if len(blocks) == 1:  # without looking for the BLAS libraries, which takes longer
        fill_leaves(order, starts, 0, B, boxes)
    else:
        run_blocks(lambda s, e: fill_leaves(order, starts, s, e, boxes), blocks, n_jobs)
    join_boxes(boxes)
    return boxes


def _middle(X: Array) -> tuple[Array, float]:
    """A point amid the rows, and how far they reach from it."""
    lo, hi = X.min(axis=0), X.max(axis=0)
    with np.errstate(over="ignore", invalid="ignore"):  # an infinite reach rules no box out
        centre = lo + 0.5 * (hi - lo)
        return centre, float(np.sqrt(np.sum(np.maximum(hi - centre, centre - lo) ** 2)))


@kernel
def fill_leaves(order: Array, starts: Array, first: int, last: int, out_boxes: Boxes) -> None:
    """Coordinates, row numbers and box of leaves `first` to `last`."""
    X = out_boxes.X
    p = X.shape[1]
    fine = out_boxes.slots.shape[0] > 0
    base = out_boxes.first[-2]
    for b in range(first, last):
        node, c = base + b // FAN, b % FAN
        lo, hi, gaps = out_boxes.lo[node, :, c], out_boxes.hi[node, :, c], out_boxes.gaps[node, :, c]
        for t in range(starts[b], starts[b + 1]):
            s = t - starts[b]
            row = order[t]
            out_boxes.rows[b, s] = row
            out_boxes.least[node, c] = min(out_boxes.least[node, c], row)
            for j in range(p):
                value = X[row, j]
                if fine:
                    out_boxes.slots[b, j, s] = value
                else:
                    out_boxes.coarse[b, j, s] = value - out_boxes.centre[j]
                lo[j] = min(lo[j], value) if value == value else lo[j]
                hi[j] = max(hi[j], value) if value == value else hi[j]
                gaps[j] |= value != value


@kernel
def join_boxes(out_boxes: Boxes) -> None:
    """The boxes of inner nodes, from those of their children, upwards."""
    lo, hi, gaps, least, first = out_boxes[-5:]
    for level in range(first.shape[0] - 2, 0, -1):
        for node in range(first[level], first[level + 1]):
            number = node - first[level]
            parent, position = first[level - 1] + number // FAN, number % FAN
            least[parent, position] = least[node].min()
            for j in range(lo.shape[1]):
                for c in range(FAN):
                    lo[parent, j, position] = min(lo[parent, j, position], lo[node, j, c])
                    hi[parent, j, position] = max(hi[parent, j, position], hi[node, j, c])
                    gaps[parent, j, position] |= gaps[node, j, c]
