"""Checkpoints by replay: the sums of finished passes in a folder, under a hash of what was asked.

A fit that was stopped, by whatever, is run again: the same lines ask the same questions, those that were
answered are answered from the folder, and the model has the same bits. No estimator knows of it.

    work/lock            held by the run that uses the folder
    work/work.json       version of fenlei; path, size and time of each file of the table
    work/<hash>.sums     the root of a pass, in the layout of safetensors
    work/<hash>.part     the nodes of a long pass that are complete, written about every 30 seconds
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import fenlei
from fenlei.atomic import atomic_write, make_folder, sweep
from fenlei.engines.cutting import Merge, Work
from fenlei.engines.kept_values import NotKept, put_together, taken_apart
from fenlei.errors import DataError, ModelFileError, UsageError
from fenlei.kernels import Array
from fenlei.kernels.merge_tree import CompleteNode, MergeStack
from fenlei.model_file.container import read, write
from fenlei.rows.asked import digest
from fenlei.rows.engine import Engine
from fenlei.table.scanning.recorded import RecordedTable
from fenlei.table.scanning.room import ReadingRoom

EVERY = 30.0  # seconds of a pass that may be lost
FIRST = 64  # leaves, a power of two, that a pass begins with; twice as many wherever they are quick


@contextmanager
def kept_in(folder: Path, engine: Engine) -> Iterator[Engine]:
    """An engine whose finished passes are kept in a folder, which no other run may use meanwhile."""
    make_folder(folder)
    sweep(folder)
    with _locked(folder / "lock", folder):
        yield KeptPasses(folder, engine)


class KeptPasses:
    """Answers a pass from the folder, or else has the engine run it, and keeps the answer."""

    def __init__(self, folder: Path, engine: Any) -> None:
        self.folder, self.engine = folder, engine
        self.answered = self.continued = 0  # passes from the folder, whole or in part

    def everywhere(self, ask: Callable[[], Any]) -> dict[str, Any]:
        """What each worker answers."""
        return dict(self.engine.everywhere(ask))

    def each(self, table: RecordedTable, work: Work, n_jobs: int | None = None) -> Iterator[Any]:
        """`work` of every leaf, in order; nothing is kept."""
        return self.engine.each(table, work, n_jobs)

    def total(self, table: RecordedTable, work: Work, merge: Merge, n_jobs: int | None = None) -> Any:
        """The work of all leaves, merged in the fixed tree."""
        self._require_same(table)
        path = self.folder / f"{digest((table._replace(room=ReadingRoom()), work, merge))[:40]}.sums"
        try:
            found = put_together(*read(path))
            self.answered += 1
        except (ModelFileError, NotKept):  # none, or one that was damaged
            found = self._in_parts(table, work, merge, n_jobs, path.with_suffix(".part"))
            self._keep(found, path)
            path.with_suffix(".part").unlink(missing_ok=True)
        return found

    def _in_parts(
        self, table: RecordedTable, work: Work, merge: Merge, n_jobs: int | None, kept: Path
    ) -> Any:
        """The work of all leaves, in runs that are nodes of the tree, of which those done are kept."""
        stack, size, (start, stop) = self._stopped(kept, merge), FIRST, table.leaves
        written, start = monotonic(), start + stack.leaves
        self.continued += start > 0
        while stop - start > size:
            first = monotonic()
            part = table._replace(part=(start, start + size))
            stack.add(self.engine.total(part, work, merge, n_jobs), size.bit_length() - 1)
            start += size
            if monotonic() - written > EVERY:
                self._keep([list(node) for node in stack.nodes], kept)
                written = monotonic()
            if monotonic() - first < 0.25 * EVERY and start % (2 * size) == 0:
                size *= 2
        rest = self.engine.total(table._replace(part=(start, stop)) if start else table, work, merge, n_jobs)
        stack.nodes.append(CompleteNode(-1, rest))  # the right edge, which has no sibling
        return stack.root()

    def _stopped(self, kept: Path, merge: Merge) -> MergeStack[Any]:
        """The nodes of a pass that was stopped; none, if there are none."""
        try:
            nodes = [CompleteNode(int(level), summary) for level, summary in put_together(*read(kept))]
        except (ModelFileError, NotKept, TypeError, ValueError):
            nodes = []
        return MergeStack(merge, nodes)

    def _keep(self, found: Any, path: Path) -> None:
        arrays: dict[str, Array] = {}
        try:
            document = taken_apart(found, arrays)
        except NotKept:
            return
        with atomic_write(path) as stream:
            write(stream, document, arrays)

    def _require_same(self, table: RecordedTable) -> None:
        """Refuse the folder of another version or of other files."""
        ours = {
            "fenlei": fenlei.__version__,
            "files": [[file.path, file.size, file.changed] for file in table.files],
        }
        path = self.folder / "work.json"
        try:
            theirs = json.loads(path.read_text("utf-8"))
            known = {name: [size, changed] for name, size, changed in theirs["files"]}
        except FileNotFoundError:
            with atomic_write(path, "w") as stream:
                json.dump(ours, stream)
            return
        except (ValueError, KeyError, TypeError):
            raise DataError("work.damaged", path=str(path)) from None
        if theirs["fenlei"] != fenlei.__version__:
            raise DataError(
                "work.version", folder=str(self.folder), theirs=theirs["fenlei"], ours=fenlei.__version__
            )
        for file in table.files:
            if file.path in known and known[file.path] != [file.size, file.changed]:
                raise DataError("work.changed", folder=str(self.folder), path=file.path)
        if list(known) != [file.path for file in table.files]:
            first = next(iter(known), "-")
            raise DataError("work.other", folder=str(self.folder), path=first, count=len(known))


@contextmanager
def _locked(path: Path, folder: Path) -> Iterator[None]:
    """Hold the lock of a folder; the system releases it when the process ends, however it ends."""
    with path.open("ab") as lock:
        try:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # not a POSIX system: nothing is locked
            pass
        except OSError:
            raise UsageError("work.locked", folder=str(folder)) from None
        yield
