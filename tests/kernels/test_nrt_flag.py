"""The private Numba flag `_nrt`: used where Numba takes it, left out where not, with equal results."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import fenlei.kernels

REFUSE = """
import json
import sys

from numba.core import cpu

if "refuse" in sys.argv:
    owner = next(cls for cls in cpu.CPUTargetOptions.__mro__ if "_nrt" in vars(cls))
    delattr(owner, "_nrt")  # a Numba that does not know the flag

import numpy as np

from fenlei import kernels
"""
SUM = """
@kernels.part_of_borrowing_kernel
def total(x):
    return x[0] + x[1:].sum()

@kernels.borrowing_kernel
def total_from(x, start):
    return total(x[start:])

@kernels.kernel
def totals(n):
    x = np.arange(n) / 7.0
    return np.array([total_from(x, start) for start in range(n - 1)])

result = totals(50)
"""
FOREST = """
from fenlei.ensemble import RandomForestRegressor

X = np.random.default_rng(0).normal(size=(80, 3))
forest = RandomForestRegressor(n_estimators=3, random_state=0).fit(X, X[:, 0] + X[:, 1] ** 2)
result = forest.predict(X)
"""
REPORT = """
print(json.dumps([kernels.takes_nrt_flag(), "_nrt" in kernels.NO_COUNTING, result.tolist()]))
"""


def answer(script: Path, work: str, cache: Path, *arguments: str) -> Any:
    """What a fresh interpreter with this kernel cache prints: flag known, flag used, numbers."""
    script.write_text(REFUSE + work + REPORT)  # a file, as only kernels from files are cached
    run = subprocess.run(
        [sys.executable, str(script), *arguments],
        env={**os.environ, "FENLEI_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_this_numba_takes_the_flag() -> None:
    assert fenlei.kernels.takes_nrt_flag()  # or fenlei is slower than measured: look for another way
    assert fenlei.kernels.NO_COUNTING["_nrt"] is False


@pytest.mark.compiled_only
@pytest.mark.parametrize("work", [SUM, pytest.param(FOREST, marks=pytest.mark.slow)], ids=["sum", "forest"])
def test_a_numba_that_refuses_the_flag_computes_the_same(work: str, tmp_path: Path) -> None:
    script = tmp_path / "work.py"
    known, used, numbers = answer(script, work, tmp_path / "refused", "refuse")
    assert not known
    assert not used
    assert answer(script, work, tmp_path / "taken") == [True, True, numbers]


def test_a_numba_without_these_modules_goes_without_the_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba.core.cpu", None)
    assert not fenlei.kernels.takes_nrt_flag()
