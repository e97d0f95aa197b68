"""A team of threads: a whole pass over rows is one kernel per thread, which takes block after block.

A kernel for the team has the counters of its pass as last argument:

    @kernel
    def square(X, out_squares, counters):
        b = take_block(counters)
        while b >= 0:
            ...  # block b, written to where block b belongs
            block_done(counters)
            b = take_block(counters)

    share_blocks(square, number_of_blocks, X, squares, n_jobs=n_jobs)

Which thread takes a block does not matter to the result, so the bits are the same for any number of threads.
Sums are joined in a fixed binary tree (`next_pair`): neighbouring blocks, then neighbouring pairs, and so on.

The caller works too and waits only for blocks that others are in the middle of, never for a thread to start:
if all are busy with other passes, or cannot start, it does every block by itself. So passes of many callers
cannot block each other. A call from inside a task of `threads` has one thread. A forked child has a team of
its own. BLAS inside a kernel has to be capped by the caller (`threads.single_threaded_blas`).
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel, threads
from fenlei.kernels.counters import add_at, config, read_at

TAKEN, DONE, COUNT, LENGTH = 0, 16, 32, 40  # of the counters: no two on one cache line
SPINS = 50_000  # looks at the counter, some 50 µs, before the caller sleeps
NAP = 5e-5  # seconds


@part_of_kernel
def take_block(counters: Array) -> int:
    """The number of a block that nobody has taken, or -1 if none is left."""
    block = add_at(counters, TAKEN)
    return block if block < counters[COUNT] else -1


@part_of_kernel
def block_done(counters: Array) -> None:
    """Count a block whose results are written."""
    add_at(counters, DONE)


@part_of_kernel
def next_pair(block: int, step: int, out_marks: Array) -> tuple[int, int, int]:
    """What is to be joined after the sum of `step` blocks from `block` on: (left, right, step of both).

    right is 0 if the other half is not ready, whose thread will join them, or if nothing is left to join.
    `out_marks` has a counter for each block, 0 at first. In a kernel:

        left, right, step = next_pair(b, 1, marks)
        while right > 0:
            ...  # the sum at `right` is added to the sum at `left`
            left, right, step = next_pair(left, step, marks)

    The sum of all blocks is then at 0. At the right edge, halves without a neighbour wait for the next level.
    """
    count = out_marks.shape[0]
    while step < count:
        left = block - block % (2 * step)
        right = left + step
        if right < count:
            is_second = add_at(out_marks, right) > 0
            return left, right if is_second else 0, 2 * step
        step *= 2
    return block, 0, step


@kernel
def all_done(counters: Array, spins: int) -> bool:
    """Whether all blocks are done, after at most `spins` looks."""
    done = read_at(counters, DONE) >= counters[COUNT]
    while not done and spins > 0:
        done = read_at(counters, DONE) >= counters[COUNT]
        spins -= 1
    return done


class SharedPass:
    """A pass that several threads work on."""

    def __init__(self, work: Callable[..., None], count: int, arguments: tuple[object, ...]) -> None:
        self.work = work
        self.counters = np.zeros(LENGTH, np.int64)
        self.counters[COUNT] = count
        self.arguments: tuple[object, ...] | None = arguments
        self.error: BaseException | None = None

    def run(self) -> None:
        """Do blocks until none is left; a thread that comes late finds no arguments any more."""
        arguments = self.arguments
        if arguments is not None:
            self.work(*arguments, self.counters)

    def help(self) -> None:
        """The same in another thread: an error, such as no memory, goes to the caller."""
        try:
            self.run()
        except BaseException as error:
            self.error = error

    def lead(self) -> None:
        """The same in the thread of the caller, until all blocks are done."""
        try:
            self.run()
            while not all_done(self.counters, SPINS):
                if self.error is not None:
                    raise self.error
                time.sleep(NAP)
        finally:
            self.counters[TAKEN] = self.counters[COUNT]  # after an error nobody takes another block
            self.arguments = None  # what waits in the queue holds no rows


class Team:
    """Threads that help with passes, started when first needed, and the passes that they are asked for."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[SharedPass] = SimpleQueue()
        self.lock = threading.Lock()
        self.size = 0

    def ask(self, work: SharedPass, helpers: int) -> None:
        """Let up to `helpers` threads know about a pass."""
        if self.size < helpers:
            self._grow(helpers)
        for _ in range(min(helpers, self.size)):
            self.asked.put(work)

    def _grow(self, size: int) -> None:
        with self.lock:
            try:
                while self.size < size:
                    threading.Thread(target=self._help, name=f"fenlei-{self.size}", daemon=True).start()
                    self.size += 1
            except RuntimeError:  # no more threads: those that there are have to do
                pass

    def _help(self) -> None:
        while True:
            self.asked.get().help()  # no name is bound: a thread that waits holds no rows


_team = Team()


def share_blocks(
    work: Callable[..., None], count: int, *arguments: object, n_jobs: int | None = None
) -> None:
    """Run `work(*arguments, counters)` in up to `n_jobs` threads until `count` blocks are done."""
    shared = SharedPass(work, count, arguments)
    if config.DISABLE_JIT:  # Python would warn of what compiled code passes over
        with np.errstate(over="ignore", invalid="ignore"):
            shared.lead()
        return
    workers = 1 if threads.inside_task() else threads.effective_n_jobs(n_jobs)
    helpers = min(workers, threads.available_cores(), count) - 1
    if helpers > 0:
        _team.ask(shared, helpers)
    shared.lead()


def _start_afresh_in_child() -> None:
    """A forked child has none of the parent's threads."""
    global _team
    _team = Team()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_afresh_in_child)
