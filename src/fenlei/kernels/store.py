"""Compiled kernels on disk, named by what they are made of.

Numba's own cache (`cache=True`) stamps an entry with the file of the kernel alone: a kernel that calls a
changed one keeps its old machine code. It also needs a directory to write to, and two processes that fill it
at once can damage it. Here an entry is one file whose name is a digest of all that makes its machine code:

- the code of the kernel and of every kernel it reaches, their constants, defaults and options (`recipe`),
- the types of the arguments (`described`),
- the versions of Python, Numba, llvmlite and NumPy, the settings of the compiler, and the processor.

Equal names hold equal code, so environments, clones and processes share one directory without a lock: an
entry is written under another name and then moved, and a second writer writes the same. A changed kernel has
a new name; entries that nobody read for `KEPT_DAYS` are removed.

Entries are looked up in this order:

1. `compiled/<level>` beside this file: what the wheel brought for processors of this level (`packed`), the
   best that this processor can run, or the one that `NUMBA_CPU_NAME` pins;
2. the user's directory: `FENLEI_CACHE_DIR`, or `fenlei/kernels` in the user's cache directory.

Entries are pickles, as Numba's are: the user's directory is used only if nobody else may write to it, but for
the administrator, who may have filled it for all users of an image.
An entry that is there and cannot be read is compiled again, which one sentence of the log says.
Without a directory the kernels are compiled and not kept. `FENLEI_KERNELS` changes the order: "compile"
leaves out the wheel's entries, "require" takes only those and compiles nothing, "build" is "compile" with
functions numbered alike in every run, for machine code that can be reproduced.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import pickle
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numba.core import bytecode, caching

from fenlei.atomic import atomic_write
from fenlei.errors import FenleiError
from fenlei.kernels.notice import notify, notify_unread
from fenlei.kernels.packed import read_packed
from fenlei.kernels.read_only import serve_read_only
from fenlei.kernels.recipe import entry_name, is_mutual
from fenlei.kernels.shipped import MODE, shipped

if TYPE_CHECKING:
    from numba.core.dispatcher import Dispatcher

# Parts of Numba without type annotations.
binding: Any = import_module("llvmlite.binding")
rtsys: Any = import_module("numba.core.runtime").rtsys
serialize: Any = import_module("numba.core.serialize")
CompileResult: Any = import_module("numba.core.compiler").CompileResult
environment: Any = import_module("numba.core.environment")
Environment, lookup_environment = environment.Environment, environment.lookup_environment

KEPT_DAYS = 90


def number_functions_anew() -> None:
    """Number compiled functions from a random start, for "build" always from the same.

    Numba starts at 1 in every process and links by names that hold these numbers, so functions of two
    processes could be taken for one another (numba issue 10486).
    """
    start = b"build" if MODE == "build" else os.urandom(5)
    bytecode.FunctionIdentity._unique_ids = itertools.count(int.from_bytes(start, "big") << 16)


@cache
def own() -> Path | None:
    """The directory of this user, created if missing; None if others could have written to it."""
    if MODE == "require":
        return None
    with suppress(OSError, RuntimeError):  # no home, or not writable
        directory = _chosen_directory()
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _is_trusted(directory):
            return directory
    return None


def _chosen_directory() -> Path:
    if chosen := os.environ.get("FENLEI_CACHE_DIR"):
        return Path(chosen).expanduser().absolute()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "fenlei" / "kernels"


def _is_trusted(directory: Path) -> bool:
    """Whether the directory is this user's, or the administrator's, and nobody else may write to it."""
    if sys.platform == "win32":  # what is below the user's profile is the user's
        return True
    found = directory.stat()
    return found.st_uid in (os.geteuid(), 0) and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def kept_in() -> Path | None:
    """The directory in which new entries are kept; None if there is none that can be written to."""
    directory = own()
    return directory if directory is not None and os.access(directory, os.W_OK) else None


class KernelStore(caching._Cache):
    """The store as Numba asks it, one object per kernel."""

    def __init__(self, kernel: Dispatcher) -> None:
        self.kernel = kernel

    @property
    def cache_path(self) -> str:
        return str(own() or "")

    def load_overload(self, sig: tuple[object, ...], target_context: Any) -> Any:
        """The compiled kernel for these argument types, or None."""
        rtsys.initialize(target_context)  # the rest of `refresh`, 0.2 s, is for compiling only
        unread: Exception | None = None
        for read, processor in self._sources(target_context):
            try:
                data = read(entry_name(self.kernel, sig, processor))
                if data is not None:
                    return CompileResult._rebuild(target_context, *_Entry(BytesIO(checked(data))).load())
            except Exception as error:  # damaged, or of a class that is gone: compiled again, and said
                unread = error
                notify_unread(self.kernel.py_func.__qualname__, f"{type(error).__name__}: {error}")
        if MODE == "require":
            raise RuntimeError(
                f"{self.kernel.py_func.__qualname__}{sig} is not among the kernels of the wheel"
            ) from unread
        notify(kept_in())
        target_context.refresh()
        return None

    @staticmethod
    def _sources(target_context: Any) -> Iterator[tuple[Callable[[str], bytes | None], tuple[str, str, str]]]:
        if wheel := shipped():
            yield partial(read_packed, wheel[0]), wheel[1]
        if user := own():
            yield partial(_read_own, user), target_context.codegen().magic_tuple()

    def save_overload(self, sig: tuple[object, ...], data: Any) -> None:
        """Keep what was just compiled, if it can be kept."""
        directory = own()
        if directory is None or data.lifted or data.library.has_dynamic_globals or is_mutual(self.kernel):
            return
        entry = directory / entry_name(self.kernel, sig, data.codegen.magic_tuple())
        with suppress(OSError, FenleiError):  # a full or vanished disk: nothing is kept
            _remove_old(directory)
            with atomic_write(entry) as stream:
                stream.write(content(data))

    def enable(self) -> None:
        """Part of Numba's interface; the store is always on."""

    def disable(self) -> None:
        """Part of Numba's interface; the store is always on."""

    def flush(self) -> None:
        """Part of Numba's interface; entries are never stale."""


