r"""Naive Bayes on mixed tables: a distribution for each column.

Model: columns are independent given the class, P(x | k) = Π_parts P(x_part | k). A part holds the columns of
one distribution: "gaussian", "kde", "poisson", "categorical" (and "bernoulli"), or "multinomial", whose
columns together are one vector of counts.
Estimate: that of the naive Bayes classifier of each distribution, from the columns of the part.
Decision: argmax_k  log π_k + Σ_parts log P(x_part | k).

A missing value and an unknown category carry no information: their factors are left out.
Mergeable part by part.
Reference: source 000, section 3.1.1 (tables 3-6 and 3-7, naive form) and equation 3-6.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

import numpy as np

from fenlei.annotations import ArrayLike, ClassWeight, MatrixLike
from fenlei.bayes import categorical_nb, gaussian_nb, kernel_nb, multinomial_nb, poisson_nb
from fenlei.bayes.mixed_parts import (
    DISTRIBUTIONS,
    PARTS,
    MixedNBModel,
    MixedSummary,
    check_part,
    columns_of,
    log_likelihood,
    parameter_lines,
    part_columns,
    part_width,
    summarise,
)
from fenlei.bayes.naive_tables import NaiveParts, NaiveTables
from fenlei.contract.classifier import Rows
from fenlei.contract.generative import Generative, prior_where_impossible
from fenlei.contract.nominal_input import NominalInput
from fenlei.contract.scanned_rows import learn_names
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.messages import Phrase, listed, phrase
from fenlei.parameters import CLASS_WEIGHT, N_JOBS, NONE, SMOOTHING, Limit, above, either, one_of, sequence
from fenlei.priors import class_priors, log_prior
from fenlei.rows.scanned import Scan
from fenlei.table.frames import CategoryCoding, learn_categories


class MixedNB(NaiveTables, NominalInput[MixedSummary, MixedNBModel], Generative):
    r"""Naive Bayes classifier for tables with columns of different kinds.

    Text, category and boolean columns of a DataFrame are categorical and other columns Gaussian, unless
    `distributions` chooses another. NaN (None, null) is a missing value everywhere.

    Parameters
    ----------
    distributions : None, str, dict or list, default=None
        "gaussian", "kde", "poisson", "categorical", "bernoulli" or "multinomial": one for all columns, one
        for each of the p columns, or {column name or position: distribution} for those that differ.
    alpha : float, default=1.0
        Smoothing of the counting distributions: 1 is Laplace's rule, 0 is maximum likelihood.
    var_smoothing : float, default=1e-9
        Share of the largest variance added to each Gaussian variance.
    bandwidth : float or "silverman", default="silverman"
        Of kernel densities: Silverman's rule, or a factor on it.
    priors : array-like of shape (K,), default=None
        Prior probabilities, in the order of `classes_`. None: the classes' shares of the weight.
    categorical_features : None, "from_dtype", mask, positions or names, default=None
        ColumnKinds that hold category codes or values although they are numbers.
    class_weight : dict, "balanced" or None, default=None
        Factor on the weight of each class's rows.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_, class_count_, class_log_prior_ : ndarray of shape (K,)
    distributions_ : list of p str
    model_ : MixedNBModel
        The fitted tables and moments, one record for each kind of distribution.
    coding_ : CategoryCoding or None
        Categories of text columns in the order of their codes.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Examples
    --------
    Taste and weight of ten apples (source 000, table 3-1); a sour-sweet apple of 200 g is a Fuji:

    >>> from fenlei import load
    >>> apples = load("apples")
    >>> rows = apples.table.arrow.select(["taste", "weight"]).to_pandas()
    >>> model = MixedNB(alpha=0, var_smoothing=0).fit(rows, apples.y)
    >>> model.distributions_
    ['categorical', 'gaussian']
    >>> np.exp(model.predict_joint_log_proba(rows.iloc[6:7])).round(6).tolist()
    [[0.004624, 0.003221]]
    """

    Model = MixedNBModel
    Summary = MixedSummary
    _allow_nan = True
    _limits: ClassVar[dict[str, Limit]] = {
        "distributions": Limit(
            lambda value: value is None or isinstance(value, (str, dict, list, tuple, np.ndarray)),
            phrase("limit.distributions"),
        ),
        "categorical_features": Limit(lambda value: True, phrase("limit.columns")),
        "alpha": SMOOTHING,
        "var_smoothing": SMOOTHING,
        "bandwidth": either(one_of("silverman"), above(0)),
        "priors": either(NONE, sequence()),
        "class_weight": CLASS_WEIGHT,
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        distributions: Any = None,
        *,
        alpha: float = 1.0,
        var_smoothing: float = 1e-9,
        bandwidth: float | Literal["silverman"] = "silverman",
        priors: ArrayLike | None = None,
        categorical_features: ArrayLike | None = None,
        class_weight: ClassWeight = None,
        n_jobs: int | None = None,
    ) -> None:
        self.distributions = distributions
        self.alpha = alpha
        self.var_smoothing = var_smoothing
        self.bandwidth = bandwidth
        self.priors = priors
        self.categorical_features = categorical_features
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def _learn(self, X: MatrixLike) -> CategoryCoding:
        return learn_categories(X, self.categorical_features)

    def _check_fit_X(self, X: MatrixLike, *, reset: bool) -> Array:
        coded = super()._check_fit_X(X, reset=reset)
        if reset:
            self.distributions_ = self._distributions(self.coding_ or self._learn(coded))
        return coded

    def _learn_columns(self, scan: Scan) -> None:
        super()._learn_columns(scan)
        learn_names(self, scan)
        self.distributions_ = self._distributions(self.coding_ or self._learn(np.empty((0, scan.shape[1]))))
        self.__dict__.pop("feature_names_in_", None)  # leaves are arrays without names
        if "kde" in self.distributions_:  # whose model is the rows
            raise UsageError("scan.parameters", estimator="MixedNB", setting="distributions='kde'")

    def _distributions(self, coding: CategoryCoding) -> list[str]:
        """The distribution of each column: as given, else by its kind."""
        by_kind = ["categorical" if nominal else "gaussian" for nominal in coding.categorical]
        given = self.distributions
        if isinstance(given, str):
            given = [given] * len(by_kind)
        if isinstance(given, dict):
            for column, name in given.items():
                by_kind[self._position(column)] = name
        elif given is not None:
            by_kind = list(given)
        if len(by_kind) != self.n_features_in_ or not all(name in DISTRIBUTIONS for name in by_kind):
            known = listed(*DISTRIBUTIONS)
            raise self._refuse_distributions(
                phrase("limit.known_distributions", names=known, p=self.n_features_in_)
            )
        for j, (name, categories) in enumerate(zip(by_kind, coding.categories, strict=True)):
            if categories is not None and name not in ("categorical", "bernoulli"):
                raise self._refuse_distributions(phrase("limit.text_distribution", j=j))
        return by_kind

    def _refuse_distributions(self, accepted: Phrase) -> UsageError:
        facts = {"name": "distributions", "value": self.distributions, "accepted": accepted}
        return UsageError("estimator.parameter", estimator="MixedNB", **facts)

    def _position(self, column: object) -> int:
        names = list(getattr(self, "feature_names_in_", ()))
        if column in names:
            return names.index(column)
        if isinstance(column, (int, np.integer)) and -self.n_features_in_ <= column < self.n_features_in_:
            return int(column)
        positions = phrase("limit.column_positions", last=self.n_features_in_ - 1)
        known = phrase("limit.column_names", names=names[:8])
        raise self._refuse_distributions(known if names else positions)

    def _distribution_codes(self) -> Array:
        return np.array([DISTRIBUTIONS.index(name) for name in self.distributions_], np.int64)

    def _check_X(self, X: MatrixLike) -> Array:
        X = super()._check_X(X)
        self._refuse_infinite_categories(X)
        return X

    def _refuse_infinite_categories(self, X: Array) -> None:
        """An infinite category would pass for an unknown one, and show in no score."""
        if np.isinf(X[:, columns_of("categorical", self._distribution_codes())]).any():
            self._refuse_non_finite(X)

    def _summarise(self, rows: Rows) -> MixedSummary:
        K = len(self.classes_)
        self._refuse_infinite_categories(rows.X)
        distribution = self._distribution_codes()
        for part in ("poisson", "multinomial"):
            values = rows.X[:, columns_of(part, distribution)]
            if (values < 0).any():
                raise DataError("counts.negative", estimator="MixedNB", value=float(values[values < 0][0]))
        least = np.where(distribution == DISTRIBUTIONS.index("bernoulli"), 2, 0)
        return summarise(*rows, K, distribution, least)

    def _is_finite(self, summary: MixedSummary) -> bool:
        summed = (summary.gaussian, summary.poisson, summary.multinomial)
        finite = all(np.isfinite(field).all() for part in summed for field in part or ())
        return finite and (summary.kde is None or kernel_nb.has_finite_squares(summary.kde.X))

    def _merge(self, a: MixedSummary, b: MixedSummary) -> MixedSummary:
        used = {name: part for name, part in PARTS.items() if getattr(a, name) is not None}
        merged = {name: part.merge(getattr(a, name), getattr(b, name)) for name, part in used.items()}
        return a._replace(weight=a.weight + b.weight, **merged)

    def _align(self, summary: MixedSummary, index: Array, K: int) -> MixedSummary:
        used = {name: part for name, part in PARTS.items() if getattr(summary, name) is not None}
        aligned = {name: part.align(getattr(summary, name), index, K) for name, part in used.items()}
        weight = np.zeros(K)
        weight[index] = summary.weight
        return summary._replace(weight=weight, **aligned)

    def _inherit(self, a: Self, b: Self) -> None:
        super()._inherit(a, b)
        self.distributions_ = a.distributions_

    def _summary_for(self, merged: Self) -> MixedSummary:
        summary = super()._summary_for(merged)
        if summary.categorical is None:
            return summary
        columns = columns_of("categorical", self._distribution_codes())
        old, new = (None if c is None else c.take(columns) for c in (self.coding_, merged.coding_))
        return summary._replace(categorical=categorical_nb.recode_for(summary.categorical, old, new))

    def _solve(self, summary: MixedSummary, rows: Rows | None = None) -> MixedNBModel:
        one = np.ones(len(summary.weight))
        alpha = {name: np.full(part_width(getattr(summary, name)), self.alpha) for name in PARTS}
        parts: dict[str, Any] = dict.fromkeys(PARTS)
        if summary.gaussian is not None:
            gaussian = gaussian_nb.solve(summary.gaussian, one, self.var_smoothing)
            columns = columns_of("gaussian", self._distribution_codes())
            parts["gaussian"] = gaussian_nb.with_floor(gaussian, self.classes_, "MixedNB", columns)
        if summary.kde is not None:
            parts["kde"] = kernel_nb.solve(summary.kde, one, self.bandwidth, self.n_jobs)
        if summary.poisson is not None:
            parts["poisson"] = poisson_nb.solve(summary.poisson, one, alpha["poisson"])
        if summary.multinomial is not None:
            parts["multinomial"] = multinomial_nb.solve(summary.multinomial, one, alpha["multinomial"])
        if summary.categorical is not None:
            parts["categorical"] = categorical_nb.solve(summary.categorical, one, alpha["categorical"])
        prior = class_priors(self, self.priors, summary.weight)
        return MixedNBModel(log_prior(prior), summary.weight, self._distribution_codes(), **parts)

    def _keep(self, model: MixedNBModel) -> None:
        self.model_ = model
        self.class_log_prior_, self.class_count_ = model.class_log_prior, model.class_count
        self.distributions_ = [DISTRIBUTIONS[code] for code in model.distribution]

    def _class_scores(self, X: Array) -> Array:
        return self.model_.class_log_prior + log_likelihood(X, self.model_, self.n_jobs)

    def _log_joint(self, X: Array) -> Array:
        """The scores and, of counts, the number of orders in which they can come."""
        counted = part_columns(X, "multinomial", self.model_.distribution)
        scores = self._class_scores(X)
        return scores if counted is None else scores + multinomial_nb.log_orders(counted)[:, None]

    def _settle(self, scores: Array) -> Array:
        return prior_where_impossible(self, scores, "naive_bayes.zero_probability")

    def _class_priors(self) -> Array:
        return np.exp(self.model_.class_log_prior)

    def _draw(self, k: int, size: int, rng: np.random.RandomState) -> Array:
        X = np.empty((size, self.n_features_in_))
        for name, part in PARTS.items():
            columns = columns_of(name, self.model_.distribution)
            if len(columns):
                X[:, columns] = part.draw(getattr(self.model_, name), k, size, rng)
        return X

    def _parts(self) -> NaiveParts:
        model, K = self.model_, len(self.classes_)
        nominal, normal = (columns_of(name, model.distribution) for name in ("categorical", "gaussian"))
        none = np.empty((K, 0))
        mean, variance = (none, none) if model.gaussian is None else model.gaussian[:2]
        alpha = np.full(len(nominal), float(self.alpha))
        lines = parameter_lines(model)
        return NaiveParts(
            model.categorical, nominal, alpha, normal, mean, variance, lines, self.priors is None
        )

    def _check_model(self, model: MixedNBModel) -> None:
        super()._check_model(model)
        for name in PARTS:
            width = len(columns_of(name, model.distribution))
            for record in (model, self.summary_):
                check_part(name, getattr(record, name), width, len(self.classes_))
