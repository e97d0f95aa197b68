"""Agglomerative clustering: from rows, or their distances, to the tree of merges.

    merges = linkage(X, "ward")        (n - 1, 4): left, right, distance, rows; as SciPy lays them out
    labels = cut(merges, n_clusters=3)

Cost: O(n²) time; O(n p) memory for single and Ward linkage of rows in Euclidean distance, O(n²) for the
others.
Reference: Müllner (2011), Modern hierarchical, agglomerative clustering algorithms; source 004, section 8.2.
"""

from __future__ import annotations

import heapq
import os

import numpy as np
from sklearn.utils import check_array

from fenlei.cluster.hierarchy import merging
from fenlei.cluster.hierarchy.merging import METHODS
from fenlei.contract.given_functions import given_metric
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.messages import listed

EUCLIDEAN_ONLY = ("ward", "centroid", "median")
SMALL = 1024  # rows up to which a matrix is kept, so that equal distances stay equal


def linkage(X: Array, method: str = "single", metric: str = "euclidean") -> Array:
    """Merge the two nearest clusters until one is left.

    Parameters
    ----------
    X : array (n, p) or (n (n - 1) / 2,)
        Rows; or, in one dimension, the distances of all pairs as SciPy's `pdist` gives them.
    method : {"single", "complete", "average", "weighted", "ward", "centroid", "median"}
        Distance of two clusters: of their nearest rows, their farthest rows, the mean over all pairs, the
        mean of the two halves, Ward's (how much the sum of squares grows), of centroids, of medians.
    metric : str
        Distance of rows, any of SciPy's; the last three methods are about Euclidean distance.

    Returns
    -------
    merges : ndarray (n - 1, 4)
        Numbers of the two clusters (rows are 0..n-1, the cluster of line t is n + t), their distance, and the
        number of rows together.

    Examples
    --------
    >>> linkage([[0.0], [1.0], [5.0]], "average").tolist()
    [[0.0, 1.0, 1.0, 2.0], [2.0, 3.0, 4.5, 3.0]]
    """
    if method not in METHODS:
        raise UsageError("linkage.method", value=method, accepted=listed(*METHODS))
    if method in EUCLIDEAN_ONLY and metric != "euclidean":
        raise UsageError("linkage.metric", method=method, metric=metric)
    X = check_array(X, dtype=np.float64, ensure_2d=False, input_name="X")
    lean = method in ("single", "ward") and metric == "euclidean" and X.ndim == 2 and len(X) > SMALL
    n = len(X) if X.ndim == 2 else rows_of(len(X))
    pairs, heights = np.empty((n - 1, 2), np.int64), np.empty(n - 1)
    if lean:
        search = merging.spanning_tree if method == "single" else merging.ward_of_centroids
        search(np.ascontiguousarray(X.T).copy(), pairs, heights)
    else:
        _search_matrix(distance_matrix(X, n, method, metric), method, pairs, heights)
    return in_order(pairs, heights, sort=method not in ("centroid", "median"))


def rows_of(m: int) -> int:
    """Number of rows that have m pairs."""
    n = int(np.ceil(np.sqrt(2.0 * m)))
    if n * (n - 1) // 2 != m or m == 0:
        raise DataError("linkage.condensed", m=m)
    return n


def distance_matrix(X: Array, n: int, method: str, metric: str) -> Array:
    """Square matrix of distances; refused where it cannot fit in memory."""
    from scipy.spatial.distance import pdist, squareform

    need, have = 12.0 * n * n, _memory()
    if need > have:
        raise DataError("linkage.memory", n=n, need=need / 2**30, have=have / 2**30, method=method)
    try:
        condensed = X if X.ndim == 1 else pdist(X, given_metric(metric))
    except ValueError as error:
        if str(error).startswith("Unknown Distance Metric"):
            raise UsageError("linkage.unknown", metric=metric) from None
        raise
    if (condensed < 0).any() or not np.isfinite(condensed).all():
        raise DataError("linkage.distances", metric=metric)
    return squareform(condensed, checks=False)


def _memory() -> float:
    """Bytes of memory of the machine."""
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):
        return np.inf


def _search_matrix(D: Array, method: str, out_pairs: Array, out_heights: Array) -> None:
    if method == "single":
        merging.spanning_tree_of_matrix(D, out_pairs, out_heights)
    elif method in ("centroid", "median"):
        merging.nearest_pairs(D, METHODS[method], out_pairs, out_heights)
    else:
        merging.chain_of_neighbours(D, METHODS[method], out_pairs, out_heights)


def in_order(pairs: Array, heights: Array, sort: bool) -> Array:
    """Merges by height, with the clusters numbered in that order."""
    order = np.argsort(heights, kind="stable") if sort else np.arange(len(heights))
    merges = np.empty((len(heights), 4))
    merges[:, 2] = heights[order]
    merging.name_clusters(pairs[order], merges)
    return merges


def cut(merges: Array, n_clusters: int | None = None, height: float | None = None) -> Array:
    """Cluster (n,) of each row: undo the last merges until there are `n_clusters`, or all above `height`.

    Examples
    --------
    >>> cut(linkage([[0.0], [1.0], [5.0]]), n_clusters=2).tolist()
    [0, 0, 1]
    """
    n = len(merges) + 1
    if n_clusters is None:
        n_clusters = 1 + int((merges[:, 2] >= (np.inf if height is None else height)).sum())
    if not 1 <= n_clusters <= n:
        raise UsageError("linkage.clusters", value=n_clusters, n=n)
    tops = [-(2 * n - 2)]  # a heap: the latest merge first
    for _ in range(n_clusters - 1):
        left, right = merges[-tops[0] - n, :2].astype(np.int64)
        heapq.heappush(tops, -left)
        heapq.heappushpop(tops, -right)
    label = np.empty(2 * n - 1, np.int64)
    for k, top in enumerate(tops):
        label[-top] = k
    inner = np.full(2 * n - 1, False)
    inner[[-top for top in tops]] = True
    for t in range(n - 2, -1, -1):  # from the root down: children take the label of what they are part of
        if inner[n + t]:
            children = merges[t, :2].astype(np.int64)
            label[children], inner[children] = label[n + t], True
    return label[:n]
