"""Entries of the kernel store as a wheel brings them: packed together by the module of their kernels.

Kernels of a module have much code in common, so that together they take half the room that they take one by
one. A folder has `<module>.xz` for each module, its entries one after another, and `index.json` with the
module, start and stop of each entry. A module is unpacked when the first of its kernels is called, in some
milliseconds.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

INDEX = "index.json"


def pack(entries: Mapping[str, tuple[str, bytes]]) -> dict[str, bytes]:
    """The files for a folder from the module and content of each entry, by their names.

    >>> sorted(pack({"a": ("trees", b"code"), "b": ("svm", b"code"), "c": ("trees", b"more")}))
    ['index.json', 'svm.xz', 'trees.xz']
    """
    contents: dict[str, bytearray] = {}
    index = {}
    for name, (module, data) in sorted(entries.items()):
        content = contents.setdefault(module, bytearray())
        index[name] = (module, len(content), len(content) + len(data))
        content += data
    files = {
        f"{module}.xz": lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)
        for module, content in contents.items()
    }
    return files | {INDEX: json.dumps(index, sort_keys=True).encode()}


def read_packed(folder: Path, name: str) -> bytes | None:
    """An entry of the folder; None if it is not there."""
    index = _index(folder)
    if name not in index:
        return None
    module, start, stop = index[name]
    return _content(folder, module)[start:stop]


@cache
def _index(folder: Path) -> dict[str, tuple[str, int, int]]:
    found: dict[str, tuple[str, int, int]] = json.loads((folder / INDEX).read_text())
    return found


@lru_cache(maxsize=8)
def _content(folder: Path, module: str) -> bytes:
    return lzma.decompress((folder / f"{module}.xz").read_bytes())
