"""The estimator contract on scikit-learn's public API.

`Classifier` needs one hook, `_class_scores(X) -> (n, K)`; `predict` follows from it.
`Discriminant` adds `decision_function`, for scores that are of use by themselves.
`BayesRule` adds the probabilities, for scores that are log joint probabilities up to a constant per row.
`Mergeable` gives `fit`, `partial_fit` and `merge` from three verbs:

    summary = self._summarise(rows, K)        a NamedTuple of arrays (class attribute `Summary`)
    summary = self._merge(summary, other)     associative, exact
    model   = self._solve(summary)            a NamedTuple of arrays (class attribute `Model`)

`_keep(model)` then sets the public attributes, so a model file needs only the parameters and the arrays.
Weights mean repetition: weight 2 is the row twice, weight 0 is no row.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils import assert_all_finite, check_consistent_length
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.kernels.exponential import log_softmax, softmax
from fenlei.kernels.rows import argmax_rows
from fenlei.kernels.threads import single_threaded_blas
from fenlei.parameters import Limit, check_parameters
from fenlei.records import check_record
from fenlei.table.coding import code_labels, encode_labels
from fenlei.weights import check_weights, class_weights

FLOATS = (np.float64, np.float32)


class Rows(NamedTuple):
    """Checked training rows."""

    X: Array  # (n, p)
    codes: Array  # (n,) int64 class codes
    w: Array | None  # (n,) float64, None for weight one


class Classifier(ClassifierMixin, BaseEstimator):
    """Base of every classifier; a subclass gives `_class_scores`."""

    Model: ClassVar[type[NamedTuple]]
    Summary: ClassVar[type[NamedTuple] | None] = None
    _limits: ClassVar[dict[str, Limit]] = {}
    _sparse: ClassVar[bool] = False  # takes CSR matrices too
    _allow_nan: ClassVar[bool] = False  # NaN is a missing value

    class_weight: Any = None
    n_jobs: int | None = None
    classes_: Array
    n_features_in_: int
    feature_names_in_: Array
    model_: Any

    def _check_X(self, X: MatrixLike) -> Array:
        """Rows to predict. Whether they are finite is seen on the scores, which are fewer."""
        check_is_fitted(self, "model_")
        return self._as_floats(X, reset=False)

    def _as_floats(self, X: MatrixLike, *, reset: bool) -> Any:
        accepted = "csr" if self._sparse else False
        return validate_data(
            self, X, reset=reset, dtype=FLOATS, order="C", accept_sparse=accepted, ensure_all_finite=False
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._sparse
        tags.input_tags.allow_nan = self._allow_nan
        return tags

    def _class_scores(self, X: Array) -> Array:
        """Score (n, K) of each class; the largest wins."""
        raise NotImplementedError

    def _scores(self, X: MatrixLike) -> Array:
        X = self._check_X(X)
        with np.errstate(invalid="ignore", over="ignore"):  # what is not finite is seen below
            scores = self._class_scores(X)
        if np.isfinite(scores).all():
            return scores
        self._refuse_non_finite(X)
        return self._settle(scores)

    def _settle(self, scores: Array) -> Array:
        """Scores of finite rows with every non-finite score replaced, so that a decision can be made."""
        return scores

    def _refuse_non_finite(self, X: Array) -> None:
        name = type(self).__name__
        assert_all_finite(X, allow_nan=self._allow_nan, estimator_name=name, input_name="X")

    def _training_rows(self, X: Any, y: Any, sample_weight: Any = None) -> Rows:
        """Rows to fit: parameters checked, `classes_` set, class weights multiplied in."""
        check_parameters(self, self._limits)
        X, y, w = self._check_rows(X, y, sample_weight, reset=True)
        self.classes_, codes = encode_labels(y)
        return Rows(X, codes, class_weights(self, codes, self.classes_, w))

    def _check_rows(
        self, X: Any, y: Any, sample_weight: Any, *, reset: bool
    ) -> tuple[Array, Array, Array | None]:
        """Arrays of the rows that have weight. Finite values are checked on the summary."""
        X = self._check_fit_X(X, reset=reset)
        y = column_or_1d(y, warn=True)
        check_consistent_length(X, y)
        w = check_weights(sample_weight, X.shape[0])
        if w is not None and not w.all():
            return X[w > 0], y[w > 0], w[w > 0]
        return X, y, w

    def _check_fit_X(self, X: MatrixLike, *, reset: bool) -> Array:
        return self._as_floats(X, reset=reset)

    def predict(self, X: MatrixLike) -> Array:
        """Class (n,) with the largest score; ties go to the first class."""
        winners = argmax_rows(self._scores(X), self.n_jobs)
        return self.classes_[winners]

    def _check_model(self, model: Any) -> None:
        """Refuse a record from a model file that is not as declared."""
        check_record(model, K=len(self.classes_), p=self.n_features_in_)


class Discriminant(Classifier):
    """A classifier whose scores are of use by themselves."""

    def decision_function(self, X: MatrixLike) -> Array:
        """Scores (n, K); for two classes their difference (n,), positive for the second."""
        scores = self._scores(X)
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores


class BayesRule(Classifier):
    """A classifier whose scores are log p(x, y = k) plus a constant per row: posteriors by Bayes' formula."""

    def predict_proba(self, X: MatrixLike) -> Array:
        """Posterior probability P(y = k | x), (n, K), columns as in `classes_`."""
        return softmax(self._scores(X), self.n_jobs)

    def predict_log_proba(self, X: MatrixLike) -> Array:
        """Logarithm of `predict_proba`, (n, K)."""
        return log_softmax(self._scores(X), self.n_jobs)


