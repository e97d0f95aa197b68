"""`fenlei explain`: the working of one prediction, of the fit, or of the scores, in the book's terms."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fenlei.atomic import atomic_write, check_target
from fenlei.cli import options
from fenlei.cli.options import Language
from fenlei.cli.output import print_json, say, work
from fenlei.cli.rows import refuse_input
from fenlei.cli.texts import text
from fenlei.errors import UsageError

if TYPE_CHECKING:
    from fenlei.explanation import Working


def command(
    model: options.ModelFile,
    data: options.Data,
    row: Annotated[int | None, typer.Option(metavar="N", help="help.row", show_default="1")] = None,
    fit: Annotated[bool, typer.Option("--fit", help="help.fit")] = False,
    score: Annotated[bool, typer.Option("--score", help="help.score")] = False,
    node: Annotated[int | None, typer.Option(metavar="N", help="help.node", show_default=False)] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="help.html", show_default=False)] = None,
    latex: Annotated[Path | None, typer.Option(metavar="FILE", help="help.latex", show_default=False)] = None,
    digits: Annotated[int, typer.Option(metavar="N", min=1, max=17, help="help.digits")] = 6,
    costs: options.Costs = None,
    reject_cost: options.RejectCost = None,
    encoding: options.Encoding = None,
    delimiter: options.Delimiter = None,
    json: options.Json = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    _refuse_together(fit, score, row, node)
    written = [path for path in (html, latex) if path is not None]
    with work(lang, quiet):
        from fenlei.study import load_table_model, with_costs
        from fenlei.study.explain_row import explain_trained

        for path in written:
            check_target(path)
            refuse_input(path, data, model, *([] if costs is None else [costs]))
        trained = with_costs(load_table_model(model), costs, reject_cost)
        reading = {"encoding": encoding, "delimiter": delimiter}
        what = "fit" if fit else "score" if score else "prediction"
        working = explain_trained(
            what, trained, data, row=1 if row is None else row, node=node, lang=lang, **reading
        )
        _write(working, html, latex, digits)
    for path in [] if quiet else written:
        say(text("explain.done", lang, path=path))
    if json:
        print_json(working.to_dict())
    elif not written:
        print(working.to_text(digits))


def _refuse_together(fit: bool, score: bool, row: int | None, node: int | None) -> None:
    """--row belongs to a prediction, --node to a fit; a prediction, a fit and scores are three workings."""
    if fit + score + (row is not None) > 1:
        raise UsageError("cli.one_working")
    if node is not None and not fit:
        raise UsageError("cli.node_without_fit")


def _write(working: Working, html: Path | None, latex: Path | None, digits: int) -> None:
    if html is not None:
        from fenlei.report import write_explanation

        write_explanation(working, html, digits)
    if latex is not None:
        from fenlei.explanation.printing.as_latex import latex_document

        with atomic_write(latex, "w") as file:
            file.write(latex_document(working, digits))
