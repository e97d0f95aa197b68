"""Slow twins of the tree growers: every split of every node by loops, branches by recursion."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from tests.oracles.trees import impurity, spread

SLACK = 1e-11  # gains that differ by less are equal; the first wins


class TwinNode(NamedTuple):
    """A node of the tree, in preorder."""

    parent: int
    feature: int
    threshold: float
    missing: int
    rows: int
    weight: float
    impurity: float


def mean_impurity(Y: Any, w: Any, criterion: str) -> float:
    """Impurity of targets Y (n, O), the mean over the targets."""
    measure = impurity if criterion in ("gini", "entropy") else spread
    return math.fsum(measure(y, w, criterion) for y in Y.T) / Y.shape[1]


def threshold_sides(X: Any) -> dict[tuple[int, int, float], Any]:
    """Rows (n,) that go left, by feature, whether missing values go left, and threshold; in scan order."""
    sides: dict[tuple[int, int, float], Any] = {}
    for j in range(X.shape[1]):
        x = X[:, j]
        absent = np.isnan(x)
        values = sorted({float(v) for v in x[~absent]})
        for left in range(2 if absent.any() else 1):
            for low, high in pairwise(values):
                sides[j, left, 0.5 * low + 0.5 * high] = np.where(absent, left == 1, x <= low)
            if absent.any() and values and not left:
                sides[j, left, math.inf] = ~absent
    return sides


def best_threshold(X: Any, Y: Any, w: Any, criterion: str, least: int = 1) -> Any:
    """Gain, feature, side of missing values, threshold and left rows of the best split; None: no split."""
    found = []
    whole = mean_impurity(Y, w, criterion)
    for (j, left, threshold), goes_left in threshold_sides(X).items():
        sides = [goes_left, ~goes_left]
        if any(side.sum() < least for side in sides):
            continue
        if criterion == "poisson" and any((Y[side].T @ w[side]).min() <= 0 for side in sides):
            continue
        inside = [mean_impurity(Y[side], w[side], criterion) * w[side].sum() for side in sides]
        found.append((whole - math.fsum(inside) / w.sum(), j, left, threshold, goes_left))
    if not found:
        return None
    best = max(gain for gain, *_ in found)
    return next(split for split in found if split[0] >= best - SLACK)


def grow_binary(X: Any, Y: Any, w: Any, criterion: str, least: int = 1) -> list[TwinNode]:
    """The tree of thresholds; a missing value goes to the better side."""
    nodes: list[TwinNode] = []

    def add(here: Any, parent: int) -> None:
        i, own = len(nodes), mean_impurity(Y[here], w[here], criterion)
        weight = float(w[here].sum())
        nodes.append(TwinNode(parent, -2, -2.0, 0, len(here), weight, own))
        if len(here) < max(2, 2 * least) or own <= 1e-14:
            return
        split = best_threshold(X[here], Y[here], w[here], criterion, least)
        if split is None or split[0] < -SLACK:
            return
        _, j, left, threshold, goes_left = split
        missing = 1 - left
        if not np.isnan(X[here, j]).any():  # with the majority
            missing = 0 if 2.0 * w[here][goes_left].sum() > weight else 1
        nodes[i] = nodes[i]._replace(feature=j, threshold=threshold, missing=missing)
        add(here[goes_left], i)
        add(here[~goes_left], i)

    add(np.arange(len(X)), -1)
    return nodes


def branches_in_parts(x: Any, size: int, threshold: float) -> Any:
    """Branch (n,) of each value by category or by threshold, -1 where it is missing; number of branches."""
    known = ~np.isnan(x)
    branch = np.full(len(x), -1)
    branch[known] = x[known] if size else x[known] > threshold
    return branch, size or 2


def gain_in_parts(branch: Any, branches: int, y: Any, w: Any) -> float:
    """Information gain among rows with known values, times their share; -inf if all are in one branch."""
    known = branch >= 0
    parts = [branch == b for b in range(branches) if (branch == b).any()]
    if len(parts) < 2:
        return -math.inf
    inside = math.fsum(impurity(y[part], w[part], "entropy") * w[part].sum() for part in parts)
    return float((impurity(y[known], w[known], "entropy") * w[known].sum() - inside) / w.sum())


def grow_in_parts(X: Any, sizes: Any, y: Any, w: Any) -> list[TwinNode]:
    """The tree with one branch per category, or two by a threshold; a missing value goes to all, in parts."""
    nodes: list[TwinNode] = []

    def add(rows: Any, v: Any, parent: int) -> None:
        i, own = len(nodes), impurity(y[rows], v, "entropy") if len(rows) else 0.0
        nodes.append(TwinNode(parent, -2, -2.0, 0, len(rows), float(v.sum()), own))
        if len(rows) < 2 or own <= 1e-14:
            return
        found = []
        for j, size in enumerate(sizes):
            values = sorted({float(x) for x in X[rows, j] if x == x})
            for t in [-2.0] if size else [0.5 * low + 0.5 * high for low, high in pairwise(values)]:
                branch, branches = branches_in_parts(X[rows, j], size, t)
                found.append((gain_in_parts(branch, branches, y[rows], v), j, t, branch, branches))
        best = max((split[0] for split in found), default=-math.inf)
        if best < -SLACK:
            return
        _, j, t, branch, branches = next(split for split in found if split[0] >= best - SLACK)
        nodes[i] = nodes[i]._replace(feature=j, threshold=t, missing=-1)
        known = v[branch >= 0].sum()
        for b in range(branches):
            share = v[branch == b].sum() / known
            here = (branch == b) | ((branch < 0) & (share > 0))
            add(rows[here], np.where(branch < 0, v * share, v)[here], i)

    add(np.arange(len(y)), w, -1)
    return nodes
