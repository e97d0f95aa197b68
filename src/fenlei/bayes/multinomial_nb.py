r"""Multinomial naive Bayes, for vectors of counts such as words of a text.

Model: given the class, a row of N counts is N draws from one distribution over the p features,
    P(x | k) ∝ Π_j θ_kj^x_j.
Estimate: θ_kj = (N_kj + α) / (N_k + α p), N_kj the total of feature j in class k, N_k = Σ_j N_kj.
Decision: argmax_k  log π_k + Σ_j x_j log θ_kj.

Cost: every stored value once to fit, K times to predict; dense or sparse. Mergeable: raw totals are kept.
Reference: source 000, section 3.1.2; Manning, Raghavan and Schütze, Information Retrieval, chapter 13.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np
from scipy.special import gammaln
from sklearn.utils import Tags

from fenlei.annotations import MatrixLike
from fenlei.bayes.discrete_nb import TotalsNB
from fenlei.contract.classifier import Rows
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.priors import log_prior
from fenlei.records import Field
from fenlei.stats.linear_scores import linear_scores, linear_winners
from fenlei.stats.totals import ClassTotals


class MultinomialNBModel(NamedTuple):
    class_log_prior: Annotated[Array, Field("K", low=-np.inf)]  # log π
    feature_log_prob: Annotated[Array, Field("K p", low=-np.inf)]  # log θ
    feature_count: Annotated[Array, Field("K p", low=0.0)]
    class_count: Annotated[Array, Field("K", low=0.0)]  # sums of weights


def solve(summary: ClassTotals, prior: Array, alpha: Array) -> MultinomialNBModel:
    """θ from the totals, smoothed by alpha (p,)."""
    smoothed = summary.total + alpha
    total = smoothed.sum(axis=1, keepdims=True)
    log_p = np.log(smoothed, out=np.full_like(smoothed, -np.inf), where=smoothed > 0)
    log_p -= np.log(total, out=np.zeros_like(total), where=total > 0)
    return MultinomialNBModel(log_prior(prior), log_p, summary.total, summary.weight)


def log_joint(X: MatrixLike, model: MultinomialNBModel, n_jobs: int | None = None) -> Array:
    """log π_k + Σ_j x_j log θ_kj, (n, K): without the number of orders, which is the same for all classes."""
    return linear_scores(X, model.feature_log_prob, model.class_log_prior, n_jobs)


def log_orders(X: Any) -> Array:
    """log N! / Π_j x_j!, (n,): the number of orders in which the counts of a row can come."""
    if not is_sparse(X):
        return gammaln(X.sum(axis=1) + 1.0) - gammaln(X + 1.0).sum(axis=1)
    whole = X.copy()
    whole.sum_duplicates()  # a count stored in parts is one count
    whole.data = gammaln(whole.data + 1.0)  # 0 for a count of 0, so what is not stored adds nothing
    return gammaln(_row_sums(X) + 1.0) - _row_sums(whole)


def _row_sums(X: Array) -> Array:
    return np.asarray(X.sum(axis=1)).ravel()


def draw(model: MultinomialNBModel, k: int, size: int, rng: np.random.RandomState) -> Array:
    """Rows of counts of class k, each of the class's average length."""
    length = round(model.feature_count[k].sum() / max(model.class_count[k], 1.0))
    theta = np.exp(model.feature_log_prob[k])
    if not theta.any():  # alpha = 0 and no counts: rows of this class are empty
        return np.zeros((size, len(theta)))
    return rng.multinomial(length, theta / theta.sum(), size).astype(np.float64)


class MultinomialNB(TotalsNB[MultinomialNBModel]):
    r"""Naive Bayes classifier for counts.

    Parameters
    ----------
    alpha : float or array-like of shape (p,), default=1.0
        Additive smoothing: 1 is Laplace's rule, 0 is maximum likelihood.
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
    feature_count_, feature_log_prob_ : ndarray of shape (K, p)
    class_count_, class_log_prior_ : ndarray of shape (K,)
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: with alpha = 0, a row of probability 0 in every class gets the class
    priors and a warning instead of NaN; given priors are normalised.

    Examples
    --------
    Counts of two words in four messages:

    >>> counts = [[3, 0], [2, 1], [0, 2], [1, 3]]
    >>> model = MultinomialNB().fit(counts, ["spam", "spam", "ham", "ham"])
    >>> model.predict([[2, 0], [0, 1]]).tolist()
    ['spam', 'ham']
    """

    Model = MultinomialNBModel

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags

    def _summarise(self, rows: Rows) -> ClassTotals:
        if (smallest := rows.X.min()) < 0:
            raise DataError("counts.negative", estimator="MultinomialNB", value=float(smallest))
        return super()._summarise(rows)

    def _solve(self, summary: ClassTotals, rows: Rows | None = None) -> MultinomialNBModel:
        return solve(summary, self._priors(summary.weight), self._alphas(summary.total.shape[1]))

    def _class_scores(self, X: Array) -> Array:
        return log_joint(X, self.model_, self.n_jobs)

    def _winning_codes(self, X: Array) -> Array | None:
        model = self.model_
        if len(self.classes_) == 1:
            return None
        return linear_winners(X, model.feature_log_prob, model.class_log_prior, self.n_jobs)

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        return draw(self.model_, k, size, rng)

    def _log_joint(self, X: Array) -> Array:
        """The scores and the number of orders in which the counts can come."""
        return self._class_scores(X) + log_orders(X)[:, None]

    def predict_joint_log_proba(self, X: MatrixLike) -> Array:
        """log π_k + Σ_j x_j log θ_kj, (n, K), as in scikit-learn: without the number of orders."""
        return self._scores(X)
