"""`fenlei explain`."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_text_json_and_html(run: Run, tmp_path: Path, apple_model: Path, apple_file: Path) -> None:
    result = run("explain", apple_model, apple_file, "--row", "2")
    assert result.exit_code == 0
    document = json.loads(run("explain", apple_model, apple_file, "--row", "2", "--json").stdout)
    assert f"Decision: {document['prediction']}" in result.stdout
    for step in document["steps"]:
        assert step["title"] in result.stdout
        assert all(grid["title"] in result.stdout for grid in step["grids"])
    page = tmp_path / "one.html"
    assert run("explain", apple_model, apple_file, "--row", "2", "--html", page).stdout == ""
    html = page.read_text("utf-8")
    assert html.startswith("<!DOCTYPE html>")
    assert f"<h1>Decision: {document['prediction']}</h1>" in html


def test_chinese(run: Run, apple_model: Path, apple_file: Path) -> None:
    assert "判决：" in run("explain", apple_model, apple_file, "--lang", "zh").stdout


def test_rows_that_are_not_there(run: Run, apple_model: Path, apple_file: Path) -> None:
    for row in ("0", "91", "-3"):
        result = run("explain", apple_model, apple_file, "--row", row)
        assert result.exit_code == 3
        assert (
            result.stderr
            == f"fenlei: There is no row {row}; the table has 90 rows, and the first is row 1.\n"
        )


def test_an_unfit_table(run: Run, tmp_path: Path, apple_model: Path) -> None:
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    result = run("explain", apple_model, tmp_path / "other.csv")
    assert result.exit_code == 3
    assert len(result.stderr.splitlines()) == 1


# --- the fit


def test_the_fit_as_text_json_html_and_latex(run: Run, tmp_path: Path) -> None:
    model, page, paper = tmp_path / "loan.fenlei", tmp_path / "fit.html", tmp_path / "fit.tex"
    assert run("train", "loan", "--model", "id3", "--out", model).exit_code == 0
    shown = run("explain", model, "loan", "--fit").stdout
    assert shown.startswith("How ID3Classifier was fitted\n")
    assert "H_D = −Σₖ pₖ · log₂(pₖ) = −(6/15 · log₂(6/15) + 9/15 · log₂(9/15)) = 0.970951" in shown
    document = json.loads(run("explain", model, "loan", "--fit", "--json").stdout)
    assert (document["what"], document["model"]) == ("fit", "ID3Classifier")
    result = run("explain", model, "loan", "--fit", "--html", page, "--latex", paper, "--lang", "zh")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "<mfrac><mn>6</mn><mn>15</mn></mfrac>" in page.read_text("utf-8")
    assert "<script" not in page.read_text("utf-8")
    assert r"\frac{6}{15}" in paper.read_text("utf-8")
    assert paper.read_text("utf-8").startswith(r"\documentclass{ctexart}")
    assert "0.971\n" in run("explain", model, "loan", "--fit", "--digits", "3").stdout
    assert "3" in run("explain", model, "loan", "--fit", "--node", "2").stdout


def test_one_sentence_for_what_a_fit_cannot_explain(run: Run, tmp_path: Path) -> None:
    model, other = tmp_path / "loan.fenlei", tmp_path / "lines.fenlei"
    run("train", "loan", "--model", "id3", "--out", model)
    (tmp_path / "rows.csv").write_text("age,has_a_job,owns_a_house,credit_record,loan\nyoung,no,no,fair,no\n")
    crammer = ("--param", "multi_class=crammer_singer")
    run("train", "iris", "--model", "linear_svc", *crammer, "--out", other)
    for words, code, sentence in [
        ((model, "loan", "--fit", "--node", "99"), 2, "There is no node 99"),
        ((model, "loan", "--fit", "--row", "3"), 2, "give one of them"),
        ((model, "loan", "--node", "3"), 2, "--node belongs to --fit"),
        ((other, "iris", "--fit"), 2, "no working of LinearSVC with multi_class='crammer_singer'"),
    ]:
        result = run("explain", *words)
        assert (result.exit_code, result.stdout) == (code, "")
        assert sentence in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_other_rows_are_refused(run: Run, tmp_path: Path) -> None:
    run("datasets", "iris", "--save", tmp_path / "iris.csv")
    lines = (tmp_path / "iris.csv").read_text("utf-8").splitlines()
    (tmp_path / "part.csv").write_text("\n".join([lines[0], *lines[1:140]]) + "\n", "utf-8")
    model = tmp_path / "iris.fenlei"
    run("train", tmp_path / "iris.csv", "--model", "gaussian_nb", "--out", model)
    assert run("explain", model, tmp_path / "iris.csv", "--fit").exit_code == 0
    result = run("explain", model, tmp_path / "part.csv", "--fit")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith("fenlei: These 139 rows are not the 150 that GaussianNB was fitted to")


def test_the_language_of_the_page_is_not_that_of_the_data(run: Run, tmp_path: Path) -> None:
    """A model trained from a bundled set in English refused the same set with --lang zh."""
    model = tmp_path / "iris.fenlei"
    run("train", "iris", "--model", "gaussian_nb", "--out", model)
    for words in (("--row", "3"), ("--fit",)):
        result = run("explain", model, "iris", *words, "--lang", "zh")
        assert result.exit_code == 0, result.stderr
        assert "petal length (cm)" in result.stdout
    assert "判决：setosa" in run("explain", model, "iris", "--lang", "zh").stdout


def test_scores_are_written_out(run: Run, tmp_path: Path) -> None:
    """003 G3: 5/7, 5/8 and 12/17 of the watermelons."""
    model = tmp_path / "melons.fenlei"
    words = (
        "--model",
        "logistic_regression",
        "--param",
        "C=inf",
        "--param",
        "solver=newton",
        "--scale",
        "none",
    )
    assert run("train", "watermelon", *words, "--out", model).exit_code == 0
    printed = run("explain", model, "watermelon", "--score").stdout
    for part in ("5/7 = 0.714286", "5/8 = 0.625", "12/17 = 0.705882", "(58 + 0 / 2) / (8 · 9) = 0.805556"):
        assert part in printed
    chinese = run("explain", model, "watermelon", "--score", "--lang", "zh")
    assert chinese.exit_code == 0, chinese.stderr
    assert "精确率、召回率与 F₁" in chinese.stdout
    page = tmp_path / "score.html"
    assert run("explain", model, "watermelon", "--score", "--html", page).exit_code == 0
    assert "<math" in page.read_text("utf-8")
    both = run("explain", model, "watermelon", "--score", "--row", "1")
    assert (both.exit_code, both.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("model", ["linear_regression", "svc", "lda"])
def test_scores_of_other_kinds_of_models(run: Run, tmp_path: Path, model: str) -> None:
    data = {"linear_regression": "line_points", "svc": "watermelon", "lda": "iris"}[model]
    file = tmp_path / "model.fenlei"
    assert run("train", data, "--model", model, "--out", file).exit_code == 0
    result = run("explain", file, data, "--score")
    assert result.exit_code == 0, result.stderr
    wanted = {"linear_regression": "RMSE", "svc": "AUC", "lda": "macro"}[model]
    assert wanted in result.stdout


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_working_of_a_bundled_set_in_either_language(run: Run, tmp_path: Path, lang: str) -> None:
    model = tmp_path / "loan.fenlei"
    assert run("train", "loan", "--model", "id3", "--lang", "en", "--out", model).exit_code == 0
    for words in (("--row", "2"), ("--fit",), ("--score",)):
        result = run("explain", model, "loan", *words, "--lang", lang)
        assert result.exit_code == 0, result.stderr
    lacking = run("explain", model, "iris", "--lang", lang)
    assert lacking.exit_code == 3
    assert ("所给的表格" if lang == "zh" else "The table") in lacking.stderr


def test_preparation_of_numbers_categories_dates_and_missing_values(run: Run, tmp_path: Path) -> None:
    lines = ["age,colour,bought,label"]
    for i in range(30):
        age = "" if i == 4 else str(20 + i % 7)
        colour = "" if i == 6 else ("red", "green", "blue")[i % 3]
        lines.append(f"{age},{colour},2024-{1 + i % 12:02d}-{1 + i % 28:02d},{'yes' if i % 3 else 'no'}")
    table, model = tmp_path / "rows.csv", tmp_path / "model.fenlei"
    table.write_text("\n".join(lines) + "\n")
    assert run("train", table, "--model", "logistic_regression", "--out", model).exit_code == 0
    filled = run("explain", model, table, "--row", "5").stdout
    assert "age = (missing)" in filled
    assert "z_age = (age − x̄) / s = (23 −" in filled
    assert "sin_bought.month = sin(2 · π · bought.month / 12)" in filled
    assert "blue = 0, green = 1, red = 0" in filled
    assert "blue = 0, green = 0, red = 0" in run("explain", model, table, "--row", "7").stdout
    fit = run("explain", model, table, "--fit")
    assert fit.exit_code == 0, fit.stderr
    assert "columns made" in fit.stdout
