"""Writing to the terminal: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fenlei.cli.texts import text
from fenlei.errors import spoken

if TYPE_CHECKING:
    from rich.table import Table

WIDE = 200  # letters of a line that goes to a file or a pipe
NARROW = 16  # letters of words that are never broken


def say(sentence: str) -> None:
    """A line on standard error."""
    print(sentence, file=sys.stderr, flush=True)


def print_json(document: object, flush: bool = False) -> None:
    """A JSON document in one line on standard output."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n")
    if flush:
        sys.stdout.flush()


def print_table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    words: Collection[int] = (0,),
    optional: Sequence[int] = (),
) -> None:
    """An aligned table on standard output.

    Columns are numbers but for those listed in `words`. Where the terminal is too narrow, the `optional`
    columns are left out, one after the other.
    """
    from rich.console import Console

    width = None if sys.stdout.isatty() else WIDE
    console = Console(file=sys.stdout, width=width, markup=False, highlight=False, emoji=False)
    unbounded = console.options.update(width=10_000)
    shown = list(range(len(headings)))
    table = _table(headings, rows, words, shown)
    for column in optional:
        if console.measure(table, options=unbounded).maximum <= console.width:
            break
        shown.remove(column)
        table = _table(headings, rows, words, shown)
    console.print(table)


def _table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], words: Collection[int], shown: Sequence[int]
) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for column in shown:
        widest = max((len(row[column]) for row in rows), default=0)
        if column in words:
            table.add_column(headings[column], min_width=min(widest, NARROW))
        else:
            table.add_column(headings[column], min_width=widest, justify="right")
    for row in rows:
        table.add_row(*(row[column] for column in shown))
    return table


@contextmanager
def work(lang: str, quiet: bool = False) -> Iterator[None]:
    """Around the work of a command: say once if kernels are being compiled; warnings become notes."""
    with _announced_compiling(lang, quiet), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", UserWarning)
        # One for each letter; the font has a note of its own.
        warnings.filterwarnings("ignore", "Glyph ", UserWarning)
        yield
    if not quiet:
        for note in dict.fromkeys(spoken(warning.message, lang) for warning in caught):
            say(text("note", lang, note=note))


@contextmanager
def _announced_compiling(lang: str, quiet: bool) -> Iterator[None]:
    from numba.core import event

    from fenlei.kernels.notice import LOGGER, compiling
    from fenlei.kernels.store import kept_in

    class CompilingNotice(event.Listener):
        is_announced = quiet

        def on_start(self, _: object) -> None:
            if not self.is_announced:
                self.is_announced = True
                say(compiling(kept_in(), lang))

        def on_end(self, _: object) -> None: ...

    LOGGER.disabled = True
    try:
        with event.install_listener("numba:compile", CompilingNotice()):
            yield
    finally:
        LOGGER.disabled = False
