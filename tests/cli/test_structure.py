"""`fenlei reduce` and `fenlei cluster`."""

import json
from pathlib import Path

import pytest

from fenlei.model_file import Model, load_model
from tests.cli.conftest import Run

PNG = b"\x89PNG"


@pytest.mark.parametrize(
    "words",
    [
        ("reduce", "iris", "--method", "pca"),
        ("reduce", "iris", "--method", "lda", "--components", "1"),
        ("reduce", "apples", "--method", "classical_mds"),
        ("cluster", "iris", "--method", "kmeans"),
        ("cluster", "iris", "--method", "agglomerative", "--param", "linkage=average"),
        ("cluster", "watermelon", "--method", "divisive"),
        ("cluster", "watermelon", "--method", "gaussian_mixture", "--clusters", "2"),
    ],
    ids=" ".join,
)
def test_rows_picture_and_facts(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    result = run(*words, "--out", tmp_path)
    assert result.exit_code == 0, result.stderr
    document = json.loads(run(*words, "--out", tmp_path, "--json", "--quiet").stdout)
    header, *lines = Path(document["files"]["rows"]).read_text("utf-8").splitlines()
    assert len(lines) == document["rows"]
    assert header.split(",")[-1] in ("cluster", f"{words[3]}_{document.get('components')}")
    assert Path(document["files"]["picture"]).read_bytes()[:4] == PNG
    assert document["files"]["picture"] in result.stdout
    model = load_model(document["files"]["model"])
    assert isinstance(model, Model)
    assert model.facts["rows"] == document["rows"]
    for command in ("predict", "evaluate"):
        answer = run(command, document["files"]["model"], words[1])
        assert answer.exit_code in (0, 2), answer.stderr
        assert answer.stderr.count("\n") <= 1


def test_chinese_table_and_texts(run: Run, tmp_path: Path, apple_file: Path) -> None:
    result = run("cluster", apple_file, "--target", "品种", "--out", tmp_path, "--lang", "zh")
    assert result.exit_code == 0, result.stderr
    assert "轮廓系数" in result.stdout
    assert "调整兰德指数" in result.stdout


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("reduce", "iris", "--method", "umap"), 2, "There is no method 'umap'"),
        (("cluster", "iris", "--method", "pca"), 2, "There is no method 'pca'"),
        (("reduce", "iris", "--components", "0"), 2, "--components"),
        (("cluster", "iris", "--clusters", "many"), 2, "--clusters"),
        (("cluster", "iris", "--clusters", "500"), 3, "500"),
        (("reduce", "iris", "--components", "40"), 2, "40"),
        (("reduce", "pca_points", "--method", "lda"), 2, "--target"),
        (("reduce", "nowhere.csv"), 3, "nowhere.csv"),
        (("reduce", "iris", "--param", "colour=red"), 2, "colour"),
        (("cluster", "iris", "--target", "price"), 2, "price"),
    ],
)
def test_mistakes(run: Run, tmp_path: Path, words: tuple[str, ...], code: int, sentence: str) -> None:
    result = run(*words, "--out", tmp_path)
    assert result.exit_code == code, result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert sentence in result.stderr


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("reduce", "iris", "--method", "pca"), "Coordinates: ("),
        (("reduce", "watermelon", "--method", "mds"), "Coordinates: ("),
        (
            ("cluster", "kmeans_points", "--method", "kmeans", "--clusters", "2", "--scale", "none"),
            "Cluster: ",
        ),
        (("cluster", "watermelon", "--method", "agglomerative"), "Cluster: "),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_the_saved_model_is_explained(run: Run, tmp_path: Path, words: tuple[str, ...], answer: str) -> None:
    """Of a row its coordinates or its cluster, and the fit; rows of another table are refused."""
    assert run(*words, "--out", tmp_path, "--quiet").exit_code == 0
    model = tmp_path / f"{words[3]}.fenlei"
    row = run("explain", model, words[1], "--row", "2")
    assert row.exit_code == 0, row.stderr
    assert answer in row.stdout.splitlines()[-1]
    fit = run("explain", model, words[1], "--fit")
    assert fit.exit_code == 0, fit.stderr
    assert fit.stdout.startswith("How ")
    assert run("explain", model, "loan", "--fit").exit_code == 3
