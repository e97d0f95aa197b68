"""A working in LaTeX: sections, displayed formulas, tables."""

from __future__ import annotations

from collections.abc import Iterator

from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.printing.formula_latex import escaped, formula_latex
from fenlei.explanation.working import DIGITS, Cell, Grid, Working, WorkingStep, shown

_HEAD = {
    "en": "\\documentclass{article}\n\\usepackage{amsmath,booktabs,longtable}\n",
    "zh": "\\documentclass{ctexart}\n\\usepackage{amsmath,booktabs,longtable}\n",
}


def latex_document(working: Working, digits: int = DIGITS) -> str:
    """A whole document; one in Chinese is set by xelatex or lualatex with ctex."""
    body = working_latex(working, digits)
    head = f"{_HEAD[working.lang]}\\setcounter{{MaxMatrixCols}}{{30}}\n"
    return f"{head}\\begin{{document}}\n{body}\\end{{document}}\n"


def working_latex(working: Working, digits: int = DIGITS) -> str:
    """The body of a document."""
    lines = [f"\\section*{{{escaped(working.head)}}}"]
    if working.row:
        lines += [", ".join(f"{escaped(k)} = {escaped(v)}" for k, v in working.row_lines().items()), ""]
    lines += [*map(escaped, working.notes), ""] if working.notes else []
    for number, step in enumerate(working.steps, 1):
        lines += [f"\\subsection*{{{number}. {escaped(step.title)}}}", *_step(step, digits)]
    return "\n".join([*lines, f"\\textbf{{{escaped(working.conclusion)}}}", ""])


def _step(step: WorkingStep, digits: int) -> Iterator[str]:
    if step.says:
        yield escaped(step.says)
    yield from _formulas(step.formulas, digits)
    for grid in step.grids:
        yield from _grid(grid, "" if grid.title == step.title else grid.title, digits)
    for frame in step.frames:
        yield f"\n\\noindent {escaped(frame.caption)}"
        yield from _formulas(frame.formulas, digits)
        if frame.grid is not None:
            yield from _grid(frame.grid, frame.grid.title, digits)
    if step.figure is not None:
        yield f"\n\\emph{{{escaped(step.figure.sentence)}}}"
    yield ""


def _formulas(formulas: tuple[Formula, ...], digits: int) -> Iterator[str]:
    """Each formula as an aligned display, a side per line, so that none runs out of the page."""
    for formula in formulas:
        sides = formula.sides if isinstance(formula, Chain) else (formula,)
        first, *others = (formula_latex(side, digits) for side in sides)
        lines = [first + (" &= " + others[0] if others else ""), *(f"&= {side}" for side in others[1:])]
        inside = " \\\\\n".join(lines)
        yield f"\\begin{{align*}}\n{inside}\n\\end{{align*}}"


def _grid(grid: Grid, title: str, digits: int) -> Iterator[str]:
    digits = grid.digits if digits == DIGITS else digits
    columns = ["r" if _is_numeric([row[j] for row in grid.rows]) else "l" for j in range(len(grid.headings))]
    yield f"\n\\noindent {escaped(title)}" if title else ""
    yield f"\\begin{{longtable}}{{{''.join(columns)}}}\n\\toprule"
    yield " & ".join(map(escaped, grid.headings)) + " \\\\\n\\midrule"
    for row in grid.rows:
        yield " & ".join(escaped(shown(cell, digits)) for cell in row) + " \\\\"
    yield "\\bottomrule\n\\end{longtable}"


def _is_numeric(cells: list[Cell]) -> bool:
    return any(isinstance(cell, float | int) for cell in cells)
