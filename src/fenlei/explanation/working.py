"""What an explanation is made of: plain values in the reader's language; nothing here computes a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from fenlei.explanation.texts import text
from fenlei.kernels import Array
from fenlei.text_table import aligned

Cell = str | float | int | None


class Grid(NamedTuple):
    """A table of the working: words in the first columns, numbers in the others.

    Examples
    --------
    >>> from fenlei.explanation import Grid
    >>> grid = Grid("Prior", ("class", "share"), (("good", 0.25), ("bad", 0.75)))
    >>> grid.headings, [share for _, share in grid.rows]
    (('class', 'share'), [0.25, 0.75])
    """

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    digits: int = 6  # of its numbers as text


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

    def words(self, *keys: str) -> tuple[str, ...]:
        return tuple(self.say(key) for key in keys)


class Explanation(NamedTuple):
    """The working of one prediction.

    `str` gives it as text; `to_dict` as plain data.

    Examples
    --------
    >>> from fenlei import GaussianNB
    >>> from fenlei.explanation import explain
    >>> model = GaussianNB().fit([[1.0], [2.0], [5.0], [6.0]], ["low", "low", "high", "high"])
    >>> found = explain(model, [[1.4]])
    >>> found.model, found.prediction, found.conclusion
    ('GaussianNB', 'low', 'Decision: low')
    >>> [grid.title for grid in found.grids]
    ["Prior times likelihood, by Bayes' formula"]
    """

    model: str  # name of the estimator's class
    row: dict[str, Cell]  # the features as they were given
    grids: tuple[Grid, ...]
    prediction: str
    lang: str
    notes: tuple[str, ...] = ()  # what to know when reading the numbers
    of_number: bool = False  # whether a number is predicted, not a class
    scaled: Mapping[str, Cell] = MappingProxyType(
        {}
    )  # the numbers of the row as the model takes them, if it scales them

    @property
    def conclusion(self) -> str:
        key = "prediction_is" if self.of_number else "conclusion"
        return text(key, self.lang, prediction=self.prediction)

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON; a number that is not finite becomes a word."""
        grids = [
            {
                "title": grid.title,
                "headings": list(grid.headings),
                "rows": [list(map(_finite, row)) for row in grid.rows],
            }
            for grid in self.grids
        ]
        row = {name: _finite(value) for name, value in self.row.items()}
        facts: dict[str, object] = {
            "model": self.model,
            "row": row,
            "grids": grids,
            "prediction": self.prediction,
        }
        facts["notes"], facts["scaled"] = list(self.notes), dict(self.scaled)
        return facts

    def row_lines(self) -> dict[str, str]:
        """The features as text; of a number that is scaled, both forms."""
        return {
            name: shown(value) + (f" ({shown(self.scaled[name])})" if name in self.scaled else "")
            for name, value in self.row.items()
        }

    def __str__(self) -> str:
        lines = [text("head", self.lang, model=self.model)]
        lines += [f"  {name} = {value}" for name, value in self.row_lines().items()]
        lines += ["", *self.notes] if self.notes else []
        for grid in self.grids:
            lines += ["", grid.title, *lines_of(grid)]
        return "\n".join([*lines, "", self.conclusion])


def shown(value: Cell, digits: int = 6) -> str:
    """A cell as text, a number with so many digits."""
    if value is None:
        return ""
    return f"{value:.{digits}g}" if isinstance(value, float) else str(value)


def plain(value: object) -> Cell:
    """A cell from any number or word."""
    if isinstance(value, np.generic):
        value = value.item()
    return value if value is None or isinstance(value, str | float | int) else str(value)


def _finite(value: Cell) -> Cell:
    return shown(value) if isinstance(value, float) and not np.isfinite(value) else value


def lines_of(grid: Grid) -> list[str]:
    """Lines of a grid, numbers flush right."""
    cells = [grid.headings, *(tuple(shown(cell, grid.digits) for cell in row) for row in grid.rows)]
    columns = range(len(grid.headings))
    numeric = [j for j in columns if any(isinstance(row[j], float | int) for row in grid.rows)]
    return aligned(cells, right=numeric)


def largest_first(weight: Array, most: int) -> tuple[Array, Array]:
    """Indices of the `most` largest weights, largest first, and the other indices in order."""
    order = np.argsort(-np.nan_to_num(weight, posinf=np.inf), kind="stable")
    return order[:most], np.sort(order[most:])
