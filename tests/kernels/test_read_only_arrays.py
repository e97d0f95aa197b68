"""Read-only arrays are no reason to compile: they run the machine code of arrays that can be written to."""

from __future__ import annotations

import mmap
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba.core import event
from numba.core.errors import TypingError

from fenlei.kernels import Array, kernel

pytestmark = pytest.mark.compiled_only


class Pair(NamedTuple):
    """Two arrays that travel together."""

    x: Array
    y: Array


@kernel
def dot(x: Array, pair: Pair, factor: float) -> float:
    total = 0.0
    for i in range(x.shape[0]):
        total += factor * x[i] * pair.x[i] + pair.y[i]
    return total


@kernel
def double(x: Array, out_y: Array) -> None:
    for i in range(x.shape[0]):
        out_y[i] = 2.0 * x[i]


@kernel
def twice_dot(x: Array, pair: Pair) -> Any:
    return 2.0 * dot(x, pair, 1.0)


def read_only(values: Array) -> Array:
    values = values.copy()
    values.flags.writeable = False
    return values


def compiled(function: Any, *args: Any) -> tuple[Any, int]:
    """What a kernel returns, and how many kernels were compiled for it."""
    with event.install_recorder("numba:compile") as compiling:
        answer = function(*args)
    return answer, len(compiling.buffer) // 2


def test_nothing_is_compiled_for_them() -> None:
    x, y, z = np.array([1.0, 2.0]), np.array([3.0, 4.0]), np.array([0.5, 0.5])
    expected = 2.0 * 11.0 + 1.0
    assert dot(x, Pair(y, z), 2.0) == expected
    for pair in (Pair(read_only(y), z), Pair(y, read_only(z)), Pair(read_only(y), read_only(z))):
        for rows in (x, read_only(x)):
            for _ in range(2):
                assert compiled(dot, rows, pair, 2.0) == (expected, 0)
    assert compiled(twice_dot, x, Pair(y, z))[0] == 24.0
    assert compiled(twice_dot, read_only(x), Pair(read_only(y), z)) == (24.0, 0)


def test_the_first_call_may_be_with_them() -> None:
    integers = np.arange(3)
    out = np.empty(3)
    double(read_only(integers), out)
    assert out.tolist() == [0.0, 2.0, 4.0]
    assert compiled(double, integers, out) == (None, 0)


def test_rows_of_a_mapped_file(tmp_path: Path) -> None:
    np.arange(4.0).tofile(tmp_path / "rows")
    with (tmp_path / "rows").open("rb") as file:
        mapped = np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    out = np.empty(4)
    double(np.arange(4.0), out)
    assert compiled(double, mapped, out) == (None, 0)
    assert out.tolist() == [0.0, 2.0, 4.0, 6.0]


def test_nothing_is_written_to_them() -> None:
    x, out = np.arange(3.0), read_only(np.zeros(3))
    double(x, np.empty(3))
    with pytest.raises(TypingError, match="Cannot modify readonly array"):
        double(x, out)
    assert out.tolist() == [0.0, 0.0, 0.0]
