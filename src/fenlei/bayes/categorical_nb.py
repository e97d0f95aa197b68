r"""Categorical naive Bayes.

Model: features are nominal and independent given the class, P(x | k) = Π_j P(x_j | k).
Estimate: P(x_j = v | k) = (count_kjv + α) / (count_kj + α m_j), m_j the number of categories of feature j; α
= 1 is Laplace's rule, α = 0 maximum likelihood. Prior π_k = n_k / n.
Decision: argmax_k  log π_k + Σ_j log P(x_j | k).

A missing value, and a category that was not there at fit, carries no information: its factor is left out of
the product. Where α = 0 leaves probability 0 in every class (0/0), the prior decides, with a warning.

Cost: O(n p) to fit, O(n p K) to predict. Mergeable: raw counts are kept, α is added on reading.
Reference: source 000, section 3.1.2, equation 3-8; source 001, A-M29 and A-M30.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.utils import Tags

from fenlei.annotations import ArrayLike
from fenlei.bayes.discrete_nb import DiscreteNB
from fenlei.bayes.naive_tables import NaiveParts, NaiveTables
from fenlei.contract.attributes import Public, as_field
from fenlei.contract.checked_rows import checked_rows
from fenlei.contract.classifier import Rows
from fenlei.contract.nominal_input import NominalInput
from fenlei.errors import DataError, DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.messages import phrase
from fenlei.parameters import NONE, Limit, either, integers, sequence
from fenlei.priors import log_prior
from fenlei.records import Field, check_offsets
from fenlei.stats import counts
from fenlei.stats.counts import Contingency
from fenlei.table.frames import CategoryCoding
from fenlei.table.nominal import new_codes


class CategoricalNBModel(NamedTuple):
    class_log_prior: Annotated[Array, Field("K", low=-np.inf)]  # log π
    feature_log_prob: Annotated[
        Array, Field("K M", low=-np.inf)
    ]  # the p tables log P(x_j = v | k) side by side
    category_count: Annotated[Array, Field("K M", low=0.0)]
    class_count: Annotated[Array, Field("K", low=0.0)]  # sums of weights
    offset: Annotated[Array, Field("*", "i", low=0)]  # feature j has columns offset[j] to offset[j + 1]


def solve(summary: Contingency, prior: Array, alpha: Array) -> CategoricalNBModel:
    """Equation 3-8 with Laplace's correction, alpha (p,).

    A class that never shows a feature has the overall table of that feature.
    """
    smoothed = summary.counts + np.repeat(alpha, np.diff(summary.offset))
    log_p = np.full_like(smoothed, -np.inf)
    for start, stop in zip(summary.offset[:-1], summary.offset[1:], strict=True):
        table = smoothed[:, start:stop]
        table = np.where(table.any(axis=1, keepdims=True), table, table.sum(axis=0))
        share = table / np.maximum(table.sum(axis=1, keepdims=True), np.finfo(np.float64).tiny)
        np.log(share, out=log_p[:, start:stop], where=share > 0)
    return CategoricalNBModel(log_prior(prior), log_p, summary.counts, summary.weight, summary.offset)


def log_joint(X: Array, model: CategoricalNBModel, n_jobs: int | None = None) -> Array:
    """log π_k + Σ_j log P(x_j | k), (n, K)."""
    by_category = np.ascontiguousarray(model.feature_log_prob.T)
    scores = np.empty((len(X), len(model.class_log_prior)))
    run_blocks(
        lambda s, e: categorical_scores(
            X[s:e], by_category, model.offset, model.class_log_prior, scores[s:e]
        ),
        row_blocks(*X.shape),
        n_jobs,
    )
    return scores


@kernel
def categorical_scores(X: Array, log_p: Array, offset: Array, log_pi: Array, out_scores: Array) -> None:
    """Sum of the log probabilities (M, K) of a row's categories; missing and unknown ones are left out."""
    n, p = X.shape
    K = log_pi.shape[0]
    total = np.empty(K)
    for i in range(n):
        for k in range(K):
            total[k] = log_pi[k]
        for j in range(p):
            if 0 <= X[i, j] < offset[j + 1] - offset[j]:
                position = offset[j] + np.int64(X[i, j])
                for k in range(K):
                    total[k] += log_p[position, k]
        for k in range(K):
            out_scores[i, k] = total[k]


