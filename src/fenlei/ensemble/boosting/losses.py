r"""The losses: what a score f costs a row with target y, its first two derivatives, and the best constant.

    ================  ====================================  ===============  =============  ==================
    loss              l(y, f)                               l'               l''            prediction
    ================  ====================================  ===============  =============  ==================
    squared_error     (y - f)² / 2                          f - y            1              f
    absolute_error    |y - f|                               sign(f - y)      1 instead      f
    quantile          q (y - f); (1 - q)(f - y) above y     -q; 1 - q        1 instead      f
    poisson           e^f - y f                             e^f - y          e^f            e^f
    gamma             f + y e^-f                            1 - y e^-f       y e^-f         e^f
    log_loss, K = 2   log(1 + e^f) - y f                    p - y            p (1 - p)      p = 1 / (1 + e^-f)
    log_loss          log Σ e^f_k - f_y                     p_k - [y = k]    p_k (1 - p_k)  p_k = softmax
    ================  ====================================  ===============  =============  ==================

Where the second derivative is 0, leaves take the median or quantile of the residuals in them.
Reference: Friedman (2001); Friedman, Hastie, Tibshirani (2000).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, part_of_plain_kernel, plain_kernel
from fenlei.kernels.exponential import exp
from fenlei.kernels.team import block_done, share_blocks, take_block

SQUARED, ABSOLUTE, QUANTILE, POISSON, GAMMA, TWO_CLASSES, CLASSES = range(7)
BLOCK = 4096  # rows
EDGE = 10 * float(np.finfo(np.float64).eps)  # shares are at least so far from 0 and 1


class Loss(NamedTuple):
    """A loss and the targets that it is of."""

    kind: int
    quantile: float  # of the residuals; 1/2 for the absolute error
    y: Array  # (n,) targets, or codes of classes
    w: Array  # (n,) weights, empty for weight one
    trees: int  # in a round: K of more than two classes

    @property
    def is_counted(self) -> bool:
        """Whether each row has hessian 1."""
        return self.kind in (SQUARED, ABSOLUTE, QUANTILE) and self.w.size == 0

    @property
    def takes_quantiles(self) -> bool:
        """Whether the values of leaves are quantiles of their residuals."""
        return self.kind in (ABSOLUTE, QUANTILE)


def take_targets(loss: Loss, rows: Array) -> Loss:
    """The same loss of a subset of the rows."""
    return loss._replace(y=loss.y[rows], w=loss.w[rows] if loss.w.size else loss.w)


def loss_unit(loss: Loss, unit: int) -> int:
    """The power of two that the loss is multiplied by where targets are by 2^unit."""
    return 2 * unit if loss.kind == SQUARED else unit


def baseline(loss: Loss) -> Array:
    """The constant score, or one per class, of the least loss."""
    w = loss.w if loss.w.size else None
    if loss.takes_quantiles:
        return np.array([quantile_of(np.array(loss.y), np.array(loss.w), loss.quantile)])
    if loss.kind == CLASSES:
        shares = np.bincount(loss.y.astype(np.int64), w, loss.trees)
        logs = np.log(np.clip(shares / shares.sum(), EDGE, 1.0 - EDGE))
        return logs - logs.mean()
    mean = _mean(loss.y, w)
    if loss.kind == SQUARED:
        return np.array([mean])
    if loss.kind == TWO_CLASSES:
        share = min(max(mean, EDGE), 1.0 - EDGE)
        return np.array([np.log(share / (1.0 - share))])
    return np.array([np.log(max(mean, EDGE))])


def _mean(y: Array, w: Array | None) -> float:
    """The weighted mean, the same for rows in any order."""
    if w is None:
        return float(np.sort(y).sum() / len(y))
    return float(np.sort(w * y).sum() / np.sort(w).sum())


def row_losses(loss: Loss, scores: Array) -> Array:
    """Loss (n,) of each row at scores (trees, n), up to a constant of each target."""
    f, y = scores[0], loss.y
    with np.errstate(over="ignore"):
        if loss.kind == SQUARED:
            return np.asarray(0.5 * (y - f) ** 2)
        if loss.takes_quantiles:
            values = np.where(y >= f, loss.quantile * (y - f), (1.0 - loss.quantile) * (f - y))
            return 2.0 * values if loss.kind == ABSOLUTE else values
        if loss.kind == POISSON:
            return np.asarray(np.exp(f) - y * f)
        if loss.kind == GAMMA:
            return np.asarray(f + y * np.exp(-f))
        if loss.kind == TWO_CLASSES:
            return np.asarray(np.logaddexp(0.0, f) - y * f)
        return log_sums(scores, 1) - np.asarray(scores[y.astype(np.int64), np.arange(len(y))])


def mean_loss(loss: Loss, scores: Array) -> float:
    """Mean over the rows of the loss of scores (trees, n), up to a constant of each target."""
    return float(np.average(row_losses(loss, scores), weights=loss.w if loss.w.size else None))


def log_sums(scores: Array, n_jobs: int | None) -> Array:
    """log Σ_k e^f_k (n,) of scores (K, n)."""
    found = np.empty(scores.shape[1])
    share_blocks(sum_exponents, -(-len(found) // BLOCK), scores, found, n_jobs=n_jobs)
    return found


@plain_kernel
def sum_exponents(scores: Array, out: Array, counters: Array) -> None:
    """The logarithms of the sums of exponents, by blocks of rows."""
    K, n = scores.shape
    b = take_block(counters)
    while b >= 0:
        for i in range(b * BLOCK, min((b + 1) * BLOCK, n)):
            largest, total = scores[0, i], 0.0
            for k in range(1, K):
                largest = max(largest, scores[k, i])
            for k in range(K):
                total += exp(scores[k, i] - largest)
            out[i] = largest + np.log(total)
        block_done(counters)
        b = take_block(counters)


@plain_kernel
def differentiate(
    loss: Loss,
    k: int,
    scores: Array,
    sums: Array,
    weighted: bool,
    out_g: Array,
    out_h: Array,
    out_largest: Array,
    counters: Array,
) -> None:
    """Gradients and hessians (n,) by blocks, times weights if `weighted`, and the largest of each block.

    `sums` are those of `log_sums`.
    """
    n = scores.shape[0]
    b = take_block(counters)
    while b >= 0:
        start, stop = b * BLOCK, min((b + 1) * BLOCK, n)
        if loss.kind == TWO_CLASSES:
            differentiate_two_classes(loss.y, scores, start, stop, out_g, out_h)
        else:
            differentiate_others(loss, k, scores, sums, start, stop, out_g, out_h)
        if weighted:
            for i in range(start, stop):
                out_g[i] *= loss.w[i]
                out_h[i] *= loss.w[i]
        most_g, most_h = 0.0, 0.0
        for i in range(start, stop):
            most_g, most_h = max(most_g, abs(out_g[i])), max(most_h, out_h[i])
        out_largest[b, 0], out_largest[b, 1] = most_g, most_h
        block_done(counters)
        b = take_block(counters)


@part_of_plain_kernel
def differentiate_two_classes(y: Array, f: Array, start: int, stop: int, out_g: Array, out_h: Array) -> None:
    """Of the log-loss of two classes; 1 - p is e^-f p, without cancellation."""
    for i in range(start, stop):
        e = exp(-abs(f[i]))
        large = 1.0 / (1.0 + e)
        small = e * large
        p, rest = (large, small) if f[i] >= 0.0 else (small, large)
        out_g[i] = -rest if y[i] > 0.0 else p
        out_h[i] = large * small


@part_of_plain_kernel
def differentiate_others(
    loss: Loss, k: int, f: Array, sums: Array, start: int, stop: int, out_g: Array, out_h: Array
) -> None:
    """Of the other losses."""
    y, q = loss.y, loss.quantile
    for i in range(start, stop):
        h = 1.0
        if loss.kind == SQUARED:
            g = f[i] - y[i]
        elif loss.kind == ABSOLUTE:
            g = 1.0 if f[i] > y[i] else -1.0
        elif loss.kind == QUANTILE:
            g = 1.0 - q if f[i] > y[i] else -q
        elif loss.kind == POISSON:
            h = exp(f[i])
            g = h - y[i]
        elif loss.kind == GAMMA:
            h = y[i] * exp(-f[i])
            g = 1.0 - h
        else:
            p = exp(f[i] - sums[i])
            g = p - 1.0 if y[i] == k else p
            h = p * (1.0 - p)
        out_g[i], out_h[i] = g, h


@plain_kernel
def quantile_of(values: Array, weights: Array, q: float) -> float:
    """The q-quantile of weighted values, which are sorted in place; between two of them their mean."""
    if weights.shape[0] == 0:
        values.sort()
        at = q * values.shape[0]
        below = min(max(np.int64(np.ceil(at)) - 1, 0), values.shape[0] - 1)
        above = min(np.int64(np.floor(at)), values.shape[0] - 1)
        return 0.5 * values[below] + 0.5 * values[above]
    order = np.argsort(values, kind="mergesort")
    total = 0.0
    for i in range(values.shape[0]):
        total += weights[order[i]]
    sum_below, need, i = 0.0, q * total, 0
    while i < values.shape[0] - 1 and sum_below + weights[order[i]] < need:
        sum_below += weights[order[i]]
        i += 1
    sum_below += weights[order[i]]
    after = i + 1 if sum_below <= need and i + 1 < values.shape[0] else i
    return 0.5 * values[order[i]] + 0.5 * values[order[after]]
