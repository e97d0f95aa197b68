"""`fenlei export`: a file beside its comparison, and what it refuses."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def tree_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import fenlei

    path = tmp_path_factory.mktemp("export") / "tree.fenlei"
    fenlei.save_model(fenlei.train("iris", "decision_tree"), path)
    return path


def test_the_file_is_compared_on_the_training_rows(run: Run, tree_model: Path, tmp_path: Path) -> None:
    result = run("export", tree_model, "--onnx", tmp_path / "m.onnx", "--json")
    facts = json.loads(result.stdout)
    assert (facts["rows"], facts["labels"], facts["difference"]) == (150, 0, 0.0)
    assert facts["bytes"] == (tmp_path / "m.onnx").stat().st_size
    result = run("export", tree_model, "--onnx", tmp_path / "m.onnx", "--float32", "--lang", "zh")
    assert "150 行" in result.stdout


def test_without_onnxruntime_the_file_is_written_and_that_is_said(
    run: Run, tree_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    result = run("export", tree_model, "--onnx", tmp_path / "m.onnx")
    assert result.exit_code == 0
    assert "onnxruntime is not installed" in result.stderr
    assert (tmp_path / "m.onnx").exists()


def test_without_onnx_it_tells_how_to_install_it(
    run: Run, tree_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    result = run("export", tree_model, "--onnx", tmp_path / "m.onnx")
    assert result.exit_code == 2
    assert "pip install 'fenlei[onnx]'" in result.stderr
    assert not (tmp_path / "m.onnx").exists()


def test_one_form_is_asked_for(run: Run, tree_model: Path, tmp_path: Path) -> None:
    for words in ((), ("--python", "--onnx", tmp_path / "m.onnx")):
        assert run("export", tree_model, *words).exit_code == 2
    assert run("export", tree_model, "--python").exit_code == 3  # a model is no result
    assert run("export", tree_model, "--onnx", tree_model).exit_code == 2


def test_a_script_to_a_file_or_to_the_terminal(run: Run, tmp_path: Path) -> None:
    run("compare", "iris", "--models", "lda", "--folds", 2, "--out", tmp_path / "out")
    shown = run("export", tmp_path / "out", "--python").stdout
    written = run("export", tmp_path / "out" / "result.json", "--python", "--out", tmp_path / "study.py")
    assert written.exit_code == 0
    assert (tmp_path / "study.py").read_text("utf-8") == shown
    compile(shown, "study.py", "exec")
