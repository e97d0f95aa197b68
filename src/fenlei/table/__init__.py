"""Tables: reading, schema, missing values, label coding and preparation.

The names below are loaded on first use, so that importing one module of this package does not import Arrow.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOME = {
    "DEFAULT_MISSING": "missing",
    "Coded": "table",
    "Column": "schema",
    "Preparation": "preparation",
    "Schema": "schema",
    "Table": "table",
    "Vocabulary": "vocabulary",
    "conform": "reading",
    "prepare": "preparation",
    "read_blocks": "reading",
    "read_table": "reading",
}

__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
