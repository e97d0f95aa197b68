"""Slow twins of the trees: every split of a node by loops, and ID3 by recursion."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy as np


def impurity(codes: Sequence[int], w: Sequence[float], criterion: str) -> float:
    """Gini index or entropy in bits of weighted classes."""
    total = math.fsum(w)
    shares = [math.fsum(v for k, v in zip(codes, w, strict=True) if k == c) / total for c in set(codes)]
    if criterion == "gini":
        return 1.0 - sum(s * s for s in shares)
    return -sum(s * math.log2(s) for s in shares if s > 0)


def spread(y: Sequence[float], w: Sequence[float], criterion: str) -> float:
    """Mean squared or absolute deviation, or half the Poisson deviance."""
    total = math.fsum(w)
    if criterion == "absolute_error":
        return min(math.fsum(v * abs(a - c) for a, v in zip(y, w, strict=True)) for c in y) / total
    mean = math.fsum(a * v for a, v in zip(y, w, strict=True)) / total
    if criterion == "poisson":
        return math.fsum(v * a * math.log(a / mean) for a, v in zip(y, w, strict=True) if a > 0) / total
    return math.fsum(v * (a - mean) ** 2 for a, v in zip(y, w, strict=True)) / total


def decrease(y: Any, w: Any, goes_left: Any, criterion: str) -> float:
    """Decrease of the impurity by a split in two."""
    measure = impurity if criterion in ("gini", "entropy") else spread
    total = w.sum()
    parts = [measure(y[side], w[side], criterion) * w[side].sum() / total for side in (goes_left, ~goes_left)]
    return measure(y, w, criterion) - sum(parts)


def best_decrease(X: Any, y: Any, w: Any, criterion: str, nominal: Sequence[bool] | None = None) -> float:
    """Largest decrease by any threshold of a number or set of categories; -inf if nothing splits."""
    best = -math.inf
    for j in range(X.shape[1]):
        values = sorted({float(v) for v in X[:, j]})
        if nominal is not None and nominal[j]:
            sets = [set(s) for r in range(1, len(values)) for s in combinations(values, r)]
            sides = [np.isin(X[:, j], list(s)) for s in sets]
        else:
            sides = [X[:, j] <= v for v in values[:-1]]
        for side in sides:
            if criterion == "poisson" and min(y[side].sum(), y[~side].sum()) <= 0:
                continue
            best = max(best, decrease(y, w, side, criterion))
    return best


def threshold_decreases(X: Any, y: Any, w: Any, criterion: str) -> dict[tuple[int, float], float]:
    """Decrease of the impurity by every threshold of every feature."""
    found = {}
    for j in range(X.shape[1]):
        values = sorted({float(v) for v in X[:, j]})
        for low, high in pairwise(values):
            found[j, (low + high) / 2] = decrease(y, w, X[:, j] <= low, criterion)
    return found


def node_sums(y: Any, w: Any, K: int, criterion: str) -> tuple[list[float], float, float]:
    """Class weights, or weight and weighted sum of the targets; the weight; the impurity."""
    total = math.fsum(w)
    if criterion in ("gini", "entropy"):
        sums = [math.fsum(v for k, v in zip(y, w, strict=True) if k == c) for c in range(K)]
        return sums, total, impurity(y, w, criterion)
    return [total, math.fsum(a * v for a, v in zip(y, w, strict=True))], total, spread(y, w, criterion)


def binned_cuts(
    bins: Any, missing: int, y: Any, w: Any, criterion: str, least: int = 1, need: float = 0.0
) -> dict[tuple[int, int], float]:
    """Decrease of the impurity by every cut of a binned feature: (1 if missing goes left, last bin on it).

    A side needs `least` rows, some weight, and at least the weight `need`.
    """
    absent, found = bins == missing, {}
    for aside in range(2 if w[absent].sum() > 0 else 1):
        for cut in sorted({int(b) for b in bins[~absent]}):
            left = ((bins <= cut) & ~absent) | (absent & (aside == 1))
            sides = [left, ~left]
            if any(side.sum() < least or w[side].sum() < max(need, 1e-300) for side in sides):
                continue
            if criterion == "poisson" and min((w * y)[side].sum() for side in sides) <= 1e-12 * (w * y).sum():
                continue
            found[aside, cut] = decrease(y, w, left, criterion)
    return found


def binned_tree(
    codes: Any, missing: int, y: Any, w: Any, criterion: str, max_depth: int = 99, depth: int = 0
) -> list[dict[str, Any]]:
    """The tree of all splits of binned numbers, in preorder: each node by every cut of every feature.

    Of equal gains the first feature wins, then missing values second, then the lowest bin. Where
    no value is missing, later ones go with the heavier branch. A leaf has feature -1.
    """
    measure = impurity if criterion in ("gini", "entropy") else spread
    here = float(measure(y, w, criterion))
    leaf = {"feature": -1, "rows": len(y), "weight": float(w.sum()), "impurity": here}
    if depth == max_depth or len(y) < 2 or here <= 1e-15:
        return [leaf]
    gains = {
        (j, *cut): gain
        for j in range(codes.shape[1])
        for cut, gain in binned_cuts(codes[:, j], missing, y, w, criterion).items()
    }
    if not gains:
        return [leaf]
    best = max(gains.values()) - 1e-11 * max(here, 1e-3)
    j, missing_first, cut = min(key for key, gain in gains.items() if gain >= best)
    absent = codes[:, j] == missing
    first = np.where(absent, missing_first == 1, codes[:, j] <= cut)
    to = 1 - missing_first if absent.any() else int(2.0 * w[first].sum() <= w.sum())
    right = codes[~first & ~absent, j]
    node = {**leaf, "feature": j, "cut": cut, "lowest": int(right.min(initial=missing)), "missing": to}
    branches = [
        binned_tree(codes[side], missing, y[side], w[side], criterion, max_depth, depth + 1)
        for side in (first, ~first)
    ]
    return [node, *branches[0], *branches[1]]


def id3(rows: list[tuple[int, ...]], labels: list[Any], domains: list[int], left: list[int]) -> Any:
    """A label or (feature, {value: tree}), by the document's recursion with its four stopping rules."""
    majority = _majority(labels)
    if len(set(labels)) == 1:  # rule 1
        return majority
    usable = [j for j in left if len({row[j] for row in rows}) > 1]
    if not usable:  # rules 3 and 4
        return majority
    gains = [_gain([row[j] for row in rows], labels) for j in usable]
    j = usable[next(i for i, gain in enumerate(gains) if gain > max(gains) - 1e-12)]
    branches = {}
    for value in range(domains[j]):
        here = [i for i, row in enumerate(rows) if row[j] == value]
        if not here:  # rule 2
            branches[value] = majority
            continue
        below = id3([rows[i] for i in here], [labels[i] for i in here], domains, [k for k in left if k != j])
        branches[value] = below
    return j, branches


def _majority(labels: list[Any]) -> Any:
    counts = Counter(labels)
    return min(counts, key=lambda label: (-counts[label], label))


def _gain(values: list[int], labels: list[Any]) -> float:
    ones = [1.0] * len(labels)
    inside = 0.0
    for value in set(values):
        part = [label for v, label in zip(values, labels, strict=True) if v == value]
        inside += len(part) / len(labels) * impurity(part, ones[: len(part)], "entropy")
    return impurity(labels, ones, "entropy") - inside


def walk(tree: Any, row: Sequence[int]) -> Any:
    """The label that an `id3` tree gives a row."""
    while isinstance(tree, tuple):
        tree = tree[1][row[tree[0]]]
    return tree
