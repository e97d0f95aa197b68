r"""What the trees of a fitted model were grown on, from its training rows: for reading, not for fitting.

The rows held out for early stopping, the bins and the rounding of gradients follow from the rows and from the
seeds in the record, so that the sums of every node come out as they were: whole numbers times a unit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from fenlei.ensemble.boosting.growing.columns import ColumnBins, Columns, put_in_bins
from fenlei.ensemble.boosting.losses import (
    BLOCK,
    CLASSES,
    SQUARED,
    Loss,
    differentiate,
    log_sums,
    loss_unit,
    row_losses,
)
from fenlei.ensemble.boosting.record import BoostedTrees
from fenlei.ensemble.boosting.rounding import RoundedGradients
from fenlei.kernels import Array
from fenlei.kernels.team import share_blocks

if TYPE_CHECKING:
    from fenlei.ensemble.boosting.boosting import HistGradientBoosting


class GrownOn(NamedTuple):
    """The rows that the trees were grown on."""

    X: Array  # (n, p)
    rows: Array  # (n,) their indices among the training rows
    loss: Loss  # of targets times 2^unit
    unit: int
    bins: ColumnBins
    columns: Columns


class TreeGradients(NamedTuple):
    """Gradients and hessians (n,) of one tree, in the unit of the targets."""

    g: Array
    h: Array
    rounded_g: Array  # whole multiples of step_g: what the sums are of
    rounded_h: Array
    step_g: float
    step_h: float


def grown_on(model: HistGradientBoosting, X: Array, labels: Array, w: Array | None) -> GrownOn:
    """The rows that a model fitted to X, labels (codes of classes, or targets) and w grew its trees on."""
    record, seed = model.model_, int(model.model_.seeds[0])
    loss, unit = model._loss_of(labels, w)
    rows = np.arange(len(X))
    if model.do_early_stopping_ and model.validation_fraction is not None and len(record.validation_score):
        kept, loss, rows, _ = model._hold_out(X, loss, rows, seed)
        X = cast(Array, kept)
    bins = model._cut_bins(X, record.sizes.astype(np.int64), loss, seed)
    return GrownOn(X, rows, loss, unit, bins, put_in_bins(X, bins, 1))


def gradients_at(on: GrownOn, scores: Array, k: int) -> TreeGradients:
    """Of tree k of the round that starts at scores (n, trees)."""
    f = np.ascontiguousarray(np.ldexp(scores, on.unit).T)
    n, loss = f.shape[1], on.loss
    sums = log_sums(f, 1) if loss.kind == CLASSES else np.empty(0)
    g, h = np.empty((2, n))
    blocks = -(-n // BLOCK)
    largest = np.zeros((blocks, 3))
    share_blocks(differentiate, blocks, loss, k, f[k], sums, loss.w.size > 0, g, h, largest, n_jobs=1)
    coded, units, _, _ = RoundedGradients(loss.w, n, 1).of(loss, k, f[k], sums)
    whole_g, whole_h = coded.g, coded.h
    if not coded.wide:
        low = (coded.items & np.uint64(0xFFFFFFFF)).astype(np.uint32)
        whole_g, whole_h = (low >> 16).astype(np.uint16).view(np.int16), low & np.uint32(0xFFFF)
    back = -on.unit if loss.kind == SQUARED else 0
    step_g = float(np.ldexp(units.g, back))
    return TreeGradients(np.ldexp(g, back), h, whole_g * step_g, whole_h * units.h, step_g, units.h)


def losses_at(on: GrownOn, scores: Array) -> Array:
    """Loss (n,) of each row at scores (n, trees), up to a constant of each target."""
    f = np.ascontiguousarray(np.ldexp(scores, on.unit).T)
    with np.errstate(over="ignore", under="ignore"):
        return np.asarray(np.ldexp(row_losses(on.loss, f), -loss_unit(on.loss, on.unit)))


def leaves_of(model: BoostedTrees, t: int, X: Array) -> Array:
    """Leaf (n,) of tree t, counted from its root, that each row ends in."""
    nodes = slice(model.start[t], model.start[t + 1])
    feature, child, cut = model.feature[nodes], model.child[nodes], model.threshold[nodes]
    subset, left = model.subset[nodes], model.missing_left[nodes]
    at = np.zeros(len(X), np.int64)
    moving = np.flatnonzero(feature[at] >= 0)
    while len(moving):
        here = at[moving]
        x, size = X[moving, feature[here]], model.sizes[feature[here]]
        nominal = size > 0
        aside = np.isnan(x) | (nominal & ~((x >= 0) & (x < size)))
        second = np.where(aside, 1 - left[here].astype(np.int64), x > cut[here])
        by_set = nominal & ~aside
        second[by_set] = 1 - model.sets[subset[here[by_set]] + x[by_set].astype(np.int64)]
        at[moving] = child[here] + second
        moving = moving[feature[at[moving]] >= 0]
    return at


def node_sums(model: BoostedTrees, t: int, leaf: Array, values: Array) -> Array:
    """Sum (m,) of values (n,) of the rows in each node of tree t, whose leaf each row ends in."""
    start, m = model.start[t], int(model.start[t + 1] - model.start[t])
    sums = np.bincount(leaf, values, m)
    for i in range(m - 1, -1, -1):  # a branch comes after its node
        first = int(model.child[start + i])
        if first:
            sums[i] = sums[first] + sums[first + 1]
    return sums
