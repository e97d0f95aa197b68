"""Rows that a model misclassifies: for each pair of classes that it confuses, those of highest probability.

Of a wide table the most informative columns are shown, by the share of variance that the classes explain: of
a number its correlation ratio

    eta^2 = sum_k n_k (mean_k - mean)^2 / sum_i (x_i - mean)^2,

of a nominal column the mean of that over its categories, each weighted by its variance (Goodman and Kruskal's
tau of the column given the class).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fenlei.study.data import StudyData
from fenlei.study.facts.schema import ConfusedPair, MistakeFacts
from fenlei.table.schema import Column

MAX_PAIRS, ROWS_PER_PAIR = 20, 3
MAX_FEATURES, VALUE_WIDTH = 12, 40  # so that the result stays small whatever the table
FIRST = 8  # columns that a page has room for


def mistakes(
    data: StudyData,
    rows: NDArray[np.int64],
    proba: NDArray[np.float64],
    answer: NDArray[np.int64] | None = None,
) -> MistakeFacts:
    """The most frequent confusions with example rows, as plain data.

    Parameters
    ----------
    data : StudyData
    rows : ndarray of shape (n,)
        Which rows of `data` were tested, in the order of `proba`.
    proba : ndarray of shape (n, K)
        Predicted by a model that had not seen the row.
    answer : ndarray of shape (n,), optional
        The class that was decided for; default: the most probable one.

    Returns
    -------
    MistakeFacts
        `features`, the names of the columns shown, and `pairs` of a true class and an answer with their
        `count` and up to three `rows`: number in the input (from 1), probability of the answer and values.
        Of a wide table the first columns are the most informative ones, in the table's order.
    """
    truth = data.codes[rows]
    answer = proba.argmax(axis=1) if answer is None else answer
    confidence = proba[np.arange(len(rows)), answer]
    K = len(data.names)
    counts = np.bincount(truth * K + answer, minlength=K * K).reshape(K, K)
    np.fill_diagonal(counts, 0)
    order = np.argsort(-counts, axis=None, kind="stable")[:MAX_PAIRS]
    columns = informative_columns(data)
    pairs: list[ConfusedPair] = []
    for i, j in (divmod(int(cell), K) for cell in order if counts.flat[cell]):
        found = np.flatnonzero((truth == i) & (answer == j))
        first = found[np.lexsort((data.rows[rows[found]], -confidence[found]))][:ROWS_PER_PAIR]
        pairs.append(
            {
                "truth": data.names[i],
                "answer": data.names[j],
                "count": int(counts[i, j]),
                "rows": [
                    {
                        "row": int(data.rows[rows[test]]),
                        "probability": float(confidence[test]),
                        "values": values(data, int(rows[test]), columns),
                    }
                    for test in first
                ],
            }
        )
    return {"features": [data.schema.features[j].name for j in columns], "pairs": pairs}


def informative_columns(data: StudyData) -> list[int]:
    """The columns to show: the FIRST most informative, then the next, each part in the table's order."""
    features = data.schema.features
    if len(features) <= FIRST:
        return list(range(len(features)))
    shares = [
        explained(data.X[:, j], data.codes, len(column.categories or ())) for j, column in enumerate(features)
    ]
    order = np.argsort(-np.array(shares), kind="stable")
    return sorted(order[:FIRST].tolist()) + sorted(order[FIRST:MAX_FEATURES].tolist())


def explained(x: NDArray[np.float64], codes: NDArray[np.int64], categories: int) -> float:
    """Share of a column's variance that lies between the classes; missing values are left out."""
    known = np.isfinite(x)
    x, codes = x[known], codes[known]
    if len(x) == 0:
        return 0.0
    n = np.bincount(codes)[:, None]
    if categories:
        cells = np.bincount(codes * categories + x.astype(np.int64), minlength=len(n) * categories)
        shares = cells.reshape(len(n), categories) / np.maximum(n, 1)
        total = len(x) - (np.bincount(x.astype(np.int64)) ** 2).sum() / len(x)
        left = (n * (1 - (shares**2).sum(axis=1, keepdims=True))).sum()
    else:
        z = (x - x.mean()) / max(np.abs(x - x.mean()).max(), np.finfo(float).tiny)
        means = np.bincount(codes, weights=z)[:, None] / np.maximum(n, 1)
        total = (z**2).sum()
        left = total - (n * means**2).sum()
    return float(1 - left / total) if total > 0 else 0.0


def values(data: StudyData, row: int, columns: list[int]) -> list[float | str | None]:
    """Features of a row as they were before coding; None for a missing one."""
    return [uncoded(data.schema.features[j], float(data.X[row, j])) for j in columns]


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
