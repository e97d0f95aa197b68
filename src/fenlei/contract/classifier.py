"""The contract of classifiers, on scikit-learn's public API.

`Classifier` needs one hook, `_class_scores(X) -> (n, K)`; `predict` follows from it.
`Discriminant` adds `decision_function`, for scores that are of use by themselves.
`BayesRule` adds the probabilities, for scores that are log joint probabilities up to a constant per row.
`MergeableClassifier` is fitted from class-wise sums over rows (see `mergeable`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, NamedTuple, Self

import numpy as np
from sklearn.base import ClassifierMixin

from fenlei.annotations import ArrayLike, MatrixLike, TargetWeights
from fenlei.contract.estimator import Estimator, available_if
from fenlei.contract.mergeable import Mergeable, ModelT, SummaryT
from fenlei.contract.scanned_rows import class_factor, whole_scan
from fenlei.contract.weighted_rows import labelled_rows
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.kernels.exponential import log_softmax, softmax
from fenlei.kernels.rows import argmax_rows
from fenlei.parameters import check_parameters
from fenlei.rows.scanned import Scan
from fenlei.table.coding import encode_labels
from fenlei.table.rows import positive
from fenlei.weights import class_weights


class Rows(NamedTuple):
    """Checked training rows, all of positive weight; every row where the parts of an estimator choose."""

    X: Array  # (n, p), or CSR
    codes: Array  # (n,) int64 class codes
    w: Array | None  # (n,) float64, None for weight one


class Classifier(ClassifierMixin, Estimator):
    """Base of every classifier; a subclass gives `_class_scores`."""

    class_weight: TargetWeights | Literal["balanced_subsample"] = None
    classes_: Array
    _known_without_fit = ("classes_",)

    def _class_scores(self, X: Array) -> Array:
        """Score (n, K) of each class; the largest wins."""
        raise NotImplementedError

    def _scores(self, X: MatrixLike) -> Array:
        return self._scores_of(self._check_X(X))

    def _scores_of(self, X: Array) -> Array:
        """Scores (n, K) of checked rows."""
        with np.errstate(invalid="ignore", over="ignore"):  # what is not finite is seen below
            scores = self._class_scores(X)
        if np.isfinite(scores).all():
            return scores
        self._refuse_non_finite(X)
        scores = self._settle(scores)
        if not (scores.max(axis=1, initial=-np.inf) > -np.inf).all() or not (scores < np.inf).all():
            self._refuse_range(X)
        return scores

    def _impossible_classes(self) -> Array:
        """Codes of the classes of prior 0 or without rows, whose scores are -inf for every row."""
        return np.empty(0, np.int64)

    def _finite_scores(self, scores: Array, X: MatrixLike) -> Array:
        """Scores (n, K) of rows X, if those of all classes that are possible are finite."""
        impossible = self._impossible_classes()
        self._finite(np.delete(scores, impossible, axis=1) if len(impossible) else scores, X)
        return scores

    def _settle(self, scores: Array) -> Array:
        """Scores of finite rows with every non-finite score replaced, so that a decision can be made."""
        return scores

    def _training_rows(
        self, X: MatrixLike, y: ArrayLike | None, sample_weight: ArrayLike | None = None
    ) -> Rows:
        """Rows to fit: parameters checked, `classes_` set, class weights multiplied in."""
        check_parameters(self, self._limits)
        return self._weighted(*self._labelled(X, y, sample_weight))

    def _labelled(
        self,
        X: MatrixLike,
        y: ArrayLike | None,
        sample_weight: ArrayLike | None,
        known: Array | None = None,
        *,
        reset: bool = True,
    ) -> Rows:
        """Rows that have weight, before class weights; sets `classes_`, to the `known` ones in a stream."""
        check_X = partial(self._check_fit_X, reset=reset)
        every = self._takes_every_row()
        *rows, self.classes_ = labelled_rows(self, X, y, sample_weight, check_X, known, every=every)
        return Rows(*rows)

    def _takes_every_row(self) -> bool:
        """Whether rows of weight zero stay, as for parts that leave them out themselves."""
        return False

    def _block(
        self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None, known: Array, first: bool
    ) -> Rows:
        """Rows of a stream; all of weight zero if their classes are, which the first must not be."""
        rows = self._weighted(*self._labelled(X, y, sample_weight, known, reset=first))
        if first and rows.w is not None and not rows.w.any():
            raise DataError("weights.first", estimator=type(self).__name__)
        return rows

    def _weighted(self, X: Array, codes: Array, w: Array | None) -> Rows:
        """Class weights multiplied in, without the rows of a class of weight zero."""
        w = class_weights(self, codes, self.classes_, w)
        return Rows(X, codes, w) if self._takes_every_row() else Rows(*positive(X, codes, w))

    def predict(self, X: MatrixLike) -> Array:
        """Class (n,) with the largest score; ties go to the first class."""
        X = self._check_X(X)
        winners = self._winning_codes(X)
        if winners is None:
            winners = argmax_rows(self._scores_of(X), self.n_jobs)
        return self.classes_[winners]

    def _winning_codes(self, X: Array) -> Array | None:
        """Codes (n,) of the largest scores of checked rows, without the scores (n, K) in memory.

        None where that is not possible, or where a score is not finite.
        """
        return None

    def _sizes(self) -> dict[str, int]:
        return {"K": len(self.classes_), "p": self.n_features_in_}

    def _attribute_sizes(self, record: Any) -> dict[str, int]:
        return super()._attribute_sizes(record) | {"K": len(self.classes_)}

    # --- rows that come in several calls

    def _refuse_balanced(self) -> None:
        """Weights of balanced classes depend on all rows, which a part of them does not know."""
        if self.class_weight == "balanced":
            raise UsageError("estimator.balanced_stream", estimator=type(self).__name__)

    def _known_classes(self, classes: ArrayLike | None, first: bool) -> Array:
        if first and (classes is None or np.size(classes) == 0):
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

    # --- rows of files

    def _leaf_maker(self, scan: Scan) -> Callable[[Any], Rows]:
        """From a leaf of the scan to checked rows with class weights multiplied in."""
        return partial(self._leaf_rows, class_factor(self, scan))

    def _leaf_rows(self, factor: Array | None, leaf: Any) -> Rows:
        w = leaf.w if factor is None else factor[leaf.y] * (1.0 if leaf.w is None else leaf.w)
        return Rows(self._leaf_X(leaf.X), leaf.y, w)

    def _scanned_rows(self, scan: Scan, y: object, sample_weight: object) -> Any:
        """Rows to fit: parameters checked, `classes_` set; a single leaf of files in memory."""
        check_parameters(self, self._limits)
        return whole_scan(self, scan, y, sample_weight, self._leaf_maker(scan))


class Discriminant(Classifier):
    """A classifier whose scores are of use by themselves."""

    def decision_function(self, X: MatrixLike) -> Array:
        """Scores (n, K); for two classes their difference (n,), positive for the second."""
        X = self._check_X(X)
        scores = self._scores_of(X)
        if len(self.classes_) != 2:
            return self._answer(self._finite_scores(scores, X), X)
        with np.errstate(invalid="ignore", over="ignore"):  # what is not finite is seen below
            values = scores[:, 1] - scores[:, 0]
        return self._answer(values if len(self._impossible_classes()) else self._finite(values, X), X)


class BayesRule(Classifier):
    """A classifier whose scores are log p(x, y = k) plus a constant per row: posteriors by Bayes' formula."""

    def predict_proba(self, X: MatrixLike) -> Array:
        """Posterior probability P(y = k | x), (n, K), columns as in `classes_`."""
        X = self._check_X(X)
        return self._answer(softmax(self._scores_of(X), self.n_jobs), X)

    def predict_log_proba(self, X: MatrixLike) -> Array:
        """Logarithm of `predict_proba`, (n, K)."""
        X = self._check_X(X)
        return self._answer(log_softmax(self._scores_of(X), self.n_jobs), X)


