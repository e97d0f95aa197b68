"""Classification trees for several targets: Y (n, O), with classes of their own (`multi_output`)."""

from __future__ import annotations

from typing import Any, ClassVar, Self, TypeGuard

import numpy as np
from sklearn.utils import Tags, check_consistent_length

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.weighted_rows import with_weight
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.parameters import check_parameters
from fenlei.rows.scanned import Scan
from fenlei.table.coding import encode_labels
from fenlei.table.rows import positive
from fenlei.trees.pruning.cost_complexity import weakest_links
from fenlei.trees.reading.sklearn_view import TreeView, target_shares
from fenlei.trees.sparse.multi_output import class_targets, grow_targets, refuse_several
from fenlei.trees.tree import Tree, check_tree, majority
from fenlei.trees.tree_classifier import TreeClassifier
from fenlei.weights import target_weights


def target_columns(y: ArrayLike) -> ArrayLike:
    """y as it is, or Y (n, O) as an array if it has several columns; a single column becomes (n,)."""
    Y = np.asarray(y)
    if Y.ndim != 2:
        return y
    return Y[:, 0] if Y.shape[1] == 1 else Y


def has_columns(estimator: object, y: MatrixLike) -> bool:
    """Whether y (n, O) has several columns; a sparse one is refused."""
    if is_sparse(y):
        raise DataError("trees.sparse_targets", estimator=type(estimator).__name__)
    shape = np.asarray(y).shape
    return len(shape) == 2 and shape[1] > 1


def is_several(y: ArrayLike) -> TypeGuard[Array]:
    """Whether y has several targets."""
    return isinstance(y, np.ndarray) and y.ndim == 2


def encode_columns(Y: Array) -> tuple[list[Array], Array]:
    """Sorted classes of each target, and class codes (n, O)."""
    coded = [encode_labels(column) for column in Y.T]
    return [classes for classes, _ in coded], np.stack([codes for _, codes in coded], axis=1)


class SeveralTargets(TreeClassifier):
    """A tree classifier that takes Y (n, O) too."""

    saves_several_targets: ClassVar[bool] = True

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        tags.classifier_tags.multi_label = True
        return tags

    def fit(
        self, X: MatrixLike | Scan, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Grow the tree on X (n, p) and y (n,) or (n, O), with weights (n,); or on a scan alone."""
        if isinstance(X, Scan) or y is None:
            return super().fit(X, y, sample_weight)
        y = target_columns(y)
        return self._fit_several(X, y, sample_weight) if is_several(y) else super().fit(X, y, sample_weight)

    def _fit_several(self, X: MatrixLike, Y: Array, sample_weight: ArrayLike | None) -> Self:
        check_parameters(self, self._limits)
        classes, codes = encode_columns(Y)
        X, codes, w = with_weight(X, codes, sample_weight)
        rows = self._check_fit_X(X, reset=True)
        check_consistent_length(rows, codes)
        rows, codes, w = positive(rows, codes, target_weights(self, codes, classes, w))
        refuse_several(self, bool(self._category_counts(rows).any()))
        self.classes_ = classes  # type: ignore[assignment]
        widths = [len(each) for each in classes]
        targets = class_targets(list(codes.T), widths, w)
        tree = grow_targets(self, rows, targets, sum(widths))
        alpha = getattr(self, "ccp_alpha", 0.0)
        self._keep(weakest_links(tree, alpha) if alpha > 0 else tree)
        return self

    def _several(self) -> bool:
        return isinstance(getattr(self, "classes_", None), list)

    def _keep(self, model: Tree) -> None:
        if not self._several():
            super()._keep(model)
            return
        widths = [len(classes) for classes in self.classes_]
        self.model_, self.n_outputs_ = model, len(widths)
        self.n_classes_ = np.array(widths)  # type: ignore[assignment]
        self.tree_ = TreeView(model, classes=True, widths=widths)

    def _check_model(self, model: Tree) -> None:
        width = sum(map(len, self.classes_)) if self._several() else len(self.classes_)
        check_tree(model, self.n_features_in_, width)

    def _target_shares(self, X: MatrixLike) -> list[Array]:
        leaf = self.apply(X)
        return [shares[leaf] for shares in target_shares(self.model_, self.n_classes_.tolist())]  # type: ignore[attr-defined]

    def predict(self, X: MatrixLike) -> Array:
        """Class (n,), or (n, O), of the largest share in the leaf; ties go to the first class."""
        if not self._several():
            return super().predict(X)
        named = [c[majority(s)] for c, s in zip(self.classes_, self._target_shares(X), strict=True)]
        return np.stack(named, axis=1)

    def predict_proba(self, X: MatrixLike) -> Any:
        """Shares of the classes in the leaf, (n, K); of several targets a list of O of them."""
        return self._target_shares(X) if self._several() else super().predict_proba(X)

    def predict_log_proba(self, X: MatrixLike) -> Any:
        """Logarithm of `predict_proba`."""
        if not self._several():
            return super().predict_log_proba(X)
        with np.errstate(divide="ignore"):
            return [np.log(shares) for shares in self._target_shares(X)]
