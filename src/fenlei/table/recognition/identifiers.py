"""Integers that number the rows rather than measure them, with or without gaps.

Integers that never repeat, twenty or more, number the rows if they run without a gap, or rise or fall from
each row to the next, or (a hundred or more) have nothing to do with the target: neither their rank r nor
(r - mean)^2 has a correlation of 0.1 or more with any class, or with the rank of a target of many numbers.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

SHORTEST_RUN = 20  # a shorter run may well be a measurement, as in many textbook examples
_ENOUGH = 100  # rows that show a correlation
_CORRELATION = 0.1
_FEW = 20  # different numbers of a target that are classes


def numbers_rows(values: pa.ChunkedArray, labels: pa.ChunkedArray | None = None) -> bool:
    """Whether different integers name the rows; `labels` (n,) are the target's values."""
    present = values.drop_null().to_numpy()
    if len(present) < SHORTEST_RUN:
        return False
    steps = np.diff(present)
    if (steps > 0).all() or (steps < 0).all() or int(present.max()) - int(present.min()) == len(present) - 1:
        return True
    if labels is None or len(present) < _ENOUGH:
        return False
    rows = values.is_valid()
    return _largest_correlation(present, labels.filter(rows)) < _CORRELATION


def _largest_correlation(values: np.ndarray, labels: pa.ChunkedArray) -> float:
    """The largest |correlation| of rank and squared centred rank with a class, or with the target's rank."""
    rank = _ranks(values)
    centred = rank - rank.mean()
    signals = [_standardised(signal) for signal in (centred, centred**2)]
    number = pa.types.is_integer(labels.type) or pa.types.is_floating(labels.type)
    if number and pc.count_distinct(labels).as_py() > _FEW:
        y = _standardised(_ranks(labels.to_numpy()))
        return max(abs(float(np.mean(signal * y))) for signal in signals)
    codes = labels.dictionary_encode().unify_dictionaries().combine_chunks().indices.to_numpy()
    share = np.bincount(codes) / len(codes)
    spread = np.sqrt(share * (1 - share))
    # corr(x, [y = k]) = sum of x over class k / (n sd_k), as x has mean 0 and variance 1
    sums = [np.abs(np.bincount(codes, weights=signal)) / len(codes) for signal in signals]
    return float(max((total / np.where(spread > 0, spread, np.inf)).max() for total in sums))


def _ranks(values: np.ndarray) -> np.ndarray:
    ranks = np.empty(len(values))
    ranks[np.argsort(values, kind="stable")] = np.arange(len(values))
    return ranks


def _standardised(x: np.ndarray) -> np.ndarray:
    return (x - x.mean()) / x.std()
