"""`fenlei studio`: one local page from the table to the decision."""

from __future__ import annotations

from typing import Annotated

import typer

from fenlei.cli import options
from fenlei.cli.options import Language
from fenlei.cli.output import say
from fenlei.cli.texts import text
from fenlei.errors import UsageError

UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}

DataOrFolder = Annotated[
    str | None, typer.Argument(metavar="[DATA|FOLDER|MODEL]", help="help.studio_data", show_default=False)
]


def command(
    data: DataOrFolder = None,
    *,
    target: options.Target = None,
    out: options.OutFolder = None,
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="help.studio_port")] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="help.no_browser")] = False,
    max_upload: Annotated[str, typer.Option(metavar="500m", help="help.max_upload")] = "500m",
    memory: Annotated[str, typer.Option(metavar="2g", help="help.studio_memory")] = "2g",
    lang: options.Lang = Language.en,
) -> None:
    from fenlei.studio.running import require_studio_packages, run_studio

    require_studio_packages()
    sizes = size("max-upload", max_upload), float(size("memory", memory))
    from fenlei.studio.answers import StudioLimits
    from fenlei.studio.resuming import open_session

    session = open_session(data, out, options.default_folder(data or "studio"), target, lang.value)
    run_studio(
        session,
        StudioLimits(*sizes),
        port=port,
        lang=lang.value,
        open_browser=not no_browser,
        ready=lambda address: say(text("studio.ready", lang, address=address, folder=session.folder)),
    )


def size(name: str, given: str) -> int:
    """Bytes of a size such as 500m.

    Examples
    --------
    >>> size("memory", "2g"), size("memory", "1000")
    (2147483648, 1000)
    """
    lower = given.strip().lower().removesuffix("b")
    number, unit = (lower[:-1], lower[-1:]) if lower[-1:] in UNITS and lower[-1:] else (lower, "")
    if not number.isdecimal() or int(number) == 0:
        raise UsageError("studio.size", name=name, given=given)
    return int(number) * UNITS[unit]
