"""How far a pass over files is, for whoever watches: rows, bytes, seconds.

A pass tells nothing unless somebody is `watching`. What it computes does not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from fenlei.table.scanning.recorded import RecordedTable

R = TypeVar("R")


class PassProgress(NamedTuple):
    """Where a pass is."""

    number: int  # of the pass, from 1
    rows: int
    n_rows: int
    n_bytes: float  # of the files, as the rows read have a share of all
    seconds: float

    @property
    def left(self) -> float:
        """Seconds that the rest of the pass takes at this speed."""
        return self.seconds * (self.n_rows / max(self.rows, 1) - 1.0)


class _Watcher(NamedTuple):
    look: Callable[[PassProgress], None]
    passes: list[float]  # how many have started, and when the last one did


_watchers: list[_Watcher] = []


@contextmanager
def watching(look: Callable[[PassProgress], None]) -> Iterator[None]:
    """Call `look` as passes advance, inside the block.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from fenlei import scan
    >>> path = Path(tempfile.mkdtemp()) / "a.csv"
    >>> _ = path.write_text("size,kind\\n1,x\\n2,x\\n7,y\\n8,y\\n")
    >>> data, seen = scan(path, target="kind"), []
    >>> with watching(seen.append):
    ...     data.total(lambda leaf: len(leaf.X), int.__add__)
    4
    >>> [(step.number, step.rows, step.n_rows) for step in seen]
    [(1, 4, 4)]
    """
    watcher = _Watcher(look, [0, 0.0])
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def watched(results: Iterable[R], table: RecordedTable, leaves: int = 1) -> Iterator[R]:
    """The results of runs of leaves, in order, each of which is told; a part of a pass continues it."""
    if not _watchers:
        yield from results
        return
    watcher, before = _watchers[-1], table.leaves[0]
    if before == 0 or not watcher.passes[0]:
        watcher.passes[:] = watcher.passes[0] + 1, perf_counter()
    number, start = watcher.passes
    for i, result in enumerate(results, start=1):
        rows = min((before + i * leaves) * table.leaf, table.n_rows)
        share, seconds = rows / max(table.n_rows, 1), perf_counter() - start
        watcher.look(PassProgress(int(number), rows, table.n_rows, share * table.n_bytes, seconds))
        yield result
