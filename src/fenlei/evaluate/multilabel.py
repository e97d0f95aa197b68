"""Multi-label targets: indicator matrices whose cell (i, l) is 1 where row i has label l.

Every label is a two-class problem of its own, so all scores come from four counts per label (or per row):
true positives, predicted, true and all. They are taken from compressed sparse rows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from fenlei.annotations import MatrixLike
from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.messages import phrase


class Totals(NamedTuple):
    tp: Array  # (K,) weight of the rows of a class that are predicted as such
    pred: Array  # (K,) weight of the rows predicted as the class: TP + FP
    true: Array  # (K,) weight of the rows of the class: TP + FN
    all: Any  # weight of all rows


class IndicatorPair(NamedTuple):
    true: Any  # (n, L) compressed sparse rows of ones
    pred: Any  # (n, L)


def is_table(y: object) -> bool:
    """Whether a target has several columns, so that it is not a vector of labels."""
    if not sparse.issparse(y) and not hasattr(y, "shape"):
        if not (isinstance(y, list | tuple) and y and isinstance(y[0], list | tuple | np.ndarray)):
            return False
        y = np.asarray(y)
    return sparse.issparse(y) or (len(y.shape) == 2 and y.shape[1] != 1)


def indicator(y: MatrixLike, name: str) -> sparse.csr_array:
    """An indicator matrix as compressed sparse rows; cells other than 0 and 1 are refused."""
    given: Any = y if hasattr(y, "tocsr") else np.asarray(y)
    table = sparse.csr_array(given)
    if table.ndim != 2 or table.shape[1] < 2 or table.shape[0] == 0:
        raise DataError("evaluation.shape", name=name, shape=table.shape, accepted=phrase("limit.indicators"))
    if table.dtype.kind not in "biuf" or not np.isin(table.data, (0, 1)).all():
        raise DataError("evaluation.not_indicators", name=name)
    table.eliminate_zeros()
    return table.astype(np.int64)


def indicator_pair(
    y_true: MatrixLike, y_pred: MatrixLike, names: tuple[str, str] = ("y_true", "y_pred")
) -> IndicatorPair | None:
    """Two indicator matrices of the same shape; None where both are vectors."""
    tables = [is_table(y_true), is_table(y_pred)]
    if not any(tables):
        return None
    if not all(tables):
        raise DataError("evaluation.mixed_targets", table=names[tables.index(True)])
    true, pred = indicator(y_true, names[0]), indicator(y_pred, names[1])
    if true.shape != pred.shape:
        raise DataError("evaluation.lengths", first=names[0], n=true.shape, second=names[1], m=pred.shape)
    return IndicatorPair(true, pred)


def chosen_columns(pair: IndicatorPair, labels: ArrayLike | None) -> IndicatorPair:
    """The columns `labels`, in their order; all of them by default."""
    if labels is None:
        return pair
    columns, L = np.asarray(labels), pair.true.shape[1]
    if columns.dtype.kind not in "iu" or columns.min() < 0 or columns.max() >= L:
        raise UsageError("evaluation.label_columns", labels=columns.tolist(), last=L - 1)
    return IndicatorPair(pair.true[:, columns], pair.pred[:, columns])


def indicator_totals(
    pair: IndicatorPair, w: Array | None, labels: ArrayLike | None = None, samplewise: bool = False
) -> Totals:
    """Totals of each label over the rows, or of each row over the labels."""
    true, pred = chosen_columns(pair, labels)
    n, L = true.shape
    counted = (true.multiply(pred), pred, true)
    if samplewise:
        tp, predicted, right = (np.asarray(cells.sum(axis=1)) * (1 if w is None else w) for cells in counted)
        return Totals(tp, predicted, right, L if w is None else w * L)
    weights = np.ones(n, np.int64) if w is None else w
    tp, predicted, right = (np.asarray(cells.T @ weights) for cells in counted)
    return Totals(tp, predicted, right, weights.sum())


def equal_rows(pair: IndicatorPair) -> Array:
    """Rows (n,) whose labels are all predicted, and no others."""
    return np.asarray(abs(pair.true - pair.pred).sum(axis=1)) == 0
