"""`fenlei compare`: leaderboard, files, JSON, Chinese, notes."""

import json
from pathlib import Path

import pytest

from fenlei.cli import output
from fenlei.cli.compare import verdict
from fenlei.study.running import fold
from tests.cli.conftest import Run
from tests.study.tables import apples, without_times, write_csv


def test_the_leaderboard_and_the_files(run: Run, tmp_path: Path) -> None:
    models = "gaussian_nb,categorical_nb,lda,qda"
    result = run("compare", "iris", "--out", tmp_path / "out", "--folds", 5, "--models", models)
    assert result.exit_code == 0
    assert "150 rows, 4 features, 3 classes of species" in result.stdout
    lines = [line.split() for line in result.stdout.splitlines()]
    order = [words[0] for words in lines if words and words[0] in ("lda", "qda", "gaussian_nb", "dummy")]
    assert sorted(order) == ["dummy", "gaussian_nb", "lda", "qda"]
    assert order[-1] == "dummy"
    assert f"Best: Linear discriminant analysis ({order[0]})" in result.stdout or order[0] != "lda"
    for name in ("report.html", "result.json", "best.fenlei"):
        path = tmp_path / "out" / name
        assert path.stat().st_size > 1000
        assert str(path) in result.stdout
    assert "petal length" in (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "lda: accuracy 0.980 (15 of 20 folds)" in result.stderr
    assert "skipped categorical_nb: it takes nominal columns only" in result.stderr


def test_json_lines_have_the_scores_of_every_fold_and_the_result(run: Run, tmp_path: Path) -> None:
    options = ("--models", "lda", "--folds", 3, "--no-calibrate")  # which follows after the last fold
    words = ("compare", "iris", "--out", tmp_path, *options, "--json-lines", "--quiet")
    start, *folds, result = map(json.loads, run(*words).stdout.splitlines())
    assert (start["event"], start["total"], result["event"]) == ("start", 6, "result")
    assert {line["event"] for line in folds} == {"fold"}
    for model in result["models"]:
        assert [line["fold"] for line in folds if line["model"] == model["name"]] == model["folds"]
    again = [json.loads(line) for line in run(*words).stdout.splitlines()]
    assert again[0]["resumed"] == 6
    assert [line["fold"] for line in again[1:-1]] == [line["fold"] for line in folds]


def test_json_is_one_document_and_nothing_else(run: Run, tmp_path: Path) -> None:
    result = run("compare", "iris", "--out", tmp_path, "--models", "lda", "--folds", 3, "--json")
    document = json.loads(result.stdout)
    written = json.loads((tmp_path / "result.json").read_text("utf-8"))
    assert document.pop("files")["report"] == str(tmp_path / "report.html")
    assert document == written


def test_quiet_prints_nothing_beside_the_result(run: Run, tmp_path: Path) -> None:
    result = run("compare", "iris", "--out", tmp_path, "--folds", 3, "--quiet")
    assert result.stderr == ""
    assert "lda" in result.stdout


def test_running_again_resumes(run: Run, tmp_path: Path) -> None:
    words = ("compare", "iris", "--out", tmp_path, "--models", "lda", "--folds", 3, "--json")
    first = run(*words)
    (tmp_path / "folds").glob("*/lda.r0.f1.npz").__next__().unlink()
    second = run(*words)
    assert "resumed: 5 of 6 folds were already done" in second.stderr
    assert without_times(json.loads(first.stdout)) == without_times(json.loads(second.stdout))


def test_a_gb18030_table_in_chinese(run: Run, tmp_path: Path, apple_file: Path) -> None:
    result = run("compare", apple_file, "--out", tmp_path, "--lang", "zh", "--folds", 3)
    assert result.exit_code == 0
    assert "90 行，3 个特征，目标 品种 有 3 个类别" in result.stdout
    assert "没有指定目标列；预测最后一列 '品种'。" in result.stdout
    assert "最好：" in result.stdout
    assert "跳过 categorical_nb：它只接受类别列" in result.stderr
    page = (tmp_path / "report.html").read_text("utf-8")
    assert 'lang="zh-CN"' in page
    assert "红富士" in page


def test_the_default_folder_is_named_after_the_data(
    run: Run, tmp_path: Path, apple_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("compare", apple_file, "--models", "gaussian_nb", "--folds", 2).exit_code == 0
    assert (tmp_path / "fenlei-苹果" / "report.html").exists()


def test_overrides_change_the_schema(run: Run, tmp_path: Path, apple_file: Path) -> None:
    words = ("--drop", "含糖率,编号", "--nominal", "重量(克)", "--missing", "红", "--target", "品种")
    result = run("compare", apple_file, "--out", tmp_path, "--folds", 2, "--json", *words)
    document = json.loads(result.stdout)
    kinds = {column["name"]: column["kind"] for column in document["data"]["schema"]["columns"]}
    assert kinds == {"颜色": "nominal", "重量(克)": "nominal"}
    colour = document["data"]["schema"]["columns"][0]
    assert colour["categories"] == ["绿", "黄"]
    assert colour["n_missing"] > 0
    assert "--missing '红'" in document["command"]
    done = [model["name"] for model in document["models"] if model["status"] == "done"]
    assert "categorical_nb" in done


def test_a_long_schema_is_cut(run: Run, tmp_path: Path) -> None:
    columns = {f"x{j}": [float((i * j) % 7) for i in range(20)] for j in range(1, 61)}
    path = write_csv(columns | {"y": ["a", "b"] * 10}, tmp_path / "wide.csv")
    result = run("compare", path, "--out", tmp_path / "out", "--models", "gaussian_nb", "--folds", 2)
    assert "x30" in result.stdout
    assert "x55" not in result.stdout
    assert "more lines, see the report" in result.stdout


def test_when_every_model_fails(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("it broke")

    monkeypatch.setattr(fold, "run_fold", fail)
    result = run("compare", "iris", "--out", tmp_path, "--models", "lda")
    assert result.exit_code == 3
    assert "failed lda: ValueError: it broke" in result.stderr
    assert "fenlei: No model could be finished" in result.stderr
    assert (tmp_path / "report.html").exists()


def test_ctrl_c_tells_how_to_continue(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(fold, "run_fold", stop)
    result = run("compare", "iris", "--out", tmp_path / "out")
    assert result.exit_code == 130
    assert f"kept in {tmp_path / 'out'}: run the same command again" in result.stderr


def test_a_model_no_better_than_the_baseline_is_called_so() -> None:
    def model(name: str, accuracy: float) -> dict:
        labels = {"label_en": name, "label_zh": name}
        return {"name": name, "status": "done", "summary": {"accuracy": {"mean": accuracy}}, **labels}

    result = {
        "models": [model("dummy", 0.7), model("lda", 0.7)],
        "best": "lda",
        "baseline": "dummy",
        "plan": {},
    }
    assert len(verdict(result, "en")) == 2
    assert len(verdict(result | {"models": [model("dummy", 0.7), model("lda", 0.8)]}, "zh")) == 1


def test_notes_of_models_are_shown(run: Run, tmp_path: Path) -> None:
    columns = {"x": [1.0, 2.0, 3.0, 4.0] * 5, "twice": [2.0, 4.0, 6.0, 8.0] * 5, "y": list("aabb") * 5}
    path = write_csv(columns, tmp_path / "twice.csv")
    result = run("compare", path, "--out", tmp_path / "out", "--models", "qda", "--folds", 4)
    assert result.stderr.count("note on qda") == 1  # for both classes and all folds
    assert "2 of 2 classes" in result.stderr
    assert "Warning" not in result.stderr


@pytest.mark.parametrize("width", [50, 60, 80, 100, 120])
def test_a_narrow_terminal_goes_without_some_columns(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setattr(output, "WIDE", width)
    stdout = run("compare", "iris", "--out", tmp_path, "--models", "lda", "--folds", 2).stdout
    lines = stdout.splitlines()
    heading = next(line for line in lines if "p vs best" in line)
    assert ("predict" in heading) == (width >= 100)
    (row,) = (line for line in lines if line.split()[:1] == ["lda"])
    assert "–" in row
    assert len(row) <= width


def test_rare_classes_are_noted(run: Run, tmp_path: Path) -> None:
    columns = apples(30)
    columns["品种"][0] = "独"
    path = write_csv(columns, tmp_path / "rare.csv")
    result = run("compare", path, "--out", tmp_path / "out", "--models", "gaussian_nb")
    assert "note: 1 class with a single row (独) were left out" in result.stderr
    assert "note: The number of folds was lowered to 9" in result.stderr