class Mergeable(Classifier):
    """A classifier that is a function of sums over rows."""

    summary_: Any

    def _summarise(self, rows: Rows, K: int) -> Any:
        """Sums over the rows, a NamedTuple of arrays."""
        raise NotImplementedError

    def _merge(self, a: Any, b: Any) -> Any:
        raise NotImplementedError

    def _check_summary(self, summary: Any) -> None:
        """Refuse a record from a model file that is not as declared."""
        check_record(summary, K=len(self.classes_), p=self.n_features_in_)

    def _align(self, summary: Any, index: Array, K: int) -> Any:
        """Give class k of the summary the place index[k] among K classes."""
        raise NotImplementedError

    def _solve(self, summary: Any, rows: Rows | None = None) -> Any:
        """The model. `rows` are all rows, if they are at hand, for what the summary alone cannot tell."""
        raise NotImplementedError

    def _keep(self, model: Any) -> None:
        raise NotImplementedError

    def fit(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to X (n, p) and y (n,), each row weighted by sample_weight (n,)."""
        rows = self._training_rows(X, y, sample_weight)
        with single_threaded_blas():  # whose number of threads would change the last bits
            self.summary_ = self._checked_summary(rows)
            self._keep(self._solve(self.summary_, rows))
        return self

    def _is_function_of_sums(self) -> bool:
        """Whether the parameters allow fitting from summaries alone."""
        return True

    @available_if(lambda self: self._is_function_of_sums())
    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Add rows. `classes` (K,) lists all classes and is needed on the first call only.

        Any way of cutting the rows into calls gives the model of one `fit` on all of them.
        """
        check_parameters(self, self._limits)
        if self.class_weight == "balanced":
            raise UsageError("estimator.balanced_stream", estimator=type(self).__name__)
        first = not hasattr(self, "summary_")
        known = self._known_classes(classes, first)
        X, y, w = self._check_rows(X, y, sample_weight, reset=first)
        codes = code_labels(y, known)
        self.classes_ = known
        rows = Rows(X, codes, class_weights(self, codes, known, w))
        with single_threaded_blas():
            summary = self._checked_summary(rows)
            self.summary_ = summary if first else self._merge(self.summary_, summary)
            self._keep(self._solve(self.summary_))
        return self

    def merge(self, other: Self) -> Self:
        """A new model equal to the fit of both models' rows; classes are united."""
        check_is_fitted(self, "model_")
        if self.class_weight == "balanced":
            raise UsageError("estimator.balanced_stream", estimator=type(self).__name__)
        if type(other) is not type(self) or not hasattr(other, "model_") or not _alike(self, other):
            raise UsageError("estimator.merge", estimator=type(self).__name__, other=type(other).__name__)
        merged = clone(self)
        merged._inherit(self, other)
        with single_threaded_blas():
            merged.summary_ = merged._merge(self._summary_for(merged), other._summary_for(merged))
            merged._keep(merged._solve(merged.summary_))
        return merged

    def _inherit(self, a: Self, b: Self) -> None:
        """Take over what two models know of their rows besides the summary."""
        self.n_features_in_ = a.n_features_in_
        if hasattr(a, "feature_names_in_"):
            self.feature_names_in_ = a.feature_names_in_
        if (a.classes_.dtype.kind in "US") != (b.classes_.dtype.kind in "US"):
            raise DataError("labels.mixed", labels=[a.classes_[0], b.classes_[0]])
        self.classes_ = np.union1d(a.classes_, b.classes_)

    def _summary_for(self, merged: Self) -> Any:
        """The own summary in the terms of the merged model."""
        index = np.searchsorted(merged.classes_, self.classes_)
        return self._align(self.summary_, index, len(merged.classes_))

    def _is_finite(self, summary: Any) -> bool:
        return all(np.isfinite(field).all() for field in summary)

    def _checked_summary(self, rows: Rows) -> Any:
        """Summary of the rows; it is finite exactly when they are, unless their squares overflow."""
        with np.errstate(invalid="ignore", over="ignore"):
            summary = self._summarise(rows, len(self.classes_))
        if not self._is_finite(summary):
            self._refuse_non_finite(rows.X)
            raise DataError("estimator.overflow", estimator=type(self).__name__, largest=abs(rows.X).max())
        return summary

    def _known_classes(self, classes: Any, first: bool) -> Array:
        if first and (classes is None or len(classes) == 0):
            raise UsageError("estimator.first_classes", estimator=type(self).__name__)
        if first:
            return encode_labels(np.asarray(classes))[0]
        if classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise UsageError(
                "estimator.other_classes",
                estimator=type(self).__name__,
                came=np.asarray(classes).tolist(),
                classes=self.classes_.tolist(),
            )
        return self.classes_


def _alike(a: Any, b: Any) -> bool:
    """Whether two estimators have the same parameters and features."""
    names = [list(getattr(model, "feature_names_in_", ())) for model in (a, b)]
    ours, theirs = a.get_params(), b.get_params()
    differ = [key for key in ours if key != "n_jobs" and ours[key] is not theirs[key]]
    same = (np.array_equal(ours[key], theirs[key]) for key in differ)
    return a.n_features_in_ == b.n_features_in_ and names[0] == names[1] and all(same)
