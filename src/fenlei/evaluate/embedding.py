r"""How well a map keeps what the rows had: their neighbours, or their distances.

Trustworthiness asks of each point's k nearest in the map how far down they were among the rows:

    T(k) = 1 - 2 / (n k (2n - 3k - 1)) Σ_i Σ_{j near i in the map} max(0, r(i, j) - k),

r(i, j) the rank of row j by distance from row i, 1 for the nearest; 1 is perfect. Stress compares
distances,

    raw = Σ_{i<j} (d_ij - δ_ij)²,      normalised = (raw / Σ_{i<j} δ_ij²)^½ ,

δ among the rows and d in the map. `shepard_data`, the pairs (δ, d) themselves, comes with `fenlei.reduce`.
Reference: Venna and Kaski 2001; Kruskal 1964; source 000, equations 3-74 to 3-80.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.metrics import pairwise_distances
from sklearn.utils import check_array, check_consistent_length

from fenlei.annotations import ArrayLike, MatrixLike, Metric
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.reduce.neighbor_graph import NearestRows

BLOCK = 256  # rows whose distances to all others are in memory


def _checked(X: Any, X_embedded: ArrayLike, metric: Metric) -> tuple[Any, Array]:
    X = check_array(X, accept_sparse="csr", input_name="X")
    Y = check_array(X_embedded, dtype=np.float64, order="C", input_name="X_embedded")
    check_consistent_length(X, Y)
    if isinstance(metric, str) and metric == "precomputed" and X.shape[0] != X.shape[1]:
        raise UsageError("manifold.square", shape=X.shape)
    return X, Y


def _distances(X: Any, start: int, stop: int, metric: Metric) -> Array:
    """Distances (b, n) of some rows to all."""
    if isinstance(metric, str) and metric == "precomputed":
        return np.array(X[start:stop], dtype=np.float64)
    if isinstance(metric, str) and metric == "euclidean" and isinstance(X, np.ndarray):
        return cdist(X[start:stop], X)  # scikit-learn's goes by |x|² - 2 xy + |y|², which rounds
    return np.asarray(pairwise_distances(X[start:stop], X, metric=metric), dtype=np.float64)


def trustworthiness(
    X: MatrixLike, X_embedded: ArrayLike, *, n_neighbors: int = 5, metric: Metric = "euclidean"
) -> float:
    """Share, in [0, 1], of the neighbourhoods in the map X_embedded (n, d) that the rows X (n, p) had.

    Examples
    --------
    >>> rows = np.array([[0.0, 0.0], [1.0, 0.1], [2.0, 0.0], [3.0, 0.1], [4.0, 0.0], [5.0, 0.1]])
    >>> trustworthiness(rows, rows[:, :1], n_neighbors=2)
    1.0
    >>> trustworthiness(rows, rows[[3, 0, 4, 1, 5, 2], :1], n_neighbors=2) < 0.7
    True
    """
    X, Y = _checked(X, X_embedded, metric)
    n, k = len(Y), n_neighbors
    if not 1 <= k < n / 2:
        raise UsageError("manifold.trust_neighbors", k=k, n=n, half=n / 2)
    near = NearestRows(Y).kneighbors(Y, k, own=True)[1]
    penalty = 0
    for s in range(0, n, BLOCK):
        e = min(s + BLOCK, n)
        D = _distances(X, s, e, metric)
        D[np.arange(e - s), np.arange(s, e)] = np.inf
        for j in near[s:e].T:
            own = np.take_along_axis(D, j[:, None], axis=1)
            before = (own > D) | ((own == D) & (np.arange(n) < j[:, None]))
            penalty += int(np.maximum(before.sum(axis=1) + 1 - k, 0).sum())
    return float(1.0 - penalty * (2.0 / (n * k * (2.0 * n - 3.0 * k - 1.0))))


def stress(
    X: MatrixLike, X_embedded: ArrayLike, *, metric: Metric = "euclidean", normalized: bool = False
) -> float:
    """Squared differences between the distances of the rows X and of the points X_embedded.

    Examples
    --------
    >>> stress([[0.0], [3.0], [4.0]], [[0.0], [2.0], [4.0]])
    2.0
    >>> round(stress([[0.0], [3.0], [4.0]], [[0.0], [2.0], [4.0]], normalized=True), 4)
    0.2774
    """
    X, Y = _checked(X, X_embedded, metric)
    raw, size = 0.0, 0.0
    for s in range(0, len(Y), BLOCK):
        e = min(s + BLOCK, len(Y))
        delta, d = _distances(X, s, e, metric), _distances(Y, s, e, "euclidean")
        raw += float(np.sum(np.square(d - delta))) / 2
        size += float(np.sum(np.square(delta))) / 2
    if not normalized:
        return raw
    return float(np.sqrt(raw / size)) if size > 0 else (0.0 if raw == 0 else float("inf"))
