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

from fenlei.annotations import Matrix, MatrixLike, Metric, RandomState
from fenlei.errors import DataError
from fenlei.evaluate.checks import option, same_length, vector
from fenlei.kernels import Array
from fenlei.kernels.threads import row_blocks, run_blocks

DENSE_CELLS = 1 << 25  # sparse rows of up to 256 MB are made dense: exact differences, no expanded squares
AVERAGES: dict[str, Callable[[list[float]], Any]] = {
    "arithmetic": np.mean,
    "max": np.max,
    "min": np.min,
    "geometric": lambda pair: np.sqrt(np.prod(pair)),
}


def contingency_of(labels_true: ArrayLike | None, labels_pred: ArrayLike | None) -> Array:
    """Rows (R, C) that cluster i of one partition and cluster j of the other share."""
    first, second = _clusters(labels_true, "labels_true"), _clusters(labels_pred, "labels_pred")
    same_length(labels_true=first, labels_pred=second)
    (known, i), (others, j) = (np.unique(labels, return_inverse=True) for labels in (first, second))
    counts = np.bincount(i * len(others) + j, minlength=len(known) * len(others))
    return counts.reshape(len(known), len(others)).astype(np.float64)


def _clusters(labels: ArrayLike | None, name: str) -> Array:
    """Labels (n,) of a partition; of no rows too, which agree with each other."""
    array = np.asarray(labels)
    if array.size:
        array = vector(array, name)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise DataError("evaluation.cluster_labels", name=name)
    return array


def _pairs(counts: Array) -> float:
    return float((counts * (counts - 1.0) / 2.0).sum())


def rand_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Share of the pairs of rows on which two partitions agree.

    >>> from fenlei.evaluate import rand_score
    >>> round(rand_score([0, 0, 1, 1], [0, 0, 1, 2]), 4)
    0.8333
    """
    N = contingency_of(labels_true, labels_pred)
    together, a, b, pairs = _pairs(N), _pairs(N.sum(axis=1)), _pairs(N.sum(axis=0)), _pairs(N.sum())
    return 1.0 if pairs == 0 else (pairs + 2 * together - a - b) / pairs


def adjusted_rand_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Rand index, 1 for equal partitions and 0 on average for random ones.

    Examples
    --------
    >>> adjusted_rand_score([0, 0, 1, 1], ["b", "b", "a", "a"])
    1.0
    """
    return adjusted_rand_of(contingency_of(labels_true, labels_pred))


def adjusted_rand_of(N: Array) -> float:
    """The adjusted Rand index of a table of counts (R, C).

    Examples
    --------
    >>> adjusted_rand_of(np.array([[2, 0], [0, 3]]))
    1.0
    """
    together, a, b, pairs = _pairs(N), _pairs(N.sum(axis=1)), _pairs(N.sum(axis=0)), _pairs(N.sum())
    if pairs == 0 or (together == a == b):
        return 1.0
    chance = a * b / pairs
    return (together - chance) / ((a + b) / 2 - chance)


def mutual_info_score(
    labels_true: ArrayLike | None, labels_pred: ArrayLike | None, *, contingency: MatrixLike | None = None
) -> float:
    """Mutual information of two partitions, in nats; of their `contingency` (R, C) where that is given.

    >>> from fenlei.evaluate import mutual_info_score
    >>> round(mutual_info_score([0, 0, 1, 1], [1, 1, 0, 0]), 4)  # log 2
    0.6931
    """
    if contingency is None:
        return _information(contingency_of(labels_true, labels_pred))
    table = contingency.toarray() if hasattr(contingency, "toarray") else contingency
    return _information(np.asarray(table, dtype=np.float64))


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
    N = contingency_of(labels_true, labels_pred)
    mean = _mean_entropy(N, average_method)
    if max(N.shape) <= 1:
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
    N = contingency_of(labels_true, labels_pred)
    mean = _mean_entropy(N, average_method)
    if min(N.shape) <= 1:  # a partition that tells nothing
        return float(max(N.shape) <= 1)
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
    N = contingency_of(labels_true, labels_pred)
    shared, classes, clusters = _information(N), _entropy(N.sum(axis=1)), _entropy(N.sum(axis=0))
    homogeneity = shared / classes if classes else 1.0
    completeness = shared / clusters if clusters else 1.0
    both = beta * homogeneity + completeness
    return homogeneity, completeness, (1 + beta) * homogeneity * completeness / both if both else 0.0


