"""The largest value of a row by comparing one pair at a time."""

from __future__ import annotations

import math
from typing import Any


def first_largest(row: Any) -> int:
    """Index of the largest value; the first of equal ones; NaN never wins against a number."""
    best = 0
    for k in range(1, len(row)):
        if row[k] > row[best] or math.isnan(row[best]):
            best = k
    return best
