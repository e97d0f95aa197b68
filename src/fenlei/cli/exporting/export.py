"""`fenlei export`: a model as an ONNX file, compared with onnxruntime; or a comparison as a Python script."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fenlei.atomic import atomic_write, check_target
from fenlei.cli import options
from fenlei.cli.options import Language
from fenlei.cli.output import print_json, say, work
from fenlei.cli.rows import refuse_input
from fenlei.cli.texts import text
from fenlei.errors import UsageError

if TYPE_CHECKING:
    from fenlei.model_file import Model
    from fenlei.table.table import Table


class From(StrEnum):
    """What an exported graph takes."""

    table = "table"
    prepared = "prepared"


Source = Annotated[str, typer.Argument(metavar="MODEL|RESULT", help="help.export_source", show_default=False)]


def command(
    source: Source,
    onnx: Annotated[Path | None, typer.Option(metavar="FILE", help="help.onnx", show_default=False)] = None,
    float32: Annotated[bool, typer.Option("--float32", help="help.float32")] = False,
    start: Annotated[From, typer.Option("--from", metavar="table|prepared", help="help.from")] = From.table,
    data: Annotated[
        str | None, typer.Option(metavar="DATA", help="help.export_data", show_default=False)
    ] = None,
    python: Annotated[bool, typer.Option("--python", help="help.python")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="help.out_script", show_default=False)
    ] = None,
    json: options.Json = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    if python == (onnx is not None):
        raise UsageError("export.one_form")
    if python:
        _script(source, out, quiet, lang)
        return
    assert onnx is not None
    refuse_input(onnx, source)
    with work(lang, quiet):
        facts = _export(source, onnx, data, float32=float32, start=start.value)
    if json:
        print_json(facts)
        return
    print(text("export.done", lang, **facts))
    if facts["rows"] is not None:
        print(text("export.compared", lang, **facts))
    elif not quiet:
        say(text("note", lang, note=text(f"export.{facts['reason']}", lang)))


def _export(source: str, path: Path, data: str | None, *, float32: bool, start: Any) -> dict[str, Any]:
    """Write the file; facts about it, and about the comparison where there is one."""
    from fenlei.export import compare_export, export_onnx
    from fenlei.study import load_table_model

    check_target(path)
    model = load_table_model(source)
    export_onnx(model, path, float32=float32, start=start)
    facts: dict[str, Any] = {"path": str(path), "model": type(model.estimator).__name__}
    facts |= {"bytes": path.stat().st_size, "rows": None, "labels": None, "difference": None}
    rows = None if start == "prepared" else _rows(model, data)
    if rows is None:
        return facts | {"reason": "not_prepared" if start == "prepared" else "no_rows"}
    try:
        found = compare_export(model, str(path), rows, float32=float32)
    except UsageError as error:
        if error.key != "export.packages":
            raise
        return facts | {"reason": "no_runtime"}
    return facts | {"rows": found.rows, "labels": found.labels, "difference": found.largest}


def _rows(model: Model, data: str | None) -> Table | None:
    """The rows to compare on: those given, or those of the training if they can still be read."""
    from fenlei.errors import FenleiError
    from fenlei.study.source import open_for
    from fenlei.table.reading import conform

    assert model.schema is not None
    source = data or model.facts.get("source")
    if not isinstance(source, str):
        return None
    try:
        return conform(open_for(model.schema, source, "en"), model.schema)
    except (FenleiError, OSError):
        if data is not None:
            raise
        return None


def _script(source: str, out: Path | None, quiet: bool, lang: str) -> None:
    """The script of a comparison, to a file or to standard output."""
    from fenlei.export import python_script, read_result

    script = python_script(read_result(source))
    if out is None:
        print(script, end="")
        return
    with atomic_write(out, "w") as file:
        file.write(script)
    if not quiet:
        say(text("export.script", lang, path=out))
