"""`fenlei predict`: the input's rows with the predicted class or number appended, in blocks of any number."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, cast

import typer

from fenlei.cli import options
from fenlei.cli.files.passes import file_hash, write_parts
from fenlei.cli.options import Language
from fenlei.cli.output import say, work
from fenlei.cli.rows import check_suffix, refuse_input, write_rows
from fenlei.cli.texts import text

Interval = Annotated[
    float | None, typer.Option("--interval", metavar="0.9", help="help.interval", show_default=False)
]


def command(
    model: options.ModelFile,
    data: options.Data,
    out: options.OutRows = None,
    proba: Annotated[bool, typer.Option("--proba", help="help.proba")] = False,
    interval: Interval = None,
    costs: options.Costs = None,
    reject_cost: options.RejectCost = None,
    encoding: options.Encoding = None,
    delimiter: options.Delimiter = None,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    from fenlei.table.scanning.files import is_many

    many = is_many(data)
    if not many:
        check_suffix(out)
    refuse_input(out, data, model, *([] if costs is None else [costs]))
    with work(lang, quiet):
        from fenlei.study import load_table_model, predict_blocks, with_costs
        from fenlei.study.prediction import unseen_notes

        trained = with_costs(load_table_model(model), costs, reject_cost)
        unseen: dict[str, Any] = {}
        how: dict[str, Any] = {"encoding": encoding, "delimiter": delimiter, "lang": lang}
        how |= {"proba": proba, "interval": interval}
        predicted: Any = partial(cast(Any, predict_blocks), trained, **how, unseen=unseen)
        if many:
            made_with = [*how.values(), reject_cost, *map(file_hash, [model, costs])]
            rows, kept = write_parts(data, out, made_with, predicted)
        else:
            rows, kept = write_rows(predicted(data), out), 0
    if kept and not quiet:
        say(text("predict.kept", lang, parts=kept, path=out))
    if out is not None and not quiet:
        say(text("predict.done", lang, rows=rows, path=out))
    for note in [] if quiet else unseen_notes(unseen, lang):
        say(text("note", lang, note=note))
