"""Progress on standard error: of a comparison a bar on a terminal, a line per model elsewhere.

On a terminal a run that takes longer than `SOON` shows a line per finished model, too: the first run, which
compiles for a while, then has something to read. For a program that watches, `FoldLines` writes JSON. A long
fit has a bar of its iterations, on a terminal only.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from threading import current_thread, main_thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self

from fenlei.cli.leaderboard import score_text
from fenlei.cli.output import print_json, say
from fenlei.cli.texts import text
from fenlei.rows.progress import PassProgress, watching
from fenlei.trace import tracing

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from fenlei.study import Progress

SOON = 5.0  # seconds
LONG, OFTEN = 1.0, 0.1  # seconds after which a fit gets a bar, and between two of its states


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
        key = "progress.fold" if progress.score is None else "progress.model"
        named = {
            "metric": text(f"column.{progress.metric}", self.lang),
            "score": score_text(progress.metric, progress.score),
        }
        line = text(key, self.lang, **progress._asdict() | named)
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


class FitProgress:
    """A bar of the iterations of a fit that takes longer than `LONG`, as `fenlei.trace` tells them.

    There is none unless standard error is a terminal; nobody listens then, and the fit tells nothing.
    """

    context: ExitStack

    def __init__(self, name: str, quiet: bool = False, lang: str = "en") -> None:
        self.name, self.lang, self.bar = name, lang, new_bar(quiet)
        self.begin = self.last = perf_counter()
        self.is_shown, self.has_parts = False, False

    def __call__(self, step: object) -> None:
        """A step of the fit itself, or of a part of it, which may come from another thread."""
        if isinstance(step, str):  # of a verbose fit
            print(step)
        done, most = getattr(step, "iteration", None), getattr(step, "most", None)
        if self.bar is None or done is None or current_thread() is not main_thread():
            return
        self.has_parts = self.has_parts or hasattr(step, "part")
        now = perf_counter()
        inner = self.has_parts and not hasattr(step, "part")  # of which there are many bars
        if inner or now - self.begin < LONG or now - self.last < OFTEN:
            return
        self.last = now
        self._show(self.name)
        self.bar.update(self.bar.task_ids[0], completed=done, total=most)

    def passed(self, step: PassProgress) -> None:
        """A pass over files: which, its share of rows, megabytes a second, and seconds that are left."""
        now = perf_counter()
        if self.bar is None or now - self.begin < LONG or now - self.last < OFTEN:
            return
        self.last = now
        facts = {"rate": step.n_bytes / 1e6 / max(step.seconds, 1e-9), "left": step.left}
        self._show(text("progress.pass", self.lang, name=self.name, number=step.number, **facts))
        self.bar.update(self.bar.task_ids[0], completed=step.rows, total=step.n_rows)

    def _show(self, words: str) -> None:
        assert self.bar is not None
        if not self.is_shown:
            self.bar.add_task(words, total=None)
            self.bar.start()
            self.is_shown = True
        self.bar.update(self.bar.task_ids[0], description=words)

    def __enter__(self) -> Self:
        self.context = ExitStack()
        if self.bar is not None:
            self.context.enter_context(tracing(self, closely=False))
            self.context.enter_context(watching(self.passed))
        return self

    def __exit__(self, *failure: Any) -> None:
        self.context.__exit__(*failure)
        if self.bar is not None and self.is_shown:
            self.bar.stop()


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
