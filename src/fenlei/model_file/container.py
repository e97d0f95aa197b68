"""The bytes of a model file: the safetensors layout, written plainly and read with suspicion.

    8 bytes      N, the length of the header, little-endian
    N bytes      header, JSON in UTF-8, padded with spaces to a multiple of 8:
                 {"__metadata__": {"fenlei": "<the document, JSON as text>"},
                  "model.theta": {"dtype": "F64", "shape": [3, 4], "data_offsets": [0, 96]}, ...}
    the rest     the arrays, little-endian, C order, end to end in the order of their offsets

The package `safetensors` reads these files too. Reading them here does not lean on it: the size of the
file is compared with all that the header declares before the first array is allocated, so memory use is
bounded by the bytes that are really there.
"""

from __future__ import annotations

import json
import os
import stat
from math import prod
from pathlib import Path
from reprlib import repr as short
from typing import IO, Any, NamedTuple

import numpy as np

from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import foreign, listed, phrase
from fenlei.model_file.strict_json import (
    JSON,
    Fields,
    parse,
    refuse,
    take_fields,
    take_integer,
    take_list,
    take_object,
    take_text,
)

Arrays = dict[str, Array]

MAX_HEADER = 16 * 2**20  # bytes; Python objects made from it take up to about 25 times as much
MAX_DIMENSIONS = 8
MAX_SIZE = 2**62  # bytes of anything, so that sums stay within what NumPy can index

DTYPES: dict[str, np.dtype[Any]] = {
    "F64": np.dtype("<f8"),
    "F32": np.dtype("<f4"),
    "I64": np.dtype("<i8"),
    "I32": np.dtype("<i4"),
    "U8": np.dtype("u1"),
    "BOOL": np.dtype("?"),
}
_CODES = {dtype.newbyteorder("="): code for code, dtype in DTYPES.items()}


class Span(NamedTuple):
    """Where an array lies, by the header."""

    begin: int
    end: int
    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]


# --- writing


def storable(array: Array) -> bool:
    """Whether the array's type is one of the closed list."""
    return array.dtype.newbyteorder("=") in _CODES


def write(stream: IO[bytes], document: Fields, arrays: Arrays) -> None:
    """Write the document and the arrays; the same content gives the same bytes."""
    # Widest type first, as safetensors does: every array then starts at a multiple of its item size.
    names = sorted(arrays, key=lambda name: (-arrays[name].itemsize, name))
    stream.write(_header(document, arrays, names))
    for name in names:
        array = arrays[name]
        little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        stream.write(little.reshape(-1).view(np.uint8).data)


