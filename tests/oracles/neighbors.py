"""Neighbours, one pair of rows and one feature at a time."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def minkowski(a: Any, b: Any, p: float) -> float:
    """(Σ |a_j - b_j|^p)^(1/p)."""
    terms = [abs(x - y) for x, y in zip(a, b, strict=True)]
    if p == math.inf:
        return max(terms)
    return sum(term**p for term in terms) ** (1 / p)


def cosine(a: Any, b: Any) -> float:
    """1 - cos of the angle; 1 where a row is zero."""
    lengths = math.sqrt(sum(x * x for x in a)) * math.sqrt(sum(x * x for x in b))
    return 1 - sum(x * y for x, y in zip(a, b, strict=True)) / lengths if lengths else 1.0


def overlaps(a: Any, b: Any, ranges: Any) -> list[float | None]:
    """δ_j of each feature: None where a value is missing; a range of 0 marks names."""
    terms: list[float | None] = []
    for x, y, spread in zip(a, b, ranges, strict=True):
        if x != x or y != y:
            terms.append(None)
        else:
            terms.append(abs(x - y) / spread if spread else float(x != y))
    return terms


def heom(a: Any, b: Any, ranges: Any) -> float:
    """√Σ δ_j², 1 for a missing value."""
    return math.sqrt(sum(1.0 if term is None else term**2 for term in overlaps(a, b, ranges)))


def gower(a: Any, b: Any, ranges: Any) -> float:
    """Mean of the δ_j that are known; 1 if none is."""
    known = [term for term in overlaps(a, b, ranges) if term is not None]
    return sum(known) / len(known) if known else 1.0


def nearest(rows: Any, query: Any, k: int, distance: Any, own: int = -1) -> list[tuple[float, int]]:
    """The k nearest rows as (distance, row number), ties by row number."""
    return sorted((distance(row, query), i) for i, row in enumerate(rows) if i != own)[:k]


def repeated_vote(distances: Any, codes: Any, w: Any, k: int, K: int) -> list[float]:
    """Votes of the nearest rows of total weight k; rows are repeated w times, w whole."""
    order = sorted(range(len(codes)), key=lambda i: (distances[i], i))
    line = [i for i in order for _ in range(int(w[i]))][:k]
    return [float(sum(codes[i] == c for i in line)) for c in range(K)]


def hart(X: Any, codes: Any, first: int) -> tuple[list[int], int]:
    """The documents' two stores: A in the order its rows came, and the number of passes."""
    A, B, passes = [first], [i for i in range(len(codes)) if i != first], 0
    while True:
        passes += 1
        stay = []
        for i in B:
            nearest_member = min(A, key=lambda a: (square(X[a], X[i]), A.index(a)))
            if codes[nearest_member] == codes[i]:
                stay.append(i)
            else:
                A.append(i)
        moved, B = len(B) - len(stay), stay
        if not moved or not B:
            return A, passes


def square(a: Any, b: Any) -> float:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))


def is_consistent(X: Any, codes: Any, store: Any) -> bool:
    """Whether 1-NN on the store classifies every row right."""
    return all(codes[min(store, key=lambda a: square(X[a], X[i]))] == codes[i] for i in range(len(codes)))


def gates(X: Any, codes: Any, store: Any) -> list[int]:
    """Members taken away in turn for as long as the rest is consistent."""
    kept = list(store)
    for member in list(store):
        rest = [a for a in kept if a != member]
        if rest and is_consistent(X, codes, rest):
            kept = rest
    return kept


def wilson(X: Any, codes: Any, k: int, kind: str) -> list[int]:
    """Rows that their k nearest among all others speak for."""
    kept = []
    for i, x in enumerate(np.asarray(X)):
        labels = [codes[j] for _, j in nearest(X, x, k, square, own=i)]
        if kind == "all":
            good = all(label == codes[i] for label in labels)
        else:
            good = min(set(labels), key=lambda c: (-labels.count(c), c)) == codes[i]
        kept += [i] if good else []
    return kept


def class_distances(prototypes: Any, labels: Any, X: Any, classes: Any) -> list[list[float]]:
    """g_k(x): distance from each row to the nearest prototype of each class."""
    return [
        [
            min(square(m, x) for m, own in zip(prototypes, labels, strict=True) if own == k) ** 0.5
            for k in classes
        ]
        for x in X
    ]


def lloyd_step(prototypes: Any, X: Any) -> list[list[float]]:
    """Means of the rows that are nearest to each prototype."""
    parts: list[list[Any]] = [[] for _ in prototypes]
    for x in X:
        parts[min(range(len(prototypes)), key=lambda j: (square(prototypes[j], x), j))].append(x)
    return [[sum(column) / len(part) for column in zip(*part, strict=True)] for part in parts]


def vote_with_ties(labels: list[int], ties: str) -> int:
    """The class of most votes among the neighbours' labels, the nearest first; -1 is a rejection."""
    counts = {label: labels.count(label) for label in labels}
    tied = [label for label in counts if counts[label] == max(counts.values())]
    if len(tied) > 1 and ties == "reject":
        return -1
    return min(tied) if ties == "first" else min(tied, key=labels.index)
