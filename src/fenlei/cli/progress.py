"""Progress of a comparison on standard error: a bar on a terminal, a line per model elsewhere.

On a terminal a run that takes longer than `SOON` shows a line per finished model, too: the first run, which
compiles for a while, then has something to read. For a program that watches, `FoldLines` writes JSON.
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING, Self

from fenlei.cli.output import print_json, say
from fenlei.cli.texts import text

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from fenlei.study import Progress

SOON = 5.0  # seconds


class FoldProgress:
    """Shows each `Progress` that it is called with, from entering the context to leaving it."""

    def __init__(self, lang: str, quiet: bool = False) -> None:
        self.lang, self.quiet = lang, quiet
        self.bar = new_bar(quiet)
        self.last: Progress | None = None
        self.held_back: list[Progress] = []  # finished before `SOON`
        self.begin = perf_counter()

    def __call__(self, progress: Progress) -> None:
        if self.quiet:
            return
        if self.last is None and progress.resumed:
            say(text("progress.resumed", self.lang, resumed=progress.resumed, total=progress.total))
        if self.bar is not None:
            self.bar.update(
                self.bar.task_ids[0],
                description=progress.model,
                completed=progress.done,
                total=progress.total,
            )
        if progress.is_last:
            self.held_back.append(progress)
        if self.bar is None or perf_counter() - self.begin > SOON:
            for finished in self.held_back:
                self._say(finished)
            self.held_back = []
        self.last = progress

    def _say(self, progress: Progress) -> None:
        key = "progress.fold" if progress.accuracy is None else "progress.model"
        line = text(key, self.lang, **progress._asdict())
        if self.bar is None:
            say(line)
        else:
            self.bar.console.print(line, markup=False, highlight=False)

    def __enter__(self) -> Self:
        if self.bar is not None:
            self.bar.add_task("", total=None)
            self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()
        elif not self.quiet and self.last is not None and self.last.model and not self.last.is_last:
            self._say(self.last)  # where it was stopped


class FoldLines:
    """Each `Progress` as a line of JSON on standard output: `{"event": "fold", "model": ...}`."""

    def __call__(self, progress: Progress) -> None:
        print_json({"event": "fold" if progress.model else "start", **progress._asdict()}, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...


def new_bar(quiet: bool) -> Bar | None:
    """A bar on standard error, if that is a terminal."""
    if quiet or not sys.stderr.isatty():
        return None
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    return Bar(*columns, console=Console(stderr=True), transient=True)