def silhouette_samples(
    X: MatrixLike,
    labels: ArrayLike,
    *,
    metric: str | Callable[..., float] = "euclidean",
    n_jobs: int | None = None,
    **kwds: object,
) -> Array:
    """Silhouette (n,) of each row: (b - a) / max(a, b); 0 for a cluster of one row.

    a and b are the row's mean distances from its own cluster and from the nearest other one.

    Parameters
    ----------
    X : array or sparse matrix (n, p), or distances (n, n) with metric="precomputed"
    metric : "euclidean", "precomputed", or any other metric of `sklearn.metrics.pairwise_distances`
    **kwds
        Parameters of that other metric.

    Examples
    --------
    >>> from fenlei.evaluate import silhouette_samples
    >>> silhouette_samples([[0.0], [1.0], [9.0], [10.0]], [0, 0, 1, 1]).round(3).tolist()
    [0.895, 0.882, 0.882, 0.895]
    """
    from fenlei.cluster.choosing_k import silhouettes

    codes = np.unique(vector(labels, "labels"), return_inverse=True)[1]
    table = _rows_of(X)
    if table.shape[0] != len(codes):
        raise DataError("evaluation.lengths", first="X", n=table.shape[0], second="labels", m=len(codes))
    sizes = np.bincount(codes)
    if not 2 <= len(sizes) <= len(codes) - 1:
        raise DataError("evaluation.silhouette", clusters=len(sizes), rows=len(codes))
    if metric == "precomputed":
        return _from_distances(_zero_diagonal(table), codes, codes, sizes)
    if hasattr(table, "toarray") and table.shape[0] * table.shape[1] <= DENSE_CELLS:
        table = table.toarray()
    if metric != "euclidean" or hasattr(table, "toarray"):
        return _by_blocks(table, codes, sizes, metric, n_jobs, kwds)
    table = np.ascontiguousarray(table, dtype=np.float64)
    out = np.empty(len(table))
    blocks = row_blocks(len(table), len(table))
    run_blocks(lambda s, e: silhouettes(table, s, codes, sizes, out[s:e]), blocks, n_jobs)
    return out


def _rows_of(X: MatrixLike) -> Any:
    """A matrix whose rows can be chosen: an array, or compressed sparse rows."""
    return X.tocsr() if hasattr(X, "tocsr") else np.asarray(X)


def _by_blocks(
    X: Matrix, codes: Array, sizes: Array, metric: Metric, n_jobs: int | None, kwds: dict[str, object]
) -> Array:
    """Silhouettes by any metric, from distances of some rows at a time."""
    from sklearn.metrics import pairwise_distances_chunked

    blocks, start = [], 0
    for D in pairwise_distances_chunked(X, metric=metric, n_jobs=n_jobs, **kwds):
        blocks.append(_from_distances(D, codes[start : start + len(D)], codes, sizes))
        start += len(D)
    return np.concatenate(blocks)


def _zero_diagonal(D: Any) -> Any:
    """Distances whose diagonal is 0, up to rounding where they are floats."""
    D = D if D.dtype.kind in "biuf" else D.astype(np.float64)
    most = np.finfo(D.dtype).eps * 100 if D.dtype.kind == "f" else 0
    if (np.abs(D.diagonal()) > most).any():
        raise DataError("evaluation.diagonal")
    return D.astype(np.float64)


def _from_distances(D: Matrix, own_codes: Array, codes: Array, sizes: Array) -> Array:
    """Silhouettes of the rows of a matrix of distances, dense or sparse, to all rows."""
    n = len(own_codes)
    if not isinstance(D, np.ndarray):
        sums = np.asarray(D @ np.eye(len(sizes))[codes])
    else:
        sums = np.stack([D[:, codes == k].sum(axis=1, dtype=np.float64) for k in range(len(sizes))], axis=1)
    own = sizes[own_codes]
    a = sums[np.arange(n), own_codes] / np.maximum(own - 1, 1)
    sums[np.arange(n), own_codes] = np.inf
    b = (sums / sizes).min(axis=1)
    largest = np.maximum(a, b)
    return np.where((own > 1) & (largest > 0), (b - a) / np.where(largest > 0, largest, 1.0), 0.0)


def silhouette_score(
    X: MatrixLike,
    labels: ArrayLike,
    *,
    metric: str | Callable[..., float] = "euclidean",
    sample_size: int | None = None,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    **kwds: object,
) -> float:
    """Mean silhouette of the rows, from -1 to 1; of `sample_size` rows drawn at random where that is given.

    Examples
    --------
    >>> round(silhouette_score([[0.0], [1.0], [9.0], [10.0]], [0, 0, 1, 1]), 4)
    0.8885
    """
    if sample_size is not None:
        from sklearn.utils import check_random_state

        rows = check_random_state(random_state).permutation(len(vector(labels, "labels")))[:sample_size]
        labels, table = np.asarray(labels)[rows], _rows_of(X)[rows]
        X = table[:, rows] if metric == "precomputed" else table
    return float(silhouette_samples(X, labels, metric=metric, n_jobs=n_jobs, **kwds).mean())
