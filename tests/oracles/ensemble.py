"""Slow twins of the ensembles: boosting by loops over rows, thresholds and rounds."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import Any


def stump(X: Any, codes: list[int], w: list[float], K: int) -> tuple[int, float, list[int]]:
    """Feature, threshold and class codes of both sides of the stump with the least weighted Gini index."""
    best: tuple[float, int, float, list[int]] | None = None
    for j in range(len(X[0])):
        values = sorted({row[j] for row in X})
        for low, high in pairwise(values):
            t = (low + high) / 2
            sides = [[0.0] * K, [0.0] * K]
            for row, k, v in zip(X, codes, w, strict=True):
                sides[row[j] > t][k] += v
            cost = sum(sum(side) - sum(c * c for c in side) / sum(side) for side in sides)
            if best is None or cost < best[0] - 1e-12:
                best = (cost, j, t, [side.index(max(side)) for side in sides])
    assert best is not None
    return best[1:]


def adaboost(X: Any, codes: list[int], w: list[float], K: int, rounds: int, rate: float = 1.0) -> list[Any]:
    """(feature, threshold, labels, error, alpha, weights after) of each round, by the formulas."""
    D = [v / math.fsum(w) for v in w]
    found: list[Any] = []
    for _ in range(rounds):
        j, t, labels = stump(X, codes, D, K)
        wrong = [labels[row[j] > t] != k for row, k in zip(X, codes, strict=True)]
        error = math.fsum(v for v, bad in zip(D, wrong, strict=True) if bad)
        if error >= 1 - 1 / K - 1e-12:
            break
        alpha = 1.0 if error <= 0 else rate * (math.log((1 - error) / error) + math.log(K - 1))
        if error > 0:
            D = [v * math.exp(alpha * bad) for v, bad in zip(D, wrong, strict=True)]
            D = [v / math.fsum(D) for v in D]
        found.append((j, t, labels, error, alpha, D))
        if error <= 0:
            break
    return found


def adaboost_class(found: list[Any], row: Any, K: int) -> int:
    """The class with the largest vote, the first of equals."""
    votes = [0.0] * K
    for j, t, labels, _, alpha, _ in found:
        votes[labels[row[j] > t]] += alpha
    return votes.index(max(votes))


def walk_tree(tree: Any, row: Any) -> int:
    """Leaf of one row in a tree with scikit-learn's arrays, numbers only."""
    node = 0
    while tree.children_left[node] >= 0:
        x = row[tree.feature[node]]
        left = bool(tree.missing_go_to_left[node]) if x != x else x <= tree.threshold[node]
        node = int(tree.children_left[node] if left else tree.children_right[node])
    return node


def out_of_bag(trees: Any, samples: Any, X: Any, K: int) -> list[list[float]]:
    """Mean class shares of each row over the trees that were not grown on it; NaN if there is none."""
    found = []
    for i, row in enumerate(X):
        votes = [
            tree.value[walk_tree(tree, row), 0]
            for tree, seen in zip(trees, samples, strict=True)
            if i not in set(map(int, seen))
        ]
        found.append([sum(v[k] for v in votes) / len(votes) if votes else math.nan for k in range(K)])
    return found


def bins(values: Any, weights: Any, most: int) -> list[int]:
    """Bin of each value: distinct values if they are few, else by the weight below."""
    distinct = sorted(set(values))
    if len(distinct) <= most:
        return [distinct.index(v) for v in values]
    exact = [Fraction(w) for w in weights]
    place = {}
    for v in distinct:
        below = sum(w for x, w in zip(values, exact, strict=True) if x < v)
        own = sum(w for x, w in zip(values, exact, strict=True) if x == v)
        place[v] = int((below + own / 2) * most / sum(exact))
    used = sorted(set(place.values()))
    return [used.index(place[v]) for v in values]


def strength_and_correlation(
    votes: list[list[int | None]], truth: list[int], K: int
) -> tuple[float, float, float]:
    """Breiman (2001): strength, correlation and the mean deviation, from votes[t][i], None where t saw row i.

    The raw margin of a tree is 1 if it is right, -1 if it votes for the other class with the most votes.
    """
    n, margin, other = len(truth), [], []
    for i in range(n):
        said = [tree[i] for tree in votes if tree[i] is not None]
        share = [said.count(k) / len(said) if said else 0.0 for k in range(K)]
        rest = [(-share[k], k) for k in range(K) if k != truth[i]]
        other.append(min(rest)[1])
        margin.append(share[truth[i]] - share[other[i]] if said else None)
    known = [m for m in margin if m is not None]
    s = sum(known) / len(known)
    variance = sum((m - s) ** 2 for m in known) / len(known)
    deviations = []
    for tree in votes:
        raw = [
            1.0 if tree[i] == truth[i] else -1.0 if tree[i] == other[i] else 0.0
            for i in range(n)
            if tree[i] is not None
        ]
        if raw:
            mean = sum(raw) / len(raw)
            deviations.append((sum((r - mean) ** 2 for r in raw) / len(raw)) ** 0.5)
    spread = sum(deviations) / len(deviations)
    return s, variance / spread**2, spread
