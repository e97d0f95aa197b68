"""The body of a request: read within the limits, then understood as columns of values.

JSON is a list of objects, one per row, or an object `{"rows": [...]}`; every row has every column that the
model uses, `null` where a value is missing. CSV is read as a file is.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from fenlei.messages import code, foreign, phrase
from fenlei.serving.faults import RequestError
from fenlei.serving.limits import RequestLimits

JSON_TYPES = ("application/json", "")
CSV_TYPES = ("text/csv", "text/tab-separated-values", "text/plain", "application/csv")
Columns = dict[str, list[Any]]


class Body(NamedTuple):
    """A body that has arrived, and what it is."""

    content: bytes
    is_csv: bool


async def read_body(
    stream: AsyncIterator[bytes], content_type: str, content_length: str, limits: RequestLimits
) -> Body:
    """The whole body; it must be of a known type, small enough and here in time."""
    kind = content_type.split(";")[0].strip().lower()
    if kind not in (*JSON_TYPES, *CSV_TYPES):
        raise RequestError("serve.content_type", given=kind)
    announced = int(content_length) if content_length.isdecimal() else 0
    parts, size = [], 0
    try:
        async with asyncio.timeout(limits.seconds):
            if announced <= limits.bytes:
                async for part in stream:
                    size += len(part)
                    if size > limits.bytes:
                        break
                    parts.append(part)
    except TimeoutError:
        raise RequestError("serve.slow_client", seconds=limits.seconds) from None
    if max(size, announced) > limits.bytes:
        await discard(stream, limits.seconds)
        raise RequestError("serve.bytes", most=limits.bytes)
    return Body(b"".join(parts), kind in CSV_TYPES)


async def discard(stream: AsyncIterator[bytes], seconds: float) -> None:
    """Read the rest of a body that is refused and keep nothing of it, for `seconds` at most.

    A connection that is closed while its client still sends is reset, and the answer is lost with it.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            async for _ in stream:
                pass


def parse_rows(content: bytes) -> list[dict[str, Any]]:
    """The rows of a JSON body.

    Examples
    --------
    >>> parse_rows(b'[{"size": 1.5}, {"size": null}]')
    [{'size': 1.5}, {'size': None}]
    """
    try:
        document = json.loads(content, parse_constant=_no_constant)
    except RecursionError:
        raise RequestError("serve.json", reason=phrase("reason.nesting")) from None
    except ValueError as error:
        raise RequestError("serve.json", reason=foreign(str(error)[:200])) from None
    if isinstance(document, dict) and set(document) == {"rows"}:
        document = document["rows"]
    if not isinstance(document, list) or not document or not isinstance(document[0], dict):
        raise RequestError("serve.rows")
    return document


def _no_constant(word: str) -> float:
    raise ValueError(f"{word} is not a JSON number")


def columns_of(rows: Sequence[Any], needed: Collection[str]) -> Columns:
    """Rows as columns, in the order in which they appear; each needed one is given in each row.

    Examples
    --------
    >>> columns_of([{"a": 1, "b": "x"}, {"b": "y", "a": None}], ["a"])
    {'a': [1, None], 'b': ['x', 'y']}
    """
    columns: Columns = {name: [] for name in rows[0]}
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise RequestError("serve.rows")
        if row.keys() != columns.keys():
            for name in row.keys() - columns.keys():
                columns[name] = [None] * (number - 1)
        for name, values in columns.items():
            value = row.get(name)
            if value is None and name in needed and name not in row:
                raise RequestError("serve.row", row=number, column=name)
            values.append(_scalar(value, name, number))
    absent = [name for name in needed if name not in columns]
    if absent:
        raise RequestError("serve.row", row=1, column=absent[0])
    return columns


def _scalar(value: object, name: str, row: int) -> object:
    """A value that a cell can hold."""
    if isinstance(value, dict | list):
        kind = "[...]" if isinstance(value, list) else "{...}"
        raise RequestError("serve.value", column=name, row=row, given=code(kind))
    if isinstance(value, float) and not math.isfinite(value):  # 1e999
        raise RequestError("serve.value", column=name, row=row, given=code(value))
    return value


def check_names(given: Collection[str], known: Collection[str], needed: Collection[str]) -> None:
    """Refuse a column that the model has never seen, naming those that it uses."""
    for name in given:
        if name not in known:
            raise RequestError("serve.column", column=name, accepted=list(needed))


def flag(query: Mapping[str, str], name: str, default: bool) -> bool:
    """An option of the query that is true or false.

    Examples
    --------
    >>> flag({"explain": "true"}, "explain", False), flag({}, "explain", False)
    (True, False)
    """
    words = {"true": True, "1": True, "false": False, "0": False}
    given = query.get(name)
    if given is None:
        return default
    if given.lower() not in words:
        raise RequestError("serve.query", name=name, given=given)
    return words[given.lower()]
