"""A scanned table as plain data, which can be sent to another process, and its kept rows as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from fenlei.errors import DataError
from fenlei.kernels.threads import leaf_rows
from fenlei.table.coding import encode_labels
from fenlei.table.scanning.codes import by_word, plain_words
from fenlei.table.scanning.columns import KeptColumns, feature_columns, side_by_side
from fenlei.table.scanning.description import (
    Wish,
    class_values,
    coded_labels,
    describe_files,
    kept_rows,
    weights_of,
)
from fenlei.table.scanning.files import DataFile
from fenlei.table.scanning.pieces import JointColumns, Piece, stream_piece
from fenlei.table.scanning.room import ReadingRoom, room_within
from fenlei.table.schema import Schema
from fenlei.table.values import as_labels


class KeptRows(NamedTuple):
    """Rows with a label and a weight."""

    X: np.ndarray  # (n, p) float64, C order; categories as codes, NaN where missing
    y: np.ndarray | None  # (n,) int64 codes of the labels; float64 where the labels are too many for classes
    w: np.ndarray | None  # (n,) float64
    first: int = 0  # number of the first one among the kept rows of the table; of leaves only

    def slice(self, start: int, stop: int) -> KeptRows:
        """Some of them."""
        y, w = (None if field is None else field[start:stop] for field in (self.y, self.w))
        return KeptRows(self.X[start:stop], y, w, self.first + start)


class Relabelling(NamedTuple):
    """Other classes in place of those in the files."""

    classes: np.ndarray  # (K,) sorted labels in the files
    codes: np.ndarray  # (K,) int64 code of each from now on; -1: its rows are left out


class RecordedTable(NamedTuple):
    """The files, their columns and pieces, the schema, and the classes."""

    files: tuple[DataFile, ...]
    columns: JointColumns
    wish: Wish
    schema: Schema
    pieces: tuple[Piece, ...]
    classes: np.ndarray | None  # (K,) sorted labels
    class_weight: np.ndarray | None  # (K,) of their rows
    leaf: int  # rows in a leaf of the tree of sums
    relabelling: Relabelling | None = None
    part: tuple[int, int] | None = None  # leaves from, to, of which a pass sums no others
    left_out: tuple[str, ...] = ()  # files that could not be read
    room: ReadingRoom = ReadingRoom()

    @property
    def leaves(self) -> tuple[int, int]:
        """The leaves, from and to, that a pass sums."""
        return self.part or (0, -(-self.n_rows // self.leaf))

    @property
    def n_rows(self) -> int:
        """Rows that are kept."""
        return sum(piece.kept for piece in self.pieces)

    @property
    def n_bytes(self) -> int:
        """Of all files."""
        return sum(file.size for file in self.files)


def record(files: tuple[DataFile, ...], columns: JointColumns, wish: Wish) -> RecordedTable:
    """Read everything once, and record what is known then."""
    found = describe_files(files, columns, wish)
    classes = weight = None
    if found.schema.target is not None:
        labels, label_weight = class_values(found.schema, found.label_weights)
        if len(labels):
            is_number = labels.dtype.kind == "f"
            whole = is_number and not (np.floor(labels) == labels).all()
            if not whole:
                classes, codes = encode_labels(labels)
                weight = np.bincount(codes, label_weight, len(classes))
    leaf = leaf_rows(len(found.schema.features))
    return RecordedTable(files, columns, wish, found.schema, found.pieces, classes, weight, leaf)


def within(table: RecordedTable, memory: float) -> RecordedTable:
    """The table, of which passes hold no more than fits so many bytes."""
    p = len(table.schema.features)
    leaf_bytes = 8.0 * p * min(table.leaf, max(table.n_rows, 1))
    return table._replace(room=room_within(memory, len(_sources(table)), max(leaf_bytes, 1.0)))


def read_piece(
    table: RecordedTable, piece: Piece, start: int = 0, stop: int | None = None
) -> Iterator[KeptRows]:
    """The kept rows of a piece, or those from `start` to `stop` of them, in blocks."""
    for block in _piece_columns(table, piece, start, piece.kept if stop is None else stop):
        yield joined([block])


def _piece_columns(table: RecordedTable, piece: Piece, start: int, stop: int) -> Iterator[KeptColumns]:
    source = _sources(table)
    done = first = 0
    file = table.files[piece.file]
    for block in stream_piece(
        file, piece, table.columns, source, table.room.rows, table.wish.text, coded=True
    ):
        if done >= stop:
            break
        chosen = wanted_rows(table, block, file.path)
        count = block.num_rows if chosen is None else int(chosen.sum())
        a, b = max(start - done, 0), min(stop - done, count)
        if a < b:
            yield _columns(table, block, chosen, file.path, piece.before + first + 1).slice(a, b)
        done += count
        first += block.num_rows
    if done < min(stop, piece.kept):
        raise DataError("scan.changed", path=file.path)


def wanted_rows(table: RecordedTable, block: pa.Table, path: str) -> np.ndarray | None:
    """Which rows of a block have a label that is wanted, and a weight; None for all."""
    chosen = kept_rows(block, table.wish, path)
    if table.relabelling is None or (table.relabelling.codes >= 0).all():
        return chosen
    labelled = block if chosen is None else block.filter(pa.array(chosen))
    wanted = _targets(table, labelled) >= 0  # type: ignore[operator]
    if chosen is None:
        return np.asarray(wanted)
    chosen[chosen] = wanted
    return chosen


def relabelled(table: RecordedTable, codes: np.ndarray, counts: np.ndarray) -> RecordedTable:
    """The table with other classes: codes (K,) of the present ones, -1 for those whose rows are left out.

    `counts` are those of `class_counts`.
    """
    assert table.classes is not None
    assert table.class_weight is not None
    files = table.relabelling or Relabelling(table.classes, np.arange(len(table.classes)))
    now = np.where(files.codes >= 0, codes[files.codes], -1)
    kept = counts[:, codes >= 0].sum(axis=1).tolist()
    pieces = tuple(piece._replace(kept=n) for piece, n in zip(table.pieces, kept, strict=True))
    classes = np.arange(codes.max() + 1)
    weight = np.bincount(codes[codes >= 0], table.class_weight[codes >= 0], len(classes))
    found = table._replace(pieces=pieces, classes=classes, class_weight=weight)
    return found._replace(relabelling=Relabelling(files.classes, now))


def class_counts(table: RecordedTable) -> np.ndarray:
    """Kept rows (pieces, K) of each class in each piece: one pass over the target alone."""
    assert table.classes is not None
    names = [name for name in (table.wish.declared.target, table.wish.weight) if name is not None]
    counts = np.zeros((len(table.pieces), len(table.classes)), np.int64)
    for i, piece in enumerate(table.pieces):
        file = table.files[piece.file]
        for block in stream_piece(
            file, piece, table.columns, names, table.room.rows, table.wish.text, coded=True
        ):
            chosen = wanted_rows(table, block, file.path)
            codes = _targets(table, block if chosen is None else block.filter(pa.array(chosen)))
            counts[i] += np.bincount(codes, minlength=len(table.classes))  # type: ignore[arg-type]
    return counts


def read_columns(table: RecordedTable, start: int, stop: int) -> Iterator[KeptColumns]:
    """The kept rows `start` to `stop` of all files, in order, column by column."""
    before = 0
    for piece in table.pieces:
        a, b = max(start - before, 0), min(stop - before, piece.kept)
        if a < b:
            yield from _piece_columns(table, piece, a, b)
        before += piece.kept


def joined(blocks: Sequence[KeptColumns]) -> KeptRows:
    """Blocks of rows as one matrix."""
    X = side_by_side(blocks)
    return KeptRows(X, _stacked([block.y for block in blocks]), _stacked([block.w for block in blocks]))


def _stacked(parts: Sequence[np.ndarray | None]) -> np.ndarray | None:
    present = [part for part in parts if part is not None]
    return None if not present else present[0] if len(present) == 1 else np.concatenate(present)


def _sources(table: RecordedTable) -> list[str]:
    names = [column.source or column.name for column in table.schema.features]
    others = (table.wish.declared.target, table.wish.weight)
    return list(dict.fromkeys([*names, *(name for name in others if name is not None)]))


def _columns(
    table: RecordedTable, block: pa.Table, chosen: np.ndarray | None, path: str, first_row: int
) -> KeptColumns:
    w = None if table.wish.weight is None else weights_of(block, table.wish, path)
    if chosen is not None:
        block = block.filter(pa.array(chosen))
        w = None if w is None else w[chosen]
    columns = feature_columns(block, table.schema, path, first_row)
    return KeptColumns(columns, block.num_rows, _targets(table, block), w)


def _targets(table: RecordedTable, block: pa.Table) -> np.ndarray | None:
    goal = table.schema.target
    if goal is None:
        return None
    values = plain_words(block.column(goal.name), goal.name, table.wish.words)
    if pa.types.is_dictionary(values.type):
        codes = by_word(values, lambda words: _numbered(table, words), -1)
        return codes if table.classes is None else codes.astype(np.int64, copy=False)
    return _numbered(table, values)


def _numbered(table: RecordedTable, values: pa.ChunkedArray) -> np.ndarray:
    """Plain labels as codes, or as the numbers that they are."""
    assert table.schema.target is not None
    labels = as_labels(values, table.schema.target.name, table.schema.target.dtype)
    if table.classes is None:
        return np.asarray(labels.to_numpy(), np.float64)
    if table.relabelling is None:
        return coded_labels(labels, table.classes)
    return np.asarray(table.relabelling.codes[coded_labels(labels, table.relabelling.classes)])
