"""`fenlei completion`: the script that lets a shell complete commands and options."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer
from typer import completion as scripts

from fenlei.cli import options
from fenlei.cli.options import Language

VARIABLE = "_FENLEI_COMPLETE"  # set by the script while the shell asks


class Shell(StrEnum):
    """The shells that can be told."""

    bash = "bash"
    zsh = "zsh"
    fish = "fish"
    powershell = "powershell"


def command(
    shell: Annotated[
        Shell, typer.Argument(metavar="bash|zsh|fish|powershell", help="help.shell", show_default=False)
    ],
    lang: options.Lang = Language.en,
) -> None:
    typer.echo(
        scripts.get_completion_script(  # type: ignore[attr-defined]
            prog_name="fenlei", complete_var=VARIABLE, shell=shell.value
        )
    )
