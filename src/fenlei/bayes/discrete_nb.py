"""What the naive Bayes classifiers of discrete features share: smoothing, priors, and the answer to 0/0.

With alpha = 0 a row can have probability 0 in every class. Bayes' formula is then 0/0, and the class prior
decides, with a warning.
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np
from sklearn.utils import Tags

from fenlei.annotations import ArrayLike
from fenlei.contract.attributes import Public
from fenlei.contract.classifier import MergeableClassifier, Rows
from fenlei.contract.generative import Generative, prior_where_impossible
from fenlei.contract.mergeable import SummaryT
from fenlei.errors import UsageError, warn
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.parameters import BOOLEAN, MOST_SMOOTHING, N_JOBS, NONE, SMOOTHING, Limit, either, sequence
from fenlei.priors import class_priors
from fenlei.stats import totals
from fenlei.stats.totals import ClassTotals

SMALLEST_ALPHA = 1e-10  # what force_alpha=False raises alpha to, as in scikit-learn


class HasLogPrior(Protocol):
    """The record of a discrete model."""

    @property
    def class_log_prior(self) -> Array: ...


class HasCounts(HasLogPrior, Protocol):
    """The record of a model of class totals."""

    @property
    def feature_log_prob(self) -> Array: ...

    @property
    def class_count(self) -> Array: ...

    @property
    def feature_count(self) -> Array: ...


DiscreteModelT = TypeVar("DiscreteModelT", bound=HasLogPrior)


class DiscreteNB(Generative, MergeableClassifier[SummaryT, DiscreteModelT]):
    """Base of the naive Bayes classifiers that count; a subclass gives the summary and the scores."""

    _limits: ClassVar[dict[str, Limit]] = {
        "alpha": either(SMOOTHING, sequence()),
        "force_alpha": BOOLEAN,
        "fit_prior": BOOLEAN,
        "class_prior": either(NONE, sequence()),
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        *,
        alpha: float | ArrayLike = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: ArrayLike | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.n_jobs = n_jobs

    def _priors(self, weight: Array) -> Array:
        """π (K,): given, equal among classes with rows (fit_prior=False), or the shares of the weight."""
        present = np.asarray(weight) > 0
        equal = None if self.fit_prior or not present.any() else present / present.sum()
        given = equal if self.class_prior is None else self.class_prior
        return class_priors(self, given, weight, renormalise=True)

    def _alphas(self, p: int) -> Array:
        """α (p,), one for each feature."""
        try:
            alpha = np.broadcast_to(np.asarray(self.alpha, dtype=np.float64), np.shape(self.alpha) or (p,))
        except (TypeError, ValueError):
            alpha = np.empty(0)
        if alpha.shape != (p,) or not ((alpha >= 0) & (alpha <= MOST_SMOOTHING)).all():
            accepted = phrase("limit.alphas", p=p)
            facts = {"name": "alpha", "value": self.alpha, "accepted": accepted}
            raise UsageError("estimator.parameter", estimator=type(self).__name__, **facts)
        if self.force_alpha or alpha.min() >= SMALLEST_ALPHA:
            return alpha
        warn("naive_bayes.alpha")
        return np.maximum(alpha, SMALLEST_ALPHA)

    def _settle(self, scores: Array) -> Array:
        return prior_where_impossible(self, scores, "naive_bayes.zero_probability")

    def _class_priors(self) -> Array:
        return np.exp(self.model_.class_log_prior)


class TotalsNB(DiscreteNB[ClassTotals, DiscreteModelT]):
    """Base of those that need only the totals of each feature in each class, of dense or sparse rows."""

    Summary = ClassTotals
    _sparse = True
    _public: ClassVar[dict[str, Public]] = {
        "class_log_prior_": Public("class_log_prior"),
        "feature_log_prob_": Public("feature_log_prob"),
        "class_count_": Public("class_count", needed=False),
        "feature_count_": Public("feature_count", needed=False),
    }

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags

    def _summarise(self, rows: Rows) -> ClassTotals:
        K = len(self.classes_)
        return totals.summarise(rows.X, rows.codes, rows.w, K, self.n_jobs)

    _merge = staticmethod(totals.merge)
    _align = staticmethod(totals.align)

    def _keep(self, model: HasCounts) -> None:
        self._publish(
            model,
            class_log_prior_=model.class_log_prior,
            feature_log_prob_=model.feature_log_prob,
            class_count_=model.class_count,
            feature_count_=model.feature_count,
        )

    def _sums_of_attributes(self) -> None:
        """The counts, as scikit-learn's `partial_fit` continues from them."""
        model: Any = self.model_
        self.summary_ = ClassTotals(model.class_count, model.feature_count)
