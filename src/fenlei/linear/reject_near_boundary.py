r"""No decision near the boundary: a discriminant that may decline.

Where g(x) = 0 a discriminant may decide at random, or not at all (source 001, section 5.2; source 002,
section 5.2.1). Here a row is rejected where

    two classes:   |g(x)| ≤ margin
    more:          g_(1)(x) - g_(2)(x) ≤ margin,   the largest score less the next,

and decided by the classifier elsewhere. g is its `decision_function`, so that the margin has the scale of
that classifier: for an SVM 1 is the edge of its strip, for logistic regression and LDA g is the log-odds, and
for any plane a distance d is margin = d ‖w‖. A margin of 0 rejects rows exactly on the boundary.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.utils import Tags, get_tags
from sklearn.utils.validation import check_is_fitted, column_or_1d, has_fit_parameter

from fenlei.annotations import ArrayLike, Label, MatrixLike
from fenlei.contract.estimator import Estimator, available_if
from fenlei.contract.parts import has_method, wrap_fitted
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.linear.fisher import FisherDiscriminant
from fenlei.messages import phrase
from fenlei.parameters import LABEL, NONE, Limit, check_parameters, either, real
from fenlei.records import check_record, refuse_record
from fenlei.weights import check_weights

ESTIMATOR = either(NONE, Limit(lambda value: hasattr(value, "fit"), phrase("limit.estimator")))


class RejectModel(NamedTuple):
    """Nothing is learned besides the classifier, which is a part of its own."""


def gaps(scores: Array) -> Array:
    """|g| (n,) of scores (n,), or how far the largest of scores (n, K) is above the next."""
    if scores.ndim == 1:
        return np.abs(scores)
    top = np.partition(scores, -2, axis=1)[:, -2:]
    with np.errstate(over="ignore"):  # an infinite gap is a wide one
        return top[:, 1] - top[:, 0]


class RejectNearBoundary(MetaEstimatorMixin, ClassifierMixin, Estimator):
    r"""A classifier that declines where its discriminant is near 0.

    Parameters
    ----------
    estimator : classifier with `decision_function`, default=None
        Of fenlei or scikit-learn, pipelines included; it is cloned and fitted. None is
        `FisherDiscriminant()`. One that is fitted already is wrapped by
        `RejectNearBoundary.from_fitted(model)`.
    margin : float, default=0.0
        Rows with |g(x)| at most this are rejected; with K > 2 classes, rows whose two largest scores differ
        by at most this.
    reject_label : label, default="reject"
        What `predict` returns for a rejected row. If it is not of the classes' type (text among numbers), the
        result is an array of objects as soon as a row is rejected; -1 keeps whole numbers whole numbers.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    estimator_ : classifier
        The fitted one.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    `set_params(margin=...)` takes effect at the next prediction, without a new fit.

    Examples
    --------
    >>> X, y = [[-2], [-1], [1], [2]], ["left", "left", "right", "right"]
    >>> model = RejectNearBoundary().fit(X, y)
    >>> model.predict([[-3], [0], [0.1]]).tolist()
    ['left', 'reject', 'right']
    >>> w = abs(model.estimator_.w_[0])
    >>> model.set_params(margin=0.5 * w).predict([[-3], [0], [0.1]]).tolist()  # within half a unit
    ['left', 'reject', 'reject']
    """

    Model = RejectModel
    Summary: ClassVar[None] = None
    _limits: ClassVar[dict[str, Limit]] = {
        "estimator": ESTIMATOR,
        "margin": real(0),
        "reject_label": LABEL,
    }

    classes_: Array
    parts_: tuple[Any, ...]
    model_: RejectModel

    def __init__(
        self,
        estimator: BaseEstimator | None = None,
        margin: float = 0.0,
        *,
        reject_label: Label = "reject",
    ) -> None:
        self.estimator = estimator
        self.margin = margin
        self.reject_label = reject_label

    def fit(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit the classifier to X (n, p) and y (n,); sample_weight (n,) needs one that takes it."""
        check_parameters(self, self._limits)
        inner: Any = clone(self._inner())
        if sample_weight is None:
            inner.fit(X, y)
        elif has_fit_parameter(inner, "sample_weight"):
            inner.fit(X, y, sample_weight=sample_weight)
        else:
            raise UsageError("reject.no_weights", estimator=type(inner).__name__)
        return self._take_over(inner)

    @classmethod
    def from_fitted(cls, estimator: BaseEstimator, **parameters: Any) -> Self:
        """Wrap a fitted classifier as it is; `parameters` are those of the class."""
        check_is_fitted(estimator)
        return cls(estimator, **parameters)._take_over(estimator)

    def _inner(self) -> BaseEstimator:
        return FisherDiscriminant() if self.estimator is None else self.estimator

    def _take_over(self, inner: BaseEstimator) -> Self:
        """Know what a fitted classifier knows of its rows."""
        if not hasattr(inner, "decision_function"):
            raise UsageError("reject.no_scores", estimator=type(inner).__name__)
        wrap_fitted(self, inner)
        self._keep(RejectModel())
        return self

    def _keep(self, model: RejectModel) -> None:
        self.model_ = model

    def _check_model(self, model: RejectModel) -> None:
        """What a model file must hold: one classifier of the same classes, with scores."""
        check_record(model)
        parts = [part for part in getattr(self, "parts_", ()) if hasattr(part, "decision_function")]
        if len(parts) != 1 or not np.array_equal(parts[0].classes_, self.classes_):
            raise refuse_record(
                "parts", phrase("record.classifiers", count=len(parts)), phrase("record.one_of_classes")
            )

    @property
    def estimator_(self) -> BaseEstimator:
        return self.parts_[0]

    def decision_function(self, X: MatrixLike) -> Array:
        """The scores of the classifier: (n,) for two classes, else (n, K)."""
        check_is_fitted(self)
        return np.asarray(self.estimator_.decision_function(X))

    def rejected(self, X: MatrixLike) -> Array:
        """Whether each row is rejected, (n,)."""
        return self._near(self.decision_function(X))

    def _near(self, scores: Array) -> Array:
        """Whether each row's scores are near the boundary, (n,)."""
        check_parameters(self, self._limits)
        K = len(self.classes_)
        pairs = K > 2 and getattr(self.estimator_, "decision_function_shape", "") == "ovo"
        if pairs or (scores.ndim == 2 and scores.shape[1] != K):
            raise UsageError("reject.pairs", estimator=type(self.estimator_).__name__)
        return gaps(scores) <= self.margin

    def predict(self, X: MatrixLike) -> Array:
        """Class (n,) as the classifier decides, or `reject_label` near the boundary."""
        check_is_fitted(self)
        known = self.classes_.tolist()
        if self.reject_label in known:
            raise UsageError("neighbors.reject_label", label=self.reject_label, labels=known)
        scores = self.decision_function(X)
        rejected = self._near(scores)
        if scores.ndim == 1:  # what is not rejected is not 0
            codes = (scores > 0.0).astype(np.intp)
        else:
            codes = np.searchsorted(self.classes_, np.asarray(self.estimator_.predict(X)))
        if not rejected.any():
            return self.classes_[codes]
        alike = np.asarray(self.reject_label).dtype.kind == self.classes_.dtype.kind
        labels = np.array([*known, self.reject_label], dtype=None if alike else object)
        codes[rejected] = len(known)
        return labels[codes]

    @available_if(has_method("predict_proba"))
    def predict_proba(self, X: MatrixLike) -> Array:
        """The probabilities (n, K) of the classifier."""
        check_is_fitted(self)
        return np.asarray(self.estimator_.predict_proba(X))

    def score(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """Share of the weight that is classified rightly; a rejected row is not."""
        right = self.predict(X) == column_or_1d(y)
        return float(np.average(right, weights=check_weights(sample_weight, len(right))))

    def __sklearn_tags__(self) -> Tags:
        tags, inner = super().__sklearn_tags__(), get_tags(self._inner())
        tags.input_tags.sparse = inner.input_tags.sparse
        tags.input_tags.allow_nan = inner.input_tags.allow_nan
        tags.input_tags.pairwise = inner.input_tags.pairwise
        return tags
