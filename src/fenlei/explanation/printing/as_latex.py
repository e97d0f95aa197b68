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

# a box that is made smaller where it is wider than its share of the line
_FITTED = (
    "\\providecommand{\\fitted}[2]{\\sbox0{#2}\\ifdim\\wd0>#1\\linewidth"
    "\\resizebox{#1\\linewidth}{!}{\\usebox0}\\else\\usebox0\\fi}\n"
)
LONG = 30  # characters of a side that fit on a line in any case
NAME = 10  # of a left side that leaves room for the others
WIDE, SHORT = 60, 30  # characters of a table that fit in any case; rows of one that is not broken over pages


def latex_document(working: Working, digits: int = DIGITS) -> str:
    """The working as a whole document."""
    return document(working_latex(working, digits), working.lang)


def document(body: str, lang: str) -> str:
    """A whole document; one in Chinese is set by xelatex or lualatex with ctex."""
    head = f"{_HEAD[lang]}{_FITTED}\\setcounter{{MaxMatrixCols}}{{30}}\n"
    return f"{head}\\begin{{document}}\n{body}\\end{{document}}\n"


def working_latex(working: Working, digits: int = DIGITS) -> str:
    """The body of a document."""
    lines = [_FITTED + f"\\section*{{{prose(working.head)}}}"]
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
        if others and len(formula_text(sides[0], digits)) > NAME:
            first = f"&{first} \\\\\n"
        lines = [first + (" &= " + others[0] if others else ""), *(f"&= {side}" for side in others[1:])]
        inside = " \\\\\n".join(lines)
        yield f"\\begin{{align*}}\n{inside}\n\\end{{align*}}"


def _on_a_line(side: Formula, digits: int) -> str:
    """A side of a chain, made smaller where it would run out of the page."""
    written = formula_latex(side, digits)
    if len(formula_text(side, digits)) <= LONG:
        return written
    return rf"\fitted{{.75}}{{$\displaystyle {written}$}}"


def grid_latex(grid: Grid, title: str, digits: int) -> Iterator[str]:
    """A table with its title, if it has one."""
    digits = grid.digits if digits == DIGITS else digits
    columns = ["r" if _is_numeric([row[j] for row in grid.rows]) else "l" for j in range(len(grid.headings))]
    yield f"\n\\noindent {prose(title)}" if title else ""
    begin, end = _table(grid, "".join(columns), digits)
    yield f"{begin}\n\\toprule"
    yield " & ".join(map(prose, grid.headings)) + " \\\\\n\\midrule"
    for row in grid.rows:
        yield " & ".join(prose(shown(cell, digits)) for cell in row) + " \\\\"
    yield f"\\bottomrule\n{end}"


def _table(grid: Grid, columns: str, digits: int) -> tuple[str, str]:
    """How a table begins and ends: broken over pages, or, where it is wide and short, made smaller."""
    cells = [grid.headings, *([shown(cell, digits) for cell in row] for row in grid.rows)]
    width = sum(max(map(_width, column)) + 2 for column in zip(*cells, strict=True))
    if width <= WIDE or len(grid.rows) > SHORT:
        small = "" if width <= WIDE else "\\footnotesize\\setlength{\\tabcolsep}{3pt}"
        return f"{{{small}\\begin{{longtable}}{{{columns}}}", "\\end{longtable}}"
    begin = f"\\begin{{center}}\\fitted{{1}}{{\\begin{{tabular}}{{{columns}}}"
    return begin, "\\end{tabular}}\\end{center}"


def _width(words: str) -> int:
    """In characters of half a square; Chinese ones are twice as wide."""
    return sum(2 if ord(letter) > 0x2E7F else 1 for letter in words)


def _is_numeric(cells: list[Cell]) -> bool:
    return any(isinstance(cell, float | int) for cell in cells)
