"""`fenlei evaluate`."""

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.study.tables import apples, write_csv


def test_scores_and_confusion(run: Run, apple_model: Path, apple_file: Path) -> None:
    result = run("evaluate", apple_model, apple_file)
    assert result.exit_code == 0
    words = result.stdout.split()
    assert {"accuracy", "balanced", "macro-F1", "AUC", "log-loss", "precision", "recall"} <= set(words)
    assert "rows: true class; columns: predicted class" in result.stdout
    document = json.loads(run("evaluate", apple_model, apple_file, "--json").stdout)
    assert f"{document['scores']['accuracy']:.3f}" in words
    assert sum(map(sum, document["confusion"])) == 90
    for label, row in zip(document["classes"], document["confusion"], strict=True):
        assert [label, *map(str, row)] in [line.split() for line in result.stdout.splitlines()]


def test_chinese_notes_and_quiet(run: Run, tmp_path: Path, apple_model: Path) -> None:
    columns = apples(12)
    columns["品种"][0] = None
    path = write_csv(columns, tmp_path / "new.csv")
    result = run("evaluate", apple_model, path, "--lang", "zh")
    assert "准确率" in result.stdout
    assert result.stderr == "说明：已去掉没有标签的 1 行。\n"
    assert run("evaluate", apple_model, path, "--quiet").stderr == ""


def test_many_classes_are_not_drawn(run: Run, tmp_path: Path) -> None:
    columns = {"x": [float(i % 25) + i / 1000 for i in range(75)], "y": [f"c{i % 25}" for i in range(75)]}
    path = write_csv(columns, tmp_path / "many.csv")
    run("train", path, "--model", "gaussian_nb", "--out", tmp_path / "m.fenlei")
    assert (
        "25 classes; the confusion matrix is in --json."
        in run("evaluate", tmp_path / "m.fenlei", path).stdout
    )


def test_two_models_are_compared(run: Run, tmp_path: Path) -> None:
    for name in ("lda", "gaussian_nb"):
        run("train", "iris", "--model", name, "--out", tmp_path / f"{name}.fenlei")
    pair = tmp_path / "lda.fenlei", tmp_path / "gaussian_nb.fenlei"
    shown = run("evaluate", *pair, "iris").stdout
    assert "A: lda" in shown
    assert "rows that only A gets right: 4; only B: 1" in shown
    document = json.loads(run("evaluate", *pair, "iris", "--json").stdout)
    assert document["tests"]["accuracy"]["p"] == 0.375
    assert "仅 A 正确的行：4" in run("evaluate", *pair, "iris", "--lang", "zh").stdout
    assert run("evaluate", *pair, pair[0], "iris").exit_code == 2
    assert run("evaluate", *pair, "iris", "--reject-cost", "0.2").exit_code == 2
