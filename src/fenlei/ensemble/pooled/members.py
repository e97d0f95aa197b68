"""What a model that takes rows as they come is known by."""

from __future__ import annotations

from typing import Any


def takes_table_rows(estimator: object) -> bool:
    """Whether an estimator, or the one that it wraps, prepares rows itself."""
    inside: Any = estimator
    while not getattr(inside, "takes_table_rows", False):
        parts: tuple[Any, ...] = getattr(inside, "parts_", ())
        if len(parts) != 1:
            return False
        inside = parts[0]
    return True
