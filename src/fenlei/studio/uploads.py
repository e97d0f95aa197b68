"""Bodies that arrive: a table as raw bytes within the limit, a document as JSON.

The name of an uploaded file is a label and never a path; what is written is `incoming` with one of the known
suffixes, in the folder of the session.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from starlette.requests import ClientDisconnect, Request

from fenlei.messages import foreign, listed
from fenlei.serving.bodies import discard
from fenlei.studio.faults import StudioError

RAW, DOCUMENT = "application/octet-stream", "application/json"
MOST_DOCUMENT = 4 << 20  # bytes
PATIENCE = 60.0  # seconds for the rest of a body that is too large
MOST_LABEL = 120  # letters of a file's name that are kept
SUFFIXES = (
    ".csv", ".tsv", ".txt", ".tab", ".data", ".jsonl", ".ndjson", ".xlsx", ".parquet", ".pq", ".feather",
    ".arrow", ".arff",
)  # fmt: skip
PACKED = ("", ".gz", ".zst")


def suffix_of(name: str) -> str:
    """The known ending of a file's name; another one is refused.

    Examples
    --------
    >>> suffix_of("../../Äpfel.CSV.gz"), suffix_of("rows.tsv")
    ('.csv.gz', '.tsv')
    """
    lower = name.lower()
    for packed in PACKED:
        for suffix in SUFFIXES:
            if lower.endswith(suffix + packed):
                return suffix + packed
    raise StudioError("studio.suffix", name=name[:MOST_LABEL], accepted=listed(*SUFFIXES))


def label_of(name: str) -> str:
    """The name of a file as it is shown: its last part, of a bearable length."""
    label = PurePosixPath(name.replace("\\", "/")).name.strip() or "table"
    return label if len(label) <= MOST_LABEL else label[:60] + "…" + label[-40:]


def check_type(request: Request, accepted: str) -> None:
    """Refuse a body of another type."""
    given = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if given != accepted:
        raise StudioError("serve.content_type", given=given)


async def receive_file(request: Request, path: Path, most: int) -> int:
    """Write a body to `path`; one that is too large or cut off leaves nothing. The bytes."""
    check_type(request, RAW)
    length, stream = request.headers.get("content-length", ""), request.stream()
    size, complete = int(length) if length.isdecimal() and int(length) > most else 0, False
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("wb") as file:
            while size <= most and (part := await anext(stream, None)) is not None:
                size += len(part)
                file.write(part)
            if size > most:
                file.truncate(0)
                await discard(stream, PATIENCE)
                raise StudioError("studio.bytes", most=most >> 20)
        complete = True
    except ClientDisconnect:
        raise StudioError("serve.cut_off") from None
    finally:
        if not complete:
            with suppress(OSError):
                path.unlink()
    return size


def _no_constant(name: str) -> None:
    """NaN and Infinity are no JSON, although Python reads them."""
    raise ValueError(name)


async def read_document(request: Request) -> dict[str, Any]:
    """A body that is a JSON object."""
    check_type(request, DOCUMENT)
    parts, size, stream = [], 0, request.stream()
    try:
        async for part in stream:
            size += len(part)
            if size > MOST_DOCUMENT:
                await discard(stream, PATIENCE)
                raise StudioError("studio.bytes", most=MOST_DOCUMENT >> 20)
            parts.append(part)
        document = json.loads(b"".join(parts) or b"{}", parse_constant=_no_constant)
    except ClientDisconnect:
        raise StudioError("serve.cut_off") from None
    except (ValueError, RecursionError) as error:
        raise StudioError("serve.json", reason=foreign(str(error)[:200])) from None
    if not isinstance(document, dict):
        raise StudioError(
            "studio.field", name="body", given=type(document).__name__, accepted=listed("object")
        )
    return document
