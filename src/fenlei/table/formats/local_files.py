"""A source as plain bytes on disk: standard input and compressed files as copies, others themselves.

A text file is read several times (encoding, delimiter, rows); one copy costs less than unpacking at each
pass, and takes no memory.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from fenlei.errors import DataError
from fenlei.messages import foreign

STANDARD_INPUT = "-"
_CODECS = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}  # by the first bytes of a file
_PIECE = 1 << 20


@contextmanager
def local_file(source: str | PathLike[str]) -> Iterator[Path]:
    """A path to the uncompressed bytes of a file, or of standard input for "-"; errors name the source."""
    if not is_standard_input(source) and _codec(Path(source)) is None:
        yield Path(source)
        return
    with TemporaryDirectory(prefix="fenlei-") as folder:
        copy = _plain_copy(source, Path(folder))
        try:
            yield copy
        except DataError as error:
            if error.facts.get("path") != copy:
                raise
            raise type(error)(error.key, **error.facts | {"path": source}) from None


def is_standard_input(source: object) -> bool:
    """Whether `source` stands for the rows on standard input."""
    return isinstance(source, str) and source == STANDARD_INPUT


def _plain_copy(source: str | PathLike[str], folder: Path) -> Path:
    path = Path(source)
    try:
        if is_standard_input(source):
            path = folder / "input"
            with path.open("wb") as file:
                shutil.copyfileobj(sys.stdin.buffer, file, _PIECE)
        codec = _codec(path)
        return path if codec is None else _unpacked(path, codec, folder / Path(source).stem)
    except (pa.ArrowException, OSError) as error:
        reason = getattr(error, "strerror", None)
        if reason is None:  # Arrow's own, about the bytes
            raise DataError("table.broken", path=source, format=_codec(path)) from None
        raise DataError("table.no_room", path=source, folder=folder.parent, reason=foreign(reason)) from None


def _unpacked(path: Path, codec: str, out: Path) -> Path:
    """The file uncompressed, at `out`."""
    with (
        pa.OSFile(str(path)) as packed,
        pa.CompressedInputStream(packed, codec) as stream,
        out.open("wb") as file,
    ):
        shutil.copyfileobj(stream, file, _PIECE)
    return out


def _codec(path: Path) -> str | None:
    """What the file is compressed with; None for nothing, and for a file that cannot be opened."""
    try:
        with path.open("rb") as file:
            start = file.read(4)
    except (OSError, ValueError):
        return None
    return next((codec for magic, codec in _CODECS.items() if start.startswith(magic)), None)
