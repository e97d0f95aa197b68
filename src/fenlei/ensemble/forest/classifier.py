"""Random forest for classification; the method is described in `forest.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal, Self

import numpy as np
from sklearn.metrics import accuracy_score
from sklearn.utils import Tags, check_consistent_length

from fenlei.annotations import ArrayLike, MatrixLike, RandomState, TargetWeights
from fenlei.contract.classifier import Classifier, Rows
from fenlei.contract.scanned_rows import class_factor, learn_classes, learn_names
from fenlei.contract.size import row_by_class
from fenlei.contract.weighted_rows import label_vector, require_target, with_weight
from fenlei.ensemble.forest.forest import FOREST_LIMITS, ForestBase
from fenlei.ensemble.forest.growth import weighted_rows
from fenlei.ensemble.forest.record import Forest
from fenlei.ensemble.forest.several_targets import split_shares
from fenlei.ensemble.forest.strength import ForestStrength, strength_of_votes
from fenlei.ensemble.forest.walk import WORDS, reached_leaves
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.threads import map_blocks
from fenlei.messages import code
from fenlei.parameters import CLASS_WEIGHTS, Limit, check_parameters, either, one_of
from fenlei.rows.scanned import Scan
from fenlei.table.coding import code_labels
from fenlei.table.rows import count_rows, positive
from fenlei.trees.coded_rows import CodedRows
from fenlei.trees.decision_tree import DecisionTreeClassifier
from fenlei.trees.histogram.stored_bins import binned, setting_for_memory
from fenlei.trees.sparse.several_targets import encode_columns, has_columns
from fenlei.trees.tree import majority
from fenlei.weights import class_weights, target_weights

TREE_PARAMETERS = (
    *("criterion", "max_depth", "min_samples_split", "min_samples_leaf", "min_weight_fraction_leaf"),
    *("max_features", "max_leaf_nodes", "min_impurity_decrease", "ccp_alpha", "monotonic_cst"),
    "categorical_features",
)


class RandomForestClassifier(ForestBase[DecisionTreeClassifier], CodedRows, Classifier):
    r"""Random forest.

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees.
    criterion : {"gini", "entropy", "log_loss"}, default="gini"
    max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf
        As for `DecisionTreeClassifier`; so are the next two lines. A row that is drawn twice is one row.
    max_leaf_nodes, min_impurity_decrease, ccp_alpha, monotonic_cst
    categorical_features
    max_features : {"sqrt", "log2"}, int, float or None, default="sqrt"
        Number of features drawn at each node; a share if it is a float; None is all.
    bootstrap : bool, default=True
        Whether a tree is grown on rows drawn with replacement; otherwise on all rows.
    oob_score : bool or function, default=False
        Whether to score each row by the trees that were not grown on it; a function of the labels and the
        predicted labels gives another score than the accuracy.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.
    random_state : int, RandomState or None, default=None
    verbose : int, default=0
        Accepted for compatibility with scikit-learn; nothing is printed.
    warm_start : bool, default=False
        Whether `fit` adds trees to the existing ones.
    class_weight : dict, list of dict, "balanced", "balanced_subsample" or None, default=None
        Factor on the weight of each class's rows; "balanced_subsample" balances the drawn rows of each tree.
        Of several targets a list, one dict for each.
    max_samples : int, float or None, default=None
        Number of draws, which may exceed the number of rows; a share of the rows that have weight if it is a
        float; None: as many as these rows. Weights say how likely a row is drawn, not how many are.
    max_bins : int from 2 to 255 or None, default=255
        Number of bins that the values of a feature are put in; None: none, all thresholds are tried.
    voting : {"soft", "hard"}, default="soft"
        "soft": the mean of the class shares in the leaves decides; "hard": each tree has one vote, for the
        largest class of its leaf, and probabilities are shares of the votes (source 002, section 5.4.1).

    Attributes
    ----------
    classes_ : ndarray of shape (K,), or a list of them for several targets
    estimator_ : DecisionTreeClassifier
        A tree with the forest's parameters, not grown.
    estimators_ : list of DecisionTreeClassifier
        The trees; their classes are the codes 0 .. K - 1. Made from `model_` on every access. Unless values
        were put in bins, fitting one again to its rows in `estimators_samples_` gives the same tree.
    feature_importances_ : ndarray of shape (p,)
    oob_score_ : float
    oob_decision_function_ : ndarray of shape (n, K)
        Mean class shares by the trees that were not grown on the row; NaN if every tree was. (n, K, O) for
        several targets of K classes; a list of O arrays if they have different numbers of classes.
    estimators_samples_ : list of T ndarrays
        Rows that each tree was grown on; known until the model is saved.
    model_ : Forest
        All trees as flat arrays.
    n_classes_, n_outputs_, n_features_in_ : int
    coding_ : CategoryCoding or None
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from scikit-learn: a feature with more than `max_bins` distinct values is split between bins
    of about equal weight; otherwise, and with `max_bins=None`, splits are exact. More than 255 categories,
    `monotonic_cst` and `max_leaf_nodes` are always split exactly. Rows are drawn by what they hold, so their
    order does not matter; a row of weight zero is no row, and `sample_weight` equals repeated rows where the
    number of draws is the same, that is with a whole `max_samples`. Text, category and boolean columns
    are split as such, and missing values go where they do better. Importances by permutation and proximities
    are methods. Several targets, Y (n, O), are split exactly, on numbers, without `monotonic_cst`; their
    `oob_score_` is the share of rows right in every target, for any classes.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> forest = RandomForestClassifier(oob_score=True, random_state=0).fit(X, y)
    >>> bool(forest.oob_score_ > 0.93), forest.feature_importances_.argmax() in (2, 3)
    (True, True)
    """

    saves_several_targets: ClassVar[bool] = True
    _classes: ClassVar[bool] = True
    _fit_cost = row_by_class(3e-6)
    _scans = True
    _limits: ClassVar[dict[str, Limit]] = {
        **FOREST_LIMITS,
        "criterion": one_of("gini", "entropy", "log_loss"),
        "class_weight": either(CLASS_WEIGHTS, one_of("balanced_subsample")),
        "voting": one_of("soft", "hard"),
    }

    # One line per parameter: the constructor only assigns.
    def __init__(
        self,
        n_estimators: int = 100,
        *,
        criterion: Literal["gini", "entropy", "log_loss"] = "gini",
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: Literal["sqrt", "log2"] | int | float | None = "sqrt",
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        bootstrap: bool = True,
        oob_score: bool | Callable[..., float] = False,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: int = 0,
        warm_start: bool = False,
        class_weight: TargetWeights | Literal["balanced_subsample"] = None,
        ccp_alpha: float = 0.0,
        max_samples: int | float | None = None,
        monotonic_cst: ArrayLike | None = None,
        categorical_features: ArrayLike | None = None,
        max_bins: int | None = 255,
        voting: Literal["soft", "hard"] = "soft",
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
        self.class_weight = class_weight
        self.ccp_alpha = ccp_alpha
        self.max_samples = max_samples
        self.monotonic_cst = monotonic_cst
        self.categorical_features = categorical_features
        self.max_bins = max_bins
        self.voting = voting

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Grow the forest on X (n, p) and y (n,) or (n, O), each row drawn in proportion to sample_weight.

        Or on a scan alone, whose rows are kept in memory at a byte per value.
        """
        if isinstance(X, Scan):
            return self._fit_scan(X, y, sample_weight)
        require_target(self, y)
        assert y is not None
        if has_columns(self, y):
            return self._fit_several(X, np.asarray(y), sample_weight)
        check_parameters(self, self._limits)
        (coded, codes, w), index = self._with_numbers(self._labelled(X, y, sample_weight), X, sample_weight)
        rows = self._forest_rows(coded, codes, len(self.classes_), self._category_counts(coded), w)
        rows = rows._replace(subsample_balanced=self.class_weight == "balanced_subsample")
        votes = self._grow_forest(rows, coded, index, count_rows(X))
        if votes is not None:
            self._score_out_of_bag(self._every_vote(votes, X, index), self._truth(y))
        return self

    def _fit_scan(self, scan: Scan, y: object, sample_weight: object) -> Self:
        check_parameters(self, self._limits)
        balanced = self.class_weight == "balanced_subsample"  # each tree balances its own rows
        learn_classes(self, scan)
        factor = None if balanced else class_factor(self, scan)
        X, codes, w = binned(self, scan, y, sample_weight, int(self.max_bins or 0), factor)
        rows = self._forest_rows(X, codes, len(self.classes_), X.bins.sizes, w)
        self._grow_forest(rows._replace(subsample_balanced=balanced), X, np.arange(len(X)), len(X))
        learn_names(self, scan)
        return self

    def _setting_for_memory(self) -> str | None:
        return setting_for_memory(self)

    def _fit_several(self, X: MatrixLike, Y: Array, sample_weight: ArrayLike | None) -> Self:
        check_parameters(self, self._limits)
        classes, truth = encode_columns(Y)
        rows, codes, w = with_weight(X, truth, sample_weight)
        coded, index = self._check_fit_X(rows, reset=True), weighted_rows(X, sample_weight)
        check_consistent_length(coded, codes)
        balanced = self.class_weight == "balanced_subsample"
        w = w if balanced else target_weights(self, codes, classes, w)
        index = index if w is None else index[w > 0]
        coded, codes, w = positive(coded, codes, w)
        self.classes_ = classes  # type: ignore[assignment]
        several = self._several_rows(coded, codes, self._widths(), w)._replace(subsample_balanced=balanced)
        votes = self._grow_forest(several, coded, index, len(Y))
        if votes is not None:
            self._score_several(self._every_vote(votes, X, index), truth)
        return self

    def _with_numbers(self, rows: Rows, X: MatrixLike, sample_weight: ArrayLike | None) -> tuple[Rows, Array]:
        """The rows with class weights multiplied in that have weight, and their numbers in X."""
        index = weighted_rows(X, sample_weight)
        if self.class_weight == "balanced_subsample":  # each tree balances its own rows
            return rows, index
        w = class_weights(self, rows.codes, self.classes_, rows.w)
        if w is not None and not w.all():
            index = index[w > 0]
        return Rows(*positive(rows.X, rows.codes, w)), index

    def _score_out_of_bag(self, votes: Array, truth: Array) -> None:
        self.oob_decision_function_ = self._mean_vote(votes)
        scored = votes[:, -1] > 0
        score = self.oob_score if callable(self.oob_score) else accuracy_score
        labels = self.classes_[majority(self.oob_decision_function_[scored])]
        found = float(score(self.classes_[truth[scored]], labels)) if scored.any() else float("nan")
        self.oob_score_ = found

    def _score_several(self, votes: Array, truth: Array) -> None:
        parts, scored = split_shares(self._mean_vote(votes), self._widths()), votes[:, -1] > 0
        alike = len(set(self._widths())) == 1
        found: Any = np.stack(parts, axis=2) if alike else parts
        self.oob_decision_function_ = found
        named = self._named([majority(part[scored]) for part in parts])
        true = self._named(list(truth[scored].T))
        exact = float(np.mean((named == true).all(axis=1))) if scored.any() else float("nan")
        self.oob_score_ = float(self.oob_score(true, named)) if callable(self.oob_score) else exact

    def _named(self, codes: list[Array]) -> Array:
        """Labels (n, O) from codes (n,) of each target."""
        return np.stack([labels[each] for labels, each in zip(self.classes_, codes, strict=True)], axis=1)

    def _widths(self) -> list[int]:
        found = getattr(self, "classes_", None)
        return [len(classes) for classes in found] if isinstance(found, list) else []

    def _count_outputs(self, model: Forest) -> int:
        return len(self._widths()) or 1

    def _keep(self, model: Forest) -> None:
        super()._keep(model)
        self.n_classes_ = self._widths() or len(self.classes_)

    def _class_scores(self, X: Array) -> Array:
        return self._mean_answers(X)

    def _votes_hard(self) -> bool:
        return self.voting == "hard"

    def strength_and_correlation(self, X: MatrixLike, y: ArrayLike) -> ForestStrength:
        """Strength and mean correlation of the trees by their votes out of bag (`strength`).

        X and y are the rows of `fit`.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> X, y = load_iris(return_X_y=True)
        >>> found = RandomForestClassifier(random_state=0).fit(X, y).strength_and_correlation(X, y)
        >>> 0.8 < found.strength < 1 and 0 < found.correlation < 1
        True
        """
        if self._widths():
            reason = code("strength_and_correlation")
            raise UsageError("trees.several", estimator=type(self).__name__, reason=reason)
        coded, truth = self._oob_rows(X, y)
        if not self.bootstrap:
            other = "strength_and_correlation"
            raise UsageError("ensemble.bootstrap", estimator=type(self).__name__, other=other)

        def votes_of(t: int, _: int) -> tuple[Array, Array]:
            rows = self._out_of_bag(self._drawn.seeds[t])
            reached = reached_leaves(self._layouts.tree(t), True, coded, rows, hard=True)
            return reached.rows.astype(np.int64), reached.at.astype(np.int64) // WORDS

        votes = list(map_blocks(votes_of, [(t, t + 1) for t in range(len(self))], self.n_jobs))
        return strength_of_votes(votes, truth, len(self.classes_))

    def predict(self, X: MatrixLike) -> Array:
        """Class (n,), or (n, O), with the largest mean share, or the most votes; ties go to the first."""
        found = self.predict_proba(X)
        if self._widths():
            return self._named([majority(each) for each in found])
        winners = majority(found)
        return self.classes_[winners]

    def predict_proba(self, X: MatrixLike) -> Any:
        """Mean over the trees of the class shares in the leaf, or shares of the votes, (n, K).

        Of several targets a list of O such arrays.
        """
        found = self._class_scores(self._check_X(X))
        return split_shares(found, self._widths()) if self._widths() else found

    def predict_log_proba(self, X: MatrixLike) -> Any:
        """Logarithm of `predict_proba`; -inf for a class that no leaf has."""
        with np.errstate(divide="ignore"):
            found = self.predict_proba(X)
            return [np.log(each) for each in found] if self._widths() else np.log(found)

    def _truth(self, y: ArrayLike) -> Array:
        if not self._widths():
            return code_labels(label_vector(y), self.classes_)
        columns = zip(np.asarray(y).T, self.classes_, strict=True)
        return np.stack([code_labels(column, classes) for column, classes in columns], axis=1)

    def _tree_score(self, answers: Array, truth: Array) -> float:
        if not self._widths():
            return float(np.mean(answers.argmax(axis=1) == truth))
        parts = split_shares(answers, self._widths())
        return float(np.mean(np.stack([part.argmax(axis=1) for part in parts], axis=1) == truth))

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = tags.classifier_tags.multi_label = True
        return tags

    def _unfitted_tree(self) -> DecisionTreeClassifier:
        return DecisionTreeClassifier(**{name: getattr(self, name) for name in TREE_PARAMETERS})

    def _as_estimator(self, t: int) -> DecisionTreeClassifier:
        tree = self._unfitted_tree()
        several = [np.arange(K) for K in self._widths()]
        tree.classes_ = several or np.arange(len(self.classes_))  # type: ignore[assignment]
        return self._fill_tree(tree, t)
