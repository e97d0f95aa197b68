"""A working as plain data, and back: every record is a dict with its kind under "is"."""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Any

from fenlei.explanation.figures import FIGURES
from fenlei.explanation.formula.nodes import NODES
from fenlei.explanation.working import Frame, Grid, Working, WorkingStep

_KINDS: dict[str, Any] = {kind.__name__: kind for kind in (*NODES, *FIGURES, Grid, Frame, WorkingStep)}


def to_plain(working: Working) -> dict[str, object]:
    """Dicts, lists, words and finite numbers; names of columns are keys of `row` and `scaled` only."""
    data: dict[str, object] = {}
    for each in fields(working):
        value = getattr(working, each.name)
        is_named = each.name in ("row", "scaled")
        data[each.name] = (
            {name: plain_value(cell) for name, cell in value.items()} if is_named else plain_value(value)
        )
    return data


def from_plain(data: dict[str, Any]) -> Working:
    """The working of which `to_plain` made data."""
    facts: dict[str, Any] = {}
    for name, value in data.items():
        is_named = name in ("row", "scaled")
        facts[name] = {key: _made(cell) for key, cell in value.items()} if is_named else _made(value)
    return Working(**facts)


def plain_value(value: Any) -> object:
    """A record, a number or a word as plain data."""
    if isinstance(value, Grid):
        return {"is": "Grid", **{name: plain_value(part) for name, part in value._asdict().items()}}
    if type(value).__name__ in _KINDS:
        parts = {each.name: plain_value(getattr(value, each.name)) for each in fields(value)}
        return {"is": type(value).__name__, **parts}
    if isinstance(value, tuple):
        return [plain_value(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {"is": "number", "value": str(value)}
    return value


def _made(data: object) -> object:
    if isinstance(data, list):
        return tuple(map(_made, data))
    if not isinstance(data, dict):
        return data
    if data["is"] == "number":
        return float(data["value"])
    return _KINDS[data["is"]](**{name: _made(part) for name, part in data.items() if name != "is"})
