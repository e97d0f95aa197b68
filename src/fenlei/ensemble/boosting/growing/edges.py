r"""Edges between the bins of a numeric column, from its values in ascending order and their weights.

Up to `most` distinct values have a bin each, and the edges lie halfway between them. Of more, the edges are
the quantiles 1/most, 2/most, ... of the weighted values: with cumulative weights W_1 <= ... <= W_n = W the
quantile b/most is

    x_i,                   i the first with  W_i > b W / most,  where no W_i equals b W / most
    (x_i + x_{i+1}) / 2    where W_i does

(the inverse of the distribution function, averaged where it jumps: definition 2 of Hyndman, Fan, 1996; the
namesake's, so that trees of the two ask the same questions). A weight of 2 is the value twice; products with
whole weights have no rounding, so none of the equalities is missed.
"""

from __future__ import annotations

from fenlei.kernels import Array, kernel


@kernel
def cut_edges(values: Array, mass: Array, most: int, out_edges: Array) -> int:
    """Write the edges of at most `most` bins, each below the largest value; the number of bins.

    Values (n,) ascend; mass (n,) has their positive weights, or is empty for weight one.
    """
    n, total, distinct = values.shape[0], 0.0, 0
    for i in range(n):
        total += mass[i] if mass.shape[0] else 1.0
        distinct += i == 0 or values[i] != values[i - 1]
    edges, b, below, i = 0, 1, 0.0, 0
    while i < n:
        stop = i
        while stop < n and values[stop] == values[i]:
            below += mass[stop] if mass.shape[0] else 1.0
            stop += 1
        if stop == n:
            break
        if distinct <= most:
            out_edges[edges] = halfway(values[i], values[stop])
            edges += 1
        elif b < most and below * most >= b * total:
            out_edges[edges] = halfway(values[i], values[stop]) if below * most == b * total else values[i]
            edges += 1
            while b < most and b * total <= below * most:
                b += 1
        i = stop
    return edges + 1 if n else 0


@kernel
def halfway(below: float, above: float) -> float:
    """The number in the middle; the lower one where no number is between."""
    middle = 0.5 * below + 0.5 * above
    return middle if below <= middle < above else below
