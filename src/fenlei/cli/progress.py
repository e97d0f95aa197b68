"""Progress of a comparison on standard error: a bar on a terminal, a line per model elsewhere."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Self

from fenlei.cli.output import say
from fenlei.cli.texts import text

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from fenlei.study import Progress


class FoldProgress:
    """Shows each `Progress` that it is called with, from entering the context to leaving it."""

    def __init__(self, lang: str, quiet: bool = False) -> None:
        self.lang, self.quiet = lang, quiet
        self.bar = new_bar(quiet)
        self.last: Progress | None = None

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
        elif progress.is_last:
            self._say(progress)
        self.last = progress

    def _say(self, progress: Progress) -> None:
        say(text("progress.fold", self.lang, **progress._asdict()))

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
