"""A sparse matrix by columns (CSC), as compiled functions take it."""

from __future__ import annotations

from typing import NamedTuple

from fenlei.kernels import Array


class ColumnMatrix(NamedTuple):
    """Column j holds values[s:e] in rows[s:e], with s, e = pointers[j], pointers[j + 1]."""

    pointers: Array  # (p + 1,)
    rows: Array  # (stored,)
    values: Array  # (stored,)
