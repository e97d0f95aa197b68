"""The machine code of a wheel: found by any process, compiled nowhere, the same bytes in every build."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fenlei.kernels import shipped
from fenlei.kernels.recipe import VERSIONS
from tests.kernels.test_store import RUN, expected, finished, start, write_program

LEVEL, SETTINGS, NEEDED = shipped.LEVELS[-1]

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.skipif(bool(shipped.lacking(NEEDED)), reason=f"a processor below {LEVEL}"),
]

# The program of a build: what it compiled goes into the wheel.
BUILD = f"""{RUN}
from pathlib import Path
from fenlei.kernels.packed import pack
from fenlei.kernels.store import own, without_bitcode
entries = {{entry.name: ("program", without_bitcode(entry.read_bytes())) for entry in own().iterdir()}}
for name, data in pack(entries).items():
    Path("wheel", "{LEVEL}", name).write_bytes(data)
for name in entries:
    (own() / name).unlink()
"""
# The program of an environment in which the wheel was installed.
INSTALLED = """
from pathlib import Path
import fenlei.kernels.notice as notice, fenlei.kernels.shipped as shipped
notice.SHIPPED = shipped.SHIPPED = Path("wheel")
"""
# Workers that a scheduler starts: new processes, each with its own import.
WORKERS = """
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from io import StringIO
from multiprocessing import get_context
from runpy import run_path
def work(_):
    with redirect_stdout(StringIO()) as said:
        run_path("installed.py")
    return said.getvalue()
if __name__ == "__main__":
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        print(*pool.map(work, range(4)))
"""


@pytest.fixture(autouse=True)
def no_pinned_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes find the level by the processor, whatever level the tests are run at."""
    for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"):
        monkeypatch.delenv(name, raising=False)


def build(folder: Path) -> dict[str, bytes]:
    """The machine code that a build in this folder makes for a wheel, by name."""
    brought = folder / "wheel" / LEVEL
    brought.mkdir(parents=True)
    write_program(folder)
    (folder / "build.py").write_text(BUILD)
    pinned = {"NUMBA_CPU_NAME": LEVEL, "NUMBA_CPU_FEATURES": SETTINGS, "PYTHONHASHSEED": "0"}
    finished(start(folder, "build.py", FENLEI_KERNELS="build", **pinned))
    return {entry.name: entry.read_bytes() for entry in brought.iterdir()}


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """A folder with programs, and the machine code of their kernels as a wheel brings it."""
    build(tmp_path)
    (tmp_path / "installed.py").write_text(INSTALLED + RUN)
    (tmp_path / "workers.py").write_text(WORKERS)
    (tmp_path / "wheel" / "made_with.json").write_text(json.dumps(VERSIONS))
    return tmp_path


def test_nothing_is_compiled(wheel: Path) -> None:
    pinned = {"NUMBA_CPU_NAME": LEVEL, "NUMBA_CPU_FEATURES": SETTINGS}
    assert finished(start(wheel, "installed.py", FENLEI_KERNELS="require")) == [str(expected()), "0"]
    assert finished(start(wheel, "installed.py", **pinned)) == [str(expected()), "0"]
    assert list((wheel / "store").iterdir()) == []


def test_workers_compile_nothing(wheel: Path) -> None:
    found = finished(start(wheel, "workers.py", FENLEI_KERNELS="require"))
    assert found == 4 * [str(expected()), "0"]


def test_without_it_kernels_are_compiled_and_the_reason_is_given(wheel: Path) -> None:
    other = "import fenlei.kernels.recipe as recipe\nrecipe.VERSIONS['Numba'] = '0.0.0'\n"
    (wheel / "other.py").write_text(other + INSTALLED + RUN)
    process = start(wheel, "other.py")
    output, error = process.communicate(timeout=300)
    assert output.split() == [str(expected()), "2"]
    assert len(error.splitlines()) == 1
    assert f"is for Numba {VERSIONS['Numba']}, and 0.0.0 is installed" in error
    assert "Kept in" in error


def test_two_builds_have_the_same_bytes(tmp_path: Path) -> None:
    first, second = build(tmp_path / "first"), build(tmp_path / "second")
    assert first.keys() == {"index.json", "program.xz"}
    assert len(json.loads(first["index.json"])) == 2
    assert first == second


def test_damaged_machine_code_is_compiled_again(wheel: Path) -> None:
    for content in (wheel / "wheel" / LEVEL).glob("*.xz"):
        content.write_bytes(content.read_bytes()[:-40])
    assert finished(start(wheel, "installed.py")) == [str(expected()), "2"]


def test_damaged_machine_code_is_named_where_nothing_may_be_compiled(wheel: Path) -> None:
    for content in (wheel / "wheel" / LEVEL).glob("*.xz"):
        content.write_bytes(b"no code")
    process = start(wheel, "installed.py", FENLEI_KERNELS="require")
    _, error = process.communicate(timeout=300)
    assert process.returncode != 0
    assert "outer cannot be read (LZMAError" in error
    assert "is not among the kernels of the wheel" in error