def _header(document: Fields, arrays: Arrays, names: list[str]) -> bytes:
    entries: dict[str, object] = {"__metadata__": {"fenlei": _dumps(document)}}
    offset = 0
    for name in names:
        array = arrays[name]
        code = _CODES[array.dtype.newbyteorder("=")]
        entries[name] = {"dtype": code, "shape": array.shape, "data_offsets": [offset, offset + array.nbytes]}
        offset += array.nbytes
    header = _utf8(_dumps(entries))
    header += b" " * (-len(header) % 8)
    if len(header) > MAX_HEADER:
        raise UsageError("model_file.too_large", size=len(header), limit=MAX_HEADER)
    return len(header).to_bytes(8, "little") + header


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _utf8(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:  # half of a surrogate pair, from a name that was read wrongly
        near = text[max(0, error.start - 20) : error.end + 20]
        raise UsageError("model_file.text", text=ascii(near)) from None


# --- reading


def read(path: str | os.PathLike[str]) -> tuple[JSON, Arrays]:
    """The document and the arrays of the file at `path`."""
    try:
        with _open(path) as stream:
            size = os.fstat(stream.fileno()).st_size
            document, spans = _read_header(stream, size)
            return document, {span.name: _read_array(stream, span, size) for span in spans}
    except OSError as error:
        raise refuse("unreadable", reason=foreign(error.strerror or error)) from None
    except MemoryError:
        raise refuse("memory") from None


def _open(path: str | os.PathLike[str]) -> IO[bytes]:
    try:
        status = Path(path).stat()
    except ValueError as error:  # a null character in the path
        raise refuse("unreadable", reason=foreign(error)) from None
    # A pipe would block on opening, so its kind is asked first.
    if not stat.S_ISREG(status.st_mode):
        raise refuse("not_a_file")
    return Path(path).open("rb")


def _read_header(stream: IO[bytes], size: int) -> tuple[JSON, list[Span]]:
    """The document and the spans of the arrays, which fill the rest of the file exactly."""
    length = int.from_bytes(stream.read(8), "little")
    if not 2 <= length <= MAX_HEADER or stream.read(1) != b"{":
        raise refuse("foreign")
    if length > size - 8:
        raise refuse("size", size=size, expected=8 + length)
    header = take_object(parse(b"{" + stream.read(length - 1)), "header")
    metadata = header.pop("__metadata__", None)
    if not isinstance(metadata, dict) or "fenlei" not in metadata:
        raise refuse("foreign")
    (text,) = take_fields(metadata, "__metadata__", "fenlei")
    document = parse(take_text(text, "__metadata__.fenlei").encode("utf-8"))
    return document, _spans(header, size - 8 - length, size)


def _spans(header: Fields, available: int, size: int) -> list[Span]:
    """The declared arrays in the order of the file: each as long as its shape, no gap, no overlap."""
    spans = sorted(_span(name, entry) for name, entry in header.items())
    end = 0
    for span in spans:
        if span.begin != end:
            got, accepted = (phrase("record.offset", offset=offset) for offset in (span.begin, end))
            raise refuse("array", name=span.name, got=got, accepted=accepted)
        end = span.end
    if end != available:
        raise refuse("size", size=size, expected=size - available + end)
    return spans


def _span(name: str, entry: JSON) -> Span:
    kind, lengths, bounds = take_fields(entry, name, "dtype", "shape", "data_offsets")
    if (code := take_text(kind, name)) not in DTYPES:
        raise refuse(
            "array", name=name, got=phrase("record.dtype", dtype=short(code)), accepted=listed(*DTYPES)
        )
    dtype = DTYPES[code]
    shape = tuple(take_integer(length, name, 0, MAX_SIZE) for length in take_list(lengths, name))
    # An empty array has no bytes that would bound its other lengths, hence the lengths without the zeros.
    if len(shape) > MAX_DIMENSIONS or prod(filter(None, shape)) * dtype.itemsize > MAX_SIZE:
        raise refuse(
            "array",
            name=name,
            got=phrase("record.shape", shape=short(shape)),
            accepted=phrase("record.possible_shape"),
        )
    offsets = [take_integer(offset, name, 0, MAX_SIZE) for offset in take_list(bounds, name)]
    needed = prod(shape) * dtype.itemsize
    if len(offsets) != 2 or offsets[1] - offsets[0] != needed:
        got = phrase("record.offsets", offsets=short(offsets))
        accepted = phrase("record.bytes", count=needed, shape=short(shape))
        raise refuse("array", name=name, got=got, accepted=accepted)
    return Span(offsets[0], offsets[1], name, dtype, shape)


def _read_array(stream: IO[bytes], span: Span, size: int) -> Array:
    array = np.empty(span.shape, span.dtype)
    buffer = array.reshape(-1).view(np.uint8)
    if stream.readinto(buffer.data) != buffer.size:  # type: ignore[attr-defined]
        raise refuse("size", size=size, expected=phrase("record.more"))  # it was cut while we read
    if span.dtype == bool and buffer.max(initial=0) > 1:
        raise refuse(
            "array", name=span.name, got=phrase("record.other_bytes"), accepted=phrase("record.bool_bytes")
        )
    return array.astype(span.dtype.newbyteorder("="), copy=False)
