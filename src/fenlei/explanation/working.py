"""What a working is made of: plain values in the reader's language; nothing here computes a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from fenlei.explanation.figures import Figure
from fenlei.explanation.formula.nodes import Chain, Formula

Cell = str | float | int | None
DIGITS = 6


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
    digits: int = DIGITS  # of its numbers as text


@dataclass(frozen=True)
class Frame:
    """One iteration of a step: what a player shows at a time.

    Examples
    --------
    >>> Frame("step 1").caption
    'step 1'
    """

    caption: str
    formulas: tuple[Formula, ...] = ()
    grid: Grid | None = None
    figure: Figure | None = None
    iteration: int = 0  # counted from 1; 0 is the start
    objective: float | None = None  # what the iterations lower or raise
    rows: tuple[int, ...] = ()  # training rows that it is about, counted from 0


@dataclass(frozen=True)
class WorkingStep:
    """One step of a working: a sentence, formulas with the numbers put in, tables, a picture, iterations.

    Examples
    --------
    >>> WorkingStep("prior", "Priors", frames=(Frame("step 1"),)).frames[0].caption
    'step 1'
    """

    key: str
    title: str
    says: str = ""
    formulas: tuple[Formula, ...] = ()
    grids: tuple[Grid, ...] = ()
    figure: Figure | None = None
    frames: tuple[Frame, ...] = ()
    source: str = ""  # document and equations, sections or cases in it: "000, 3-1…3-4"
    objective: str = ""  # name of the objective of the frames


@dataclass(frozen=True)
class Working:
    """The working of a fit or of one prediction, as a list of steps.

    `str` gives it as text, `to_latex` for slides, `to_html` as a fragment of a page, `to_dict` as plain data,
    from which `from_dict` makes an equal one.

    Examples
    --------
    >>> from fenlei import GaussianNB
    >>> from fenlei.explanation import Working, explain
    >>> model = GaussianNB().fit([[1.0], [2.0], [5.0], [6.0]], ["low", "low", "high", "high"])
    >>> found = explain(model, [[1.4]])
    >>> found.model, found.prediction, found.conclusion
    ('GaussianNB', 'low', 'Decision: low')
    >>> found.grids[-1].title
    "Prior times likelihood, by Bayes' formula"
    >>> Working.from_dict(found.to_dict()) == found
    True
    """

    model: str  # name of the estimator's class
    what: str  # "fit" or "prediction"
    steps: tuple[WorkingStep, ...]
    conclusion: str
    lang: str
    prediction: str = ""
    row: Mapping[str, Cell] = field(default_factory=dict)  # the features as they were given
    scaled: Mapping[str, Cell] = field(default_factory=dict)  # the numbers of the row as the model takes them
    notes: tuple[str, ...] = ()  # what to know when reading the numbers
    head: str = ""

    @property
    def grids(self) -> tuple[Grid, ...]:
        """The tables of all steps."""
        return tuple(grid for step in self.steps for grid in step.grids)

    def chains(self) -> Iterator[Chain]:
        """Every formula whose sides can be compared, also those of the iterations."""
        for step in self.steps:
            for formula in (*step.formulas, *(each for frame in step.frames for each in frame.formulas)):
                if isinstance(formula, Chain):
                    yield formula

    def row_lines(self) -> dict[str, str]:
        """The features as text; of a number that is scaled, both forms."""
        from fenlei.explanation.texts import text

        return {
            name: (text("missing", self.lang) if value is None else shown(value))
            + (f" ({shown(self.scaled[name])})" if name in self.scaled else "")
            for name, value in self.row.items()
        }

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        from fenlei.explanation.printing.plain_data import to_plain

        return to_plain(self)

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Working:
        """The working that `to_dict` made data of."""
        from fenlei.explanation.printing.plain_data import from_plain

        return from_plain(data)

    def to_text(self, digits: int = DIGITS) -> str:
        """The working as text, numbers with so many digits."""
        from fenlei.explanation.printing.as_text import working_text

        return working_text(self, digits)

    def to_latex(self, digits: int = DIGITS) -> str:
        """The working as the body of a LaTeX document (packages amsmath, booktabs, graphicx, longtable)."""
        from fenlei.explanation.printing.as_latex import working_latex

        return working_latex(self, digits)

    def to_html(self, digits: int = DIGITS) -> str:
        """The working as a fragment of a page: MathML, SVG and tables, no script."""
        from fenlei.explanation.printing.as_html import working_html

        return working_html(self, digits)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return self.to_html()


def shown(value: Cell, digits: int = DIGITS) -> str:
    """A cell as text, a number with so many digits."""
    if value is None:
        return ""
    return f"{value:.{digits}g}" if isinstance(value, float) else str(value)


def plain(value: object) -> Cell:
    """A cell from any number or word."""
    if isinstance(value, np.generic):
        value = value.item()
    return value if value is None or isinstance(value, str | float | int) else str(value)
