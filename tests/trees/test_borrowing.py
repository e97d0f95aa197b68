"""Kernels that count no references keep their rules: only numbers go out, what they call is of their kind."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints

import numba
import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

import fenlei
from fenlei.kernels import Array, borrowing_kernel, kernel

NUMBERS = {bool: numba.boolean, int: numba.int64, float: numba.float64, np.uint64: numba.uint64}


def borrows(function: Any) -> bool:
    return isinstance(function, Dispatcher) and function.targetoptions.get("_nrt") is False


def kernels_that_borrow() -> dict[str, Any]:
    """All of the package, by module and name."""
    root, found = Path(fenlei.__file__).parent, {}
    for path in sorted(root.rglob("*.py")):
        if path.parent.name != "kernels" and "borrowing_kernel" in path.read_text():
            name = ".".join(("fenlei", *path.relative_to(root).with_suffix("").parts))
            for key, value in vars(import_module(name)).items():
                if borrows(value) and value.py_func.__module__ == name:
                    found[f"{name}.{key}"] = value
    return found


def is_number(hint: Any) -> bool:
    """Whether a value of this annotation holds no array: a number, None, or a tuple or record of numbers."""
    parts = get_args(hint) or tuple(get_type_hints(hint).values() if hasattr(hint, "_fields") else ())
    if parts:
        return all(is_number(part) for part in parts)
    return hint in (NoneType, *NUMBERS, np.int64, np.float64)


def callees(function: Any) -> list[Any]:
    """Kernels that the source of a kernel names."""
    here = function.py_func
    return [v for v in map(here.__globals__.get, here.__code__.co_names) if isinstance(v, Dispatcher)]


def faults(function: Any) -> list[str]:
    """What breaks the rules."""
    hints = get_type_hints(function.py_func)
    found = [] if is_number(hints["return"]) else [f"returns {hints['return']}"]
    for callee in callees(function):
        told = get_type_hints(callee.py_func)
        told.pop("return")
        if borrows(callee):
            continue
        if not all(hint in NUMBERS for hint in told.values()):
            found.append(f"hands arrays to {callee.py_func.__name__}")
            continue
        kinds = tuple(NUMBERS[hint] for hint in told.values())
        callee.compile(kinds)
        answer = callee.overloads[kinds].signature.return_type
        if not isinstance(answer, numba.types.Number | numba.types.Boolean):
            found.append(f"gets what is not a number from {callee.py_func.__name__}")
    return found


def test_kernels_that_borrow_keep_the_rules() -> None:
    found = kernels_that_borrow()
    assert len(found) > 25  # or they were looked for in the wrong place
    assert {name: why for name, kernel in found.items() if (why := faults(kernel))} == {}


@kernel
def counts(x: Array) -> float:
    return x[0]  # type: ignore[no-any-return]


@kernel
def makes(n: int) -> Any:
    return np.zeros(n)


def test_the_rules_see_what_breaks_them() -> None:
    def keeps(x: Array) -> tuple[int, Array]:
        return 1, x[1:]

    assert "returns" in faults(borrowing_kernel(keeps))[0]
    assert faults(borrowing_kernel(hands_on)) == ["hands arrays to counts"]
    assert faults(borrowing_kernel(takes)) == ["gets what is not a number from makes"]


def hands_on(x: Array) -> float:
    return counts(x) + 1.0  # type: ignore[no-any-return]


def takes(n: int) -> float:
    return makes(n)[0]  # type: ignore[no-any-return]


def test_a_kernel_that_borrows_cannot_make_an_array() -> None:
    @borrowing_kernel
    def fresh(n: int) -> float:
        return np.zeros(n)[0]  # type: ignore[no-any-return]

    with pytest.raises(numba.TypingError):
        fresh(3)
