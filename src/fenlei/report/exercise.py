"""An exercise, or its answer sheet, as one HTML page that needs nothing else and prints well."""

from __future__ import annotations

import os

from markupsafe import Markup

from fenlei.atomic import atomic_write
from fenlei.exercises import Exercise
from fenlei.exercises.texts import text
from fenlei.explanation.working import DIGITS
from fenlei.report.page import environment


def exercise_page(exercise: Exercise, answers: bool = False, digits: int = DIGITS) -> str:
    """The page of a sheet, or of its answers.

    Examples
    --------
    >>> from fenlei import exercise
    >>> from fenlei.report import exercise_page
    >>> page = exercise_page(exercise("id3", seed=7, lang="zh"))
    >>> page.startswith("<!DOCTYPE html>"), "ID3" in page
    (True, True)
    """
    templates = environment()
    title = text("answers_title", exercise.lang, title=exercise.title) if answers else exercise.title
    command = f"fenlei exercise {exercise.kind} --rows {exercise.rows} --seed {exercise.seed}"
    return templates.get_template("exercise.html.j2").render(
        lang="zh-CN" if exercise.lang == "zh" else "en",
        title=title,
        sheet=Markup(exercise.to_html(answers, digits)),
        made_by=command + (" --lang zh" if exercise.lang == "zh" else ""),
        style=Markup(templates.get_template("style.css.j2").render()),
    )


def write_exercise(
    exercise: Exercise, path: str | os.PathLike[str], answers: bool = False, digits: int = DIGITS
) -> None:
    """Write the page of a sheet, or of its answers; an existing file is replaced in one step.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from fenlei import exercise
    >>> from fenlei.report import write_exercise
    >>> with TemporaryDirectory() as folder:
    ...     write_exercise(exercise("fisher"), Path(folder) / "answers.html", answers=True)
    ...     "S" in (Path(folder) / "answers.html").read_text("utf-8")
    True
    """
    page = exercise_page(exercise, answers, digits)
    with atomic_write(path, "w") as file:
        file.write(page)
