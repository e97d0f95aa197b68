r"""CART: binary trees for classification.

Model: a node asks whether x_j <= t, or whether category x_j is in a set; a leaf gives the class shares of its
rows. Estimate: split by the question with the largest decrease of the impurity, Gini index or entropy; stop
when a node is pure or a rule stops it. Pruning: the subtree with the least R(T) + α |leaves|
(`pruning.cost_complexity`). Decision: the most frequent class of the leaf.

`nominal_split="multiway"` gives a nominal feature one branch per category, as source 000 (equation 3-50) and
source 002 (B-M21) draw CART; the average Gini index then decides between features.

Missing values go to the side where they do better, found at every node; where none was missing, with the
majority. A category not seen at the node goes with the heavier branch. A multiway split sends parts of a row
to every branch.

Cost: O(n p log n + n p depth) to fit, O(depth) a row to predict.
Reference: Breiman, Friedman, Olshen, Stone (1984); source 000, items 32 to 39; source 004, section 7.4.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from sklearn.base import clone
from sklearn.utils import Bunch

from fenlei.annotations import ArrayLike, MatrixLike, RandomState, TargetWeights
from fenlei.contract.classifier import Rows
from fenlei.contract.namesake import stands_for
from fenlei.contract.size import row_by_class
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.parameters import CLASS_WEIGHTS, N_JOBS, Limit, one_of
from fenlei.rows.scanned import Scan
from fenlei.trees.exact.fractional_rows import grow_fractional
from fenlei.trees.exact.grower import grow
from fenlei.trees.histogram.single_tree import grow_on_bins, refuse_bins, unsorted
from fenlei.trees.histogram.stored_bins import binned, setting_for_memory
from fenlei.trees.passing_rows import with_missing_weights
from fenlei.trees.pruning.cost_complexity import pruning_path, weakest_links
from fenlei.trees.settings import LIMITS, cart_rules, feature_count
from fenlei.trees.sparse.multi_output import class_targets, grow_targets, grows_sparse
from fenlei.trees.sparse.several_targets import SeveralTargets
from fenlei.trees.tree import Tree


@stands_for("sklearn.tree.DecisionTreeClassifier")
class DecisionTreeClassifier(SeveralTargets):
    r"""CART decision tree classifier.

    Parameters
    ----------
    criterion : {"gini", "entropy", "log_loss"}, default="gini"
        Impurity of a node: Gini index, or entropy in bits ("log_loss" is another name of it).
    splitter : {"best", "random"}, default="best"
        "random" draws one threshold per feature between its least and largest value in the node.
    max_depth : int, default=None
        Largest depth; None: no limit.
    min_samples_split : int or float, default=2
        Least number of rows, or share of all rows, of a node that is split.
    min_samples_leaf : int or float, default=1
        Least number of rows, or share of all rows, of a branch.
    min_weight_fraction_leaf : float, default=0.0
        Least share of the weight of a branch.
    max_features : int, float, "sqrt", "log2" or None, default=None
        Number or share of the features that are drawn at each node. If none of them can split, more are
        drawn.
    random_state : int, RandomState instance or None, default=None
        Source of the drawn features and thresholds.
    max_leaf_nodes : int, default=None
        Grow best first, up to so many leaves.
    min_impurity_decrease : float, default=0.0
        Least decrease of the impurity by a split, times the node's share of the weight.
    class_weight : dict, list of dict, "balanced" or None, default=None
        Factor on the weight of each class's rows; of several targets a list, one dict for each.
    ccp_alpha : float, default=0.0
        Price of a leaf: the tree is pruned to the subtree with the least impurity + price.
    monotonic_cst : array-like of shape (p,), default=None
        1: the probability of the second class must not fall as the feature rises; -1: not rise; 0: free. Two
        classes only; nominal features are not bound.
    categorical_features : None, bool mask (p,), indices or names, default=None
        Nominal features besides the text, category and boolean columns of a DataFrame.
    nominal_split : {"subset", "multiway"}, default="subset"
        Two sets of categories, or one branch per category.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.
    max_bins : int from 2 to 255 or None, default=None
        Number of bins that the values of a feature are put in, as in the forest: splits are searched between
        bins of about equal weight. None: every threshold is tried. Not with sparse X, several targets,
        splitter="random", `max_leaf_nodes`, `monotonic_cst`, nominal_split="multiway", nor columns of more
        than 255 categories.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    tree_ : TreeView
        Arrays under scikit-learn's names.
    feature_importances_ : ndarray of shape (p,)
    max_features_, n_classes_, n_outputs_, n_features_in_ : int
    coding_ : CategoryCoding or None
        Categories of text columns in the order of their codes.
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: values are compared in double precision, however close they are (there,
    features with a spread below 1e-7 are constant); equally good splits go to the first feature and the
    lowest threshold, so `random_state` matters only for "random" and `max_features`; nodes are numbered in
    preorder also with `max_leaf_nodes`; nominal features are split as such; rows of weight 0 are no rows.
    Sparse X is split on its entries and never made dense, but with nominal columns, `monotonic_cst` or
    nominal_split="multiway", and then up to 2^28 cells. Several targets, Y (n, O), have a list of `classes_`
    and of probabilities, as there; they take numbers, missing ones too.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> model = DecisionTreeClassifier(max_depth=2).fit(X, y)
    >>> model.tree_.threshold[:3].round(2).tolist(), round(model.score(X, y), 2)
    ([2.45, -2.0, 1.75], 0.96)
    """

    _fit_cost = row_by_class(3e-8)
    _scans = True
    _limits: ClassVar[dict[str, Limit]] = {
        **LIMITS,
        "criterion": one_of("gini", "entropy", "log_loss"),
        "class_weight": CLASS_WEIGHTS,
        "nominal_split": one_of("subset", "multiway"),
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        *,
        criterion: Literal["gini", "entropy", "log_loss"] = "gini",
        splitter: Literal["best", "random"] = "best",
        max_depth: int | None = None,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: float | Literal["sqrt", "log2"] | None = None,
        random_state: RandomState = None,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        class_weight: TargetWeights = None,
        ccp_alpha: float = 0.0,
        monotonic_cst: ArrayLike | None = None,
        categorical_features: ArrayLike | None = None,
        nominal_split: Literal["subset", "multiway"] = "subset",
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
        self.class_weight = class_weight
        self.ccp_alpha = ccp_alpha
        self.monotonic_cst = monotonic_cst
        self.categorical_features = categorical_features
        self.nominal_split = nominal_split
        self.n_jobs = n_jobs
        self.max_bins = max_bins

    def _setting_for_memory(self) -> str | None:
        return setting_for_memory(self)

    def _binned_rows(self, scan: Scan, y: object, sample_weight: object, factor: Array | None) -> Rows:
        return Rows(*binned(self, scan, y, sample_weight, int(self.max_bins or 0), factor))

    def _grow(self, rows: Rows) -> Tree:
        if self.nominal_split == "multiway":
            return self._multiway(rows)
        sizes, K = self._category_counts(rows.X), len(self.classes_)
        if self.max_bins is not None:
            refuse_bins(self, rows.X, sizes)
            columns = unsorted(rows.X, rows.codes, sizes, rows.w)
            tree = grow_on_bins(columns, cart_rules(self, columns, K), K, self.max_bins, self.n_jobs)
        elif grows_sparse(self, rows.X, sizes):
            tree = grow_targets(self, rows.X, class_targets([rows.codes], [K], rows.w), K)
        else:
            columns, _ = self._presorted(rows)
            tree = grow(columns, cart_rules(self, columns, K), K, self.n_jobs, self.max_leaf_nodes)
        return weakest_links(tree, self.ccp_alpha) if self.ccp_alpha > 0 else tree

    def _multiway(self, rows: Rows) -> Tree:
        given = {name: getattr(self, name) for name in ("max_leaf_nodes", "monotonic_cst", "max_bins")}
        for other, value in given.items():
            if value is not None:
                raise UsageError("trees.multiway", estimator=type(self).__name__, other=other)
        (columns, rows), K = self._presorted(rows), len(self.classes_)
        tree = grow_fractional(columns, cart_rules(self, columns, K, multiway=True), K, self.n_jobs)
        return with_missing_weights(tree, *rows)

    def _keep(self, model: Tree) -> None:
        super()._keep(model)
        self.max_features_ = feature_count(self.max_features, self.n_features_in_)

    def cost_complexity_pruning_path(
        self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> Bunch:
        """The sequence of pruned trees: a Bunch of `ccp_alphas` and total `impurities` of the leaves.

        Each alpha is the price of a leaf at which the next branch is cut.
        """
        whole = clone(self).set_params(ccp_alpha=0.0).fit(X, y, sample_weight)
        path = pruning_path(whole.model_)
        return Bunch(ccp_alphas=path.alpha, impurities=path.impurity)
