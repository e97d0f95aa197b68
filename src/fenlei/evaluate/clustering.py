r"""How good a clustering is: silhouettes of the rows, and agreement of two partitions.

From the contingency n_ij of two partitions, with row sums a_i and column sums b_j:

    Rand = (pairs that both put together or both put apart) / all pairs
    adjusted Rand = (T - E) / (½ (A + B) - E),   T = Σ C(n_ij, 2), A = Σ C(a_i, 2), B = Σ C(b_j, 2),
        E = A B / C(n, 2)
    mutual information = Σ n_ij/n log(n n_ij / (a_i b_j));  normalised by mean entropy; adjusted for chance

Names, arguments and values are scikit-learn's. Reference: Hubert, Arabie (1985); Vinh, Epps, Bailey (2010).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from fenlei.annotations import MatrixLike
from fenlei.errors import DataError
from fenlei.evaluate.checks import option, same_length, vector
from fenlei.kernels import Array
from fenlei.kernels.threads import row_blocks, run_blocks

AVERAGES: dict[str, Callable[[list[float]], Any]] = {
    "arithmetic": np.mean,
    "max": np.max,
    "min": np.min,
    "geometric": lambda pair: np.sqrt(np.prod(pair)),
}


def contingency(labels_true: ArrayLike, labels_pred: ArrayLike) -> Array:
    """Rows (R, C) that cluster i of one partition and cluster j of the other share."""
    first, second = vector(labels_true, "labels_true"), vector(labels_pred, "labels_pred")
    same_length(labels_true=first, labels_pred=second)
    (known, i), (others, j) = (np.unique(labels, return_inverse=True) for labels in (first, second))
    counts = np.bincount(i * len(others) + j, minlength=len(known) * len(others))
    return counts.reshape(len(known), len(others)).astype(np.float64)


def _pairs(counts: Any) -> float:
    return float((counts * (counts - 1.0) / 2.0).sum())


def rand_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Share of the pairs of rows on which two partitions agree.

    >>> from fenlei.evaluate import rand_score
    >>> round(rand_score([0, 0, 1, 1], [0, 0, 1, 2]), 4)
    0.8333
    """
    N = contingency(labels_true, labels_pred)
    together, a, b, pairs = _pairs(N), _pairs(N.sum(axis=1)), _pairs(N.sum(axis=0)), _pairs(N.sum())
    return 1.0 if pairs == 0 else (pairs + 2 * together - a - b) / pairs


def adjusted_rand_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Rand index, 1 for equal partitions and 0 on average for random ones.

    Examples
    --------
    >>> adjusted_rand_score([0, 0, 1, 1], ["b", "b", "a", "a"])
    1.0
    """
    N = contingency(labels_true, labels_pred)
    together, a, b, pairs = _pairs(N), _pairs(N.sum(axis=1)), _pairs(N.sum(axis=0)), _pairs(N.sum())
    if pairs == 0 or (together == a == b):
        return 1.0
    chance = a * b / pairs
    return (together - chance) / ((a + b) / 2 - chance)


def mutual_info_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Mutual information of two partitions, in nats.

    >>> from fenlei.evaluate import mutual_info_score
    >>> round(mutual_info_score([0, 0, 1, 1], [1, 1, 0, 0]), 4)  # log 2
    0.6931
    """
    return _information(contingency(labels_true, labels_pred))


def _information(N: Array) -> float:
    n = N.sum()
    expected = np.outer(N.sum(axis=1), N.sum(axis=0)) / n
    there = N > 0
    return max(0.0, float((N[there] / n * np.log(N[there] / expected[there])).sum()))


def _entropy(counts: Array) -> float:
    share = counts[counts > 0] / counts.sum()
    return float(-(share * np.log(share)).sum())


def _mean_entropy(N: Array, average_method: str) -> float:
    option("mutual information", "average_method", average_method, AVERAGES)
    return float(AVERAGES[average_method]([_entropy(N.sum(axis=1)), _entropy(N.sum(axis=0))]))


def normalized_mutual_info_score(
    labels_true: ArrayLike, labels_pred: ArrayLike, *, average_method: str = "arithmetic"
) -> float:
    """Mutual information over the mean entropy: 0 to 1.

    >>> from fenlei.evaluate import normalized_mutual_info_score
    >>> round(normalized_mutual_info_score([0, 0, 1, 1], [0, 0, 1, 2]), 4)
    0.8
    """
    N = contingency(labels_true, labels_pred)
    mean = _mean_entropy(N, average_method)
    if N.shape == (1, 1):
        return 1.0
    return 0.0 if mean == 0 else _information(N) / mean


def adjusted_mutual_info_score(
    labels_true: ArrayLike, labels_pred: ArrayLike, *, average_method: str = "arithmetic"
) -> float:
    """Mutual information, 1 for equal partitions and 0 on average for random ones.

    >>> from fenlei.evaluate import adjusted_mutual_info_score
    >>> round(adjusted_mutual_info_score([0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 1, 2]), 3)
    0.502
    """
    N = contingency(labels_true, labels_pred)
    mean = _mean_entropy(N, average_method)
    if min(N.shape) == 1:  # a partition that tells nothing
        return float(N.shape == (1, 1))
    chance = expected_information(N.sum(axis=1), N.sum(axis=0))
    return _away_from_zero(_information(N) - chance) / _away_from_zero(mean - chance)


