"""Checks on descriptions of tables that come from outside, such as a model file; each error names where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fenlei.errors import DataError

_SHOWN = 60


def require(accepted: bool, value: object, where: str) -> None:
    """Raise a DataError about `value` at `where` unless it is accepted."""
    if not accepted:
        shown = repr(value)
        raise DataError(
            "table.schema", value=shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}...", where=where
        )


def require_keys(data: object, keys: tuple[str, ...], where: str) -> None:
    """Raise unless `data` is a dict with exactly these keys."""
    require(isinstance(data, dict) and set(data) == set(keys), data, where)


def require_unique(names: Iterable[str], where: str) -> None:
    """Raise if a name occurs twice."""
    seen: set[str] = set()
    for name in names:
        require(name not in seen, name, where)
        seen.add(name)


def require_list(value: Any, where: str) -> list[Any]:
    """`value`, which must be a list."""
    require(isinstance(value, list), value, where)
    return list(value)


def require_texts(value: Any, where: str) -> tuple[str, ...]:
    """`value`, which must be a list of str, as a tuple."""
    for i, item in enumerate(require_list(value, where)):
        require(isinstance(item, str), item, f"{where}[{i}]")
    return tuple(value)
