"""Which encoding a text file is in: UTF-8, UTF-16 with a mark, GB18030 or Windows-1252.

Bytes above 127 come in pairs in Chinese text, and alone among ASCII letters in Western European text: "für"
in Windows-1252 is valid GB18030, but no Chinese. Where most stand alone, the file is Windows-1252.

The whole file is decoded once, in pieces, because a table may be plain ASCII for a million rows
before its first Chinese character.
"""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from fenlei.errors import DataError, UsageError
from fenlei.messages import listed

_PIECE = 1 << 22
WESTERN = "cp1252"
_ENOUGH = 10_000  # runs of bytes above 127
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
    if _decodes(path, "utf-8-sig"):
        return "utf-8-sig"
    is_text = not any(byte < 32 and byte not in b"\t\n\r\f" for byte in start)
    if is_text and _stand_alone(path) and _decodes(path, WESTERN):
        return WESTERN
    if _decodes(path, "gb18030"):
        return "gb18030"
    if not is_text:
        raise DataError("table.binary", path=path, start=start[:8])
    raise DataError("table.encoding", path=path, encoding=listed("UTF-8", "GB18030", "UTF-16"))


def _stand_alone(path: Path) -> bool:
    """Whether most of the bytes above 127 have neighbours below."""
    alone = runs = 0
    with path.open("rb") as file:
        while runs < _ENOUGH and (piece := file.read(_PIECE)):
            lengths = [len(run) for run in re.findall(rb"[\x80-\xff]+", piece)]
            runs, alone = runs + len(lengths), alone + lengths.count(1)
    return 2 * alone > runs


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
