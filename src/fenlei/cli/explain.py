"""`fenlei explain`: the working of one prediction in the book's terms."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fenlei.atomic import check_target
from fenlei.cli import options
from fenlei.cli.options import Language
from fenlei.cli.output import print_json, say, work
from fenlei.cli.rows import refuse_input
from fenlei.cli.texts import text


def command(
    model: options.ModelFile,
    data: options.Data,
    row: Annotated[int, typer.Option(help="help.row")] = 1,
    html: Annotated[Path | None, typer.Option(help="help.html", show_default=False)] = None,
    costs: options.Costs = None,
    reject_cost: options.RejectCost = None,
    encoding: options.Encoding = None,
    delimiter: options.Delimiter = None,
    json: options.Json = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    with work(lang, quiet):
        from fenlei.study import load_table_model, with_costs
        from fenlei.study.explain_row import explain_row

        if html is not None:
            check_target(html)
            refuse_input(html, data, model, *([] if costs is None else [costs]))
        trained = with_costs(load_table_model(model), costs, reject_cost)
        explanation = explain_row(trained, data, row, encoding=encoding, delimiter=delimiter, lang=lang)
    if html is not None:
        from fenlei.report import write_explanation

        write_explanation(explanation, html)
        if not quiet:
            say(text("explain.done", lang, path=html))
    if json:
        print_json(explanation.to_dict())
    elif html is None:
        print(explanation)
