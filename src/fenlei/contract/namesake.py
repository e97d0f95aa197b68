"""Classes that scikit-learn's own tools take for its class of the same name.

Some of scikit-learn's functions ask what an estimator is, not what it can do: `export_text` and `plot_tree`
take its trees only, `RANSACRegressor` has a default for its linear regression only. A class of ours that has
all the public attributes of its namesake is registered as a virtual subclass of it (`abc.ABCMeta.register`).

Whoever asks has imported the namesake; whoever only fits need not wait for it (`sklearn.tree` takes 0.06 s).
So a class is registered at once if its namesake is imported already, else when it is.
"""

from __future__ import annotations

import sys
from abc import ABCMeta
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType
from typing import TypeVar

Class = TypeVar("Class", bound=type)
_waiting: dict[str, list[tuple[str, type]]] = {}  # by module: names of namesakes, and our classes


def stands_for(namesake: str) -> Callable[[Class], Class]:
    """Class decorator: `isinstance` and `issubclass` take the class for its namesake in scikit-learn."""
    module, _, name = namesake.rpartition(".")

    def registered(ours: Class) -> Class:
        if module in sys.modules or not _is_source(module):
            _register(import_module(module), name, ours)
        else:
            _waiting.setdefault(module, []).append((name, ours))
            if NamesakeFinder not in sys.meta_path:
                sys.meta_path.insert(0, NamesakeFinder)
        return ours

    return registered


def _register(module: ModuleType, name: str, ours: type) -> None:
    namesake = getattr(module, name)
    if isinstance(namesake, ABCMeta):
        namesake.register(ours)


def _is_source(module: str) -> bool:
    """Whether the module is an ordinary file, whose import can be waited for."""
    package = import_module(module.rpartition(".")[0])
    spec = PathFinder.find_spec(module, package.__path__)
    return spec is not None and type(spec.loader) is SourceFileLoader


class NamesakeFinder:
    """Finds the modules of namesakes as Python does, for a loader that registers our classes."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The place of a module that has namesakes; None of any other."""
        if name not in _waiting:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = NamesakeLoader(spec.loader.name, spec.loader.path)
        return spec


class NamesakeLoader(SourceFileLoader):
    """Loads a module, then registers the classes that wait for it."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's code, and register."""
        super().exec_module(module)
        for name, ours in _waiting.get(module.__name__, ()):
            _register(module, name, ours)
