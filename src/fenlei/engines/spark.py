"""Spark, by `mapInArrow` over a frame of task numbers: the rows are read by the workers, never by Spark.

Each task is a partition of one row, repeated by Spark where its worker dies. Siblings are merged here, in the
order of the rows. Spark Connect (`sc://`) has all that is used.
"""

from __future__ import annotations

import os
import pickle
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any
from warnings import catch_warnings, simplefilter

import pyarrow as pa
from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from fenlei.engines.cutting import Merge, TablePass, Work, leaf_tasks, require_seen
from fenlei.errors import EngineError, UsageError
from fenlei.kernels.merge_tree import merge_tree
from fenlei.kernels.threads import available_cores
from fenlei.rows.progress import watched
from fenlei.table.scanning.recorded import RecordedTable

AHEAD, FAILURES = 2, 4  # tasks of a worker asked for together; of one task, after which its job fails
BROKEN = PySparkException, Py4JError, OSError


@contextmanager
def opened(address: str) -> Iterator[Any]:
    """A session of a running Spark, or, for "spark", of one on this machine with all its cores."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("fenlei")
    if address == "spark":
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        builder = builder.master(f"local[{available_cores()},{FAILURES}]")
        builder = builder.config(map={"spark.log.level": "OFF", "spark.ui.enabled": "false"})
    else:
        builder = builder.remote(address) if address.startswith("sc://") else builder.master(address)
    try:
        session = builder.getOrCreate()
    except (*BROKEN, RuntimeError) as error:
        raise UsageError("engine.spark", address=address, reason=type(error).__name__) from None
    with session:
        yield session


class SparkEngine:
    """Tasks for a Spark session."""

    def __init__(self, session: SparkSession) -> None:
        self.session = session
        self.seen: Any = None  # the files that all workers see
        self.workers = 1

    def everywhere(self, ask: Callable[[], Any]) -> dict[str, Any]:
        """What each worker answers; Spark makes a partition for each of them."""
        frame = self.session.range(1 << 12)
        try:
            found = self._run(frame, lambda number: (f"{socket.gethostname()} {number}", ask()))
        except EngineError as error:
            if "No module named 'fenlei'" in str(error.__context__):
                return {"Spark": ModuleNotFoundError("fenlei")}
            raise
        self.workers = max(self.workers, len(found))
        return dict(found)

    def each(self, table: RecordedTable, work: Work, n_jobs: int | None = None) -> Iterator[Any]:
        """`work` of every leaf, in order."""
        return chain.from_iterable(self._in_order(TablePass(table, work).results, table, leaf_tasks(table)))

    def total(self, table: RecordedTable, work: Work, merge: Merge, n_jobs: int | None = None) -> Any:
        """The work of all leaves, merged in the fixed tree."""
        asked = TablePass(table, work, merge)
        nodes = self._in_order(asked.node, table, tasks := asked.tasks(self.workers))
        return merge_tree(watched(nodes, table, tasks[0][1] - tasks[0][0]), merge)

    def _in_order(self, work: Work, table: RecordedTable, tasks: Sequence[Any]) -> Iterator[Any]:
        """The work of all tasks, some for each worker at a time."""
        if self.seen != table.files:
            require_seen(self.everywhere, table)
        self.seen = table.files
        for start in range(0, len(tasks), count := AHEAD * self.workers):
            stop = min(start + count, len(tasks))
            yield from self._run(self.session.range(start, stop, 1, stop - start), lambda i: work(tasks[i]))

    def _run(self, frame: Any, work: Callable[[int], Any]) -> list[Any]:
        """The work of the first number in each partition, in order; the first error, if any."""

        def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in list(batches)[:1]:  # all are read: a worker that leaves some is not used again
                number = batch.column(0)[0].as_py()
                columns = [pa.array([number]), pa.array([_answer(work, number)], pa.binary())]
                yield pa.RecordBatch.from_arrays(columns, names=["task", "answer"])

        try:
            with catch_warnings():  # of pandas, which has no part in it
                simplefilter("ignore", FutureWarning)
                rows = frame.mapInArrow(run, "task long, answer binary").collect()
        except BROKEN as error:
            raise EngineError("engine.broken", executor="Spark") from error
        found = [pickle.loads(answer) for _, answer in sorted(rows)]
        for _, failure in found:
            if failure is not None:
                raise failure
        return [value for value, _ in found]


def _answer(work: Callable[[int], Any], number: int) -> bytes:
    """The pickled work and its error, which would be the same the second time."""
    try:
        return pickle.dumps((work(number), None))
    except Exception as error:
        return pickle.dumps((None, error))
