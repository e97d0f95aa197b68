r"""Choosing a threshold: the table of all of them, the cost curve, and how sure the curve is.

Cost curve (Drummond, Holte 2006): a threshold with rates (FPR, TPR) is the line

    cost(c) = (1 - TPR) c + FPR (1 - c),    c = P(+) C(-|+) / (P(+) C(-|+) + P(-) C(+|-))

of normalised expected cost over the probability-cost c; the best threshold at each c is the lower envelope
of the lines, which is the convex hull of the ROC curve seen from the other side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from fenlei.annotations import Label
from fenlei.errors import UsageError
from fenlei.evaluate.checks import option
from fenlei.evaluate.thresholds.curves import roc_points, sweep_of
from fenlei.evaluate.thresholds.sweep import Sweep
from fenlei.kernels import Array


class ThresholdTable(NamedTuple):
    """What every threshold gives, thresholds descending; a ratio 0/0 is 0."""

    threshold: Array  # (m,)
    tp: Array
    fp: Array
    fn: Array
    tn: Array
    precision: Array
    recall: Array
    f1: Array
    accuracy: Array

    def best(self, column: str = "f1") -> float:
        """The threshold with the largest value in a column; of equals the highest threshold."""
        return float(self.threshold[int(np.argmax(getattr(self, column)))])


def threshold_table(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
    rows: int | None = None,
) -> ThresholdTable:
    """Counts and scores at every distinct score, or at about `rows` of them spread over the curve.

    Examples
    --------
    >>> table = threshold_table([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> table.threshold.tolist(), table.f1.round(3).tolist(), table.best()
    ([0.8, 0.4, 0.35, 0.1], [0.667, 0.5, 0.8, 0.667], 0.35)
    """
    threshold, tp, fp = sweep_of(y_true, y_score, pos_label, sample_weight)
    if rows is not None and rows < len(threshold):
        kept = np.unique(np.linspace(0, len(threshold) - 1, max(rows, 2)).round().astype(np.int64))
        threshold, tp, fp = threshold[kept], tp[kept], fp[kept]
    P, N = tp[-1], fp[-1]
    fn, tn = P - tp, N - fp
    return ThresholdTable(
        *(threshold, tp, fp, fn, tn),
        precision=_ratio(tp, tp + fp),
        recall=_ratio(tp, np.full_like(tp, P)),
        f1=_ratio(2 * tp, 2 * tp + fp + fn),
        accuracy=_ratio(tp + tn, np.full_like(tp, P + N)),
    )


def _ratio(a: Array, b: Array) -> Array:
    return np.divide(a, b, out=np.zeros_like(a, dtype=np.float64), where=b > 0)


class CostCurve(NamedTuple):
    """Least normalised expected cost over the probability-cost."""

    probability_cost: Array  # (m,) from 0 to 1: where the best threshold changes, and the ends
    cost: Array  # (m,)
    threshold: Array  # (m - 1,) best between two neighbours; inf: nothing is positive

    def at(self, probability_cost: ArrayLike) -> Array:
        """Cost at given probability-costs; the envelope is linear between its corners."""
        return np.interp(np.asarray(probability_cost, dtype=np.float64), self.probability_cost, self.cost)


def cost_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> CostCurve:
    """The lower envelope of the thresholds' cost lines.

    Never above min(c, 1 - c), the cost of the two trivial classifiers; the area below it is between 0
    (perfect) and 1/4 (useless).

    Examples
    --------
    >>> curve = cost_curve([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9])
    >>> curve.cost.tolist()
    [0.0, 0.0]
    """
    sweep = sweep_of(y_true, y_score, pos_label, sample_weight)
    _refuse_one_class(sweep)
    fpr, tpr, threshold = roc_points(sweep, drop_intermediate=True)
    hull = upper_hull(fpr, tpr)
    fpr, miss, threshold = fpr[hull], 1.0 - tpr[hull], threshold[hull]
    gain, harm = -np.diff(miss), np.diff(fpr)  # of the step from one corner of the hull to the next
    change = harm / (gain + harm)
    corners = np.concatenate([[0.0], change, [1.0]])
    position = np.arange(len(corners)).clip(max=len(fpr) - 1)
    cost = miss[position] * corners + fpr[position] * (1.0 - corners)
    kept = np.append(np.diff(corners) > 0, True)  # corners that coincide are one
    return CostCurve(corners[kept], cost[kept], threshold[kept[:-1]])


def upper_hull(x: Array, y: Array) -> Array:
    """Positions of the upper convex hull of points in ascending order of x.

    Examples
    --------
    >>> upper_hull(np.array([0.0, 0.0, 0.5, 1.0]), np.array([0.0, 0.5, 0.6, 1.0]))
    array([0, 1, 3])
    """
    hull: list[int] = []
    for i in range(len(x)):
        while len(hull) > 1 and not _turns_right(x, y, hull[-2], hull[-1], i):
            hull.pop()
        hull.append(i)
    return np.array(hull)


def _turns_right(x: Array, y: Array, a: int, b: int, c: int) -> bool:
    return bool((x[b] - x[a]) * (y[c] - y[a]) < (y[b] - y[a]) * (x[c] - x[a]))


class Band(NamedTuple):
    """A curve with a pointwise bootstrap band."""

    x: Array  # (m,)
    y: Array  # (m,) the curve of all rows
    low: Array  # (m,)
    high: Array  # (m,)


def curve_band(
    y_true: ArrayLike,
    y_score: ArrayLike,
    curve: str = "roc",
    *,
    pos_label: Label | None = None,
    repeats: int = 1000,
    level: float = 0.95,
    points: int = 101,
    random_state: int = 0,
) -> Band:
    """A curve at even positions, with percentiles over bootstrap resamples of each class.

    Parameters
    ----------
    y_true, y_score, pos_label
        As in `roc_curve`.
    curve : {"roc", "precision_recall"}
        True positive rate by false positive rate, or the best precision by recall.
    repeats, level, points, random_state
        Number of resamples, share of them inside the band, number of positions, seed.

    Examples
    --------
    >>> from fenlei.evaluate import curve_band
    >>> band = curve_band([0, 1, 0, 1, 1, 0], [0.2, 0.7, 0.4, 0.8, 0.3, 0.1], repeats=50, points=3)
    >>> bool((band.low <= band.high).all())
    True
    """
    option("curve_band", "curve", curve, CURVES)
    if repeats < 1 or points < 2 or not 0 < level < 1:
        raise UsageError("evaluation.band", repeats=repeats, points=points, level=level)
    at, sweep = CURVES[curve], sweep_of(y_true, y_score, pos_label, None)
    _refuse_one_class(sweep)
    gained = np.diff(np.stack([sweep.tp, sweep.fp]), axis=1, prepend=0.0)  # rows of each class per threshold
    totals, grid = gained.sum(axis=1), np.linspace(0.0, 1.0, points)
    rng = np.random.default_rng(random_state)
    curves = np.empty((repeats, points))
    for b in range(repeats):
        # Drawing rows with replacement is drawing how often each threshold is met.
        drawn = [rng.multinomial(int(n), share / n) for n, share in zip(totals, gained, strict=True)]
        tp, fp = np.cumsum(drawn, axis=1)
        curves[b] = at(tp, fp, grid)
    low, high = np.quantile(curves, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return Band(grid, at(sweep.tp, sweep.fp, grid), low, high)


def _roc_at(tp: Array, fp: Array, grid: Array) -> Array:
    """TPR at given FPRs, linear between thresholds, the best where the curve is vertical."""
    fpr, tpr = np.append(0.0, fp / fp[-1]), np.append(0.0, tp / tp[-1])
    last = np.append(np.diff(fpr) > 0, True)
    return np.interp(grid, fpr[last], tpr[last])


def _precision_at(tp: Array, fp: Array, grid: Array) -> Array:
    """The best precision at a recall of at least each of the grid's."""
    recall, precision = tp / tp[-1], _ratio(tp, tp + fp)
    best = np.maximum.accumulate(precision[::-1])[::-1]
    return best[np.searchsorted(recall, grid - 1e-12).clip(max=len(best) - 1)]


CURVES: dict[str, Callable[[Array, Array, Array], Array]] = {
    "roc": _roc_at,
    "precision_recall": _precision_at,
}


def _refuse_one_class(sweep: Sweep) -> None:
    if sweep.tp[-1] <= 0 or sweep.fp[-1] <= 0:
        raise UsageError("evaluation.one_class_curve")
