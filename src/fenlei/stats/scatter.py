r"""Weighted scatter matrices of the classes: one for each class, or their sum S_w.

    S_k = Σ w_i (x_i - mean_k)(x_i - mean_k)ᵀ  over rows of class k,    S_w = Σ_k S_k   (not divided by n)

Computed by `class_products`. Merging adds the scatter of the two means: w_a r δ δᵀ for each class, in the
notation of `stats.moments`.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.records import Field
from fenlei.stats import class_products
from fenlei.stats.class_products import ClassProducts


class ClassScatter(NamedTuple):
    weight: Annotated[Array, Field("K", low=0.0)]  # sums of weights
    mean: Annotated[Array, Field("K p")]  # zero for an empty class
    scatter: Annotated[Array, Field("s p p")]  # S_k of each class (s = K), or S_w alone (s = 1)


def summarise(
    X: Array, codes: Array, w: Array | None = None, K: int = 1, *, pooled: bool, n_jobs: int | None = None
) -> ClassScatter:
    """Scatter of X (n, p) by class codes (n,) in 0..K-1, weighted by w (n,); `pooled` keeps only S_w."""
    return ClassScatter(*class_products.summarise(X, None, codes, w, K, pooled=pooled, n_jobs=n_jobs))


def merge(a: ClassScatter, b: ClassScatter) -> ClassScatter:
    """The summary of both sets of rows.

    Examples
    --------
    >>> from fenlei.bayes.estimate import merge_moments, moments
    >>> both = merge_moments(moments([[1.0], [3.0]]), moments([[8.0]]))
    >>> both.weight.tolist(), both.mean.tolist(), both.scatter.tolist()
    ([3.0], [[4.0]], [[[26.0]]])
    """
    return ClassScatter(*class_products.merge(ClassProducts(*a), ClassProducts(*b)))


def within(summary: ClassScatter) -> Array:
    """S_w (p, p), the sum of the scatters of the classes."""
    return summary.scatter.sum(axis=0)


def between(summary: ClassScatter) -> Array:
    """S_b (p, p): the scatter of the class means about the overall mean, so that S_t = S_w + S_b."""
    deviation = summary.mean - overall_mean(summary)
    return (summary.weight[:, None] * deviation).T @ deviation


def overall_mean(summary: ClassScatter) -> Array:
    """Mean (p,) of all rows; a power of two in the weights changes no bit, and no mean overflows."""
    weight = np.ldexp(summary.weight, -np.frexp(summary.weight.sum())[1])
    return weight @ summary.mean / weight.sum()


def total(summary: ClassScatter) -> ClassScatter:
    """The same rows with the classes thrown together: K = 1."""
    weight = summary.weight.sum(keepdims=True)
    return ClassScatter(weight, overall_mean(summary)[None], (within(summary) + between(summary))[None])


def align(summary: ClassScatter, index: Array, K: int, *, pooled: bool) -> ClassScatter:
    """Rename class k to index[k] among K classes; the others are empty."""
    p = summary.mean.shape[1]
    weight, mean = np.zeros(K), np.zeros((K, p))
    weight[index], mean[index] = summary.weight, summary.mean
    if pooled:
        return ClassScatter(weight, mean, summary.scatter)
    scatter = np.zeros((K, p, p))
    scatter[index] = summary.scatter
    return ClassScatter(weight, mean, scatter)
