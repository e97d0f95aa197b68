"""What was asked of the rows, as a hash: the same for the same question, in any process.

It names tasks of a cluster and passes in a work folder. Functions count by name and code, what they carry
with them by value, arrays by their bytes; the versions of fenlei and NumPy count, too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any

import numpy as np

import fenlei

_PLAIN = (str, bytes, int, float, complex, bool, type(None))


def digest(value: object) -> str:
    """SHA-256 of a function, of arguments, of a record of arrays.

    Examples
    --------
    >>> digest(partial(max, [1, 2])) == digest(partial(max, [1, 2])) != digest(partial(max, [1, 3]))
    True
    """
    found = hashlib.sha256(f"{fenlei.__version__} {np.__version__}".encode())
    for part in _parts(value, ()):
        found.update(len(part).to_bytes(8, "little"))
        found.update(part)
    return found.hexdigest()


def _parts(value: object, above: tuple[int, ...]) -> Iterator[bytes]:
    """The bytes of a value; `above` are the objects that it is in."""
    if isinstance(value, _PLAIN):
        yield f"{type(value).__name__} {value!r}".encode()
    elif isinstance(value, np.ndarray) and value.dtype != object:
        yield f"array {value.dtype.str} {value.shape}".encode()
        yield np.ascontiguousarray(value).tobytes()
    elif isinstance(value, np.generic):
        yield f"{value.dtype.str} {value!r}".encode()
    elif id(value) in above:
        yield f"above {len(above) - above.index(id(value))}".encode()
    else:
        yield type(value).__qualname__.encode()
        for part in _inside(value):
            yield from _parts(part, (*above, id(value)))


def _inside(value: object) -> Iterator[Any]:
    if isinstance(value, np.ndarray):
        yield from (value.shape, value.tolist())
    elif isinstance(value, tuple | list):
        yield from value
    elif isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, set | frozenset):
        yield from sorted(digest(each) for each in value)
    elif isinstance(value, partial):
        yield from (value.func, value.args, value.keywords)
    elif isinstance(value, MethodType):
        yield from (value.__func__, value.__self__)
    elif isinstance(value, FunctionType):
        yield from (value.__module__, value.__qualname__, value.__defaults__, value.__code__)
        yield [cell.cell_contents for cell in value.__closure__ or ()]
    elif isinstance(value, CodeType):
        yield value.co_code
        yield [each for each in value.co_consts if not isinstance(each, CodeType)]
        yield value.co_names
    elif isinstance(value, type | BuiltinFunctionType):
        yield from (value.__module__, value.__qualname__)
    else:
        yield from _state(value)


def _state(value: object) -> Iterator[Any]:
    """What an object holds; what a pickle of it holds where it has no attributes."""
    if getattr(value, "__dict__", None):
        yield from sorted(vars(value).items())
    else:
        reduced = value.__reduce_ex__(4)
        yield from [reduced] if isinstance(reduced, str) else reduced[:3]
