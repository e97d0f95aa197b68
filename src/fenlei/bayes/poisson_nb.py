r"""Poisson naive Bayes, for counts of rare events.

Model: features are counts, independent and Poisson given the class, P(x | k) = Π_j λ_kj^x_j e^(-λ_kj) / x_j!.
Estimate: λ_kj = (N_kj + α λ_j) / (n_k + α), N_kj the total of feature j in class k and λ_j its mean over all
rows: α rows of average counts are added to each class (a Gamma prior); α = 0 is maximum likelihood.
Decision: argmax_k  log π_k + Σ_j [ x_j log λ_kj - λ_kj - log x_j! ].

A missing value (NaN) counts in no rate, and its factor is left out of the product. A class that never shows
a feature has the rate over all rows, and a feature without any value the rate 1. Mergeable.
Reference: Bishop, Pattern Recognition and Machine Learning, section 2.3.6 (Gamma prior).
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from scipy.special import gammaln
from sklearn.utils import Tags

from fenlei.bayes.discrete_nb import DiscreteNB
from fenlei.contract.classifier import Rows
from fenlei.errors import DataError
from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.priors import log_prior
from fenlei.records import Field
from fenlei.stats import present_moments
from fenlei.stats.present_moments import PresentMoments


class PoissonNBModel(NamedTuple):
    class_log_prior: Annotated[Array, Field("K", low=-np.inf)]  # log π
    rate: Annotated[Array, Field("K p", low=0.0)]  # λ
    class_count: Annotated[Array, Field("K", low=0.0)]  # sums of weights


def solve(summary: PresentMoments, prior: Array, alpha: Array) -> PoissonNBModel:
    """λ from the means of the present values, smoothed by alpha (p,)."""
    everything = present_moments.total(summary)
    overall = np.where(everything.present > 0, everything.mean, 1.0)
    weight = summary.present + alpha
    smoothed = (summary.present * summary.mean + alpha * overall) / np.where(weight > 0, weight, 1.0)
    return PoissonNBModel(log_prior(prior), np.where(weight > 0, smoothed, overall), summary.weight)


def log_joint(X: Array, model: PoissonNBModel, n_jobs: int | None = None) -> Array:
    """log π_k + log P(x | k), (n, K)."""
    log_rate = np.log(model.rate, out=np.full_like(model.rate, -np.inf), where=model.rate > 0)
    scores = np.empty((len(X), len(model.class_log_prior)))

    def block(start: int, stop: int) -> None:
        log_factorial = gammaln(X[start:stop] + 1.0)
        log_pi = model.class_log_prior
        poisson_scores(X[start:stop], log_factorial, model.rate, log_rate, log_pi, scores[start:stop])

    run_blocks(block, row_blocks(*X.shape), n_jobs)
    return scores


@kernel
def poisson_scores(
    X: Array, log_factorial: Array, rate: Array, log_rate: Array, log_pi: Array, out_scores: Array
) -> None:
    """Sum of the log probabilities of a row's counts; missing ones are left out, and 0 log 0 is 0."""
    n, p = X.shape
    for i in range(n):
        for k in range(log_pi.shape[0]):
            score = log_pi[k]
            for j in range(p):
                x = X[i, j]
                if x == x:
                    score -= rate[k, j] + log_factorial[i, j]
                    if x > 0:
                        score += x * log_rate[k, j]
            out_scores[i, k] = score


def draw(model: PoissonNBModel, k: int, size: int, rng: np.random.RandomState) -> Array:
    """Rows of counts of class k."""
    return rng.poisson(model.rate[k], (size, model.rate.shape[1])).astype(np.float64)


class PoissonNB(DiscreteNB[PresentMoments, PoissonNBModel]):
    r"""Naive Bayes classifier for counts with Poisson distributions.

    Parameters
    ----------
    alpha : float or array-like of shape (p,), default=1.0
        Number of average rows added to each class; 0 is maximum likelihood.
    force_alpha : bool, default=True
        False raises an alpha below 1e-10 to that, with a warning.
    fit_prior : bool, default=True
        Whether to estimate the class priors; False makes them equal.
    class_prior : array-like of shape (K,), default=None
        Prior probabilities, in the order of `classes_`.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    rate_ : ndarray of shape (K, p)
    class_count_, class_log_prior_ : ndarray of shape (K,)
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Examples
    --------
    Calls per hour at two desks:

    >>> model = PoissonNB(alpha=0).fit([[1], [3], [2], [8], [10]], ["a", "a", "a", "b", "b"])
    >>> model.rate_.ravel().tolist(), model.predict([[4], [6]]).tolist()
    ([2.0, 9.0], ['a', 'b'])
    """

    Model = PoissonNBModel
    Summary = PresentMoments
    _allow_nan = True

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.classifier_tags.poor_score = True
        return tags

    def _summarise(self, rows: Rows) -> PresentMoments:
        K = len(self.classes_)
        if (negative := rows.X < 0).any():
            raise DataError("counts.negative", estimator="PoissonNB", value=float(rows.X[negative][0]))
        return present_moments.summarise(rows.X, rows.codes, rows.w, K, self.n_jobs)

    _merge = staticmethod(present_moments.merge)
    _align = staticmethod(present_moments.align)

    def _solve(self, summary: PresentMoments, rows: Rows | None = None) -> PoissonNBModel:
        return solve(summary, self._priors(summary.weight), self._alphas(summary.mean.shape[1]))

    def _keep(self, model: PoissonNBModel) -> None:
        self.model_ = model
        self.rate_ = model.rate
        self.class_log_prior_, self.class_count_ = model.class_log_prior, model.class_count

    def _class_scores(self, X: Array) -> Array:
        return log_joint(X, self.model_, self.n_jobs)

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        return draw(self.model_, k, size, rng)
