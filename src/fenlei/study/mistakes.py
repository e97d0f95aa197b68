"""Rows that a model gets wrong: for each pair of classes that it confuses, the mistakes it was surest of."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fenlei.study.data import StudyData
from fenlei.table.schema import Column

MAX_PAIRS, ROWS_OF_A_PAIR = 20, 3
MAX_FEATURES, VALUE_WIDTH = 12, 40  # so that the result stays small whatever the table


def mistakes(data: StudyData, rows: NDArray[np.int64], proba: NDArray[np.float64]) -> dict[str, Any]:
    """The most frequent confusions with example rows, as plain data.

    Parameters
    ----------
    data : StudyData
    rows : ndarray of shape (n,)
        Which rows of `data` were tested, in the order of `proba`.
    proba : ndarray of shape (n, K)
        What a model that had not seen the row said.

    Returns
    -------
    dict
        `features`, the names of the columns shown, and `pairs` of a true class and an answer with their
        `count` and up to three `rows`: number in the input (from 1), probability of the answer and values.
    """
    truth, answer = data.codes[rows], proba.argmax(axis=1)
    sure = proba[np.arange(len(rows)), answer]
    K = len(data.names)
    counts = np.bincount(truth * K + answer, minlength=K * K).reshape(K, K)
    np.fill_diagonal(counts, 0)
    order = np.argsort(-counts, axis=None, kind="stable")[:MAX_PAIRS]
    pairs = []
    for i, j in (divmod(int(place), K) for place in order if counts.flat[place]):
        found = np.flatnonzero((truth == i) & (answer == j))
        surest = found[np.lexsort((data.rows[rows[found]], -sure[found]))][:ROWS_OF_A_PAIR]
        shown = [
            {
                "row": int(data.rows[rows[place]]),
                "probability": float(sure[place]),
                "values": values(data, int(rows[place])),
            }
            for place in surest
        ]
        pairs.append(
            {"truth": data.names[i], "answer": data.names[j], "count": int(counts[i, j]), "rows": shown}
        )
    return {"features": [column.name for column in data.schema.features[:MAX_FEATURES]], "pairs": pairs}


def values(data: StudyData, row: int) -> list[float | str | None]:
    """The features of a row as they were before coding; None for a missing one."""
    return [
        uncoded(column, float(code))
        for column, code in zip(data.schema.features[:MAX_FEATURES], data.X[row], strict=False)
    ]


def uncoded(column: Column, code: float) -> float | str | None:
    """A number, or the category of a code.

    Examples
    --------
    >>> uncoded(Column("colour", "nominal", ("green", "red")), 1.0), uncoded(Column("size", "numeric"), 2.5)
    ('red', 2.5)
    """
    if math.isnan(code):
        return None
    if column.categories is None:
        return code if math.isfinite(code) else str(code)
    return column.categories[int(code)][:VALUE_WIDTH]
