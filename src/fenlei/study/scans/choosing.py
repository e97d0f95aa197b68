"""Whether a source is scanned: a folder, a glob, or files larger than a quarter of the memory."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from fenlei.errors import FenleiWarning, UsageError, warn
from fenlei.kernels.memory import free_memory
from fenlei.rows.scanned import Scan, scan
from fenlei.study.running.memory_budget import bytes_of, size
from fenlei.study.source import is_bundled, source_name
from fenlei.table.formats.local_files import is_standard_input
from fenlei.table.formats.sources import file_format
from fenlei.table.reading_options import ReadingOptions
from fenlei.table.scanning.files import FORMATS, is_many

SHARE = 0.25  # of the memory; a table takes several times the size of its file


def scanned_source(
    source: Any,
    target: str | None,
    lang: str,
    asked: bool,
    memory: float | str | None,
    reading: ReadingOptions,
    *,
    labelled: bool = True,
    skip_bad_files: bool = False,
    allow_missing_columns: bool = False,
) -> Scan | None:
    """The scan of a source; None where it is read into memory.

    `asked` tells that the caller has named an engine or a work folder, for which files are scanned always;
    `labelled` that a target is needed; the last two are those of `scan`.
    """
    how: dict[str, Any] = {"skip_bad_files": skip_bad_files, "allow_missing_columns": allow_missing_columns}
    asked = asked or any(how.values())
    if isinstance(source, Scan):
        if target is not None or reading:
            raise UsageError("scan.known")
        return source if memory is None else source.within(bytes_of(memory))
    if not is_file_of_rows(source):
        if asked:
            raise UsageError("scan.no_files", source=source_name(source))
        return None
    if not (asked or is_many(source) or is_large(source, memory)):
        return None
    if target is None and labelled:
        raise UsageError("scan.name_target", source=source_name(source))
    found = scan(source, target=target, lang=lang, **how, **reading)
    return found if memory is None else found.within(bytes_of(memory))


def is_file_of_rows(source: object) -> bool:
    """Whether a source is a file that can be scanned, or a folder or a glob of files."""
    if not isinstance(source, str | PathLike) or is_bundled(source) or is_standard_input(source):
        return False
    if is_many(source):
        return True
    try:
        return Path(source).is_file() and file_format(Path(source)) in FORMATS
    except (OSError, ValueError):
        return False


def is_large(source: str | PathLike[str], memory: float | str | None) -> bool:
    """Whether a file is larger than a quarter of the memory, which is said then."""
    given = free_memory() if memory is None else bytes_of(memory)
    found = Path(source).stat().st_size
    if found <= SHARE * given:
        return False
    warn("scan.large", FenleiWarning, source=source_name(source), size=size(found), memory=size(given))
    return True
