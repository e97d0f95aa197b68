"""A process that works for `compare`: it takes calls from its input and gives answers on its output.

It ends when its input does, in the middle of a fit if need be, so that nothing is left behind by a parent
that was killed. What it may allocate is limited by the system: a model that needs more fails by itself, and
neither the comparison nor the machine goes down with it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, NamedTuple

from fenlei.errors import FenleiError
from fenlei.registry import Entry
from fenlei.study.running.kernel_cache import share_compiled_kernels

READY, COMPILING = "ready", "compiling"  # what a worker says beside its answers


class Call(NamedTuple):
    """`function(entry, task, *rest)`, with the task that the worker got when it started."""

    function: Callable[..., Any]
    entry: Entry
    rest: tuple[Any, ...] = ()


class Answer(NamedTuple):
    """The value of a call, or the sentence that says why there is none."""

    value: Any
    error: str | None = None


def answer(call: Call, task: Any) -> Answer:
    """Make a call; whatever a model does wrong must not end the comparison."""
    try:
        return Answer(call.function(call.entry, task, *call.rest))
    except Exception as error:
        return Answer(None, sentence(error, task.lang))


def sentence(error: Exception, lang: str) -> str:
    """What went wrong, in one line."""
    if isinstance(error, FenleiError):
        return error.text(lang)
    first_line = (str(error).strip().splitlines() or [""])[0]
    return f"{type(error).__name__}: {first_line}"


def serve() -> None:
    """Answer calls until the input ends. First comes the task with the bytes it may take, then the calls."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its workers
    share_compiled_kernels()
    replies = _own_output()
    calls: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, calls), daemon=True).start()
    task, limit = calls.get()
    _limit_memory(limit)
    _send(replies, READY)
    with _telling_of_compiling(replies):
        while True:
            call, n_jobs = calls.get()
            _send(replies, answer(call, task._replace(n_jobs=n_jobs)))


def _listen(requests: IO[bytes], calls: SimpleQueue[Any]) -> None:
    """Pass requests on; without a parent there is nothing left to do."""
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            calls.put(pickle.load(requests))
    os._exit(0)


def _own_output() -> IO[bytes]:
    """The pipe to the parent; what a library prints goes to standard error instead."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return replies


def _send(replies: IO[bytes], message: Any) -> None:
    try:
        pickle.dump(message, replies, protocol=pickle.HIGHEST_PROTOCOL)
        replies.flush()
    except OSError:
        os._exit(0)


def _limit_memory(extra: float) -> None:
    """Let this process allocate so many bytes beside those that it has; where the system can."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[5])  # data and stack
        has = pages * resource.getpagesize()
        limit = int(min(has + extra, 2**62))
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        if hard == resource.RLIM_INFINITY or limit < hard:
            resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
    except (ImportError, OSError, ValueError):
        return


@contextmanager
def _telling_of_compiling(replies: IO[bytes]) -> Iterator[None]:
    from numba.core import event

    class Teller(event.Listener):
        told = False

        def on_start(self, _: Any) -> None:
            if not self.told:
                self.told = True
                _send(replies, COMPILING)

        def on_end(self, _: Any) -> None: ...

    with event.install_listener("numba:compile", Teller()):
        yield
