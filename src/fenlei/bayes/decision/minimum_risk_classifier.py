"""Any classifier's probabilities turned into decisions of least expected cost, with reject and new priors.

The theory is in `fenlei.bayes.decision.risk`. The classifier inside is fitted once; costs, reject and priors
belong to the decision, are read when it is made, and may be changed after fit.
"""

from __future__ import annotations

import math
from numbers import Real
from typing import Annotated, Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.utils import Tags, get_tags
from sklearn.utils.validation import check_is_fitted, column_or_1d, has_fit_parameter

from fenlei.annotations import ArrayLike, Label, MatrixLike
from fenlei.bayes.decision import risk as decision
from fenlei.bayes.decision.costs import Actions, check_costs, named_actions, with_reject, zero_one
from fenlei.bayes.gaussian_nb import GaussianNB
from fenlei.contract.estimator import Estimator
from fenlei.contract.parts import fit_to_scans, wrap_fitted
from fenlei.contract.weighted_rows import require_target, with_weight
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.messages import foreign, phrase
from fenlei.parameters import ESTIMATOR, LABEL, N_JOBS, NONE, Limit, check_parameters, either, sequence
from fenlei.priors import class_priors
from fenlei.records import Field, check_record, refuse_record
from fenlei.rows.scanned import Scan
from fenlei.table.coding import code_labels
from fenlei.weights import check_weights

PRIOR_ATTRIBUTES = ("priors_", "prior_", "class_prior_")
REJECT_COST = Limit(lambda value: isinstance(value, Real) and math.isfinite(value), phrase("limit.finite"))


class MinimumRiskModel(NamedTuple):
    """What is known besides the classifier: the priors inside its posteriors."""

    training_priors: Annotated[Array, Field("K", low=0.0, high=1.0, nan=True)]  # NaN: not known


def weight_parameter(estimator: BaseEstimator) -> str | None:
    """The name under which `fit` takes row weights, None if it does not; in a pipeline its last step's."""
    if hasattr(estimator, "steps"):
        name, last = estimator.steps[-1]
        inner = weight_parameter(last)
        return inner and f"{name}__{inner}"
    return "sample_weight" if has_fit_parameter(estimator, "sample_weight") else None


def stated_priors(estimator: BaseEstimator) -> Array | None:
    """The priors that a fitted classifier, or the last step of a pipeline, reports that it uses."""
    if hasattr(estimator, "steps"):
        return stated_priors(estimator.steps[-1][1])
    for name in PRIOR_ATTRIBUTES:
        if hasattr(estimator, name):
            return np.asarray(getattr(estimator, name), dtype=np.float64)
    return np.exp(estimator.class_log_prior_) if hasattr(estimator, "class_log_prior_") else None


