"""Asking for memory before it is needed, inside kernels that read rows in no regular order.

`prefetch(array, i)` starts to load the cache line of array[i], of a contiguous array of one dimension, and
does not wait for it. It changes no value; as plain Python (`NUMBA_DISABLE_JIT=1`) it does nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fenlei.kernels import Array
from fenlei.kernels.counters import config, intrinsic, types

if TYPE_CHECKING:
    from collections.abc import Callable

    from numba.core.typing.templates import Signature

# Parts of Numba and llvmlite without type annotations.
cgutils: Any = import_module("numba.core.cgutils")
ir: Any = import_module("llvmlite.ir")

READ, KEEP, DATA = 0, 3, 1  # to read it; keep it in all caches; data, not instructions


def _prefetch(array: Array, index: int) -> None:
    pass


def _prefetch_line(typing: object, array: object, index: object) -> tuple[Signature, Callable[..., object]]:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = context.make_array(signature.args[0])(context, builder, arguments[0])
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        address = builder.bitcast(builder.gep(values.data, [arguments[1]]), pointer)
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        builder.call(function, [address, *(number(each) for each in (READ, KEEP, DATA))])
        return context.get_dummy_value()

    return types.void(array, types.intp), code


prefetch: Any = _prefetch if config.DISABLE_JIT else intrinsic(_prefetch_line)
