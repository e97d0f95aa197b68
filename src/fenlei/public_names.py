"""Public names, loaded at their first use while Python does not look for garbage.

An import makes some 100,000 objects that stay. Python's collector would go through all of them each time
that a few hundred more were made: a tenth of the first fit of a process.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import lazy_loader


def attach_stub(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` of a package whose names are listed in its `__init__.pyi`."""
    load, listed, names = lazy_loader.attach_stub(package, file)

    def load_uncollected(name: str) -> Any:
        with uncollected():
            return load(name)

    return load_uncollected, listed, names


@contextmanager
def uncollected() -> Iterator[None]:
    """A block without the collection of garbage; where it was off before, it stays off.

    What was imported in the block is old when it ends: until then two collections would go through it.

    >>> with uncollected():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    was_on, before = gc.isenabled(), len(sys.modules)
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if len(sys.modules) > before and not gc.get_freeze_count():  # what a server froze stays frozen
                gc.freeze()
                gc.unfreeze()  # into the oldest generation, where a full collection finds it
            gc.enable()
