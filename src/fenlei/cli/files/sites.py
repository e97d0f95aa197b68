"""`fenlei summarise` and `fenlei merge`: one model of the rows of several sites, which stay there."""

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

Sums = Annotated[list[str], typer.Argument(metavar="SUMS", help="help.sums", show_default=False)]
Out = Annotated[Path, typer.Option(metavar="FILE", help="help.out_sums", show_default=False)]
OutModel = Annotated[Path, typer.Option(metavar="FILE", help="help.out_model", show_default=False)]
Like = Annotated[str, typer.Option(metavar="MODEL", help="help.like", show_default=False)]
Least = Annotated[int, typer.Option("--least-count", metavar="N", min=1, help="help.least_count")]


def summarise(
    data: options.Data,
    *,
    like: Like,
    out: Out,
    least_count: Least = 10,
    encoding: options.Encoding = None,
    delimiter: options.Delimiter = None,
    json: options.Json = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    refuse_input(out, data, like)
    with work(lang, quiet):
        from fenlei.model_file import save_model
        from fenlei.study import load_table_model
        from fenlei.study.sites import summarise_site

        check_target(out)
        how = {"encoding": encoding, "delimiter": delimiter}
        found = summarise_site(data, load_table_model(like), least_count=least_count, lang=lang, **how)
        save_model(found, out)
    if not quiet:
        say(text("note", lang, note=text("sites.privacy", lang)))
    facts = found.facts | {"file": str(out)}
    print_json(facts) if json else print(text("sites.summed", lang, **facts))


def merge(
    sums: Sums,
    *,
    out: OutModel,
    json: options.Json = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    refuse_input(out, *sums)
    with work(lang, quiet):
        from fenlei.model_file import save_model
        from fenlei.study import load_table_model
        from fenlei.study.sites import merge_sums

        check_target(out)
        merged = merge_sums([load_table_model(path) for path in sums])
        save_model(merged, out)
    facts = merged.facts | {"file": str(out)}
    print_json(facts) if json else print(text("sites.merged", lang, **facts))
