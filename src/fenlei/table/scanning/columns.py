"""Blocks of a file as columns of floats, laid side by side once, into the leaf that they are for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from fenlei.messages import phrase
from fenlei.table.reading import conformed_table
from fenlei.table.scanning.codes import by_word
from fenlei.table.schema import Column, Schema
from fenlei.table.values import as_codes, plain, to_floats

NUMBERS = (pa.types.is_floating, pa.types.is_integer)


class KeptColumns(NamedTuple):
    """Rows with a label and a weight, column by column."""

    columns: tuple[np.ndarray, ...]  # p of (n,), numbers of any type; NaN where missing
    n: int
    y: np.ndarray | None
    w: np.ndarray | None

    def slice(self, start: int, stop: int) -> KeptColumns:
        """Some of them, not copied."""
        y, w = (None if field is None else field[start:stop] for field in (self.y, self.w))
        return KeptColumns(tuple(x[start:stop] for x in self.columns), stop - start, y, w)


def side_by_side(blocks: Sequence[KeptColumns]) -> np.ndarray:
    """The columns of some blocks as one matrix (n, p) of floats in C order."""
    X = np.empty((sum(block.n for block in blocks), len(blocks[0].columns)))
    start = 0
    for block in blocks:
        for j, x in enumerate(block.columns):
            X[start : start + block.n, j] = x
        start += block.n
    return X


def feature_columns(block: pa.Table, schema: Schema, path: str, first_row: int) -> tuple[np.ndarray, ...]:
    """The features of a block: as `conformed_table` and `Table.coded` make them, without copies where it can.

    Text may be coded by its different values.
    """
    found = {column.name: _at_once(block, column, schema.missing) for column in schema.features}
    rest = {name for name, x in found.items() if x is None}
    if rest:
        rest |= {column.source for column in schema.features}
        others = replace(schema, columns=tuple(c for c in schema.columns if c.name in rest), target=None)
        typed = conformed_table(block, others, phrase("kind.file", path=path), first_row)
        found |= {c.name: to_floats(typed.arrow.column(c.name)) for c in others.features}
    return tuple(x for x in found.values() if x is not None)


def _at_once(block: pa.Table, column: Column, words: tuple[str, ...]) -> np.ndarray | None:
    """The column, if it is numbers that are finite or missing, or categories that are coded."""
    if column.source or column.form:
        return None
    values = block.column(column.name)
    if column.kind == "numeric" and any(is_it(values.type) for is_it in NUMBERS):
        x = values.chunk(0) if values.num_chunks == 1 else values
        numbers = np.asarray(x.to_numpy(zero_copy_only=False))
        return None if numbers.dtype.kind == "f" and np.isinf(numbers).any() else numbers
    if column.kind in ("nominal", "ordinal") and pa.types.is_dictionary(values.type):
        return by_word(values, _coder(column, words))
    return None


def _coder(column: Column, words: tuple[str, ...]) -> Callable[[pa.ChunkedArray], np.ndarray]:
    categories = column.categories or ()
    return lambda text: to_floats(as_codes(plain(text, column.name, words), categories))
