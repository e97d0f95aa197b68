"""Rows taken by index come back in the form they came in."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse

from fenlei.table.rows import take_rows

ROWS = np.array([2, 0, 2])
DATA = np.arange(8.0).reshape(4, 2)
EXPECTED = DATA[ROWS].tolist()
FRAME = pd.DataFrame(DATA, columns=["a", "b"], index=["w", "x", "y", "z"])


@pytest.mark.parametrize(
    ("X", "values"),
    [
        (DATA, np.ndarray.tolist),
        (DATA.tolist(), list),
        (sparse.csr_array(DATA), lambda taken: taken.toarray().tolist()),
        (sparse.csr_matrix(DATA), lambda taken: taken.toarray().tolist()),
        (FRAME, lambda taken: taken.to_numpy().tolist()),
        (pl.DataFrame({"a": DATA[:, 0], "b": DATA[:, 1]}), lambda taken: taken.to_numpy().tolist()),
        (pa.table({"a": DATA[:, 0], "b": DATA[:, 1]}), lambda taken: taken.to_pandas().to_numpy().tolist()),
    ],
    ids=["array", "list", "csr_array", "csr_matrix", "pandas", "polars", "arrow"],
)
def test_rows_of_a_table(X: Any, values: Any) -> None:
    taken = take_rows(X, ROWS)
    assert type(taken) is type(X)
    assert values(taken) == EXPECTED


def test_rows_of_a_matrix_without_row_access() -> None:
    assert take_rows(sparse.coo_array(DATA), ROWS).toarray().tolist() == EXPECTED


@pytest.mark.parametrize(
    "kind", [list, np.array, pd.Series, pl.Series, pa.array, lambda v: pa.chunked_array([v])]
)
def test_entries_of_a_column(kind: Any) -> None:
    column = kind(["a", "b", "c", "d"])
    taken = take_rows(column, ROWS)
    assert [str(value) for value in taken] == ["c", "a", "c"]


def test_a_frame_keeps_its_index() -> None:
    assert take_rows(FRAME, ROWS).index.tolist() == ["y", "w", "y"]
