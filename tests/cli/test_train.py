"""`fenlei train`."""

import json
from pathlib import Path

import fenlei
from tests.cli.conftest import Run
from tests.study.tables import write_csv


def test_a_model_is_trained_and_saved(run: Run, tmp_path: Path, apple_file: Path) -> None:
    path = tmp_path / "模型.fenlei"
    words = ("--model", "lda", "--param", "solver=lsqr", "--param", "shrinkage=0.25")
    result = run("train", apple_file, "--target", "品种", "--out", path, *words)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        f"lda, trained on 90 rows: {path}",
        "scaling of numbers: standard (mean 0, variance 1)",
    ]
    estimator = fenlei.load_model(path).estimator
    assert (estimator.solver, estimator.shrinkage) == ("lsqr", 0.25)


def test_json(run: Run, tmp_path: Path, apple_file: Path) -> None:
    path = tmp_path / "m.fenlei"
    result = run("train", apple_file, "--model", "gaussian_nb", "--out", path, "--json", "--lang", "zh")
    facts = json.loads(result.stdout)
    assert len(facts.pop("fingerprint")) == 64  # of the training rows
    assert facts == {
        "model": "gaussian_nb",
        "rows": 90,
        "scale": "standard",
        "source": str(apple_file),
        "file": str(path),
        "classes": ["国光", "红富士", "黄元帅"],
    }


def test_an_old_model_is_replaced_only_by_a_whole_one(run: Run, tmp_path: Path, apple_file: Path) -> None:
    path = tmp_path / "m.fenlei"
    run("train", apple_file, "--model", "gaussian_nb", "--out", path)
    before = path.read_bytes()
    assert run("train", apple_file, "--model", "lda", "--param", "solver=no", "--out", path).exit_code == 2
    assert path.read_bytes() == before
    assert run("train", apple_file, "--model", "lda", "--out", path).exit_code == 0
    assert path.read_bytes() != before
    assert list(tmp_path.iterdir()) == [path]


def test_warnings_are_notes(run: Run, tmp_path: Path) -> None:
    columns = {"x": [1.0, 2.0, 3.0, 4.0] * 5, "twice": [2.0, 4.0, 6.0, 8.0] * 5, "y": list("aabb") * 5}
    path = write_csv(columns, tmp_path / "twice.csv")
    words = ("train", path, "--model", "qda", "--out", tmp_path / "m.fenlei")
    assert run(*words).stderr.startswith("note: QuadraticDiscriminantAnalysis")
    assert run(*words, "--quiet").stderr == ""


def test_the_probability_tables_of_a_bayes_classifier(run: Run, tmp_path: Path) -> None:
    words = ("train", "apples", "--out", tmp_path / "m.fenlei", "--tables", "--param", "alpha=0")
    shown = run(*words, "--model", "mixed_nb").stdout
    assert "taste        sour-sweet    4      4/6        3      3/4" in shown
    facts = json.loads(run(*words, "--model", "bayes_classifier", "--json", "--lang", "zh").stdout)
    assert facts["tables"][0]["rows"] == [["国光", 4, 0.4], ["红富士", 6, 0.6]]
    assert facts["tables"][1]["header"][:3] == ["底色", "外形", "口感"]


def test_a_model_without_probability_tables(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.fenlei"
    result = run("train", "iris", "--model", "lda", "--tables", "--out", path)
    assert (result.exit_code, path.exists()) == (2, False)
    assert "Model 'lda' has no probability tables; --tables is for bayes_classifier" in result.output
