r"""Categories: maximum likelihood, and Bayesian estimation with Beta and Dirichlet priors.

Sample: m_i rows (or weight) of category i of K, m = Σ m_i. Likelihood Π p_i^m_i.
    maximum likelihood   p_i = m_i / m                            (source 000, eq. 3-7, 3-8)
    posterior            Dirichlet(α_i + m_i)                     from the prior Dirichlet(α_i), A = Σ α_i
    mean                 (m_i + α_i) / (m + A)                    α_i = 1 is Laplace's smoothing
    mode (MAP)           (m_i + α_i - 1) / (m + A - K)            α_i = 1 is maximum likelihood
    predictive           P(x = i) = mean_i
    evidence             Γ(A) / Γ(A + m) Π Γ(α_i + m_i) / Γ(α_i)  of the rows in their order
The evidence of the bare counts (binomial, multinomial) is larger by the factor m! / Π m_i!. `Beta` is the
case K = 2.

Reference: source 000, section 3.1.2; source 004, section 2.3.5 and definition 2.4.1, with |D_c| + K in the
denominator of equation 39; Murphy, Machine Learning, sections 3.3 and 3.4.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import gammaln, xlogy

from fenlei.annotations import ArrayLike
from fenlei.bayes.estimate.checks import require, require_weight, sample_array
from fenlei.errors import DataError, DegenerateDataWarning, warn
from fenlei.functions.distributions import check_distributions
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.weights import check_weights


class Counts(NamedTuple):
    """Summary of a sample of categories.

    Examples
    --------
    >>> from fenlei.bayes.estimate import count
    >>> count([0, 2, 2, 1], 3, w=[1, 1, 0.5, 1])
    Counts(counts=array([1. , 1. , 1.5]))
    """

    counts: Array  # (K,) weight of each category


def count(x: ArrayLike, K: int, w: ArrayLike | None = None) -> Counts:
    """Weight of each category 0..K-1 in the codes x (n,), each row weighing w (n,).

    >>> from fenlei.bayes.estimate import count
    >>> count([0, 2, 2, 1], 3).counts.tolist()
    [1.0, 1.0, 2.0]
    """
    codes = _codes(x, K)
    return Counts(np.bincount(codes, check_weights(w, len(codes)), K).astype(np.float64))


def merge_counts(a: Counts, b: Counts) -> Counts:
    """The counts of both samples.

    >>> from fenlei.bayes.estimate import count, merge_counts
    >>> merge_counts(count([0, 1], 2), count([1, 1], 2)).counts.tolist()
    [1.0, 3.0]
    """
    return Counts(a.counts + b.counts)


def categorical_ml(summary: Counts) -> Array:
    """Maximum likelihood p_i = m_i / m.

    >>> from fenlei.bayes.estimate import categorical_ml, count
    >>> categorical_ml(count([0, 2, 2, 1], 3)).tolist()
    [0.25, 0.25, 0.5]
    """
    return summary.counts / require_weight(summary.counts.sum())


def categorical_log_likelihood(summary: Counts, p: ArrayLike) -> float:
    """Σ m_i ln p_i; -inf where a category that was seen has p_i = 0.

    >>> from fenlei.bayes.estimate import categorical_log_likelihood, count
    >>> round(categorical_log_likelihood(count([0, 1, 1], 2), [0.5, 0.5]), 4)
    -2.0794
    """
    return float(xlogy(summary.counts, check_distributions(p, "p", 1)).sum())


def likelihood(x: ArrayLike, alpha: float = 0.0) -> Array:
    """P(value | class) (C, N) from a histogram: x[i, j] rows of class i have value j.

    P = (x + alpha) / (row sum + alpha N). A class without rows (alpha = 0) has no estimate: all values are
    then equally likely, with a warning.

    >>> likelihood([[1, 3, 0], [0, 2, 2]])
    array([[0.25, 0.75, 0.  ],
           [0.  , 0.5 , 0.5 ]])
    """
    counts = sample_array(x, (2,))
    require((counts >= 0) & (alpha >= 0), "histogram", phrase("proper.counts"))
    counts = counts + alpha
    total = counts.sum(axis=1, keepdims=True)
    empty = total[:, 0] == 0
    if empty.any():
        warn("estimate.empty_class", DegenerateDataWarning, k=int(empty.argmax()), count=int(empty.sum()))
        counts[empty], total[empty] = 1.0, counts.shape[1]
    return counts / total


class Dirichlet(NamedTuple):
    """Distribution of category probabilities (K,), before or after a sample.

    Examples
    --------
    Colours of six Fuji apples: 2 yellow, 4 yellow-green, none green.

    >>> posterior = Dirichlet(np.ones(3)).update(Counts(np.array([2.0, 4.0, 0.0])))
    >>> posterior.mean.round(4)
    array([0.3333, 0.5556, 0.1111])
    >>> posterior.mode.round(4)
    array([0.3333, 0.6667, 0.    ])
    """

    alpha: Array  # (K,) all above 0

    def update(self, summary: Counts) -> Dirichlet:
        """The posterior."""
        return Dirichlet(np.asarray(self.alpha, dtype=np.float64) + summary.counts)

    @property
    def mean(self) -> Array:
        """Mean (K,), also the predictive distribution."""
        alpha = self._proper()
        return alpha / alpha.sum()

    @property
    def mode(self) -> Array:
        """MAP estimate (K,)."""
        alpha = np.asarray(self.alpha, dtype=np.float64)
        require((alpha >= 1) & (alpha.sum() > len(alpha)), self, phrase("proper.alpha_mode"))
        return (alpha - 1.0) / (alpha.sum() - len(alpha))

    def log_predictive(self, x: ArrayLike) -> Array:
        """log P(x | sample) (n,) of category codes x (n,)."""
        return np.log(self.mean)[_codes(x, len(self.alpha))]

    def log_evidence(self, summary: Counts) -> float:
        """Log marginal likelihood of the rows in their order."""
        alpha, m = self._proper(), summary.counts
        ordered = gammaln(alpha + m) - gammaln(alpha)
        return float(gammaln(alpha.sum()) - gammaln(alpha.sum() + m.sum()) + ordered.sum())

    def _proper(self) -> Array:
        alpha = np.asarray(self.alpha, dtype=np.float64)
        require(alpha > 0, self, phrase("proper.alpha"))
        return alpha


class Beta(NamedTuple):
    """Distribution of the probability of success, before or after a sample of successes (1) and failures (0).

    Examples
    --------
    Seven successes in ten trials:

    >>> posterior = Beta(1, 1).update(Counts(np.array([3.0, 7.0])))
    >>> posterior
    Beta(a=8.0, b=4.0)
    >>> round(posterior.mean, 4), round(posterior.mode, 4)
    (0.6667, 0.7)
    """

    a: float  # above 0: successes
    b: float  # above 0: failures

    def _dirichlet(self) -> Dirichlet:
        return Dirichlet(np.array([self.b, self.a], dtype=np.float64))

    def update(self, summary: Counts) -> Beta:
        """The posterior, from the counts (failures, successes)."""
        failures, successes = summary.counts.tolist()
        return Beta(self.a + successes, self.b + failures)

    @property
    def mean(self) -> float:
        """Mean, also the predictive probability of a success."""
        return float(self._dirichlet().mean[1])

    @property
    def mode(self) -> float:
        """MAP estimate."""
        return float(self._dirichlet().mode[1])

    def log_predictive(self, x: ArrayLike) -> Array:
        """log P(x | sample) (n,) of trials x (n,) that are 0 or 1."""
        return self._dirichlet().log_predictive(x)

    def log_evidence(self, summary: Counts) -> float:
        """Log marginal likelihood of the trials in their order."""
        return self._dirichlet().log_evidence(summary)


def _codes(x: ArrayLike, K: int) -> Array:
    """Category codes as int64, all in 0..K-1."""
    values = sample_array(x, (1,))
    codes = values.astype(np.int64)
    bad = (codes != values) | (codes < 0) | (codes >= K)
    if bad.any():
        raise DataError("estimate.codes", row=int(bad.argmax()), value=float(values[bad][0]), last=K - 1)
    return codes
