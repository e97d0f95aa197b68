r"""Normal distributions: densities, sufficient statistics, likelihood and its maximum.

    ln N(x | μ, Σ) = -½ [ p ln 2π + ln det Σ + (x - μ)ᵀ Σ⁻¹ (x - μ) ]

Of a sample only W = Σ w, the mean x̄ and the scatter S = Σ w (x - x̄)(x - x̄)ᵀ are needed:
    ln L(μ, Σ) = -½ [ W p ln 2π + W ln det Σ + tr Σ⁻¹ (S + W (x̄ - μ)(x̄ - μ)ᵀ) ]
    maximum likelihood: μ = x̄, Σ = S / W (divisor n).
The summary is `stats.scatter.ClassScatter` with one class, which merges exactly. Σ⁻¹ and det Σ come from its
Cholesky factor.

Reference: source 000, equation 3-9; source 004, equations 19 to 32, 31 and 32 corrected.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import linalg

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.bayes.estimate.checks import require, require_weight, sample_array
from fenlei.errors import DataError
from fenlei.functions.checks import cholesky
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.stats import scatter
from fenlei.stats.scatter import ClassScatter
from fenlei.weights import check_weights

LOG_2PI = float(np.log(2.0 * np.pi))

merge_moments = scatter.merge


def moments(X: MatrixLike, w: ArrayLike | None = None) -> ClassScatter:
    """Weight, mean and scatter of a sample X (n,) or (n, p), each row weighing w (n,).

    >>> moments([1.0, 2.0, 3.0]).scatter
    array([[[2.]]])
    """
    rows = sample_array(X, (1, 2))
    rows = rows[:, None] if rows.ndim == 1 else rows
    codes = np.zeros(len(rows), np.int64)
    return scatter.summarise(rows, codes, check_weights(w, len(rows)), 1, pooled=True)


class Normal(NamedTuple):
    """N(mean, variance).

    Examples
    --------
    >>> from fenlei.bayes.estimate import Normal
    >>> Normal(0.0, 4.0).log_density([0.0, 2.0]).round(4).tolist()
    [-1.6121, -2.1121]
    """

    mean: float
    variance: float

    def log_density(self, x: ArrayLike) -> Array:
        """ln p(x) of each value."""
        require(self.variance > 0, self, phrase("proper.variance"))
        return -0.5 * (
            LOG_2PI + np.log(self.variance) + (sample_array(x, (0, 1)) - self.mean) ** 2 / self.variance
        )

    def log_likelihood(self, summary: ClassScatter) -> float:
        """ln L of a sample, from its moments."""
        require(self.variance > 0, self, phrase("proper.variance"))
        W, mean, S = one_sample(summary)
        square = S + W * (mean - self.mean) ** 2
        return float(-0.5 * (W * (LOG_2PI + np.log(self.variance)) + square / self.variance))


class MultivariateNormal(NamedTuple):
    """N(mean, covariance) on p dimensions.

    Examples
    --------
    >>> import numpy as np
    >>> from fenlei.bayes.estimate import MultivariateNormal
    >>> MultivariateNormal(np.zeros(2), np.eye(2)).log_density([[0.0, 0.0], [1.0, 1.0]]).round(4).tolist()
    [-1.8379, -2.8379]
    """

    mean: Array  # (p,)
    covariance: Array  # (p, p)

    def log_density(self, X: MatrixLike) -> Array:
        """ln p(x) of each row of X (n, p)."""
        L = cholesky(self.covariance, "covariance")
        return -0.5 * (len(L) * LOG_2PI + log_det(L) + squared_distances(X, self.mean, L))

    def log_likelihood(self, summary: ClassScatter) -> float:
        """ln L of a sample, from its moments."""
        W, mean, S = sample_of(summary, len(self.mean))
        L = cholesky(self.covariance, "covariance")
        deviation = mean - self.mean
        square = S + W * np.outer(deviation, deviation)
        trace = np.trace(linalg.cho_solve((L, True), square))
        return float(-0.5 * (W * (len(L) * LOG_2PI + log_det(L)) + trace))


def normal_ml(summary: ClassScatter) -> Normal:
    """Mean and variance (divisor n) of greatest likelihood.

    >>> normal_ml(moments([190, 200]))
    Normal(mean=195.0, variance=25.0)
    """
    W, mean, S = one_sample(summary)
    return Normal(mean, S / require_weight(W))


def multivariate_normal_ml(summary: ClassScatter) -> MultivariateNormal:
    """Mean and covariance (divisor n) of greatest likelihood.

    >>> from fenlei.bayes.estimate import multivariate_normal_ml
    >>> from fenlei.bayes.estimate import moments
    >>> normal = multivariate_normal_ml(moments([[0.0, 0.0], [2.0, 2.0]]))
    >>> normal.mean.tolist(), normal.covariance.tolist()
    ([1.0, 1.0], [[1.0, 1.0], [1.0, 1.0]])
    """
    W, mean, S = sample_of(summary, summary.mean.shape[1])
    return MultivariateNormal(mean, S / require_weight(W))


def sample_of(summary: ClassScatter, p: int) -> tuple[float, Array, Array]:
    """W, x̄ (p,) and S (p, p) of a summary of p columns."""
    _require_columns(summary.mean.shape[1], p)
    return float(summary.weight[0]), summary.mean[0], summary.scatter[0]


def one_sample(summary: ClassScatter) -> tuple[float, float, float]:
    """W, x̄ and S of a summary of one column."""
    _require_columns(summary.mean.shape[1], 1)
    return float(summary.weight[0]), summary.mean.item(), summary.scatter.item()


def log_det(L: Array) -> float:
    """ln det (L Lᵀ)."""
    return 2.0 * float(np.log(np.diagonal(L)).sum())


def squared_distances(X: MatrixLike, mean: Array, L: Array) -> Array:
    """(x - μ)ᵀ (L Lᵀ)⁻¹ (x - μ) of each row of X (n, p)."""
    rows = sample_array(X, (2,))
    _require_columns(rows.shape[1], len(L))
    return (linalg.solve_triangular(L, (rows - mean).T, lower=True) ** 2).sum(axis=0)


def _require_columns(found: int, p: int) -> None:
    if found != p:
        raise DataError("estimate.columns", found=found, p=p)
