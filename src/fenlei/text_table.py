"""Aligned text for terminals, where an East Asian character is two columns wide."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from unicodedata import east_asian_width

PIECE = re.compile(r"（*(?:[^\s\u2e80-\uffff]+|[\u2e80-\uffff])[，。；：、？！）]*\s*")  # what is not broken


def display_width(text: str) -> int:
    """Columns that a text takes on a terminal.

    Examples
    --------
    >>> display_width("ab"), display_width("苹果")
    (2, 4)
    """
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, broken at spaces and between East Asian characters.

    A longer word has a line of its own; no line begins with a closing mark or ends with an opening bracket.

    Examples
    --------
    >>> wrapped("red and green", 7), wrapped("苹果，和梨", 6)
    (['red and', 'green'], ['苹果，', '和梨'])
    """
    lines, line = [], ""
    for piece in PIECE.findall(text):
        if line and display_width((line + piece).rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()]


def padded(text: str, width: int, right: bool = False) -> str:
    """A text filled up with spaces to `width` columns, on its right or, with `right`, on its left.

    Examples
    --------
    >>> padded("梨", 4) + "|", padded("7", 3, right=True) + "|"
    ('梨  |', '  7|')
    """
    space = " " * (width - display_width(text))
    return space + text if right else text + space


def column_widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """Width of the widest cell of each column."""
    return [max(map(display_width, column)) for column in zip(*rows, strict=True)]


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Rows as lines with their cells below one another; columns in `right` are flush right.

    Examples
    --------
    >>> print("\\n".join(aligned([["fruit", "grams"], ["苹果", "200"]], right=[1])))
    fruit  grams
    苹果     200
    """
    widths = column_widths(rows)
    lines = [[padded(cell, widths[j], j in right) for j, cell in enumerate(row)] for row in rows]
    return ["  ".join(line).rstrip() for line in lines]
