"""A Dask cluster, by futures alone: tasks name files and rows, siblings are merged where they are.

A task has a key made of what it computes, so that it may be repeated anywhere; nothing is scattered, and what
is done with the rows is a task of its own, computed again if its worker dies. Only the root comes home.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from logging import CRITICAL
from time import monotonic
from typing import Any

from distributed import Client, Future, KilledWorker, LocalCluster, wait
from distributed.comm import CommClosedError

from fenlei.engines.cutting import Merge, TablePass, Task, Work, in_order, leaf_tasks, require_seen, where
from fenlei.errors import EngineError, UsageError, warn
from fenlei.kernels.merge_tree import merge_tree
from fenlei.kernels.threads import available_cores
from fenlei.rows.asked import digest
from fenlei.table.scanning.recorded import RecordedTable

WAIT, LATER, GRACE = 10, 1.0, 5.0  # seconds: for a scheduler; between two looks; for workers to come back
HERE, AHEAD = "127.0.0.1", 2  # the address of workers of our own; leaves of a worker whose results wait


@contextmanager
def opened(address: str) -> Iterator[Client]:
    """A client of a running scheduler, or, for "dask", of workers on this machine, one for each core."""
    if address == "dask":
        here = {"host": HERE, "dashboard_address": f"{HERE}:0", "silence_logs": CRITICAL, "processes": True}
        with LocalCluster(available_cores(), 1, **here) as cluster, Client(cluster) as client:
            yield client
        return
    try:
        client = Client(address.replace("dask://", "tcp://"), timeout=WAIT)
    except (OSError, ValueError):
        raise UsageError("engine.address", address=address, seconds=WAIT) from None
    with client:
        yield client


class DaskEngine:
    """Tasks for a Dask client, which waits `patience` seconds for workers if all are gone."""

    def __init__(self, client: Client, patience: float = 60.0) -> None:
        self.client, self.patience = client, patience
        self.address = client.scheduler.address

    def everywhere(self, ask: Callable[[], Any]) -> dict[str, Any]:
        """What each worker answers, by its address; an exception where it does not."""
        return dict(self.client.run(ask, on_error="return"))

    def each(self, table: RecordedTable, work: Work, n_jobs: int | None = None) -> Iterator[Any]:
        """`work` of every leaf, in order; a few are computed ahead."""
        submit = self._submit(TablePass.results, table, work, None)
        results = partial(self._awaited, table)
        return chain.from_iterable(in_order(submit, leaf_tasks(table), results, AHEAD * self._workers()))

    def total(self, table: RecordedTable, work: Work, merge: Merge, n_jobs: int | None = None) -> Any:
        """The work of all leaves, merged in the fixed tree."""
        submit = self._submit(TablePass.node, table, work, merge)
        tasks = TablePass(table, work).tasks(self._workers())

        def merged(a: tuple[Future, Task], b: tuple[Future, Task]) -> tuple[Future, Task]:
            task = a[1][0], b[1][1]
            return submit(task, a[0], b[0]), task

        root, _ = merge_tree(((submit(task), task) for task in tasks), merged)
        return self._awaited(table, root)

    def _submit(self, function: Callable[..., Any], *asked: Any) -> Callable[..., Future]:
        """A function that submits a task of a pass, or the merge of two."""
        require_seen(self.everywhere, asked[0])
        key = f"fenlei-{function.__name__}-{digest(asked)[:24]}"
        sent = self.client.submit(TablePass, *asked, key=f"{key}-pass")

        def submit(task: Task, *nodes: Future) -> Future:
            name = f"{key}-{'merge' if nodes else 'task'}-{task[0]}-{task[1]}"
            chosen, given = (TablePass.merged, nodes) if nodes else (function, (task,))
            return self.client.submit(chosen, sent, *given, key=name)

        return submit

    def _awaited(self, table: RecordedTable, future: Future) -> Any:
        """The result; a sentence where there will be none."""
        missed = None
        try:
            while not future.done():
                with suppress(TimeoutError):
                    wait([future], timeout=LATER)
                missed = self._missed(missed)
            return future.result()
        except KilledWorker as error:
            raise EngineError("engine.killed", **where(table, str(error.task), error.last_worker)) from None
        except (CommClosedError, CancelledError):
            raise EngineError("engine.lost", address=self.address) from None
        finally:
            if future.status != "finished":  # Ctrl-C, or an error, which must not answer the next pass
                self.client.cancel([future], force=True)

    def _missed(self, since: float | None) -> float | None:
        """Since when there have been no workers; an error after `patience` seconds without."""
        if self.client.nthreads():
            return None
        since = monotonic() if since is None else since
        facts = {"address": self.address, "seconds": self.patience}
        if (waited := monotonic() - since) > self.patience:
            raise EngineError("engine.no_workers", **facts)
        if waited > min(GRACE, 0.5 * self.patience):
            warn("engine.waiting", **facts)
        return since

    def _workers(self) -> int:
        return max(1, sum(self.client.nthreads().values()))
