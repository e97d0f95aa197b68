"""A working as text for a terminal."""

from __future__ import annotations

from fenlei.explanation.printing.formula_text import formula_text
from fenlei.explanation.texts import text
from fenlei.explanation.working import DIGITS, Frame, Grid, Working, WorkingStep, shown
from fenlei.text_table import aligned


def working_text(working: Working, digits: int = DIGITS) -> str:
    """Head, row, steps and conclusion; numbers are rounded here and nowhere else."""
    lines = [working.head, *(f"  {name} = {value}" for name, value in working.row_lines().items())]
    lines += ["", *working.notes] if working.notes else []
    for number, step in enumerate(working.steps, 1):
        lines += ["", *_step(number if len(working.steps) > 1 else 0, step, digits, working.lang)]
    return "\n".join([*lines, "", working.conclusion])


def _step(number: int, step: WorkingStep, digits: int, lang: str) -> list[str]:
    lines = [f"{number}. {step.title}" if number else step.title]
    lines += [step.says] if step.says else []
    lines += [f"  {formula_text(formula, digits)}" for formula in step.formulas]
    for grid in step.grids:
        lines += [grid.title] if grid.title and grid.title != step.title else []
        lines += lines_of(grid, digits)
    for frame in step.frames:
        lines += _frame(frame, digits)
    lines += [text("picture", lang, sentence=step.figure.sentence)] if step.figure else []
    return lines


def _frame(frame: Frame, digits: int) -> list[str]:
    lines = [f"  {frame.caption}", *(f"    {formula_text(each, digits)}" for each in frame.formulas)]
    return (
        lines if frame.grid is None else [*lines, *(f"    {line}" for line in lines_of(frame.grid, digits))]
    )


def lines_of(grid: Grid, digits: int = DIGITS) -> list[str]:
    """Lines of a grid, numbers flush right; a grid that wants more digits has them."""
    digits = grid.digits if digits == DIGITS else digits
    cells = [grid.headings, *(tuple(shown(cell, digits) for cell in row) for row in grid.rows)]
    columns = range(len(grid.headings))
    numeric = [j for j in columns if any(isinstance(row[j], float | int) for row in grid.rows)]
    return aligned(cells, right=numeric)
