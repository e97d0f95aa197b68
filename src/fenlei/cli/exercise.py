"""`fenlei exercise`: a sheet for a class, or its answers with the full working."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fenlei.atomic import atomic_write, check_target
from fenlei.cli import options
from fenlei.cli.options import Language
from fenlei.cli.output import print_table, say, work
from fenlei.cli.texts import text
from fenlei.errors import UsageError

if TYPE_CHECKING:
    from fenlei.exercises import Exercise


def command(
    kind: Annotated[
        str | None, typer.Argument(metavar="KIND", help="help.exercise_kind", show_default=False)
    ] = None,
    rows: Annotated[
        int | None, typer.Option(metavar="N", help="help.exercise_rows", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="help.exercise_seed")] = 0,
    answers: Annotated[bool, typer.Option("--answers", help="help.answers")] = False,
    html: Annotated[bool, typer.Option("--html", help="help.as_html")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="help.as_latex")] = False,
    json: Annotated[bool, typer.Option("--json", help="help.exercise_json")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="help.out_sheet", show_default=False)
    ] = None,
    digits: Annotated[int, typer.Option(metavar="N", min=1, max=17, help="help.digits")] = 6,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    form = _one_form({"html": html, "latex": latex, "json": json}, answers)
    if kind is None:
        return _list_kinds(lang)
    with work(lang, quiet):
        from fenlei.exercises import exercise

        if out is not None:
            check_target(out)
        document = _written(exercise(kind, rows, seed, lang=str(lang)), form, answers, digits)
        if out is not None:
            with atomic_write(out, "w") as file:
                file.write(document)
    if out is None:
        print(document)
    elif not quiet:
        say(text("exercise.done", lang, path=out))


def _one_form(forms: dict[str, bool], answers: bool) -> str:
    chosen = [name for name, is_chosen in forms.items() if is_chosen]
    if len(chosen) > 1:
        raise UsageError("exercise.one_format", first=chosen[0], second=chosen[1])
    if chosen == ["json"] and answers:
        raise UsageError("exercise.answers_json")
    return chosen[0] if chosen else "text"


def _written(exercise: Exercise, form: str, answers: bool, digits: int) -> str:
    if form == "html":
        from fenlei.report import exercise_page

        return exercise_page(exercise, answers, digits)
    if form == "json":
        import json

        return json.dumps(exercise.to_dict(), ensure_ascii=False, allow_nan=False)
    return exercise.to_latex(answers, digits) if form == "latex" else exercise.to_text(answers, digits)


def _list_kinds(lang: str) -> None:
    from fenlei.exercises import exercise_kinds

    headings = [text("column.name", lang), text("column.exercise", lang)]
    print_table(headings, list(exercise_kinds(lang).items()), words=(0, 1))
