"""Tables with everything that a preparation has to deal with, and rows that try it."""

from __future__ import annotations

from typing import Any

import numpy as np

RANKS = {"rank": ["low", "mid", "high"]}
Frame = dict[str, Any]


def mixed_table(rows: int = 240, seed: int = 0) -> tuple[Frame, Frame]:
    """A training table of numbers, names, ranks and flags with gaps; and rows with more gaps and new names.

    Targets: `two` and `three` classes, and the number `much`.
    """
    rng = np.random.default_rng(seed)
    size = rng.normal(size=rows).round(1)
    count = rng.poisson(3, rows).astype(float)
    colour = np.array(["red", "green", "blue", "grey, dark"], object)[rng.integers(0, 4, rows)]
    score = np.where(np.isnan(size), 0.0, size) + 1.5 * (colour == "red") + 0.7 * rng.normal(size=rows)
    size[rng.random(rows) < 0.1] = np.nan
    colour[rng.random(rows) < 0.1] = None
    flag, rank = rng.random(rows) < 0.5, np.array(RANKS["rank"], object)[rng.integers(0, 3, rows)]
    two = np.where(score > 0.5, "yes", "no")
    columns: Frame = {"size": size, "count": count, "colour": colour, "flag": flag, "rank": rank}
    targets = {"two": two, "three": np.where(count > 4, "many", two), "much": 2 * score + count}
    new = {name: values.copy() for name, values in columns.items()}
    new["colour"][:20] = "violet"
    new["size"][20:40] = np.nan
    return columns | targets, new


def on_thresholds(X: np.ndarray, thresholds: list[tuple[int, float]]) -> np.ndarray:
    """Rows that lie on thresholds, and beside them, of features j."""
    rows = []
    for j, t in thresholds:
        for value in (t, np.nextafter(t, -np.inf), np.nextafter(t, np.inf)):
            row = X[len(rows) % len(X)].copy()
            row[j] = value
            rows.append(row)
    return np.array(rows)
