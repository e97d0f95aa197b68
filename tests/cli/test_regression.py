"""Regression without Python: train, predict and evaluate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_the_line_of_source_004_chapter_3(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "m.fenlei"
    assert "5 rows" in run("train", "line_points", "--model", "linear_regression", "--out", file).stdout
    rows = run("predict", file, "line_points").stdout.splitlines()
    assert rows[0] == "x,y,prediction"
    assert float(rows[1].split(",")[2]) == pytest.approx(0.13 + 0.97)
    shown = run("evaluate", file, "line_points").stdout
    assert "mean squared error" in shown
    assert "0.0246" in shown
    assert "决定系数 R²" in run("evaluate", file, "line_points", "--lang", "zh").stdout
    scores = json.loads(run("evaluate", file, "line_points", "--json").stdout)["scores"]
    assert scores["mean_squared_error"] == pytest.approx(0.123 / 5)


def test_facts_of_training_have_no_classes(run: Run, tmp_path: Path) -> None:
    result = run("train", "line_points", "--model", "ridge", "--out", tmp_path / "m.fenlei", "--json")
    assert "classes" not in json.loads(result.stdout)


def test_decimals_name_the_way_out(run: Run, tmp_path: Path) -> None:
    result = run("train", "line_points", "--model", "lda", "--out", tmp_path / "m.fenlei", "--lang", "zh")
    assert result.exit_code == 3
    assert "--model linear_regression" in result.stderr
    assert run("compare", "iris", "--models", "ridge").exit_code == 2
