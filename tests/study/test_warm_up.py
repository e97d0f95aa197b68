"""Compiling ahead: what was warmed up compiles nothing later, in another process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fenlei.errors import UsageError
from fenlei.registry import REGISTRY, entries
from fenlei.study.warming.warm_up import COMPARE, Warmed, spread, warm_up

FIRST_FIT = """
import sys, warnings
import numpy as np
from numba.core import event
from sklearn.datasets import load_iris
from fenlei.registry import REGISTRY
X, y = load_iris(return_X_y=True)
with event.install_recorder("numba:compile") as compiling, warnings.catch_warnings():
    warnings.simplefilter("ignore")
    for name in sys.argv[1:]:
        model = REGISTRY[name].load()().fit(X, y)
        model.predict(X)
print(len(compiling.buffer) // 2)
"""


def fenlei(store: Path, *arguments: str) -> str:
    return python(store, "-c", "from fenlei.cli import main; main()", *arguments)


def python(store: Path, *arguments: str) -> str:
    run = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "FENLEI_CACHE_DIR": str(store)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.compiled_only
def test_a_first_fit_after_warming_up_compiles_nothing(tmp_path: Path) -> None:
    names = ("gaussian_nb", "lda", "perceptron")
    assert int(python(tmp_path, "-c", FIRST_FIT, "gaussian_nb")) > 0
    facts = json.loads(fenlei(tmp_path, "warm-up", "--models", ",".join(names), "--json", "--jobs", "2"))
    assert facts["models"] == 3
    assert facts["kernels"] > 0
    assert facts["directory"] == str(tmp_path)
    assert int(python(tmp_path, "-c", FIRST_FIT, *names)) == 0
    assert json.loads(fenlei(tmp_path, "warm-up", "--models", ",".join(names), "--json"))["kernels"] == 0


@pytest.mark.slow
@pytest.mark.compiled_only
def test_everything_is_warmed_up(tmp_path: Path) -> None:
    assert json.loads(fenlei(tmp_path, "warm-up", "--json"))["models"] == len(REGISTRY) + 1
    assert json.loads(fenlei(tmp_path, "warm-up", "--json"))["kernels"] == 0
    classifiers = [entry.name for entry in entries("classifier", compare=True) if entry.numeric]
    assert int(python(tmp_path, "-c", FIRST_FIT, *classifiers)) == 0


def test_progress_and_order() -> None:
    seen: list[Warmed] = []
    warmed = warm_up(["linear_regression", COMPARE], jobs=1, progress=seen.append)
    assert seen == warmed
    assert [(each.name, each.done, each.total) for each in warmed] == [
        ("linear_regression", 1, 2),
        (COMPARE, 2, 2),
    ]


def test_each_estimator_once_and_families_apart() -> None:
    order = spread(entries())
    assert sorted(order) == sorted(REGISTRY)
    families = [REGISTRY[name].path.split(".")[1] for name in order[:5]]
    assert len(set(families)) == 5


def test_an_unknown_model_is_refused() -> None:
    with pytest.raises(UsageError, match="There is no model 'nope'"):
        warm_up(["nope"])
