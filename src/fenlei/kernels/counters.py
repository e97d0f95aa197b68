"""Counters that several threads change at once, inside kernels.

`add_at(counters, i)` adds one to counters[i], int64, and returns the value before; `read_at(counters, i)`
is the value; `write_at(counters, i, value)` sets it. All are atomic, and what a thread wrote before its
`add_at` or `write_at` is seen by those that come after it. `give_way()` lets another thread run on this
core, where the system has `sched_yield`. As plain Python (`NUMBA_DISABLE_JIT=1`) they are for one thread.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from fenlei.kernels import Array

if TYPE_CHECKING:
    from collections.abc import Callable

    from numba.core.typing.templates import Signature

# Parts of Numba without type annotations.
config: Any = import_module("numba.core.config")
types: Any = import_module("numba.core.types")
cgutils: Any = import_module("numba.core.cgutils")
ir: Any = import_module("llvmlite.ir")
intrinsic: Any = import_module("numba.core.extending").intrinsic


def _add_at(counters: Array, index: int) -> int:
    counters[index] += 1
    return int(counters[index]) - 1


def _read_at(counters: Array, index: int) -> int:
    return int(counters[index])


def _write_at(counters: Array, index: int, value: int) -> None:
    counters[index] = value


def _give_way() -> None:
    pass


def _atomic_add_at(
    typing: object, counters: object, index: object
) -> tuple[Signature, Callable[..., object]]:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        address = builder.gep(array.data, [arguments[1]])
        return builder.atomic_rmw("add", address, context.get_constant(types.int64, 1), "seq_cst")

    return types.int64(counters, types.intp), code


def _atomic_read_at(
    typing: object, counters: object, index: object
) -> tuple[Signature, Callable[..., object]]:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.load_atomic(builder.gep(array.data, [arguments[1]]), "seq_cst", 8)

    return types.int64(counters, types.intp), code


def _atomic_write_at(
    typing: object, counters: object, index: object, value: object
) -> tuple[Signature, Callable[..., object]]:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        builder.store_atomic(arguments[2], builder.gep(array.data, [arguments[1]]), "seq_cst", 8)
        return context.get_dummy_value()

    return types.void(counters, types.intp, types.int64), code


def _native_give_way(typing: object) -> tuple[Signature, Callable[..., object]]:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if hasattr(os, "sched_yield"):
            kind = ir.FunctionType(ir.IntType(32), ())
            builder.call(cgutils.get_or_insert_function(builder.module, kind, "sched_yield"), ())
        return context.get_dummy_value()

    return types.void(), code


add_at: Any = _add_at if config.DISABLE_JIT else intrinsic(_atomic_add_at)
read_at: Any = _read_at if config.DISABLE_JIT else intrinsic(_atomic_read_at)
write_at: Any = _write_at if config.DISABLE_JIT else intrinsic(_atomic_write_at)
give_way: Any = _give_way if config.DISABLE_JIT else intrinsic(_native_give_way)
