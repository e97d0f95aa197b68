"""What `reduce` and `cluster` share: files in a folder, and facts on standard output."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from fenlei.atomic import check_folder, make_folder
from fenlei.cli.leaderboard import number
from fenlei.cli.output import print_json, print_table
from fenlei.cli.rows import write_rows
from fenlei.cli.texts import text

Param = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="help.param", show_default=False)]
OutFolder = Annotated[Path | None, typer.Option("--out", help="help.out_structure", show_default=False)]
Method = Annotated[str, typer.Option(help="help.method")]
AnyTarget = Annotated[str | None, typer.Option(help="help.any_target", show_default=False)]


def write_files(
    find: Callable[[], Any], picture: Callable[[Any, Path], None], data: str, out: Path | None, method: str
) -> tuple[dict[str, Any], dict[str, str]]:
    """The facts found, and the files: the rows with their new columns, and the picture."""
    folder = check_folder(out or Path(f"fenlei-{Path(data).stem}"))
    found = find()
    make_folder(folder)
    rows, drawn = folder / f"{method}.csv", folder / f"{method}.png"
    write_rows([found.rows], rows)
    picture(found, drawn)
    return found.facts, {"rows": str(rows), "picture": str(drawn)}


def show(facts: dict[str, Any], files: dict[str, str], json: bool, lang: str) -> None:
    """Facts and files, as text or as one JSON document."""
    if json:
        print_json(facts | {"files": files})
        return
    print(text("structure.data", lang, **{name: facts[name] for name in ("source", "rows", "method")}))
    lines = [
        [text(f"fact.{name}", lang), shown(facts[name])]
        for name in facts
        if f"fact.{name}" in FACT_KEYS and facts[name] is not None
    ]
    print_table([text("column.score", lang), text("column.value", lang)], lines)
    for what, path in files.items():
        print(f"{text(f'file.{what}', lang)}: {path}")


FACT_KEYS = {
    f"fact.{name}"
    for name in (
        *("components", "explained", "stress", "kl_divergence", "reconstruction_error", "inertia"),
        *("log_likelihood", "sizes", "silhouette", "adjusted_rand"),
    )
}


def shown(value: Any) -> str:
    """A number, or numbers separated by commas."""
    if isinstance(value, list):
        return ", ".join(map(shown, value[:12])) + (", ..." if len(value) > 12 else "")
    return str(value) if isinstance(value, int) else number(value)
