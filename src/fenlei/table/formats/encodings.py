"""Which encoding a text file is in: UTF-8 with or without mark, UTF-16 with mark, else GB18030.

The whole file is decoded once, in pieces, because a table may be plain ASCII for a million rows
before its first Chinese character.
"""

from __future__ import annotations

import codecs
from pathlib import Path

from fenlei.errors import DataError, UsageError
from fenlei.messages import listed

_PIECE = 1 << 22
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def text_encoding(path: Path, encoding: str | None = None) -> str:
    """The Python name of the file's encoding: the given one if it is known, else the detected one.

    UTF-8 is always called "utf-8-sig", which reads it with and without a mark.
    """
    if encoding is not None:
        return _known(encoding)
    with path.open("rb") as file:
        start = file.read(4096)
    if start.startswith(_UTF16_MARKS):
        return "utf-16"
    if b"\0" in start:
        raise DataError("table.binary", path=path, start=start[:8])
    return _first_that_decodes(path, start)


def _known(encoding: str) -> str:
    try:
        "".encode(encoding)  # codecs that are not of text, such as base64, are refused here
        name = codecs.lookup(encoding).name
    except LookupError:
        raise UsageError("table.unknown_encoding", encoding=encoding) from None
    return "utf-8-sig" if name == "utf-8" else name


def _first_that_decodes(path: Path, start: bytes) -> str:
    for encoding in ("utf-8-sig", "gb18030"):
        if _decodes(path, encoding):
            return encoding
    if any(byte < 32 and byte not in b"\t\n\r\f" for byte in start):
        raise DataError("table.binary", path=path, start=start[:8])
    raise DataError("table.encoding", path=path, encoding=listed("UTF-8", "GB18030", "UTF-16"))


def _decodes(path: Path, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    with path.open("rb") as file:
        try:
            while piece := file.read(_PIECE):
                decoder.decode(piece)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return False
    return True
