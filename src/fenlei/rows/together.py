"""Several models in one scan: when all of them have asked for a pass, one reading of the files serves them.

Each model is fitted in a thread of its own, by the same lines as alone, and waits where it asks for a pass. A
leaf is then given to the work of each, and the merged sums of each are the ones it would have had alone. So
the files are read as often as the slowest of the models reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextvars import copy_context
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sklearn import config_context, get_config

from fenlei.rows.engine import Engine, current_engine, working_on

if TYPE_CHECKING:
    from fenlei.table.scanning.recorded import KeptRows, RecordedTable

R = TypeVar("R")
Work = Callable[[Any], Any]
Merge = Callable[[Any, Any], Any]
MOST = 64  # models that wait at the same time


@dataclass(frozen=True)
class SeveralWorks:
    """The work of several models on one leaf, a plain value that goes to other processes."""

    works: tuple[Work, ...]

    def __call__(self, leaf: KeptRows) -> tuple[Any, ...]:
        """What each makes of the leaf."""
        return tuple(work(leaf) for work in self.works)


@dataclass(frozen=True)
class SeveralMerges:
    """The merges of their summaries."""

    merges: tuple[Merge, ...]

    def __call__(self, a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
        """Two tuples of summaries as one."""
        return tuple(merge(x, y) for merge, x, y in zip(self.merges, a, b, strict=True))


class AskedPass(NamedTuple):
    """A pass that a model waits for."""

    table: RecordedTable
    work: Work
    merge: Merge
    n_jobs: int | None
    answer: Future[Any]


class SharedPasses:
    """The engine of several models, each in its thread; `serve` reads for all of them in the caller's."""

    def __init__(self, engine: Engine, count: int) -> None:
        self.engine, self.running = engine, count
        self.readings = 0  # of the files
        self._is_over = False
        self._news: SimpleQueue[AskedPass | None] = SimpleQueue()  # None: a model needs no more passes

    def each(self, table: RecordedTable, work: Work, n_jobs: int | None = None) -> Iterator[Any]:
        """`work` of every leaf, in order; nothing is shared."""
        return self.engine.each(table, work, n_jobs)

    def total(self, table: RecordedTable, work: Work, merge: Merge, n_jobs: int | None = None) -> Any:
        """The work of all leaves, merged in the fixed tree."""
        asked = AskedPass(table, work, merge, n_jobs, Future())
        self._news.put(asked)
        if self._is_over:
            raise CancelledError
        return asked.answer.result()

    def finished(self) -> None:
        """A model needs no more passes."""
        self._news.put(None)

    def serve(self) -> None:
        """Read the files whenever all models that run wait for it, until none runs."""
        waiting: list[AskedPass] = []
        try:
            while self.running:
                news = self._news.get()
                if news is None:
                    self.running -= 1
                else:
                    waiting.append(news)
                if waiting and len(waiting) >= self.running:
                    served = [each for each in waiting if _is_same(each.table, waiting[0].table)]
                    self._read(served)
                    waiting = [each for each in waiting if not each.answer.done()]
        finally:  # after Ctrl-C nobody waits for ever
            self._is_over = True
            while not self._news.empty():
                waiting += [each for each in [self._news.get()] if each is not None]
            for asked in waiting:
                asked.answer.cancel()

    def _read(self, asked: list[AskedPass]) -> None:
        """One reading for all; alone, if it fails, so that each has its own error."""
        self.readings += 1
        first = asked[0]
        try:
            if len(asked) == 1:
                first.answer.set_result(self.engine.total(first.table, first.work, first.merge, first.n_jobs))
                return
            works = SeveralWorks(tuple(each.work for each in asked))
            merges = SeveralMerges(tuple(each.merge for each in asked))
            answers: tuple[Any, ...] = self.engine.total(first.table, works, merges, first.n_jobs)
        except Exception as error:
            if len(asked) == 1:
                first.answer.set_exception(error)
            for each in asked if len(asked) > 1 else ():
                self._read([each])
            return
        for each, answer in zip(asked, answers, strict=True):
            each.answer.set_result(answer)


def _is_same(a: RecordedTable, b: RecordedTable) -> bool:
    """Whether two tables have the same leaves of the same rows."""
    return a is b or (a.leaf == b.leaf and a.pieces == b.pieces and a.files == b.files and a.wish == b.wish)


def fit_together(fits: Sequence[Callable[[], R]]) -> list[R]:
    """The result of each fit, all of them fed by the same readings of the files; the first error, if any.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from fenlei import GaussianNB, LinearDiscriminantAnalysis, scan
    >>> path = Path(tempfile.mkdtemp()) / "a.csv"
    >>> _ = path.write_text("size,kind\\n1,x\\n2,x\\n7,y\\n9,y\\n")
    >>> data = scan(path, target="kind")
    >>> models = GaussianNB(), LinearDiscriminantAnalysis()
    >>> [model.classes_.tolist() for model in fit_together([lambda m=m: m.fit(data) for m in models])]
    [['x', 'y'], ['x', 'y']]
    """
    found: list[R] = []
    for start in range(0, len(fits), MOST):
        found += _fit_some(fits[start : start + MOST])
    return found


def _fit_some(fits: Sequence[Callable[[], R]]) -> list[R]:
    if len(fits) == 1:
        return [fits[0]()]
    shared, config = SharedPasses(current_engine(), len(fits)), get_config()
    results: list[Future[R]] = [Future() for _ in fits]

    def run(fit: Callable[[], R], result: Future[R]) -> None:
        try:
            with working_on(shared), config_context(**config):  # which is a thing of the thread
                result.set_result(fit())
        except BaseException as error:
            result.set_exception(error)  # raised where the results are read
        finally:
            shared.finished()

    for fit, result in zip(fits, results, strict=True):
        Thread(target=copy_context().run, args=(run, fit, result), daemon=True).start()
    shared.serve()
    return [result.result() for result in results]
