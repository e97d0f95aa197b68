"""A comparison as a script: it has every choice, and running it finds the same again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import fenlei
from fenlei.errors import DataError
from fenlei.export import python_script, read_result
from fenlei.export.script import call_of


def test_the_script_finds_what_was_found(tmp_path: Path) -> None:
    options: dict[str, Any] = {"models": ["lda", "svc"], "folds": 3, "params": {"svc": {"C": float("inf")}}}
    result = fenlei.compare("iris", out=tmp_path / "out", n_jobs=1, **options)
    script = python_script(read_result(tmp_path / "out"))
    (tmp_path / "study.py").write_text(script, "utf-8")
    done = subprocess.run(
        [sys.executable, "study.py"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=300
    )
    for model in result["models"]:
        (line,) = [line for line in done.stdout.splitlines() if line.startswith(model["name"])]
        now, then = line.split()[1:]
        assert now == then == f"{model['summary']['accuracy']['mean']:.6g}"
    again = fenlei.load_model(tmp_path / "best.fenlei")
    assert again.facts["model"] == result["best"]


def test_rows_in_memory_are_a_line_to_fill_in() -> None:
    frame = pd.DataFrame({"size": [1.0, 2.0, 3.0, 4.0] * 5, "kind": ["a", "a", "b", "b"] * 5})
    script = python_script(fenlei.compare(frame, "kind", models=["lda"], folds=2, n_jobs=1))
    assert "rows = ...  #" in script
    compile(script, "study.py", "exec")


@pytest.mark.parametrize(
    ("command", "source", "options"),
    [
        (
            "fenlei compare 'my data.csv' --target 5 --nominal 'a,\"b, c\"' --test-size 0.25 --stratify",
            "'my data.csv'",
            {"target": "5", "nominal": ["a", "b, c"], "test_size": 0.25, "stratify": True},
        ),
        (
            "fenlei compare x.csv --folds loo --no-calibrate --budget 60s --no-shuffle",
            "'x.csv'",
            {"folds": "loo", "calibrate": False, "budget": "60s", "shuffle": False},
        ),
        (
            "fenlei.compare(load('iris'), target='species', params={'svc': {'C': inf}})",
            "fenlei.load('iris')",
            {"target": "species", "params": {"svc": {"C": float("inf")}}},
        ),
    ],
)
def test_calls_from_commands(command: str, source: str, options: dict[str, Any]) -> None:
    assert call_of(command) == (source, options)


def test_what_is_no_result_is_refused(tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text(json.dumps({"models": []}))
    with pytest.raises(DataError, match="not the result"):
        read_result(tmp_path)
    (tmp_path / "result.json").write_bytes(b"\xff")
    with pytest.raises(DataError, match="cannot be read"):
        read_result(tmp_path / "result.json")
