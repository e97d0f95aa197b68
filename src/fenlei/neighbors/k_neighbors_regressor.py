r"""Regression by the k nearest neighbours.

Model: none; the training rows are kept. Prediction: the mean of the targets of the k rows nearest to x,

    ŷ(x) = Σ_i v_i y_i / Σ_i v_i          over the k nearest rows

with v = 1 (uniform), 1/d (distance) or a function of the distances; a row of weight w counts as w neighbours.
It is the mean of y over a neighbourhood that is as large as k rows ask for: a small k follows the noise, a
large one smooths the law away.

Cost: nothing to fit but the search structure, O(n log n); a query takes O(log n) in few dimensions, O(n p)
in many. Not mergeable: the model is the rows. Reference: Hastie, Tibshirani and Friedman 2009, section 2.3.2;
source 004, chapter 6.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal, Self

import numpy as np
from sklearn.base import MultiOutputMixin
from sklearn.utils.validation import check_consistent_length

from fenlei.annotations import ArrayLike, MatrixLike, Metric
from fenlei.contract.checked_rows import float_targets
from fenlei.contract.estimator import FLOATS
from fenlei.contract.regressor import Regressor
from fenlei.contract.weighted_rows import require_target
from fenlei.errors import DataError
from fenlei.kernels import Array, kernel
from fenlei.neighbors.search.ready_made import check_metric
from fenlei.neighbors.stored_record import NeighbourTargetsModel, row_fields
from fenlei.neighbors.stored_rows import IndexedRows, SearchAlgorithm
from fenlei.neighbors.voting import NO_WEIGHTS, vote_weights
from fenlei.parameters import FUNCTION, NONE, Limit, check_parameters, either, one_of
from fenlei.table.rows import positive
from fenlei.weights import check_weights


def mean_targets(targets: Array, votes: Array | None, w: Array | None, index: Array, k: int) -> Array:
    """Mean (m, t) of the targets (n, t) of the neighbours `index` (m, r), by their votes (m, r)."""
    out = np.zeros((len(index), targets.shape[1]))
    votes = np.empty((0, 0)) if votes is None else np.ascontiguousarray(votes)
    add_targets(targets, votes, NO_WEIGHTS if w is None else w, index, k, out)
    return out


@kernel
def add_targets(targets: Array, votes: Array, w: Array, index: Array, k: int, out_mean: Array) -> None:
    """A neighbour of weight w counts w times, the last one for what is missing to k.

    Shares are divided by their sum first: the mean of numbers in range is in range.
    """
    share = np.empty(index.shape[1])
    for i in range(index.shape[0]):
        missing, total = float(k), 0.0
        for r in range(index.shape[1]):
            count = min(w[index[i, r]], missing) if w.shape[0] > 0 else 1.0
            missing -= count
            share[r] = count * votes[i, r] if votes.shape[0] > 0 else count
            total += share[r]
        for r in range(index.shape[1]):
            for t in range(targets.shape[1]):
                out_mean[i, t] += share[r] / total * targets[index[i, r], t]


class KNeighborsRegressor(MultiOutputMixin, IndexedRows, Regressor):
    r"""Regressor by the k nearest training rows.

    Parameters
    ----------
    n_neighbors : int, default=5
        k.
    weights : {"uniform", "distance"}, callable or None, default="uniform"
        How much a neighbour counts: as much as the others; 1/d; or by a function from distances (m, k) to
        weights (m, k).
    algorithm : {"auto", "ball_tree", "kd_tree", "brute", "branch_bound"}, default="auto"
        How neighbours are found; the answers are the same, ties included. "ball_tree" is served by the
        kd-tree, which takes the same metrics here.
    leaf_size : int, default=30
        Leaves hold at most twice as many rows.
    p : float, default=2
        Exponent of metric "minkowski": 1 Manhattan, 2 Euclid, `inf` Chebyshev.
    metric : str or callable, default="minkowski"
        Those of `KNeighborsClassifier`; "heom" and "gower" for tables of numbers and names with missing
        values.
    metric_params : dict, default=None
        V or VI of "mahalanobis", V of "seuclidean" (by default from the training rows), p and w of
        "minkowski", and what other metrics take.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.
    categorical_features : mask, indices or names of columns, default=None
        For "heom" and "gower": numeric columns that are names. Text, category and boolean columns always are.

    Attributes
    ----------
    effective_metric_ : str or callable
    effective_metric_params_ : dict
    n_samples_fit_ : int
        Training rows; those of weight 0 are not there.
    coding_ : CategoryCoding or None
        Categories of text columns.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: `sample_weight` (a row of weight w counts as w neighbours), mixed metrics,
    `radius_neighbors`, and those of `KNeighborsClassifier` about searching. A model with a function as a
    metric or as weights cannot be saved to a model file.

    Examples
    --------
    The neighbours of 2.2 are 2 and 3: their mean, and their mean by 1/d, (0.2⁻¹ · 4 + 0.8⁻¹ · 9) / 6.25.

    >>> x, y = [[0], [1], [2], [3]], [0, 1, 4, 9]
    >>> KNeighborsRegressor(2).fit(x, y).predict([[2.2]]).tolist()
    [6.5]
    >>> KNeighborsRegressor(2, weights="distance").fit(x, y).predict([[2.2]]).round(9).tolist()
    [5.0]
    """

    Model = NeighbourTargetsModel
    _limits: ClassVar[dict[str, Limit]] = {
        **IndexedRows._limits,
        "weights": either(NONE, one_of("uniform", "distance"), FUNCTION),
    }

    def __init__(
        self,
        n_neighbors: int = 5,
        *,
        weights: Literal["uniform", "distance"] | Callable[[Array], ArrayLike] | None = "uniform",
        algorithm: SearchAlgorithm = "auto",
        leaf_size: int = 30,
        p: float | None = 2,
        metric: Metric = "minkowski",
        metric_params: dict[str, Any] | None = None,
        n_jobs: int | None = None,
        categorical_features: ArrayLike | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.p = p
        self.metric = metric
        self.metric_params = metric_params
        self.n_jobs = n_jobs
        self.categorical_features = categorical_features

    def fit(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Keep the rows X (n, p) with their targets y (n,) or (n, t), each of weight sample_weight (n,).

        X may also be a fitted NearestNeighbors, KDTree or BallTree of scikit-learn.
        """
        check_parameters(self, self._limits)
        require_target(self, y)
        rows = self._check_fit_X(X, reset=True)
        Y = self._check_target(y, reset=True)
        check_consistent_length(rows, Y)
        w = check_weights(sample_weight, rows.shape[0])
        if not self._is_precomputed():
            rows, Y, w = positive(rows, Y, w)
        flat = np.array(Y.ndim == 1)
        targets = np.ascontiguousarray(Y.reshape(len(Y), -1))
        self._keep(NeighbourTargetsModel(targets=targets, w=w, flat=flat, **row_fields(rows, self.coding_)))
        self.model_ = self._with_order(self.model_)
        check_metric(X, self, type(self).__name__)
        return self

    def _check_target(self, y: ArrayLike, *, reset: bool) -> Array:
        """Targets (n,) or (n, t), as they came."""
        return float_targets(y, dtype=FLOATS, estimator=self)

    def _keep(self, model: NeighbourTargetsModel) -> None:
        self._keep_rows(model)

    def _check_model(self, model: NeighbourTargetsModel) -> None:
        super()._check_model(model)
        self._check_stored(model, len(model.targets))

    def predict(self, X: MatrixLike | None) -> Array:
        """Mean target (m,) or (m, t) of the neighbours of the queries X (m, p).

        X None asks for each training row by its neighbours other than itself (leave-one-out).
        """
        blocks = [self._means(distance, index) for distance, index in self._neighbour_blocks(X)]
        values, model = np.concatenate(blocks), self.model_
        if model.targets.dtype == np.float32 and self.weights in (None, "uniform"):  # as there
            values = values.astype(np.float32)
        return values[:, 0] if model.flat else values

    def _means(self, distance: Array, index: Array) -> Array:
        votes, model = vote_weights(self.weights, distance), self.model_
        means = mean_targets(model.targets, votes, model.w, index, self.n_neighbors)
        if not np.isfinite(means).all():  # votes that add up to 0
            raise DataError("neighbors.zero_weights")
        return means
