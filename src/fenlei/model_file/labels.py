"""Class labels and feature names as JSON, and back."""

from __future__ import annotations

from itertools import pairwise
from math import isfinite
from reprlib import repr as short
from typing import Any

import numpy as np

from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import listed, phrase
from fenlei.model_file.strict_json import JSON, refuse, take_fields, take_list, take_text

MAX_FEATURES = 2**31 - 1
MAX_TEXT = 2**28  # bytes of an array of strings, which takes the longest label's length for each of them

_SIZES = (8, 16, 32, 64)
_TYPES: dict[str, type] = {"bool": bool, "str": str, "float32": float, "float64": float}
_TYPES |= {f"{sign}int{size}": int for sign in ("", "u") for size in _SIZES}


def encode_classes(classes: Array | list[Array] | tuple[Array, ...]) -> JSON:
    """Labels with their type: {"dtype": "str", "values": ["国光", "红富士"]}; a tuple gives a list."""
    if isinstance(classes, tuple):
        return [encode_classes(each) for each in classes]
    if isinstance(classes, list):
        raise UsageError("model_file.targets", columns=len(classes))
    dtype = "str" if classes.dtype.kind == "U" else classes.dtype.name
    values = classes.tolist()
    if dtype not in _TYPES or not all(isfinite(value) for value in values if isinstance(value, float)):
        raise UsageError("model_file.labels", dtype=classes.dtype, accepted=listed(*_TYPES))
    return {"dtype": dtype, "values": values}


def decode_classes(value: JSON, where: str) -> Array:
    """Labels (K,), K >= 1, sorted and all different."""
    kind, content = take_fields(value, where, "dtype", "values")
    if (dtype := take_text(kind, where)) not in _TYPES:
        raise refuse("field", where=where, got=short(dtype), accepted=listed(*_TYPES))
    values: list[Any] = take_list(content, where, _TYPES[dtype])
    if dtype == "str" and 4 * len(values) * max(map(len, values), default=0) > MAX_TEXT:
        raise refuse(
            "field", where=where, got=phrase("record.long_labels"), accepted=phrase("record.shorter")
        )
    try:
        classes = np.array(values, dtype=dtype)
    except OverflowError:
        raise refuse("field", where=where, got=short(values), accepted=dtype) from None
    # Compared as NumPy holds them: it drops null characters at the end and rounds to its type.
    labels = classes.tolist()
    if labels != values or not labels or not all(a < b for a, b in pairwise(labels)):
        raise refuse("field", where=where, got=short(values), accepted=phrase("record.sorted_labels"))
    return classes


def decode_several(value: JSON, where: str) -> list[Array]:
    """Labels of each of at least two targets."""
    parts = take_list(value, where)
    if len(parts) < 2:
        raise refuse("field", where=where, got=short(value), accepted=phrase("record.two_targets"))
    return [decode_classes(part, f"{where}.{i}") for i, part in enumerate(parts)]


def decode_feature_names(value: JSON, where: str, n_features: int) -> Array:
    """Names (p,), all different."""
    names = [str(name) for name in take_list(value, where, str)]
    if len(names) != n_features or len(set(names)) != n_features:
        raise refuse(
            "field", where=where, got=short(names), accepted=phrase("record.names", count=n_features)
        )
    return np.array(names, dtype=object)
