"""Parameters and facts as JSON, and back.

None, bool, int, finite float, str, list and dict with plain string keys stand for themselves. Anything
else is an object with the key "$type":

    {"$type": "float", "value": "nan"}                    nan, inf, -inf
    {"$type": "tuple", "items": [...]}
    {"$type": "dict", "items": [[key, value], ...]}       keys that are not plain strings
    {"$type": "array"}                                    the array of the file with this value's name
    {"$type": "strings", "items": [...]}                  a one-dimensional array of strings
    {"$type": "schema", "value": {...}}                   Schema.to_dict()
    {"$type": "random_state"}                             a generator was here; read as None
    {"$type": "estimator", "kind": ..., "parameters": {...}}    an estimator that is not fitted

The name of a value is where it stands: "parameters.priors", "parameters.classifiers.0". Numpy's scalars are
written as Python's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from reprlib import repr as short
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array
from fenlei.messages import Phrase, listed, phrase
from fenlei.model_file.container import Arrays, storable
from fenlei.model_file.kinds import class_of, kind_of
from fenlei.model_file.strict_json import JSON, Fields, refuse, take_fields, take_list, take_object, take_text
from fenlei.table.schema import Schema

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

TAG = "$type"
MAX_NESTING = 16  # of values in values
_SPECIAL = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


# --- writing


def encode(value: object, name: str, arrays: Arrays) -> JSON:
    """`value` as JSON; an array in it is added to `arrays` under its own name."""
    if name.count(".") > MAX_NESTING:
        raise UsageError("model_file.value", name=name, value=short(value))
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int) and value.bit_length() <= 63:
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else {TAG: "float", "value": str(float(value))}
    if isinstance(value, str):
        return str(value)
    return _encode_composite(value, name, arrays)


def _encode_composite(value: object, name: str, arrays: Arrays) -> JSON:
    if isinstance(value, list):
        return _encode_items(value, name, arrays)
    if isinstance(value, tuple):
        return {TAG: "tuple", "items": _encode_items(value, name, arrays)}
    if isinstance(value, dict):
        return _encode_dict(value, name, arrays)
    if isinstance(value, np.ndarray):
        return _encode_array(value, name, arrays)
    if isinstance(value, Schema):
        return {TAG: "schema", "value": value.to_dict()}
    if isinstance(value, np.random.RandomState | np.random.Generator):
        return {TAG: "random_state"}
    if hasattr(value, "get_params") and not isinstance(value, type):
        return {TAG: "estimator", **encode_unfitted(value, name, arrays)}
    raise UsageError("model_file.value", name=name, value=short(value))


def _encode_items(values: Iterable[object], name: str, arrays: Arrays) -> list[JSON]:
    return [encode(value, f"{name}.{i}", arrays) for i, value in enumerate(values)]


def _encode_dict(value: dict[object, object], name: str, arrays: Arrays) -> Fields:
    if all(type(key) is str and not key.startswith("$") for key in value):
        values = _encode_items(value.values(), name, arrays)
        return dict(zip(map(str, value), values, strict=True))
    return {TAG: "dict", "items": _encode_items(map(list, value.items()), name, arrays)}


def _encode_array(value: Array, name: str, arrays: Arrays) -> Fields:
    if storable(value):
        arrays[name] = value
        return {TAG: "array"}
    strings = value.tolist()
    if value.ndim == 1 and all(isinstance(item, str) for item in strings):
        return {TAG: "strings", "items": strings}
    raise UsageError("model_file.value", name=name, value=short(value))


def encode_unfitted(estimator: BaseEstimator, name: str, arrays: Arrays) -> Fields:
    """Kind and parameters of an estimator; what it learned is not looked at."""
    kind = kind_of(estimator)
    parameters = estimator.get_params(deep=False)
    return {
        "kind": kind,
        "parameters": {key: encode(parameters[key], f"{name}.{key}", arrays) for key in sorted(parameters)},
    }


# --- reading


def decode(value: JSON, name: str, arrays: Arrays) -> object:
    """The value that `encode` wrote; its arrays are taken out of `arrays`."""
    if isinstance(value, list):
        return _decode_items(value, name, arrays)
    if not isinstance(value, dict):
        return value
    if TAG not in value:
        return dict(zip(value, _decode_items(list(value.values()), name, arrays), strict=True))
    reader = _READERS.get(take_text(value[TAG], name))
    if reader is None:
        raise refuse("field", where=name, got=short(value[TAG]), accepted=listed(*_READERS))
    return reader({key: item for key, item in value.items() if key != TAG}, name, arrays)


def take_array(name: str, arrays: Arrays) -> Array:
    """The array `name`, taken out of `arrays` so that each is used once and none is left over."""
    if name not in arrays:
        raise refuse("array", name=name, got=phrase("record.nothing"), accepted=phrase("record.array"))
    return arrays.pop(name)


def _decode_items(items: list[JSON], name: str, arrays: Arrays) -> list[object]:
    return [decode(item, f"{name}.{i}", arrays) for i, item in enumerate(items)]


def _decode_float(value: Fields, name: str, arrays: Arrays) -> float:
    (content,) = take_fields(value, name, "value")
    if (text := take_text(content, name)) not in _SPECIAL:
        raise refuse("field", where=name, got=short(text), accepted=listed(*_SPECIAL))
    return _SPECIAL[text]


def _decode_tuple(value: Fields, name: str, arrays: Arrays) -> tuple[object, ...]:
    (items,) = take_fields(value, name, "items")
    return tuple(_decode_items(take_list(items, name), name, arrays))


def _decode_dict(value: Fields, name: str, arrays: Arrays) -> dict[object, object]:
    (items,) = take_fields(value, name, "items")
    pairs: list[Any] = _decode_items(take_list(items, name, list), name, arrays)
    try:
        return dict(pairs)
    except (TypeError, ValueError):  # a key that cannot be one, or a pair of three
        raise refuse("field", where=name, got=short(items), accepted=phrase("record.pairs")) from None


def _decode_array(value: Fields, name: str, arrays: Arrays) -> Array:
    take_fields(value, name)
    return take_array(name, arrays)


def _decode_strings(value: Fields, name: str, arrays: Arrays) -> Array:
    (items,) = take_fields(value, name, "items")
    return np.array(take_list(items, name, str), dtype=object)


def _decode_schema(value: Fields, name: str, arrays: Arrays) -> Schema:
    (content,) = take_fields(value, name, "value")
    return decode_schema(content, name)


def decode_schema(value: JSON, name: str) -> Schema:
    """The schema that `Schema.to_dict` wrote."""
    try:
        return Schema.from_dict(value)
    except DataError as error:
        raise refuse("inconsistent", where=name, reason=Phrase(error.key, error.facts)) from None


def _decode_random_state(value: Fields, name: str, arrays: Arrays) -> None:
    take_fields(value, name)


def decode_unfitted(value: Fields, name: str, arrays: Arrays) -> BaseEstimator:
    """The estimator that `encode_unfitted` wrote. A parameter younger than the file keeps its default."""
    kind, content = take_fields(value, name, "kind", "parameters")
    cls = class_of(take_text(kind, name))
    parameters, known = take_object(content, name), cls().get_params(deep=False)
    for key in parameters:
        if key not in known:
            raise refuse("field", where=name, got=short(key), accepted=phrase("record.parameter", kind=kind))
    return cls(**{key: decode(item, f"{name}.{key}", arrays) for key, item in parameters.items()})


_READERS: dict[str, Callable[[Fields, str, Arrays], object]] = {
    "float": _decode_float,
    "tuple": _decode_tuple,
    "dict": _decode_dict,
    "array": _decode_array,
    "strings": _decode_strings,
    "schema": _decode_schema,
    "random_state": _decode_random_state,
    "estimator": decode_unfitted,
}
