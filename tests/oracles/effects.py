"""Permutation importance, partial dependence and accumulated local effects by loops over rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np


def loss_of_order(score: Callable[[Any], float], X: Any, columns: Sequence[int], order: Any) -> float:
    """What the score loses when row i gets the values of row order[i] in these columns."""
    changed = [list(row) for row in X]
    for i, source in enumerate(order):
        for j in columns:
            changed[i][j] = X[source][j]
    return score(X) - score(np.array(changed))


def partial_dependence(predict: Callable[[Any], Any], X: Any, j: int, grid: Any) -> Any:
    """Mean prediction with feature j at each grid point, row by row."""
    means = []
    for z in grid:
        found = []
        for row in X:
            moved = row.copy()
            moved[j] = z
            found.append(predict(moved[None])[0])
        means.append(sum(found) / len(found))
    return np.array(means)


def accumulated(predict: Callable[[Any], Any], X: Any, j: int, grid: Any) -> Any:
    """Mean difference across the bin of each row, added up, with mean zero over the rows."""
    levels, counts = [0.0], []
    for low, high in pairwise(grid):
        gains = []
        for row in X:
            if low < row[j] <= high or (row[j] == low == grid[0]):
                ends = []
                for z in (low, high):
                    moved = row.copy()
                    moved[j] = z
                    ends.append(predict(moved[None])[0])
                gains.append(ends[1] - ends[0])
        counts.append(len(gains))
        levels.append(levels[-1] + (sum(gains) / len(gains) if gains else 0.0))
    centre = sum(n * (a + b) / 2 for n, a, b in zip(counts, levels[:-1], levels[1:], strict=True)) / sum(
        counts
    )
    return np.array([level - centre for level in levels])
