"""`scan`: a table of files, larger than memory, that estimators fit as if it were in memory.

`Scan.total(work, merge)` is one pass: the kept rows are cut into the leaves of `rows.leaves`, whatever the
files, each leaf is summarised, and the summaries are merged in the fixed tree. So a model has the same bits
from memory, from one file and from forty. Where that is done is up to an engine (`rows.engine`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

import numpy as np

from fenlei.errors import DataError, UsageError, warn
from fenlei.kernels import Array
from fenlei.rows.engine import current_engine, leaves_of
from fenlei.rows.sampling import in_sample
from fenlei.table.missing import DEFAULT_MISSING, missing_words

if TYPE_CHECKING:
    from fenlei.table.declarations import Names
    from fenlei.table.scanning.files import DataFile
    from fenlei.table.scanning.recorded import KeptRows, RecordedTable
    from fenlei.table.schema import Schema

# Sentences about a file that cannot be read as it is.
UNREADABLE = {
    "table.broken",
    "table.not_utf8",
    "table.encoding",
    "table.binary",
    "table.ragged",
    "table.open_quote",
    "table.empty_file",
}

S = TypeVar("S")
R = TypeVar("R")


class SampledRows(NamedTuple):
    """Rows of a scan in memory."""

    X: Array  # (n, p) float64; categories as codes, NaN where missing
    y: Array | None  # (n,) labels or numbers
    w: Array | None  # (n,) float64


def _sampled(n: int, most: int, leaf: KeptRows) -> KeptRows:
    kept = in_sample(leaf.first, len(leaf.X), n, most)
    y, w = (None if field is None else field[kept] for field in (leaf.y, leaf.w))
    return leaf._replace(X=leaf.X[kept], y=y, w=w)


def _joined(parts: list[Array | None]) -> Array | None:
    present = [part for part in parts if part is not None]
    return np.concatenate(present) if present else None


class Scan:
    """A table on disk: its schema, its classes, and its rows as often as they are needed.

    Made by `scan`. An estimator that can be fitted from sums takes it in place of X and y.

    Attributes
    ----------
    schema : Schema
    n_rows : int
        Rows with a label and a positive weight.
    classes : ndarray or None
        Sorted labels of the target; None without one, or where it holds numbers that are not whole.
    names : tuple of str
        The features.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from fenlei import scan
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.csv").write_text("size,kind\\n1,x\\n2,x\\n")
    >>> _ = (folder / "b.csv").write_text("size,kind\\n8,y\\n")
    >>> table = scan(folder, target="kind")
    >>> table.n_rows, table.classes.tolist(), table.names
    (3, ['x', 'y'], ('size',))
    """

    has_names = True  # of the features, which a model keeps

    def __init__(self, table: RecordedTable) -> None:
        self.table = table

    @property
    def schema(self) -> Schema:
        """What the columns are."""
        return self.table.schema

    @property
    def n_rows(self) -> int:
        """Rows with a label and a positive weight."""
        return self.table.n_rows

    @property
    def classes(self) -> Array | None:
        """Sorted labels of the target."""
        return self.table.classes

    @property
    def names(self) -> tuple[str, ...]:
        """The features."""
        return tuple(column.name for column in self.schema.features)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and features."""
        return self.n_rows, len(self.names)

    def __repr__(self) -> str:
        n, p = self.shape
        return f"Scan({len(self.table.files)} files, {n} rows, {p} features)\n{self.schema}"

    def within(self, memory: float) -> Self:
        """The same table, read in smaller blocks and by fewer threads where `memory` bytes take it.

        Passes over p columns then take about 400 MB, 3 MB for each column, and leaves of at most 16 MiB,
        two for the reader and two for each thread. What is summed does not depend on it.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> from fenlei import scan
        >>> path = Path(tempfile.mkdtemp()) / "a.csv"
        >>> _ = path.write_text("size,kind\\n1,x\\n2,x\\n8,y\\n")
        >>> scan(path, target="kind").within(6e8).n_rows
        3
        """
        from fenlei.table.scanning.recorded import within

        bounded = copy(self)
        bounded.table = within(self.table, memory)
        return bounded

    def blocks(self) -> Iterator[KeptRows]:
        """All kept rows in order, in blocks as the files give them."""
        from fenlei.table.scanning.recorded import read_piece

        for piece in self.table.pieces:
            if piece.kept:
                yield from read_piece(self.table, piece)

    def sample(self, rows: int) -> SampledRows:
        """About so many rows in memory, drawn by the hash of their numbers, for what a scan cannot fit.

        The same rows for any cut into files; all of them, if there are no more.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> from fenlei import SVC, scan
        >>> path = Path(tempfile.mkdtemp()) / "a.csv"
        >>> _ = path.write_text("size,kind\\n1,x\\n2,x\\n7,y\\n8,y\\n")
        >>> X, y, w = scan(path, target="kind").sample(1000)
        >>> y.tolist(), w
        (['x', 'x', 'y', 'y'], None)
        >>> SVC(kernel="linear").fit(X, y, w).predict([[3]]).tolist()
        ['x']
        """
        if rows < 1:
            raise UsageError("scan.sample", rows=rows)
        parts = list(self.each(partial(_sampled, self.n_rows, rows)))
        X = np.concatenate([part.X for part in parts])
        y, w = (_joined([getattr(part, name) for part in parts]) for name in ("y", "w"))
        return SampledRows(X, self.classes[y] if y is not None and self.classes is not None else y, w)

    def leaves(self) -> Iterator[KeptRows]:
        """All kept rows in order, in leaves of the tree of sums."""
        return leaves_of(self.table)

    def each(self, work: Callable[[KeptRows], R], n_jobs: int | None = None) -> Iterator[R]:
        """`work` of every leaf, in order, by the current engine."""
        return current_engine().each(self.table, work, n_jobs)

    def total(
        self, work: Callable[[KeptRows], S], merge: Callable[[S, S], S], n_jobs: int | None = None
    ) -> S:
        """One pass: the summaries of all leaves, merged in the fixed tree, by the current engine."""
        return current_engine().total(self.table, work, merge, n_jobs)


