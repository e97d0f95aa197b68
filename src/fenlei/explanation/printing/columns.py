"""The columns of a table of a page: the numbers of one are written alike."""

from __future__ import annotations

import math
from typing import NamedTuple

from fenlei.explanation.working import DIGITS, Cell, Grid, shown

MINUS = "−"


class WrittenGrid(NamedTuple):
    """A grid in words; each heading and cell with whether its column holds numbers."""

    headings: list[tuple[str, bool]]
    rows: list[list[tuple[str, bool]]]


def written(grid: Grid, digits: int | None = None) -> WrittenGrid:
    """A grid with its columns written alike: numbers to the right, with the same decimals."""
    digits = grid.digits if digits in (None, DIGITS) else digits
    cells = [[row[j] for row in grid.rows] for j in range(len(grid.headings))]
    numeric = [is_numeric(each) for each in cells]
    columns = [column(each, digits or DIGITS) for each in cells]
    rows = [list(zip(row, numeric, strict=True)) for row in zip(*columns, strict=True)]
    return WrittenGrid(list(zip(grid.headings, numeric, strict=True)), rows)


def column(cells: list[Cell], digits: int = DIGITS) -> list[str]:
    """The cells of a column, numbers with as many decimals as the largest one leaves room for."""
    numbers = [cell for cell in cells if isinstance(cell, float) and math.isfinite(cell)]
    if not numbers or all(number.is_integer() for number in numbers):
        return [shown(cell).replace("-", MINUS) if is_numeric([cell]) else shown(cell) for cell in cells]
    largest = max(map(abs, numbers))
    return [
        like(cell, largest, digits) if isinstance(cell, float) and math.isfinite(cell) else shown(cell)
        for cell in cells
    ]


def like(value: float, largest: float, digits: int) -> str:
    """A number of a column, with as many decimals as leave `digits` digits of the column's largest.

    One that would be lost among the zeros, and all of a column of very large or small ones, get three digits
    of their own.
    """
    exponent = math.floor(math.log10(abs(largest))) if largest and math.isfinite(largest) else 0
    decimals = max(digits - 1 - exponent, 0)
    is_lost = 0 < abs(value) < 5 * 10.0 ** -(decimals + 1)
    plain = -5 < exponent < 9 and not is_lost and math.isfinite(value)
    return (f"{value:,.{decimals}f}" if plain else f"{value:.3g}").replace("-", MINUS)


def is_numeric(cells: list[Cell]) -> bool:
    """Whether a column holds numbers, also as words, and nothing else but gaps."""
    words = [shown(cell) for cell in cells if shown(cell)]
    return bool(words) and all(is_number(word) for word in words)


def is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
