r"""Bernoulli naive Bayes, for features that are there or not.

Model: features are 0 or 1 and independent given the class, P(x | k) = Π_j μ_kj^x_j (1 - μ_kj)^(1 - x_j).
Estimate: μ_kj = (N_kj + α) / (N_k + 2α), N_kj the weight of the rows of class k that have feature j, N_k of
all its rows.
Decision: argmax_k  log π_k + Σ_j [ x_j log μ_kj + (1 - x_j) log(1 - μ_kj) ].

Cost: every stored value once to fit, K times to predict; dense or sparse. Mergeable: raw totals are kept.
Reference: source 000, equation 3-7; source 001, A-M28 and A-M29 (equations 5.4.1 to 5.4.15).
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, ClassWeight, MatrixLike
from fenlei.bayes.discrete_nb import TotalsNB
from fenlei.contract.attributes import Public, as_field
from fenlei.contract.classifier import Rows
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.parameters import CLASS_WEIGHT, NONE, Limit, either, real
from fenlei.priors import log_prior
from fenlei.records import Field
from fenlei.stats.linear_scores import linear_scores, linear_winners
from fenlei.stats.totals import ClassTotals


class BernoulliNBModel(NamedTuple):
    class_log_prior: Annotated[Array, Field("K", low=-np.inf)]  # log π
    feature_log_prob: Annotated[Array, Field("K p", low=-np.inf)]  # log μ
    absent_log_prob: Annotated[Array, Field("K p", low=-np.inf)]  # log(1 - μ)
    feature_count: Annotated[Array, Field("K p")]
    class_count: Annotated[Array, Field("K", low=0.0)]  # sums of weights


def solve(summary: ClassTotals, prior: Array, alpha: Array) -> BernoulliNBModel:
    """μ and 1 - μ from the totals, both as logarithms of counts, smoothed by alpha (p,)."""
    there, rows = summary.total, summary.weight[:, None]
    present, absent = (_log_share(count + alpha, rows + 2 * alpha) for count in (there, rows - there))
    return BernoulliNBModel(log_prior(prior), present, absent, there, summary.weight)


def _log_share(part: Array, whole: Array) -> Array:
    """log(part / whole), -inf for a part of 0."""
    some = part > 0
    return np.log(part / np.where(some, whole, 1.0), out=np.full(part.shape, -np.inf), where=some)


def log_joint(X: MatrixLike, model: BernoulliNBModel, n_jobs: int | None = None) -> Array:
    """log π_k + Σ_j log(1 - μ_kj) + Σ_{j: x_j = 1} [log μ_kj - log(1 - μ_kj)], (n, K).

    Where μ_kj = 1 the absence of j is impossible: such terms are counted apart, for ∞ - ∞ has no value.
    """
    scores = linear_scores(X, *score_terms(model), n_jobs)
    sure = np.isneginf(model.absent_log_prob)
    if sure.any():
        lacking = sure.sum(axis=1) - linear_scores(X, sure.astype(np.float64), np.zeros(len(sure)), n_jobs)
        scores[lacking > 0] = -np.inf
    return scores


def score_terms(model: BernoulliNBModel) -> tuple[Array, Array]:
    """log μ - log(1 - μ) (K, p) and log π_k + Σ_j log(1 - μ_kj) (K,); log(1 - μ) = 0 where μ = 1."""
    absent = np.where(np.isneginf(model.absent_log_prob), 0.0, model.absent_log_prob)
    return model.feature_log_prob - absent, model.class_log_prior + absent.sum(axis=1)


def draw(model: BernoulliNBModel, k: int, size: int, rng: np.random.RandomState) -> Array:
    """Rows of 0 and 1 of class k."""
    p = model.feature_log_prob.shape[1]
    return (rng.random_sample((size, p)) < np.exp(model.feature_log_prob[k])).astype(np.float64)


def indicators(X: Any) -> Any:
    """X, dense or CSR, whose values must lie between 0 and 1."""
    values = X.data if is_sparse(X) else X
    least, most = float(values.min(initial=0.0)), float(values.max(initial=0.0))
    if least < 0.0 or most > 1.0:
        raise DataError("bernoulli.binary", value=least if least < 0.0 else most)
    return X


class BernoulliNB(TotalsNB[BernoulliNBModel]):
    r"""Naive Bayes classifier for binary features.

    Parameters
    ----------
    alpha : float or array-like of shape (p,), default=1.0
        Additive smoothing: 1 is Laplace's rule, 0 is maximum likelihood.
    force_alpha : bool, default=True
        False raises an alpha below 1e-10 to that, with a warning.
    binarize : float or None, default=0.0
        Values above it count as 1, others as 0; None takes X as 0 and 1 already.
    fit_prior : bool, default=True
        Whether to estimate the class priors; False makes them equal.
    class_prior : array-like of shape (K,), default=None
        Prior probabilities, in the order of `classes_`.
    class_weight : dict, "balanced" or None, default=None
        Factor on the weight of each class's rows.
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
    Differences from scikit-learn: alpha = 0 is exact maximum likelihood, probabilities 0 and 1 included, and
    a row of probability 0 in every class gets the class priors and a warning instead of NaN; given priors
    are normalised.

    Examples
    --------
    >>> model = BernoulliNB().fit([[1, 0], [1, 0], [0, 1], [0, 1]], [1, 1, 0, 0])
    >>> model.predict_proba([[1, 1], [1, 0], [0, 1]])[:, 1].round(12).tolist()
    [0.5, 0.9, 0.1]
    """

    Model = BernoulliNBModel
    _public: ClassVar[dict[str, Public]] = {**TotalsNB._public, "feature_log_prob_": Public()}
    _limits: ClassVar[dict[str, Limit]] = {
        **TotalsNB._limits,
        "binarize": either(NONE, real(0)),
        "class_weight": CLASS_WEIGHT,
    }

    def __init__(
        self,
        *,
        alpha: float | ArrayLike = 1.0,
        force_alpha: bool = True,
        binarize: float | None = 0.0,
        fit_prior: bool = True,
        class_prior: ArrayLike | None = None,
        class_weight: ClassWeight = None,
        n_jobs: int | None = None,
    ) -> None:
        super().__init__(
            alpha=alpha, force_alpha=force_alpha, fit_prior=fit_prior, class_prior=class_prior, n_jobs=n_jobs
        )
        self.binarize = binarize
        self.class_weight = class_weight

    def _as_floats(self, X: Any, *, reset: bool) -> Any:
        X = super()._as_floats(X, reset=reset)
        self._refuse_non_finite(X)  # a NaN would pass for an absent feature
        if self.binarize is None:
            return indicators(X)
        if is_sparse(X):
            if not X.has_canonical_format:  # a value stored in parts is one value
                X = X.copy()
                X.sum_duplicates()
            ones = (X.data > self.binarize).astype(np.float64)
            return type(X)((ones, X.indices, X.indptr), shape=X.shape)
        return (self.binarize < X).astype(np.float64)

    def _fields_of(self, values: dict[str, ArrayLike], record: BernoulliNBModel | None) -> dict[str, Array]:
        there = as_field(values["feature_log_prob_"])
        with np.errstate(divide="ignore", invalid="ignore"):
            absent = np.log1p(-np.exp(there.astype(np.float64)))  # NaN of a probability above 1 is refused
        fields = super()._fields_of(values, record)
        return fields | {"feature_log_prob": there, "absent_log_prob": absent}

    def _solve(self, summary: ClassTotals, rows: Rows | None = None) -> BernoulliNBModel:
        return solve(summary, self._priors(summary.weight), self._alphas(summary.total.shape[1]))

    def _class_scores(self, X: Array) -> Array:
        return log_joint(X, self.model_, self.n_jobs)

    def _winning_codes(self, X: Array) -> Array | None:
        if len(self.classes_) == 1 or np.isneginf(self.model_.absent_log_prob).any():
            return None
        return linear_winners(X, *score_terms(self.model_), self.n_jobs)

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        return draw(self.model_, k, size, rng)
