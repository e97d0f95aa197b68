"""Linkage by looking at all pairs of clusters, all their rows, at every step."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np


def merges_by_looking_at_all_pairs(
    X: np.ndarray, method: str, merges: np.ndarray
) -> Iterator[tuple[float, float, int]]:
    """Follow given merges; of each: least distance of any pair, distance of its own pair, its rows."""
    clusters = {i: [i] for i in range(len(X))}
    middle = {i: X[i] for i in range(len(X))}
    halves: dict[tuple[int, int], float] = {}
    for t, (left, right) in enumerate(merges[:, :2].astype(int)):
        pairs = [(a, b) for a in clusters for b in clusters if a < b]
        distances = {pair: between(X, clusters, middle, halves, method, *pair) for pair in pairs}
        yield min(distances.values()), distances[left, right], int(merges[t, 3])
        new = len(X) + t
        for k in clusters:
            if k not in (left, right):
                ends = [
                    between(X, clusters, middle, halves, "weighted", *sorted((k, c))) for c in (left, right)
                ]
                halves[k, new] = (ends[0] + ends[1]) / 2
        rows = clusters.pop(left) + clusters.pop(right)
        clusters[new] = rows
        middle[new] = (middle[left] + middle[right]) / 2 if method == "median" else X[rows].mean(axis=0)


def between(
    X: np.ndarray,
    clusters: dict[int, list[int]],
    middle: dict[int, np.ndarray],
    halves: dict[tuple[int, int], float],
    method: str,
    a: int,
    b: int,
) -> float:
    """Distance of two clusters by its definition."""
    A, B = X[clusters[a]], X[clusters[b]]
    D = np.sqrt(((A[:, None] - B[None]) ** 2).sum(axis=2))
    if method == "weighted":
        return halves.get((a, b), float(D[0, 0]))
    if method in ("centroid", "median"):
        return float(np.sqrt(((middle[a] - middle[b]) ** 2).sum()))
    if method == "ward":
        together = np.concatenate([A, B])
        grown = sum_of_squares(together) - sum_of_squares(A) - sum_of_squares(B)
        return float(np.sqrt(max(2 * grown, 0.0)))
    return float({"single": D.min, "complete": D.max, "average": D.mean}[method]())


def sum_of_squares(A: np.ndarray) -> float:
    return float(((A - A.mean(axis=0)) ** 2).sum())


def cuts_from_the_top(D: np.ndarray) -> Iterator[tuple[float, set[int], set[int]]]:
    """DIANA by its definition, in loops: of each cut the diameter, the rows that stay and those that go."""
    clusters = [list(range(len(D)))]
    while any(len(rows) > 1 for rows in clusters):
        widths = [max(D[i][j] for i in rows for j in rows) if len(rows) > 1 else -1.0 for rows in clusters]
        widest = widths.index(max(widths))
        rows, gone = clusters.pop(widest), []
        while len(rows) > 1:
            gains = []
            for i in rows:
                stay = sum(D[i][j] for j in rows if j != i) / (len(rows) - 1)
                gains.append(stay - (sum(D[i][j] for j in gone) / len(gone) if gone else 0.0))
            best = gains.index(max(gains))
            if gone and gains[best] <= 0.0:
                break
            gone.append(rows.pop(best))
        yield max(widths), set(rows), set(gone)
        clusters += [rows, sorted(gone)]
