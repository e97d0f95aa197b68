"""Regression without Python: train, predict and evaluate."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
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


@pytest.fixture(scope="module")
def prices(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = np.random.default_rng(2)
    rows = rng.normal(size=(60, 2))
    lines = [f"{a:.3f},{b:.3f},{2 * a - b + rng.normal() / 4:.3f}" for a, b in rows]
    path = tmp_path_factory.mktemp("prices") / "prices.csv"
    path.write_text("\n".join(["a,b,price", *lines]) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(("lang", "word"), [("en", "RMSE"), ("zh", "均方根误差")])
def test_compare_ranks_by_rmse_and_says_so(
    run: Run, tmp_path: Path, prices: Path, lang: str, word: str
) -> None:
    names = "lasso,linear_regression,decision_tree_regressor"
    shown = run("compare", prices, "--target", "price", "--task", "regression", "--models", names,
                "--out", tmp_path, "--lang", lang)  # fmt: skip
    assert shown.exit_code == 0, shown.stderr
    assert word in shown.stdout
    assert "price" in shown.stdout.splitlines()[0]
    assert ("(regression)" if lang == "en" else "（回归）") in shown.stdout.splitlines()[0]
    rows = [line.split()[0] for line in shown.stdout.splitlines() if "[" in line]
    assert rows[0] == "linear_regression"
    assert "dummy" in rows
    model = tmp_path / "best.fenlei"
    assert float(run("predict", model, prices).stdout.splitlines()[1].split(",")[3]) != 0
    scores = json.loads(run("evaluate", model, prices, "--json").stdout)["scores"]
    assert scores["r2"] > 0.9
    assert run("explain", model, prices, "--score").exit_code == 0
    assert word in (tmp_path / "report.html").read_text("utf-8")


def test_the_baseline_is_named_when_nothing_is_better(run: Run, tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    path = tmp_path / "noise.csv"
    lines = [f"{a:.4f},{b:.4f}" for a, b in rng.normal(size=(40, 2))]
    path.write_text("\n".join(["a,b", *lines]) + "\n", encoding="utf-8")
    shown = run(
        "compare", path, "--target", "b", "--models", "decision_tree_regressor", "--out", tmp_path / "o"
    )
    assert "The best model is no better than the baseline (RMSE)." in shown.stdout


def test_options_that_do_not_fit(run: Run, tmp_path: Path, prices: Path) -> None:
    for words, code, sentence in (
        (("--task", "sums"), 2, "--task has a value that is not accepted"),
        (("--task", "regression", "--models", "lda"), 2, "predicts classes"),
        (("--task", "classification"), 3, "numbers with decimals"),
        (("--models", "lda"), 3, "numbers with decimals"),
    ):
        found = run("compare", prices, "--target", "price", "--out", tmp_path / "x", *words)
        assert found.exit_code == code, found.stderr
        assert sentence in found.stderr
    assert run("compare", "iris", "--task", "regression", "--out", tmp_path / "x").exit_code == 2