class MinimumRiskClassifier(MetaEstimatorMixin, ClassifierMixin, Estimator):
    r"""Decisions of least expected cost over any classifier that gives probabilities.

    Parameters
    ----------
    estimator : classifier with `predict_proba`, default=None
        Of fenlei or scikit-learn, pipelines included; it is cloned and fitted. None is `GaussianNB()`. One
        that is fitted already is wrapped by `MinimumRiskClassifier.from_fitted(model)`.
    costs : array-like of shape (A, K), default=None
        costs[i, j] is the cost of action i when the truth is class j, in the order of `classes_`; negative
        costs are gains. None is 0-1 loss. With A = K the actions are the classes, unless `action_labels`
        names others.
    reject_cost : float, default=None
        Cost, whatever the truth is, of one more action: to reject. None: never reject.
    priors : array-like of shape (K,), default=None
        Prior probabilities where decisions are made, if they are not those of the training rows.
    reject_label : label, default="reject"
        What `predict` returns for a rejected row. If it is not of the classes' type (text among numbers),
        `predict` returns an array of objects; -1 keeps whole numbers whole numbers.
    action_labels : array-like of shape (A,), default=None
        What `predict` returns for each row of `costs`. None: the classes.
    n_jobs : int, default=None
        Threads of the decision; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    estimator_ : classifier
        The fitted one.
    training_priors_ : ndarray of shape (K,)
        Priors inside the classifier's posteriors: those it states (`priors_`, `class_prior_`,
        `class_log_prior_`), else the classes' shares of the training weight. (A `class_weight` inside it
        changes them: then shift priors with care.)
    costs_, actions_ : ndarrays of shapes (A, K) and (A,)
        The costs and actions now in force, reject included.
    likelihood_ratio_threshold_ : float
        Two classes: the first is decided for where p(x | 1) / p(x | 2) exceeds it; reject not counted.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    `set_params(costs=..., reject_cost=..., priors=...)` takes effect at the next prediction, without a new
    fit; these parameters are checked then. Ties go to the first action, and reject is the last.

    Examples
    --------
    Ten apples by weight. With 0-1 loss 200 g is a Fuji; a Guoguang sold as a Fuji costs three times as much:

    >>> weight = [[190], [260], [150], [200], [210], [170], [200], [230], [180], [240]]
    >>> kind = ["Fuji", "Fuji", "Guoguang", "Fuji", "Guoguang",
    ...         "Guoguang", "Fuji", "Fuji", "Guoguang", "Fuji"]
    >>> model = MinimumRiskClassifier().fit(weight, kind)
    >>> model.predict([[200], [240]]).tolist()
    ['Fuji', 'Fuji']
    >>> model.set_params(costs=[[0, 3], [1, 0]]).predict([[200], [240]]).tolist()
    ['Guoguang', 'Fuji']
    >>> model.set_params(reject_cost=0.2).predict([[200], [240]]).tolist()
    ['reject', 'Fuji']
    >>> model.conditional_risk([[200]]).round(2)
    array([[1.15, 0.62, 0.2 ]])
    """

    Model = MinimumRiskModel
    _scans = True
    Summary: ClassVar[None] = None
    _limits: ClassVar[dict[str, Limit]] = {
        "estimator": either(NONE, ESTIMATOR),
        "reject_cost": either(NONE, REJECT_COST),
        "reject_label": LABEL,
        "priors": either(NONE, sequence()),
        "action_labels": either(NONE, sequence()),
        "n_jobs": N_JOBS,
    }

    classes_: Array
    parts_: tuple[Any, ...]
    model_: MinimumRiskModel

    def __init__(
        self,
        estimator: BaseEstimator | None = None,
        costs: ArrayLike | None = None,
        reject_cost: float | None = None,
        priors: ArrayLike | None = None,
        *,
        reject_label: Label = "reject",
        action_labels: ArrayLike | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.costs = costs
        self.reject_cost = reject_cost
        self.priors = priors
        self.reject_label = reject_label
        self.action_labels = action_labels
        self.n_jobs = n_jobs

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Fit the classifier inside to X (n, p) and y (n,); sample_weight (n,) needs one that takes it.

        Or to a scan alone, if the classifier takes one.
        """
        check_parameters(self, {"estimator": self._limits["estimator"]})
        inner = clone(self._inner())
        if isinstance(X, Scan):
            return self._fit_scan(inner, X, y, sample_weight)
        require_target(self, y)
        assert y is not None
        inner.fit(X, y, **self._weights_for(inner, sample_weight))
        self._take_over(inner)
        stated = stated_priors(inner)
        self._keep(MinimumRiskModel(self._shares(y, sample_weight) if stated is None else stated))
        return self

    def _fit_scan(self, inner: object, scan: Scan, y: object, sample_weight: object) -> Self:
        if y is not None or sample_weight is not None:
            raise UsageError("scan.also_y")
        self._take_over(fit_to_scans([inner], [scan])[0])
        stated, weight = stated_priors(inner), scan.table.class_weight
        assert weight is not None  # else the classifier has refused it
        self._keep(MinimumRiskModel(weight / weight.sum() if stated is None else stated))
        return self

    @classmethod
    def from_fitted(
        cls, estimator: BaseEstimator, training_priors: ArrayLike | None = None, **parameters: Any
    ) -> Self:
        """Wrap a fitted classifier as it is; no rows are needed, `parameters` are those of the class.

        `training_priors` (K,) are needed only to shift priors, and only if the classifier does not state
        them.
        """
        check_is_fitted(estimator)
        model = cls(estimator, **parameters)
        model._take_over(estimator)
        known = stated_priors(estimator) if training_priors is None else training_priors
        unknown = np.full(len(model.classes_), np.nan)
        model._keep(MinimumRiskModel(unknown if known is None else class_priors(model, known, unknown)))
        return model

    def _inner(self) -> BaseEstimator:
        return GaussianNB() if self.estimator is None else self.estimator

    def _take_over(self, inner: BaseEstimator) -> None:
        """Know what a fitted classifier knows of its rows."""
        if not hasattr(inner, "predict_proba"):
            raise UsageError("decision.no_proba", estimator=type(inner).__name__)
        wrap_fitted(self, inner)

    def _weights_for(self, inner: BaseEstimator, sample_weight: ArrayLike | None) -> dict[str, ArrayLike]:
        if sample_weight is None:
            return {}
        name = weight_parameter(inner)
        if name is None:
            raise UsageError("decision.no_weights", estimator=type(inner).__name__)
        return {name: sample_weight}

    def _shares(self, y: ArrayLike, sample_weight: ArrayLike | None) -> Array:
        """The classes' shares of the weight of the training rows."""
        _, y, w = with_weight(y, y, sample_weight)
        weight = np.bincount(code_labels(column_or_1d(y), self.classes_), w, len(self.classes_))
        return weight / weight.sum()

    def _keep(self, model: MinimumRiskModel) -> None:
        self.model_ = model
        self.training_priors_ = model.training_priors

    def _check_model(self, model: MinimumRiskModel) -> None:
        """What a model file must hold: the priors, and one classifier of the same classes."""
        check_record(model, K=len(self.classes_))
        known = [part.classes_ for part in getattr(self, "parts_", ()) if hasattr(part, "predict_proba")]
        if len(known) != 1 or not np.array_equal(known[0], self.classes_):
            raise refuse_record(
                "parts", phrase("record.classifiers", count=len(known)), phrase("record.one_of_classes")
            )

    @property
    def estimator_(self) -> BaseEstimator:
        return self.parts_[0]

    def _actions(self) -> Actions:
        """The actions now in force, checked."""
        check_is_fitted(self)
        check_parameters(self, self._limits)
        K = len(self.classes_)
        try:
            costs = zero_one(K) if self.costs is None else check_costs(self.costs, K)
        except MemoryError as error:  # a cost for each two of very many classes
            facts = {"estimator": type(self).__name__, "reason": foreign(error or "MemoryError")}
            raise DataError("estimator.allocation", **facts) from error
        actions = named_actions(costs, self.classes_, self.action_labels)
        if self.reject_cost is None:
            return actions
        return with_reject(actions, self.reject_cost, self.reject_label)

    @property
    def costs_(self) -> Array:
        return self._actions().costs

    @property
    def actions_(self) -> Array:
        return self._actions().labels

    @property
    def likelihood_ratio_threshold_(self) -> float:
        check_is_fitted(self)
        costs = zero_one(len(self.classes_)) if self.costs is None else self.costs
        try:
            return decision.likelihood_ratio_threshold(costs, self._priors())
        except UsageError as error:  # so that hasattr is False where there is no threshold
            raise AttributeError(str(error)) from error

    def _priors(self) -> Array:
        """Priors in force: the given ones, or those of the training; both must be known."""
        if np.isnan(self.training_priors_).any():
            raise UsageError("decision.unknown_priors", estimator=type(self.estimator_).__name__)
        return class_priors(self, self.priors, self.training_priors_)

    def predict_proba(self, X: MatrixLike) -> Array:
        """Posterior probabilities (n, K) under the priors in force, columns as in `classes_`."""
        check_is_fitted(self)
        P = self.estimator_.predict_proba(X)
        return P if self.priors is None else decision.shift_priors(P, self.training_priors_, self._priors())

    def predict(self, X: MatrixLike) -> Array:
        """Label (n,) of the action of least conditional risk; ties go to the first action."""
        return self.decide(self.predict_proba(X))

    def decide(self, posterior: ArrayLike) -> Array:
        """Labels (n,) of the decisions on posterior probabilities (n, K), as `predict_proba` gives them."""
        costs, labels = self._actions()
        return labels.take(decision.minimum_risk_actions(posterior, costs, self.n_jobs))

    def conditional_risk(self, X: MatrixLike) -> Array:
        """Expected cost (n, A) of each action in each row, columns as in `actions_`."""
        return decision.conditional_risk(self.predict_proba(X), self._actions().costs)

    def total_risk(
        self, X: MatrixLike, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> float:
        """Mean cost of the decisions over the rows: expected, or realised if the true classes y are given.

        A scorer for `cross_val_score` and `GridSearchCV`: `lambda model, X, y: -model.total_risk(X, y)`.
        """
        costs = self._actions().costs
        actions, risks = decision.minimum_risk(self.predict_proba(X), costs, self.n_jobs)
        if y is not None:
            risks = costs[actions, code_labels(column_or_1d(y), self.classes_)]
        return float(np.average(risks, weights=check_weights(sample_weight, len(risks))))

    def score(self, X: MatrixLike, y: ArrayLike | None, sample_weight: ArrayLike | None = None) -> float:
        """Share of the weight that is classified rightly; a rejected row is not."""
        right = self.predict(X) == column_or_1d(y)
        return float(np.average(right, weights=check_weights(sample_weight, len(right))))

    def __sklearn_tags__(self) -> Tags:
        tags, inner = super().__sklearn_tags__(), get_tags(self._inner())
        tags.input_tags.sparse = inner.input_tags.sparse
        tags.input_tags.allow_nan = inner.input_tags.allow_nan
        return tags
