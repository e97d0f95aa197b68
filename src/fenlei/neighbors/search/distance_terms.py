r"""A distance taken apart: what each feature adds to it.

    kind          term t_j                      distance
    "squares"     (x_j - q_j)²                  √Σ t_j; or c Σ t_j (c = ½: cosine, correlation)
    "absolute"    |x_j - q_j|                   Σ t_j
    "largest"     |x_j - q_j|                   max t_j
    "powers"      |x_j - q_j|^e                 (Σ t_j)^(1/e)
    "mismatches"  1 if x_j ≠ q_j, else 0        Σ t_j / p
    "heom"        δ_j², 1 where one is missing  √Σ t_j
    "gower"       δ_j, NaN where one is missing mean of the t_j that are there

x and q are coordinates in the space of the search: those of the features, divided by standard deviations or
ranges, whitened, or of unit length, as the metric has it (`metric_spaces`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.neighbors.search.distances import GOWER, HAMMING, HEOM, L1, L2, LINF, LP
from fenlei.neighbors.search.metric_spaces import Space, coordinates

KINDS = {
    L2: "squares",
    L1: "absolute",
    LINF: "largest",
    LP: "powers",
    HAMMING: "mismatches",
    HEOM: "heom",
    GOWER: "gower",
}


class DistanceTerms(NamedTuple):
    """What the features add to the distances between a query and rows.

    Examples
    --------
    >>> from fenlei import KNeighborsClassifier
    >>> model = KNeighborsClassifier(1).fit([[0.0, 1.0], [3.0, 5.0]], ["a", "b"])
    >>> found = model.distance_terms([0.0, 1.0], [1])
    >>> found.kind, found.terms.tolist(), found.distance.tolist()
    ('squares', [[9.0, 16.0]], [5.0])
    """

    kind: str
    query: Array  # (c,) coordinates
    rows: Array  # (m, c)
    terms: Array  # (m, c)
    distance: Array  # (m,)
    exponent: float  # e
    root: bool  # whether the root of the sum is taken
    factor: float  # c


def distance_terms(space: Space, x: Array, rows: Array) -> DistanceTerms:
    """The terms of the distances from x (p,) to rows (m, p)."""
    q, R = coordinates(space, x[None], queries=True)[0], coordinates(space, rows, queries=False)
    kind, factor = KINDS[space.measure.core], space.factor
    if kind in ("squares", "absolute", "largest", "powers") and not space.unit:
        q, R, factor = q * factor, R * factor, 1.0  # a power of two: the features' own units
    gap, nominal = np.abs(R - q), space.measure.nominal
    terms = _terms(kind, gap, q != R, nominal, space.measure.exponent)
    return DistanceTerms(
        kind,
        q,
        R,
        terms,
        _distance(kind, terms, space.power, factor),
        space.measure.exponent,
        space.power == 0.5,
        factor,
    )


def _terms(kind: str, gap: Array, differs: Array, nominal: Array, exponent: float) -> Array:
    if kind == "squares":
        return gap**2
    if kind == "powers":
        return gap**exponent
    if kind == "mismatches":
        return differs.astype(np.float64)
    if kind in ("heom", "gower"):
        known = np.where(nominal & ~np.isnan(gap), (gap > 0).astype(np.float64), gap)
        return np.where(np.isnan(known), 1.0, known**2) if kind == "heom" else known
    return gap


def _distance(kind: str, terms: Array, power: float, factor: float) -> Array:
    if kind == "largest":
        return np.max(terms, axis=1, initial=0.0)
    if kind == "gower":
        shared = ~np.isnan(terms)
        total = np.where(shared, terms, 0.0).sum(axis=1)
        return np.where(shared.any(axis=1), total / np.maximum(shared.sum(axis=1), 1), 1.0)
    total = terms.sum(axis=1)
    return factor * (np.sqrt(total) if power == 0.5 else total**power)
