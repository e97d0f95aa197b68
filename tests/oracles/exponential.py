"""log-sum-exp of one row at a time, with an exact sum."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def exp(x: float) -> float:
    """e^x: infinity where it overflows, 0 below the smallest normal number."""
    try:
        value = math.exp(x)
    except OverflowError:
        return math.inf
    return value if value >= np.finfo(float).tiny or math.isnan(value) else 0.0


def log_softmax(scores: Any) -> np.ndarray:
    """log p_k of each row; equal probabilities where every score is -inf."""
    return np.array([_row([float(value) for value in row]) for row in scores])


def _row(row: list[float]) -> list[float]:
    largest = max(row)
    if largest == -math.inf:
        return [-math.log(len(row))] * len(row)
    log_total = math.log(math.fsum(math.exp(value - largest) for value in row))
    return [(value - largest) - log_total for value in row]  # in this order, or large scores lose all digits
