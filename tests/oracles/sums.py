"""The fixed binary tree in which the sums of blocks are joined."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

S = TypeVar("S")


def joined(sums: list[S], add: Callable[[S, S], S]) -> S:
    """Neighbours are joined, level by level; one without a neighbour goes up to the next level as it is."""
    while len(sums) > 1:
        pairs = [sums[i : i + 2] for i in range(0, len(sums), 2)]
        sums = [add(*pair) if len(pair) == 2 else pair[0] for pair in pairs]
    return sums[0]
