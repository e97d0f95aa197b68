"""Gradients rounded to whole numbers, once per tree, so that their sums have no rounding and no order.

The largest gradient of a tree becomes 2^15 - 1 and the largest hessian 2^16 - 1; a hessian that is 1 for
every row stays 1 and counts rows. That is enough for trees (LightGBM's quantised training takes 2 to 5
bits), unless most gradients are far below the largest, as after extreme weights or targets: then, and on
few rows, where it costs nothing, whole numbers are as large as leaves their sums exact, about 2^52 / n
(`RowGradients.wide`).

On few rows whole weights multiply what was rounded, so that a weight of 2 is the row twice to the last bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.ensemble.boosting.growing.histogram import RowGradients
from fenlei.ensemble.boosting.growing.rules import Units
from fenlei.ensemble.boosting.losses import BLOCK, Loss, differentiate
from fenlei.kernels import Array, plain_kernel
from fenlei.kernels.team import block_done, share_blocks, take_block

FEW_ROWS = 1 << 13  # below, whole numbers are wide
MOST_G, MOST_H = (1 << 15) - 1, (1 << 16) - 1
LEAST_UNIT = 2.0**-1000  # its inverse is finite
SMALL = 8  # a gradient of less has lost its digits


class RoundedGradients:
    """The gradients of the trees of a fit, one tree after the other, in the same arrays."""

    def __init__(self, w: Array, n: int, n_jobs: int | None) -> None:
        self.g, self.h = np.empty((2, n))
        self.items = np.empty(n, np.uint64)
        self.blocks, self.n_jobs = -(-n // BLOCK), n_jobs
        self.largest, self.totals = np.zeros((2, self.blocks, 3))
        self.few = n < FEW_ROWS
        self.whole = self.few and len(w) > 0 and bool((w == np.floor(w)).all()) and w.sum() < 2.0**31
        self.w, self.mass = w, float(w.sum()) if self.whole else float(n)

    def of(self, loss: Loss, k: int, scores: Array, sums: Array) -> tuple[RowGradients, Units, float, float]:
        """For tree k of a round at scores (n,): the rows, the units, and the sums of all rows."""
        arrays = (self.g, self.h, self.largest)
        weighted = len(self.w) > 0 and not self.whole
        share_blocks(differentiate, self.blocks, loss, k, scores, sums, weighted, *arrays, n_jobs=self.n_jobs)
        most_g, most_h, _ = self.largest.max(axis=0).tolist()
        wide = self.few
        units = self._units(loss, wide, most_g, most_h)
        self._round(wide, units)
        if not wide and 2 * self.totals[:, 2].sum() > len(self.g):
            wide, units = True, self._units(loss, True, most_g, most_h)
            self._round(wide, units)
        total_g, total_h, _ = self.totals.sum(axis=0).tolist()
        return RowGradients(self.items, wide, self.g, self.h), units, total_g, total_h

    def _units(self, loss: Loss, wide: bool, most_g: float, most_h: float) -> Units:
        counts = loss.is_counted
        if wide:
            bits = 52 - int(np.ceil(np.log2(max(self.mass, 2.0))))
            g = np.ldexp(1.0, int(np.frexp(most_g)[1]) - bits) if most_g > 0 else 1.0
            h = 1.0 if counts or most_h == 0 else np.ldexp(1.0, int(np.frexp(most_h)[1]) - bits)
        else:
            g = most_g / MOST_G if most_g > 0 else 1.0
            h = 1.0 if counts or most_h == 0 else most_h / MOST_H
        most_w = float(self.w.max()) if self.whole else 1.0
        g, h = max(float(g), LEAST_UNIT), max(float(h), LEAST_UNIT)
        return Units(g, h, float(np.rint(most_h / h)) * most_w, counts)

    def _round(self, wide: bool, units: Units) -> None:
        factors = self.w if self.whole else self.w[:0]
        arrays: tuple[Any, ...] = (self.g, self.h, factors, wide, units, self.items, self.totals)
        share_blocks(round_rows, self.blocks, *arrays, n_jobs=self.n_jobs)


@plain_kernel
def round_rows(
    g: Array,
    h: Array,
    factors: Array,
    wide: bool,
    units: Units,
    out_items: Array,
    out_totals: Array,
    counters: Array,
) -> None:
    """Items of blocks of rows; their sums, and the number of gradients that lost their digits.

    Wide ones are rounded in place, and multiplied by whole factors (n,) if there are any.
    """
    n, by_g, by_h = g.shape[0], 1.0 / units.g, 1.0 / units.h
    b = take_block(counters)
    while b >= 0:
        total_g, total_h, small = 0.0, 0.0, 0
        for i in range(b * BLOCK, min((b + 1) * BLOCK, n)):
            a, c = np.rint(g[i] * by_g), np.rint(h[i] * by_h)
            if factors.shape[0]:
                a, c = a * factors[i], c * factors[i]
            total_g += a
            total_h += c
            out_items[i] = np.uint64(i) << np.uint64(32)
            if wide:
                g[i], h[i] = a, c
            else:
                low = ((np.int64(a) & 0xFFFF) << 16) | np.int64(c)
                out_items[i] |= np.uint64(low)
                small += (abs(a) < SMALL) & (g[i] != 0.0)
        out_totals[b, 0], out_totals[b, 1], out_totals[b, 2] = total_g, total_h, small
        block_done(counters)
        b = take_block(counters)
