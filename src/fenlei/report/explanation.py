"""A working as one HTML page that needs nothing else."""

from __future__ import annotations

import os

from markupsafe import Markup

from fenlei.atomic import atomic_write
from fenlei.explanation.printing.as_html import steps_html
from fenlei.explanation.printing.columns import MINUS
from fenlei.explanation.texts import text
from fenlei.explanation.working import DIGITS, Working
from fenlei.report.page import environment


def write_explanation(working: Working, path: str | os.PathLike[str], digits: int = DIGITS) -> None:
    """Write the working of a prediction, of a fit or of scores; an existing file is replaced in one step.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from fenlei import load
    >>> from fenlei.explanation import explain
    >>> from fenlei.report import write_explanation
    >>> from fenlei.study import train
    >>> with TemporaryDirectory() as folder:
    ...     write_explanation(explain(train("loan", "id3"), load("loan").table), Path(folder) / "row.html")
    ...     "owns_a_house" in (Path(folder) / "row.html").read_text("utf-8")
    True
    """
    templates, is_prediction = environment(), working.what == "prediction"
    page = templates.get_template("explanation.html.j2").render(
        lang="zh-CN" if working.lang == "zh" else "en",
        conclusion=working.conclusion,
        title=working.conclusion if is_prediction else working.head,
        subtitle=working.head if is_prediction else "",
        row={
            name: value.replace("-", MINUS) if isinstance(working.row[name], float) else value
            for name, value in working.row_lines().items()
        },
        notes=(*working.notes, text("rounded", working.lang, digits=digits)),
        steps=[Markup(step) for step in steps_html(working, digits)],
        style=Markup(templates.get_template("style.css.j2").render()),
    )
    with atomic_write(path, "w") as file:
        file.write(page)
