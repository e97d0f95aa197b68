"""Coded columns with the counts of the terms of text columns beside them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix


class TableRows:
    """Rows of a table with text columns, as a `Preparation` takes them.

    Parameters
    ----------
    X : ndarray of shape (n, p)
        Coded columns: numbers, and codes of categories; NaN = missing.
    counts : tuple of csr_matrix
        For each text column how often its terms occur, (n, terms).

    Examples
    --------
    >>> from fenlei.table import read_table
    >>> remarks = ["good apple", "a good apple", "good apple!", "bad"]
    >>> table = read_table({"size": [1, 2, 2, 1], "remark": remarks}, text="remark")
    >>> rows = table.rows()
    >>> rows.X.ravel().tolist(), rows.counts[0].toarray().tolist()
    ([1.0, 2.0, 2.0, 1.0], [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0]])
    """

    def __init__(self, X: NDArray[np.float64], counts: tuple[csr_matrix, ...]) -> None:
        self.X = X
        self.counts = counts

    @property
    def shape(self) -> tuple[int, int]:
        """Rows, and coded columns."""
        return self.X.shape[0], self.X.shape[1]

    def __len__(self) -> int:
        return len(self.X)

    def __getitem__(self, rows: Any) -> TableRows:
        """Some of the rows."""
        return TableRows(self.X[rows], tuple(each[rows] for each in self.counts))


def coded_columns(X: object) -> Any:
    """The coded columns alone."""
    return X.X if isinstance(X, TableRows) else X
