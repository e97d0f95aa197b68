"""Writing to the terminal: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from fenlei.cli.texts import text

WIDE = 200  # columns of a table that goes to a file or a pipe


def say(sentence: str) -> None:
    """A line on standard error."""
    print(sentence, file=sys.stderr, flush=True)


def print_json(document: Any) -> None:
    """The one JSON document of a command, on standard output."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n")


def print_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], words: Collection[int] = (0,)
) -> None:
    """An aligned table on standard output; columns are numbers but for those listed in `words`."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, heading in enumerate(headings):
        numbers = place not in words
        table.add_column(heading, justify="right" if numbers else "left", no_wrap=numbers)
    for row in rows:
        table.add_row(*row)
    width = None if sys.stdout.isatty() else WIDE
    Console(file=sys.stdout, width=width, markup=False, highlight=False, emoji=False).print(table)


@contextmanager
def work(lang: str, quiet: bool = False) -> Iterator[None]:
    """Around the work of a command: say once if kernels are being compiled; warnings become notes."""
    with _announced_compiling(lang, quiet), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", UserWarning)
        yield
    if not quiet:
        for note in dict.fromkeys(str(warning.message) for warning in caught):
            say(text("note", lang, note=note))


@contextmanager
def _announced_compiling(lang: str, quiet: bool) -> Iterator[None]:
    from numba.core import event

    class Announcer(event.Listener):
        said = quiet

        def on_start(self, _: Any) -> None:
            if not self.said:
                self.said = True
                say(text("progress.compiling", lang))

        def on_end(self, _: Any) -> None: ...

    with event.install_listener("numba:compile", Announcer()):
        yield
