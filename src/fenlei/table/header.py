"""Column names: blank and repeated headers are repaired, unknown names are answered with the nearest one."""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Iterable, Sequence

from fenlei.errors import UsageError, wording
from fenlei.messages import Phrase, listed

_LISTED = 30


def repair_names(header: Iterable[object], lang: str = "en") -> tuple[list[str], list[str]]:
    """Unique, non-blank names for `header`, and one note for each name that had to change.

    Examples
    --------
    >>> repair_names(["id", "", "id"])[0]
    ['id', 'column_2', 'id_2']
    """
    wanted = [str(name).strip() for name in header]
    taken = set(wanted)
    names: dict[str, None] = {}  # in their order
    numbers: dict[str, int] = {}  # up to which name_2, name_3, ... are taken
    notes: list[str] = []
    for position, old in enumerate(wanted, start=1):
        name = old
        if not old:
            name, _ = _free_name("column", taken, position)
            notes.append(wording("table.note_blank_name", lang, position=position, name=name))
        elif old in names:
            name, numbers[old] = _free_name(old, taken, numbers.get(old, 2))
            notes.append(wording("table.note_duplicate_name", lang, old=old, position=position, name=name))
        taken.add(name)
        names[name] = None
    return list(names), notes


def _free_name(name: str, taken: set[str], number: int) -> tuple[str, int]:
    """The first of name_`number`, ... that is not taken, and its number."""
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}", number


def require_columns(wanted: Iterable[str], columns: Sequence[str]) -> None:
    """Raise a UsageError, naming the nearest column, for the first name that is not in `columns`."""
    for name in wanted:
        if name not in columns:
            nearest = nearest_name(name, columns)
            key = "table.unknown_column" if nearest is not None else "table.no_column"
            raise UsageError(key, column=name, nearest=nearest, columns=quoted(columns))


def nearest_name(name: str, columns: Sequence[str]) -> str | None:
    """The column that was meant: of one name in lower case, or with a slip; None if no name is like it.

    Examples
    --------
    >>> [nearest_name(name, ["name", "age"]) for name in ("AGE", "wage", "y")]
    ['age', 'age', None]
    """
    folded = {column.casefold(): column for column in reversed(columns)}
    close = difflib.get_close_matches(str(name)[:100].casefold(), folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else None


def as_option(name: str) -> str:
    """The name as it is written on the command line in a list of columns.

    Examples
    --------
    >>> print(as_option("size"), as_option("net weight"), as_option("a,b"))
    size 'net weight' '"a,b"'
    """
    doubled = name.replace('"', '""')
    return shlex.quote(f'"{doubled}"' if set(name) & set('",') else name)


def quoted(columns: Sequence[str]) -> Phrase:
    """The names in quotes, cut after thirty."""
    rest = len(columns) - _LISTED
    return listed(*map(repr, columns[:_LISTED]), *([f"... (+{rest})"] if rest > 0 else []))
