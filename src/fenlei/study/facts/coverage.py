"""How often prediction intervals cover."""

from __future__ import annotations

from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.9
LEVELS = tuple(round(0.05 * k, 2) for k in range(1, 20))

Numbers = NDArray[np.float64]


class CoverageFacts(TypedDict):
    """How often intervals cover, over all rows and in the fifths of the predictions."""

    level: float
    rows: int
    coverage: float
    width: float  # mean
    lowest: float | None  # coverage where predictions are lowest; None below 10 rows
    highest: float | None


def coverage(y: Numbers, predicted: Numbers, bounds: Numbers, level: float) -> CoverageFacts:
    """How often the bounds (n, 2) hold y (n,).

    Examples
    --------
    >>> y = np.arange(10.0)
    >>> found = coverage(y, y, np.column_stack([y - 1, y + np.where(y < 8, 1, -0.5)]), 0.9)
    >>> found["coverage"], found["lowest"], found["highest"]
    (0.8, 1.0, 0.0)
    """
    inside, order = (bounds[:, 0] <= y) & (y <= bounds[:, 1]), np.argsort(predicted, kind="stable")
    fifth = len(y) // 5
    few = len(y) < 10
    return {
        "level": level,
        "rows": len(y),
        "coverage": float(inside.mean()),
        "width": float((bounds[:, 1] - bounds[:, 0]).mean()),
        "lowest": None if few else float(inside[order[:fifth]].mean()),
        "highest": None if few else float(inside[order[-fifth:]].mean()),
    }


class IntervalFacts(TypedDict):
    """How often the intervals of the best regression cover rows whose scores they were not made of."""

    model: str
    method: str
    usual: CoverageFacts
    levels: list[float]
    held: list[float]  # share of the rows inside the intervals of each level
