"""Sheets as fragments of a page: MathML, tables and SVG, no script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from fenlei.exercises.sheet import Exercise, Question
from fenlei.exercises.texts import text
from fenlei.explanation.printing.as_html import formulas_html, grid_html, steps_html
from fenlei.explanation.working import DIGITS, Working

LETTER = re.compile(r"(?<![\w])([A-Za-zμσ])_([A-Za-z]+)")


def sheet_html(exercise: Exercise, digits: int = DIGITS) -> str:
    """Title, tables and questions, each with room to work."""
    parts = [_opening(exercise), f"<h1>{escape(exercise.title)}</h1>", _name_line(exercise)]
    parts += _tables(exercise, digits)
    for question in exercise.questions:
        room = f'<div class="room" style="height: {question.lines * 1.6:.1f}em"></div>'
        parts.append(f"<li><p>{prose_html(question.text)}</p>{room}</li>")
    return "\n".join([*parts, "</ol>", "</div>"])


def answers_html(exercise: Exercise, digits: int = DIGITS) -> str:
    """Title, tables, each question with its answer, and the full working."""
    title = text("answers_title", exercise.lang, title=exercise.title)
    parts = [_opening(exercise), f"<h1>{escape(title)}</h1>", *_tables(exercise, digits)]
    for question in exercise.questions:
        inside = "\n".join(_answers(question, digits))
        parts.append(f'<li><p>{prose_html(question.text)}</p><div class="answer">{inside}</div></li>')
    parts += ["</ol>", f'<p class="help">{escape(text("rounded", exercise.lang, digits=digits))}</p>']
    parts.append(f'<h2 class="all">{escape(text("working", exercise.lang))}</h2>')
    parts += [_working(working, digits) for working in exercise.workings]
    return "\n".join([*parts, "</div>"])


def prose_html(text: str) -> str:
    """A text with its letters of formulas set as such: S_w with w below S."""
    return LETTER.sub(r"<i>\1</i><sub>\2</sub>", escape(text))


def _opening(exercise: Exercise) -> str:
    return f'<div class="exercise working" lang="{"zh-CN" if exercise.lang == "zh" else "en"}">'


def _name_line(exercise: Exercise) -> str:
    blank = '<span class="blank"></span>'
    parts = text("sheet_line", exercise.lang, blank="\n").split("    ")
    fields = "".join(f"<span>{escape(part).replace(chr(10), blank)}</span>" for part in parts)
    return f'<p class="name">{fields}</p>'


def _tables(exercise: Exercise, digits: int) -> Iterator[str]:
    yield f'<p class="says">{prose_html(exercise.says)}</p>'
    yield from (grid_html(grid, grid.title, digits) for grid in exercise.tables)
    yield f"<h2>{escape(text('questions', exercise.lang))}</h2>"
    yield '<ol class="questions">'


def _answers(question: Question, digits: int) -> Iterator[str]:
    yield from formulas_html(question.answers, digits)
    if question.grid is not None:
        yield grid_html(question.grid, question.grid.title, digits)
    if question.says:
        yield f"<p>{escape(question.says)}</p>"


def _working(working: Working, digits: int) -> str:
    parts = [f"<h2>{escape(working.head)}</h2>", *steps_html(working, digits)]
    return "\n".join([*parts, f"<p><strong>{escape(working.conclusion)}</strong></p>"])
