"""fenlei (分类): classical machine learning on tables, exact, fast and explainable.

Public names are imported on first use: `import fenlei` itself loads nothing else.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from fenlei.registry import REGISTRY

__version__ = "0.1.0"

_NAMES = {
    "read_table": "fenlei.table",
    "prepare": "fenlei.table",
    "load": "fenlei.datasets",
    "compare": "fenlei.study",
    "train": "fenlei.study",
    "explain": "fenlei.explanation",
    "write_report": "fenlei.report",
    "save_model": "fenlei.model_file",
    "load_model": "fenlei.model_file",
    "prune": "fenlei.trees",
    "KDTree": "fenlei.neighbors",
    "EditedNearestNeighbours": "fenlei.neighbors",
    "CondensedNearestNeighbour": "fenlei.neighbors",
    "ReducedNearestNeighbour": "fenlei.neighbors",
}
_MODULES = ("evaluate", "plot")
_CLASSES = {entry.class_name: entry for entry in REGISTRY.values()}

__all__ = [*_NAMES, *_MODULES, *_CLASSES]


def __getattr__(name: str) -> Any:
    if name in _CLASSES:
        return _CLASSES[name].load()
    if name in _NAMES:
        return getattr(import_module(_NAMES[name]), name)
    if name in _MODULES:
        return import_module(f"fenlei.{name}")
    raise AttributeError(f"module 'fenlei' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
