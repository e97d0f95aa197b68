"""Add machine code to a wheel: the kernels, compiled for two levels of x86-64 processors.

Usage: python tools/wheel.py PURE_WHEEL FOLDER

For each level a process compiles all kernels into a store of its own (`fenlei warm-up`, in one process, so
that the same commit gives the same bytes). A second process then shows which entries it reads: those go into
the wheel, below `fenlei/kernels/compiled`; the others are linked into them. The wheel is for this version of
Python, on Linux; with another Numba, or on an older processor, it compiles as the pure wheel does.
"""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from fenlei.kernels.store import LEVELS

PYTHON = f"cp{sys.version_info.major}{sys.version_info.minor}"
TAG = f"{PYTHON}-{PYTHON}-manylinux_2_28_x86_64"
DAY = 86400.0


def warm_up(name: str, settings: str, store: Path) -> subprocess.Popen[bytes]:
    """A process that calls all kernels of a level."""
    env = {
        **os.environ,
        "NUMBA_CPU_NAME": name,
        "NUMBA_CPU_FEATURES": settings,
        "FENLEI_CACHE_DIR": str(store),
        "FENLEI_KERNELS": "build",
        "PYTHONHASHSEED": "0",
        "OMP_NUM_THREADS": "1",
    }
    return subprocess.Popen([sys.executable, "-m", "fenlei", "warm-up", "--jobs", "1", "--json"], env=env)


def run_all(processes: list[subprocess.Popen[bytes]]) -> None:
    """Wait for all processes; one that failed ends the build."""
    codes = [process.wait() for process in processes]
    if any(codes):
        raise SystemExit(f"a level failed: exit codes {codes}")


def compiled(folder: Path) -> dict[str, bytes]:
    """The entries that a process reads after all was compiled, by their names in the wheel."""
    stores = {name: folder / name for name, _, _ in LEVELS}
    for store in stores.values():
        store.mkdir(mode=0o700, parents=True, exist_ok=True)
    run_all([warm_up(name, settings, stores[name]) for name, settings, _ in LEVELS])
    begin = time.time()
    for store in stores.values():
        for entry in store.iterdir():
            os.utime(entry, (begin - 2 * DAY, begin - 2 * DAY))
    run_all([warm_up(name, settings, stores[name]) for name, settings, _ in LEVELS])
    return {
        f"fenlei/kernels/compiled/{name}/{entry.name}": entry.read_bytes()
        for name, store in stores.items()
        for entry in sorted(store.iterdir())
        if entry.stat().st_mtime > begin - DAY  # reading marks an entry
    }


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
    added = compiled(Path(folder) / "levels")
    wheel = with_kernels(Path(pure), added, Path(folder))
    print(f"{wheel}: {len(added)} kernels, {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
