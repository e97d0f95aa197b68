"""Names of the features and classes of a model, and texts, in the language of the reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from fenlei.explanation.figures import Figure
from fenlei.explanation.formula.nodes import Equation, Formula, Word
from fenlei.explanation.texts import text
from fenlei.explanation.working import Cell, Frame, Grid, WorkingStep, plain, shown
from fenlei.kernels import Array


class ModelTerms(NamedTuple):
    """Names of the features and classes of a model, and texts, in the language of the reader."""

    features: tuple[str, ...]
    categories: tuple[tuple[str, ...] | None, ...]  # names of codes; None for a number
    classes: tuple[str, ...]
    lang: str
    raw: tuple[str | None, ...] | None = None  # values before they were scaled; None: none was

    def say(self, key: str, **facts: object) -> str:
        return text(key, self.lang, **facts)

    def value(self, j: int, x: float) -> str:
        """Value x of feature j in words."""
        if np.isnan(x):
            return self.say("missing")
        names = self.categories[j]
        return shown(x) if names is None or not 0 <= x < len(names) else names[int(x)]

    def event(self, j: int, x: float) -> Formula:
        """Feature j has the value x."""
        return Equation(Word(self.features[j]), Word(self.value(j, float(x))))

    def value_headings(self) -> tuple[str, ...]:
        """Headings of `value_cells`."""
        return self.words("value") if self.raw is None else self.words("value", "scaled")

    def value_cells(self, j: int, x: float) -> tuple[Cell, ...]:
        """Value of feature j in words; where values are scaled, as it was given and as it is scaled."""
        if self.raw is None:
            return (self.value(j, x),)
        given = self.raw[j]
        return (self.value(j, x), "") if given is None else (given or self.say("missing"), shown(float(x)))

    def no_value(self) -> tuple[Cell, ...]:
        """Empty cells in place of `value_cells`."""
        return ("",) * len(self.value_headings())

    def grid(
        self, key: str, headings: Iterable[str], rows: Iterable[Sequence[object]], **facts: object
    ) -> Grid:
        return Grid(
            self.say(f"title.{key}", **facts), tuple(headings), tuple(tuple(map(plain, row)) for row in rows)
        )

    def step(
        self,
        key: str,
        formulas: Iterable[Formula] = (),
        grids: Iterable[Grid] = (),
        figure: Figure | None = None,
        frames: Iterable[Frame] = (),
        source: str = "",
        objective: str = "",
        **facts: object,
    ) -> WorkingStep:
        """A step: its title is the text `step.KEY`, its sentence `says.KEY`."""
        title, says = self.say(f"step.{key}", **facts), self.say(f"says.{key}", **facts)
        return WorkingStep(
            key, title, says, tuple(formulas), tuple(grids), figure, tuple(frames), source, objective
        )

    def words(self, *keys: str) -> tuple[str, ...]:
        return tuple(self.say(key) for key in keys)


def largest_first(weight: Array, most: int) -> tuple[Array, Array]:
    """Indices of the `most` largest weights, largest first, and the other indices in order."""
    order = np.argsort(-np.nan_to_num(weight, posinf=np.inf), kind="stable")
    return order[:most], np.sort(order[most:])
