"""Read-only arrays run the machine code of arrays that can be written to.

To Numba a read-only array has a type of its own, and every kernel that receives one would be compiled once
more: for a pandas column, for a file mapped into memory, in a worker process of joblib. The machine code
would be the same, since kernels write to arguments named `out` or `out_*`; of those a read-only one is
refused by Numba. `tests/contract/test_array_layouts.py` fits every estimator to memory that cannot be written
to.
"""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numba.core.dispatcher import Dispatcher
    from numba.core.types import Type

types: Any = import_module("numba.core.types")


def serve_read_only(kernel: Any) -> Any:
    """Let a kernel that is called with read-only arrays take what was compiled for others."""
    if not (hasattr(kernel, "_compile_for_args") and hasattr(kernel, "_insert")):
        return kernel  # plain Python, or a Numba that does without these
    compile_for_args = kernel._compile_for_args
    is_output = [name == "out" or name.startswith("out_") for name in signature(kernel.py_func).parameters]

    def compile_for_writable(*args: object) -> object:
        pairs = zip(args, is_output, strict=False)
        others = [None if is_written else writable_type(kernel, arg) for arg, is_written in pairs]
        if not any(others):
            return compile_for_args(*args)
        given = [kernel.typeof_pyval(arg) for arg in args]
        entry = kernel.compile(tuple(other or own for other, own in zip(others, given, strict=True)))
        kernel._insert([each._code for each in given], entry, False)
        return entry

    kernel._compile_for_args = compile_for_writable
    return kernel


def writable_type(kernel: Dispatcher, value: object) -> Type | None:
    """The type of a read-only array, or of a record of them, as if it could be written to; None of others."""
    given = kernel.typeof_pyval(value) if hasattr(value, "dtype") or isinstance(value, tuple) else None
    other = _writable(given)
    return None if other == given else other


def _writable(given: Type | None) -> Type | None:
    if isinstance(given, types.Array) and not given.mutable:
        return given.copy(readonly=False)
    if isinstance(given, types.BaseTuple):
        record = getattr(given, "instance_class", None)
        return types.BaseTuple.from_types([_writable(each) for each in given.types], record)
    return given
