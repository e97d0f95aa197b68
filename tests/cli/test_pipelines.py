"""`fenlei predict` and `fenlei evaluate` with a saved pipeline of scikit-learn."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from sklearn.pipeline import Pipeline

import fenlei
from tests.cli.conftest import Run
from tests.model_file.pipelines.example import FRAME, LABELS, transformer


@pytest.fixture
def pipeline() -> Pipeline:
    steps = [("columns", transformer()), ("model", fenlei.LogisticRegression())]
    return Pipeline(steps).fit(FRAME, LABELS)


@pytest.fixture
def model(pipeline: Pipeline, tmp_path: Path) -> Path:
    fenlei.save_model(pipeline, tmp_path / "a.fenlei")
    return tmp_path / "a.fenlei"


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    FRAME.assign(quality=LABELS).to_csv(tmp_path / "rows.csv", index=False)
    return tmp_path / "rows.csv"


def test_predict(run: Run, pipeline: Pipeline, model: Path, rows: Path, tmp_path: Path) -> None:
    result = run("predict", model, rows, "--out", tmp_path / "out.csv")
    assert result.exit_code == 0, result.output
    assert pd.read_csv(tmp_path / "out.csv").prediction.tolist() == pipeline.predict(FRAME).tolist()


def test_evaluate(run: Run, pipeline: Pipeline, model: Path, rows: Path) -> None:
    result = run("evaluate", model, rows, "--target", "quality")
    assert result.exit_code == 0, result.output
    assert f"{pipeline.score(FRAME, LABELS):.3f}" in result.stdout.split()


def test_a_regression(run: Run, rows: Path, tmp_path: Path) -> None:
    y = FRAME.rooms * 2.0 + FRAME.ripe
    fenlei.save_model(
        Pipeline([("columns", transformer()), ("model", fenlei.Ridge())]).fit(FRAME, y), tmp_path / "r.fenlei"
    )
    FRAME.assign(price=y).to_csv(rows, index=False)
    result = run("evaluate", tmp_path / "r.fenlei", rows, "--target", "price")
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("words", [["explain"], ["export", "--onnx", "a.onnx"]])
def test_what_it_cannot_do_is_one_sentence(run: Run, words: list[str], model: Path, rows: Path) -> None:
    given = [words[0], model, rows] if words == ["explain"] else [words[0], model, *words[1:]]
    result = run(*given)
    assert result.exit_code in (1, 2, 3)
    assert len(result.stderr.strip().splitlines()) <= 3
