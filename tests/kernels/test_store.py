"""Compiled kernels on disk: found again by what they are made of, never stale, never damaged."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import fenlei.atomic as atomic
import fenlei.kernels.store as store

pytestmark = pytest.mark.compiled_only

CALLEE = """
import enum
from typing import NamedTuple
import numpy as np
from fenlei.kernels import kernel
FACTOR = 2.0
TABLE = np.array([1.0, 2.0])
class Kind(enum.IntEnum):
    FIRST = 1
    SECOND = 2
class Pair(NamedTuple):
    a: float
    b: float
@kernel
def inner(x):
    return FACTOR * x + TABLE[1]
"""
CALLER = """
import callee
from callee import Kind, inner
from fenlei.kernels import kernel
@kernel
def outer(x, pair):
    return inner(x) + 100.0 * pair.a + 1000.0 * Kind.SECOND.value + 10000.0 * callee.inner(0.0)
"""
RUN = """
from numba.core import event
from caller import outer
from callee import Pair
with event.install_recorder("numba:compile") as compiling:
    print(outer(1.0, Pair(a=3.0, b=5.0)))
print(len(compiling.buffer) // 2)
"""

MUTUAL = """
from fenlei.kernels import plain_kernel
@plain_kernel
def even(n):
    return True if n == 0 else odd(n - 1)
@plain_kernel
def odd(n):
    return False if n == 0 else even(n - 1)
@plain_kernel
def product(n):
    return 1 if n == 0 else n * product(n - 1)
@plain_kernel
def either(n):
    return even(n) or odd(n)
"""

Run = Callable[..., tuple[float, int]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A new process that calls a kernel which calls another: its answer and how many kernels it compiled."""

    def in_a_new_process(**env: str) -> tuple[float, int]:
        done = finished(start(tmp_path, **env))
        return float(done[0]), int(done[1])

    write_program(tmp_path)
    return in_a_new_process


def write_program(folder: Path, callee: str = CALLEE) -> None:
    (folder / "callee.py").write_text(callee)
    (folder / "caller.py").write_text(CALLER)
    (folder / "run.py").write_text(RUN)


def start(folder: Path, script: str = "run.py", **env: str) -> subprocess.Popen[str]:
    settings = {
        **os.environ,
        "FENLEI_CACHE_DIR": str(folder / "store"),
        "PYTHONDONTWRITEBYTECODE": "1",
        **env,
    }
    return subprocess.Popen(
        [sys.executable, "-B", script],
        cwd=folder,
        env={name: value for name, value in settings.items() if value != "unset"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished(process: subprocess.Popen[str]) -> list[str]:
    output, error = process.communicate(timeout=300)
    assert process.returncode == 0, error
    return output.split()


def expected(factor: float = 2.0, table: float = 2.0, first: float = 3.0, second: int = 2) -> float:
    return factor + table + 100.0 * first + 1000.0 * second + 10000.0 * table


def entries(folder: Path) -> set[str]:
    return {entry.name for entry in (folder / "store").iterdir()}


def test_a_second_process_compiles_nothing(run: Run, tmp_path: Path) -> None:
    assert run() == (expected(), 2)
    written = entries(tmp_path)
    assert len(written) == 2
    assert run() == (expected(), 0)
    assert entries(tmp_path) == written


@pytest.mark.parametrize(
    ("old", "new", "answer"),
    [
        ("FACTOR * x", "FACTOR * x + 0.5", expected(2.5, 2.0) + 5000.0),
        ("FACTOR = 2.0", "FACTOR = 7.0", expected(factor=7.0)),
        ("[1.0, 2.0]", "[1.0, 4.0]", expected(table=4.0)),
        ("SECOND = 2", "SECOND = 5", expected(second=5)),
        ("    a: float\n    b: float", "    b: float\n    a: float", expected()),
    ],
    ids=["code", "constant", "array", "enumeration", "order of fields"],
)
def test_a_change_in_what_a_kernel_reaches_is_seen(
    run: Run, tmp_path: Path, old: str, new: str, answer: float
) -> None:
    run()
    write_program(tmp_path, CALLEE.replace(old, new))
    assert run()[0] == pytest.approx(answer, rel=1e-14)
    write_program(tmp_path)
    assert run() == (expected(), 0)  # what was there before is still there


def test_another_clone_shares_the_entries(run: Run, tmp_path: Path) -> None:
    run()
    clone = tmp_path / "clone"
    clone.mkdir()
    write_program(clone, "# moved by some lines\n\n" + CALLEE)
    assert finished(start(clone, FENLEI_CACHE_DIR=str(tmp_path / "store"))) == [str(expected()), "0"]


@pytest.mark.parametrize("damage", [lambda data: data[:-100], lambda data: b"", lambda data: flipped(data)])
def test_a_damaged_entry_is_compiled_again(
    run: Run, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    run()
    for entry in (tmp_path / "store").iterdir():
        entry.write_bytes(damage(entry.read_bytes()))
    answer, said = spoken(tmp_path)
    assert answer == [str(expected()), "2"]
    assert [line for line in said if "cannot be read (ValueError: a damaged entry)" in line] == [
        line for line in said if not line.startswith("Compiling")
    ]
    assert spoken(tmp_path) == ([str(expected()), "0"], [])


def spoken(folder: Path) -> tuple[list[str], list[str]]:
    """The answer of a new process, and the lines that it says beside it."""
    output, error = start(folder).communicate(timeout=300)
    return output.split(), error.splitlines()


OTHER_NUMBA = """
import fenlei.kernels.store as store
def gone(*_):
    raise AttributeError("no such class")
store.CompileResult._rebuild = gone
"""


def test_an_entry_that_numba_no_longer_takes_is_compiled_again(run: Run, tmp_path: Path) -> None:
    assert not [line for line in spoken(tmp_path)[1] if "cannot be read" in line]  # nothing there yet
    (tmp_path / "other.py").write_text(OTHER_NUMBA + RUN)
    output, error = start(tmp_path, "other.py").communicate(timeout=300)
    assert output.split() == [str(expected()), "2"]
    assert "The machine code of outer cannot be read (AttributeError: no such class)" in error


def flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


@pytest.mark.parametrize(
    "env",
    [
        {"FENLEI_CACHE_DIR": "unset", "XDG_CACHE_HOME": "unset", "HOME": "/dev/null/nobody"},
        {"FENLEI_CACHE_DIR": "/dev/null/nowhere"},
    ],
    ids=["no home", "not a directory"],
)
@pytest.mark.skipif(sys.platform == "win32", reason="directories of POSIX")
def test_without_a_writable_directory_nothing_is_kept(run: Run, tmp_path: Path, env: dict[str, str]) -> None:
    assert run(**env) == (expected(), 2)
    assert run(**env) == (expected(), 2)
    assert not (tmp_path / "store").exists()
    assert not list(tmp_path.rglob("*.nb[ic]"))


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_a_directory_that_others_may_write_to_is_not_trusted(run: Run, tmp_path: Path) -> None:
    shared = tmp_path / "store"
    shared.mkdir()
    shared.chmod(0o777)
    assert run() == (expected(), 2)
    assert entries(tmp_path) == set()


AS_ANOTHER_USER = "import os\nos.geteuid = lambda: 12345\n" + RUN


@pytest.mark.skipif(sys.platform == "win32", reason="owners of POSIX")
def test_whose_directory_is_trusted(run: Run, tmp_path: Path) -> None:
    run()
    (tmp_path / "other.py").write_text(AS_ANOTHER_USER)
    is_root = (tmp_path / "store").stat().st_uid == 0  # what the administrator compiled is for all users
    assert finished(start(tmp_path, "other.py")) == [str(expected()), "0" if is_root else "2"]


def test_eight_processes_at_once(tmp_path: Path) -> None:
    write_program(tmp_path)
    processes = [start(tmp_path) for _ in range(8)]
    for process in processes:
        assert float(finished(process)[0]) == expected()
    assert len(entries(tmp_path)) == 2
    assert finished(start(tmp_path)) == [str(expected()), "0"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("module", "moment"), [(store, "stream.write(content(data))"), (atomic, "temporary.replace(target)")]
)
def test_killed_while_writing(run: Run, tmp_path: Path, module: ModuleType, moment: str) -> None:
    assert module.__file__ is not None
    source = Path(module.__file__).read_text()
    assert source.count(moment) == 1
    kill = (
        f"import os\nfrom pathlib import Path\nimport {module.__name__} as module\n"
        f"source = Path(module.__file__).read_text().replace({moment!r}, "
        "'os.kill(os.getpid(), 9)')\nexec(compile(source, module.__file__, 'exec'), vars(module))\n"
    )
    (tmp_path / "killed.py").write_text(kill + RUN)
    killed = start(tmp_path, "killed.py")
    killed.communicate(timeout=300)
    assert killed.returncode == -signal.SIGKILL
    assert all(name.startswith(".") for name in entries(tmp_path))
    assert run() == (expected(), 2)
    assert run() == (expected(), 0)


def test_entries_that_nobody_reads_are_removed(run: Run, tmp_path: Path) -> None:
    run()
    directory = tmp_path / "store"
    (directory / ".left").touch()
    long_ago = time.time() - (store.KEPT_DAYS + 1) * 86400
    for entry in directory.iterdir():
        os.utime(entry, (long_ago, long_ago))
    assert run() == (expected(), 0)  # reading keeps the kernel that Python calls
    write_program(tmp_path, CALLEE.replace("FACTOR = 2.0", "FACTOR = 3.0"))
    run()
    kept = [entry for entry in directory.iterdir() if entry.stat().st_mtime < time.time() - 86400]
    assert kept == []
    assert len(entries(tmp_path)) == 3


def test_a_mode_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    write_program(tmp_path)
    process = start(tmp_path, FENLEI_KERNELS="no")
    _, error = process.communicate(timeout=300)
    assert process.returncode != 0
    assert "FENLEI_KERNELS='no' is not accepted" in error


def test_kernels_that_call_themselves_or_each_other(tmp_path: Path) -> None:
    (tmp_path / "mutual.py").write_text(MUTUAL)
    (tmp_path / "run.py").write_text("from mutual import *\nprint(even(10), odd(10), product(5), either(3))")
    for _ in range(3):  # compiled, then what was kept
        assert finished(start(tmp_path)) == ["True", "False", "120", "True"]
    assert len(entries(tmp_path)) == 1  # of `product`


def test_require_compiles_nothing(tmp_path: Path) -> None:
    write_program(tmp_path)
    process = start(tmp_path, FENLEI_KERNELS="require")
    _, error = process.communicate(timeout=300)
    assert process.returncode != 0
    assert "is not among the kernels of the wheel" in error
