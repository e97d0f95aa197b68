"""Options of commands that read files in passes, and predictions for a folder of files, one part each."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

import typer

from fenlei.atomic import atomic_write, make_folder
from fenlei.cli.options import with_group
from fenlei.cli.rows import SUFFIXES, write_rows
from fenlei.errors import DataError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable


On = Annotated[str | None, typer.Option(metavar="ENGINE", help="help.on", show_default=False)]
WorkFolder = Annotated[
    Path | None, typer.Option("--work", metavar="FOLDER", help="help.work", show_default=False)
]
PassMemory = Annotated[
    str | None, typer.Option("--memory", metavar="2g", help="help.pass_memory", show_default=False)
]
SkipBad = Annotated[bool, typer.Option("--skip-bad-files", help="help.skip_bad_files")]
MissingColumns = Annotated[bool, typer.Option("--allow-missing-columns", help="help.missing_columns")]


class PassOptions(TypedDict):
    """Where files are read in passes, and what with."""

    on: str | None
    work: Path | None
    memory: str | None
    skip_bad_files: bool
    allow_missing_columns: bool


def pass_options(
    on: On = None,
    work: WorkFolder = None,
    memory: PassMemory = None,
    skip_bad_files: SkipBad = False,
    allow_missing_columns: MissingColumns = False,
) -> PassOptions:
    """Engine, work folder, memory, and what is done about files that differ, as `train` takes them."""
    bad, lacking = skip_bad_files, allow_missing_columns
    return PassOptions(on=on, work=work, memory=memory, skip_bad_files=bad, allow_missing_columns=lacking)


def with_pass_options(command: Callable[..., None]) -> Callable[..., None]:
    """`command` with the options of `pass_options` on the command line, for its parameter `where`."""
    return with_group(command, "where", pass_options)


RECORD = "predicted.json"  # what the parts of a folder were made with


def write_parts(
    source: str,
    out: Path | None,
    made_with: list[object],
    predicted: Callable[[str], Iterable[Any]],
) -> tuple[int, int]:
    """Write a part for each input file, in its folder and under its name; rows written, and parts kept.

    Parts that are there were made by an earlier run of the same command, and are not made again.
    """
    from fenlei.table.scanning.files import PACKED, find_files

    if out is None or out.suffix:
        raise UsageError("cli.parts", path=str(out) if out else "-")
    files = [Path(file.path) for file in find_files(source)]
    root = _common([Path(source) / "-"] if Path(source).is_dir() else files)
    made_with = [*made_with, *([str(path), path.stat().st_size] for path in files)]
    _require_same(make_folder(out), hashlib.sha256(json.dumps(made_with).encode()).hexdigest())
    rows = kept = 0
    for path in files:
        part = out / path.relative_to(root)
        if path.suffix.lower() not in SUFFIXES:
            part = part.with_name(part.name + (".csv" if path.suffix.lower() in PACKED else ".parquet"))
        if part.exists():
            kept += 1
            continue
        make_folder(part.parent)
        rows += write_rows(predicted(str(path)), part)
    return rows, kept


def file_hash(path: str | None) -> str | None:
    """SHA-256 of a file's bytes."""
    return None if path is None else hashlib.sha256(Path(path).read_bytes()).hexdigest()


def _common(files: list[Path]) -> Path:
    """The folder that all files are in."""
    folders = [path.parent for path in files]
    return next(
        root for root in (folders[0], *folders[0].parents) if all(f.is_relative_to(root) for f in folders)
    )


def _require_same(out: Path, digest: str) -> None:
    """Refuse a folder with the parts of another command."""
    record = out / RECORD
    if not record.exists():
        if any(out.iterdir()):
            raise UsageError("cli.parts_folder", path=str(out))
        with atomic_write(record, "w") as stream:
            json.dump({"made_with": digest}, stream)
        return
    try:
        same = json.loads(record.read_text("utf-8"))["made_with"] == digest
    except (ValueError, KeyError, TypeError):
        same = False
    if not same:
        raise DataError("cli.parts_other", path=str(out))