def recode_for(table: Contingency, old: CategoryCoding | None, new: CategoryCoding | None) -> Contingency:
    """The table with categories where the coding `new` has them."""
    m = np.diff(table.offset)
    codes = new_codes(old, new, m)
    return counts.recode(table, codes, np.maximum(m, [code.max(initial=-1) + 1 for code in codes]))


def warn_of_fractions(X: Array, estimator: str, columns: Array) -> None:
    """Say that fractions of codes are cut off, as scikit-learn cuts them off in silence."""
    fractions = (np.trunc(X) != X) & ~np.isnan(X)
    if fractions.any():
        i, j = np.argwhere(fractions)[0]
        facts = {"estimator": estimator, "column": columns[j], "value": X[i, j]}
        warn("categorical.fraction", DegenerateDataWarning, **facts)


def no_code(X: Array, estimator: str) -> DataError:
    """The error for the first value that is no category code."""
    outside = X < 0 if (X < 0).any() else X >= counts.MOST_CATEGORIES
    i, j = np.argwhere(outside)[0]
    key = "categorical.negative" if X[i, j] < 0 else "categorical.too_large"
    facts = {"column": int(j), "value": float(X[i, j]), "most": counts.MOST_CATEGORIES}
    return DataError(key, estimator=estimator, **facts)


def draw(model: CategoricalNBModel, k: int, size: int, rng: np.random.RandomState) -> Array:
    """Category codes of class k."""
    X = np.full((size, len(model.offset) - 1), np.nan)  # a feature without categories stays missing
    for j, table in enumerate(np.split(np.exp(model.feature_log_prob[k]), model.offset[1:-1])):
        if table.any():
            X[:, j] = rng.choice(len(table), size, p=table / table.sum())
    return X


