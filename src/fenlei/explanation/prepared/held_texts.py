"""Models together on a table with texts: the terms of one row are held, its other columns are given."""

from __future__ import annotations

from copy import copy
from typing import Any, NamedTuple

from fenlei.ensemble.pooled.members import takes_table_rows
from fenlei.table.features.table_rows import TableRows
from fenlei.table.preparation import Preparation


class HeldTexts(NamedTuple):
    """A preparation of coded columns, with the terms of the row's texts beside them."""

    preparation: Any
    term_counts: tuple[Any, ...]

    def transform(self, X: Any) -> Any:
        """The prepared columns of a row (1, p)."""
        return self.preparation.transform(TableRows(X, self.term_counts))


def with_texts(estimator: Any, term_counts: tuple[Any, ...]) -> Any:
    """The estimator for coded columns alone, the preparations inside it holding the terms of one row."""
    held = copy(estimator)
    held.parts_ = tuple(_part(part, term_counts) for part in estimator.parts_)
    return held


def _part(part: Any, term_counts: tuple[Any, ...]) -> Any:
    """A preparation that holds the terms; a pool inside, with its own; any other model as it is."""
    if isinstance(part, Preparation):
        return HeldTexts(part, term_counts) if part._texts() else part
    return with_texts(part, term_counts) if takes_table_rows(part) else part