def _away_from_zero(value: float) -> float:
    """A difference that is 0 up to rounding counts as the smallest that is not, so that 0/0 is 1."""
    least = float(np.finfo(np.float64).eps)
    return min(value, -least) if value < 0 else max(value, least)


def expected_information(a: Array, b: Array) -> float:
    """Mean mutual information of partitions with sizes a and b, under the hypergeometric model."""
    from scipy.special import gammaln

    n, total = a.sum(), 0.0
    for size, times in zip(*np.unique(a, return_counts=True), strict=True):
        for other, often in zip(*np.unique(b, return_counts=True), strict=True):
            m = np.arange(max(1.0, size + other - n), min(size, other) + 1)
            log_share = (
                gammaln(size + 1)
                + gammaln(other + 1)
                + gammaln(n - size + 1)
                + gammaln(n - other + 1)
                - gammaln(n + 1)
                - gammaln(m + 1)
                - gammaln(size - m + 1)
                - gammaln(other - m + 1)
                - gammaln(n - size - other + m + 1)
            )
            term = (m / n * np.log(n * m / (size * other)) * np.exp(log_share)).sum()
            total += float(times * often * term)
    return total


def homogeneity_completeness_v_measure(
    labels_true: ArrayLike, labels_pred: ArrayLike, *, beta: float = 1.0
) -> tuple[float, float, float]:
    """Whether clusters hold one class, whether a class is in one cluster, and the weighted mean of both.

    >>> from fenlei.evaluate import homogeneity_completeness_v_measure
    >>> [round(value, 3) for value in homogeneity_completeness_v_measure([0, 0, 1, 1], [0, 0, 1, 2])]
    [1.0, 0.667, 0.8]
    """
    N = contingency(labels_true, labels_pred)
    shared, classes, clusters = _information(N), _entropy(N.sum(axis=1)), _entropy(N.sum(axis=0))
    homogeneity = shared / classes if classes else 1.0
    completeness = shared / clusters if clusters else 1.0
    both = beta * homogeneity + completeness
    return homogeneity, completeness, (1 + beta) * homogeneity * completeness / both if both else 0.0


def silhouette_samples(
    X: MatrixLike, labels: ArrayLike, *, metric: str = "euclidean", n_jobs: int | None = None
) -> Array:
    """Silhouette (n,) of each row: (b - a) / max(a, b); 0 for a cluster of one row.

    a and b are the row's mean distances from its own cluster and from the nearest other one.

    Parameters
    ----------
    X : array (n, p), or distances (n, n) with metric="precomputed"
    metric : {"euclidean", "precomputed"}

    Examples
    --------
    >>> from fenlei.evaluate import silhouette_samples
    >>> silhouette_samples([[0.0], [1.0], [9.0], [10.0]], [0, 0, 1, 1]).round(3).tolist()
    [0.895, 0.882, 0.882, 0.895]
    """
    from fenlei.cluster.choosing_k import silhouettes

    option("silhouette_samples", "metric", metric, ("euclidean", "precomputed"))
    codes = np.unique(vector(labels, "labels"), return_inverse=True)[1]
    X = np.ascontiguousarray(X, dtype=np.float64)
    same_length(X=X, labels=codes)
    sizes = np.bincount(codes)
    if not 2 <= len(sizes) <= len(codes) - 1:
        raise DataError("evaluation.silhouette", clusters=len(sizes), rows=len(codes))
    if metric == "precomputed":
        return _from_distances(X, codes, sizes)
    out = np.empty(len(X))
    blocks = row_blocks(len(X), len(X))
    run_blocks(lambda s, e: silhouettes(X, s, codes, sizes, out[s:e]), blocks, n_jobs)
    return out


def _from_distances(D: Array, codes: Array, sizes: Array) -> Array:
    """Silhouettes from a matrix of distances."""
    n = len(codes)
    sums = np.stack([D[:, codes == k].sum(axis=1) for k in range(len(sizes))], axis=1)
    own = sizes[codes]
    a = sums[np.arange(n), codes] / np.maximum(own - 1, 1)
    sums[np.arange(n), codes] = np.inf
    b = (sums / sizes).min(axis=1)
    largest = np.maximum(a, b)
    return np.where((own > 1) & (largest > 0), (b - a) / np.where(largest > 0, largest, 1.0), 0.0)


def silhouette_score(
    X: MatrixLike, labels: ArrayLike, *, metric: str = "euclidean", n_jobs: int | None = None
) -> float:
    """Mean silhouette of the rows, from -1 to 1.

    Examples
    --------
    >>> round(silhouette_score([[0.0], [1.0], [9.0], [10.0]], [0, 0, 1, 1]), 4)
    0.8885
    """
    return float(silhouette_samples(X, labels, metric=metric, n_jobs=n_jobs).mean())