class CategoricalNB(
    NaiveTables,
    NominalInput[Contingency, CategoricalNBModel],
    DiscreteNB[Contingency, CategoricalNBModel],
):
    r"""Naive Bayes classifier for nominal features.

    X holds category codes 0, 1, 2, ..., with NaN for a missing value; or it is a DataFrame (or an array of
    objects) with text, category or boolean columns, which are coded by their sorted values.

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
    min_categories : int or array-like of shape (p,), default=None
        Least number of categories of each feature, for those that the rows do not show.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    category_count_, feature_log_prob_ : lists of p ndarrays of shape (K, m_j)
        Weighted counts, and log P(x_j = v | k).
    class_count_, class_log_prior_ : ndarray of shape (K,)
    n_categories_ : ndarray of shape (p,)
    coding_ : CategoryCoding or None
        Categories of text columns in the order of their codes.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: text columns and missing values are taken; a category not seen at fit
    carries no information instead of raising; fractions of codes are cut off with a warning; alpha may
    differ between features; given priors are normalised.

    Examples
    --------
    Is a sour-sweet apple a Fuji? With counts alone, 4 of 7:

    >>> taste = np.array([["sweet"], ["sour"], ["sour"], ["sweet"], ["sour"],
    ...                   ["sour"], ["sour"], ["sour"], ["sweet"], ["sour"]], dtype=object)
    >>> kind = ["Fuji", "Fuji", "Guoguang", "Fuji", "Guoguang",
    ...         "Guoguang", "Fuji", "Fuji", "Guoguang", "Fuji"]
    >>> model = CategoricalNB(alpha=0).fit(taste, kind)
    >>> (7 * model.predict_proba(np.array([["sour"]], dtype=object))).round(12).tolist()
    [[4.0, 3.0]]
    """

    Model = CategoricalNBModel
    Summary = Contingency
    _allow_nan = True
    _public: ClassVar[dict[str, Public]] = {
        "class_log_prior_": Public("class_log_prior"),
        "feature_log_prob_": Public("feature_log_prob"),
        "class_count_": Public("class_count", needed=False),
        "category_count_": Public("category_count", needed=False),
    }
    _limits: ClassVar[dict[str, Limit]] = {
        **DiscreteNB._limits,
        "min_categories": either(NONE, integers(1, counts.MOST_CATEGORIES), sequence()),
    }

    def __init__(
        self,
        *,
        alpha: float | ArrayLike = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: ArrayLike | None = None,
        min_categories: int | ArrayLike | None = None,
        n_jobs: int | None = None,
    ) -> None:
        super().__init__(
            alpha=alpha, force_alpha=force_alpha, fit_prior=fit_prior, class_prior=class_prior, n_jobs=n_jobs
        )
        self.min_categories = min_categories

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags

    def _check_numbers(self, X: Any, *, reset: bool) -> Array:
        """Category codes: int64, or float64 with NaN where missing."""
        X = checked_rows(self, X, reset=reset, dtype="numeric", ensure_all_finite="allow-nan")
        if X.dtype.kind in "mM":
            X = X.astype(np.float64)
        if (X < 0).any():
            raise no_code(X, type(self).__name__)
        if X.dtype.kind in "iub":
            return X.astype(np.int64, copy=False)
        warn_of_fractions(X, type(self).__name__, np.arange(X.shape[1]))
        return np.trunc(X, dtype=np.float64)

    def _summarise(self, rows: Rows) -> Contingency:
        K = len(self.classes_)
        largest = np.empty(rows.X.shape[1], np.int64)
        if not counts.largest_categories(rows.X, largest):
            raise no_code(rows.X, type(self).__name__)
        return counts.summarise(rows.X, rows.codes, self._n_categories(largest + 1), rows.w, K, self.n_jobs)

    def _n_categories(self, seen: Array) -> Array:
        if self.min_categories is None:
            return seen
        least = np.asarray(self.min_categories)
        if least.dtype.kind not in "iu":
            raise UsageError("categorical.min_categories", what=phrase("limit.integral"), came=least.dtype)
        if least.shape not in ((), seen.shape):
            raise UsageError(
                "categorical.min_categories", what=phrase("limit.shape", shape=seen.shape), came=least.shape
            )
        return np.maximum(seen, least)

    def _check_model(self, model: CategoricalNBModel) -> None:
        super()._check_model(model)
        check_offsets("offset", model.offset, self.n_features_in_, model.category_count.shape[1])

    def _check_summary(self, summary: Contingency) -> None:
        super()._check_summary(summary)
        check_offsets("offset", summary.offset, self.n_features_in_, summary.counts.shape[1])

    _merge = staticmethod(counts.merge)
    _align = staticmethod(counts.align)

    def _summary_for(self, merged: Self) -> Contingency:
        summary = super()._summary_for(merged)
        return recode_for(summary, self.coding_, merged.coding_)

    def _solve(self, summary: Contingency, rows: Rows | None = None) -> CategoricalNBModel:
        return solve(summary, self._priors(summary.weight), self._alphas(len(summary.offset) - 1))

    def _keep(self, model: CategoricalNBModel) -> None:
        inner = model.offset[1:-1]
        self._publish(
            model,
            class_log_prior_=model.class_log_prior,
            feature_log_prob_=np.split(model.feature_log_prob, inner, axis=1),
            class_count_=model.class_count,
            category_count_=np.split(model.category_count, inner, axis=1),
        )
        self.n_categories_ = np.diff(model.offset)

    def _fields_of(self, values: dict[str, Any], record: CategoricalNBModel | None) -> dict[str, Array]:
        tables = [np.atleast_2d(table) for table in values["feature_log_prob_"]]
        if len(tables) != (p := self.__dict__.get("n_features_in_", len(tables))):
            facts = {"name": "feature_log_prob_", "got": phrase("record.length", length=len(tables))}
            accepted = phrase("record.length", length=p)
            raise DataError("estimator.attribute", estimator=type(self).__name__, accepted=accepted, **facts)
        fields = {
            "class_log_prior": as_field(values["class_log_prior_"]),
            "feature_log_prob": as_field(np.concatenate(tables, axis=1)),
            "offset": np.cumsum([0, *(table.shape[1] for table in tables)]),
        }
        if "category_count_" in values:
            fields["category_count"] = as_field(np.concatenate(values["category_count_"], axis=1))
        if "class_count_" in values:
            fields["class_count"] = as_field(values["class_count_"])
        return fields

    def _width(self, model: CategoricalNBModel) -> int:
        return len(model.offset) - 1

    def _sums_of_attributes(self) -> None:
        """The counts, as scikit-learn's `partial_fit` continues from them."""
        model = self.model_
        self.summary_ = Contingency(model.class_count, model.category_count, model.offset)

    def _class_scores(self, X: Array) -> Array:
        return log_joint(X, self.model_, self.n_jobs)

    def _parts(self) -> NaiveParts:
        p, none = self.n_features_in_, np.empty((len(self.classes_), 0))
        estimated = self.fit_prior and self.class_prior is None
        return NaiveParts(self.model_, range(p), self._alphas(p), (), none, none, {}, estimated)

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        return draw(self.model_, k, size, rng)