class MergeableClassifier(Mergeable[Rows, SummaryT, ModelT], Classifier):
    """A classifier that is a function of class-wise sums over rows."""

    def _align(self, summary: SummaryT, index: Array, K: int) -> SummaryT:
        """Give class k of the summary the position index[k] among K classes."""
        raise NotImplementedError

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Fit to X (n, p) and y (n,), each row weighted by sample_weight (n,); or to a scan alone."""
        if isinstance(X, Scan):
            check_parameters(self, self._limits)
            return self._fit_scan(X, y, sample_weight, self._leaf_maker(X))
        return self._fit_rows(self._training_rows(X, y, sample_weight))

    @available_if(lambda self: self._is_function_of_sums())
    def partial_fit(
        self,
        X: MatrixLike,
        y: ArrayLike,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Add rows. `classes` (K,) lists all classes and is needed on the first call only.

        Any way of cutting the rows into calls gives the model of one `fit` on all of them.
        """
        check_parameters(self, self._limits)
        self._refuse_balanced()
        first = self._is_first()
        known = self._known_classes(classes, first)
        return self._add_rows(self._block(X, y, sample_weight, known, first))

    def _is_like(self, other: Self) -> bool:
        self._refuse_balanced()
        return super()._is_like(other)

    def _inherit(self, a: Self, b: Self) -> None:
        super()._inherit(a, b)
        if (a.classes_.dtype.kind in "US") != (b.classes_.dtype.kind in "US"):
            raise DataError("labels.mixed", labels=[a.classes_[0], b.classes_[0]])
        self.classes_ = np.union1d(a.classes_, b.classes_)

    def _summary_for(self, merged: Self) -> SummaryT:
        index = np.searchsorted(merged.classes_, self.classes_)
        return self._align(self.summary_, index, len(merged.classes_))
