r"""One against the rest: a classifier for each class.

K classifiers, the k-th of class k against all others; two classes need one.
Decision: the class whose classifier is most confident. If exactly one is positive, that one; if several are,
the most confident of them; if none is, which the documents leave open, the least negative. Ties go to the
first class.

Labels that are not mutually exclusive (an indicator matrix Y (n, K)) are decided one by one. Probabilities:
those of the classifiers, divided by their sum where classes are mutually exclusive.
Reference: source 000, section 3.3.1; scikit-learn's user guide, section 1.12.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, Self, cast

import numpy as np
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, clone
from sklearn.preprocessing import LabelBinarizer
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import column_or_1d

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.estimator import available_if, require_fit
from fenlei.contract.parts import has_method
from fenlei.contract.weighted_rows import require_target
from fenlei.errors import DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense, is_sparse
from fenlei.kernels.rows import argmax_rows
from fenlei.multiclass.one_vs_one import refuse_unknown
from fenlei.multiclass.scheme import ConstantClassifier, Scheme, add_rows, with_weight
from fenlei.parameters import Limit, integer
from fenlei.records import Field
from fenlei.rows.scanned import Scan
from fenlei.table.coding import code_labels, encode_labels
from fenlei.trace import tell

if TYPE_CHECKING:
    from sklearn.utils import Tags


class OneVsRestModel(NamedTuple):
    multilabel: Annotated[Array, Field("", "b")]
    sparse: Annotated[Array, Field("", "b")]  # y was a sparse indicator matrix


def dense_labels(y: MatrixLike) -> Array:
    """Labels, or indicators that may be sparse, as an array."""
    return np.asarray(as_dense(y))


def indicator(codes: Array, K: int) -> Array:
    """Columns (n, K) of 0 and 1; one column for two classes."""
    return (codes[:, None] == (np.arange(1, 2) if K == 2 else np.arange(K))).astype(np.int64)


class OneVsRestClassifier(Scheme):
    r"""One classifier for each class, against all others.

    Parameters
    ----------
    estimator : classifier or regressor, default=None
        Cloned for each class. None is `LinearDiscriminantAnalysis()`. Of a classifier, `decision_function` is
        used, else `predict_proba`; of a regressor, `predict`, with targets 0 and 1.
    n_jobs : int, default=None
        Threads, one class per task; None is all cores. The result does not depend on it.
    verbose : int, default=0
        Above 0, a line for each class that is fitted.

    Attributes
    ----------
    estimators_ : list of K estimators, or of one for two classes
    classes_ : ndarray of shape (K,)
    n_classes_ : int
    multilabel_ : bool
        Whether y was an indicator matrix.
    label_binarizer_ : LabelBinarizer
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Ties: a score of exactly 0 is no, and so for the first of two classes; equal scores go to the first class.

    Differences from scikit-learn: `merge`; parameters of `fit`, such as `sample_weight`, go to the estimator
    also without metadata routing; threads, not processes, and all cores by default; a label that all rows
    have, or none, has scores -1 and 1 (scikit-learn: 0 and 1, so that an absent label can win);
    `predict_proba` has a column for each of `classes_`, also if there is one alone (scikit-learn: two, the
    first 1), and is uniform where every classifier's probability is 0 (scikit-learn: 0 for all).

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> model = OneVsRestClassifier().fit(X, y)
    >>> len(model.estimators_), int((model.predict(X) == y).sum())
    (3, 134)
    """

    Model = OneVsRestModel
    _limits: ClassVar[dict[str, Limit]] = {**Scheme._limits, "verbose": integer(0)}

    def __init__(
        self, estimator: BaseEstimator | None = None, *, n_jobs: int | None = None, verbose: int = 0
    ) -> None:
        self.estimator = estimator
        self.n_jobs = n_jobs
        self.verbose = verbose

    def fit(self, X: MatrixLike | Scan, y: MatrixLike | None = None, **fit_params: object) -> Self:
        """Fit to X (n, p) and y, classes (n,) or indicators (n, K); `fit_params` go to the estimators.

        Or to a scan alone, if the estimator takes one; one reading serves the passes of all classes.
        """
        if isinstance(X, Scan):
            return self._fit_scan(X, y, fit_params)
        if y is None:
            require_target(self, None)
        assert y is not None
        routed = self._routed("fit", fit_params)
        Y, model = self._targets(y)
        X, Y, routed = with_weight(X, Y, routed)
        inner, K = self._inner(), len(self.classes_)

        def fit(k: int) -> BaseEstimator:
            column = Y[:, k]
            self._say(k, Y.shape[1])
            if column.min() == column.max() and (Y.shape[1] == K or K == 2):
                return self._constant(X, column, k if Y.shape[1] == K else 1)
            return clone(inner).fit(X, column, **routed)

        self._take_over(self._fit_parts(fit, Y.shape[1], cast(Any, X)))
        self._keep(model)
        return self

    def _fit_scan(self, scan: Scan, y: object, parameters: dict[str, Any]) -> Self:
        K = self._open_scan(scan, y, parameters)
        if K == 1:
            parts: tuple[BaseEstimator, ...] = (self._constant(scan, np.ones(scan.n_rows, np.int64), 0),)
        else:
            parts = self._scan_parts(scan, list(indicator(np.arange(K), K).T))
        self._take_over(parts)
        self._keep(OneVsRestModel(np.array(False), np.array(False)))
        return self

    def _targets(self, y: MatrixLike) -> tuple[Array, OneVsRestModel]:
        """The columns to fit; sets `classes_`."""
        sparse, labels = is_sparse(y), dense_labels(y)
        if sparse or (labels.ndim == 2 and type_of_target(labels, input_name="y") == "multilabel-indicator"):
            self.classes_ = np.arange(labels.shape[1])
            return labels.astype(np.int64), OneVsRestModel(np.array(True), np.array(sparse))
        self.classes_, codes = encode_labels(column_or_1d(labels, warn=True))
        return indicator(codes, len(self.classes_)), OneVsRestModel(np.array(False), np.array(False))

    def _constant(self, X: MatrixLike | Scan, column: Array, k: int) -> ConstantClassifier:
        facts = {"label": self.classes_[k].item(), "count": int(column.sum()), "n": len(column)}
        warn("multiclass.constant", DegenerateDataWarning, estimator=type(self).__name__, **facts)
        return ConstantClassifier().fit(X, column)

    def _say(self, k: int, count: int) -> None:
        if self.verbose:
            tell(f"OneVsRestClassifier: problem {k + 1} of {count}")

    @available_if(has_method("partial_fit"))
    def partial_fit(
        self, X: MatrixLike, y: ArrayLike, classes: ArrayLike | None = None, **partial_fit_params: object
    ) -> Self:
        """Add rows. `classes` (K,) lists all classes and is needed on the first call only."""
        routed = self._routed("partial_fit", partial_fit_params)
        first = not hasattr(self, "parts_")
        if first and classes is None:
            raise UsageError("estimator.first_classes", estimator=type(self).__name__)
        known = encode_labels(np.asarray(classes))[0] if first else self.classes_
        X, y, routed = with_weight(X, y, routed)
        Y, model = self._batch(y, known)
        parts = [clone(self._inner()) for _ in Y.T] if first else list(self.parts_)

        def add(k: int) -> BaseEstimator:
            return add_rows(parts[k], X, Y[:, k], routed)

        self.classes_ = known
        self._take_over(self._fit_parts(add, len(parts), X))
        self._keep(model)
        return self

    def _batch(self, y: MatrixLike, known: Array) -> tuple[Array, OneVsRestModel]:
        sparse, labels = is_sparse(y), dense_labels(y)
        if sparse or (labels.ndim == 2 and labels.shape[1] > 1):
            return labels.astype(np.int64), OneVsRestModel(np.array(True), np.array(sparse))
        labels = column_or_1d(labels)
        refuse_unknown(self, labels, known)
        Y = indicator(code_labels(labels, known), len(known))
        return Y, OneVsRestModel(np.array(False), np.array(False))

    @property
    def multilabel_(self) -> bool:
        return bool(self.model_.multilabel)

    @property
    def label_binarizer_(self) -> LabelBinarizer:
        y = np.eye(len(self.classes_), dtype=int) if self.multilabel_ else self.classes_
        return LabelBinarizer(sparse_output=True).fit(y)

    def _count_of_parts(self, model: OneVsRestModel) -> int:
        K = len(self.classes_)
        return 1 if K == 2 and not model.multilabel else K

    def predict(self, X: MatrixLike) -> Any:
        """Class (n,) of the most confident classifier, ties to the first; or indicators (n, K) of labels."""
        scores = self._scores(X)
        if not self.multilabel_ and len(self.classes_) != 2:
            return self.classes_[argmax_rows(scores, self.n_jobs)]
        yes = (scores > 0).astype(np.int64)
        if not self.multilabel_:
            return self.classes_[yes[:, 0]]
        return csr_array(yes) if self.model_.sparse else yes

    @available_if(has_method("predict_proba"))
    def predict_proba(self, X: MatrixLike) -> Array:
        """Probabilities (n, K): of each label by itself, or, of classes, divided by their sum."""
        require_fit(self)
        P = self._answers(lambda k: self.parts_[k].predict_proba(X)[:, 1], X)
        if self.multilabel_:
            return P
        if len(self.classes_) == 2:
            return np.hstack([1.0 - P, P])
        total = P.sum(axis=1, keepdims=True)
        return np.divide(P, total, out=np.full_like(P, 1.0 / P.shape[1]), where=total > 0)

    @available_if(has_method("decision_function"))
    def decision_function(self, X: MatrixLike) -> Array:
        """Scores (n, K) of the classifiers; (n,) for two classes, positive for the second."""
        scores = self._finite(self._scores(X), X)
        return scores[:, 0] if len(self.classes_) == 2 and not self.multilabel_ else scores

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        return tags
