"""Models that measure distances: nearest centres and prototypes, k nearest neighbours, k-means."""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.errors import UsageError
from fenlei.export.answers import Answer, Estimator, difference
from fenlei.export.graph import Value
from fenlei.export.tree_routes import FeatureRows
from fenlei.kernels import Array
from fenlei.neighbors.search.metric_spaces import effective_metric
from fenlei.priors import log_prior

MOST_STORED = 2_000_000  # numbers of the training rows of k nearest neighbours


def squares_to(X: Value, centres: Array) -> Value:
    """|x - c|², (n, m), a feature at a time: no digits are lost by cancellation."""
    return _summed(X, centres, lambda gap: gap * gap)


def manhattan_to(X: Value, centres: Array) -> Value:
    """Σ_j |x_j - c_j|, (n, m)."""
    return _summed(X, centres, abs)


def chebyshev_to(X: Value, centres: Array) -> Value:
    """max_j |x_j - c_j|, (n, m)."""
    total: Value | None = None
    for gap in _gaps(X, centres):
        found = abs(gap)
        total = found if total is None else X.graph.do("Max", total, found)
    assert total is not None
    return total


def _gaps(X: Value, centres: Array) -> list[Value]:
    values = np.asarray(centres, np.float64)
    return [X.take(np.array([j])) - values[:, j][None, :] for j in range(values.shape[1])]


def _summed(X: Value, centres: Array, term: Any) -> Value:
    total: Value | None = None
    for gap in _gaps(X, centres):
        total = term(gap) if total is None else total + term(gap)
    assert total is not None
    return total


# --- centres


def nearest_centroid(model: Estimator, rows: FeatureRows) -> Answer:
    """Minus the distance to each centre; the diagonal discriminant where the priors are not equal."""
    record, euclid = model.model_, model.metric == "euclidean"
    near = ~model._far()
    equal = bool(np.isclose(record.priors[near], 1 / near.sum()).all())
    discriminants = _discriminants(model, rows.X) if euclid or not equal else None
    scores = -_centre_distances(model, rows.X, record.centroids) if equal else discriminants
    assert scores is not None
    if not euclid or discriminants is None:
        return Answer(scores.argmax())
    decision = difference(discriminants) if len(model.classes_) == 2 else discriminants
    return Answer(scores.argmax(), discriminants.softmax(), decision)


def _discriminants(model: Estimator, X: Value) -> Value:
    record = model.model_
    prior = 2.0 * log_prior(record.priors)[None, :]
    if model.metric == "mahalanobis":
        return -_centre_distances(model, X, record.centroids) + prior
    s = np.where(record.deviation > 0, record.deviation, 1.0)
    distance = _centre_distances(model, X / s[None, :], record.centroids / s)
    if model.metric == "manhattan":
        distance = distance * distance
    return -distance + prior


def _centre_distances(model: Estimator, X: Value, centres: Array) -> Value:
    """Squared Euclid or Mahalanobis, or Manhattan, (n, K); infinite for a class without rows."""
    far = np.asarray(np.isinf(centres).any(axis=1))
    centres = np.where(far[:, None], 0.0, centres)
    if model.metric == "mahalanobis":
        X, centres = X @ model.model_.whitening, centres @ model.model_.whitening
    found = (manhattan_to if model.metric == "manhattan" else squares_to)(X, centres)
    return X.graph.constant(far[None, :]).where(np.float64(np.inf), found) if far.any() else found


def nearest_prototype(model: Estimator, rows: FeatureRows) -> Answer:
    """Minus the squared distance to the nearest prototype of each class."""
    record, K = model.model_, len(model.classes_)
    distances = squares_to(rows.X, record.prototypes)
    columns = []
    for k in range(K):
        own = np.flatnonzero(record.owner == k)
        if len(own):
            columns.append((-distances.take(own)).max(1))
        else:
            columns.append(distances.take(np.array([0])) * np.float64(0.0) - np.float64(np.inf))
    scores = rows.X.graph.side_by_side(columns)
    return Answer(scores.argmax(), scores=difference(scores) if K == 2 else scores)


def kmeans(model: Estimator, rows: FeatureRows) -> Answer:
    """Number of the nearest centre."""
    return Answer(squares_to(rows.X, model.cluster_centers_).argmin())


# --- neighbours


def _neighbours(model: Estimator, rows: FeatureRows) -> tuple[Value, Value]:
    """Distances and positions (n, k) of the nearest rows; of equal distances the first."""
    name = type(model).__name__
    metric, params = effective_metric(model.metric, model.p, model.metric_params)
    exponent = params.get("p") if metric == "minkowski" else {"euclidean": 2, "manhattan": 1}.get(str(metric))
    if metric == "chebyshev":
        exponent = np.inf
    if exponent not in (1, 2, np.inf) or set(params) - {"p"}:
        raise UsageError("export.metric", model=name, metric=str(metric))
    stored = model._rows()
    if stored.shape[0] * stored.shape[1] > MOST_STORED:
        facts = {"rows": stored.shape[0], "columns": stored.shape[1], "most": MOST_STORED}
        raise UsageError("export.stored_rows", model=name, **facts)
    stored = stored if isinstance(stored, np.ndarray) else stored.toarray()
    if model.model_.w is not None or callable(model.weights):
        raise UsageError("export.votes", model=name)
    measure = {1: manhattan_to, 2: squares_to}.get(exponent, chebyshev_to)
    found = measure(rows.X, stored)
    k = np.array([model.n_neighbors], np.int64)
    near, index = found.graph.do_several("TopK", 2, found, k, axis=1, largest=0, sorted=1)
    return near.power(0.5) if exponent == 2 else near, index


def _votes(model: Estimator, distance: Value) -> Value:
    """The vote (n, k) of each neighbour; one at distance 0 outvotes all that are not."""
    if model.weights in (None, "uniform"):
        return distance.equals(distance).cast(np.float64)
    same = distance.equals(np.float64(0.0)).cast(np.float64)
    return (same.max(1) > np.float64(0.0)).where(same, distance.power(-1.0))


def k_neighbors(model: Estimator, rows: FeatureRows) -> Answer:
    """Shares of the votes of the neighbours."""
    if model.ties != "first" or isinstance(model.classes_, list):
        raise UsageError("export.votes", model=type(model).__name__)
    distance, index = _neighbours(model, rows)
    table = np.eye(len(model.classes_))[model.model_.codes[:, 0]]
    cast = distance.graph.constant(table).take(index, axis=0)  # (n, k, K)
    votes = (cast * _votes(model, distance).reshape(0, -1, 1)).sum(1)
    return Answer(votes.argmax(), votes / votes.sum(1).as_column())


def k_neighbors_regressor(model: Estimator, rows: FeatureRows) -> Answer:
    """Mean target of the neighbours, weighted by their votes."""
    targets = np.asarray(model.model_.targets, np.float64)
    if targets.shape[1] != 1:
        raise UsageError("export.several_targets", outputs=targets.shape[1])
    distance, index = _neighbours(model, rows)
    votes = _votes(model, distance)
    values = distance.graph.constant(targets[:, 0]).take(index, axis=0)
    return Answer(number=(values * votes).sum(1) / votes.sum(1))
