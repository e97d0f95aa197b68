"""Missing values: the words that stand for "no value" in a table's text."""

from __future__ import annotations

from collections.abc import Iterable

DEFAULT_MISSING: tuple[str, ...] = ("", "?", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", "未知")


def missing_words(missing: str | Iterable[str]) -> tuple[str, ...]:
    """The words as a tuple without repeats; the empty text is always among them.

    Examples
    --------
    >>> missing_words("n/a")
    ('', 'n/a')
    """
    words = (missing,) if isinstance(missing, str) else tuple(map(str, missing))
    return tuple(dict.fromkeys(("", *(word.strip() for word in words))))
