"""Smallest and largest values of a row by comparing one pair at a time."""

from __future__ import annotations

import math
from typing import Any


def stable_order(column: Any) -> list[int]:
    """Indices in ascending order of the values; equal ones by index, NaN last."""
    return sorted(range(len(column)), key=lambda i: (math.isnan(column[i]), column[i], i))


def smallest(row: Any, k: int) -> list[int]:
    """Indices of the k smallest values in ascending order; equal ones by index."""
    return stable_order(row)[:k]


def first_largest(row: Any) -> int:
    """Index of the largest value; the first of equal ones; NaN never wins against a number."""
    best = 0
    for k in range(1, len(row)):
        if row[k] > row[best] or math.isnan(row[best]):
            best = k
    return best
