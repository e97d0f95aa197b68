"""An engine: where the leaves of a scan are worked on. It knows no mathematics, only two functions.

    each(table, work)            work(leaf) of every leaf, in the order of the rows
    total(table, work, merge)    the same, merged in the fixed tree of `kernels.merge_tree`

`work` and `merge` are plain values that can be pickled: functions of a module, methods of an unfitted
estimator, `functools.partial` of them. They are given leaves as `KeptRows`, and what they return can be
pickled too. A task is a run of leaves, `leaves_of(table, start, stop)`, so it names files and rows and
nothing else; an engine may repeat it anywhere.

`Threads` is the engine unless `working_on` another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol, TypeVar

from fenlei.kernels.merge_tree import MergeStack
from fenlei.kernels.threads import effective_n_jobs, inline, single_threaded_blas
from fenlei.rows.progress import watched

if TYPE_CHECKING:
    from fenlei.table.scanning.columns import KeptColumns
    from fenlei.table.scanning.recorded import KeptRows, RecordedTable

S = TypeVar("S")
R = TypeVar("R")


class Engine(Protocol):
    """What a scan needs of the place where its rows are worked on."""

    def each(
        self, table: RecordedTable, work: Callable[[KeptRows], R], n_jobs: int | None = None
    ) -> Iterator[R]:
        """`work` of every leaf, in order."""

    def total(
        self,
        table: RecordedTable,
        work: Callable[[KeptRows], S],
        merge: Callable[[S, S], S],
        n_jobs: int | None = None,
    ) -> S:
        """The work of all leaves, merged in the fixed tree."""


def leaves_of(table: RecordedTable, start: int | None = None, stop: int | None = None) -> Iterator[KeptRows]:
    """Leaves `start` to `stop` of the kept rows, in order; those of a pass, unless others are asked for."""
    from fenlei.table.scanning.recorded import joined, read_columns

    size = table.leaf
    first = size * (table.leaves[0] if start is None else start)
    last = min(size * (table.leaves[1] if stop is None else stop), table.n_rows)
    held: list[KeptColumns] = []
    count = 0
    for block in read_columns(table, first, last):
        while count + block.n >= size:
            held.append(block.slice(0, size - count))
            block = block.slice(size - count, block.n)
            yield joined(held)._replace(first=first)
            held, count, first = [], 0, first + size
        if block.n:
            held.append(block)
            count += block.n
    if count:
        yield joined(held)._replace(first=first)


class Threads:
    """This process: one thread reads, and several leaves are worked on meanwhile."""

    def each(
        self, table: RecordedTable, work: Callable[[KeptRows], R], n_jobs: int | None = None
    ) -> Iterator[R]:
        """`work` of every leaf, in order."""
        workers = table.room.workers(effective_n_jobs(n_jobs))
        with single_threaded_blas(), ThreadPoolExecutor(workers) as pool:
            waiting: deque[Future[R]] = deque()
            try:
                for leaf in leaves_of(table):
                    waiting.append(pool.submit(inline, work, leaf))
                    del leaf  # else the next is read while this one is held
                    if len(waiting) > workers:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                for future in waiting:
                    future.cancel()

    def total(
        self,
        table: RecordedTable,
        work: Callable[[KeptRows], S],
        merge: Callable[[S, S], S],
        n_jobs: int | None = None,
    ) -> S:
        """The work of all leaves, merged in the fixed tree."""
        stack = MergeStack(merge)
        for summary in watched(self.each(table, work, n_jobs), table):
            stack.add(summary)
        return stack.root()


_engine: ContextVar[Engine | None] = ContextVar("engine", default=None)


def current_engine() -> Engine:
    """The engine that scans use now."""
    return _engine.get() or Threads()


@contextmanager
def working_on(engine: Engine) -> Iterator[Engine]:
    """Let scans use an engine, inside the block.

    Examples
    --------
    >>> with working_on(Threads()) as engine:
    ...     current_engine() is engine
    True
    """
    token = _engine.set(engine)
    try:
        yield engine
    finally:
        _engine.reset(token)
