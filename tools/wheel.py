"""Add machine code to a wheel: the kernels, compiled for two levels of x86-64 processors.

Usage: python tools/wheel.py PURE_WHEEL FOLDER

For each level a process compiles all kernels into a store of its own (`fenlei warm-up`, in one process, so
that the same commit gives the same bytes). A second process then lists the kernels that Python called: those
go into the wheel, below `fenlei/kernels/compiled`; the others are linked into them. The wheel is for this
version of Python, on Linux; with another Numba, or on an older processor, it compiles as the pure wheel does.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from numba.core.dispatcher import Dispatcher

from fenlei.kernels.packed import pack
from fenlei.kernels.recipe import VERSIONS, entry_name, walk
from fenlei.kernels.shipped import LEVELS
from fenlei.kernels.store import own, without_bitcode
from fenlei.study.warming.warm_up import warm_up

PYTHON = f"cp{sys.version_info.major}{sys.version_info.minor}"
TAG = f"{PYTHON}-{PYTHON}-manylinux_2_28_x86_64"
LIST = "called.json"


def processes(folder: Path, *command: str) -> None:
    """Run a command once for each level, side by side; one that fails ends the build."""
    started = []
    for name, settings, _ in LEVELS:
        store = folder / name
        store.mkdir(mode=0o700, parents=True, exist_ok=True)
        env = {
            **os.environ,
            "NUMBA_CPU_NAME": name,
            "NUMBA_CPU_FEATURES": settings,
            "FENLEI_CACHE_DIR": str(store),
            "FENLEI_KERNELS": "build",
            "PYTHONHASHSEED": "0",
            "OMP_NUM_THREADS": "1",
        }
        started.append(subprocess.Popen([sys.executable, *command], env=env))
    codes = [process.wait() for process in started]
    if any(codes):
        raise SystemExit(f"a level failed: exit codes {codes}")


def write_list() -> None:
    """Call all kernels; write which entries Python called, their modules, and whether others link them."""
    warm_up(jobs=1)
    store = own()
    assert store is not None
    modules = [module for name, module in sys.modules.items() if name.startswith("fenlei.")]
    found = {id(value): value for module in modules for value in vars(module).values()}
    kernels: list[Any] = [value for value in found.values() if isinstance(value, Dispatcher)]
    linked = {id(other) for kernel in kernels for other in walk(kernel)[0][1:]}
    called = {
        entry_name(kernel, sig, kernel.targetctx.codegen().magic_tuple()): (
            _module(kernel),
            id(kernel) in linked,
        )
        for kernel in kernels
        for sig in kernel.overloads
    }
    (store / LIST).write_text(json.dumps(called, sort_keys=True))


def _module(kernel: Any) -> str:
    """The family and the first part of it: "trees.exact"."""
    return ".".join(kernel.py_func.__module__.split(".")[1:3])


def compiled(folder: Path) -> tuple[int, dict[str, bytes]]:
    """The number of entries that Python calls, and the files that bring them, by their names in the wheel."""
    processes(folder, "-m", "fenlei", "warm-up", "--jobs", "1", "--json")
    processes(folder, __file__)
    count, added = 0, {"made_with.json": json.dumps(VERSIONS, indent=1).encode()}
    for level, _, _ in LEVELS:
        called = json.loads((folder / level / LIST).read_text())
        entries = {}
        for name, (module, is_linked) in called.items():
            data = (folder / level / name).read_bytes()
            entries[name] = module, data if is_linked else without_bitcode(data)
        count += len(entries)
        added |= {f"{level}/{name}": data for name, data in pack(entries).items()}
    return count, {f"fenlei/kernels/compiled/{name}": data for name, data in added.items()}


def with_kernels(pure: Path, added: dict[str, bytes], folder: Path) -> Path:
    """The wheel with the files added, its record of files and its tag brought up to date."""
    project, version, *_ = pure.name.split("-")
    wheel = folder / f"{project}-{version}-{TAG}.whl"
    with ZipFile(pure) as source:
        files = {name: source.read(name) for name in source.namelist()}
    information = f"{project}-{version}.dist-info"
    lines = files[f"{information}/WHEEL"].decode().splitlines()
    lines = [line for line in lines if not line.startswith(("Tag:", "Root-Is-Purelib:"))]
    files[f"{information}/WHEEL"] = "\n".join([*lines, "Root-Is-Purelib: false", f"Tag: {TAG}", ""]).encode()
    record = f"{information}/RECORD"
    del files[record]
    files |= added
    rows = [f"{name},sha256={digest(data)},{len(data)}" for name, data in files.items()]
    files[record] = "\n".join([*rows, f"{record},,", ""]).encode()
    with ZipFile(wheel, "w", ZIP_DEFLATED, compresslevel=9) as target:
        for name, data in files.items():
            entry = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr, entry.compress_type = 0o644 << 16, ZIP_DEFLATED
            target.writestr(entry, data)
    return wheel


def digest(data: bytes) -> str:
    """The hash of a file as a wheel's record writes it.

    >>> digest(b"")
    '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'
    """
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def main(pure: str, folder: str) -> None:
    count, added = compiled(Path(folder) / "levels")
    wheel = with_kernels(Path(pure), added, Path(folder))
    print(f"{wheel}: {count} kernels, {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:]) if sys.argv[1:] else write_list()
