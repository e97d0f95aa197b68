"""Separability in the plane without linear programming: try every line that the points themselves suggest."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np


def separable_in_plane(X: Any, y: Any) -> bool:
    """Whether some direction, among those between the critical ones, has the classes' projections apart.

    As the direction turns, the order of the projections changes only where two points' projections meet, that
    is at the normals of the lines through pairs; between two neighbouring normals nothing changes.
    """
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    if len(set(y.tolist())) < 2:
        return True
    angles = {0.0}
    for a, b in combinations(range(len(X)), 2):
        dx, dy = X[b] - X[a]
        if dx or dy:
            angles.add(float(np.arctan2(dx, -dy) % np.pi))
    ordered = sorted(angles)
    middles = [(s + t) / 2 for s, t in zip(ordered, [*ordered[1:], ordered[0] + np.pi], strict=True)]
    for angle in (*middles, *ordered):
        z = X @ [np.cos(angle), np.sin(angle)]
        first, second = z[y == y[0]], z[y != y[0]]
        if first.max() < second.min() - 1e-9 or second.max() < first.min() - 1e-9:
            return True
    return False
