"""What a threshold costs on rows that it was not chosen on.

The cheapest threshold of some answers is cheap on these answers by construction. Here it is chosen on the
answers of all folds but one and paid on that one,

    cost = sum_f c_f(t_f) / n,    t_f = argmin_t sum_{g != f} c_g(t),

so that every row is decided by a threshold, and scored by a model, that had not seen it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.evaluate.thresholds.sweep import threshold_sweep
from fenlei.kernels import Array


class HonestCost(NamedTuple):
    """The cost of choosing a threshold, fold by fold."""

    thresholds: Array  # (F,) the cheapest on the other folds; infinite: no row is positive
    costs: Array  # (F,) paid per row of the fold
    mean: float  # cost per row, of all rows


def honest_cost(positive: Array, scores: Array, folds: Array, cost_fp: float, cost_fn: float) -> HonestCost:
    """Choose the cheapest threshold on all folds but one, pay it on that one; for each of the folds.

    Parameters
    ----------
    positive : ndarray of bool of shape (n,)
    scores : ndarray of shape (n,)
        Out of fold; a row is called positive from the threshold on.
    folds : ndarray of shape (n,)
        Which fold each row was tested in.
    cost_fp, cost_fn : float
        Costs of a false positive and of a false negative.

    Examples
    --------
    >>> y, p = np.array([False, True, False, True]), np.array([0.2, 0.6, 0.4, 0.3])
    >>> found = honest_cost(y, p, np.array([0, 0, 1, 1]), 1.0, 1.0)
    >>> found.thresholds.tolist(), found.costs.tolist(), found.mean
    ([inf, 0.6], [0.5, 0.5], 0.5)
    """
    known = np.unique(folds)
    thresholds, costs = np.empty(len(known)), np.empty(len(known))
    total = 0.0
    for i, fold in enumerate(known):
        here = folds == fold
        thresholds[i] = cheapest_threshold(positive[~here], scores[~here], cost_fp, cost_fn)
        called = scores[here] >= thresholds[i]
        truth = positive[here]
        paid = cost_fp * np.count_nonzero(called & ~truth) + cost_fn * np.count_nonzero(~called & truth)
        costs[i] = paid / len(truth)
        total += paid
    return HonestCost(thresholds, costs, float(total / len(folds)))


def cheapest_threshold(positive: Array, scores: Array, cost_fp: float, cost_fn: float) -> float:
    """The highest of the cheapest thresholds; infinite where calling no row positive costs least.

    Examples
    --------
    >>> cheapest_threshold(np.array([True, False, True]), np.array([0.9, 0.5, 0.4]), 1.0, 1.0)
    0.9
    """
    if not len(scores):
        return np.inf
    sweep = threshold_sweep(positive, scores)
    cost = cost_fp * sweep.fp + cost_fn * (np.count_nonzero(positive) - sweep.tp)
    best = int(cost.argmin())
    nothing = cost_fn * np.count_nonzero(positive)
    return float(sweep.thresholds[best]) if cost[best] < nothing else np.inf
