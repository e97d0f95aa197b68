"""What an exercise is: plain values in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.working import DIGITS, Grid, Working


@dataclass(frozen=True)
class Question:
    """One question, the room to answer it, and its answer.

    Examples
    --------
    >>> Question("Which class is chosen?", 2, says="Fuji").says
    'Fuji'
    """

    text: str
    lines: int  # of empty room on the sheet
    answers: tuple[Formula, ...] = ()
    grid: Grid | None = None  # an answer that is a table
    says: str = ""  # an answer in words


@dataclass(frozen=True)
class Exercise:
    """An exercise: a table, questions, and the answers with their workings.

    `str` gives the sheet as text; `to_text`, `to_latex` and `to_html` give the sheet or, with `answers=True`,
    the answer sheet; `to_dict` gives both as plain data.

    Examples
    --------
    >>> from fenlei import exercise
    >>> sheet = exercise("joint_bayes", seed=1)
    >>> sheet.kind, sheet.rows, len(sheet.tables[0].rows)
    ('joint_bayes', 10, 10)
    >>> print(sheet.to_text(answers=True).splitlines()[0])
    Bayes' rule from a joint table: answers
    """

    kind: str
    rows: int
    seed: int
    lang: str
    title: str
    says: str
    tables: tuple[Grid, ...]  # the training rows first
    questions: tuple[Question, ...]
    workings: tuple[Working, ...]
    results: Mapping[str, Any] = field(default_factory=dict)  # the answers as numbers and words, by name

    def chains(self) -> Iterator[Chain]:
        """Every formula of the answers and of the workings whose sides can be compared."""
        for question in self.questions:
            yield from (each for each in question.answers if isinstance(each, Chain))
        for working in self.workings:
            yield from working.chains()

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON: the sheet and its answers."""
        from fenlei.exercises.printing.plain_data import to_plain

        return to_plain(self)

    def to_text(self, answers: bool = False, digits: int = DIGITS) -> str:
        """The sheet as text, or the answer sheet."""
        from fenlei.exercises.printing.as_text import answers_text, sheet_text

        return answers_text(self, digits) if answers else sheet_text(self, digits)

    def to_latex(self, answers: bool = False, digits: int = DIGITS) -> str:
        """The sheet as a LaTeX document, or the answer sheet."""
        from fenlei.exercises.printing.as_latex import answers_latex, sheet_latex

        return answers_latex(self, digits) if answers else sheet_latex(self, digits)

    def to_html(self, answers: bool = False, digits: int = DIGITS) -> str:
        """The sheet as a fragment of a page, or the answer sheet: MathML, SVG and tables, no script."""
        from fenlei.exercises.printing.as_html import answers_html, sheet_html

        return answers_html(self, digits) if answers else sheet_html(self, digits)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return self.to_html()
