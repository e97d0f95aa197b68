"""Random forest for regression; the method is described in `forest.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal, Self

import numpy as np
from sklearn.metrics import r2_score
from sklearn.utils import Tags

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.contract.regressor import Regressor
from fenlei.contract.scanned_rows import learn_names
from fenlei.contract.size import Cost, check_size
from fenlei.ensemble.forest.classifier import TREE_PARAMETERS
from fenlei.ensemble.forest.forest import FOREST_LIMITS, ForestBase
from fenlei.ensemble.forest.growth import weighted_rows
from fenlei.ensemble.forest.record import Forest
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.parameters import Limit, check_parameters, one_of
from fenlei.rows.scanned import Scan
from fenlei.table.rows import count_rows
from fenlei.trees.coded_rows import CodedRows
from fenlei.trees.decision_tree_regressor import DecisionTreeRegressor, check_target
from fenlei.trees.histogram.stored_bins import binned_targets, setting_for_memory
from fenlei.trees.sparse.several_targets import has_columns


class RandomForestRegressor(ForestBase[DecisionTreeRegressor], CodedRows, Regressor):
    r"""Random forest of regression trees: the mean of their predictions.

    Parameters
    ----------
    n_estimators : int, default=100
    criterion : {"squared_error", "friedman_mse", "absolute_error", "poisson"}, default="squared_error"
        As for `DecisionTreeRegressor`; "absolute_error" is always split exactly.
    max_features : {"sqrt", "log2"}, int, float or None, default=1.0
    max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, max_leaf_nodes
        As for `RandomForestClassifier`; so are the next lines.
    min_impurity_decrease, bootstrap, oob_score, n_jobs, random_state, verbose, warm_start, ccp_alpha
    max_samples, monotonic_cst, categorical_features
    max_bins : int from 2 to 255 or None, default=None
        Number of bins that the values of a feature are put in; None: none, all thresholds are tried. Bins
        fit in about two fifths of the time, but blur a jump of the target that lies inside one.

    Attributes
    ----------
    estimators_ : list of DecisionTreeRegressor
    feature_importances_ : ndarray of shape (p,)
    oob_score_ : float
        R² out of bag, or the value of the function `oob_score`.
    oob_prediction_ : ndarray of shape (n,), or (n, O) of several targets
        Mean of the trees that were not grown on the row; NaN if every tree was.
    estimators_samples_ : list of T ndarrays
    model_ : Forest
    n_outputs_, n_features_in_ : int
    coding_ : CategoryCoding or None
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: as for `RandomForestClassifier`. Several targets, Y (n, O), are split
    exactly, on numbers. Features whose gains differ by at most 1e-12 of the node's impurity are equally good:
    one is drawn, or with `max_features=None` the first is taken.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(0, 6, 200)[:, None]
    >>> forest = RandomForestRegressor(oob_score=True, random_state=0).fit(x, np.sin(x[:, 0]))
    >>> bool(forest.oob_score_ > 0.99)
    True
    """

    _classes: ClassVar[bool] = False
    _scans = True
    _limits: ClassVar[dict[str, Limit]] = {
        **FOREST_LIMITS,
        "criterion": one_of("squared_error", "friedman_mse", "absolute_error", "poisson"),
    }

    # One line per parameter: the constructor only assigns.
    def __init__(
        self,
        n_estimators: int = 100,
        *,
        criterion: Literal["squared_error", "friedman_mse", "absolute_error", "poisson"] = "squared_error",
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: Literal["sqrt", "log2"] | int | float | None = 1.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        bootstrap: bool = True,
        oob_score: bool | Callable[..., float] = False,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: int = 0,
        warm_start: bool = False,
        ccp_alpha: float = 0.0,
        max_samples: int | float | None = None,
        monotonic_cst: ArrayLike | None = None,
        categorical_features: ArrayLike | None = None,
        max_bins: int | None = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_features = max_features
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.warm_start = warm_start
        self.ccp_alpha = ccp_alpha
        self.max_samples = max_samples
        self.monotonic_cst = monotonic_cst
        self.categorical_features = categorical_features
        self.max_bins = max_bins

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Grow the forest on X (n, p) and y (n,) or (n, O), each row drawn in proportion to sample_weight.

        Or on a scan alone, whose rows are kept in memory at a byte per value.
        """
        if isinstance(X, Scan):
            return self._fit_scan(X, y, sample_weight)
        coded, targets, w = self._training_rows(X, y, sample_weight)
        assert y is not None
        check_size(self, *coded.shape)
        sizes, index = self._category_counts(coded), weighted_rows(X, sample_weight)
        if targets.ndim == 2:
            rows: Any = self._several_rows(coded, targets, [], w)
        else:
            if self.criterion == "absolute_error" and sizes.any():
                raise UsageError("trees.absolute", estimator=type(self).__name__)
            rows = self._forest_rows(coded, targets, 0, sizes, w)
        votes = self._grow_forest(rows, coded, index, count_rows(X))
        if votes is not None:
            self._score_out_of_bag(self._every_vote(votes, X, index), self._check_target(y, reset=False))
        return self

    def _fit_scan(self, scan: Scan, y: object, sample_weight: object) -> Self:
        check_parameters(self, self._limits)
        X, targets, w = binned_targets(self, scan, y, sample_weight, int(self.max_bins or 0))
        rows = self._forest_rows(X, targets, 0, X.bins.sizes, w)
        self._grow_forest(rows, X, np.arange(len(X)), len(X))
        learn_names(self, scan)
        return self

    def _setting_for_memory(self) -> str | None:
        return setting_for_memory(self)

    @property
    def _fit_cost(self) -> Cost:
        tried = self.max_features if isinstance(self.max_features, float) else 1.0
        return Cost(lambda n, p, K: 6e-8 * self.n_estimators * n * max(1.0, tried * p) * np.log2(n + 1))

    def _check_target(self, y: ArrayLike, *, reset: bool) -> Array:
        return check_target(y, self.criterion, several=has_columns(self, y))

    def _score_out_of_bag(self, votes: Array, y: Array) -> None:
        found = self._mean_vote(votes)
        self.oob_prediction_ = found if y.ndim == 2 else found[:, 0]
        scored = votes[:, -1] > 0
        score = self.oob_score if callable(self.oob_score) else r2_score
        enough = np.count_nonzero(scored) > 1
        self.oob_score_ = float(score(y[scored], self.oob_prediction_[scored])) if enough else float("nan")

    def predict(self, X: MatrixLike) -> Array:
        """Mean over the trees of the leaf's value, (n,), or (n, O) of several targets."""
        values = self._mean_answers(self._check_X(X))
        if not np.isfinite(values).all():
            raise DataError("ensemble.mean", estimator=type(self).__name__)
        return values if self.n_outputs_ > 1 else values[:, 0]

    def _count_outputs(self, model: Forest) -> int:
        return max(1, model.value.shape[1])

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags

    def _truth(self, y: ArrayLike) -> Array:
        return np.asarray(y, dtype=np.float64)

    def _tree_score(self, answers: Array, truth: Array) -> float:
        return -float(np.mean((answers - truth.reshape(len(truth), -1)) ** 2))

    def _unfitted_tree(self) -> DecisionTreeRegressor:
        return DecisionTreeRegressor(**{name: getattr(self, name) for name in TREE_PARAMETERS})

    def _as_estimator(self, t: int) -> DecisionTreeRegressor:
        return self._fill_tree(self._unfitted_tree(), t)
