"""Summaries as plain JSON and arrays, and back: data only, with no code and no import by name.

A record is written with the name of its type, and is read only where fenlei has loaded a NamedTuple of that
name with the same fields, which whoever asks for the pass has.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from fenlei.kernels import Array
from fenlei.model_file.container import storable


class NotKept(Exception):
    """A value that is no record of arrays and numbers."""


def taken_apart(value: object, arrays: dict[str, Array]) -> Any:
    """The value as JSON; its arrays go to `arrays`.

    Examples
    --------
    >>> arrays = {}
    >>> put_together(taken_apart((1, None, [2.5, np.eye(2)]), arrays), arrays)
    (1, None, [2.5, array([[1., 0.],
           [0., 1.]])])
    """
    if value is None or (isinstance(value, bool | int | str) and not isinstance(value, np.generic)):
        return {"is": "plain", "value": value}
    if isinstance(value, float | np.generic | np.ndarray):
        array, name = np.asarray(value), f"a{len(arrays)}"
        if not storable(array):
            raise NotKept
        arrays[name] = array
        kind = "array" if isinstance(value, np.ndarray) else "scalar"
        return {"is": "float" if type(value) is float else kind, "name": name}
    if isinstance(value, dict) and all(isinstance(key, str | int) for key in value):
        items = [[key, taken_apart(each, arrays)] for key, each in value.items()]
        return {"is": "dict", "items": items}
    if isinstance(value, tuple | list):
        items = [taken_apart(each, arrays) for each in value]
        fields = getattr(value, "_fields", None)
        if fields is None:
            return {"is": "list" if isinstance(value, list) else "tuple", "items": items}
        name = f"{type(value).__module__}:{type(value).__qualname__}"
        return {"is": "record", "type": name, "fields": list(fields), "items": items}
    raise NotKept


def put_together(found: Any, arrays: dict[str, Array]) -> Any:
    """The value that was taken apart; NotKept if it is none, or of a type that is not loaded."""
    try:
        kind = found["is"]
        if kind == "plain":
            return found["value"]
        if kind in ("array", "scalar", "float"):
            array = arrays[found["name"]]
            return array if kind == "array" else float(array) if kind == "float" else array[()]
        if kind == "dict":
            return {key: put_together(each, arrays) for key, each in found["items"]}
        items = [put_together(each, arrays) for each in found["items"]]
        if kind == "record":
            return _loaded(found["type"], found["fields"])(*items)
        return tuple(items) if kind == "tuple" else items
    except (KeyError, TypeError, ValueError):
        raise NotKept from None


def _loaded(name: str, fields: list[str]) -> Any:
    """The type of a record, if a module of fenlei that is loaded has it."""
    module, _, path = name.partition(":")
    value: Any = sys.modules.get(module) if module.split(".")[0] == "fenlei" else None
    for part in path.split("."):
        value = getattr(value, part, None)
    if not (isinstance(value, type) and issubclass(value, tuple)):
        raise NotKept
    if list(getattr(value, "_fields", ())) != fields:
        raise NotKept
    return value
