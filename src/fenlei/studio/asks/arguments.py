"""Fields of an ask: each is of the type that is wanted, and within its limits, or a sentence says so."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping, Sequence
from typing import Any

from fenlei.studio.faults import StudioError, field_error
from fenlei.study.written_values import value_of

MOST_WRITTEN = 2000  # letters of parameters


def whole(ask: Mapping[str, object], name: str, low: int, high: int, default: int | None = None) -> int:
    """A whole number.

    Examples
    --------
    >>> whole({"row": 3}, "row", 1, 10)
    3
    """
    value = ask.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise field_error(name, value, f"{low}..{high}")
    return value


def number(ask: Mapping[str, object], name: str, default: float | None = None) -> float:
    """A finite number."""
    value = ask.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise field_error(name, value, "0.5")
    return float(value)


def choice(ask: Mapping[str, object], name: str, accepted: Sequence[str], default: str | None = None) -> str:
    """One of some words."""
    value = ask.get(name, default)
    if not isinstance(value, str) or value not in accepted:
        raise field_error(name, value, *accepted)
    return value


def column(ask: Mapping[str, object], name: str, columns: Sequence[str]) -> str:
    """The name of a column; for another one the sentence names the nearest."""
    value = ask.get(name)
    if not isinstance(value, str) or value not in columns:
        nearest = difflib.get_close_matches(str(value), columns, n=1, cutoff=0.0)
        raise StudioError("studio.column", name=str(value)[:80], nearest=nearest[0] if nearest else "")
    return value


def mapping(ask: Mapping[str, object], name: str) -> Mapping[str, Any]:
    """An object; empty where it is not given."""
    value = ask.get(name) or {}
    if not isinstance(value, dict):
        raise field_error(name, value, "{}")
    return value


def written_parameters(ask: Mapping[str, object], name: str = "params") -> dict[str, Any]:
    """Parameters of a model as they are typed, separated by semicolons.

    Examples
    --------
    >>> written_parameters({"params": "C=inf; kernel=linear"})
    {'C': inf, 'kernel': 'linear'}
    """
    given = ask.get(name) or ""
    if not isinstance(given, str) or len(given) > MOST_WRITTEN:
        raise field_error(name, given, "C=10; kernel=linear")
    found = {}
    for pair in filter(None, (part.strip() for part in given.split(";"))):
        key, equals, value = pair.partition("=")
        if not equals or not key.strip().isidentifier():
            raise field_error(name, pair, "C=10; kernel=linear")
        found[key.strip()] = value_of(value.strip())
    return found
