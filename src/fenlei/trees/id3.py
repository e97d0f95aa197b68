r"""ID3: multiway trees over nominal features by information gain.

Split a node by the feature with the largest gain H(D) - Σ_v |D_v| / |D| H(D_v), one branch for every value of
the feature's whole domain. A node is a leaf when (source 000, item 38)

    1. all its rows are of one class: that class;
    2. it has no rows, its value does not occur here: the majority of the parent;
    3. no feature is left on its path: the majority of its rows;
    4. its rows share the values of all features that are left: the majority of its rows.

The document's rule 4 looks at the chosen feature only; since a constant feature has gain 0 and another can
split, all are looked at (spec, E17). A gain below `epsilon` also stops (source 004, section 7.3.1). Equal
gains go to the first feature, equal classes to the first class. Missing values: parts of the row go to every
branch.

Cost: O(n p depth). Reference: Quinlan (1986); source 000, equations 3-43 to 3-46; source 002, B-M19.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from sklearn.utils import Tags

from fenlei.annotations import MatrixLike
from fenlei.contract.classifier import Rows
from fenlei.errors import DegenerateDataWarning, warn
from fenlei.kernels import Array
from fenlei.parameters import N_JOBS, NONE, Limit, either, integer, one_of, real
from fenlei.table.frames import CategoryCoding, is_frame, learn_categories
from fenlei.table.nominal import has_text
from fenlei.trees.exact.fractional_rows import grow_fractional
from fenlei.trees.exact.growth_rules import ENTROPY, NO_LIMIT
from fenlei.trees.passing_rows import with_missing_weights
from fenlei.trees.settings import plain_rules
from fenlei.trees.sparse.sparse_rows import dense_rows
from fenlei.trees.tree import Tree
from fenlei.trees.tree_classifier import TreeClassifier


class ID3Classifier(TreeClassifier):
    r"""ID3 decision tree: nominal features, information gain, one branch per value.

    X holds category codes 0, 1, 2, ..., with NaN for a missing value; or it is a DataFrame (or an array of
    objects), whose columns, numbers too, are coded by their sorted values.

    Parameters
    ----------
    epsilon : float, default=0.0
        Least information gain in bits of a split.
    max_depth : int, default=None
        Largest depth; None: no limit.
    missing : {"fraction", "majority"}, default="fraction"
        How a row with a missing value is predicted: by all branches, in parts, or by the heaviest (source
        002, section 5.3.7).
    n_jobs : int, default=None
        Threads; None is all cores. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
    tree_ : TreeView
        Arrays of the tree; `impurity` is the entropy in bits.
    coding_ : CategoryCoding or None
        Categories of the columns in the order of their codes.
    feature_importances_ : ndarray of shape (p,)
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (p,)

    Notes
    -----
    A category that did not occur at fit counts as missing; fractions of codes are cut off with a warning. See
    `fenlei.trees.tree_text` and `fenlei.trees.gain_table` for reading the tree and the gains at its nodes.

    Examples
    --------
    Ten apples; colour tells most, and shape is asked of the yellow-green ones:

    >>> from fenlei import load
    >>> apples = load("apples")
    >>> model = ID3Classifier().fit(apples.X[:, :3], apples.y)
    >>> model.tree_.impurity[0].round(5), model.get_n_leaves(), model.score(apples.X[:, :3], apples.y)
    (np.float64(0.97095), 4, 0.9)
    """

    _limits: ClassVar[dict[str, Limit]] = {
        "epsilon": real(0),
        "max_depth": either(NONE, integer(1)),
        "missing": one_of("fraction", "majority"),
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        *,
        epsilon: float = 0.0,
        max_depth: int | None = None,
        missing: Literal["fraction", "majority"] = "fraction",
        n_jobs: int | None = None,
    ) -> None:
        self.epsilon = epsilon
        self.max_depth = max_depth
        self.missing = missing
        self.n_jobs = n_jobs

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags

    def _learn(self, X: Any) -> CategoryCoding:
        """Every column is nominal."""
        if not (is_frame(X) or has_text(X)):
            return learn_categories(X, np.ones(X.shape[1], bool))
        from fenlei.table.frame_columns import frame_columns

        return learn_categories(X, np.ones(len(frame_columns(X)), bool))

    def _coded(self, X: MatrixLike, *, reset: bool) -> Array:
        """Codes; fractions are cut off, with a warning."""
        coded = dense_rows(self, super()._coded(X, reset=reset))
        whole = np.trunc(coded)
        fractions = (whole != coded) & ~np.isnan(coded)
        if fractions.any():
            i, j = np.argwhere(fractions)[0]
            warn("trees.fraction", DegenerateDataWarning, column=int(j), value=float(coded[i, j]))
        return whole

    def _grow(self, rows: Rows) -> Tree:
        columns, rows = self._presorted(rows)
        rules = plain_rules(
            columns,
            ENTROPY,
            multiway=True,
            max_depth=NO_LIMIT if self.max_depth is None else int(self.max_depth),
            min_gain=float(self.epsilon),
        )
        tree = grow_fractional(columns, rules, len(self.classes_), self.n_jobs)
        return with_missing_weights(tree, *rows)

    def _mixes(self, X: Array) -> bool:
        return self.missing == "fraction" and super()._mixes(X)
