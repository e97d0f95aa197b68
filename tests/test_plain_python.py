"""Every kernel of every family also runs as plain Python (`NUMBA_DISABLE_JIT=1`), with the compiled numbers.

So the source of a kernel means what it says: nothing hangs on Numba's types, and a debugger can step in.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numpy.testing import assert_allclose

from fenlei.registry import REGISTRY
from tests.plain.cases import CASES

ROOT = Path(__file__).parents[1]

# Kernels that small tables do not reach, and where they are tested instead.
TESTED_ELSEWHERE = {
    "pair_scores": "cells times classes above the largest table: tests/bayes/test_bayes_classifier.py",
    "exp32": "single precision, from a million kernel values on: tests/svm/test_kernels.py",
    "rbf_sums32": "as exp32",
    "rbf_values32": "as exp32",
    "drop_far": "more candidates than room is kept for: tests/neighbors/test_search.py",
}


def flat(numbers: Any) -> list[np.ndarray]:
    if isinstance(numbers, (list, tuple)):
        return [array for part in numbers for array in flat(part)]
    return [np.asarray(numbers, dtype=float)]


def assert_equal_to_rounding(plain: Any, compiled: Any, name: str) -> None:
    for a, b in zip(flat(plain), flat(compiled), strict=True):
        scale = np.abs(b[np.isfinite(b)]).max(initial=1.0)
        assert_allclose(a, b, rtol=1e-7, atol=1e-7 * scale, err_msg=name)


@pytest.mark.parametrize("family", CASES)
def test_kernels_as_plain_python(family: str, tmp_path: Path) -> None:
    file = tmp_path / "numbers.pickle"
    run = subprocess.run(
        [sys.executable, "-m", "tests.plain.run", family, str(file)], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
    plain = pickle.loads(file.read_bytes())
    missed = {name.rpartition(":")[2] for name in plain["defined"] - plain["called"]}
    assert missed <= set(TESTED_ELSEWHERE)
    if os.environ.get("NUMBA_DISABLE_JIT", "0") == "0":
        for at, (name, work) in enumerate(CASES[family]()):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                assert_equal_to_rounding(plain["results"][at], work(), name)


def test_every_estimator_has_a_case() -> None:
    tried = {name.partition("(")[0] for family in CASES.values() for name, _ in family()}
    assert set(REGISTRY) <= tried


@pytest.mark.parametrize("module", ["recorder", "run", "cases"])
def test_importing_these_files_leaves_the_compiler_alone(module: str) -> None:
    import_module(f"tests.plain.{module}")
    assert numba.njit.__module__.startswith("numba")
