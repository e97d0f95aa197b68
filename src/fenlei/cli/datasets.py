"""`fenlei datasets`: list the bundled data sets, show one, or save it to a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from fenlei.cli import options
from fenlei.cli.options import Language
from fenlei.cli.output import print_json, print_table, say
from fenlei.cli.rows import check_suffix, write_rows
from fenlei.cli.texts import text
from fenlei.errors import UsageError

COLUMNS = ("name", "rows", "features", "classes", "title")


def command(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="help.name", show_default=False)] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="help.save", show_default=False)] = None,
    json: options.Json = False,
    lang: options.Lang = Language.en,
) -> None:
    from fenlei.datasets import describe, load

    check_suffix(save)
    if name is None and save is not None:
        raise UsageError("cli.save_what", path=str(save))
    if name is None:
        show_all(describe(lang=lang), json, lang)
        return
    dataset = load(name, lang)
    if save is not None:
        rows = write_rows([dataset.table.raw], save)
        say(text("datasets.saved", lang, name=name, rows=rows, path=save))
    described = describe(name, lang)
    if json:
        print_json(described | {"schema": dataset.table.schema.to_dict()})
    elif save is None:
        print(dataset.description, dataset.table.schema.text(lang), sep="\n\n")


def show_all(rows: Sequence[Mapping[str, object]], json: bool, lang: str) -> None:
    """One line per data set."""
    if json:
        print_json(rows)
    else:
        print_table(
            [text(f"column.{name}", lang) for name in COLUMNS],
            [[str(row[name]) for name in COLUMNS] for row in rows],
            words=(0, len(COLUMNS) - 1),
        )
