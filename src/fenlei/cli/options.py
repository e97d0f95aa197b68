"""Options that several commands share; their help is a key of `texts`."""

from __future__ import annotations

import csv
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer


class Language(StrEnum):
    """The languages of all texts."""

    en = "en"
    zh = "zh"


Data = Annotated[str, typer.Argument(metavar="DATA", help="help.data", show_default=False)]
ModelFile = Annotated[str, typer.Argument(metavar="MODEL", help="help.model_file", show_default=False)]
Costs = Annotated[str | None, typer.Option(help="help.costs", show_default=False)]
RejectCost = Annotated[float | None, typer.Option(help="help.reject_cost", show_default=False)]
Target = Annotated[str | None, typer.Option(help="help.target", show_default=False)]
TrueTarget = Annotated[str | None, typer.Option(help="help.true_target", show_default=False)]
Seed = Annotated[int, typer.Option(min=0, max=2**32 - 1, help="help.seed")]
Nominal = Annotated[list[str] | None, typer.Option(metavar="A,B", help="help.nominal", show_default=False)]
Numeric = Annotated[list[str] | None, typer.Option(metavar="A,B", help="help.numeric", show_default=False)]
Drop = Annotated[list[str] | None, typer.Option(metavar="A,B", help="help.drop", show_default=False)]
Id = Annotated[list[str] | None, typer.Option("--id", metavar="A,B", help="help.id", show_default=False)]
Missing = Annotated[list[str] | None, typer.Option(metavar="A,B", help="help.missing", show_default=False)]
Encoding = Annotated[str | None, typer.Option(help="help.encoding", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="help.json")]
Lang = Annotated[Language, typer.Option(envvar="FENLEI_LANG", help="help.lang")]
Quiet = Annotated[bool, typer.Option("--quiet", help="help.quiet")]
OutRows = Annotated[Path | None, typer.Option("--out", help="help.out_rows", show_default=False)]


def listed(given: list[str] | None) -> list[str]:
    """The names in comma-separated lists; one that contains a comma is written in double quotes.

    Examples
    --------
    >>> listed(["a,b", '"x, y"']), listed(None)
    (['a', 'b', 'x, y'], [])
    """
    return [
        name.strip() for row in csv.reader(given or [], skipinitialspace=True) for name in row if name.strip()
    ]


def reading_options(
    nominal: list[str] | None,
    numeric: list[str] | None,
    drop: list[str] | None,
    id: list[str] | None,
    missing: list[str] | None,
    encoding: str | None,
) -> dict[str, Any]:
    """Those options of `read_table` that were given."""
    given: dict[str, Any] = {
        "nominal": listed(nominal),
        "numeric": listed(numeric),
        "drop": listed(drop),
        "id": listed(id),
        "encoding": encoding,
    }
    chosen = {name: value for name, value in given.items() if value}
    # An empty list is a choice, too: no word but the empty one stands for a missing value.
    return chosen if missing is None else chosen | {"missing": listed(missing)}
