"""Phases of one long kernel: a leader hands out pieces of work, phase after phase, inside the kernel.

Growing a tree takes a hundred short steps whose work can be shared, each of which needs the one before.
Returning to Python between them would take longer than the steps. Here all threads of a team (`team`) stay
in one kernel:

    @kernel
    def grow(..., phases, counters):
        thread = take_block(counters)        # counters are for as many blocks as threads
        while thread >= 0:
            if thread == 0:
                ...                          # the leader: `open_phase`, do pieces, `await_phase`, and so on
                close_phases(phases)
            idle = 0
            while not is_closed(phases):     # the others
                piece = claim_piece(phases)
                if piece >= 0:
                    ...
                    piece_done(phases)
                idle = 0 if piece >= 0 else wait(idle)
            block_done(counters)
            thread = take_block(counters)

The leader takes pieces too and waits only for those that others are in the middle of. So it finishes alone
if no other thread ever starts, and after the end it takes the blocks of those that did not.

A thread that waits looks again at once, some 1,000 times; after that it gives way to other threads between
two looks, so that a machine with more threads than cores is not kept busy by waiting.

The ticket is one number, so that a piece is taken by one atomic addition:

    | number of the phase | pieces in it (20 bits) | next piece (20 bits) |
"""

from __future__ import annotations

from fenlei.kernels import Array, part_of_kernel
from fenlei.kernels.counters import add_at, give_way, read_at, write_at

TICKET, PIECES_DONE, CLOSED, LINE = (
    0,
    16,
    32,
    48,
)  # no two on one cache line; from LINE on what a phase is about
FIELD = 20  # bits
LOOKS = 1000  # before a thread that waits gives way
MOST_PIECES = (1 << FIELD) - 1
LENGTH = LINE + 16  # of the array `phases`, zeros at first


@part_of_kernel
def open_phase(phases: Array, pieces: int) -> None:
    """Offer the pieces of a new phase; those of the one before are done."""
    number = (read_at(phases, TICKET) >> (2 * FIELD)) + 1
    write_at(phases, PIECES_DONE, 0)
    write_at(phases, TICKET, (number << (2 * FIELD)) + (pieces << FIELD))


@part_of_kernel
def claim_piece(phases: Array) -> int:
    """The number of a piece that nobody has taken, or -1 if there is none now."""
    ticket = read_at(phases, TICKET)
    if (ticket & MOST_PIECES) >= (ticket >> FIELD) & MOST_PIECES:
        return -1
    ticket = add_at(phases, TICKET)
    piece = ticket & MOST_PIECES
    return piece if piece < (ticket >> FIELD) & MOST_PIECES else -1


@part_of_kernel
def piece_done(phases: Array) -> None:
    """Count a piece whose results are written."""
    add_at(phases, PIECES_DONE)


@part_of_kernel
def await_phase(phases: Array) -> None:
    """Wait for the pieces that others have taken."""
    pieces = (read_at(phases, TICKET) >> FIELD) & MOST_PIECES
    idle = 0
    while read_at(phases, PIECES_DONE) < pieces:
        idle = wait(idle)


@part_of_kernel
def wait(idle: int) -> int:
    """The number of looks without work, one more; after many of them others may run first."""
    if idle >= LOOKS:
        give_way()
    return idle + 1


@part_of_kernel
def close_phases(phases: Array) -> None:
    """There will be no further phase."""
    write_at(phases, CLOSED, 1)


@part_of_kernel
def is_closed(phases: Array) -> bool:
    """Whether the last phase is over."""
    return read_at(phases, CLOSED) > 0
