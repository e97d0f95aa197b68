"""Gradient boosting on histograms for classification; the method is described in `boosting.py`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

import numpy as np

from fenlei.annotations import ArrayLike, ClassWeight, MatrixLike, RandomState
from fenlei.contract.classifier import BayesRule, Discriminant, Rows
from fenlei.contract.scanned_rows import class_factor, learn_names
from fenlei.contract.size import row_by_class
from fenlei.contract.weighted_rows import label_vector, require_target, with_weight
from fenlei.ensemble.boosting.boosting import HeldOut, HistGradientBoosting
from fenlei.ensemble.boosting.losses import CLASSES, TWO_CLASSES, Loss
from fenlei.ensemble.boosting.record import BoostedTrees
from fenlei.ensemble.boosting.scanned import open_columns
from fenlei.ensemble.boosting.settings import BOOSTING_LIMITS
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.exponential import softmax
from fenlei.messages import phrase
from fenlei.parameters import CLASS_WEIGHT, Limit, check_parameters, one_of
from fenlei.records import refuse_record
from fenlei.rows.scanned import Scan
from fenlei.table.coding import code_labels
from fenlei.weights import class_weights


class HistGradientBoostingClassifier(HistGradientBoosting, BayesRule, Discriminant):
    r"""Gradient boosting classifier on histograms.

    Parameters
    ----------
    loss : {"log_loss"}, default="log_loss"
    learning_rate : float, default=0.1
        Factor on the values of all leaves.
    max_iter : int, default=100
        Largest number of rounds; of more than two classes each round has a tree for every class.
    max_leaf_nodes : int or None, default=31
        Largest number of leaves of a tree.
    max_depth : int or None, default=None
        Largest number of splits on the way to a leaf.
    min_samples_leaf : int, default=20
        Smallest number of rows in a leaf; lower it for fewer than some hundred rows.
    l2_regularization : float, default=0.0
        Added to the sum of hessians of a leaf.
    max_features : float, default=1.0
        Share of the columns that is drawn for each split.
    max_bins : int from 2 to 255, default=255
        Largest number of bins of a column, missing values aside.
    categorical_features : "from_dtype", None, bool mask (p,), indices or names, default="from_dtype"
        Nominal columns besides the text, category and boolean columns of a DataFrame.
    monotonic_cst : array-like of shape (p,) or dict of name: direction, default=None
        1: the score of the second class must not fall as the column rises; -1: not rise; 0: free. Of two
        classes.
    interaction_cst : {"pairwise", "no_interactions"} or sequence of groups of columns, default=None
        Columns that may be together on the way to a leaf. Columns in no group are one more.
    warm_start : bool, default=False
        Whether `fit` adds rounds to those that there are.
    early_stopping : "auto" or bool, default="auto"
        Whether rounds end when the score of held-out rows is no longer better; "auto": of more than 10,000
        rows.
    scoring : str, callable or None, default="loss"
        What is watched; None is the accuracy.
    validation_fraction : int, float or None, default=0.1
        Number or share of the rows that are held out; None: training rows are scored.
    n_iter_no_change : int, default=10
        Rounds without a better score after which no more follow.
    tol : float, default=1e-7
        How much better a score must be.
    verbose : int, default=0
        Above 0, a line for each round; see also `rounds_` and `fenlei.trace`.
    random_state : int, RandomState instance or None, default=None
        Source of the held-out rows, of the rows that bins are cut from (of more than 200,000), and of drawn
        columns.
    class_weight : dict of label: weight, "balanced" or None, default=None
    n_jobs : int or None, default=None
        Threads; None is all cores. The model does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    n_iter_, n_trees_per_iteration_, n_features_in_ : int
    rounds_ : list of BoostingRound
        Of each round leaves, depth, gain, the column of the largest gain, and the scores after it.
    feature_importances_ : ndarray of shape (p,)
        Shares of the columns in the sum of all gains.
    train_score_, validation_score_ : ndarray of shape (rounds + 1,)
        Scores before the first and after each round; empty without early stopping.
    do_early_stopping_ : bool
    is_categorical_ : ndarray of shape (p,) or None
    model_ : BoostedTrees
    coding_ : CategoryCoding or None
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Gradients are rounded to whole numbers once per tree, so that every sum is exact: the same model for any
    number of threads, and, given the bins, for rows in any order.

    Differences from scikit-learn: text columns; infinite values are refused; of more categories than bins the
    most frequent have a bin each and the others share one; a category without rows goes where missing values
    go; bins hold equal weight exactly; a gain that is no more than rounding is none; `n_jobs`, `rounds_`,
    `feature_importances_`.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(0, 1, 200)[:, None]
    >>> y = np.where((x[:, 0] > 0.3) & (x[:, 0] < 0.7), "inside", "outside")
    >>> model = HistGradientBoostingClassifier(max_iter=20, learning_rate=0.5).fit(x, y)
    >>> model.predict([[0.1], [0.5]]).tolist(), model.predict_proba([[0.5]]).round(2).tolist()
    (['outside', 'inside'], [[1.0, 0.0]])
    >>> model.rounds_[0].leaves
    3
    """

    _stratified: ClassVar[bool] = True
    _fit_cost = row_by_class(1e-5)
    _limits: ClassVar[dict[str, Limit]] = {
        **BOOSTING_LIMITS,
        "loss": one_of("log_loss"),
        "class_weight": CLASS_WEIGHT,
    }

    # One line per parameter: the constructor only assigns.
    def __init__(
        self,
        loss: Literal["log_loss"] = "log_loss",
        *,
        learning_rate: float = 0.1,
        max_iter: int = 100,
        max_leaf_nodes: int | None = 31,
        max_depth: int | None = None,
        min_samples_leaf: int = 20,
        l2_regularization: float = 0.0,
        max_features: float = 1.0,
        max_bins: int = 255,
        categorical_features: ArrayLike | Literal["from_dtype"] | None = "from_dtype",
        monotonic_cst: ArrayLike | Mapping[str, int] | None = None,
        interaction_cst: Sequence[Collection[int]] | Literal["pairwise", "no_interactions"] | None = None,
        warm_start: bool = False,
        early_stopping: bool | Literal["auto"] = "auto",
        scoring: str | Callable[..., float] | None = "loss",
        validation_fraction: float | int | None = 0.1,
        n_iter_no_change: int = 10,
        tol: float = 1e-7,
        verbose: int = 0,
        random_state: RandomState = None,
        class_weight: ClassWeight = None,
        n_jobs: int | None = None,
    ) -> None:
        self.loss = loss
        self.learning_rate = learning_rate
        self.max_iter = max_iter
        self.max_leaf_nodes = max_leaf_nodes
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.l2_regularization = l2_regularization
        self.max_features = max_features
        self.max_bins = max_bins
        self.categorical_features = categorical_features
        self.monotonic_cst = monotonic_cst
        self.interaction_cst = interaction_cst
        self.warm_start = warm_start
        self.early_stopping = early_stopping
        self.scoring = scoring
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.tol = tol
        self.verbose = verbose
        self.random_state = random_state
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def fit(
        self,
        X: MatrixLike | Scan,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        *,
        X_val: MatrixLike | None = None,
        y_val: ArrayLike | None = None,
        sample_weight_val: ArrayLike | None = None,
    ) -> Self:
        """Fit to X (n, p) and y (n,), each row weighted by sample_weight (n,).

        With rows X_val and y_val, early stopping is judged by them instead of by held-out rows of X. Or to a
        scan alone, whose rows are kept in memory at two bytes per value.
        """
        rows: Any
        if isinstance(X, Scan):
            check_parameters(self, self._limits)
            columns, codes, w = open_columns(self, X, y, sample_weight, class_factor(self, X))
            rows = Rows(columns, codes, w)  # type: ignore[arg-type]
            learn_names(self, X)
        else:
            require_target(self, y)
            assert y is not None
            rows = self._training_rows(X, y, sample_weight)
        present = np.flatnonzero(np.bincount(rows.codes, minlength=len(self.classes_)))
        held = None
        if self._has_held_out(X_val, y_val):
            held = self._held_out_rows(X_val, y_val, sample_weight_val, present)
        loss, unit = self._loss_of(rows.codes, rows.w)
        self._fit_rounds(rows.X, loss, rows.codes, held, present, unit)
        return self

    def _loss_of(self, labels: Array, w: Array | None) -> tuple[Loss, int]:
        present = np.flatnonzero(np.bincount(labels, minlength=len(self.classes_)))
        kind, trees = (CLASSES, len(present)) if len(present) > 2 else (TWO_CLASSES, len(present) - 1)
        y = np.searchsorted(present, labels).astype(np.float64)
        return Loss(kind, 0.5, y, np.empty(0) if w is None else w, trees), 0

    def _held_out_rows(self, X: Any, y: Any, sample_weight: ArrayLike | None, present: Array) -> HeldOut:
        X, y, w = with_weight(X, y, sample_weight)
        codes = code_labels(label_vector(y), self.classes_)
        w = class_weights(self, codes, self.classes_, w)
        if not np.isin(codes, present).all():
            raise DataError("boosting.held_out_classes", estimator=type(self).__name__)
        rows = self._coded(X, reset=False)
        found = np.searchsorted(present, codes).astype(np.float64)
        return HeldOut(rows, found, np.empty(0) if w is None else w, codes)

    def _targets_of(self, labels: Array) -> Array:
        return self.classes_[labels]

    def _impossible_classes(self) -> Array:
        return np.setdiff1d(np.arange(len(self.classes_)), self.model_.present)

    def _check_model(self, model: BoostedTrees) -> None:
        super()._check_model(model)
        present, K = model.present, len(self.classes_)
        if len(present) != len(model.baseline) + (len(model.baseline) < 2) or (present >= K).any():
            raise refuse_record("present", phrase("record.no_trees"), phrase("record.one_per_class"))

    # --- scores and probabilities

    def _class_scores(self, X: Array) -> Array:
        return self._by_class(self._sum_trees(self.model_, X))

    def _by_class(self, raw: Array) -> Array:
        """Scores (n, K), of two classes 0 and f; -inf for a class that has no rows."""
        present = self.model_.present
        scores = np.full((len(raw), len(self.classes_)), -np.inf)
        if len(present) > 2:
            scores[:, present] = raw
        else:
            scores[:, present[0]] = 0.0
            scores[:, present[1:]] = raw
        return scores

    def _scores(self, X: MatrixLike) -> Array:
        return self._by_class(self._raw(X))

    def predict(self, X: MatrixLike) -> Array:
        """Class (n,) with the largest score; ties go to the first class."""
        return self._labels_of(self._raw(X))

    def predict_proba(self, X: MatrixLike) -> Array:
        """Probability of each class, (n, K), columns as in `classes_`."""
        return softmax(self._scores(X), self.n_jobs)

    def predict_log_proba(self, X: MatrixLike) -> Array:
        """Logarithm of `predict_proba`, (n, K); -inf for a class without rows."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def decision_function(self, X: MatrixLike) -> Array:
        """Scores (n, K); for two classes the log-odds (n,) of the second."""
        return self._decision_of(self._raw(X))

    def _decision_of(self, raw: Array) -> Array:
        if len(self.classes_) == 2 and len(self.model_.present) == 2:
            return raw[:, 0].copy()
        scores = self._by_class(raw)
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores

    def _labels_of(self, raw: Array) -> Array:
        return self.classes_[self._by_class(raw).argmax(axis=1)]

    # --- round by round

    def staged_decision_function(self, X: MatrixLike) -> Iterator[Array]:
        """`decision_function` after each round."""
        return map(self._decision_of, self._staged_raw(X))

    def staged_predict_proba(self, X: MatrixLike) -> Iterator[Array]:
        """`predict_proba` after each round."""
        return (softmax(self._by_class(raw), self.n_jobs) for raw in self._staged_raw(X))

    def staged_predict(self, X: MatrixLike) -> Iterator[Array]:
        """`predict` after each round."""
        return map(self._labels_of, self._staged_raw(X))
