"""Numeric columns filled and scaled, nominal ones one-hot, in a dense or a sparse matrix."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

from fenlei.records import POSITIVE, Field
from fenlei.stats.median import weighted_median
from fenlei.table.features.target_statistics import StatisticModel
from fenlei.table.features.text_columns import TextModel

CATEGORICAL = ("nominal", "boolean")


class PreparationModel(NamedTuple):
    """What `fit` learns about p features."""

    fill: Annotated[np.ndarray, Field("p", nan=True)]  # for a missing value; NaN leaves it missing
    mean: Annotated[np.ndarray, Field("p")]  # or minimum, subtracted; 0 for a column that is not scaled
    scale: Annotated[np.ndarray, Field("p", low=POSITIVE)]  # or range, divides; 1 where not scaled
    n_categories: Annotated[np.ndarray, Field("p", "i", low=0)]  # one-hot columns; 0: the column stays one
    indicator: Annotated[np.ndarray, Field("p", "b")]  # whether a 0/1 column tells what was missing
    texts: TextModel | None = None  # of text columns
    statistics: StatisticModel | None = None  # of columns of many categories


# --- learning one column


def most_frequent(codes: np.ndarray, w: np.ndarray | None = None) -> float:
    """The code of largest total weight, the smallest of them at a tie."""
    values, positions = np.unique(codes, return_inverse=True)
    return float(values[np.argmax(np.bincount(positions, weights=w))])


def mean_and_scale(x: np.ndarray, w: np.ndarray | None = None) -> tuple[float, float]:
    """The weighted mean and standard deviation (divisor n); scale 1 for a column that does not vary."""
    if len(x) == 0:
        return 0.0, 1.0
    if x.min() == x.max():
        return float(x[0]), 1.0
    mean = np.average(x, weights=w)
    deviation = x - mean
    largest = np.abs(deviation).max()  # taken out, so that no square overflows or vanishes
    return float(mean), float(largest * np.sqrt(np.average((deviation / largest) ** 2, weights=w)))


def minimum_and_range(x: np.ndarray) -> tuple[float, float]:
    """The minimum and the range; range 1 for a column that does not vary."""
    if len(x) == 0:
        return 0.0, 1.0
    low, high = float(x.min()), float(x.max())
    return low, 1.0 if low == high else min(high - low, np.finfo(np.float64).max)


def fill_value(x: np.ndarray, w: np.ndarray | None, kind: str) -> float:
    """What stands for a missing value of a column whose known values are x: the median, or the mode."""
    if len(x) == 0:
        return 0.0
    return most_frequent(x, w) if kind in CATEGORICAL else float(weighted_median(x, w))


# --- applying


class ColumnLayout(NamedTuple):
    """Which columns are made of each of p features."""

    first: int  # 1: the first category of each column has no column of its own, and a missing one is filled
    periods: np.ndarray  # (p,) of parts of dates: above 0, sine and cosine stand beside the column

    def starts(self, model: PreparationModel) -> tuple[np.ndarray, np.ndarray, int]:
        """The first column (p,) of each feature, how many it has, and the number of all columns."""
        wide = np.where(self.periods > 0, 3, 1)
        widths = np.where(model.n_categories > 0, model.n_categories - self.first, wide)
        total = int(widths.sum() + model.indicator.sum())
        return np.cumsum(widths) - widths, widths, total


def prepared(X: np.ndarray, model: PreparationModel, layout: ColumnLayout) -> np.ndarray:
    """X (n, p) as complete, scaled and one-hot columns, then the indicators of missing values."""
    starts, widths, total = layout.starts(model)
    out = np.zeros((len(X), total))
    single = np.flatnonzero(model.n_categories == 0)
    out[:, starts[single]] = _filled_and_scaled(X, model, single)
    for j in np.flatnonzero(layout.periods):
        out[:, starts[j] + 1], out[:, starts[j] + 2] = _waves(X[:, j], model.fill[j], layout.periods[j])
    for j in np.flatnonzero(model.n_categories):
        rows, codes = _one_hot(X[:, j], model.fill[j], layout.first, widths[j])
        out[rows, starts[j] + codes] = 1.0
    out[:, total - model.indicator.sum() :] = np.isnan(X[:, model.indicator])
    return out


def prepared_sparse(X: np.ndarray, model: PreparationModel, layout: ColumnLayout) -> csr_matrix:
    """As `prepared`, without the zeros."""
    starts, widths, total = layout.starts(model)
    single = np.flatnonzero(model.n_categories == 0)
    dense = [(starts[single], _filled_and_scaled(X, model, single))]
    for k in np.flatnonzero(layout.periods):
        waves = np.column_stack(_waves(X[:, k], model.fill[k], layout.periods[k]))
        dense.append((starts[k] + np.arange(1, 3), waves))
    marks = np.isnan(X[:, model.indicator]).astype(np.float64)
    dense.append((np.arange(total - marks.shape[1], total), marks))
    rows: list[np.ndarray] = []
    columns: list[np.ndarray] = []
    values: list[np.ndarray] = []
    for at, block in dense:
        i, j = np.nonzero(block)
        rows.append(i)
        columns.append(at[j])
        values.append(block[i, j])
    for k in np.flatnonzero(model.n_categories):
        i, codes = _one_hot(X[:, k], model.fill[k], layout.first, widths[k])
        rows.append(i)
        columns.append(starts[k] + codes)
        values.append(np.ones(len(i)))
    parts = np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))
    out = csr_matrix(parts, shape=(len(X), total))
    out.sort_indices()
    return out


def _filled_and_scaled(X: np.ndarray, model: PreparationModel, single: np.ndarray) -> np.ndarray:
    x = X[:, single]
    return (np.where(np.isnan(x), model.fill[single], x) - model.mean[single]) / model.scale[single]


def _waves(x: np.ndarray, fill: float, period: float) -> tuple[np.ndarray, np.ndarray]:
    angle = 2 * np.pi * np.where(np.isnan(x), fill, x) / period
    return np.sin(angle), np.cos(angle)


def _one_hot(x: np.ndarray, fill: float, first: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    """The rows that have a column, and which; a code that is NaN or of no category has none."""
    codes = (np.where(np.isnan(x), fill, x) if first else x) - first
    rows = np.flatnonzero((codes >= 0) & (codes < width))
    return rows, codes[rows].astype(np.int64)
