"""A preference for classes where labels are scored: decide for the largest log p_k + d_k.

For the accuracy d = 0. For the balanced accuracy and the macro-F1 a rare class has to be decided for at a
smaller probability: d is searched on rows that were left out, among the multiples -t log π_k of the shares π
and, of two classes, among thresholds between their log-odds.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fenlei.kernels import Array

MULTIPLES = (0.0, 0.25, 0.5, 0.75, 1.0)
THRESHOLDS = 99  # between the log-odds of two classes
Score = Callable[[Array, Array], float]  # of true and decided classes


def choose_preference(log_proba: Array, codes: Array, score: Score) -> Array:
    """The preference (K,) with the largest score; of equals the one nearest to none.

    Parameters
    ----------
    log_proba : ndarray of shape (n, K)
        Of rows that the classifier had not seen.
    codes : ndarray of shape (n,)
    score : callable
        Of true and decided classes; the larger, the better.

    Examples
    --------
    >>> p = np.array([[0.9, 0.1], [0.8, 0.2], [0.6, 0.4], [0.7, 0.3]])
    >>> recall = lambda true, said: float(np.mean([np.mean(said[true == k] == k) for k in (0, 1)]))
    >>> d = choose_preference(np.log(p), np.array([0, 0, 1, 1]), recall)
    >>> (np.log(p) + d).argmax(axis=1).tolist()
    [0, 0, 1, 1]
    """
    tried = candidates(log_proba, codes)
    scores = np.array([score(codes, (log_proba + d).argmax(axis=1)) for d in tried])
    best = np.flatnonzero(scores >= scores.max() - 1e-12)
    return tried[int(best[np.argmin([np.abs(tried[i]).sum() for i in best])])]


def candidates(log_proba: Array, codes: Array) -> list[Array]:
    """The preferences that are tried."""
    K = log_proba.shape[1]
    shares = np.maximum(np.bincount(codes, minlength=K), 1.0) / len(codes)
    found = [-t * np.log(shares) for t in MULTIPLES]
    if K > 2:
        return found
    odds = np.unique(log_proba[:, 1] - log_proba[:, 0])
    between = (odds[:-1] + odds[1:]) / 2
    if not len(between):
        return found
    chosen = np.unique(np.linspace(0, len(between) - 1, THRESHOLDS).astype(np.int64))
    return found + [np.array([cut, 0.0]) for cut in between[chosen]]


def decided_classes(log_proba: Array, codes: Array, parts: Array, score: Score, forward: bool) -> Array:
    """The class (n,) decided for in each row, by the preference that is best in the other parts."""
    decided = np.empty(len(codes), dtype=np.int64)
    for part in np.unique(parts):
        tested = parts == part
        others = parts < part if forward else ~tested
        d = choose_preference(log_proba[others], codes[others], score) if others.any() else 0.0
        decided[tested] = (log_proba[tested] + d).argmax(axis=1)
    return decided
