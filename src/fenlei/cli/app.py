"""The application: its commands, its language, and one guard around everything.

Help texts are declared by key and worded when the command line starts, in the language that it asks for.
"""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from io import TextIOWrapper
from itertools import pairwise
from typing import Annotated, Any

import typer
from typer import completion as scripts
from typer.core import TyperCommand, TyperGroup

from fenlei.cli import (
    compare,
    datasets,
    evaluate,
    exercise,
    explain,
    models,
    predict,
    structure,
    train,
    warm_up,
)
from fenlei.cli.exporting import completion, export
from fenlei.cli.faults import guarded
from fenlei.cli.files import sites
from fenlei.cli.help import help_text
from fenlei.cli.texts import text
from fenlei.cli.web import serve, studio
from fenlei.errors import UsageError

LANG_VARIABLE = "FENLEI_LANG"


class Command(TyperCommand):
    """A command with help of our own."""

    lang = "en"

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(help_text(self, ctx, self.lang))


class Commands(TyperGroup):
    """The group of commands; it runs one of them, and no exception leaves it."""

    lang = "en"

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(help_text(self, ctx, self.lang))

    def main(self, args: Sequence[str] | None = None, **extra: Any) -> Any:  # type: ignore[override]
        arguments = list(sys.argv[1:] if args is None else args)
        lang = language(arguments, os.environ)
        translate(self, lang)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")  # a terminal without Chinese letters
        if completion.VARIABLE in os.environ:
            scripts.completion_init()  # type: ignore[attr-defined]
        extra |= {"prog_name": "fenlei", "standalone_mode": False}
        run = super().main
        sys.exit(guarded(lambda: run(arguments, **extra), lang))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command of this name; for another name the error suggests the nearest."""
        if args[0] not in self.commands and not args[0].startswith("-"):
            nearest = difflib.get_close_matches(args[0], self.commands, n=1, cutoff=0.0)[0]
            raise UsageError("cli.command", name=args[0], nearest=nearest)
        return super().resolve_command(ctx, args)


def language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language asked for by --lang or by FENLEI_LANG, found before anything else is understood.

    Examples
    --------
    >>> language(["compare", "iris", "--lang", "zh"], {}), language([], {})
    ('zh', 'en')
    """
    given = environment.get(LANG_VARIABLE, "en")
    for word, following in pairwise([*arguments, ""]):
        if word == "--lang":
            given = following
        elif word.startswith("--lang="):
            given = word.removeprefix("--lang=")
    return "zh" if given == "zh" else "en"


def translate(command: Any, lang: str) -> None:
    """Word the help of a command, its parameters and its subcommands."""
    command.lang, command.help = lang, text(command.help, lang)
    help_option = command.get_help_option(typer.Context(command))
    help_option.help = "help.help"
    for parameter in (*command.params, help_option):
        parameter.help = text(parameter.help, lang)
    for subcommand in getattr(command, "commands", {}).values():
        translate(subcommand, lang)


app = typer.Typer(cls=Commands, help="help.fenlei", add_completion=False, pretty_exceptions_enable=False)
COMMANDS: dict[str, Callable[..., None]] = {
    "compare": compare.command,
    "train": train.command,
    "predict": predict.command,
    "evaluate": evaluate.command,
    "summarise": sites.summarise,
    "merge": sites.merge,
    "explain": explain.command,
    "serve": serve.command,
    "studio": studio.command,
    "export": export.command,
    "exercise": exercise.command,
    "reduce": structure.reduce,
    "cluster": structure.cluster,
    "models": models.command,
    "datasets": datasets.command,
    "warm-up": warm_up.command,
    "completion": completion.command,
}
for name, command in COMMANDS.items():
    app.command(name, cls=Command, help=f"help.{name}")(command)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"fenlei {version('fenlei')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="help.version")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
