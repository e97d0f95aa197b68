"""`fenlei explain`."""

import json
from pathlib import Path

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
