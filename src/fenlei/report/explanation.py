"""An explanation as one HTML page that needs nothing else."""

from __future__ import annotations

import os

from markupsafe import Markup

from fenlei.atomic import atomic_write
from fenlei.explanation.working import Explanation, shown
from fenlei.report.page import environment


def write_explanation(explanation: Explanation, path: str | os.PathLike[str]) -> None:
    """Write the working of one prediction; an existing file is replaced in one step."""
    templates = environment()
    page = templates.get_template("explanation.html.j2").render(
        explanation=explanation,
        head=str(explanation).partition("\n")[0],
        shown=shown,
        is_number=lambda value: isinstance(value, float | int),
        style=Markup(templates.get_template("style.css.j2").render()),
    )
    with atomic_write(path, "w") as file:
        file.write(page)
