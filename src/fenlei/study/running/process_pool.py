"""Which process runs the jobs of a comparison: this one at first, several once it is worth it.

A process takes about two seconds before its first result (it imports NumPy, Numba and the rest). So jobs are
run here until they have taken GROW_AFTER seconds of processor time; small tables whose kernels are compiled
are finished by then. What is left after that, on a larger table or on a fresh installation where every model
compiles for seconds, is shared out to one process per core. Threads would not do: compiling and most of
Python hold the interpreter's lock, and what a model warns about is caught for a process, not for a thread.

Why not joblib's loky (tried with 3.6): a worker that is killed, as a system short of memory does, breaks its
whole executor, so that the jobs of all other workers fail with it and the model that caused it cannot be
named; and workers whose parent was killed compute on to the end of their job. Here one job fails, and
orphans end at once.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import process_time
from typing import IO, Self

from fenlei.errors import wording
from fenlei.kernels.threads import effective_n_jobs
from fenlei.study.running.memory_budget import size
from fenlei.study.running.task import Job, Task
from fenlei.study.running.worker import COMPILING, READY, JobResult, Request, Start, run_job

GROW_AFTER = 2.0
KILLED = -9  # the exit code of a process that got the signal that systems short of memory send
# The worker gets the parent's import path first, so that it finds the same modules.
PROGRAM = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from fenlei.study.running.worker import serve; serve()"
)
BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")


class WorkerProcess:
    """A process, a thread that writes its requests and one that waits for its messages."""

    def __init__(self, start: Start, threads: int, inbox: Inbox) -> None:
        environment = os.environ | dict.fromkeys(BLAS_THREADS, str(threads))
        # -P: nothing is imported from where the user happens to be. Its own session: Ctrl-C is not for it.
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.pipes: tuple[IO[bytes], IO[bytes]] = self.process.stdin, self.process.stdout
        self.requests: SimpleQueue[list[str] | Start | Request | None] = SimpleQueue()
        self.requests.put(sys.path)
        self.requests.put(start)
        self.job: Job | None = None
        self.is_ready = False
        self.threads = [
            threading.Thread(target=self._write, daemon=True),
            threading.Thread(target=self._read, args=(inbox,), daemon=True),
        ]
        for thread in self.threads:
            thread.start()

    def start(self, job: Job, n_jobs: int) -> None:
        """Let the process run a job."""
        self.job = job
        self.requests.put(Request(job, n_jobs))

    def _write(self) -> None:
        with suppress(OSError, ValueError):
            while (request := self.requests.get()) is not None:
                pickle.dump(request, self.pipes[0], protocol=pickle.HIGHEST_PROTOCOL)
                self.pipes[0].flush()

    def _read(self, inbox: Inbox) -> None:
        with suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
            while True:
                inbox.put((self, pickle.load(self.pipes[1])))
        inbox.put((self, None))  # it has ended

    def end(self) -> None:
        """Kill the process, whatever it is doing, and leave nothing of it."""
        self.requests.put(None)
        self.process.kill()
        self.process.wait()
        for thread in self.threads:
            thread.join()
        for pipe in self.pipes:
            with suppress(OSError):  # what was not written is not wanted
                pipe.close()


Inbox = SimpleQueue[tuple[WorkerProcess, str | JobResult | None]]


class ProcessPool:
    """Runs jobs, up to `size` at a time once it has grown; `n_jobs` cores are shared among them.

    A context manager: no process is left, however the context ends.
    """

    def __init__(self, task: Task, size: int, memory: float) -> None:
        self.task, self.size, self.memory = task, size, memory
        self.cores = effective_n_jobs(task.n_jobs)
        self.started = process_time()
        self.workers: list[WorkerProcess] = []
        self.here: list[Job] = []  # to be run in this process
        self.can_grow = bool(sys.executable)
        self.inbox: Inbox = SimpleQueue()

    @property
    def running(self) -> list[Job]:
        """Jobs that were started and are not finished."""
        return self.here + [worker.job for worker in self.workers if worker.job is not None]

    @property
    def has_room(self) -> bool:
        """Whether a job can be started at once."""
        return len(self.running) < (len(self.workers) or 1)

    @property
    def free_worker(self) -> int:
        """The number of the worker that gets the next job; 0 is also this process."""
        return next((k for k, worker in enumerate(self.workers) if worker.job is None), 0)

    def grow_if_worth_it(self, waiting: int) -> None:
        """Start processes if there are jobs to share out and the time for small tables is over.

        With a limited budget a single process is worth it, too: it can be ended when time is up.
        """
        wanted = min(self.size, waiting)
        if not self.can_grow or self.running or wanted < (1 if self.task.budget.is_limited else 2):
            return
        if process_time() - self.started > GROW_AFTER:
            self.can_grow = False
            self.workers = [self._new_worker(wanted) for _ in range(wanted)]

    def _new_worker(self, size: int) -> WorkerProcess:
        threads = max(1, self.cores // size)
        return WorkerProcess(Start(self.task.for_workers(), self.memory / size), threads, self.inbox)

    def start(self, job: Job, waiting: int = 0) -> None:
        """Start a job; `waiting` others could run beside it, so that the last ones get more cores each."""
        if not self.workers:
            self.here.append(job)
            return
        busy = min(len(self.workers), len(self.running) + 1 + waiting)
        self.workers[self.free_worker].start(job, max(1, self.cores // busy))

    def next(self, timeout: float) -> tuple[Job, JobResult] | None:
        """A finished job, or None if none finishes in time. A job in this process is run to its end."""
        if self.here:
            job = self.here.pop()
            return job, run_job(job, self.task)
        try:
            worker, message = self.inbox.get(timeout=timeout)
        except Empty:
            return None
        if worker not in self.workers:  # ended, with the job that it had
            return None
        if message is None:
            return self._after_end(worker)
        worker.is_ready = True
        if message == COMPILING:
            _announce_compiling()
        if message in (COMPILING, READY):
            return None
        assert isinstance(message, JobResult)
        assert worker.job is not None
        finished, worker.job = worker.job, None
        return finished, self._with_memory_limit(message)

    def _with_memory_limit(self, result: JobResult) -> JobResult:
        """A result; of a job that reached the memory limit, the error names the limit."""
        if result.error is None or not result.error.startswith(MemoryError.__name__):
            return result
        limit = size(self.memory / len(self.workers))
        return JobResult(None, wording("study.out_of_memory", self.task.lang, limit=limit))

    def _after_end(self, worker: WorkerProcess) -> tuple[Job, JobResult] | None:
        """A worker has ended by itself: it is replaced, and its job has failed.

        One that could not start returns its job, to be run here.
        """
        job = worker.job
        worker.end()
        self.workers.remove(worker)
        if worker.is_ready:
            self.workers.append(self._new_worker(len(self.workers) + 1))
            code = worker.process.returncode
            how = "study.worker_killed" if code == KILLED else "study.worker_crashed"
            ended = JobResult(None, wording(how, self.task.lang, code=code))
            return None if job is None else (job, ended)
        if job is not None:
            self.here.append(job)
        return None

    def end_jobs(self, name: str) -> None:
        """End the jobs of one model, whatever they are doing; another process takes the place of theirs."""
        self.here = [job for job in self.here if job.entry.name != name]
        for worker in [one for one in self.workers if one.job is not None and one.job.entry.name == name]:
            worker.end()
            self.workers[self.workers.index(worker)] = self._new_worker(len(self.workers))

    def end(self) -> None:
        """End all processes, whatever they are doing."""
        for worker in self.workers:
            worker.end()
        self.workers = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


def _announce_compiling() -> None:
    """Let listeners in this process, and the user, know that a worker compiles."""
    from numba.core import event

    from fenlei.kernels.notice import notify
    from fenlei.kernels.store import kept_in

    notify(kept_in())
    with event.trigger_event("numba:compile"):
        pass
