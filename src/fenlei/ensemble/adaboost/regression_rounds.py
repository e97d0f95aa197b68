r"""The rounds of AdaBoost.R2: losses of the rows, weights of the rows and of the rounds, the weighted median.

D_1 = the given weights, divided by their sum. Round t fits h_t under D_t and has

    a_i = |h_t(x_i) - y_i| / max_i |h_t(x_i) - y_i|                        error of a row, at most 1
    L_i = a_i, a_i² or 1 - exp(-a_i)                                       linear, square, exponential loss
    e_t = Σ_i D_t(i) L_i                                                   mean loss
    β_t = e_t / (1 - e_t),      α_t = η ln(1 / β_t)                        weight of the round
    D_{t+1}(i) ∝ D_t(i) β_t^{η (1 - L_i)}                                  rows of small loss fall

Stop rules. e_t = 0: every row is met; the round gets weight 1 and is the last. e_t >= ½: the round is dropped
and boosting ends; the first round stays, alone, with weight 0. A weight does not fall below 2.2e-16 of the
sum, as in scikit-learn.

The prediction is the weighted median of h_1(x) .. h_T(x): the smallest h at which the α of all rounds that
predict no more add up to half of Σ α.
Reference: Drucker, Improving regressors using boosting techniques, ICML 1997.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.ensemble.adaboost.rounds import LEAST, Learner
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.trace import tell, traced

WORST = 0.5  # mean loss from which a round is of no use


class RegressionRounds(NamedTuple):
    """The rounds as arrays (T,)."""

    error: Array  # e_t
    alpha: Array


class RegressionBoostStep(NamedTuple):
    """One round, as a listener is told of it (`fenlei.trace`)."""

    iteration: int  # t, from 1
    most: int
    weights: Array  # (n,) D_t
    predicted: Array  # (n,) by h_t
    loss: Array  # (n,) L
    error: float  # e_t
    alpha: float  # α_t


def row_losses(predicted: Array, y: Array, loss: str) -> Array:
    """L (n,).

    Examples
    --------
    >>> row_losses(np.array([1.0, 2.0, 5.0]), np.array([1.0, 3.0, 3.0]), "square").tolist()
    [0.0, 0.25, 1.0]
    """
    with np.errstate(over="ignore"):
        a: Array = np.abs(predicted - y)
    largest = a.max(initial=0.0)
    if not np.isfinite(largest):
        raise DataError("ensemble.target_range", largest=float(np.abs(y).max()))
    if largest > 0:
        a = a / largest
    if loss == "square":
        return a * a
    return 1.0 - np.exp(-a) if loss == "exponential" else a


def boost_regression(
    learn: Learner, y: Array, w: Array, rounds: int, rate: float, loss: str
) -> RegressionRounds:
    """At most `rounds` rounds on rows of targets y (n,) and weights w (n,)."""
    D, log = w / w.sum(), list[tuple[float, float]]()
    for t in range(rounds):
        D = np.maximum(D, LEAST)
        predicted = learn(D)
        L = row_losses(predicted, y, loss)
        error = float(D @ L)
        if error >= WORST:
            if t == 0:
                log.append((error, 0.0))
            else:
                learn.drop_last()
            break
        alpha = 1.0 if error <= 0.0 else round_weight(error, rate)
        log.append((error, alpha))
        if traced():
            tell(RegressionBoostStep(t + 1, rounds, D.copy(), predicted.copy(), L, error, alpha))
        if error <= 0.0:
            break
        D = reweighed(D, L, error, rate)
    return RegressionRounds(*np.array(log).T.copy())


def round_weight(error: float, rate: float) -> float:
    """α = η ln((1 - e) / e)."""
    return rate * float(np.log((1.0 - error) / error))


def reweighed(D: Array, L: Array, error: float, rate: float) -> Array:
    """D β^{η (1 - L)} over its sum."""
    found = D * np.power(error / (1.0 - error), (1.0 - L) * rate)
    return found / found.sum()


def weighted_median(values: Array, alpha: Array) -> Array:
    """The weighted median (n,) of each row of values (n, T), with weights alpha (T,).

    Examples
    --------
    >>> weighted_median(np.array([[3.0, 1.0, 2.0]]), np.array([1.0, 1.0, 3.0])).tolist()
    [2.0]
    """
    order = np.argsort(values, axis=1, kind="stable")
    reached = np.cumsum(alpha[order], axis=1)
    at = (reached >= 0.5 * reached[:, -1:]).argmax(axis=1)
    rows = np.arange(len(values))
    found: Array = values[rows, order[rows, at]]
    return found
