"""`fenlei reduce`: coordinates of all rows in few dimensions, with a picture."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from fenlei.cli import options
from fenlei.cli.options import Language, reading_options
from fenlei.cli.output import work
from fenlei.cli.structure import AnyTarget, Method, OutFolder, Param, show, write_files
from fenlei.cli.train import parameters


def command(
    data: options.Data,
    method: Method = "pca",
    components: Annotated[int, typer.Option(min=1, help="help.components")] = 2,
    target: AnyTarget = None,
    param: Param = None,
    seed: options.Seed = 0,
    out: OutFolder = None,
    nominal: options.Nominal = None,
    numeric: options.Numeric = None,
    drop: options.Drop = None,
    id: options.Id = None,
    missing: options.Missing = None,
    encoding: options.Encoding = None,
    json: options.Json = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    reading = reading_options(nominal, numeric, drop, id, missing, encoding)
    with work(lang, quiet):
        from fenlei.study.structure import reduce_rows

        given = {"params": parameters(param or []), "seed": seed, "lang": lang, **reading}
        find = partial(reduce_rows, data, method, components, target, **given)
        facts, files = write_files(find, partial(picture, lang), data, out, method)
    show(facts, files, json, lang)


def picture(lang: str, found: Any, path: Path) -> None:
    """The rows in the plane of the first two coordinates, coloured by class."""
    from fenlei.plot import scatter
    from fenlei.plot.files import save_picture

    save_picture(path, scatter, (found.values, found.labels), lang=lang)
