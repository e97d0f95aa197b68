"""One schema over all files: the schema that `read_table` gives, from one pass over blocks of rows.

The same pass counts the rows of every piece that have a label and a weight, and the weight of each label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from fenlei.errors import DataError, wording
from fenlei.table.declarations import Declarations
from fenlei.table.formats.delimited import TextFormat
from fenlei.table.recognition.kinds import date_columns
from fenlei.table.scanning.codes import coded_words, plain_words
from fenlei.table.scanning.files import DataFile
from fenlei.table.scanning.pieces import JointColumns, Piece, pieces_of, stream_piece
from fenlei.table.scanning.room import BLOCK_ROWS
from fenlei.table.scanning.tally import ColumnTally
from fenlei.table.schema import Column, Schema
from fenlei.table.values import as_labels, as_numbers, plain
from fenlei.weights import MOST


class Wish(NamedTuple):
    """What the caller said about a scan."""

    declared: Declarations
    weight: str | None
    words: tuple[str, ...]
    text: TextFormat
    lang: str


class Description(NamedTuple):
    """What one pass over the files found."""

    schema: Schema
    pieces: tuple[Piece, ...]
    label_weights: Any  # {value of the target: weight of its rows}; None without a target or with too many


def describe_files(
    files: tuple[DataFile, ...], columns: JointColumns, wish: Wish, tell: Callable[[int], None] | None = None
) -> Description:
    """Read all rows once; `tell` receives the number of rows of each block."""
    dropped = {name for name, kind in wish.declared.kinds.items() if kind == "drop"}
    names = [name for name in columns.types.names if name not in dropped]
    tallies = _tallies(names, wish)
    labels = LabelWeights()
    pieces: list[Piece] = []
    for piece in pieces_of(files, columns.format, wish.text):
        rows = kept = 0
        last = pieces[-1] if pieces and pieces[-1].file == piece.file else None
        before = 0 if last is None else last.before + last.rows
        path = files[piece.file].path
        reader = stream_piece(files[piece.file], piece, columns, names, BLOCK_ROWS, wish.text, coded=True)
        for block in reader:
            chosen = kept_rows(block, wish, path)
            _tally(block, tallies, chosen, columns, (path, before + rows + 1))
            if wish.declared.target is not None:
                labels.add(block, wish, chosen)
            rows += block.num_rows
            kept += block.num_rows if chosen is None else int(chosen.sum())
            if tell is not None:
                tell(block.num_rows)
        pieces.append(piece._replace(rows=rows, kept=kept, before=before))
    if not any(piece.kept for piece in pieces):
        raise DataError("scan.no_rows", path=files[0].path, count=len(files))
    try:
        schema = _schema(tallies, columns, wish, sum(piece.rows - piece.kept for piece in pieces))
    except DataError as error:
        raise _located(error, files, pieces, columns, wish) from None
    return Description(schema, tuple(pieces), labels.found)


def _located(
    error: DataError, files: tuple[DataFile, ...], pieces: list[Piece], columns: JointColumns, wish: Wish
) -> DataError:
    """An error about a value that is no number, with the file and the row that have it first."""
    if error.key != "table.not_numbers":
        return error
    name, value = str(error.facts["column"]), str(error.facts["value"])
    for piece in pieces:
        file, row = files[piece.file], piece.before + 1
        for block in stream_piece(file, piece, columns, [name], BLOCK_ROWS, wish.text):
            found = pc.index(plain(block.column(name), name, wish.words), value).as_py()
            if found >= 0:
                facts = {"column": name, "value": value, "row": row + found, "path": file.path}
                return DataError("scan.not_numbers", **facts)
            row += block.num_rows
    return error


def _tallies(names: list[str], wish: Wish) -> dict[str, ColumnTally]:
    kinds = wish.declared.kinds | ({wish.declared.target: "target"} if wish.declared.target else {})
    return {name: ColumnTally(name, wish.words, kinds.get(name)) for name in names if name != wish.weight}


def _tally(
    block: pa.Table,
    tallies: dict[str, ColumnTally],
    chosen: np.ndarray | None,
    columns: JointColumns,
    where: tuple[str, int],
) -> None:
    kept = block if chosen is None else block.filter(pa.array(chosen))
    for name, tally in tallies.items():
        values = kept.column(name)
        tally.add(values, *where, coded=values.type != columns.types.field(name).type)


def kept_rows(block: pa.Table, wish: Wish, path: str) -> np.ndarray | None:
    """Which rows have a label and a weight; None for all."""
    target = wish.declared.target
    chosen = None
    if target is not None:
        values = plain_words(block.column(target), target, wish.words)
        if values.null_count:
            chosen = values.is_valid().to_numpy()
    if wish.weight is not None:
        positive = weights_of(block, wish, path) > 0
        chosen = positive if chosen is None else chosen & positive
    return None if chosen is None or chosen.all() else chosen


def weights_of(block: pa.Table, wish: Wish, path: str) -> np.ndarray:
    """The weights of all rows of a block; a missing one is refused."""
    assert wish.weight is not None
    values = as_numbers(plain(block.column(wish.weight), wish.weight, wish.words), wish.weight)
    w = values.cast(pa.float64(), safe=False).to_numpy()
    if np.isnan(w).any() or (w < 0).any() or (w > MOST).any():
        raise DataError("scan.weights", column=wish.weight, path=path)
    return w


class LabelWeights:
    """The weight of the rows of each label, added row after row, as in memory."""

    def __init__(self) -> None:
        self.found: dict[Any, float] | None = {}

    def add(self, block: pa.Table, wish: Wish, chosen: np.ndarray | None) -> None:
        """Add the labels of a block."""
        if self.found is None:
            return
        target = wish.declared.target
        assert target is not None
        values = plain_words(block.column(target), target, wish.words)
        values = values if chosen is None else values.filter(pa.array(chosen))
        found, codes = coded_words(values)
        labels = found.to_pylist()
        before = [self.found.get(label, 0.0) for label in labels]
        w = None if wish.weight is None else weights_of(block, wish, "")
        if w is not None and chosen is not None:
            w = w[chosen]
        if w is None:
            after = np.array(before) + np.bincount(codes, minlength=len(labels))
        else:  # the sum so far is the first term of each
            after = np.bincount(
                np.concatenate([np.arange(len(labels)), codes]), np.concatenate([before, w]), len(labels)
            )
        self.found.update(zip(labels, after.tolist(), strict=True))
        if len(self.found) > 1 << 17:
            self.found = None


def _schema(tallies: dict[str, ColumnTally], columns: JointColumns, wish: Wish, left_out: int) -> Schema:
    target, lang = wish.declared.target, wish.lang
    goal = goal_values = None
    if target is not None:
        found = tallies[target].understood_target(columns.format == "CSV")
        goal_values = found.values if tallies[target].chunks is not None else None
        goal = tallies[target].described(found, lang, is_target=True)
    described: list[Column] = []
    for name, tally in tallies.items():
        if name != target:
            described += _columns_of(tally, wish, columns, goal_values, set(tallies))
    notes = [
        wording("table.note_dropped", lang, column=name)
        for name, kind in wish.declared.kinds.items()
        if kind == "drop"
    ]
    if left_out and target is not None and wish.weight is None:
        notes.append(wording("table.note_no_label", lang, count=left_out, column=target))
    return Schema(tuple(described), goal, tuple(notes), wish.words)


def _columns_of(
    tally: ColumnTally, wish: Wish, columns: JointColumns, labels: object, taken: set[str]
) -> Iterator[Column]:
    found = tally.understood(wish.declared, columns.delimiter)
    column = tally.described(found, wish.lang, labels)
    yield column
    if column.kind == "date":
        yield from (part for part, _ in date_columns(column, found.values, taken))


def class_values(schema: Schema, label_weights: dict[Any, float] | None) -> tuple[np.ndarray, np.ndarray]:
    """The labels as the target's type has them, and their weights; none if there are too many."""
    assert schema.target is not None
    if label_weights is None:
        return np.empty(0), np.empty(0)
    values = pa.chunked_array([pa.array(list(label_weights))])
    cast = partial(as_labels, name=schema.target.name, dtype=schema.target.dtype)
    labels = cast(values).to_numpy()
    return labels, np.array(list(label_weights.values()))


def coded_labels(values: pa.ChunkedArray, classes: np.ndarray) -> np.ndarray:
    """Codes (n,) of labels among the sorted classes; -1 for one that is none of them."""
    known = pa.array(classes.tolist()).cast(values.type)
    return pc.index_in(values, value_set=known).fill_null(-1).to_numpy().astype(np.int64)
