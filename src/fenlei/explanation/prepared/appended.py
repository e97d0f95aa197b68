"""Prepared training rows as a fit took them, and the steps of texts and of columns of many categories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from fenlei.errors import UsageError
from fenlei.explanation.prepared import means, terms
from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.table.features.table_rows import TableRows

if TYPE_CHECKING:
    from fenlei.annotations import ArrayLike
    from fenlei.explanation.given_row import GivenRow
    from fenlei.explanation.terms import ModelTerms
    from fenlei.explanation.training_rows import FittedRows
    from fenlei.explanation.working import WorkingStep
    from fenlei.model_file import Model
    from fenlei.table.preparation import Preparation

MOST_CELLS = 20_000_000  # of prepared rows with a column for each term, as a dense matrix


def prepared_training_rows(preparation: Preparation, given: TableRows | Array, y: ArrayLike | None) -> Array:
    """Rows as the fit took them: scores and mean targets of each row are learnt from the other rows."""
    learnt = preparation.model_
    has_scores = learnt.texts is not None and learnt.texts.intercept.size > 0
    if has_scores or learnt.statistics is not None:
        prepared = clone(preparation).fit_transform(given, y)
    else:
        prepared = preparation.transform(given)
    if not is_sparse(prepared):
        return np.asarray(prepared)
    n, q = prepared.shape
    if n * q > MOST_CELLS:
        column = preparation.schema.texts[0].name if preparation.schema.texts else ""  # type: ignore[union-attr]
        raise UsageError("explain.texts", column=column, rows=n, terms=q, most=MOST_CELLS)
    return prepared.toarray()


def fit_steps(model: Model, rows: FittedRows, said: ModelTerms) -> list[WorkingStep]:
    """Steps of the text columns, and of the columns of many categories; none where there are none."""
    preparation: Any = model.preparation
    if preparation is None or model.schema is None:
        return []
    found = []
    if preparation.model_.texts is not None and rows.term_counts:
        found.append(terms.fit_step(preparation, rows, said))
    if preparation.model_.statistics is not None and rows.y is not None:
        found.append(means.fit_step(preparation, rows, said))
    return found


def row_steps(model: Model, given: GivenRow, said: ModelTerms) -> list[WorkingStep]:
    """Steps of the texts and of the many-category values of one row."""
    preparation: Any = model.preparation
    if preparation is None or model.schema is None:
        return []
    found = []
    if preparation.model_.texts is not None and given.term_counts:
        found += terms.row_steps(preparation, given, said)
    if preparation.model_.statistics is not None:
        found.append(means.row_step(preparation, given, said))
    return found
