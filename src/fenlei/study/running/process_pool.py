"""Who makes the calls of a comparison: this process at first, several processes once it is worth it.

A process costs about two seconds before its first answer (it imports NumPy, Numba and the rest). So calls are
made here until they have taken SOON seconds of processor time; small tables whose kernels are compiled are
finished by then. What is left after that, on a larger table or on a fresh installation where every model
compiles for seconds, is shared out to one process per core. Threads would not do: compiling and most of
Python hold the interpreter's lock, and what a model warns about is caught for a process, not for a thread.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from time import process_time
from typing import Any

from fenlei.errors import wording
from fenlei.kernels.threads import effective_n_jobs
from fenlei.study.running.memory_budget import size
from fenlei.study.running.worker import COMPILING, READY, Answer, Call, answer

SOON = 2.0
KILLED = -9  # the exit code of a process that got the signal that systems short of memory send
# The worker gets the parent's import path first, so that it finds the same modules.
PROGRAM = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from fenlei.study.running.worker import serve; serve()"
)
BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")


class Worker:
    """A process, and a thread that waits for its answers."""

    def __init__(self, task: Any, memory: float, threads: int, answers: SimpleQueue[Any]) -> None:
        environment = os.environ | dict.fromkeys(BLAS_THREADS, str(threads))
        # -P: nothing is imported from where the user happens to be. Its own session: Ctrl-C is not for it.
        self.process: Any = subprocess.Popen(
            [sys.executable, "-P", "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )
        self.requests: SimpleQueue[Any] = SimpleQueue()
        self.requests.put(sys.path)
        self.requests.put((task, memory))
        self.call: Call | None = None
        self.is_ready = False
        self.threads = [
            threading.Thread(target=self._write, daemon=True),
            threading.Thread(target=self._read, args=(answers,), daemon=True),
        ]
        for thread in self.threads:
            thread.start()

    def begin(self, call: Call, n_jobs: int) -> None:
        self.call = call
        self.requests.put((call, n_jobs))

    def _write(self) -> None:
        with suppress(OSError, ValueError):
            while (request := self.requests.get()) is not None:
                pickle.dump(request, self.process.stdin, protocol=pickle.HIGHEST_PROTOCOL)
                self.process.stdin.flush()

    def _read(self, answers: SimpleQueue[Any]) -> None:
        with suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
            while True:
                answers.put((self, pickle.load(self.process.stdout)))
        answers.put((self, None))  # it has ended

    def end(self) -> None:
        self.requests.put(None)
        self.process.kill()
        self.process.wait()
        for thread in self.threads:
            thread.join()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):  # what was not written is not wanted
                pipe.close()


class Crew:
    """Makes calls, up to `size` at a time once it has grown; `n_jobs` cores are shared among them."""

    def __init__(self, task: Any, size: int, memory: float) -> None:
        self.task, self.size, self.memory = task, size, memory
        self.cores = effective_n_jobs(task.n_jobs)
        self.started = process_time()
        self.workers: list[Worker] = []
        self.here: list[Call] = []  # to be made in this process
        self.can_grow = bool(sys.executable)
        self.answers: SimpleQueue[Any] = SimpleQueue()

    @property
    def running(self) -> list[Call]:
        """Calls that were begun and not answered."""
        return self.here + [worker.call for worker in self.workers if worker.call is not None]

    @property
    def has_room(self) -> bool:
        return len(self.running) < (len(self.workers) or 1)

    @property
    def free_worker(self) -> int:
        """The number of the worker that gets the next call; 0 is also this process."""
        return next((k for k, worker in enumerate(self.workers) if worker.call is None), 0)

    def grow_if_worth_it(self, waiting: int) -> None:
        """Start processes if there are calls to share out and the time for small tables is over.

        With a limited budget a single process is worth it, too: it can be ended when time is up.
        """
        wanted = min(self.size, waiting)
        if not self.can_grow or self.running or wanted < (1 if self.task.budget.is_limited else 2):
            return
        if process_time() - self.started > SOON:
            self.can_grow = False
            self.workers = [self._new_worker(wanted) for _ in range(wanted)]

    def _new_worker(self, size: int) -> Worker:
        threads = max(1, self.cores // size)
        return Worker(self.task.for_workers(), self.memory / size, threads, self.answers)

    def begin(self, call: Call, waiting: int = 0) -> None:
        """Begin a call; `waiting` others could run beside it, so that the last ones get more cores each."""
        if not self.workers:
            self.here.append(call)
            return
        busy = min(len(self.workers), len(self.running) + 1 + waiting)
        self.workers[self.free_worker].begin(call, max(1, self.cores // busy))

    def next(self, timeout: float) -> tuple[Call, Answer] | None:
        """An answer, or None if none comes in time. A call here takes its time."""
        if self.here:
            call = self.here.pop()
            return call, answer(call, self.task)
        try:
            worker, message = self.answers.get(timeout=timeout)
        except Empty:
            return None
        if message is None:
            return self._after_end(worker)
        worker.is_ready = True
        if message == COMPILING:
            _announce_compiling()
        if message in (COMPILING, READY):
            return None
        call, worker.call = worker.call, None
        return call, self._in_words(message)

    def _in_words(self, answer: Answer) -> Answer:
        """An answer; one that ran into the limit of memory says so."""
        if answer.error is None or not answer.error.startswith(MemoryError.__name__):
            return answer
        limit = size(self.memory / len(self.workers))
        return Answer(None, wording("study.out_of_memory", self.task.lang, limit=limit))

    def _after_end(self, worker: Worker) -> tuple[Call, Answer] | None:
        """A worker has ended by itself: another takes its place, and its call has failed.

        One that could not start gives its call back, to be made here.
        """
        call = worker.call
        worker.end()
        self.workers.remove(worker)
        if worker.is_ready:
            self.workers.append(self._new_worker(len(self.workers) + 1))
            code = worker.process.returncode
            how = "study.worker_killed" if code == KILLED else "study.worker_crashed"
            ended = Answer(None, wording(how, self.task.lang, code=code))
            return None if call is None else (call, ended)
        if call is not None:
            self.here.append(call)
        return None

    def end(self) -> None:
        """End all processes, whatever they are at."""
        for worker in self.workers:
            worker.end()
        self.workers = []


@contextmanager
def crew_for(task: Any, size: int, memory: float) -> Iterator[Crew]:
    """A crew that is gone afterwards, however it ends."""
    crew = Crew(task, size, memory)
    try:
        yield crew
    finally:
        crew.end()


def _announce_compiling() -> None:
    """Let listeners in this process know that a worker compiles."""
    from numba.core import event

    with event.trigger_event("numba:compile"):
        pass
