"""Which calibration: a temperature with an offset per class, unless another is clearly better.

The rows come in parts (the folds of a comparison). Each part gets its probabilities from a calibration
fitted to the scores of the other parts. Platt's sigmoids, isotonic steps and a temperature alone are taken
where their mean log-loss is lower by a standard error of the paired differences; a temperature, which never
changes which class is the largest, also where offsets cost rows that were right and lower the log-loss by
less than that. (On 244 fits of 15 tables one standard error gave log-losses of new rows 1.046 times those of
the method that turned out best, in the geometric mean; two standard errors 1.058, offsets alone 1.077.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.ensemble.calibration.class_log_scores import finite_scores, lowest_score
from fenlei.ensemble.calibration.one_vs_rest import fit_isotonic, fit_platt
from fenlei.ensemble.calibration.record import METHODS, Calibration, calibrated_log_proba, plain_calibration
from fenlei.ensemble.calibration.temperature import LogLinear, fit_temperature
from fenlei.kernels import Array
from fenlei.kernels.exponential import log_softmax

DEFAULT = "offsets"
CLEARLY = 1.0  # standard error
ISOTONIC_ROWS = 1000
MOST_CLASSES = 10  # that are taken one against the rest
LEAST_ROWS, MOST_SCORES = 2000, 200_000  # rows, and scores, that K + 1 numbers are fitted to at most


class Calibrated(NamedTuple):
    """The calibration of all rows, and probabilities by those fitted to the rows of other parts."""

    calibration: Calibration
    log_proba: Array  # (n, K)
    losses: dict[str, float]  # mean log-loss by method


def calibrate(
    scores: Array, codes: Array, parts: Array, *, keep_right: bool = True, forward: bool = False
) -> Calibrated:
    """Choose and fit a calibration to scores (n, K) of rows that their classifiers had not seen.

    Parameters
    ----------
    scores : ndarray of shape (n, K)
        As `class_log_scores` gives them.
    codes, parts : ndarrays of shape (n,)
        True classes, and the part that each row is of; two parts or more.
    keep_right : bool
        Whether rows that are right count, beside the log-loss.
    forward : bool
        Parts are in order, and each gets its probabilities from the parts before it alone.
    """
    n, K = scores.shape
    found = {method: left_out(scores, codes, parts, method, forward) for method in methods_for(n, K)}
    rows = np.arange(n)
    losses = {method: -log_proba[rows, codes] for method, log_proba in found.items()}
    right = {method: int((log_proba.argmax(axis=1) == codes).sum()) for method, log_proba in found.items()}
    chosen = DEFAULT
    for method in METHODS:
        if method in found and clearly_less(losses[method], losses[chosen]):
            chosen = method
    if keep_right and chosen == DEFAULT and right["temperature"] > right[DEFAULT]:
        chosen = DEFAULT if clearly_less(losses[DEFAULT], losses["temperature"]) else "temperature"
    whole = fit_calibration(scores, codes, chosen)
    return Calibrated(whole, found[chosen], {method: float(each.mean()) for method, each in losses.items()})


def methods_for(n: int, K: int) -> list[str]:
    """The methods that are tried on n rows of K classes. For two classes a sigmoid is the default itself."""
    chosen = ["temperature", DEFAULT]
    if 2 < K <= MOST_CLASSES:
        chosen.append("platt")
    if n >= ISOTONIC_ROWS and K <= MOST_CLASSES:
        chosen.append("isotonic")
    return chosen


def left_out(scores: Array, codes: Array, parts: Array, method: str, forward: bool = False) -> Array:
    """Logarithms of probabilities (n, K), each row's by a calibration fitted to the other parts."""
    start = None if method not in ("temperature", DEFAULT) else fit_calibration(scores, codes, method)
    found = np.empty(scores.shape)
    for part in np.unique(parts):
        tested = parts == part
        others = parts < part if forward else ~tested
        if not others.any():
            found[tested] = log_softmax(finite_scores(scores[tested], lowest_score(scores[tested])), 1)
            continue
        record = fit_calibration(scores[others], codes[others], method, None if forward else start)
        found[tested] = calibrated_log_proba(record, scores[tested])
    return found


def fit_calibration(
    scores: Array, codes: Array, method: str, start: Calibration | None = None
) -> Calibration:
    """The calibration of one method, fitted to all rows given; `start` is where the search begins."""
    floor = lowest_score(scores)
    if method == "isotonic":
        return fit_isotonic(finite_scores(scores, floor), codes, floor)
    most = max(LEAST_ROWS, MOST_SCORES // scores.shape[1])
    if len(scores) > most:
        rows = np.linspace(0, len(scores) - 1, most).astype(np.int64)
        scores, codes = scores[rows], codes[rows]
    z = finite_scores(scores, floor)
    if method == "platt":
        return fit_platt(z, codes, floor)
    begin = None if start is None else LogLinear(float(start.slopes[0]), start.offsets)
    slope, offsets = fit_temperature(z, codes, with_offsets=method == "offsets", start=begin)
    return plain_calibration(method, np.full(z.shape[1], slope), offsets, floor)


def clearly_less(losses: Array, others: Array) -> bool:
    """Whether the mean of paired losses is lower by a standard error.

    Examples
    --------
    >>> lower = np.array([0.1, 0.2, 0.1])
    >>> clearly_less(lower, lower + [0.1, 0.1, 0.11]), clearly_less(lower, lower)
    (True, False)
    """
    difference = others - losses
    error = float(difference.std(ddof=1)) / np.sqrt(len(difference)) if len(difference) > 1 else np.inf
    return bool(difference.mean() > CLEARLY * error)
