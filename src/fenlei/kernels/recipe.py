"""What a compiled kernel is made of, as the name of its entry in the store.

A digest of the kernel's code and of every kernel it reaches, of constants, defaults and options, of the types
of its arguments, of the versions and settings of the compiler, and of the processor. Files and line numbers
do not count: a kernel that moves keeps its name.
"""

from __future__ import annotations

import enum
import hashlib
import sys
import types as python
from importlib import import_module
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher

llvmlite: Any = import_module("llvmlite")
types: Any = import_module("numba.core.types")
config: Any = import_module("numba.core.config")

VERSIONS = {  # of what makes machine code; a patch of NumPy does not change it
    "Python": str(sys.implementation.cache_tag),
    "Numba": numba.__version__,
    "llvmlite": str(llvmlite.__version__),
    "NumPy": ".".join(np.__version__.split(".")[:2]),
}
SETTINGS = (
    str(config.OPT),
    config.LOOP_VECTORIZE,
    config.SLP_VECTORIZE,
    config.BOUNDSCHECK,
    config.DEBUGINFO_DEFAULT,
)


def entry_name(kernel: Dispatcher, sig: tuple[object, ...], processor: tuple[str, str, str]) -> str:
    """The file of a kernel, compiled for argument types and a processor."""
    arguments = [described(argument) for argument in sig]
    return digest(VERSIONS, SETTINGS, processor, recipe(kernel), arguments)


def digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:40]


def recipe(kernel: Any) -> str:
    """A digest of the kernel and of all kernels it reaches; computed once, as Numba compiles a kernel once.

    The kernels are walked breadth first and named by their number, so kernels that call each other have a
    digest too.
    """
    known: str | None = getattr(kernel, "_fenlei_recipe", None)
    if known is None:
        known = kernel._fenlei_recipe = digest(walk(kernel)[1])
    return known


def walk(kernel: Dispatcher) -> tuple[list[Dispatcher], list[tuple[object, ...]]]:
    """The kernel and all kernels it reaches, and what each of them adds to the digest."""
    reached = [kernel]
    parts = [_parts(each, reached) for each in reached]  # `reached` grows while it is read
    return reached, parts


def is_mutual(kernel: Dispatcher) -> bool:
    """Whether the kernel reaches kernels that call each other, whose code cannot be kept one by one."""
    reached = walk(kernel)[0]
    below = {id(each): {id(other) for other in walk(each)[0][1:]} for each in reached}
    return any(id(each) in below[other] for each in reached for other in below[id(each)])


def _parts(kernel: Dispatcher, reached: list[Dispatcher]) -> tuple[object, ...]:
    function = kernel.py_func
    values = {
        name: cell.cell_contents
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    }
    names = referred(function.__code__)
    values |= {name: function.__globals__[name] for name in names if name in function.__globals__}
    return (
        function.__module__,
        function.__qualname__,
        [ingredient(value, names, reached) for value in function.__defaults__ or ()],
        sorted(
            (option, sorted(value) if isinstance(value, set) else value)
            for option, value in kernel.targetoptions.items()
        ),
        code_parts(function.__code__),
        [(name, ingredient(value, names, reached)) for name, value in sorted(values.items())],
    )


def ingredient(value: Any, names: list[str], reached: list[Dispatcher]) -> object:
    """What a value that a kernel refers to adds to its digest; kernels are added to `reached`."""
    match value:
        case Dispatcher():
            if value not in reached:
                reached.append(value)
            return "kernel", reached.index(value)
        case np.ndarray():
            return value.dtype.str, value.shape, value.tobytes()
        case enum.EnumMeta():
            members: dict[str, Any] = dict(value.__members__)
            return [(name, repr(member.value)) for name, member in members.items()]
        case frozenset():
            return sorted(map(repr, value))
        case tuple():
            return record_parts(type(value)), [ingredient(item, names, reached) for item in value]
        case python.ModuleType() if value.__name__.partition(".")[0] == __name__.partition(".")[0]:
            used = [(name, getattr(value, name)) for name in names if hasattr(value, name)]
            return value.__name__, [(name, ingredient(item, names, reached)) for name, item in used]
        case python.ModuleType():
            return value.__name__
        case python.FunctionType():
            return value.__module__, value.__qualname__, code_parts(value.__code__)
        case type():
            return record_parts(value)
        case _ if isinstance(getattr(value, "_defn", None), python.FunctionType):  # an intrinsic
            return "intrinsic", ingredient(value._defn, names, reached)
        case _ if callable(value):
            return str(value)
    return repr(value)


def record_parts(record: type) -> tuple[object, ...]:
    """The name of a class; of a named tuple its fields as well."""
    return (
        record.__module__,
        record.__qualname__,
        getattr(record, "_fields", ()),
        repr(getattr(record, "_field_defaults", {})),
    )


def code_parts(code: python.CodeType) -> tuple[object, ...]:
    """What the compiler reads of a function: not its file and lines."""
    constants = [
        code_parts(item) if isinstance(item, python.CodeType) else _constant(item) for item in code.co_consts
    ]
    return (
        code.co_code,
        code.co_names,
        code.co_varnames,
        code.co_freevars,
        constants,
        getattr(code, "co_exceptiontable", b""),
    )


def _constant(value: object) -> str:
    return repr(sorted(map(repr, value))) if isinstance(value, frozenset) else repr(value)


def referred(code: python.CodeType) -> list[str]:
    """The names a function refers to, those of functions inside it too."""
    inner = (referred(item) for item in code.co_consts if isinstance(item, python.CodeType))
    return sorted(set(code.co_names).union(*inner))


def described(argument: object) -> object:
    """An argument type; of a record the names of its fields as well, which Numba's own text leaves out.

    >>> described(types.float64)
    'float64'
    """
    if isinstance(argument, types.BaseNamedTuple):
        return record_parts(argument.instance_class), [described(item) for item in argument.types]
    if isinstance(argument, types.BaseTuple):
        return [described(item) for item in argument]
    if isinstance(argument, types.Dispatcher):
        return recipe(argument.dispatcher)
    if isinstance(argument, types.Omitted):
        return "default", repr(argument.value)
    return str(argument)
