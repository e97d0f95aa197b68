"""One sentence when kernels are compiled: why, how long, where they are kept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fenlei.kernels import notice, shipped
from fenlei.kernels.recipe import VERSIONS

pytestmark = pytest.mark.compiled_only

PROGRAM = """
import logging
from fenlei.kernels import kernel
{setting}
@kernel
def twice(x):
    return 2.0 * x
twice(1.0)
twice(1)
"""


def said(store: Path, setting: str = "") -> str:
    """What a new process that compiles a kernel for two types prints on standard error."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(setting=setting)],
        env={**os.environ, "FENLEI_CACHE_DIR": str(store)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr


def test_it_is_said_once_and_only_when_something_is_compiled(tmp_path: Path) -> None:
    first = said(tmp_path / "store")
    assert len(first.splitlines()) == 1
    assert first.startswith("Compiling numerical kernels for this machine")
    assert f"Kept in {tmp_path / 'store'}" in first
    assert said(tmp_path / "store") == ""


def test_it_says_that_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "set FENLEI_CACHE_DIR to one" in said(tmp_path / "file")


def test_logging_silences_it(tmp_path: Path) -> None:
    assert said(tmp_path, 'logging.getLogger("fenlei.kernels").setLevel("ERROR")') == ""


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """A wheel that brings machine code for the level v3, made with these versions."""

    def bring(has: bool = True, **versions: str) -> None:
        (tmp_path / "x86-64-v3").mkdir()
        (tmp_path / "made_with.json").write_text(json.dumps(VERSIONS | versions))
        monkeypatch.setattr(notice, "SHIPPED", tmp_path)
        monkeypatch.setattr(shipped, "SHIPPED", tmp_path)
        monkeypatch.setattr(notice, "MODE", "")
        monkeypatch.setattr(shipped, "MODE", "")
        monkeypatch.setattr(shipped.config, "CPU_NAME", None)  # whatever level the tests are run at
        monkeypatch.setattr(shipped.config, "CPU_FEATURES", None)
        features = dict.fromkeys(shipped.V3, has)
        monkeypatch.setattr(shipped.binding, "get_host_cpu_features", lambda: features)
        shipped.shipped.cache_clear()

    yield bring
    shipped.shipped.cache_clear()


def test_no_reason_without_machine_code_in_the_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notice, "SHIPPED", tmp_path / "none")
    assert notice.reason() == ""


def test_the_reason_is_another_version(wheel: Callable[..., None]) -> None:
    wheel(Numba="0.1.0")
    assert notice.reason().strip() == (
        f"The machine code of the wheel is for Numba 0.1.0, and {VERSIONS['Numba']} is installed."
    )
    assert "0.1.0" in notice.reason("zh")


def test_the_reason_is_the_kind_of_input(wheel: Callable[..., None]) -> None:
    wheel()
    assert shipped.shipped() is not None
    assert notice.reason().strip() == "The wheel has no machine code for this kind of input."


def test_the_reason_is_an_older_processor(wheel: Callable[..., None]) -> None:
    wheel(has=False)
    assert "level x86-64-v3; this one lacks avx2, bmi" in notice.reason()


@pytest.mark.parametrize(
    ("name", "features", "found"),
    [("x86-64-v3", "", True), ("x86-64-v3", None, False), ("generic", "", False), ("x86-64-v4", "", False)],
)
def test_a_pinned_level_is_the_only_one(
    wheel: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    features: str | None,
    found: bool,
) -> None:
    wheel()
    monkeypatch.setattr(shipped.config, "CPU_NAME", name)
    monkeypatch.setattr(shipped.config, "CPU_FEATURES", features)
    assert (shipped.shipped() is not None) == found
    if not found:
        assert f"NUMBA_CPU_NAME is {name}" in notice.reason()
