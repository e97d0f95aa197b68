"""What a family draws: tables, questions and workings, worded in the language of the reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from fenlei.exercises.draws import Draws
from fenlei.exercises.sheet import Question
from fenlei.exercises.texts import text
from fenlei.explanation.formula.nodes import Formula
from fenlei.explanation.working import Grid, Working


class SheetTerms(NamedTuple):
    """Texts of one kind of exercise, in one language."""

    kind: str
    lang: str

    def say(self, key: str, **facts: object) -> str:
        return text(key, self.lang, **facts)

    def ask(
        self,
        key: str,
        lines: int,
        *answers: Formula,
        grid: Grid | None = None,
        says: str = "",
        **facts: object,
    ) -> Question:
        """The question KIND.key, with so many lines of room."""
        return Question(self.say(f"{self.kind}.{key}", **facts), lines, answers, grid, says)

    def grid(self, key: str, headings: tuple[str, ...], rows: Iterable[Iterable[Any]]) -> Grid:
        return Grid(self.say(f"grid.{key}"), headings, tuple(tuple(row) for row in rows))

    def words(self, *keys: str) -> tuple[str, ...]:
        return tuple(self.say(key) for key in keys)

    def listed(self, words: Iterable[object]) -> str:
        return self.say("comma").join(map(str, words))


class Drawn(NamedTuple):
    """An exercise that is not degenerate."""

    tables: tuple[Grid, ...]
    questions: tuple[Question, ...]
    workings: tuple[Working, ...]
    results: dict[str, Any]
    facts: dict[str, Any]  # that fill the introduction


Family = Callable[[Draws, int, SheetTerms], Drawn | None]  # None: degenerate or unwieldy, to be drawn again


class ExerciseKind(NamedTuple):
    """A kind of exercise: how it is drawn, and how many rows its table may have."""

    make: Family
    least: int
    usual: int
    most: int
