"""Slow twins of the scores and curves: loops over rows and pairs, written from the definitions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any


def weights_or_ones(w: Sequence[float] | None, n: int) -> list[float]:
    return [1.0] * n if w is None else [float(v) for v in w]


def confusion(
    true: Sequence[Any], pred: Sequence[Any], labels: Sequence[Any], w: Sequence[float] | None = None
) -> list[list[float]]:
    """Weight of each pair of labels."""
    counts = [[0.0] * len(labels) for _ in labels]
    for t, p, weight in zip(true, pred, weights_or_ones(w, len(true)), strict=True):
        if t in labels and p in labels:
            counts[labels.index(t)][labels.index(p)] += weight
    return counts


def precision_recall_f(
    true: Sequence[Any], pred: Sequence[Any], label: Any, beta: float, w: Sequence[float] | None = None
) -> tuple[float, float, float]:
    """Scores of one class from its TP, FP and FN; 0/0 is 0."""
    tp = fp = fn = 0.0
    for t, p, weight in zip(true, pred, weights_or_ones(w, len(true)), strict=True):
        tp += weight * (t == label and p == label)
        fp += weight * (t != label and p == label)
        fn += weight * (t == label and p != label)
    below = (1 + beta**2) * tp + beta**2 * fn + fp
    return (
        tp / (tp + fp) if tp + fp else 0.0,
        tp / (tp + fn) if tp + fn else 0.0,
        (1 + beta**2) * tp / below if below else 0.0,
    )


def sweep(
    positive: Sequence[bool], scores: Sequence[float], w: Sequence[float] | None = None
) -> list[tuple[float, float, float]]:
    """(threshold, TP, FP) for each distinct score, descending; positive means at least the threshold."""
    weights = weights_or_ones(w, len(scores))
    points = []
    for threshold in sorted(
        {s for s, weight in zip(scores, weights, strict=True) if weight > 0}, reverse=True
    ):
        tp = fp = 0.0
        for is_positive, score, weight in zip(positive, scores, weights, strict=True):
            if score >= threshold:
                tp += weight * is_positive
                fp += weight * (not is_positive)
        points.append((threshold, tp, fp))
    return points


def auc(positive: Sequence[bool], scores: Sequence[float], w: Sequence[float] | None = None) -> float:
    """Weighted share of pairs in which the positive row scores higher; ties count one half."""
    weights = weights_or_ones(w, len(scores))
    won = pairs = 0.0
    for p, s, v in zip(positive, scores, weights, strict=True):
        for q, t, u in zip(positive, scores, weights, strict=True):
            if p and not q:
                pairs += v * u
                won += v * u * (1.0 if s > t else 0.5 if s == t else 0.0)
    return won / pairs


def average_precision(points: Sequence[tuple[float, float, float]]) -> float:
    """Sum of precision times the step of recall, over the points of a sweep."""
    total, before, area = points[-1][1], 0.0, 0.0
    for _, tp, fp in points:
        area += (tp - before) / total * tp / (tp + fp)
        before = tp
    return area


def distance_to_polyline(x: Sequence[float], y: Sequence[float], kept: Sequence[int]) -> float:
    """Largest distance of a point from the line of the kept points around it."""
    worst = 0.0
    for start, stop in pairwise(kept):
        dx, dy = x[stop] - x[start], y[stop] - y[start]
        length = (dx * dx + dy * dy) ** 0.5
        for i in range(start + 1, stop):
            u, v = x[i] - x[start], y[i] - y[start]
            gap = abs(u * dy - v * dx) / length if length else (u * u + v * v) ** 0.5
            worst = max(worst, gap)
    return worst
