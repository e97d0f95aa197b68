r"""Bagging of regressors: the mean of regressors of one kind, each fitted to rows drawn anew.

Model: regressors h_1 .. h_T, clones of one, fitted as in `bagging.py`. Prediction: their mean

    h(x) = 1/T Σ_t h_t(x).

The mean has the bias of one of them and less variance. Out of bag, each row is predicted by the regressors
that were not fitted to it.
Reference: Breiman, Bagging predictors, Machine Learning 24 (1996); source 004, section 9.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.metrics import r2_score

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.regressor import Regressor
from fenlei.ensemble.bagging.bagged_parts import BaggedParts
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.trees.decision_tree_regressor import DecisionTreeRegressor, check_target

if TYPE_CHECKING:
    from fenlei.contract.regressor import TargetRows
    from fenlei.ensemble.out_of_bag import GivenRows


def part_values(part: BaseEstimator, X: GivenRows, **extra: object) -> Array:
    """Predicted targets (n, t) by one part."""
    return np.asarray(part.predict(X, **extra), dtype=np.float64).reshape(X.shape[0], -1)


class BaggingRegressor(BaggedParts, Regressor):
    r"""Bagging of any regressor.

    Parameters
    ----------
    estimator : regressor, default=None
        What is fitted to drawn rows; None: `DecisionTreeRegressor()`.
    n_estimators : int, default=10
    max_samples, max_features, bootstrap, bootstrap_features
        As for `BaggingClassifier`; so is the next line.
    warm_start, n_jobs, random_state, verbose
    oob_score : bool, default=False
        Whether to predict each row by the parts that were not fitted to it, and to score that by R².

    Attributes
    ----------
    estimator_ : regressor
    estimators_ : list of T regressors
    estimators_features_ : list of T ndarrays
    estimators_samples_ : list of T ndarrays
        Rows that each part was fitted to, repeated as often as drawn; known until the model is saved.
    oob_score_ : float
    oob_prediction_ : ndarray of shape (n,), or (n, t) for several targets
        Mean prediction by the parts that were not fitted to the row; NaN if every part was.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: those of `BaggingClassifier`; a row that every part was fitted to has
    NaN, not 0, out of bag, and no part in the score. Several targets, y (n, t), if the regressor takes them.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.linspace(0, 6, 60)[:, None]
    >>> bag = BaggingRegressor(n_estimators=30, oob_score=True, random_state=0).fit(X, np.sin(X[:, 0]))
    >>> bool(bag.oob_score_ > 0.98), bag.predict([[1.5]]).round(1).tolist()
    (True, [1.0])
    """

    def _default(self) -> BaseEstimator:
        return DecisionTreeRegressor()

    def _checked(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None) -> TargetRows:
        return self._training_rows(X, y, sample_weight)

    def _check_target(self, y: ArrayLike, *, reset: bool) -> Array:
        shape = np.asarray(y).shape
        return check_target(y, "squared_error", several=len(shape) == 2 and shape[1] > 1)

    def _is_part(self, part: BaseEstimator) -> bool:
        return not hasattr(part, "classes_")

    def _score_out_of_bag(self, X: GivenRows, targets: Array) -> None:
        width = targets.shape[1] if targets.ndim == 2 else 1
        answer, scored = self._out_of_bag(X, part_values, width)
        self.oob_prediction_ = answer if targets.ndim == 2 else answer[:, 0]
        enough = np.count_nonzero(scored) > 1
        score = r2_score(targets[scored], self.oob_prediction_[scored]) if enough else np.nan
        self.oob_score_ = float(score)

    def _truth(self, y: ArrayLike) -> Array:
        return np.asarray(y, dtype=np.float64)

    def _oob_answers(self, X: GivenRows) -> Iterator[tuple[Array, Array]]:
        return self._answers_out_of_bag(X, part_values, 1)

    def predict(self, X: MatrixLike, **params: object) -> Array:
        """Mean over the parts of the predicted targets, (n,) or (n, t).

        `params` go to `predict` of the parts, by metadata routing.
        """
        extra = self._routed("predict", params).get("predict", {})
        with np.errstate(over="ignore"):
            values = self._mean(X, lambda part, own: part_values(part, own, **extra))
        if not np.isfinite(values).all():
            raise DataError("ensemble.mean", estimator=type(self).__name__)
        return values[:, 0] if values.shape[1] == 1 else values
