"""JSON from a stranger: read strictly, and taken apart with every expectation checked.

Python's reader is lenient where a hostile file would use it: a repeated key silently wins, `1e999` and
`NaN` become numbers, nesting ends in a RecursionError. `parse` refuses all of these. The other functions
take a value of the expected form, or raise a `ModelFileError` that names where it was.

The functions do not know the file: `path` in their messages is filled in by `load_model`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from reprlib import repr as short
from typing import TypeAlias

from fenlei.errors import ModelFileError
from fenlei.messages import Phrase, foreign, listed, phrase

JSON: TypeAlias = "bool | int | float | str | list[JSON] | dict[str, JSON] | None"
Fields: TypeAlias = dict[str, JSON]

MAX_DEPTH = 64  # levels of brackets
MAX_DIGITS = 20  # of an integer: the longest 64-bit one with its sign


def refuse(key: str, **facts: object) -> ModelFileError:
    """The error `model_file.<key>` about the file being loaded."""
    return ModelFileError(f"model_file.{key}", path=phrase("record.file"), **facts)


@contextmanager
def failure_is_damage(where: str) -> Iterator[None]:
    """Fenlei's code that fails on data it did not make: that is the file's fault, whatever the exception."""
    try:
        yield
    except ModelFileError:
        raise
    except Exception as error:
        raise refuse("inconsistent", where=where, reason=foreign(str(error)[:200])) from error


def parse(data: bytes) -> JSON:
    """The JSON value in `data`, which is UTF-8."""
    try:
        text = data.decode("utf-8")
        value: JSON = json.loads(
            text,
            object_pairs_hook=_object,
            parse_float=_float,
            parse_int=_integer,
            parse_constant=_constant,
        )
        if "\\u" in text:  # half of a surrogate pair can be escaped, but is no character
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise refuse("json", reason=phrase("reason.nesting")) from None
    except ValueError as error:
        raise refuse("json", reason=_reason(error)) from None
    _check_depth(value)
    return value


def _reason(error: ValueError) -> Phrase:
    """What this module or the JSON parser found wrong."""
    found = error.args[0] if error.args else ""
    return found if isinstance(found, Phrase) else foreign(str(error)[:200])


def _object(pairs: list[tuple[str, JSON]]) -> Fields:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError(phrase("reason.duplicate_key"))
    return value


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(phrase("reason.large_number"))
    return number


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(phrase("reason.many_digits"))
    return int(digits)


def _constant(name: str) -> JSON:
    raise ValueError(phrase("reason.not_json", name=name))


def _check_depth(value: JSON) -> None:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [child for parent in level for child in _children(parent)]
        if not level:
            return
    raise refuse("json", reason=phrase("reason.nesting"))


def _children(value: JSON) -> Iterable[JSON]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def take_fields(value: object, where: str, *names: str) -> list[JSON]:
    """The values of `names` in the object `value`, which has these keys and no others."""
    if not isinstance(value, dict) or value.keys() != set(names):
        got = sorted(value) if isinstance(value, dict) else value
        raise refuse(
            "field", where=where, got=short(got), accepted=phrase("record.object_with", names=listed(*names))
        )
    return [value[name] for name in names]


def take_object(value: object, where: str) -> Fields:
    """`value`, which is an object."""
    if not isinstance(value, dict):
        raise refuse("field", where=where, got=short(value), accepted=phrase("record.object"))
    return value


def take_list(value: object, where: str, item: type | tuple[type, ...] = object) -> list[JSON]:
    """`value`, which is a list of `item`s; a bool does not count as an int."""
    if not isinstance(value, list) or not all(is_a(element, item) for element in value):
        raise refuse("field", where=where, got=short(value), accepted=phrase("record.list_of", item=item))
    return value


def take_text(value: object, where: str) -> str:
    """`value`, which is a string."""
    if not isinstance(value, str):
        raise refuse("field", where=where, got=short(value), accepted=phrase("record.string"))
    return value


def take_integer(value: object, where: str, low: int, high: int) -> int:
    """`value`, which is an integer from `low` to `high`."""
    if not isinstance(value, int) or not is_a(value, int) or not low <= value <= high:
        raise refuse(
            "field", where=where, got=short(value), accepted=phrase("record.integer", low=low, high=high)
        )
    return int(value)


def is_a(value: object, kind: type | tuple[type, ...]) -> bool:
    """Like isinstance, but True is not an int."""
    return isinstance(value, kind) and (kind in (bool, object) or not isinstance(value, bool))
