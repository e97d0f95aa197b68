r"""How many clusters? Three answers, with the numbers that they rest on, and the mean diameter.

Elbow: W falls with K for any data; it falls fast up to the true number and slowly after (source 004, section
8.3.4). The elbow is the K whose point (K, W) lies farthest below the line from the first point to the last,
both axes scaled to 0..1.

Silhouette (Rousseeuw 1987): s_i = (b_i - a_i) / max(a_i, b_i), a_i the mean distance of row i from the other
rows of its cluster, b_i the smallest mean distance from the rows of another; 0 for a cluster of one row. The
K of the largest mean.

Mean diameter (source 004, section 8.3.4): the largest distance of two rows of a cluster, averaged over the
clusters; it falls like W, and is told beside it.

Gap (Tibshirani, Walther and Hastie 2001): how far log W lies below its expectation for rows without clusters,
uniform in the box of the data: gap_K = mean_b log W_K^b - log W_K, and the smallest K with gap_K >= gap_K' -
s_K', K' the next one tried, s = sd_b(log W^b) √(1 + 1/B).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.utils import check_array, check_random_state

from fenlei.cluster.kmeans.assignment import squared_distance
from fenlei.cluster.kmeans.kmeans import KMeans
from fenlei.errors import UsageError
from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.parameters import integer

if TYPE_CHECKING:
    from fenlei.annotations import RandomState

DIAMETER_BLOCK = 256  # rows whose distances are held at once


class ChoiceOfClusters(NamedTuple):
    """Result of `choose_n_clusters`.

    Examples
    --------
    >>> from fenlei.cluster import choose_n_clusters
    >>> rows = [[0.0], [0.1], [0.2], [5.0], [5.1], [5.2], [9.0], [9.1], [9.2]]
    >>> found = choose_n_clusters(rows, range(1, 6))
    >>> found.k.tolist(), found.elbow, found.best_silhouette
    ([1, 2, 3, 4, 5], 2, 3)
    """

    k: Array  # (t,) numbers tried, ascending
    inertia: Array  # (t,) W
    silhouette: Array  # (t,) mean over the rows; NaN for one cluster
    gap: Array  # (t,)
    gap_error: Array  # (t,) s
    elbow: int
    best_silhouette: int
    best_gap: int
    mean_diameter: Array  # (t,) of the clusters; of drawn rows where there are many


def choose_n_clusters(
    X: Array,
    ks: Iterable[int] = range(1, 11),
    *,
    model: KMeans | None = None,
    n_references: int = 10,
    silhouette_rows: int = 5000,
    random_state: RandomState = None,
) -> ChoiceOfClusters:
    """W, mean diameter, silhouette and gap of k-means for each of `ks`, and the numbers they would choose.

    Parameters
    ----------
    X : array-like of shape (n, p)
    ks : iterable of int
    model : KMeans, default=None
        Its parameters are used, except `n_clusters`; None is the best of ten runs.
    n_references : int, default=10
        Sets of uniform rows for the gap.
    silhouette_rows : int, default=5000
        Rows drawn for the silhouette and the diameters, where there are more: their cost is the square.
    random_state : int, RandomState instance or None, default=None
        For the references, the drawn rows, and the runs where `model` is None.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = np.concatenate([rng.normal(m, 0.3, (40, 2)) for m in ([0, 0], [4, 0], [0, 4])])
    >>> found = choose_n_clusters(X, range(1, 7), random_state=0)
    >>> found.elbow, found.best_silhouette, found.best_gap
    (3, 3, 3)
    >>> found.mean_diameter.round(2).tolist()
    [6.97, 3.34, 1.4, 1.21, 1.18, 1.09]
    """
    X = check_array(X, dtype=np.float64, order="C")
    tried = np.unique(np.asarray(list(ks)))
    if not len(tried) or not all(integer(1).accepts(k) for k in tried) or tried[-1] > len(X):
        raise UsageError("cluster.ks", ks=tried.tolist(), n=len(X))
    rng = check_random_state(random_state)
    model = KMeans(n_init=10, random_state=rng.randint(2**31 - 1)) if model is None else model
    rows = (
        np.arange(len(X)) if len(X) <= silhouette_rows else np.sort(rng.permutation(len(X))[:silhouette_rows])
    )
    fits = [clone(model).set_params(n_clusters=int(k)).fit(X) for k in tried]
    inertia = np.array([fit.inertia_ for fit in fits])
    silhouettes = np.array([mean_silhouette(X[rows], fit.labels_[rows], model.n_jobs) for fit in fits])
    gap, error = gaps(X, tried, inertia, model, n_references, rng)
    best = tried[np.nanargmax(silhouettes)] if np.isfinite(silhouettes).any() else tried[0]
    answers = int(elbow(tried, inertia)), int(best), int(first_large_gap(tried, gap, error))
    diameters = np.array([mean_diameter(X[rows], fit.labels_[rows]) for fit in fits])
    return ChoiceOfClusters(tried, inertia, silhouettes, gap, error, *answers, diameters)


def elbow(k: Array, inertia: Array) -> int:
    """The k farthest below the chord of (k, W)."""
    if len(k) < 3 or inertia[0] == inertia[-1]:
        return int(k[0])
    x = (k - k[0]) / (k[-1] - k[0])
    y = (inertia - inertia[-1]) / (inertia[0] - inertia[-1])
    return int(k[np.argmax(1.0 - x - y)])


def mean_diameter(X: Array, labels: Array) -> float:
    """Largest distance of two rows of a cluster, averaged over the clusters.

    Examples
    --------
    >>> X, labels = np.array([[0.0], [1.0], [5.0], [8.0], [20.0]]), np.array([0, 0, 1, 1, 2])
    >>> round(mean_diameter(X, labels), 4)  # of 1, 3 and 0
    1.3333
    """
    return float(np.mean([_diameter(X[labels == label]) for label in np.unique(labels)]))


def _diameter(X: Array) -> float:
    """Largest distance of two rows, over blocks of rows, so that no matrix of all pairs is made."""
    from scipy.spatial.distance import cdist

    starts = range(0, len(X), DIAMETER_BLOCK)
    return max(float(cdist(X[s : s + DIAMETER_BLOCK], X[s:]).max()) for s in starts)


def gaps(
    X: Array, ks: Array, inertia: Array, model: KMeans, n_references: int, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Gap and its standard error for each k."""
    low, high = X.min(axis=0), X.max(axis=0)
    logs = np.empty((n_references, len(ks)))
    for b in range(n_references):
        uniform = low + rng.uniform(size=X.shape) * (high - low)
        fits = (clone(model).set_params(n_clusters=int(k)).fit(uniform) for k in ks)
        logs[b] = [_log(fit.inertia_) for fit in fits]
    error = logs.std(axis=0) * np.sqrt(1.0 + 1.0 / n_references)
    return logs.mean(axis=0) - np.array([_log(value) for value in inertia]), error


