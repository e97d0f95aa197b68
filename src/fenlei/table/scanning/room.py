r"""How much of a table is in memory at one time, for a given bound on the memory.

With p columns, leaves of L bytes and blocks of b rows, a pass takes about

    BASE + p COLUMN_BYTES + 2 L + 16 b p + l (2 L)

bytes: the program with what Arrow and NumPy keep for later, pages of each column that are being decoded, the
leaf that is put together from a block, and l leaves that are worked on, each with as much again for its work.
A smaller bound makes b smaller and l; the least is 4,096 rows and one leaf. No sum depends on either, as the
leaves are the same.
"""

from __future__ import annotations

from typing import NamedTuple

BASE = 400e6
COLUMN_BYTES = 3e6
BLOCK_ROWS = 1 << 16
LEAST_ROWS = 1 << 12
VALUE_BYTES = 16  # as the file has it, and as a float


class ReadingRoom(NamedTuple):
    """What may be in memory at one time."""

    rows: int = BLOCK_ROWS  # read at a time
    leaves: int | None = None  # that are worked on; None for as many as there are threads

    def workers(self, threads: int) -> int:
        """Threads that work at the same time."""
        return threads if self.leaves is None else min(threads, self.leaves)


def room_within(memory: float, columns: int, leaf_bytes: float) -> ReadingRoom:
    """The largest room within so many bytes, or the least that there is.

    Examples
    --------
    >>> room_within(2e9, 20, 2**24), room_within(5.4e8, 20, 2**24), room_within(1e6, 20, 2**24)
    (ReadingRoom(rows=65536, leaves=44), ReadingRoom(rows=32768, leaves=1), ReadingRoom(rows=4096, leaves=1))
    """
    left = memory - BASE - columns * COLUMN_BYTES - 2 * leaf_bytes
    rows = BLOCK_ROWS
    while rows > LEAST_ROWS and VALUE_BYTES * rows * columns > left - 2 * leaf_bytes:
        rows //= 2
    leaves = (left - VALUE_BYTES * rows * columns) // (2 * leaf_bytes)
    return ReadingRoom(rows, max(1, int(leaves)))
