r"""From a metric's name to points in a space where one of a few compiled distances holds.

    metric                  coordinates of x                  core (see `distances`)   reported distance
    euclidean, l2           x                                 L2                       √d
    sqeuclidean             x                                 L2                       d
    minkowski (p, w)        w^(1/p) x                         L1, L2, LP, LINF         d^(1/p)
    manhattan, chebyshev    x                                 L1, LINF                 d
    seuclidean (V)          x / √V                            L2                       √d
    mahalanobis (V or VI)   Lᵀ x with L Lᵀ = V⁻¹              L2                       √d
    cosine                  x / |x|                           L2                       d / 2
    correlation             (x - mean x) / |x - mean x|       L2                       d / 2
    hamming                 x                                 HAMMING                  d / p
    heom                    numbers / range, names as codes   HEOM                     √d
    gower                   numbers / range, names as codes   GOWER                    d

So every search structure serves every metric of the table, weights and covariances cost nothing at query
time, and a mixed table of numbers and names is searched like any other. All other metrics are *foreign*:
scikit-learn's `pairwise_distances` computes them block by block.

|u - v|² / 2 = 1 - u·v for unit vectors. A row of zeros has no direction; as in scikit-learn it is at cosine
distance 1 from everything: it gets a unit coordinate of its own, one for rows and another for queries.
Ranges, variances and covariances that are not given are those of the training rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy import linalg

from fenlei.annotations import Metric
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense
from fenlei.kernels.rows import unit_shifts, writable
from fenlei.neighbors.kd_tree.boxes import Measure
from fenlei.neighbors.search.distances import GOWER, HAMMING, HEOM, L1, L2, LINF, LP

if TYPE_CHECKING:
    from collections.abc import Mapping

SAME = {"l2": "euclidean", "l1": "manhattan", "cityblock": "manhattan", "infinity": "chebyshev"}
MIXED = ("heom", "gower")
OWN = (
    *("euclidean", "sqeuclidean", "manhattan", "chebyshev", "minkowski", "seuclidean", "mahalanobis"),
    *("cosine", "correlation", "hamming", *MIXED),
)
FOREIGN = (
    *("braycurtis", "canberra", "dice", "haversine", "jaccard", "nan_euclidean"),
    *("rogerstanimoto", "russellrao", "sokalsneath", "yule"),
)
HOMOGENEOUS = ("euclidean", "manhattan", "chebyshev", "minkowski")  # twice the values, twice the distance
PARAMETERS = {
    "minkowski": ("p", "w"),
    "seuclidean": ("V",),
    "mahalanobis": ("V", "VI"),
}


class Space(NamedTuple):
    """Where rows and queries go, and how their distances are read."""

    measure: Measure
    shift: Array  # (p,) subtracted first
    scale: Array  # (p,) or (p, r): coordinates are x * scale, or x @ scale
    unit: str  # "", "cosine" or "correlation": coordinates are made unit vectors
    power: float  # reported distance = factor * core ** power
    factor: float


def effective_metric(
    metric: Metric, p: float | None, metric_params: Mapping[str, Any] | None
) -> tuple[Any, dict[str, Any]]:
    """The metric that is meant, and its parameters, as scikit-learn names them."""
    params = dict(metric_params or {})
    if not isinstance(metric, str) or metric != "minkowski":
        return metric, params
    p = params.pop("p", p)
    w = params.pop("w", None)
    plain = {1: "manhattan", 2: "euclidean", np.inf: "chebyshev"}
    if w is None and p in plain:
        return plain[p], params
    return metric, {**params, "p": 2 if p is None else p, "w": w}


def is_own(metric: Metric, params: dict[str, Any]) -> bool:
    """Whether the metric is one of the table."""
    name = SAME.get(metric, metric) if isinstance(metric, str) else None
    if name not in OWN or not set(params) <= set(PARAMETERS.get(name, ())):
        return False
    return not (name == "minkowski" and params.get("w") is not None and params["p"] == np.inf)


def make_space(metric: str, params: dict[str, Any], X: Array, categorical: Array) -> Space:
    """The space of an own metric, given the training rows X (n, p)."""
    name = SAME.get(metric, metric)
    p = X.shape[1]
    plain = Measure(L2, 2.0, np.zeros(p, dtype=bool))
    euclid = Space(plain, np.zeros(p), np.ones(p), "", 0.5, 1.0)
    if name in HOMOGENEOUS:
        power = params["p"] if name == "minkowski" and params["p"] < np.inf else 2.0
        shift = int(unit_shifts(X, power=max(power, 2.0)))
        return _in_units(_SIMPLE[name](euclid) if name in _SIMPLE else _minkowski(euclid, params), shift)
    if name in MIXED:
        return _mixed_space(name, X, categorical)
    if name in _SIMPLE:
        return _SIMPLE[name](euclid)
    if name == "seuclidean":
        variance = params.get("V")
        variance = np.var(X, axis=0, ddof=1) if variance is None else np.asarray(variance, dtype=np.float64)
        if variance.shape != (p,) or not (variance > 0).all():
            raise UsageError("neighbors.variance", p=p)
        return euclid._replace(scale=1.0 / np.sqrt(variance))
    return euclid._replace(scale=_whitening(params, X))


@np.errstate(over="ignore", invalid="ignore", under="ignore")
def _in_units(space: Space, shift: int) -> Space:
    """The space of rows times 2^shift, with the same reported distances."""
    if shift == 0:
        return space
    return space._replace(scale=np.ldexp(space.scale, shift), factor=float(np.ldexp(space.factor, -shift)))


_SIMPLE: dict[str, Callable[[Space], Space]] = {
    "euclidean": lambda euclid: euclid,
    "sqeuclidean": lambda euclid: euclid._replace(power=1.0),
    "manhattan": lambda euclid: euclid._replace(
        measure=euclid.measure._replace(core=L1, exponent=1.0), power=1.0
    ),
    "chebyshev": lambda euclid: euclid._replace(
        measure=euclid.measure._replace(core=LINF, exponent=1.0), power=1.0
    ),
    "hamming": lambda euclid: euclid._replace(
        measure=euclid.measure._replace(core=HAMMING), power=1.0, factor=1.0 / len(euclid.scale)
    ),
    "cosine": lambda euclid: _unit(euclid, "cosine"),
    "correlation": lambda euclid: _unit(euclid, "correlation"),
}


def _unit(euclid: Space, kind: str) -> Space:
    nominal = np.zeros(len(euclid.scale) + 2, dtype=bool)
    return euclid._replace(measure=Measure(L2, 2.0, nominal), unit=kind, power=1.0, factor=0.5)


def _minkowski(euclid: Space, params: dict[str, Any]) -> Space:
    p, w = float(params["p"]), params.get("w")
    core = {1.0: L1, 2.0: L2, np.inf: LINF}.get(p, LP)
    space = euclid._replace(
        measure=Measure(core, p if np.isfinite(p) else 1.0, euclid.measure.nominal),
        power=1.0 / p if np.isfinite(p) else 1.0,
    )
    if w is None:
        return space
    w = np.asarray(w, dtype=np.float64)
    if w.shape != euclid.scale.shape or not (np.isfinite(w).all() and (w >= 0).all() and w.any()):
        raise UsageError("neighbors.feature_weights", p=len(euclid.scale))
    return space._replace(scale=w ** (1.0 / p))


def _whitening(params: dict[str, Any], X: Array) -> Array:
    """L (p, r) with L Lᵀ = V⁻¹."""
    p = X.shape[1]
    inverse = params.get("VI")
    covariance = params.get("V")
    if inverse is None and covariance is None:
        covariance = np.cov(X, rowvar=False).reshape(p, p) if len(X) > 1 else np.zeros((p, p))
    matrix = np.asarray(covariance if inverse is None else inverse, dtype=np.float64)
    if matrix.shape != (p, p) or not np.isfinite(matrix).all() or not np.allclose(matrix, matrix.T):
        raise UsageError("neighbors.matrix", p=p, shape=matrix.shape)
    values, vectors = linalg.eigh(matrix)
    smallest = p * np.finfo(np.float64).eps * max(values[-1], 0.0)
    if values[0] < -smallest or (inverse is None and values[0] <= smallest):
        raise DataError("neighbors.singular", smallest=float(values[0]), largest=float(values[-1]))
    roots = np.sqrt(np.maximum(values, 0.0))
    return vectors * roots if inverse is not None else vectors / roots


def _mixed_space(name: str, X: Array, categorical: Array) -> Space:
    """Numbers by their range; a column without one only compares for equality."""
    with np.errstate(invalid="ignore"):
        lo = np.fmin.reduce(X, axis=0)
        spread = np.fmax.reduce(X, axis=0) - lo
    ranged = ~categorical & (spread > 0) & np.isfinite(spread)
    measure = Measure(HEOM if name == "heom" else GOWER, 1.0, ~ranged)
    scale = np.where(ranged, 1.0 / np.where(ranged, spread, 1.0), 1.0)
    power = 0.5 if name == "heom" else 1.0
    return Space(measure, np.where(ranged, lo, 0.0), scale, "", power, 1.0)


@np.errstate(over="ignore", invalid="ignore")  # what is not finite is refused
def coordinates(space: Space, X: Array, *, queries: bool) -> Array:
    """Rows (m, p) as points, float64 and contiguous; training rows and queries differ only in empty
    directions.
    """
    points = np.asarray(as_dense(X), dtype=np.float64)
    if space.shift.any():
        points = points - space.shift
    if space.scale.ndim == 2:
        points = points @ space.scale
    elif (space.scale != 1.0).any():
        points = points * space.scale
    if space.unit:
        points = _directions(points, space.unit, queries)
    elif space.measure.core not in (HEOM, GOWER) and not np.isfinite(points).all():
        raise DataError("neighbors.overflow", largest=float(np.abs(X).max()))
    return writable(points)


def _directions(points: Array, kind: str, queries: bool) -> Array:
    if kind == "correlation":
        points = points - points.mean(axis=1, keepdims=True)
    largest = np.abs(points).max(axis=1, keepdims=True, initial=0.0)
    points = points / np.where(largest > 0, largest, 1.0)  # so that squares neither overflow nor vanish
    length = np.sqrt(np.einsum("ij,ij->i", points, points))
    out = np.zeros((len(points), points.shape[1] + 2))
    out[:, :-2] = points / np.where(length > 0, length, 1.0)[:, None]
    out[length == 0, -1 if queries else -2] = 1.0
    return out


@np.errstate(over="ignore", invalid="ignore")
def reported(space: Space, core: Array) -> Array:
    """Core distances as the metric's own."""
    if space.power == 0.5:
        core = np.sqrt(core)
    elif space.power != 1.0:
        core = core**space.power
    return core if space.factor == 1.0 else space.factor * core


def core_limit(space: Space, radius: float) -> float:
    """A core distance that is not below the core of any reported distance up to `radius`."""
    return float((radius / space.factor) ** (1.0 / space.power) * (1.0 + 1e-12))
