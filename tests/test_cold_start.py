"""A process that compiles the kernels and one that finds them on the disk give the same bits.

A kernel that another one calls, and that the compiler does not inline, exists in several versions; which of
them runs depends on where the caller came from, and so may the last bits of its sums (`part_of_kernel`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fenlei.registry import entries

ROOT = Path(__file__).parents[1]


def hashes(cache: Path) -> dict[str, list[str]]:
    """What a new process says of every estimator, its compiled kernels being kept in `cache`."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.cold_start"],
        cwd=ROOT,
        env={**os.environ, "FENLEI_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, list[str]] = json.loads(run.stdout)
    return found


@pytest.mark.slow
def test_a_first_run_and_a_second_run_have_the_same_bits(tmp_path: Path) -> None:
    cold, warm = hashes(tmp_path), hashes(tmp_path)
    assert {name.split()[0] for name in cold} == {entry.name for entry in entries()}
    assert [name for name in cold if cold[name] != warm[name]] == []
