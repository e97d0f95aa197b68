"""Tasks: runs of leaves that are nodes of the tree of merges, so that no cut changes a bit of the sum.

A task is two numbers. What is done in it, a `TablePass`, is the same for all tasks of one reading.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from fenlei.errors import UsageError
from fenlei.kernels.merge_tree import merge_tree, tasks
from fenlei.kernels.threads import inline, single_threaded_blas
from fenlei.rows.engine import leaves_of
from fenlei.table.scanning.recorded import RecordedTable

Task = tuple[int, int]  # leaves, from and to
Work = Callable[[Any], Any]
Merge = Callable[[Any, Any], Any]
PER_WORKER, MOST = 4, 10_000  # tasks


class TablePass(NamedTuple):
    """What one reading of a table does with its rows."""

    table: RecordedTable
    work: Work
    merge: Merge | None = None

    def node(self, task: Task) -> Any:
        """The merged summaries of a run of leaves."""
        assert self.merge is not None
        with single_threaded_blas():
            leaves = leaves_of(self.table, *task)
            return merge_tree((inline(self.work, leaf) for leaf in leaves), self.merge)

    def merged(self, a: object, b: object) -> Any:
        """Two siblings as one."""
        assert self.merge is not None
        with single_threaded_blas():
            return self.merge(a, b)

    def results(self, task: Task) -> list[Any]:
        """The work of each of a run of leaves."""
        with single_threaded_blas():
            return [inline(self.work, leaf) for leaf in leaves_of(self.table, *task)]

    def tasks(self, workers: int) -> list[Task]:
        """Some tasks for each worker."""
        start, stop = self.table.leaves
        found = tasks(stop - start, task_size(stop - start, workers))
        return [(start + a, start + b) for a, b in found]


def leaf_tasks(table: RecordedTable) -> list[Task]:
    """A task for each leaf, where results may be as large as the rows."""
    return [(leaf, leaf + 1) for leaf in range(*table.leaves)]


def task_size(leaves: int, workers: int) -> int:
    """Leaves in a task: the most, a power of two, that leave some tasks to each worker.

    Examples
    --------
    >>> task_size(100, 2), task_size(3, 2), task_size(1 << 24, 5000)
    (8, 1, 2048)
    """
    most, least = max(1, leaves // (PER_WORKER * workers)), -(-leaves // MOST)
    size = 1 << (most.bit_length() - 1)
    return size if size >= least else 1 << (least - 1).bit_length()


def in_order(
    submit: Callable[[Task], Any], given: Iterable[Task], awaited: Callable[[Any], Any], ahead: int
) -> Iterator[Any]:
    """Results in the order of the tasks, of which some wait; those that are not needed are cancelled."""
    waiting: deque[Any] = deque()
    try:
        for task in given:
            waiting.append(submit(task))
            if len(waiting) > ahead:
                yield awaited(waiting.popleft())
        while waiting:
            yield awaited(waiting.popleft())
    finally:
        for future in waiting:
            future.cancel()


def require_seen(everywhere: Callable[[Callable[[], Any]], Mapping[str, Any]], table: RecordedTable) -> None:
    """Refuse workers that do not see the first file as it is here."""
    path = table.files[0].path
    for worker, size in everywhere(partial(_size, path)).items():
        if size != table.files[0].size and not isinstance(size, Exception):  # of a worker that has died
            raise UsageError("engine.no_file", worker=worker, path=path)


def _size(path: str) -> int | None:
    try:
        return Path(path).stat().st_size
    except OSError:
        return None


def where(table: RecordedTable, key: str, worker: Any) -> dict[str, Any]:
    """What a sentence tells of the task with key "...-start-stop" that has killed its workers."""
    first, stop = (int(part) for part in key.rsplit("-", 2)[-2:])
    before = first * table.leaf
    for piece in table.pieces:
        if before < piece.kept:
            break
        before -= piece.kept
    rows = {"start": first * table.leaf + 1, "stop": min(stop * table.leaf, table.n_rows)}
    return {
        "path": table.files[piece.file].path,
        "worker": worker.address,
        "limit": (worker.memory_limit or 0) >> 20,
        **rows,
    }
