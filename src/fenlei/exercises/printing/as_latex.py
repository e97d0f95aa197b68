"""Sheets as LaTeX documents."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fenlei.exercises.sheet import Exercise, Question
from fenlei.exercises.texts import text
from fenlei.explanation.printing.as_latex import document, formulas_latex, grid_latex, working_latex
from fenlei.explanation.printing.formula_latex import escaped, prose
from fenlei.explanation.working import DIGITS

LETTER = re.compile(r"(?<![\w\\])(?:\$(\\[a-z]+)\$|([A-Za-z]))\\_([A-Za-z]+)")
_LINE = 0.7  # centimetres of room per line


def sheet_latex(exercise: Exercise, digits: int = DIGITS) -> str:
    """A whole document: title, tables and questions, each with room."""
    lines = [_title(exercise.title), _name_line(exercise), *_tables(exercise, digits)]
    for number, question in enumerate(exercise.questions, 1):
        room = f"\\vspace{{{question.lines * _LINE:.1f}cm}}"
        lines += [f"\\noindent\\textbf{{{number}.}} {prose_latex(question.text)}\n", f"{room}\n"]
    return document("\n".join(lines), exercise.lang)


def answers_latex(exercise: Exercise, digits: int = DIGITS) -> str:
    """A whole document: title, tables, each question with its answer, and the full working."""
    title = text("answers_title", exercise.lang, title=exercise.title)
    lines = [_title(title), *_tables(exercise, digits)]
    for number, question in enumerate(exercise.questions, 1):
        lines.append(f"\\noindent\\textbf{{{number}.}} {prose_latex(question.text)}\n")
        lines += _answers(question, digits)
    lines += [f"\\medskip\\noindent {escaped(text('rounded', exercise.lang, digits=digits))}", "\\newpage"]
    lines += [working_latex(working, digits) for working in exercise.workings]
    return document("\n".join(lines), exercise.lang)


def prose_latex(text: str) -> str:
    """A text with its letters of formulas set as such: S_w with w below S."""
    return LETTER.sub(lambda found: f"${found[1] or found[2]}_{{{found[3]}}}$", prose(text))


def _title(title: str) -> str:
    return f"\\section*{{{escaped(title)}}}"


def _name_line(exercise: Exercise) -> str:
    blank = "\\underline{\\hspace{4cm}}"
    return "\\noindent " + text("sheet_line", exercise.lang, blank=blank).replace("    ", "\\hfill ") + "\n"


def _tables(exercise: Exercise, digits: int) -> Iterator[str]:
    yield f"{prose_latex(exercise.says)}\n"
    for grid in exercise.tables:
        yield from grid_latex(grid, grid.title, digits)


def _answers(question: Question, digits: int) -> Iterator[str]:
    yield from formulas_latex(question.answers, digits)
    if question.grid is not None:
        yield from grid_latex(question.grid, question.grid.title, digits)
    if question.says:
        yield f"{escaped(question.says)}\n"
