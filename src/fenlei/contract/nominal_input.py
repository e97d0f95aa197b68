"""Classifiers that take text, category and boolean columns as they are.

`coding_` keeps the categories of text columns in the order of their codes. More rows bring more categories,
which are appended. A model fitted to text takes text ever after, one fitted to codes takes codes: nothing
else could say what a code means.
"""

from __future__ import annotations

from typing import Self

from sklearn.utils import Tags

from fenlei.annotations import MatrixLike
from fenlei.contract.checked_rows import checked_rows
from fenlei.contract.classifier import MergeableClassifier
from fenlei.contract.estimator import require_fit
from fenlei.contract.mergeable import ModelT, SummaryT
from fenlei.contract.scanned_rows import coding_of
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.rows.scanned import Scan
from fenlei.table.frames import CategoryCoding, apply_categories, learn_categories
from fenlei.table.nominal import has_text, is_empty, unite_categories


class NominalInput(MergeableClassifier[SummaryT, ModelT]):
    """Coding of nominal columns; a subclass defines in `_check_numbers` how rows of numbers are taken."""

    coding_: CategoryCoding | None = None  # where the attributes were set without a fit

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags

    def _learn(self, X: MatrixLike) -> CategoryCoding:
        return learn_categories(X)

    def _check_numbers(self, X: MatrixLike, *, reset: bool) -> Array:
        return self._as_floats(X, reset=reset)

    def _check_fit_X(self, X: MatrixLike, *, reset: bool) -> Array:
        text = has_text(X)
        if reset:
            self.coding_ = self._learn(X) if text else None
        else:
            self._refuse_other_kind(text)
            self.coding_ = unite_categories(self.coding_, self._learn(X) if text else None)
        return self._code(X, reset=reset)

    def _learn_columns(self, scan: Scan) -> None:
        self.coding_ = coding_of(scan)

    def _leaf_X(self, X: Array) -> Array:
        return self._check_numbers(X, reset=False) if self.coding_ is None else X

    def _check_X(self, X: MatrixLike) -> Array:
        require_fit(self)
        nothing = self.coding_ is not None and is_empty(X)
        self._refuse_other_kind(nothing or has_text(X))
        rows = self._code(X, reset=False)
        self._check_hand_set(rows)
        return rows

    def _code(self, X: MatrixLike, *, reset: bool) -> Array:
        """Rows as numbers: codes of categories, NaN where missing or unknown."""
        if self.coding_ is None:
            return self._check_numbers(X, reset=reset)
        checked_rows(self, X, reset=reset, skip_check_array=True)
        return apply_categories(X, self.coding_)

    def _refuse_other_kind(self, text: bool) -> None:
        if text != (self.coding_ is not None):
            kinds = (phrase("kind.numbers"), phrase("kind.text"))
            facts = {"fitted": kinds[not text], "came": kinds[text]}
            raise DataError("estimator.text", estimator=type(self).__name__, **facts)

    def _inherit(self, a: Self, b: Self) -> None:
        super()._inherit(a, b)
        b._refuse_other_kind(a.coding_ is not None)
        self.coding_ = unite_categories(a.coding_, b.coding_)
