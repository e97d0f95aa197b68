"""`--costs` and `--reject-cost` of `predict` and `evaluate`: decisions, and mistakes by their exit code."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fenlei
from tests.cli.conftest import Run
from tests.study.tables import apples, write_csv

KINDS = ["国光", "红富士", "黄元帅"]
GOOD = {"动作": KINDS, "黄元帅": [1, 1, 0], "国光": [0, 1, 1], "红富士": [9, 0, 1]}


def predictions(text: str) -> list[str]:
    return [row["prediction"] for row in csv.DictReader(io.StringIO(text))]


@pytest.fixture(scope="module")
def posterior(apple_model: Path, apple_file: Path) -> np.ndarray:
    return fenlei.load_model(apple_model).predict_proba(fenlei.read_table(apple_file))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_a_cost_table_in_any_encoding(
    run: Run, tmp_path: Path, apple_model: Path, apple_file: Path, posterior: np.ndarray, encoding: str
) -> None:
    costs = write_csv(GOOD, tmp_path / "代价.csv", encoding)
    result = run("predict", apple_model, apple_file, "--costs", costs)
    assert result.exit_code == 0
    best = (posterior @ np.array([[0, 9, 1], [1, 0, 1], [1, 1, 0]]).T).argmin(axis=1)
    assert predictions(result.stdout) == [KINDS[i] for i in best]


def test_reject_and_probabilities(
    run: Run, apple_model: Path, apple_file: Path, posterior: np.ndarray
) -> None:
    result = run("predict", apple_model, apple_file, "--reject-cost", 0.1, "--proba")
    assert result.exit_code == 0
    largest, best = posterior.max(axis=1), posterior.argmax(axis=1)
    expected = ["reject" if 1 - p > 0.1 else KINDS[k] for p, k in zip(largest, best, strict=True)]
    assert predictions(result.stdout) == expected
    assert "reject" in expected
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert sum(float(rows[0][f"probability_{kind}"]) for kind in KINDS) == pytest.approx(1.0)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_numeric_classes_with_reject_and_actions_of_other_names(
    run: Run, tmp_path: Path, suffix: str
) -> None:
    columns = apples()
    columns["品种"] = [KINDS.index(kind) + 1 for kind in columns["品种"]]
    data = write_csv(columns, tmp_path / "numbers.csv")
    model, out = tmp_path / "m.fenlei", tmp_path / f"out{suffix}"
    assert run("train", data, "--target", "品种", "--model", "mixed_nb", "--out", model).exit_code == 0
    assert run("predict", model, data, "--reject-cost", 0.05, "--out", out).exit_code == 0
    seen = {str(value) for value in fenlei.read_table(out).arrow["prediction"].to_pylist()}
    assert seen == {"1", "2", "3", "reject"}
    costs = write_csv(
        {"action": [1, "wait"], "1": [0, 0.3], "2": [1, 0.3], "3": [1, 0.3]}, tmp_path / "c.csv"
    )
    result = run("predict", model, data, "--costs", costs)
    assert set(predictions(result.stdout)) == {"1", "wait"}


def test_evaluate_tells_actions_and_the_mean_cost(
    run: Run, tmp_path: Path, apple_model: Path, apple_file: Path
) -> None:
    costs = write_csv(GOOD, tmp_path / "costs.csv")
    words = ("evaluate", apple_model, apple_file, "--costs", costs, "--reject-cost", 0.2)
    decisions = json.loads(run(*words, "--json").stdout)["decisions"]
    assert decisions["actions"] == [*KINDS, "reject"]
    assert np.sum(decisions["counts"]) == 90
    shown = run(*words)
    assert shown.exit_code == 0
    assert f"mean cost {decisions['mean_cost']:.4f}" in shown.stdout
    lines = [line.split() for line in shown.stdout.splitlines()]
    for action, counts in zip(decisions["actions"], decisions["counts"], strict=True):
        assert [action, *map(str, counts)] in lines
    assert f"平均代价 {decisions['mean_cost']:.4f}" in run(*words, "--lang", "zh").stdout
    assert json.loads(run(*words[:3], "--json").stdout)["decisions"] is None


BAD: dict[str, tuple[dict[str, list[Any]], str]] = {
    "other columns": ({**GOOD, "富士": GOOD["红富士"]}, "are not the classes ['国光', '红富士', '黄元帅']"),
    "a column too few": ({"动作": KINDS, "国光": [0, 1, 1]}, "are not the classes"),
    "an action twice": ({**GOOD, "动作": ["国光", "国光", "红富士"]}, "an action occurs more than once"),
    "an empty cost": ({**GOOD, "国光": [0, None, 1]}, "a cost is missing in row 2; fill it in"),
    "NaN": ({**GOOD, "国光": [0, "NaN", 1]}, "a cost is missing in row 2; fill it in"),
    "text": ({**GOOD, "国光": [0, "much", 1]}, "Column '国光': 1 value is not a number"),
}


@pytest.mark.parametrize("command", ["predict", "evaluate"])
@pytest.mark.parametrize(("columns", "words"), BAD.values(), ids=BAD)
def test_a_table_that_does_not_fit_is_bad_data(
    run: Run, tmp_path: Path, apple_model: Path, apple_file: Path, command: str, columns: Any, words: str
) -> None:
    result = run(command, apple_model, apple_file, "--costs", write_csv(columns, tmp_path / "c.csv"))
    assert (result.exit_code, result.stdout) == (3, "")
    assert words in result.stderr.replace("\n", " ")
    assert result.stderr.startswith("fenlei: ")


def test_a_missing_and_an_empty_file_are_bad_data(
    run: Run, tmp_path: Path, apple_model: Path, apple_file: Path
) -> None:
    assert run("predict", apple_model, apple_file, "--costs", tmp_path / "none.csv").exit_code == 3
    (tmp_path / "empty.csv").write_text("")
    assert run("predict", apple_model, apple_file, "--costs", tmp_path / "empty.csv").exit_code == 3


@pytest.mark.parametrize("cost", ["nan", "inf", "much"])
def test_a_reject_cost_that_is_none_is_a_mistake_of_usage(
    run: Run, apple_model: Path, apple_file: Path, cost: str
) -> None:
    result = run("predict", apple_model, apple_file, "--reject-cost", cost)
    assert (result.exit_code, result.stdout) == (2, "")


def test_reject_named_twice_and_bad_words_in_chinese(
    run: Run, tmp_path: Path, apple_model: Path, apple_file: Path
) -> None:
    named = {name: [*values, "reject" if name == "动作" else 0.5] for name, values in GOOD.items()}
    costs = write_csv(named, tmp_path / "c.csv")
    assert run("predict", apple_model, apple_file, "--costs", costs).exit_code == 0
    result = run("predict", apple_model, apple_file, "--costs", costs, "--reject-cost", 0.1, "--lang", "zh")
    assert result.exit_code == 2
    assert "与已有动作" in result.stderr
