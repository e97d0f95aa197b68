"""`fenlei train`: train one model on all rows and save it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from fenlei.atomic import check_target
from fenlei.cli import options
from fenlei.cli.files.passes import PassOptions, with_pass_options
from fenlei.cli.options import Language, with_reading_options
from fenlei.cli.output import print_json, work
from fenlei.cli.param import parameters
from fenlei.cli.progress import FitProgress
from fenlei.cli.rows import refuse_input
from fenlei.cli.texts import text
from fenlei.errors import UsageError
from fenlei.table.reading_options import ReadingOptions

Intervals = Annotated[
    str | None, typer.Option(metavar="scaled|split|cv+", help="help.intervals", show_default=False)
]


@with_pass_options
@with_reading_options
def command(
    data: options.Data,
    *,
    model: Annotated[str, typer.Option(metavar="NAME", help="help.model", show_default=False)],
    out: Annotated[Path, typer.Option(metavar="FILE", help="help.out_model", show_default=False)],
    target: options.Target = None,
    param: options.Param = None,
    scale: options.ScaleOption = None,
    intervals: Intervals = None,
    tables: Annotated[bool, typer.Option("--tables", help="help.tables")] = False,
    seed: options.Seed = 0,
    where: PassOptions,
    reading: ReadingOptions,
    json: options.Json = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    params = parameters(param)
    if out.suffix.lower() not in ("", ".fenlei"):
        raise UsageError("cli.model_suffix", path=str(out), better=f"{out.stem}.fenlei")
    refuse_input(out, data)
    with work(lang, quiet):
        from fenlei.model_file import save_model
        from fenlei.study import train
        from fenlei.study.model_tables import model_tables

        check_target(out)
        with FitProgress(model, quiet, lang):
            how: dict[str, Any] = {"params": params, "scale": scale, "seed": seed, **where, **reading}
            trained = train(data, model, target, intervals=intervals, lang=lang, **how)
        shown = model_tables(trained, lang) if tables else []
        save_model(trained, out)
    facts = trained.facts | {"file": str(out)}
    if hasattr(trained.estimator, "classes_"):
        facts["classes"] = [str(label) for label in trained.classes_.tolist()]
    facts |= {"tables": [table.to_dict() for table in shown]} if tables else {}
    if json:
        print_json(facts)
    else:
        show(facts, shown, lang)


def show(facts: dict[str, Any], tables: Sequence[object], lang: str) -> None:
    """What was trained, and its tables."""
    print(text("train.done", lang, model=facts["model"], rows=facts["rows"], path=facts["file"]))
    print(text("compare.scale", lang, how=text(f"scale.{facts['scale']}", lang)))
    for table in tables:
        print(f"\n{table}")
