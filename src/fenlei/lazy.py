"""Names of a package that are imported on first use, so that one of them does not cost the import of all."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazily(package: str, home: dict[str, str]) -> Callable[[str], Any]:
    """A module's `__getattr__`: `home` tells in which module of the package a name lives."""

    def __getattr__(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{home[name]}"), name)

    return __getattr__
