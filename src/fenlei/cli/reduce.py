"""`fenlei reduce`: coordinates of all rows in few dimensions, with a picture."""

from __future__ import annotations

from functools import partial
from typing import Annotated

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
        from fenlei.plot import scatter
        from fenlei.plot.files import save_picture
        from fenlei.study.structure import reduce_rows

        found = reduce_rows(
            data, method, components, target, params=parameters(param or []), seed=seed, lang=lang, **reading
        )
        draw = partial(save_picture, draw=scatter, values=(found.values, found.labels), lang=lang)
        files = write_files(found, data, out, method, draw)
    show(found.facts, files, json, lang)
