"""Writing blocks of rows as CSV, TSV or Parquet, to a file in one step or to standard output."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from fenlei.atomic import atomic_write
from fenlei.errors import UsageError
from fenlei.messages import listed

if TYPE_CHECKING:
    import pyarrow as pa

DELIMITERS = {".csv": ",", ".tsv": "\t"}
SUFFIXES = (*DELIMITERS, ".parquet")


def check_suffix(path: Path | None) -> None:
    """Refuse a file whose name does not say how to write it."""
    if path is not None and path.suffix.lower() not in SUFFIXES:
        raise UsageError("cli.suffix", path=str(path), accepted=listed(*SUFFIXES))


def refuse_input(path: Path | None, *inputs: str | Path) -> None:
    """Refuse an output that is one of the files the command reads."""
    for given in inputs:
        same = False
        with suppress(OSError, ValueError):  # a data set's name, or nothing yet
            same = path is not None and path.samefile(given)
        if same:
            raise UsageError("cli.same_file", path=str(path))


def write_rows(blocks: Iterable[pa.Table], path: Path | None) -> int:
    """Write all blocks, as CSV on standard output if there is no path; the number of rows."""
    if path is None:
        return _write_text(blocks, sys.stdout.buffer, ",")
    with atomic_write(path, "wb") as file:
        suffix = path.suffix.lower()
        if suffix == ".parquet":
            return _write_parquet(blocks, file)
        return _write_text(blocks, file, DELIMITERS[suffix])


def _write_parquet(blocks: Iterable[pa.Table], file: IO[bytes]) -> int:
    import pyarrow.parquet

    rows, writer = 0, None
    with ExitStack() as stack:
        for block in map(plain, blocks):
            if writer is None:
                writer = stack.enter_context(pyarrow.parquet.ParquetWriter(file, block.schema))
            writer.write_table(block)
            rows += block.num_rows
    return rows


def _write_text(blocks: Iterable[pa.Table], file: IO[bytes], delimiter: str) -> int:
    rows = 0
    for block in map(plain, blocks):
        if rows == 0:
            file.write(_line(block.column_names, delimiter))
        file.write(_lines(block, delimiter))
        rows += block.num_rows
    return rows


def _line(names: list[str], delimiter: str) -> bytes:
    line = io.StringIO()
    # the module quotes only the line ends it writes itself, so it writes both kinds
    csv.writer(line, delimiter=delimiter, lineterminator="\r\n").writerow(names)
    return line.getvalue().removesuffix("\r\n").encode() + b"\n"


def _lines(block: pa.Table, delimiter: str) -> bytes:
    """The rows as text; Arrow quotes all text or none, so none where no value needs it."""
    import pyarrow as pa
    import pyarrow.csv

    quoting = "needed" if _needs_quotes(block, delimiter) else "none"
    options = pyarrow.csv.WriteOptions(include_header=False, delimiter=delimiter, quoting_style=quoting)
    sink = pa.BufferOutputStream()
    # Arrow 26 writes bytes of no value where the first chunk of a column is empty.
    pyarrow.csv.write_csv(block.combine_chunks(), sink, options)
    return sink.getvalue().to_pybytes()


def _needs_quotes(block: pa.Table, delimiter: str) -> bool:
    import pyarrow as pa
    import pyarrow.compute as pc

    special = f'["\\r\\n{delimiter}]'
    kinds = pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view
    texts = [column for column in block.columns if any(is_text(column.type) for is_text in kinds)]
    return any(pc.any(pc.match_substring_regex(column, special)).as_py() for column in texts)


def plain(block: pa.Table) -> pa.Table:
    """The block with categories as their values, which every format can hold and every block has alike."""
    import pyarrow as pa

    types = [f.type.value_type if pa.types.is_dictionary(f.type) else f.type for f in block.schema]
    return block.cast(pa.schema(list(zip(block.column_names, types, strict=True))))
