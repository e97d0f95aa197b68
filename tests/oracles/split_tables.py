"""The tables of gains and losses of a node, split by split: every sum is taken over the rows again."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fenlei.trees.reading.candidates import sets_of_categories, thresholds


def entropy(weights: Any) -> float:
    total = sum(weights)
    return -sum(w / total * math.log2(w / total) for w in weights if w > 0) if total else 0.0


def gini(weights: Any) -> float:
    total = sum(weights)
    return 1.0 - sum((w / total) ** 2 for w in weights) if total else 0.0


def sides_of(x: Any, size: int, sides: bool) -> list[tuple[Any, Any]]:
    """Masks of both branches of every candidate, in the order of the table."""
    S = np.ones((len(x), 1))
    found = sets_of_categories(x, S, size) if size else thresholds(x, S, sides=sides)
    cuts = []
    for i, threshold in enumerate(found.threshold):
        missing = np.isnan(x)
        first = np.isin(x, found.first[i]) if size else x <= threshold
        first = first | (missing & (found.missing[i] == 0))
        cuts.append((first, ~first & ~(missing & (found.missing[i] < 0))))
    return cuts


def worth(parts: list[Any], weight: float | None) -> tuple[float, ...]:
    """Conditional entropy, gain, split information, ratio and Gini index of class weights per branch."""
    sizes = [float(np.sum(part)) for part in parts]
    known = sum(sizes)
    whole = known if weight is None else weight
    conditional = sum(m * entropy(part) for m, part in zip(sizes, parts, strict=True)) / known
    gain = known / whole * (entropy(np.sum(parts, axis=0)) - conditional)
    info = entropy([*sizes, max(whole - known, 0.0)])
    after = sum(m * gini(part) for m, part in zip(sizes, parts, strict=True)) / known
    return conditional, gain, info, gain / info if info > 0 else 0.0, after


def loss(y: Any, w: Any, criterion: str) -> tuple[float, float]:
    """Loss of targets about their mean or median, and that value."""
    if criterion == "absolute_error":
        order = np.argsort(y, kind="stable")
        below, half = np.cumsum(w[order]), 0.5 * w.sum()
        at = int(np.searchsorted(below, half))
        middle = y[order][at]
        if below[at] == half and at + 1 < len(y):
            middle = 0.5 * (middle + y[order][at + 1])
        return sum(v * abs(t - middle) for t, v in zip(y, w, strict=True)), middle
    mean = math.fsum(w * y) / math.fsum(w)
    if criterion == "poisson":
        return math.fsum(v * t * math.log(t / mean) for t, v in zip(y, w, strict=True) if t > 0), mean
    return math.fsum(v * (t - mean) ** 2 for t, v in zip(y, w, strict=True)), mean
