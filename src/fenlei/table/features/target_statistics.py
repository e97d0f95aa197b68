r"""The mean target of each category, for columns of many categories.

    s_c = (sum of w Y over the rows of category c + m mean) / (their weight + m),    m = 10,

with the indicators Y (n, S) of the classes or the numbers of a regression. A missing or unseen category has
the mean of all rows. The training rows have the statistic of the other rows of five parts, as else a
category of one row would tell its class.
Reference: Micci-Barreca, A preprocessing scheme for high-cardinality categorical attributes (2001).
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.records import Field, check_record
from fenlei.table.features.linear_scores import parts_of
from fenlei.table.features.text_columns import TargetValues

SMOOTHING = 10.0  # rows of the mean that each category has beside its own
PARTS = 5
Floats = NDArray[np.float64]


class StatisticModel(NamedTuple):
    """Of the columns of many categories, m categories between them."""

    means: Annotated[np.ndarray, Field("m S")]  # by column, then category
    overall: Annotated[np.ndarray, Field("s S")]  # of a missing category, by column


def category_means(codes: Floats, size: int, Y: Floats, w: Floats) -> Floats:
    """s_c (size + 1, S), the last for a missing category.

    Examples
    --------
    >>> codes, Y = np.array([0.0, 0.0, 1.0, np.nan]), np.array([[1.0], [1.0], [0.0], [0.0]])
    >>> category_means(codes, 2, Y, np.ones(4)).ravel().round(3).tolist()
    [0.583, 0.455, 0.5]
    """
    mean = w @ Y / w.sum()
    at = np.where(np.isnan(codes), size, codes).astype(np.int64)
    rows = np.bincount(at, weights=w, minlength=size + 1)[:size, None]
    sums = np.column_stack([np.bincount(at, weights=w * y, minlength=size + 1)[:size] for y in Y.T])
    return np.vstack([(sums + SMOOTHING * mean) / (rows + SMOOTHING), mean])


def learn_statistics(
    X: Floats, sizes: list[int], target: TargetValues
) -> tuple[StatisticModel, list[Floats]]:
    """The model of columns X (n, s) with so many categories each; the out-of-fold statistics of its rows."""
    Y, codes, w = target
    tables = [category_means(x, size, Y, w) for x, size in zip(X.T, sizes, strict=True)]
    out = [np.empty(Y.shape) for _ in sizes]
    for train, test in parts_of(codes, PARTS):
        for j, size in enumerate(sizes):
            some = train if len(train) else test
            out[j][test] = _looked_up(X[test, j], category_means(X[some, j], size, Y[some], w[some]))
    means = np.concatenate([table[:-1] for table in tables])
    return StatisticModel(means, np.array([table[-1] for table in tables])), out


def statistics_of(X: Floats, sizes: list[int], model: StatisticModel) -> list[Floats]:
    """The statistics (n, S) of each column of codes X (n, s)."""
    ends = np.cumsum(sizes)
    return [
        _looked_up(x, np.vstack([model.means[end - size : end], overall]))
        for x, size, end, overall in zip(X.T, sizes, ends, model.overall, strict=True)
    ]


def _looked_up(codes: Floats, table: Floats) -> Floats:
    at = np.where(np.isnan(codes), len(table) - 1, codes).astype(np.int64)
    return table[np.minimum(at, len(table) - 1)]


def check_statistics(model: StatisticModel, sizes: list[int]) -> None:
    """Refuse a record from a model file that does not fit columns with so many categories each."""
    check_record(model, m=sum(sizes), s=len(sizes))
