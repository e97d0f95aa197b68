r"""C4.5: gain ratio, thresholds for numbers, fractional rows for missing values, error-based pruning.

Among the splits with at least average gain, take the one with the largest gain ratio

    GainRatio = p_known (H(D~) - Σ_v r_v H(D~_v)) / SplitInfo,     SplitInfo = -Σ_v s_v log2 s_v,

D~ the rows whose value is known, r_v their shares, s_v the branches' shares of all rows, the missing ones a
part of their own. A nominal feature has one branch per value and needs two branches of `min_cases`; a number
is cut in two at the threshold with the largest gain, and pays log2(number of thresholds) / |D| for the choice
(the MDL correction of release 8). Each side of a cut has at least a tenth of a class's share, `min_cases` <=
it <= 25. A row with a missing value goes to every branch with its weight times r_v, at fit and at prediction.
The grown tree is pruned by expected errors (`pruning.error_based`).

Cost: as CART; with missing values one thread. Reference: Quinlan (1993, 1996); source 002, B-M20 and B-M24 to
B-M27; Weka's J48, with which the tree of iris agrees.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

from sklearn.base import clone

from fenlei.annotations import ArrayLike, ClassWeight, MatrixLike
from fenlei.contract.classifier import Rows
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.parameters import BOOLEAN, CLASS_WEIGHT, N_JOBS, Limit, one_of, real
from fenlei.trees.exact.fractional_rows import grow_fractional, value_thresholds
from fenlei.trees.exact.growth_rules import ENTROPY
from fenlei.trees.exact.presorted_columns import PresortedColumns
from fenlei.trees.passing_rows import with_missing_weights
from fenlei.trees.pruning.collapse import collapse
from fenlei.trees.pruning.error_based import PruningStep, error_based
from fenlei.trees.settings import plain_rules
from fenlei.trees.tree import Tree
from fenlei.trees.tree_classifier import TreeClassifier

PLAIN = ("average_gain", "mdl_correction", "collapse", "pruning")  # what the textbook's C4.5 has not


class C45Classifier(TreeClassifier):
    r"""C4.5 decision tree.

    Parameters
    ----------
    min_cases : float, default=2
        Least weight of at least two branches of a split.
    confidence : float, default=0.25
        Confidence level CF of the expected errors, above 0 and at most 0.5; a smaller one prunes more.
    pruning : bool, default=True
        Whether to prune by expected errors.
    subtree_raising : bool, default=True
        Whether pruning may replace a node by its heaviest branch.
    collapse : bool, default=True
        Whether branches that do not lessen the training errors are cut first.
    mdl_correction : bool, default=True
        Whether a threshold pays for having been chosen among many.
    average_gain : bool, default=True
        Whether only splits of at least average gain are compared by their ratio.
    thresholds : {"value", "midpoint"}, default="value"
        The largest value of the data below the middle of the gap, as in C4.5, or the middle itself (source
        002, B-M24).
    missing : {"fraction", "majority"}, default="fraction"
        How a row with a missing value is predicted: by all branches, in parts, or by the heaviest (B-M27).
    categorical_features : None, bool mask (p,), indices or names, default=None
        Nominal features besides the text, category and boolean columns of a DataFrame.
    class_weight : dict, "balanced" or None, default=None
        Factor on the weight of each class's rows.
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    tree_ : TreeView
        Arrays of the tree; `impurity` is the entropy in bits.
    coding_ : CategoryCoding or None
        Categories of text columns in the order of their codes.
    feature_importances_ : ndarray of shape (p,)
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    Differences from J48: a threshold is tried between any two values, also where they differ by less than
    1e-5, where J48 tries none; ties go to the first feature and threshold without a tolerance of 1e-6;
    many-valued features take part in the average gain. `min_cases` and the expected errors depend on the sum
    of the weights.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from fenlei.trees import tree_text
    >>> iris = load_iris(as_frame=True)
    >>> model = C45Classifier().fit(iris.data, iris.target_names[iris.target])
    >>> print(tree_text(model))
    petal width (cm) <= 0.6: setosa (50)
    petal width (cm) > 0.6
    |   petal width (cm) <= 1.7
    |   |   petal length (cm) <= 4.9: versicolor (48/1)
    |   |   petal length (cm) > 4.9
    |   |   |   petal width (cm) <= 1.5: virginica (3)
    |   |   |   petal width (cm) > 1.5: versicolor (3/1)
    |   petal width (cm) > 1.7: virginica (46/1)
    """

    _limits: ClassVar[dict[str, Limit]] = {
        "min_cases": real(0),
        "confidence": Limit(
            lambda v: isinstance(v, int | float) and 0 < v <= 0.5, phrase("limit.above_to", low=0, high=0.5)
        ),
        **dict.fromkeys(
            ("pruning", "subtree_raising", "collapse", "mdl_correction", "average_gain"), BOOLEAN
        ),
        "thresholds": one_of("value", "midpoint"),
        "missing": one_of("fraction", "majority"),
        "class_weight": CLASS_WEIGHT,
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        *,
        min_cases: float = 2,
        confidence: float = 0.25,
        pruning: bool = True,
        subtree_raising: bool = True,
        collapse: bool = True,
        mdl_correction: bool = True,
        average_gain: bool = True,
        thresholds: Literal["value", "midpoint"] = "value",
        missing: Literal["fraction", "majority"] = "fraction",
        categorical_features: ArrayLike | None = None,
        class_weight: ClassWeight = None,
        n_jobs: int | None = None,
    ) -> None:
        self.min_cases = min_cases
        self.confidence = confidence
        self.pruning = pruning
        self.subtree_raising = subtree_raising
        self.collapse = collapse
        self.mdl_correction = mdl_correction
        self.average_gain = average_gain
        self.thresholds = thresholds
        self.missing = missing
        self.categorical_features = categorical_features
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    @classmethod
    def plain(cls, **parameters: Any) -> Self:
        """The C4.5 of the textbook: the largest gain ratio decides (source 000, equations 3-47 to 3-49).

        No average gain, no price of a threshold, no collapsing, no pruning, and min_cases=1; `parameters`
        set others.

        Examples
        --------
        >>> from fenlei import load
        >>> from fenlei.trees import gain_table
        >>> apples = load("apples")
        >>> model = C45Classifier.plain(categorical_features=[0, 1, 2]).fit(apples.X, apples.y)
        >>> [(row.name, round(row.score, 3)) for row in gain_table(model, apples.X, apples.y) if row.chosen]
        [('x3', 0.632)]
        """
        return cls(**{**dict.fromkeys(PLAIN, False), "min_cases": 1, **parameters})

    def pruning_steps(
        self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> list[PruningStep]:
        """What pruning does to the tree of these rows, in order.

        A step is the node, as numbered before pruning, "leaf" or "raise", and the expected errors before and
        after.
        """
        model = clone(self)
        columns, rows = model._presorted(model._training_rows(X, y, sample_weight))
        return model._pruned(model._unpruned(columns, rows), rows)[1]

    def _grow(self, rows: Rows) -> Tree:
        columns, rows = self._presorted(rows)
        tree = self._unpruned(columns, rows)
        tree = self._pruned(tree, rows)[0] if self.pruning else tree
        return with_missing_weights(tree, *rows)

    def _pruned(self, tree: Tree, rows: Rows) -> tuple[Tree, list[PruningStep]]:
        return error_based(tree, rows.X, rows.codes, rows.w, self.confidence, self.subtree_raising)

    def _unpruned(self, columns: PresortedColumns, rows: Rows) -> Tree:
        rules = plain_rules(
            columns,
            ENTROPY,
            multiway=True,
            ratio=True,
            guard=bool(self.average_gain),
            mdl=bool(self.mdl_correction),
            quinlan=True,
            min_samples_leaf=0.0,
            min_weight_leaf=float(self.min_cases),
        )
        tree = grow_fractional(columns, rules, len(self.classes_), self.n_jobs)
        if self.thresholds == "value":
            tree = value_thresholds(tree, rows.X)
        return collapse(tree) if self.collapse else tree

    def _mixes(self, X: Array) -> bool:
        return self.missing == "fraction" and super()._mixes(X)