def keep(kernel: Any) -> Any:
    """Let a kernel look into the store before it compiles."""
    kernel._cache = KernelStore(kernel)
    return serve_read_only(kernel)


def content(result: Any) -> bytes:
    """The bytes of an entry."""
    parts = list(result._reduce())
    parts[6] = ""  # the annotated source, which names files of this machine
    return with_checksum(serialize.dumps(tuple(parts)))


def without_bitcode(data: bytes) -> bytes:
    """An entry without the bitcode that other kernels are linked from; for kernels that only Python calls.

    It is a third of the size.
    """
    (name, kind, (machine_code, _)), *rest = pickle.loads(checked(data))
    stub = f'define void @"{rest[0].llvm_cpython_wrapper_name}"() {{ unreachable }}'
    bitcode = binding.parse_assembly(stub).as_bitcode()
    return with_checksum(serialize.dumps(((name, kind, (machine_code, bitcode)), *rest)))


def with_checksum(data: bytes) -> bytes:
    return hashlib.sha256(data).digest() + data


def checked(data: bytes) -> bytes:
    """An entry without its checksum.

    >>> checked(hashlib.sha256(b"code").digest() + b"code")
    b'code'
    """
    if hashlib.sha256(data[32:]).digest() != data[:32]:
        raise ValueError("a damaged entry")
    return data[32:]


class _Entry(pickle.Unpickler):
    """Reads an entry without importing the parts of Numba that its functions come from (0.1 s).

    The environment of a compiled function holds constants, for its exceptions, and the globals of its module,
    which only code that was not compiled would read.
    """

    def find_class(self, module: str, name: str) -> Any:
        is_environment = (module, name) == ("numba.core.environment", "_rebuild_env")
        return _rebuild_environment if is_environment else super().find_class(module, name)


def _rebuild_environment(module: str, constants: list[object], name: str) -> Any:
    known = lookup_environment(name)
    if known is not None:
        return known
    built = Environment(vars(sys.modules[module]) if module in sys.modules else {})
    built.consts[:] = constants
    built.env_name = name
    Environment._memo[name] = built
    return built


def _read_own(directory: Path, name: str) -> bytes | None:
    """An entry of the user's directory, marked as read once a day, so that reading costs nothing."""
    entry = directory / name
    try:
        data = entry.read_bytes()
    except FileNotFoundError:
        return None
    if time.time() - entry.stat().st_mtime > 86400:
        with suppress(OSError):
            os.utime(entry)
    return data


@cache
def _remove_old(directory: Path) -> None:
    """Remove entries that nobody read for `KEPT_DAYS`, and what a killed process left; once per process."""
    now = time.time()
    for entry in directory.iterdir():
        days = 1 if entry.name.startswith(".") else KEPT_DAYS
        with suppress(OSError):
            if now - entry.stat().st_mtime > days * 86400:
                entry.unlink()


number_functions_anew()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=number_functions_anew)
