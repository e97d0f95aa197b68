r"""AdaBoost.R2: regressors fitted one after the other, each to the rows that the ones before it missed most.

Model: h(x) = the weighted median of h_1(x) .. h_T(x), with weights α_t.
Estimate: round by round, h_t on rows drawn by the weights D_t, α_t from its mean loss, D_{t+1} from both
(`regression_rounds.py`, with the formulas and the stopping rules). The default h_t is a regression tree of
depth 3; any regressor can be used.

Cost: T fits of the regressor; O(T log T) per row to predict, after the T predictions.
Reference: Drucker, Improving regressors using boosting techniques, ICML 1997.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
from sklearn.utils import check_random_state, get_tags
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.contract.attributes import Computed, Public, as_field
from fenlei.contract.checked_rows import checked_rows
from fenlei.contract.parts import in_parallel
from fenlei.contract.regressor import Regressor, TargetRows
from fenlei.ensemble.adaboost.adaboost import MOST_RATE
from fenlei.ensemble.adaboost.regression_rounds import boost_regression, weighted_median
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.messages import phrase
from fenlei.parameters import BOOLEAN, N_JOBS, NONE, Limit, above_to, either, integer, one_of
from fenlei.records import Field, check_record, refuse_record
from fenlei.table.frames import is_frame
from fenlei.table.rows import take_rows
from fenlei.trees.decision_tree_regressor import DecisionTreeRegressor, check_target

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sklearn.utils import Tags


class AdaBoostRegressorModel(NamedTuple):
    """T rounds; the regressors are in `parts_`."""

    error: Annotated[Array, Field("T", low=0.0, high=1.0)]
    alpha: Annotated[Array, Field("T")]


class RegressionLearner:
    """Clones of a regressor, one per round, fitted to rows drawn by weight, or to weighted rows."""

    def __init__(self, model: AdaBoostRegressor, rows: TargetRows) -> None:
        self.base, self.resample, self.y = model.estimator_, model.resample, rows.Y
        self.X: Any = rows.X  # an array, a sparse matrix or a frame
        self.random, self.parts = check_random_state(model.random_state), list[BaseEstimator]()

    def __call__(self, w: Array) -> Array:
        part = clone(self.base)
        seeds = [name for name in sorted(part.get_params()) if name.split("__")[-1] == "random_state"]
        part.set_params(**{name: self.random.randint(np.iinfo(np.int32).max) for name in seeds})
        if self.resample:
            drawn = self.random.choice(len(w), size=len(w), replace=True, p=w / w.sum())
            taken: Any = take_rows(self.X, drawn)
            part.fit(taken.asformat(self.X.format) if is_sparse(self.X) else taken, self.y[drawn])
        else:
            part.fit(self.X, self.y, sample_weight=w)
        self.parts.append(part)
        return np.asarray(part.predict(self.X), dtype=np.float64)

    def drop_last(self) -> None:
        self.parts.pop()


class AdaBoostRegressor(MetaEstimatorMixin, Regressor):
    r"""AdaBoost.R2 regressor.

    Parameters
    ----------
    estimator : regressor, default=None
        Regressor of each round; None is `DecisionTreeRegressor(max_depth=3)`.
    n_estimators : int, default=50
        Largest number of rounds.
    learning_rate : float, default=1.0
        Factor η on every round's weight, and on how far weights of rows move.
    loss : {"linear", "square", "exponential"}, default="linear"
        Loss of a row: a, a² or 1 - exp(-a), a being its error over the largest.
    random_state : int, RandomState instance or None, default=None
        Source of the drawn rows, and of the `random_state` that an estimator gets in each round.
    resample : bool, default=True
        Fit each round to rows drawn by weight, as scikit-learn does. False gives the weights to the regressor
        instead, whose `fit` must take `sample_weight`: nothing is drawn then, and a weight is a repetition.
    n_jobs : int, default=None
        Threads, of the predictions; None is all cores. The result does not depend on it.

    Attributes
    ----------
    estimators_ : list of T regressors
    estimator_weights_, estimator_errors_ : ndarray of shape (n_estimators,)
        α and the mean loss of each round; 0 and 1 after the last.
    estimator_ : regressor
        The regressor that is cloned for each round.
    feature_importances_ : ndarray of shape (p,)
        Mean of the estimators' importances, weighted by their votes.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    `sample_weight` is the first round's distribution, up to its sum: a row of weight 0 is no row, and a
    factor on all weights changes nothing.

    Differences from scikit-learn: `resample`; the mean loss of a first round that is no better than ½ is in
    `estimator_errors_`; with trees, nominal columns and missing values.

    Examples
    --------
    >>> x = np.arange(10.0)[:, None]
    >>> y = np.array([0.0, 0.2, 0.1, 1.0, 1.1, 0.9, 5.0, 5.1, 5.3, 9.0])
    >>> tree = DecisionTreeRegressor(max_depth=2)
    >>> model = AdaBoostRegressor(tree, n_estimators=3, resample=False).fit(x, y)
    >>> model.estimator_errors_.round(4).tolist(), model.estimator_weights_.round(4).tolist()
    ([0.44, 0.4834, 0.4952], [0.2412, 0.0664, 0.0193])
    >>> model.predict([[2.0], [6.0], [9.0]]).round(4).tolist()
    [0.1, 5.1333, 9.0]
    """

    Model = AdaBoostRegressorModel
    _public: ClassVar[dict[str, Public]] = {"estimator_weights_": Public(needed=False)}
    _limits: ClassVar[dict[str, Limit]] = {
        "estimator": either(
            NONE, Limit(lambda v: hasattr(v, "fit") and hasattr(v, "predict"), phrase("limit.regressor"))
        ),
        "n_estimators": integer(1),
        "learning_rate": above_to(0, MOST_RATE),
        "loss": one_of("linear", "square", "exponential"),
        "resample": BOOLEAN,
        "n_jobs": N_JOBS,
    }
    parts_: tuple[BaseEstimator, ...]

    def __init__(
        self,
        estimator: BaseEstimator | None = None,
        *,
        n_estimators: int = 50,
        learning_rate: float = 1.0,
        loss: Literal["linear", "square", "exponential"] = "linear",
        random_state: RandomState = None,
        resample: bool = True,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.learning_rate = learning_rate
        self.loss = loss
        self.random_state = random_state
        self.resample = resample
        self.n_jobs = n_jobs

    # --- fitting

    def fit(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to X (n, p) and y (n,), the first distribution being sample_weight (n,) over its sum."""
        rows = self._training_rows(X, y, sample_weight)
        if not self.resample and not has_fit_parameter(self.estimator_, "sample_weight"):
            inner = type(self.estimator_).__name__
            raise UsageError("ensemble.weights", estimator=type(self).__name__, inner=inner)
        learn = RegressionLearner(self, rows)
        w = np.ones(len(rows.Y)) if rows.w is None else rows.w
        rounds = boost_regression(
            learn, rows.Y, w, int(self.n_estimators), float(self.learning_rate), self.loss
        )
        self.coding_ = None  # nominal columns are the parts' own
        self.parts_ = tuple(learn.parts)
        self._keep(AdaBoostRegressorModel(*rounds))
        return self

    @property
    def estimator_(self) -> BaseEstimator:
        return DecisionTreeRegressor(max_depth=3) if self.estimator is None else self.estimator

    def _check_target(self, y: ArrayLike, *, reset: bool) -> Array:
        return check_target(y, "squared_error", several=False)

    def _check_fit_X(self, X: MatrixLike, *, reset: bool) -> Any:
        """Rows in the form they came in; the regressor of the rounds checks them."""
        if is_frame(X):
            checked_rows(self, X, reset=reset, skip_check_array=True)
            return X
        options: dict[str, Any] = {"dtype": None, "ensure_all_finite": False, "allow_nd": True}
        return checked_rows(self, X, reset=reset, accept_sparse=("csr", "csc"), **options)

    def _check_X(self, X: MatrixLike) -> Any:
        check_is_fitted(self, "model_")
        return self._check_fit_X(X, reset=False)

    def _keep(self, model: AdaBoostRegressorModel) -> None:
        self._publish(model)

    def _check_model(self, model: AdaBoostRegressorModel) -> None:
        check_record(model)
        T, parts = len(model.error), getattr(self, "parts_", ())
        sound = all(
            part.n_features_in_ == self.n_features_in_ and not hasattr(part, "classes_") for part in parts
        )
        if T == 0 or len(parts) != T or not sound:
            found = phrase("record.parts_rounds", count=len(parts), rounds=T)
            raise refuse_record("parts", found, phrase("record.one_per_round"))

    # --- the fitted rounds

    @property
    def estimators_(self) -> list[BaseEstimator]:
        """The regressors of the rounds."""
        check_is_fitted(self, "model_")
        return list(self.parts_)

    def _padded(self, values: Array, fill: float) -> Array:
        return np.concatenate([values, np.full(max(int(self.n_estimators) - len(values), 0), fill)])

    @Computed
    def estimator_weights_(self) -> Array:
        check_is_fitted(self, "model_")
        return self._padded(self.model_.alpha, 0.0)

    def _fields_of(self, values: Mapping[str, object], record: AdaBoostRegressorModel) -> dict[str, Array]:
        weights = as_field(values["estimator_weights_"])[: len(record.alpha)]
        return {"alpha": np.array(weights, np.float64)}

    @property
    def estimator_errors_(self) -> Array:
        check_is_fitted(self, "model_")
        return self._padded(self.model_.error, 1.0)

    @property
    def feature_importances_(self) -> Array:
        """Mean of the rounds' importances, weighted by their votes, (p,)."""
        check_is_fitted(self, "model_")
        alpha = self.model_.alpha
        share = alpha / alpha.sum() if alpha.any() else np.full(len(alpha), 1.0 / len(alpha))
        parts: list[Any] = list(self.parts_)
        return np.sum([a * part.feature_importances_ for a, part in zip(share, parts, strict=True)], axis=0)

    # --- prediction

    def _part_values(self, X: MatrixLike) -> Array:
        """Predictions (n, T) of the rounds."""
        rows = self._check_X(X)
        parts: list[Any] = list(self.parts_)
        found = in_parallel(lambda t: np.ravel(parts[t].predict(rows)), range(len(parts)), self.n_jobs, rows)
        return np.column_stack(found).astype(np.float64)

    def predict(self, X: MatrixLike) -> Array:
        """Weighted median (n,) of the rounds' predictions."""
        return weighted_median(self._part_values(X), self.model_.alpha)

    def staged_predict(self, X: MatrixLike) -> Iterator[Array]:
        """`predict` after each round."""
        values, alpha = self._part_values(X), self.model_.alpha
        for t in range(1, len(alpha) + 1):
            yield weighted_median(values[:, :t], alpha[:t])

    def staged_score(
        self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> Iterator[float]:
        """R² after each round."""
        from sklearn.metrics import r2_score

        for values in self.staged_predict(X):
            yield float(r2_score(y, values, sample_weight=sample_weight))

    def __len__(self) -> int:
        return len(self.parts_)

    def __getitem__(self, t: int) -> BaseEstimator:
        return self.parts_[t]

    def __iter__(self) -> Iterator[BaseEstimator]:
        return iter(self.parts_)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self.estimator_).input_tags
        return tags
