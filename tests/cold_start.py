"""Fit every estimator of the registry to the same rows and print a hash of all that each then knows and says.

`python -m tests.cold_start [name ...]`; `test_cold_start.py` compares a process that has to compile every
kernel with one that finds them on the disk.
"""

from __future__ import annotations

import hashlib
import json
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import sparse

from fenlei.registry import REGISTRY, Entry, entries
from fenlei.study.warming.small_fits import ANSWERS, SHAPES, settings, small_rows, sparse_rows


def values(thing: Any, seen: set[int]) -> Iterator[bytes]:
    """The bytes of every array and number in an object, in records, lists and models inside it."""
    if isinstance(thing, np.ndarray) and thing.dtype != object:
        yield np.ascontiguousarray(thing).tobytes()
    elif isinstance(thing, float | int | np.number):
        yield np.asarray(thing).tobytes()
    elif isinstance(thing, tuple | list) or (isinstance(thing, np.ndarray) and thing.dtype == object):
        for each in thing:
            yield from values(each, seen)
    elif sparse.issparse(thing):
        yield from values([thing.data, thing.indices, thing.indptr], seen)
    elif isinstance(thing, dict):
        for name in sorted(thing, key=str):
            yield from values(thing[name], seen)
    elif hasattr(thing, "__dict__") and type(thing).__module__.startswith("fenlei") and id(thing) not in seen:
        seen.add(id(thing))
        yield from values(vars(thing), seen)


def fingerprints(entry: Entry, form: dict[str, Any]) -> Iterator[str]:
    """A hash a shape, dense and, where it may be, sparse."""
    for shape in SHAPES:
        X, y = small_rows(entry, shape)
        forms = [X, sparse_rows(X)] if entry.sparse else [X]
        for given in forms:
            digest = hashlib.sha256()
            try:
                model = entry.load()(**form).fit(given, y)
                said = [getattr(model, name)(given) for name in ANSWERS if hasattr(model, name)]
            except (TypeError, ValueError) as refused:  # more than two classes in a form that takes none
                if isinstance(refused, TypeError) and not sparse.issparse(given):  # nor takes sparse rows
                    raise
                yield str(refused)
                continue
            for each in values([vars(model), said], set()):
                digest.update(each)
            yield digest.hexdigest()


def everything(names: list[str]) -> dict[str, list[str]]:
    """Hashes by estimator and form."""
    chosen = [REGISTRY[name] for name in names] or entries()
    return {
        f"{entry.name} {form}": list(fingerprints(entry, form))
        for entry in chosen
        for form in settings(entry)
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(json.dumps(everything(sys.argv[1:]), indent=1))
