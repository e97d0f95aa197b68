r"""CART: binary trees for regression.

Model: as the classification tree; a leaf gives the mean of its targets, or their median for the absolute
error. Estimate: split by (j, s) with the least Σ_left (y - c_1)² + Σ_right (y - c_2)², c the means of the
sides (source 004, equations 102 to 105); or the least absolute error, or the least Poisson deviance.
`friedman_mse` ranks splits by w_l w_r / (w_l + w_r) (c_1 - c_2)², which is the decrease of the squared error,
so it is another name of "squared_error".

Sums are taken from the node's mean, so that a large offset of the targets costs no digits.
Cost: as for classification; the absolute error takes O(log n) more per row.
Reference: Breiman, Friedman, Olshen, Stone (1984), chapter 8; source 004, section 7.4.2.
"""

from __future__ import annotations

from copy import copy
from typing import ClassVar, Literal, Self

import numpy as np
from sklearn.base import clone
from sklearn.utils import Bunch, Tags

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.contract.checked_rows import float_targets, one_column
from fenlei.contract.namesake import stands_for
from fenlei.contract.regressor import Regressor
from fenlei.contract.scanned_rows import learn_names
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.parameters import N_JOBS, Limit, check_parameters, one_of
from fenlei.rows.scanned import Scan
from fenlei.table.frames import apply_categories
from fenlei.trees.exact.grower import grow
from fenlei.trees.exact.presorted_columns import presort
from fenlei.trees.histogram.single_tree import grow_on_bins, refuse_bins, unsorted
from fenlei.trees.histogram.stored_bins import binned_targets, setting_for_memory
from fenlei.trees.pruning.cost_complexity import pruning_path, weakest_links
from fenlei.trees.reading.sklearn_view import TreeView
from fenlei.trees.settings import CRITERIA, LIMITS, cart_rules, feature_count
from fenlei.trees.sparse.multi_output import grow_targets, grows_sparse, number_targets, refuse_several
from fenlei.trees.sparse.several_targets import target_columns
from fenlei.trees.sparse.sparse_rows import dense_rows
from fenlei.trees.target_units import original_units, scaled_impurity, target_shift
from fenlei.trees.tree import Tree, check_tree
from fenlei.trees.tree_classifier import TreeReading


def check_target(y: ArrayLike, criterion: str, several: bool = True) -> Array:
    """Targets (n,), or (n, O) if there may be `several`, as the criterion needs them."""
    targets = float_targets(y)
    targets = np.asarray(target_columns(targets)) if several else one_column(targets, warn=True)
    if criterion == "poisson" and (targets.min() < 0 or targets.sum(axis=0).min() <= 0):
        raise DataError("trees.poisson", least=float(targets.min()))
    return targets


