"""`compare` from source to files: determinism, resuming, notes, the model left behind."""

import json
import shlex
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

import fenlei
from fenlei.errors import DataError, UsageError
from fenlei.study import Progress, compare
from fenlei.study.running import fold
from tests.study.tables import apples, without_times, write_csv


def test_two_runs_give_the_same_result(tmp_path: Path) -> None:
    path = write_csv(apples(), tmp_path / "a.csv")
    first, second = (compare(path, repeats=2, folds=3, seed=5) for _ in range(2))
    assert without_times(first) == without_times(second)
    assert without_times(compare(path, repeats=2, folds=3, seed=6)) != without_times(first)


def test_the_number_of_threads_does_not_matter() -> None:
    one, two = (compare("iris", folds=3, n_jobs=n) for n in (1, 2))
    assert without_times(one) == without_times(two)


def test_frames_and_files_agree(tmp_path: Path) -> None:
    columns = apples()
    results = [
        compare(source, "品种", folds=3, models=["gaussian_nb"])
        for source in (
            write_csv(columns, tmp_path / "a.csv", "gb18030"),
            pd.DataFrame(columns),
            pl.DataFrame(columns),
        )
    ]
    summaries = [result["models"][1]["summary"] for result in results]
    assert summaries[0] == summaries[1] == summaries[2]
    assert [result["data"]["source"] for result in results[1:]] == ["DataFrame", "DataFrame"]


def test_files_are_left_behind_and_agree(tmp_path: Path) -> None:
    path = write_csv(apples(), tmp_path / "苹果.csv", "gb18030")
    result = compare(path, out=tmp_path / "out")
    assert json.loads((tmp_path / "out" / "result.json").read_text("utf-8")) == result
    model = fenlei.load_model(tmp_path / "out" / "best.fenlei")
    table = fenlei.read_table(path, target="品种")
    accuracy = np.mean(model.predict(table) == table.labels())
    assert accuracy > 0.8
    assert model.facts["model"] == result["best"]
    assert model.facts["rows"] == 90


def test_the_best_model_is_fitted_on_all_rows(tmp_path: Path) -> None:
    compare("iris", models=["lda"], folds=3, calibrate=False, out=tmp_path)
    iris = fenlei.load("iris")
    saved = fenlei.load_model(tmp_path / "best.fenlei")
    prepared = saved.preparation.transform(iris.X)
    again = fenlei.LinearDiscriminantAnalysis().fit(prepared, iris.y)
    np.testing.assert_allclose(saved.predict_proba(iris.table), again.predict_proba(prepared), rtol=1e-12)


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.done == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare("iris", folds=5, out=tmp_path, progress=stop)
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.npz")}
    assert len(kept) == 7
    assert not (tmp_path / "result.json").exists()
    seen: list[Progress] = []
    resumed = compare("iris", folds=5, out=tmp_path, progress=seen.append)
    assert seen[0].resumed == 7
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert without_times(resumed) == without_times(compare("iris", folds=5))


def test_added_models_and_repeats_use_finished_folds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compare("iris", folds=5, models=["lda"], out=tmp_path)
    seen: list[Progress] = []
    compare("iris", folds=5, models=["lda", "qda"], repeats=2, out=tmp_path, progress=seen.append)
    assert (seen[0].resumed, seen[0].total) == (10, 30)


@pytest.mark.parametrize("change", [{"seed": 1}, {"folds": 4}, {"drop": ["petal width (cm)"]}])
def test_another_plan_or_table_uses_none(tmp_path: Path, change: dict) -> None:
    options = {"folds": 5, "models": ["lda"], "out": tmp_path}
    compare("iris", **options)
    seen: list[Progress] = []
    compare("iris", **(options | change), progress=seen.append)
    assert seen[0].resumed == 0


def test_rare_classes_lower_the_number_of_folds_with_a_note() -> None:
    columns = apples()
    columns["品种"] = ["稀" if i % 30 == 1 else kind for i, kind in enumerate(columns["品种"])]
    columns["品种"][0] = "独"
    result = compare(columns, "品种", models=["gaussian_nb"])
    assert result["plan"]["folds"] == 3
    assert "独" not in result["data"]["classes"]
    assert result["data"]["rows"] == 89
    notes = " ".join(result["data"]["notes"])
    assert "lowered to 3" in notes
    assert "'稀'" in notes
    assert "独" in notes
    zh = " ".join(compare(columns, "品种", models=["gaussian_nb"], lang="zh")["data"]["notes"])
    assert "折数已降为 3" in zh


def test_enough_rows_give_no_note() -> None:
    assert compare("iris", models=["lda"], folds=3)["data"]["notes"] == []


def test_nominal_tables_are_compared_natively() -> None:
    rng = np.random.default_rng(0)
    colour = rng.choice(list("rgb"), 60)
    columns = {"colour": colour.tolist(), "shape": rng.choice(["x", "y"], 60).tolist()}
    columns["kind"] = ["A" if c == "r" else "B" for c in colour]
    result = compare(columns, "kind", models=["categorical_nb"], folds=5)
    model = result["models"][1]
    assert (model["status"], model["preparation"]) == ("done", "native")
    assert model["summary"]["accuracy"]["mean"] == 1.0


def test_the_command_repeats_the_comparison(tmp_path: Path) -> None:
    columns = {
        "a, b": [float(i % 7) for i in range(40)],
        "x y": [float(i % 5) for i in range(40)],
        "z": ["u", "v"] * 20,
    }
    path = write_csv(columns, tmp_path / "my table.csv")
    result = compare(path, "z", models=["lda"], folds=4, numeric=["a, b"], missing=["-9", "x"])
    words = shlex.split(result["command"])
    assert words[:3] == ["fenlei", "compare", str(path)]
    options = dict(zip(words[3::2], words[4::2], strict=True))
    assert options == {
        "--target": "z",
        "--models": "lda",
        "--numeric": '"a, b"',
        "--missing": "-9,x",
        "--folds": "4",
        "--repeats": "1",
        "--seed": "0",
    }


def test_the_call_repeats_a_comparison_of_rows_in_memory() -> None:
    frame = pd.DataFrame(apples(30))
    command = compare(frame, "品种", models="gaussian_nb", folds=3, drop=["颜色"], lang="zh")["command"]
    name, options = command.removeprefix("fenlei.").removesuffix(")").split("DataFrame, ")
    assert name == "compare("
    assert eval(f"dict({options})") == {
        "target": "品种",
        "models": ["gaussian_nb"],
        "drop": ["颜色"],
        "lang": "zh",
        "folds": 3,
        "repeats": 1,
        "seed": 0,
    }


def test_an_unknown_model_is_refused_before_anything_is_read() -> None:
    with pytest.raises(UsageError, match="no model 'svn'"):
        compare("no_such_file.csv", models=["svn"])
    with pytest.raises(UsageError, match="at least one"):
        compare("iris", models=[])


def test_bad_data_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="does not exist"):
        compare(tmp_path / "no.csv", out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(UsageError, match="cannot be used for output"):
        compare("iris", out=tmp_path / "out")


def test_a_model_that_fails_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("too large")

    monkeypatch.setattr(fold, "run_fold", fail)
    result = compare("iris", models=["lda"], out=tmp_path)
    assert result["best"] is None
    assert result["models"][1]["reason"] == "MemoryError: too large"
    assert (tmp_path / "result.json").exists()
    assert not (tmp_path / "best.fenlei").exists()