def _log(inertia: float) -> float:
    """log W; rows that all lie on their centres count as far below any other as numbers allow."""
    return float(np.log(max(inertia, np.finfo(np.float64).tiny)))


def first_large_gap(k: Array, gap: Array, error: Array) -> int:
    """The smallest k whose gap the next one does not exceed by more than its error."""
    enough = gap[:-1] >= gap[1:] - error[1:]
    return int(k[:-1][enough][0] if enough.any() else k[np.argmax(gap)])


def mean_silhouette(X: Array, labels: Array, n_jobs: int | None = None) -> float:
    """Mean silhouette of the rows; NaN for one cluster."""
    _, codes, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    if len(sizes) < 2:
        return float("nan")
    silhouette = np.empty(len(X))
    blocks = row_blocks(len(X), len(X) * X.shape[1])
    run_blocks(lambda s, e: silhouettes(X, s, codes, sizes, silhouette[s:e]), blocks, n_jobs)
    return float(silhouette.mean())


@kernel
def silhouettes(X: Array, start: int, codes: Array, sizes: Array, out: Array) -> None:
    """Silhouette of the rows from `start` on."""
    total = np.empty(sizes.shape[0])
    for i in range(out.shape[0]):
        total[:] = 0.0
        x, own = X[start + i], codes[start + i]
        for t in range(X.shape[0]):
            total[codes[t]] += np.sqrt(squared_distance(x, X[t]))
        a, b = total[own] / max(sizes[own] - 1, 1), np.inf
        for k in range(sizes.shape[0]):
            if k != own:
                b = min(b, total[k] / sizes[k])
        out[i] = (b - a) / max(a, b) if sizes[own] > 1 and max(a, b) > 0.0 else 0.0
