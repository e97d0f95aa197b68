"""An explanation as one HTML page that needs nothing else."""

from __future__ import annotations

import math
import os

from markupsafe import Markup

from fenlei.atomic import atomic_write
from fenlei.explanation.working import Cell, Explanation, Grid, shown
from fenlei.report.models import Display
from fenlei.report.numbers import MINUS, like
from fenlei.report.page import environment

DIGITS = 6  # of the largest number of a column


def write_explanation(explanation: Explanation, path: str | os.PathLike[str]) -> None:
    """Write the working of one prediction; an existing file is replaced in one step.

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
    templates = environment()
    page = templates.get_template("explanation.html.j2").render(
        lang="zh-CN" if explanation.lang == "zh" else "en",
        conclusion=explanation.conclusion,
        head=str(explanation).partition("\n")[0],
        row={
            name: value.replace("-", MINUS) if isinstance(explanation.row[name], float) else value
            for name, value in explanation.row_lines().items()
        },
        notes=explanation.notes,
        grids=[table(grid, explanation.lang) for grid in explanation.grids],
        style=Markup(templates.get_template("style.css.j2").render()),
    )
    with atomic_write(path, "w") as file:
        file.write(page)


def table(grid: Grid, lang: str) -> Display:
    """A grid with its columns written alike: numbers to the right, with the same decimals."""
    columns = [column([row[j] for row in grid.rows], grid.digits) for j in range(len(grid.headings))]
    numeric = [is_numeric([row[j] for row in grid.rows]) for j in range(len(grid.headings))]
    return {
        "title": grid.title,
        "headings": list(zip(grid.headings, numeric, strict=True)),
        "rows": [list(zip(cells, numeric, strict=True)) for cells in zip(*columns, strict=True)],
    }


def column(cells: list[Cell], digits: int = DIGITS) -> list[str]:
    numbers = [cell for cell in cells if isinstance(cell, float) and math.isfinite(cell)]
    if not numbers or all(number.is_integer() for number in numbers):
        return [shown(cell).replace("-", MINUS) if is_numeric([cell]) else shown(cell) for cell in cells]
    largest = max(map(abs, numbers))
    return [
        like(cell, largest, digits) if isinstance(cell, float) and math.isfinite(cell) else shown(cell)
        for cell in cells
    ]


def is_numeric(cells: list[Cell]) -> bool:
    """Whether a column holds numbers, also as words, and nothing else but gaps."""
    words = [shown(cell) for cell in cells if shown(cell)]
    return bool(words) and all(is_number(word) for word in words)


def is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
