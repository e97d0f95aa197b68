"""What every tree classifier can do once it has a `Tree`: predict, and be read."""

from __future__ import annotations

from typing import ClassVar, NamedTuple, Self

import numpy as np
from scipy.sparse import csr_array

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.classifier import Classifier, Rows
from fenlei.contract.estimator import require_fit
from fenlei.contract.scanned_rows import class_factor, learn_names
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.parameters import check_parameters
from fenlei.rows.scanned import Scan
from fenlei.trees.coded_rows import CodedRows
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.exact.presorted_columns import PresortedColumns, presort
from fenlei.trees.reading.sklearn_view import TreeView, decision_path
from fenlei.trees.sparse.sparse_rows import dense_rows, over_rows
from fenlei.trees.tree import Tree, apply, check_tree, class_shares, depths, importances, majority, mix


class TreeReading(CodedRows):
    """What a fitted tree can tell; shared by classifiers and regressors."""

    Model: ClassVar[type[NamedTuple]] = Tree
    _keeps_sparse = True
    model_: Tree
    tree_: TreeView
    n_jobs: int | None

    def apply(self, X: MatrixLike) -> Array:
        """Leaf (n,) of each row; of a row that goes to several branches, the heaviest."""
        return over_rows(lambda rows: apply(self.model_, rows, self.n_jobs), self._check_rows_of(X))

    def decision_path(self, X: MatrixLike) -> csr_array:
        """Indicator matrix (n, m), CSR, of the nodes on the path of each row."""
        return decision_path(self.model_, self.apply(X))

    def get_depth(self) -> int:
        """Depth of the deepest leaf; 0 for a single leaf."""
        return int(depths(self._fitted()).max())

    def get_n_leaves(self) -> int:
        """Number of leaves."""
        return int((self._fitted().kind == LEAF).sum())

    @property
    def feature_importances_(self) -> Array:
        """Share (p,) of the impurity decrease that splits by each feature brought."""
        return importances(self._fitted())

    def _fitted(self) -> Tree:
        require_fit(self)
        return self.model_


def fitted_tree(model: object, function: str, kind: type[TreeReading] = TreeReading) -> Tree:
    """The tree of a fitted model, if it is one of the kind that the function reads."""
    if not isinstance(model, kind):
        what = "tree" if kind is TreeReading else "classifier" if kind is TreeClassifier else "regressor"
        raise UsageError(f"trees.no_{what}", function=function, model=type(model).__name__)
    return model._fitted()


class TreeClassifier(TreeReading, Classifier):
    """Base of the tree classifiers; a subclass gives `_grow(rows)`."""

    n_classes_: int
    n_outputs_: int

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Grow the tree on X (n, p) and y (n,), with weights sample_weight (n,); or on a scan alone."""
        if isinstance(X, Scan):
            check_parameters(self, self._limits)
            factor = class_factor(self, X)
            self._keep(self._grow(self._binned_rows(X, y, sample_weight, factor)))
            learn_names(self, X)
            return self
        self._keep(self._grow(self._training_rows(X, y, sample_weight)))
        return self

    def _binned_rows(self, scan: Scan, y: object, sample_weight: object, factor: Array | None) -> Rows:
        """The rows of a scan in bins, where the class grows on bins."""
        raise NotImplementedError

    def _presorted(self, rows: Rows) -> tuple[PresortedColumns, Rows]:
        """The rows in presorted columns, and as they are; both dense."""
        rows = rows._replace(X=dense_rows(self, rows.X))
        sizes = self._category_counts(rows.X)
        return presort(rows.X, rows.codes, sizes, rows.w, n_jobs=self.n_jobs), rows

    def _grow(self, rows: Rows) -> Tree:
        raise NotImplementedError

    def _keep(self, model: Tree) -> None:
        self.model_ = model
        self.n_classes_, self.n_outputs_ = len(self.classes_), 1
        self._shares = class_shares(model)
        self.tree_ = TreeView(model, classes=True)

    def _check_model(self, model: Tree) -> None:
        check_tree(model, self.n_features_in_, len(self.classes_))

    def predict(self, X: MatrixLike) -> Array:
        """Class (n,) of the largest share in the leaf; ties go to the first class."""
        coded = self._check_rows_of(X)
        label = majority(self._shares)

        def classes_of(rows: Array) -> Array:
            if self._mixes(rows):
                return majority(mix(self.model_, rows, self._shares, self.n_jobs))
            return label[apply(self.model_, rows, self.n_jobs)]

        return self.classes_[over_rows(classes_of, coded)]

    def predict_proba(self, X: MatrixLike) -> Array:
        """Shares of the classes in the leaf, (n, K); over all the leaves that parts of a row reach."""
        return over_rows(self._class_scores, self._check_rows_of(X))

    def predict_log_proba(self, X: MatrixLike) -> Array:
        """Logarithm of `predict_proba`, (n, K); -inf for a class that the leaf does not have."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def _class_scores(self, X: Array) -> Array:
        if self._mixes(X):
            return mix(self.model_, X, self._shares, self.n_jobs)
        return self._shares[apply(self.model_, X, self.n_jobs)]

    def _mixes(self, X: Array) -> bool:
        """Whether any row may go to several branches."""
        if not (self.model_.missing[self.model_.kind > LEAF] < 0).any():
            return False
        sizes = self.model_.sizes
        return bool(np.isnan(X).any() or ((sizes <= X) & (sizes > 0)).any() or ((X < 0) & (sizes > 0)).any())
