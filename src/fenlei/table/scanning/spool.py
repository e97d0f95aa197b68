"""Sources that are no files: written to Arrow files once, since a later pass must see the same rows.

A query runs again, perhaps to another order, each time that it is read; so do the partitions of a cluster.
What comes is written as it comes, a file for each schema in a row, and the files are joined as any files are.
"""

from __future__ import annotations

import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

import pyarrow as pa

from fenlei.errors import DataError, UsageError
from fenlei.messages import foreign

MOST_ROWS = 1 << 16  # of a record batch


def spooled(source: Any, owner: object) -> Path:
    """The rows of a source, in a folder of files that lives as long as `owner`."""
    tables = _tables(source)
    folder = tempfile.TemporaryDirectory(prefix="fenlei-scan-")
    weakref.finalize(owner, folder.cleanup)
    try:
        _write(tables, Path(folder.name))
    except OSError as error:
        reason = foreign(error.strerror or error)
        raise DataError(
            "table.no_room", path=type(source).__name__, folder=folder.name, reason=reason
        ) from None
    return Path(folder.name)


def is_stream(source: Any) -> bool:
    """Whether a source is rows that come in some way, rather than a path or paths.

    Examples
    --------
    >>> is_stream(pa.table({"x": [1]})), is_stream(["a.csv", "b.csv"])
    (True, False)
    """
    return callable(source) or any(hasattr(source, name) for name in (*_WAYS, "__arrow_c_stream__"))


def _write(tables: Iterable[pa.Table], folder: Path) -> None:
    """The tables in files `part-0.arrow` and so on, a new one where schema or dictionaries change."""
    known, writer, count = None, None, 0
    try:
        for table in tables:
            found = table.schema, _dictionaries(table)
            if writer is None or found != known:
                if writer is not None:
                    writer.close()
                writer = pa.ipc.new_file(str(folder / f"part-{count}.arrow"), table.schema)
                known, count = found, count + 1
            writer.write_table(table, max_chunksize=MOST_ROWS)
    finally:
        if writer is not None:
            writer.close()


def _dictionaries(table: pa.Table) -> list[list[Any]]:
    """The dictionaries of a table; a file has one for each column."""
    return [
        column.chunk(0).dictionary.to_pylist() if column.num_chunks else []
        for column in table.columns
        if pa.types.is_dictionary(column.type)
    ]


def _tables(source: Any) -> Iterator[pa.Table]:
    """The rows of a source, in order, as tables of one dictionary per column."""
    for name, way in _WAYS.items():
        if hasattr(source, name):
            return way(source)
    if callable(source):
        return (table for batch in source() for table in _table(batch))
    if hasattr(source, "__arrow_c_stream__"):
        return _stream(source)
    raise UsageError("scan.source", type=type(source).__name__)


def _table(rows: Any) -> Iterator[pa.Table]:
    if isinstance(rows, pa.RecordBatch):
        rows = pa.Table.from_batches([rows])
    elif hasattr(rows, "to_arrow"):  # polars, whose old versions have no stream
        rows = rows.to_arrow()
    if not hasattr(rows, "__arrow_c_stream__"):
        raise UsageError("scan.source", type=type(rows).__name__)
    found = pa.table(rows)
    yield found.unify_dictionaries() if any(map(pa.types.is_dictionary, found.schema.types)) else found


def _stream(source: Any) -> Iterator[pa.Table]:
    reader = pa.RecordBatchReader.from_stream(source)
    yield reader.schema.empty_table()
    for batch in reader:
        yield from _table(batch)


def _dataset(source: Any) -> Iterator[pa.Table]:
    """A dataset of pyarrow, read without running far ahead."""
    return _stream(source.scanner(batch_readahead=1, fragment_readahead=1).to_reader())


def _lazy(source: Any) -> Iterator[pa.Table]:
    """A LazyFrame of polars, as far as it can be computed in pieces."""
    for frame in source.collect_batches(maintain_order=True):
        yield from _table(frame)


def _partitions(source: Any) -> Iterator[pa.Table]:
    """A frame of Dask: its partitions in order, each computed by the client of the process, if it has one."""
    for i in range(source.npartitions):
        frame = source.partitions[i].compute()
        yield pa.Table.from_pandas(frame, preserve_index=False).replace_schema_metadata()


def _spark(source: Any) -> Iterator[pa.Table]:
    """A frame of Spark: batches written by its workers, which need pyarrow alone."""

    def packed(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for batch in batches:
            sink = pyarrow.BufferOutputStream()
            with pyarrow.ipc.new_stream(sink, batch.schema) as writer:
                writer.write_batch(batch)
            column = pyarrow.array([sink.getvalue().to_pybytes()], pyarrow.binary())
            yield pyarrow.RecordBatch.from_arrays([column], names=["rows"])

    with catch_warnings():  # of pandas, which has no part in it
        simplefilter("ignore", FutureWarning)
        found = source.mapInArrow(packed, "rows binary")
    for row in found.toLocalIterator(prefetchPartitions=True):
        with pa.ipc.open_stream(row.rows) as reader:
            yield from _table(reader.read_all().replace_schema_metadata())


# By what a source has, which says what it is without importing its library.
_WAYS: dict[str, Callable[[Any], Iterator[pa.Table]]] = {
    "scanner": _dataset,
    "collect_batches": _lazy,
    "npartitions": _partitions,
    "mapInArrow": _spark,
}
