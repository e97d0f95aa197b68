"""Where a text file can be cut, so that a task need not read it from its beginning.

A cut is safe after a line end that is in no quoted value. That is certain while every quote stands where a
value begins or ends; from the first that does not, the rest of the file is one part. In the encodings below a
line end, a quote and the delimiter are no part of another character.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

PART_BYTES = 1 << 26
CHUNK_BYTES = 1 << 23
ENCODINGS = ("utf-8", "utf-8-sig", "utf8", "ascii", "latin-1", "iso8859-1", "cp1252", "gb18030", "gbk")
_QUOTE, _BOM = ord('"'), b"\xef\xbb\xbf"


def safe_cuts(path: Path, encoding: str, delimiter: str) -> list[tuple[int, int]]:
    """Parts (start, stop) in bytes, whole rows each, of about `PART_BYTES`."""
    size = path.stat().st_size
    if encoding.lower() not in ENCODINGS or delimiter not in ",;\t " or size < 2 * PART_BYTES:
        return [(0, size)]
    cuts, position, inside = [0], 0, False
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            chunk += file.readline(CHUNK_BYTES)
            position += len(chunk)
            odd = _quotes(chunk.removeprefix(_BOM) if position == len(chunk) else chunk, inside, delimiter)
            if odd is None or not chunk.endswith(b"\n"):
                break
            inside ^= odd
            if not inside and position - cuts[-1] >= PART_BYTES and size - position >= PART_BYTES:
                cuts.append(position)
    return list(zip(cuts, [*cuts[1:], size], strict=True))


def _quotes(lines: bytes, inside: bool, delimiter: str) -> bool | None:
    """Whether lines have an odd number of quotes; None if one is where no value begins or ends."""
    if b'"' not in lines:
        return False
    b = np.frombuffer(b"\n" + lines + b"\n", np.uint8)
    quotes = np.flatnonzero(b == _QUOTE)
    opening = (np.arange(len(quotes)) + inside) % 2 == 0
    beside = np.where(opening, b[quotes - 1], b[quotes + 1])
    return bool(len(quotes) % 2) if np.isin(beside, [_QUOTE, ord(delimiter), 10, 13]).all() else None
