"""`fenlei serve`: a saved model behind HTTP on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fenlei.cli import options
from fenlei.cli.options import Language
from fenlei.cli.output import say, work
from fenlei.cli.texts import text
from fenlei.errors import UsageError

LEAST_TOKEN = 16  # letters


def command(
    model: options.ModelFile,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="help.host")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="help.port")] = 8000,
    token: Annotated[
        str, typer.Option(metavar="SECRET", envvar="FENLEI_TOKEN", help="help.token", show_default=False)
    ] = "",
    max_rows: Annotated[int, typer.Option(metavar="N", min=1, help="help.max_rows")] = 10_000,
    max_bytes: Annotated[int, typer.Option(metavar="N", min=1, help="help.max_bytes")] = 10 << 20,
    max_seconds: Annotated[float, typer.Option(metavar="N", min=0.1, help="help.max_seconds")] = 30.0,
    costs: options.Costs = None,
    reject_cost: options.RejectCost = None,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    from fenlei.serving.limits import RequestLimits
    from fenlei.serving.running import require_web_packages, serve

    require_web_packages()
    if token and len(token) < LEAST_TOKEN:
        raise UsageError("serve.short_token", count=len(token), least=LEAST_TOKEN)
    with work(lang, quiet):
        from fenlei.study import load_table_model, with_costs

        trained = with_costs(load_table_model(model), costs, reject_cost)
    limits = RequestLimits(bytes=max_bytes, rows=max_rows, seconds=max_seconds)
    serve(
        trained,
        name=Path(model).stem,
        host=host,
        port=port,
        token=token,
        limits=limits,
        lang=lang.value,
        ready=lambda address: say(text("serve.ready", lang, address=address)),
    )