def scan(
    source: object,
    *,
    target: str | None = None,
    weight: str | None = None,
    nominal: Names = (),
    numeric: Names = (),
    ordinal: Mapping[str, Sequence[object]] | None = None,
    date: Names = (),
    text: Names = (),
    drop: Names = (),
    id: Names = (),
    missing: Names = DEFAULT_MISSING,
    encoding: str | None = None,
    delimiter: str | None = None,
    allow_missing_columns: bool = False,
    skip_bad_files: bool = False,
    lang: str = "en",
) -> Scan:
    """Open a table of files that need not fit in memory.

    Parameters
    ----------
    source : path, glob, folder, list of paths, or rows
        CSV, Parquet or Feather files with the same columns. A list keeps its order, the files of a folder or
        glob are sorted naturally; folders named `key=value` give a column `key`. Rows are a Dataset of
        pyarrow, a LazyFrame of polars, a relation of DuckDB, a frame of Dask or Spark, whatever has
        `__arrow_c_stream__`, or a function that returns an iterator of such; they are written to temporary
        files once.
    target : str, optional
        The column to predict; rows without a value of it are left out.
    weight : str, optional
        The column with the weights of the rows; a row of weight 0 is no row.
    nominal, numeric, ordinal, date, text, drop, id, missing, encoding, delimiter, lang
        As for `read_table`.
    allow_missing_columns : bool
        Take a column that a file lacks as missing there, rather than as an error.
    skip_bad_files : bool
        Leave out files that cannot be read whole, with a warning, rather than stop at the first;
        `table.left_out` names them.

    Returns
    -------
    Scan
        All files have been read once: it knows the schema, the number of rows and the classes.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from fenlei import GaussianNB, scan
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.csv").write_text("size,kind\\n1,x\\n2,x\\n")
    >>> _ = (folder / "b.csv").write_text("size,kind\\n7,y\\n8,y\\n")
    >>> data = scan(folder, target="kind")
    >>> data.shape, data.classes.tolist()
    ((4, 1), ['x', 'y'])
    >>> GaussianNB().fit(data).theta_.ravel()
    array([1.5, 7.5])
    """
    from fenlei.table.scanning.files import find_files

    owner = _Owner()
    declared = {"nominal": nominal, "numeric": numeric, "date": date, "text": text}
    declared |= {"drop": drop, "identifier": id}
    asked = Asked(
        target, weight, declared, ordinal, missing, encoding, delimiter, allow_missing_columns, lang
    )
    files = find_files(_paths(source, owner))
    opened = Scan(_without_bad_files(files, asked) if skip_bad_files else _recorded(files, asked))
    opened._owner = owner  # type: ignore[attr-defined]
    return opened


class Asked(NamedTuple):
    """What `scan` was asked, beside the files."""

    target: str | None
    weight: str | None
    kinds: dict[str, Names]
    ordinal: Mapping[str, Sequence[object]] | None
    missing: Names
    encoding: str | None
    delimiter: str | None
    allow_missing_columns: bool
    lang: str


def _recorded(files: tuple[DataFile, ...], asked: Asked) -> RecordedTable:
    from fenlei.table.declarations import declare
    from fenlei.table.formats.delimited import TextFormat
    from fenlei.table.header import require_columns
    from fenlei.table.scanning.description import Wish
    from fenlei.table.scanning.pieces import joint_columns
    from fenlei.table.scanning.recorded import record

    layout = TextFormat(asked.encoding, asked.delimiter)
    columns = joint_columns(files, layout, allow_missing=asked.allow_missing_columns)
    declared = declare(columns.types.names, asked.target, asked.ordinal, **asked.kinds)
    if asked.weight is not None:
        require_columns([asked.weight], columns.types.names)
        if asked.weight == asked.target:
            raise UsageError("table.two_choices", column=asked.weight, first="target", second="weight")
    wish = Wish(declared, asked.weight, missing_words(asked.missing), layout, asked.lang)
    return record(files, columns, wish)


def _without_bad_files(files: tuple[DataFile, ...], asked: Asked) -> RecordedTable:
    """The table of the files that can be read, as if there were no others."""
    left_out: list[str] = []
    while True:
        try:
            found = _recorded(files, asked)
        except DataError as error:
            bad = str(error.facts.get("path"))
            rest = tuple(file for file in files if file.path != bad)
            if error.key not in UNREADABLE or not rest or len(rest) == len(files):
                raise
            files = rest
            left_out.append(bad)
        else:
            if left_out:
                warn("scan.left_out", count=len(left_out), path=left_out[0])
            return found._replace(left_out=tuple(left_out))


class _Owner:
    """Keeps the temporary file of a scan."""


def _paths(source: object, owner: object) -> Any:
    if isinstance(source, str | PathLike):
        return source
    from fenlei.table.scanning.spool import is_stream, spooled

    if isinstance(source, Iterable) and not is_stream(source):
        return list(source)
    return spooled(source, owner)
