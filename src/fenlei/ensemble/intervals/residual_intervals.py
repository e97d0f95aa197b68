r"""The intervals of one regression.

Scaled residuals (the default). Each row has the residual r of a model that had not seen it. A small boosting
of trees s(x, ŷ) is fitted to |r| from the features and the prediction, and a row's score is

    |r| / max(s(x, ŷ), f),      f the 10 % quantile of |r|;

the interval is ŷ ± q max(s(x, ŷ), f), so it is wide where errors are large. The scores come from size models
that had not seen the row either (five folds), or they would be too small. There is no proof of coverage,
since the residuals are of models fitted to a part of the rows; it is checked on rows that were held out.

Split: the model is fitted without a quarter of the rows, whose residuals are the scores; ŷ ± q. CV+: the
models of the folds are kept, and their predictions are part of the interval (`conformal.cross_bounds`).
"""

from __future__ import annotations

from numbers import Real
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator

from fenlei.ensemble.boosting.regressor import HistGradientBoostingRegressor
from fenlei.ensemble.intervals.conformal import covering_score, cross_bounds, thinned
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.parameters import Limit, one_of
from fenlei.records import Field, check_record, refuse_record

METHODS = ("scaled", "split", "cv+")
SIZE_ROUNDS, FOLDS = 40, 5
LEAST_SHARE = 0.1  # the quantile of |r| that a size is never below


class IntervalModel(NamedTuple):
    """What is known of the residuals of m rows."""

    scores: Annotated[
        Array, Field("s", low=0.0)
    ]  # ascending; of CV+ the |residuals| in the order of the rows
    rows: Annotated[Array, Field("", "iu", 1)]  # m
    floor: Annotated[Array, Field("", low=0.0)]  # least size
    fold: Annotated[Array, Field("*", "iu", 0)]  # of CV+ the fold of each row; else empty


class ResidualIntervals(BaseEstimator):
    """Intervals about the predictions of a regression; `scaled`, `split` and `cross` make them."""

    Model = IntervalModel
    Summary = None
    _public: ClassVar[dict[str, object]] = {}
    _limits: ClassVar[dict[str, Limit]] = {"method": one_of(*METHODS)}
    model_: IntervalModel
    parts_: tuple[Any, ...]
    n_features_in_: int

    def __init__(self, method: str = "scaled") -> None:
        self.method = method

    @classmethod
    def scaled(cls, X: Any, predicted: Array, residuals: Array, seed: int = 0) -> ResidualIntervals:
        """From rows X (m, p), and predictions and residuals (m,) of models that had not seen them."""
        sizes, rows = np.abs(residuals), with_prediction(X, predicted)
        floor = float(np.quantile(sizes, LEAST_SHARE)) or float(sizes.mean()) * LEAST_SHARE or 1.0
        fold = np.random.default_rng(seed).permutation(len(sizes)) % FOLDS
        found = np.empty(len(sizes))
        for k in range(FOLDS):
            inside, outside = fold != k, fold == k
            if outside.any() and inside.any():
                found[outside] = size_model(rows[inside], sizes[inside], seed).predict(rows[outside])
            else:
                found[outside] = floor
        self = cls("scaled")
        self.n_features_in_ = X.shape[1]
        self.parts_ = (size_model(rows, sizes, seed),)
        self.scores_by_row_ = sizes / np.maximum(found, floor)
        self.sizes_by_row_ = np.maximum(found, floor)
        none = np.empty(0, np.int64)
        self._keep(IntervalModel(thinned(self.scores_by_row_), np.array(len(sizes)), np.array(floor), none))
        return self

    @classmethod
    def split(cls, width: int, residuals: Array) -> ResidualIntervals:
        """From the residuals (m,) of rows of `width` features that the model itself had not seen."""
        self = cls("split")
        self.n_features_in_, self.parts_ = width, ()
        scores, none = thinned(np.abs(residuals)), np.empty(0, np.int64)
        self._keep(IntervalModel(scores, np.array(len(residuals)), np.array(0.0), none))
        return self

    @classmethod
    def cross(cls, width: int, residuals: Array, fold: Array, models: tuple[Any, ...]) -> ResidualIntervals:
        """From the models of the folds, and the fold and the residual (m,) of each row."""
        self = cls("cv+")
        self.n_features_in_, self.parts_ = width, tuple(models)
        self._keep(IntervalModel(np.abs(residuals), np.array(len(residuals)), np.array(0.0), fold))
        return self

    def _keep(self, model: IntervalModel) -> None:
        self.model_ = model

    def _check_model(self, model: IntervalModel) -> None:
        """Refuse a record from a model file that is not as declared."""
        check_record(model)
        parts, width = getattr(self, "parts_", ()), self.n_features_in_
        if self.method == "cv+":
            sound = len(model.fold) == len(model.scores) == int(model.rows)
            sound = sound and bool((model.fold < len(parts)).all()) and len(parts) > 1
            widths = {part.n_features_in_ for part in parts} <= {width}
        else:
            sound = 0 < len(model.scores) <= int(model.rows) and not len(model.fold)
            sound = (
                sound
                and bool((np.diff(model.scores) >= 0).all())
                and (len(parts) == 1) == (self.method == "scaled")
            )
            widths = {part.n_features_in_ for part in parts} <= {1, width + 1}
        if not sound or not widths or any(hasattr(part, "classes_") for part in parts):
            raise refuse_record("scores", phrase("record.residuals"), phrase("record.whole_residuals"))

    def bounds(self, X: object, predicted: Array, level: float) -> Array:
        """Lower and upper ends (n, 2) for rows X (n, p) with predictions (n,)."""
        if not is_share(level):
            raise UsageError("intervals.level", value=level)
        model = self.model_
        if self.method == "cv+":
            by_fold = np.column_stack([np.ravel(part.predict(X)) for part in self.parts_])
            return cross_bounds(by_fold, model.fold, model.scores, level)
        half = covering_score(model.scores, int(model.rows), level) * self.sizes(X, predicted)
        return np.column_stack([predicted - half, predicted + half])

    def sizes(self, X: object, predicted: Array) -> Array:
        """What a score is multiplied with, (n,)."""
        if self.method != "scaled":
            return np.ones(len(predicted))
        (size,) = self.parts_
        rows = with_prediction(X, predicted)
        found: Array = size.predict(rows[:, -1:] if size.n_features_in_ == 1 else rows)
        return np.maximum(found, float(self.model_.floor))


def is_share(level: object) -> bool:
    """Whether a level is a number between 0 and 1."""
    return isinstance(level, Real) and 0.0 < float(level) < 1.0


def with_prediction(X: object, predicted: Array) -> Array:
    """The features (n, p) and the prediction; of sparse rows the prediction alone."""
    if not isinstance(X, np.ndarray):
        return np.asarray(predicted, np.float64)[:, None]
    return np.column_stack([X, predicted])


def size_model(rows: Array, sizes: Array, seed: int) -> HistGradientBoostingRegressor:
    """The model of the size of residuals."""
    model = HistGradientBoostingRegressor(
        loss="absolute_error", max_iter=SIZE_ROUNDS, early_stopping=False, random_state=seed
    )
    return model.fit(rows, sizes)
