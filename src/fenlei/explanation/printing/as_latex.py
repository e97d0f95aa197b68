"""A working in LaTeX: sections, displayed formulas, tables."""

from __future__ import annotations

from collections.abc import Iterator

from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.printing.formula_latex import formula_latex, prose
from fenlei.explanation.printing.formula_text import formula_text
from fenlei.explanation.working import DIGITS, Cell, Grid, Working, WorkingStep, shown

_HEAD = {
    "en": "\\documentclass{article}\n\\usepackage{amsmath,booktabs,graphicx,longtable}\n",
    "zh": "\\documentclass{ctexart}\n\\usepackage{amsmath,booktabs,graphicx,longtable}\n",
}

LONG = 80  # characters of text that fit on a line


def latex_document(working: Working, digits: int = DIGITS) -> str:
    """The working as a whole document."""
    return document(working_latex(working, digits), working.lang)


def document(body: str, lang: str) -> str:
    """A whole document; one in Chinese is set by xelatex or lualatex with ctex."""
    head = f"{_HEAD[lang]}\\setcounter{{MaxMatrixCols}}{{30}}\n"
    return f"{head}\\begin{{document}}\n{body}\\end{{document}}\n"


def working_latex(working: Working, digits: int = DIGITS) -> str:
    """The body of a document."""
    lines = [f"\\section*{{{prose(working.head)}}}"]
    if working.row:
        lines += [", ".join(f"{prose(k)} = {prose(v)}" for k, v in working.row_lines().items()), ""]
    lines += [*map(prose, working.notes), ""] if working.notes else []
    for number, step in enumerate(working.steps, 1):
        lines += [f"\\subsection*{{{number}. {prose(step.title)}}}", *_step(step, digits)]
    return "\n".join([*lines, f"\\textbf{{{prose(working.conclusion)}}}", ""])


def _step(step: WorkingStep, digits: int) -> Iterator[str]:
    if step.says:
        yield prose(step.says)
    yield from formulas_latex(step.formulas, digits)
    for grid in step.grids:
        yield from grid_latex(grid, "" if grid.title == step.title else grid.title, digits)
    for frame in step.frames:
        yield f"\n\\noindent {prose(frame.caption)}"
        yield from formulas_latex(frame.formulas, digits)
        if frame.grid is not None:
            yield from grid_latex(frame.grid, frame.grid.title, digits)
    if step.figure is not None:
        yield f"\n\\emph{{{prose(step.figure.sentence)}}}"
    yield ""


def formulas_latex(formulas: tuple[Formula, ...], digits: int) -> Iterator[str]:
    """Each formula as an aligned display, a side per line, so that none runs out of the page."""
    for formula in formulas:
        sides = formula.sides if isinstance(formula, Chain) else (formula,)
        first, *others = (_on_a_line(side, digits) for side in sides)
        lines = [first + (" &= " + others[0] if others else ""), *(f"&= {side}" for side in others[1:])]
        inside = " \\\\\n".join(lines)
        yield f"\\begin{{align*}}\n{inside}\n\\end{{align*}}"


def _on_a_line(side: Formula, digits: int) -> str:
    """A side of a chain, made smaller where it would run out of the page."""
    written = formula_latex(side, digits)
    if len(formula_text(side, digits)) <= LONG:
        return written
    return rf"\resizebox{{.9\linewidth}}{{!}}{{$\displaystyle {written}$}}"


def grid_latex(grid: Grid, title: str, digits: int) -> Iterator[str]:
    """A table with its title, if it has one."""
    digits = grid.digits if digits == DIGITS else digits
    columns = ["r" if _is_numeric([row[j] for row in grid.rows]) else "l" for j in range(len(grid.headings))]
    yield f"\n\\noindent {prose(title)}" if title else ""
    yield f"\\begin{{longtable}}{{{''.join(columns)}}}\n\\toprule"
    yield " & ".join(map(prose, grid.headings)) + " \\\\\n\\midrule"
    for row in grid.rows:
        yield " & ".join(prose(shown(cell, digits)) for cell in row) + " \\\\"
    yield "\\bottomrule\n\\end{longtable}"


def _is_numeric(cells: list[Cell]) -> bool:
    return any(isinstance(cell, float | int) for cell in cells)
