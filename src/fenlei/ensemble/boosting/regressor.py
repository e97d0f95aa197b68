"""Gradient boosting on histograms for regression; the method is described in `boosting.py`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

import numpy as np
from sklearn.utils import column_or_1d

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.contract.checked_rows import float_targets
from fenlei.contract.regressor import Regressor, TargetRows
from fenlei.contract.scanned_rows import learn_names, numeric_targets
from fenlei.contract.weighted_rows import with_weight
from fenlei.ensemble.boosting.boosting import HeldOut, HistGradientBoosting
from fenlei.ensemble.boosting.losses import ABSOLUTE, GAMMA, POISSON, QUANTILE, SQUARED, Loss
from fenlei.ensemble.boosting.record import BoostedTrees
from fenlei.ensemble.boosting.scanned import open_columns
from fenlei.ensemble.boosting.settings import BOOSTING_LIMITS
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.parameters import NONE, Limit, check_parameters, either, one_of, real
from fenlei.records import refuse_record
from fenlei.rows.scanned import Scan
from fenlei.trees.target_units import target_shift

LossName = Literal["squared_error", "absolute_error", "poisson", "gamma", "quantile"]
KINDS = {
    "squared_error": SQUARED,
    "absolute_error": ABSOLUTE,
    "poisson": POISSON,
    "gamma": GAMMA,
    "quantile": QUANTILE,
}
OF_ANY_UNIT = (SQUARED, ABSOLUTE, QUANTILE)


class HistGradientBoostingRegressor(HistGradientBoosting, Regressor):
    r"""Gradient boosting regressor on histograms.

    Parameters
    ----------
    loss : {"squared_error", "absolute_error", "poisson", "gamma", "quantile"}, default="squared_error"
        What the trees lessen. "poisson" takes y >= 0, "gamma" y > 0; both predict the exponential of the
        score.
    quantile : float from 0 to 1 or None, default=None
        The quantile that loss="quantile" estimates.
    learning_rate, max_iter, max_leaf_nodes, max_depth, min_samples_leaf, l2_regularization, max_features
        As for `HistGradientBoostingClassifier`; so are the next lines. `monotonic_cst` is about the
        prediction.
    max_bins, categorical_features, monotonic_cst, interaction_cst, warm_start, early_stopping
    validation_fraction, n_iter_no_change, tol, verbose, random_state, n_jobs
    scoring : str, callable or None, default="loss"
        What is watched by early stopping; None is R².

    Attributes
    ----------
    n_iter_, n_trees_per_iteration_, n_features_in_ : int
    rounds_ : list of BoostingRound
    feature_importances_ : ndarray of shape (p,)
    train_score_, validation_score_ : ndarray of shape (rounds + 1,)
    do_early_stopping_ : bool
    is_categorical_ : ndarray of shape (p,) or None
    model_ : BoostedTrees
    coding_ : CategoryCoding or None
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: as for `HistGradientBoostingClassifier`; a quantile between two residuals
    of a leaf is their mean, so that weight 2 is the row twice; the unit of y does not matter.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(0, 6, 400)[:, None]
    >>> model = HistGradientBoostingRegressor().fit(x, np.sin(x[:, 0]))
    >>> bool(model.score(x, np.sin(x[:, 0])) > 0.998)
    True
    """

    _limits: ClassVar[dict[str, Limit]] = {
        **BOOSTING_LIMITS,
        "loss": one_of(*KINDS),
        "quantile": either(NONE, real(0, 1)),
    }

    # One line per parameter: the constructor only assigns.
    def __init__(
        self,
        loss: LossName = "squared_error",
        *,
        quantile: float | None = None,
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
        n_jobs: int | None = None,
    ) -> None:
        self.loss = loss
        self.quantile = quantile
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
        if isinstance(X, Scan):
            rows = self._scanned(X, y, sample_weight)
        else:
            rows = self._training_rows(X, y, sample_weight)
        loss, unit = self._loss_of(rows.Y, rows.w)
        held = None
        if self._has_held_out(X_val, y_val):
            held = self._held_out_rows(X_val, y_val, sample_weight_val, unit)
        self._fit_rounds(rows.X, loss, rows.Y, held, np.zeros(0, np.int64), unit)
        return self

    def _scanned(self, scan: Scan, y: object, sample_weight: object) -> TargetRows:
        check_parameters(self, self._limits)
        numbers = numeric_targets(self, scan)
        X, found, w = open_columns(self, scan, y, sample_weight, None)
        learn_names(self, scan)
        Y = self._check_target(found if numbers is None else numbers[found], reset=True)
        return TargetRows(X, Y, w)  # type: ignore[arg-type]

    def _loss_of(self, labels: Array, w: Array | None) -> tuple[Loss, int]:
        kind, quantile = KINDS[self.loss], 0.5
        if kind == QUANTILE:
            if self.quantile is None:
                raise UsageError("boosting.quantile", estimator=type(self).__name__)
            quantile = float(self.quantile)
        unit = target_shift(labels) if kind in OF_ANY_UNIT else 0
        return Loss(kind, quantile, np.ldexp(labels, unit), np.empty(0) if w is None else w, 1), unit

    def _held_out_rows(self, X: Any, y: Any, sample_weight: ArrayLike | None, unit: int) -> HeldOut:
        X, y, w = with_weight(X, y, sample_weight)
        targets = self._check_target(y, reset=False)
        rows = self._coded(X, reset=False)
        return HeldOut(rows, np.ldexp(targets, unit), np.empty(0) if w is None else w, targets)

    def _check_target(self, y: ArrayLike, *, reset: bool) -> Array:
        targets = np.asarray(column_or_1d(float_targets(y), warn=True))
        low = float(targets.min(initial=np.inf))
        if (self.loss == "gamma" and low <= 0) or (
            self.loss == "poisson" and (low < 0 or (reset and not targets.any()))
        ):
            raise DataError("boosting.target", estimator=type(self).__name__, loss=self.loss, least=low)
        return targets

    def _check_model(self, model: BoostedTrees) -> None:
        super()._check_model(model)
        if len(model.baseline) != 1 or len(model.present):
            raise refuse_record("baseline", phrase("record.no_trees"), phrase("record.one"))

    def predict(self, X: MatrixLike) -> Array:
        """Predicted targets (n,)."""
        return self._mean_of(self._raw(X))

    def _mean_of(self, raw: Array) -> Array:
        values = raw[:, 0].copy()
        if self.loss in ("poisson", "gamma"):
            with np.errstate(over="ignore"):
                values = np.exp(values)
        if not np.isfinite(values).all():
            raise DataError("ensemble.mean", estimator=type(self).__name__)
        return values

    def staged_predict(self, X: MatrixLike) -> Iterator[Array]:
        """`predict` after each round."""
        return map(self._mean_of, self._staged_raw(X))
