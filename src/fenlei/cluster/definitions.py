r"""What a cluster is: the documents' four definitions, and the size of a cluster and distance of two.

With thresholds T and V on the distance d of rows, a set G is a cluster in the sense of

    "all pairs"    d(x, y) <= T for all x, y in G
    "a partner"    for each x in G there is another y in G with d(x, y) <= T
    "a centre"     there is an x in G with d(x, y) <= T for all y in G
    "on average"   d(x, y) <= V for all x, y in G, and their mean is <= T

Reference: source 004, section 8.1.2.
"""

from __future__ import annotations

import numpy as np
from sklearn.utils import check_array

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import UsageError
from fenlei.functions.checks import refused
from fenlei.functions.distances import whitened
from fenlei.kernels import Array
from fenlei.messages import listed, phrase

DEFINITIONS = ("all pairs", "a partner", "a centre", "on average")
DISTANCES = ("single", "complete", "average", "centroid")


def _distances(X: MatrixLike, Y: ArrayLike, metric: str, covariance: ArrayLike | None = None) -> Array:
    from scipy.spatial.distance import cdist

    rows = [check_array(Z, dtype=np.float64) for Z in (X, Y)]
    if covariance is not None:
        if metric != "mahalanobis":
            raise UsageError("functions.covariance_metric", metric=metric)
        return cdist(whitened(rows[0], covariance), whitened(rows[1], covariance))
    return cdist(*rows, metric)  # type: ignore[call-overload]


def diameter(X: Array, metric: str = "euclidean", *, covariance: ArrayLike | None = None) -> float:
    """Largest distance of two rows of X (n, p).

    `covariance` (p, p) is for metric "mahalanobis"; without it that of the rows of X is taken.

    Examples
    --------
    >>> diameter([[0.0], [1.0], [3.0]])
    3.0
    """
    return float(_distances(X, X, metric, covariance).max())


def mean_distance(X: Array, metric: str = "euclidean", *, covariance: ArrayLike | None = None) -> float:
    """Mean distance over all pairs of rows; 0 for a single row. `covariance` as in `diameter`.

    >>> from fenlei.cluster import mean_distance
    >>> import numpy as np
    >>> mean_distance(np.array([[0.0, 0.0], [3.0, 4.0]]))
    5.0
    """
    D = _distances(X, X, metric, covariance)
    n = len(D)
    return float(D.sum() / (n * (n - 1))) if n > 1 else 0.0


def is_cluster(
    X: Array,
    T: float,
    V: float = np.inf,
    definition: str = "all pairs",
    metric: str = "euclidean",
    *,
    covariance: ArrayLike | None = None,
) -> bool:
    """Whether the rows of X (n, p) are a cluster by one of the four definitions; a single row always is.

    Parameters
    ----------
    X : array-like of shape (n, p)
    T, V : float
        Thresholds on the distances; V is for "on average" alone.
    definition : {"all pairs", "a partner", "a centre", "on average"}
        All pairs are within T; each row has a partner within T; one row has all others within T; all pairs
        are within V, and within T on average.
    metric : str, default="euclidean"
        Distance of two rows.
    covariance : array-like of shape (p, p), default=None
        For metric "mahalanobis"; without it that of the rows of X is taken.

    Examples
    --------
    >>> chain = [[0.0], [1.0], [2.0]]
    >>> [is_cluster(chain, 1.0, definition=name) for name in DEFINITIONS[:3]]
    [False, True, True]
    """
    if definition not in DEFINITIONS:
        raise UsageError("cluster.definition", value=definition, accepted=listed(*map(repr, DEFINITIONS)))
    for name, threshold in (("T", T), ("V", V)):
        if not threshold >= 0:
            raise refused("is_cluster", name, threshold, phrase("limit.at_least", low=0))
    D = _distances(X, X, metric, covariance)
    if len(D) == 1:
        return True
    others = D[~np.eye(len(D), dtype=bool)].reshape(len(D), -1)
    if definition == "a partner":
        return bool((others.min(axis=1) <= T).all())
    if definition == "a centre":
        return bool((others.max(axis=1) <= T).any())
    if definition == "on average":
        return bool(others.max() <= V and others.mean() <= T)
    return bool(others.max() <= T)


def cluster_distance(
    X: Array,
    Y: Array,
    method: str = "single",
    metric: str = "euclidean",
    *,
    covariance: ArrayLike | None = None,
) -> float:
    """Distance of two clusters: of their nearest or farthest rows, of all pairs on average, of their means.

    `covariance` (p, p) is for metric "mahalanobis"; without it that of all rows given is taken.

    Examples
    --------
    >>> [cluster_distance([[0.0], [1.0]], [[3.0], [5.0]], name) for name in DISTANCES]
    [2.0, 5.0, 3.5, 3.5]
    """
    if method not in DISTANCES:
        raise UsageError("linkage.method", value=method, accepted=listed(*DISTANCES))
    if method == "centroid":
        return float(_distances(np.mean(X, axis=0)[None], np.mean(Y, axis=0)[None], metric, covariance)[0, 0])
    D = _distances(X, Y, metric, covariance)
    return float(D.min() if method == "single" else D.max() if method == "complete" else D.mean())
