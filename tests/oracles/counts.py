"""Contingency tables by counting one cell at a time."""

from __future__ import annotations

from typing import Any

import numpy as np


def contingency(X: Any, codes: Any, m: Any, w: Any, K: int) -> tuple[np.ndarray, list[np.ndarray]]:
    """Weight (K,) of the classes, and for each column a table (K, m_j) of weights; NaN is counted nowhere."""
    weights = [1.0] * len(X) if w is None else list(w)
    weight = np.zeros(K)
    tables = [np.zeros((K, size)) for size in m]
    for row, code, value in zip(X, codes, weights, strict=True):
        weight[code] += value
        for table, cell in zip(tables, row, strict=True):
            if cell == cell:
                table[code, int(cell)] += value
    return weight, tables
