"""Any `concurrent.futures.Executor`: threads, processes, `mpi4py.futures`, loky.

Tasks are submitted a few ahead, and the sums of runs of leaves are merged here, in the order of the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

from fenlei.engines.cutting import Merge, TablePass, Work, in_order, leaf_tasks
from fenlei.errors import EngineError
from fenlei.kernels.merge_tree import merge_tree
from fenlei.kernels.threads import available_cores
from fenlei.rows.progress import watched
from fenlei.table.scanning.recorded import RecordedTable

AHEAD = 2  # tasks of a worker that wait


class ExecutorEngine:
    """Tasks for an executor; `workers` of them run at the same time."""

    def __init__(self, executor: Executor, workers: int | None = None) -> None:
        self.executor = executor
        self.workers = workers or getattr(executor, "_max_workers", None) or available_cores()

    def everywhere(self, ask: Callable[[], Any]) -> dict[str, Any]:
        """What one worker answers; which of them it is, an executor does not say."""
        return {type(self.executor).__name__: self._awaited(self.executor.submit(ask))}

    def each(self, table: RecordedTable, work: Work, n_jobs: int | None = None) -> Iterator[Any]:
        """`work` of every leaf, in order."""
        run = TablePass(table, work).results
        for results in self._in_order(table, run, leaf_tasks(table)):
            yield from results

    def total(self, table: RecordedTable, work: Work, merge: Merge, n_jobs: int | None = None) -> Any:
        """The work of all leaves, merged in the fixed tree."""
        asked = TablePass(table, work, merge)
        tasks = asked.tasks(self.workers)
        nodes = self._in_order(table, asked.node, tasks)
        return merge_tree(watched(nodes, table, tasks[0][1] - tasks[0][0]), merge)

    def _in_order(self, table: RecordedTable, run: Callable[[Any], Any], tasks: list[Any]) -> Iterator[Any]:
        ahead = AHEAD * self.workers
        if table.room.leaves is not None:  # each task that runs holds a leaf
            ahead = min(ahead, table.room.leaves - 1)
        return in_order(lambda task: self.executor.submit(run, task), tasks, self._awaited, ahead)

    def _awaited(self, future: Future[Any]) -> Any:
        try:
            return future.result()
        except BrokenExecutor:
            raise EngineError("engine.broken", executor=type(self.executor).__name__) from None
