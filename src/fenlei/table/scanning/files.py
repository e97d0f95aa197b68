"""The files of a scan: a path, a glob, a folder or a list of them, in an order that is always the same.

A list keeps its order. The files of a folder or a glob are sorted naturally, `part-2` before `part-10`. Files
of zero bytes, hidden files and those that begin with "_" (`_SUCCESS`, `_metadata`) are left out of folders.
Folders named `key=value` give a column `key`.
"""

from __future__ import annotations

import glob
import re
from collections.abc import Iterable, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import NamedTuple

from fenlei.errors import DataError
from fenlei.table.formats.sources import file_format

FORMATS = ("CSV", "Parquet", "Feather")
SUFFIXES = (".csv", ".tsv", ".tab", ".parquet", ".feather", ".arrow", ".ipc")
PACKED = (".gz", ".zst")
_GLOB = re.compile(r"[*?\[]")
_DIGITS = re.compile(r"(\d+)")


class DataFile(NamedTuple):
    """A file as it was when the scan was opened."""

    path: str
    keys: tuple[tuple[str, str], ...]  # of the folders named key=value above it
    size: int
    changed: int  # nanoseconds, as the file system has them


def find_files(source: str | PathLike[str] | Iterable[str | PathLike[str]]) -> tuple[DataFile, ...]:
    """The files with rows, in order; a DataError if there are none, or if their formats differ."""
    many = not isinstance(source, str | PathLike)
    paths = [path for each in source for path in _paths(each)] if many else _paths(source)  # type: ignore
    files = [_data_file(path) for path in paths]
    full = tuple(file for file in files if file.size > 0)
    if not full:
        raise DataError("scan.only_empty" if files else "scan.empty_list", path=_shown(source))
    _require_one_format(full)
    return full


def is_many(source: object) -> bool:
    """Whether a path is a folder, or a pattern that names no file itself.

    Examples
    --------
    >>> is_many("data/*.parquet"), is_many("data.csv"), is_many({"size": [1]})
    (True, False, False)
    """
    if not isinstance(source, str | PathLike):
        return False
    try:
        path = Path(source)
        return path.is_dir() or bool(_GLOB.search(fspath(source)) and not path.exists())
    except (OSError, ValueError):  # a name that no file can have
        return False


def require_unchanged(file: DataFile) -> None:
    """Refuse a file that is not as it was when the scan was opened."""
    try:
        now = Path(file.path).stat()
    except OSError:
        raise DataError("scan.vanished", path=file.path) from None
    if (now.st_size, now.st_mtime_ns) != (file.size, file.changed):
        raise DataError("scan.changed", path=file.path)


def natural(text: str) -> list[tuple[int, int | str]]:
    """The key by which names sort as people count.

    Examples
    --------
    >>> sorted(["part-10", "part-2"], key=natural)
    ['part-2', 'part-10']
    """
    return [(0, int(part)) if part.isdigit() else (1, part) for part in _DIGITS.split(text) if part]


def _paths(source: str | PathLike[str]) -> list[Path]:
    path = Path(source)
    if path.is_dir():
        return _inside(path)
    if path.exists() or not _GLOB.search(fspath(source)):
        return [path]
    found = [Path(name) for name in glob.glob(fspath(source), recursive=True)]  # noqa: PTH207 (absolute patterns too)
    kept = [each for name in found for each in (_inside(name) if name.is_dir() else [name])]
    if not kept:
        raise DataError("scan.no_match", pattern=fspath(source))
    return sorted(kept, key=lambda each: natural(each.as_posix()))


def _inside(folder: Path) -> list[Path]:
    """The data files in a folder and those below it."""
    found = [
        path
        for path in folder.rglob("*")
        if path.is_file() and not any(part[0] in "._" for part in path.relative_to(folder).parts)
    ]
    kept = [path for path in found if _is_data(path)]
    if not kept:
        others = sorted({path.suffix or path.name for path in found})
        raise DataError("scan.empty_folder", path=folder, found=", ".join(others) or "-")
    return sorted(kept, key=lambda path: natural(path.relative_to(folder).as_posix()))


def _is_data(path: Path) -> bool:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    return (
        bool(suffixes)
        and (suffixes[-2] if suffixes[-1] in PACKED and suffixes[1:] else suffixes[-1]) in SUFFIXES
    )


def _data_file(path: Path) -> DataFile:
    try:
        facts = path.stat()
    except OSError:
        raise DataError("table.no_file", path=path) from None
    keys = tuple(tuple(part.split("=", 1)) for part in path.parts[:-1] if part.find("=") > 0)
    return DataFile(str(path), keys, facts.st_size, facts.st_mtime_ns)  # type: ignore[arg-type]


def _require_one_format(files: Sequence[DataFile]) -> None:
    first: dict[str, str] = {}
    for file in files:
        first.setdefault(format_of(file), file.path)
    strange = [name for name in first if name not in FORMATS]
    if strange:
        raise DataError("scan.format", path=first[strange[0]], format=strange[0])
    if len(first) > 1:
        (a, path_a), (b, path_b) = list(first.items())[:2]
        raise DataError("scan.mixed_formats", path=path_a, format=a, other=path_b, other_format=b)


def format_of(file: DataFile) -> str:
    """CSV, Parquet or Feather, or another name; a compressed file is text."""
    if Path(file.path).suffix.lower() in PACKED:
        return "CSV"
    return file_format(Path(file.path))


def _shown(source: object) -> str:
    return fspath(source) if isinstance(source, str | PathLike) else "[...]"
