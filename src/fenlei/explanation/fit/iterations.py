"""Which iterations of a long fit are shown, and which of them with all numbers."""

from __future__ import annotations

MOST_FRAMES, FIRST_FRAMES = 60, 20
MOST_IN_FULL = 4


def thinned(count: int, most: int = MOST_FRAMES, first: int = FIRST_FRAMES) -> list[int]:
    """The `first` 20 of `count` iterations, then every m-th, and the last: at `most` 60.

    Examples
    --------
    >>> thinned(5), len(thinned(1000)), thinned(1000)[-1]
    ([0, 1, 2, 3, 4], 60, 999)
    """
    if count <= most:
        return list(range(count))
    room = most - first
    later = [first + round((i + 1) * (count - 1 - first) / room) for i in range(room)]
    return [*range(first), *later]


def in_full(shown: list[int]) -> set[int]:
    """The iterations with all numbers: the first four and the last; the others have their results alone.

    Examples
    --------
    >>> sorted(in_full(thinned(1000)))
    [0, 1, 2, 3, 999]
    """
    return {*shown[:MOST_IN_FULL], *shown[-1:]}
