"""Warnings about a table: repeated rows, and columns that leak the class.

A row that occurs twice can be trained on and tested on. A single column that separates the classes almost
perfectly is often a copy of the target, or known only after it: a leak.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fenlei.errors import wording
from fenlei.messages import listed
from fenlei.study.data import StudyData

MANY_REPEATS = 0.01  # share of rows that have a twin
LEAKS = 0.995  # share of rows that one column classifies, given that guessing does not
ROWS_PER_VALUE = 5  # a category must cover at least so many rows on average, else it identifies rows
MAX_ROWS = 20_000  # by which a column is checked


def data_warnings(data: StudyData, lang: str = "en") -> list[str]:
    """Sentences; none if nothing is unusual."""
    found = []
    twins, conflicts = repeated_rows(data)
    if twins > MANY_REPEATS * len(data.codes):
        key = "study.repeated" if data.task == "classification" else "study.repeated_numbers"
        found.append(wording(key, lang, rows=twins, conflicts=conflicts))
    if data.task == "regression":
        return found
    leaks = [data.schema.features[j].name for j in leaking_columns(data)]
    if leaks and len(data.schema.features) > 1:
        found.append(wording("study.leak", lang, columns=listed(*map(repr, leaks[:5])), count=len(leaks)))
    return found


def repeated_rows(data: StudyData) -> tuple[int, int]:
    """Rows whose features occur earlier in the table, and how many of them have another target than there."""
    rows = np.ascontiguousarray(np.nan_to_num(data.X, nan=np.inf) + 0.0)
    keys = rows.view([("", rows.dtype)] * rows.shape[1]).ravel()
    _, first, group = np.unique(keys, return_index=True, return_inverse=True)
    earlier = first[group.ravel()]
    again = earlier != np.arange(len(rows))
    y = data.codes if data.numbers is None else data.numbers
    return int(again.sum()), int((y[again] != y[earlier[again]]).sum())


def leaking_columns(data: StudyData) -> list[int]:
    """Columns that alone classify nearly all rows: by category, or by one threshold between two classes."""
    rows = np.arange(len(data.codes))[:: max(1, len(data.codes) // MAX_ROWS)]
    codes, K = data.codes[rows], len(data.classes)
    guess = np.bincount(codes).max() / len(codes)
    if guess > LEAKS or len(codes) < 10 * K:
        return []
    leaking = []
    for j, column in enumerate(data.schema.features):
        x = data.X[rows, j]
        right = _by_category(x, codes, K) if column.categories else _by_threshold(x, codes, K)
        if right > LEAKS:
            leaking.append(j)
    return leaking


def _by_category(x: NDArray[np.float64], codes: NDArray[np.int64], K: int) -> float:
    """Share of rows that the most frequent class of their category has."""
    values, index = np.unique(np.nan_to_num(x, nan=-1.0), return_inverse=True)
    if len(values) * ROWS_PER_VALUE > len(x):
        return 0.0
    table = np.bincount(index.ravel() * K + codes, minlength=len(values) * K).reshape(len(values), K)
    return float(table.max(axis=1).sum() / len(x))


def _by_threshold(x: NDArray[np.float64], codes: NDArray[np.int64], K: int) -> float:
    """Share of rows classified by intervals of the column, one for each class and no more."""
    if np.isnan(x).mean() > 1 - LEAKS:
        return 0.0
    order = np.argsort(x, kind="stable")
    sorted_codes = codes[order]
    means = np.array([np.nanmean(x[codes == k]) for k in range(K)])
    ends = np.cumsum(np.bincount(codes, minlength=K)[np.argsort(means)])
    expected = np.argsort(means)[np.searchsorted(ends, np.arange(len(x)), side="right").clip(max=K - 1)]
    return float((expected == sorted_codes).mean())
