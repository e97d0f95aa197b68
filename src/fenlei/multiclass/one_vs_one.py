r"""One against one: a classifier for each pair of classes, and a vote.

K (K-1)/2 classifiers, each fitted to the rows of its two classes alone. Each gives one vote per row; the
class with most votes wins. Votes tie often (three classes beating one another in a circle), so they are
refined by the confidences, shrunk so that they never outweigh a vote:

    score_k = votes_k + c_k / (3 (|c_k| + 1)),     c_k the sum of the confidences in k over its pairs.

Remaining ties go to the first class. Probabilities, where the classifiers have them, by pairwise coupling
(`stats/coupling.py`).
Reference: source 000, section 3.3.1; scikit-learn's user guide, section 1.12.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, Self

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.utils.validation import validate_data

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.checked_rows import checked_rows
from fenlei.contract.estimator import available_if, require_fit
from fenlei.contract.parts import has_method
from fenlei.contract.size import Cost, check_size
from fenlei.contract.weighted_rows import require_target
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.kernels.rows import argmax_rows
from fenlei.multiclass.scheme import ConstantClassifier, Scheme, add_rows, of_rows, with_weight
from fenlei.records import Field
from fenlei.rows.scanned import Scan
from fenlei.stats.coupling import couple as couple  # public here too
from fenlei.stats.coupling import pairs
from fenlei.table.coding import code_labels, encode_labels


class OneVsOneModel(NamedTuple):
    pairs: Annotated[Array, Field("m 2", "iu", 0)]  # codes of the classes of each part
    rows: Annotated[
        tuple[Array, ...], Field("*", "iu", 0, many="*")
    ]  # training rows, for kernel matrices only


def votes_of(second: Array, K: int) -> Array:
    """Votes (n, K) for each class from those for the second class of each pair, bool (n, m)."""
    votes = np.zeros((len(second), K), np.int64)
    for column, (i, j) in enumerate(pairs(K)):
        votes[:, i] += ~second[:, column]
        votes[:, j] += second[:, column]
    return votes


def votes_and_confidences(second: Array, scores: Array, K: int) -> Array:
    """Scores (n, K) from the votes for the second class, bool (n, m), and the confidences in it (n, m)."""
    sums = np.zeros((len(second), K))
    for column, (i, j) in enumerate(pairs(K)):
        sums[:, i] -= scores[:, column]
        sums[:, j] += scores[:, column]
    return votes_of(second, K) + sums / (3.0 * (np.abs(sums) + 1.0))


class OneVsOneClassifier(Scheme):
    r"""One classifier for each pair of classes.

    Parameters
    ----------
    estimator : classifier or regressor, default=None
        Cloned for each pair. None is `LinearDiscriminantAnalysis()`. Of a classifier, `decision_function` is
        used, else `predict_proba`; of a regressor, `predict`, with targets 0 and 1.
    n_jobs : int, default=None
        Threads, one pair per task; None is all cores. The result does not depend on it.

    Attributes
    ----------
    estimators_ : list of K (K-1)/2 estimators
        Pairs (0, 1), (0, 2), …, (1, 2), …
    classes_ : ndarray of shape (K,)
    n_classes_ : int
    pairwise_indices_ : list of ndarrays, or None
        Training rows of each pair, if the estimator works on a kernel matrix.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Ties: each pair decides a score of 0 by its own rule; equal scores of the classes go to the first.

    Differences from scikit-learn: `votes`, `predict_proba` (where the estimator has it) and `merge`; what
    `fit` is given, such as `sample_weight`, goes to the estimator also without metadata routing;
    probabilities and regressors' values count as confidences from ½, so that no class has an advantage; a
    regressor votes too; threads, not processes, and all cores by default.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> model = OneVsOneClassifier().fit(X, y)
    >>> len(model.estimators_), int((model.predict(X) == y).sum())
    (3, 147)
    >>> model.votes(X[[0, 70]]).tolist()
    [[2, 1, 0], [0, 1, 2]]
    >>> model.predict_proba(X[:1]).round(3).tolist()
    [[1.0, 0.0, 0.0]]
    """

    Model = OneVsOneModel

    _fit_cost = Cost(lambda n, p, K: K * K * 1e-3, lambda n, p, K: 1000.0 * K * K)

    def __init__(self, estimator: BaseEstimator | None = None, *, n_jobs: int | None = None) -> None:
        self.estimator = estimator
        self.n_jobs = n_jobs

    def fit(self, X: MatrixLike | Scan, y: ArrayLike | None = None, **fit_params: object) -> Self:
        """Fit to X (n, p) and y (n,); `fit_params` go to the estimators, cut to their rows.

        Or to a scan alone, if the estimator takes one; each pair reads the files by itself.
        """
        if isinstance(X, Scan):
            return self._fit_scan(X, y, fit_params)
        require_target(self, y)
        assert y is not None
        routed = self._routed("fit", fit_params)
        rows, labels = self._check(X, y, reset=True)
        self.classes_, codes = encode_labels(labels)
        rows, codes, routed = with_weight(rows, codes, routed)
        K, present = len(self.classes_), np.unique(codes)
        self._refuse_one_class()
        check_size(self, rows.shape[0], rows.shape[1], K)
        both, inner = pairs(K), self._inner()
        members = [np.flatnonzero((codes == i) | (codes == j)) for i, j in both]
        kernel = bool(self.__sklearn_tags__().input_tags.pairwise)

        def fit(m: int) -> BaseEstimator:
            own = members[m]
            first, second = np.isin(both[m], present)
            if not (first and second):  # the class that has rows wins
                return ConstantClassifier().fit(rows, np.array([second]))
            part = rows[own][:, own] if kernel else rows[own]
            targets = (codes[own] == both[m, 1]).astype(np.int64)
            return clone(inner).fit(part, targets, **of_rows(routed, own, rows.shape[0]))

        self._take_over(self._fit_parts(fit, len(both), rows))
        self._keep(OneVsOneModel(both, tuple(members) if kernel else ()))
        return self

    def _fit_scan(self, scan: Scan, y: object, parameters: dict[str, Any]) -> Self:
        K = self._open_scan(scan, y, parameters)
        self._refuse_one_class()
        check_size(self, scan.n_rows, scan.shape[1], K)
        both = pairs(K)
        groups = np.full((len(both), K), -1, np.int64)
        groups[np.arange(len(both))[:, None], both] = 0, 1
        self._take_over(self._scan_parts(scan, list(groups)))
        self._keep(OneVsOneModel(both, ()))
        return self

    def _refuse_one_class(self) -> None:
        if len(self.classes_) == 1:
            label = self.classes_.tolist()[0]
            raise DataError("multiclass.one_class", estimator=type(self).__name__, label=label)

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
        rows, labels, routed = with_weight(*self._check(X, y, reset=first), routed)
        refuse_unknown(self, labels, known)
        codes, both = code_labels(labels, known), pairs(len(known))
        parts = [clone(self._inner()) for _ in both] if first else list(self.parts_)

        def add(m: int) -> BaseEstimator:
            own = np.flatnonzero((codes == both[m, 0]) | (codes == both[m, 1]))
            if len(own):
                second = (codes[own] == both[m, 1]).astype(np.int64)
                parameters = of_rows(routed, own, rows.shape[0])
                add_rows(parts[m], rows[own], second, parameters)
            return parts[m]

        self.classes_ = known
        self.parts_ = self._fit_parts(add, len(both), rows)
        self._keep(OneVsOneModel(both, ()))
        return self

    def _check(self, X: MatrixLike, y: ArrayLike, *, reset: bool) -> tuple[Array, Array]:
        """Arrays whose rows can be selected; the estimators check the rest."""
        rows, labels = validate_data(
            self, X, y, reset=reset, accept_sparse="csr", ensure_all_finite=False, dtype=None
        )
        return rows, labels

    def _take_over(self, parts: tuple[BaseEstimator, ...]) -> None:
        self.parts_ = parts  # the features are known from the rows

    @property
    def pairwise_indices_(self) -> list[Array] | None:
        return list(self.model_.rows) or None

    def _count_of_parts(self, model: OneVsOneModel) -> int:
        K = len(self.classes_)
        return K * (K - 1) // 2 if np.array_equal(model.pairs, pairs(K)) else -1

    def decision_function(self, X: MatrixLike) -> Array:
        """Votes refined by confidences (n, K); for two classes those of the second, (n,)."""
        require_fit(self)
        X = self._check_X(X)
        scores = self._scores(X)
        decided = self._answers(lambda m: self._decided(X, scores, m), X)
        with np.errstate(invalid="ignore", over="ignore"):
            Y = self._finite(votes_and_confidences(decided, scores, self.n_classes_), X)
        return Y[:, 1] if self.n_classes_ == 2 else Y

    def votes(self, X: MatrixLike) -> Array:
        """Votes n_k (n, K) of the pairs for each class, K (K-1)/2 in each row: source 000, section 3.3.1."""
        require_fit(self)
        X = self._check_X(X)
        scores = self._scores(X)
        second = self._answers(lambda m: self._decided(X, scores, m), X)
        return votes_of(second, self.n_classes_)

    def _decided(self, X: MatrixLike, scores: Array, m: int) -> Array:
        """Whether part m assigns each row to its second class."""
        part = self.parts_[m]
        if not hasattr(part, "classes_"):
            return scores[:, m] > 0  # a regressor
        return np.asarray(part.predict(self._input(X, m))) == 1

    def _input(self, X: Any, m: int) -> MatrixLike:
        return X[:, self.model_.rows[m]] if self.model_.rows else X

    def _check_X(self, X: MatrixLike) -> Array:
        return checked_rows(self, X, reset=False, accept_sparse="csr", ensure_all_finite=False, dtype=None)

    def predict(self, X: MatrixLike) -> Array:
        """Class (n,) with the largest score; ties go to the first class."""
        Y = self.decision_function(X)
        if self.n_classes_ == 2:
            return self.classes_[(Y > 0).astype(np.int64)]
        return self.classes_[argmax_rows(Y, self.n_jobs)]

    @available_if(has_method("predict_proba"))
    def predict_proba(self, X: MatrixLike) -> Array:
        """Probabilities (n, K) by pairwise coupling; the most probable class may differ from the vote."""
        require_fit(self)
        X, parts = self._check_X(X), self.parts_
        second = self._answers(lambda m: parts[m].predict_proba(self._input(X, m))[:, 1], X)
        return couple(second, self.n_classes_, self.n_jobs, present=self._present())

    def _present(self) -> Array:
        """Codes of the classes that have rows: those that lose no pair without a classifier of its own."""
        lost = [
            pair[1 - part.label_]
            for part, pair in zip(self.parts_, self.model_.pairs, strict=True)
            if isinstance(part, ConstantClassifier)
        ]
        return np.setdiff1d(np.arange(self.n_classes_), lost)


def refuse_unknown(scheme: Scheme, y: ArrayLike, known: Array) -> None:
    """Raise UsageError for labels in a later batch that `classes` did not list."""
    unknown = np.setdiff1d(y, known)
    if len(unknown):
        name = type(scheme).__name__
        raise UsageError("multiclass.batch", estimator=name, labels=unknown.tolist(), classes=known.tolist())
