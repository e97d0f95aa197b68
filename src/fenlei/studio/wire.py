"""Messages between the processes: a header in JSON, then arrays as they lie in memory.

    4 bytes  length of the header, little-endian
    8 bytes  length of the arrays together
    header   JSON; "arrays" lists name, type and shape of each array
    arrays   one after the other, little-endian, C order

Nothing is unpickled, evaluated or imported by name. The page gets answers with arrays in the same form.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import IO, Any, NamedTuple

LENGTHS = struct.Struct("<IQ")
MOST_HEADER, MOST_ARRAYS = 64 << 20, 1 << 31  # bytes


class RawArray(NamedTuple):
    """An array whose values nobody on the way has to understand."""

    dtype: str  # as NumPy writes it, such as "<f8"
    shape: tuple[int, ...]
    content: bytes


class WireMessage(NamedTuple):
    """A document, and arrays by name."""

    document: dict[str, Any]
    arrays: Mapping[str, RawArray] = {}


def pack(message: WireMessage) -> bytes:
    """The bytes of a message.

    Examples
    --------
    >>> unpack(pack(WireMessage({"what": "rows"}))).document
    {'what': 'rows'}
    """
    listed = [[name, array.dtype, list(array.shape)] for name, array in message.arrays.items()]
    document = message.document | ({"arrays": listed} if listed else {})
    header = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    content = b"".join(array.content for array in message.arrays.values())
    return LENGTHS.pack(len(header), len(content)) + header + content


def unpack(content: bytes) -> WireMessage:
    """The message that `pack` made."""
    header, _ = LENGTHS.unpack_from(content)
    return message_of(content[LENGTHS.size : LENGTHS.size + header], content[LENGTHS.size + header :])


def read_message(source: IO[bytes]) -> WireMessage:
    """The next message of a pipe; EOFError at its end."""
    header, arrays = lengths(_exactly(source, LENGTHS.size))
    return message_of(_exactly(source, header), _exactly(source, arrays))


def lengths(content: bytes) -> tuple[int, int]:
    """Bytes of the header and of the arrays; a message that is too large is a ValueError."""
    header, arrays = LENGTHS.unpack(content)
    if header > MOST_HEADER or arrays > MOST_ARRAYS:
        raise ValueError(f"a message of {header} + {arrays} bytes")
    return header, arrays


def _exactly(source: IO[bytes], count: int) -> bytes:
    content = source.read(count)
    if len(content) != count:
        raise EOFError
    return content


def message_of(header: bytes, content: bytes) -> WireMessage:
    """A message from its two parts."""
    document = json.loads(header)
    start, arrays = 0, {}
    for name, dtype, shape in document.pop("arrays", []):
        size = _bytes_of(dtype, shape)
        arrays[name] = RawArray(dtype, tuple(shape), content[start : start + size])
        start += size
    return WireMessage(document, arrays)


def _bytes_of(dtype: str, shape: list[int]) -> int:
    size = int(dtype[2:])
    for length in shape:
        size *= length
    return size
