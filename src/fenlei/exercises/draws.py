"""Random draws that are the same on any machine and in any version of Python.

Only `random.Random.random` of a whole number as seed is used, whose sequence Python guarantees; the seed is
a hash of the words that name the exercise.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Draws:
    """A stream of draws, named by words.

    Examples
    --------
    >>> a, b = Draws("id3", 8, 7), Draws("id3", 8, 7)
    >>> [a.below(100) for _ in range(5)] == [b.below(100) for _ in range(5)]
    True
    """

    def __init__(self, *name: object) -> None:
        words = " ".join(map(str, name)).encode()
        self._random = Random(int.from_bytes(hashlib.sha256(words).digest(), "big"))

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return int(self._random.random() * n)

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def one_of(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def some_of(self, items: Sequence[T], count: int) -> list[T]:
        """So many different items, in the order in which they are drawn."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(count)]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        return self.some_of(items, len(items))

    def numbers(self, count: int, low: int, high: int) -> list[int]:
        return [self.between(low, high) for _ in range(count)]
