"""Sheets as text for a terminal."""

from __future__ import annotations

from fenlei.exercises.sheet import Exercise, Question
from fenlei.exercises.texts import text
from fenlei.explanation.printing.as_text import lines_of, working_text
from fenlei.explanation.printing.formula_text import formula_text
from fenlei.explanation.working import DIGITS, Grid


def sheet_text(exercise: Exercise, digits: int = DIGITS) -> str:
    """Title, tables and questions, each with room."""
    lines = [exercise.title, "", exercise.says, *_tables(exercise, digits)]
    for number, question in enumerate(exercise.questions, 1):
        lines += ["", f"{number}. {question.text}", *[""] * (question.lines // 2)]
    return "\n".join(lines)


def answers_text(exercise: Exercise, digits: int = DIGITS) -> str:
    """Title, tables, each question with its answer, and the full working."""
    say = text("answers_title", exercise.lang, title=exercise.title)
    lines = [say, "", exercise.says, *_tables(exercise, digits)]
    for number, question in enumerate(exercise.questions, 1):
        lines += ["", f"{number}. {question.text}", *_answers(question, digits)]
    lines += ["", text("rounded", exercise.lang, digits=digits), "", text("working", exercise.lang)]
    for working in exercise.workings:
        lines += ["", working_text(working, digits)]
    return "\n".join(lines)


def _answers(question: Question, digits: int) -> list[str]:
    lines = [f"   {formula_text(each, digits)}" for each in question.answers]
    lines += [] if question.grid is None else [f"   {line}" for line in lines_of(question.grid, digits)]
    return [*lines, *([f"   {question.says}"] if question.says else [])]


def _tables(exercise: Exercise, digits: int) -> list[str]:
    return [line for grid in exercise.tables for line in ("", *_table(grid, digits))]


def _table(grid: Grid, digits: int) -> list[str]:
    return [grid.title, *(f"  {line}" for line in lines_of(grid, digits))]
