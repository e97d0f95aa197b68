"""What the caller declares about columns: kinds, orders, the target; checked against the names there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from fenlei.errors import UsageError
from fenlei.messages import phrase
from fenlei.table.header import require_columns

Names = str | Iterable[str]


class Declarations(NamedTuple):
    """The declared kind of some columns ("drop" among the kinds), the order of ordinal ones, the target."""

    kinds: dict[str, str]
    orders: dict[str, tuple[str, ...]]
    target: str | None


def declare(
    names: Sequence[str], target: str | None, ordinal: Mapping[str, Sequence[object]] | None, **kinds: Names
) -> Declarations:
    """The declarations, every name known and given once; `kinds` maps a kind to its columns."""
    orders = _orders(ordinal)
    chosen: dict[str, str] = {}
    for kind, columns in [("ordinal", list(orders)), *kinds.items()]:
        for name in [columns] if isinstance(columns, str) else columns:
            if chosen.setdefault(name, kind) != kind:
                raise UsageError("table.two_choices", column=name, first=chosen[name], second=kind)
    require_columns([*chosen, *([] if target is None else [target])], names)
    if target is not None and chosen.pop(target, "nominal") != "nominal":
        raise UsageError("table.target_choice", column=target)
    return Declarations(chosen, orders, target)


def _orders(ordinal: object) -> dict[str, tuple[str, ...]]:
    if ordinal is None:
        return {}
    if not isinstance(ordinal, Mapping):
        accepted = phrase("limit.orders", example="{'size': ['S', 'M', 'L']}")
        raise UsageError("table.option", name="ordinal", value=ordinal, accepted=accepted)
    return {name: tuple(dict.fromkeys(map(str, values))) for name, values in ordinal.items()}