@stands_for("sklearn.tree.DecisionTreeRegressor")
class DecisionTreeRegressor(TreeReading, Regressor):
    r"""CART regression tree.

    Parameters
    ----------
    criterion : {"squared_error", "friedman_mse", "absolute_error", "poisson"}, default="squared_error"
        What a split lessens. "absolute_error" takes numeric features only.
    splitter, max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf
        As for `DecisionTreeClassifier`; so are the next two lines.
    max_features, random_state, max_leaf_nodes, min_impurity_decrease
    ccp_alpha, categorical_features, n_jobs, max_bins
    monotonic_cst : array-like of shape (p,), default=None
        1: the prediction must not fall as the feature rises; -1: not rise; 0: free. With one target.

    Attributes
    ----------
    tree_ : TreeView
        Arrays under scikit-learn's names.
    feature_importances_ : ndarray of shape (p,)
    max_features_, n_outputs_, n_features_in_ : int
    coding_ : CategoryCoding or None
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: as for `DecisionTreeClassifier`; categories are ordered by
    their mean target, which finds the best of all subsets; "friedman_mse" is "squared_error".
    The unit of y does not matter: targets below about 0.1 or above 1e120 are scaled by a power of two while
    the tree grows (impurities that leave the range of numbers stay those of the scaled targets). Features
    whose gains differ by at most 1e-12 of the node's impurity are equally good: the first is taken, or, if
    `max_features` is given, one is drawn.

    Examples
    --------
    >>> x = [[1], [2], [3], [4], [5], [6], [7], [8], [9], [10]]
    >>> y = [4.50, 4.75, 4.91, 5.34, 5.80, 7.05, 7.90, 8.23, 8.70, 9.00]
    >>> model = DecisionTreeRegressor(max_depth=1).fit(x, y)
    >>> model.tree_.threshold[0].item(), model.predict([[1], [10]]).round(3).tolist()
    (5.5, [5.06, 8.176])
    """

    _scans = True
    _limits: ClassVar[dict[str, Limit]] = {
        **LIMITS,
        "criterion": one_of("squared_error", "friedman_mse", "absolute_error", "poisson"),
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        *,
        criterion: Literal["squared_error", "friedman_mse", "absolute_error", "poisson"] = "squared_error",
        splitter: Literal["best", "random"] = "best",
        max_depth: int | None = None,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: float | Literal["sqrt", "log2"] | None = None,
        random_state: RandomState = None,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        ccp_alpha: float = 0.0,
        monotonic_cst: ArrayLike | None = None,
        categorical_features: ArrayLike | None = None,
        n_jobs: int | None = None,
        max_bins: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.splitter = splitter
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_features = max_features
        self.random_state = random_state
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.ccp_alpha = ccp_alpha
        self.monotonic_cst = monotonic_cst
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs
        self.max_bins = max_bins

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Grow the tree on X (n, p) and y (n,) or (n, O), with weights (n,); or on a scan alone."""
        if not isinstance(X, Scan):
            return self._fit_rows(*self._training_rows(X, y, sample_weight))
        check_parameters(self, self._limits)
        self._fit_rows(*binned_targets(self, X, y, sample_weight, int(self.max_bins or 0)))
        learn_names(self, X)
        return self

    def _setting_for_memory(self) -> str | None:
        return setting_for_memory(self)

    def _fit_rows(self, rows: Array, targets: Array, w: Array | None) -> Self:
        shift, criterion = target_shift(targets), CRITERIA[self.criterion]
        tree = self._scaled(shift)._grow(rows, np.ldexp(targets, shift) if shift else targets, w)
        if self.ccp_alpha > 0:
            tree = weakest_links(tree, scaled_impurity(self.ccp_alpha, shift, criterion))
        value, impurity = original_units(tree.value, tree.impurity, shift, criterion)
        self._keep(tree._replace(value=value, impurity=impurity))
        return self

    def _scaled(self, shift: int) -> Self:
        """The estimator with a `min_impurity_decrease` for targets times 2^shift."""
        if shift == 0:
            return self
        scaled = copy(self)
        decrease = scaled_impurity(self.min_impurity_decrease, shift, CRITERIA[self.criterion])
        scaled.min_impurity_decrease = decrease
        return scaled

    def _grow(self, X: Array, y: Array, w: Array | None) -> Tree:
        sizes, codes = self._category_counts(X), np.zeros(len(y), np.int64)
        if y.ndim == 2:
            refuse_several(self, bool(sizes.any()))
            rows = dense_rows(self, X) if self.criterion == "absolute_error" else X
            return grow_targets(self, rows, number_targets(y, w), y.shape[1])
        if self.criterion == "absolute_error" and sizes.any():
            raise UsageError("trees.absolute", estimator=type(self).__name__)
        if self.max_bins is not None:
            refuse_bins(self, X, sizes)
            columns = unsorted(X, codes, sizes, w, y)
            return grow_on_bins(columns, cart_rules(self, columns, 1), 0, self.max_bins, self.n_jobs)
        if grows_sparse(self, X, sizes):
            return grow_targets(self, X, number_targets(y, w), 1)
        columns = presort(dense_rows(self, X), codes, sizes, w, y, n_jobs=self.n_jobs)
        return grow(columns, cart_rules(self, columns, 1), 1, self.n_jobs, self.max_leaf_nodes)

    def _check_target(self, y: ArrayLike, *, reset: bool) -> Array:
        return check_target(y, self.criterion)

    def _keep(self, model: Tree) -> None:
        self.model_, self.n_outputs_ = model, model.value.shape[1]
        self.tree_ = TreeView(model, classes=False)
        self.max_features_ = feature_count(self.max_features, self.n_features_in_)

    def _check_model(self, model: Tree) -> None:
        check_tree(model, self.n_features_in_, max(1, model.value.shape[-1]))

    def predict(self, X: MatrixLike) -> Array:
        """Mean or median target (n,) of the leaf of each row; (n, O) of several targets."""
        leaf = self.apply(X)
        value = self.model_.value[leaf]
        return value[:, 0] if self.n_outputs_ == 1 else value

    def cost_complexity_pruning_path(
        self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> Bunch:
        """The sequence of pruned trees: a Bunch of `ccp_alphas` and total `impurities` of the leaves."""
        path = pruning_path(clone(self).set_params(ccp_alpha=0.0).fit(X, y, sample_weight).model_)
        return Bunch(ccp_alphas=path.alpha, impurities=path.impurity)

    def _compute_partial_dependence_recursion(self, grid: MatrixLike, target_features: Array) -> Array:
        """Mean prediction (g,), or (O, g), where some features have the values in grid (g, t).

        scikit-learn's `partial_dependence` calls the method by this name.
        """
        coding = self.coding_ and self.coding_.take(target_features)._replace(names=None)
        values = np.asarray(grid, np.float64) if coding is None else apply_categories(grid, coding)
        mean = self.tree_.partial_dependence(values, target_features)
        return mean[:, 0] if self.n_outputs_ == 1 else mean.T
