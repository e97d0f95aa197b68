"""Sources that are no files: written to an Arrow file once, since a later pass must see the same rows."""

from __future__ import annotations

import tempfile
import weakref
from pathlib import Path
from typing import Any

import pyarrow as pa

from fenlei.errors import DataError, UsageError
from fenlei.messages import foreign

MOST_ROWS = 1 << 16  # of a record batch


def spooled(source: Any, owner: object) -> Path:
    """The rows of a Dataset or of an Arrow stream, in a file that lives as long as `owner`."""
    batches = _batches(source)
    folder = tempfile.TemporaryDirectory(prefix="fenlei-scan-")
    weakref.finalize(owner, folder.cleanup)
    path = Path(folder.name) / "rows.arrow"
    try:
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, batches.schema) as writer:
            for batch in batches:
                writer.write_table(pa.Table.from_batches([batch]), max_chunksize=MOST_ROWS)
    except OSError as error:
        reason = foreign(error.strerror or error)
        raise DataError(
            "table.no_room", path=type(source).__name__, folder=folder.name, reason=reason
        ) from None
    return path


def _batches(source: Any) -> Any:
    if isinstance(source, pa.Table):
        return source.to_reader()
    if hasattr(source, "scanner"):
        return source.scanner().to_reader()
    if hasattr(source, "__arrow_c_stream__"):
        return pa.RecordBatchReader.from_stream(source)
    raise UsageError("scan.source", type=type(source).__name__)
