"""Rows for trees: numbers with NaN where missing, categories as codes; text columns are coded here.

A column is nominal if it is text, a category or a boolean, or named in `categorical_features`. In an array of
numbers such a column holds codes 0, 1, 2, ...; in a frame it is coded by its sorted values. A category that
did not occur at fit is a missing value.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from sklearn.utils import Tags

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.checked_rows import checked_rows
from fenlei.contract.estimator import Estimator, require_fit
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.messages import phrase
from fenlei.table.frames import CategoryCoding, apply_categories, is_frame, learn_categories
from fenlei.table.nominal import has_text, is_empty
from fenlei.trees.histogram.binning import StoredBins
from fenlei.trees.sparse.sparse_rows import dense_rows

MOST_CATEGORIES = 1 << 24


class CodedRows(Estimator):
    """Coding of the features; a mixin for classifiers and regressors."""

    categorical_features: ArrayLike | None = None
    coding_: CategoryCoding | None
    _sparse: ClassVar[bool] = True
    _allow_nan: ClassVar[bool] = True
    _keeps_sparse: ClassVar[bool] = False  # and hands them on as CSR; otherwise they are made dense

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags

    def _check_fit_X(self, X: MatrixLike, *, reset: bool) -> Array:
        words = has_text(X) or (is_frame(X) and self._chosen_features() is not None)
        self.coding_ = self._learn(X) if words else None
        return self._coded(X, reset=reset)

    def _chosen_features(self) -> ArrayLike | None:
        """Columns that are nominal besides those that are so by their type; None if there are none."""
        chosen = self.categorical_features
        return None if isinstance(chosen, str) and chosen == "from_dtype" else chosen

    def _learn(self, X: MatrixLike) -> CategoryCoding:
        """Which columns are nominal, and their categories."""
        return learn_categories(X, self._chosen_features())

    def _check_X(self, X: MatrixLike) -> Array:
        """Rows to predict, dense."""
        return dense_rows(self, self._check_rows_of(X))

    def _check_rows_of(self, X: MatrixLike) -> Array:
        """Rows to predict; CSR if they came sparse and the class keeps them so."""
        require_fit(self)
        self._refuse_other_kind(X)
        return self._coded(X, reset=False)

    def _refuse_other_kind(self, X: MatrixLike) -> None:
        """A model fitted to text takes text only, one fitted to numbers takes numbers."""
        text = has_text(X) or (self.coding_ is not None and not is_sparse(X) and is_empty(X))
        if (self.coding_ is None) if text else (self.coding_ is not None and not is_frame(X)):
            kinds = (phrase("kind.numbers"), phrase("kind.text"))
            facts = {"fitted": kinds[not text], "came": kinds[text]}
            raise DataError("estimator.text", estimator=type(self).__name__, **facts)

    def _coded(self, X: MatrixLike, *, reset: bool) -> Array:
        """X as float64 (n, p) in C order; CSR if it came sparse and the class keeps it so."""
        if self.coding_ is not None:
            checked_rows(self, X, reset=reset, skip_check_array=True)
            return apply_categories(X, self.coding_)
        formats = "csr" if self._keeps_sparse else ("csr", "csc")
        coded = checked_rows(
            self,
            X,
            reset=reset,
            dtype=np.float64,
            order="C",
            accept_sparse=formats if self._sparse else False,
            ensure_all_finite="allow-nan",
        )
        return coded if isinstance(coded, np.ndarray) or self._keeps_sparse else coded.toarray(order="C")

    def _category_counts(self, X: Array | StoredBins) -> Array:
        """Number of categories (p,) of each feature, 0 for numbers."""
        if isinstance(X, StoredBins):
            return X.bins.sizes
        sizes = np.zeros(X.shape[1], np.int64)
        coding = self._learn(np.empty((0, X.shape[1]))) if self.coding_ is None else self.coding_
        for j in np.flatnonzero(coding.categorical):
            known = X[~np.isnan(X[:, j]), j]
            self._refuse_codes(known, int(j))
            seen = () if self.coding_ is None else self.coding_.categories[j] or ()
            sizes[j] = max(int(known.max(initial=0.0)) + 1, len(seen))
        return sizes

    def _refuse_codes(self, codes: Array, j: int) -> None:
        wrong = (codes < 0) | (codes >= MOST_CATEGORIES) | (codes != np.floor(codes))
        if wrong.any():
            name, value = type(self).__name__, float(codes[np.argmax(wrong)])
            key = "trees.negative" if value < 0 else "trees.codes"
            raise DataError(key, estimator=name, column=j, value=value, most=MOST_CATEGORIES)
