"""A process that works for `compare`: it takes jobs from its input and returns results on its output.

It ends when its input does, in the middle of a fit if need be, so that nothing is left running by a parent
that was killed. What it may allocate is limited by the system: a model that needs more fails by itself, and
neither the comparison nor the machine goes down with it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import IO, NamedTuple

from fenlei.errors import FenleiError
from fenlei.study.running.memory_limit import limit_memory
from fenlei.study.running.task import Job, Task

READY, COMPILING = "ready", "compiling"  # sent by a worker beside its results


class Start(NamedTuple):
    """The first request: the task, and the bytes that the worker may allocate."""

    task: Task
    memory: float


class Request(NamedTuple):
    """A job, and the cores that it may use."""

    job: Job
    n_jobs: int


class JobResult(NamedTuple):
    """The value of a job, or the sentence that explains why there is none."""

    value: object
    error: str | None = None


def run_job(job: Job, task: Task) -> JobResult:
    """Run a job; whatever a model does wrong must not end the comparison."""
    try:
        return JobResult(job.run(task))
    except Exception as error:
        return JobResult(None, sentence(error, task.lang))


def sentence(error: Exception, lang: str) -> str:
    """What went wrong, in one line."""
    if isinstance(error, FenleiError):
        return error.text(lang)
    first_line = (str(error).strip().splitlines() or [""])[0]
    return f"{type(error).__name__}: {first_line}"


def serve() -> None:
    """Run jobs until the input ends. First comes the `Start`, then the requests."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its workers
    replies = _own_output()
    requests: SimpleQueue[Start | Request] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    start = requests.get()
    assert isinstance(start, Start)
    limit_memory(start.memory)
    _send(replies, READY)
    with _compiling_announced(replies):
        while True:
            request = requests.get()
            assert isinstance(request, Request)
            _send(replies, run_job(request.job, start.task._replace(n_jobs=request.n_jobs)))


def _listen(source: IO[bytes], requests: SimpleQueue[Start | Request]) -> None:
    """Pass requests on; without a parent there is nothing left to do."""
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            requests.put(pickle.load(source))
    os._exit(0)


def _own_output() -> IO[bytes]:
    """The pipe to the parent; what a library prints goes to standard error instead."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return replies


def _send(replies: IO[bytes], message: str | JobResult) -> None:
    try:
        pickle.dump(message, replies, protocol=pickle.HIGHEST_PROTOCOL)
        replies.flush()
    except OSError:
        os._exit(0)


@contextmanager
def _compiling_announced(replies: IO[bytes]) -> Iterator[None]:
    """Send COMPILING once, when the first kernel is compiled; the parent says so."""
    from numba.core import event

    from fenlei.kernels.notice import LOGGER

    LOGGER.disabled = True

    class Announcer(event.Listener):
        is_announced = False

        def on_start(self, _: object) -> None:
            if not self.is_announced:
                self.is_announced = True
                _send(replies, COMPILING)

        def on_end(self, _: object) -> None: ...

    with event.install_listener("numba:compile", Announcer()):
        yield
