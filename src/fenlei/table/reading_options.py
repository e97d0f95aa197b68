"""The options of `read_table`, as a type that the functions and commands which hand them on share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict


class ReadingOptions(TypedDict, total=False):
    """Options of `read_table` other than the source, the target and the language."""

    nominal: Sequence[str]
    numeric: Sequence[str]
    ordinal: Mapping[str, Sequence[str]]
    date: Sequence[str]
    text: Sequence[str]
    drop: Sequence[str]
    id: Sequence[str]
    missing: Sequence[str]
    encoding: str
    delimiter: str
