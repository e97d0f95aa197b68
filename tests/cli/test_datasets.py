"""`fenlei datasets`."""

import json
from pathlib import Path

import fenlei
from fenlei.datasets import names
from tests.cli.conftest import Run


def test_every_data_set_is_listed(run: Run) -> None:
    listed = [line.split()[0] for line in run("datasets").stdout.splitlines() if line.strip()]
    assert set(names()) <= set(listed)
    document = json.loads(run("datasets", "--json").stdout)
    assert [row["name"] for row in document] == names()


def test_one_is_shown_in_both_languages(run: Run) -> None:
    assert "Fuji" in run("datasets", "apples").stdout
    chinese = run("datasets", "apples", "--lang", "zh").stdout
    assert "红富士" in chinese
    assert "底色" in chinese
    document = json.loads(run("datasets", "apples", "--json").stdout)
    assert document["schema"]["target"]["categories"] == ["Fuji", "Guoguang"]


def test_one_is_saved_and_reads_back(run: Run, tmp_path: Path) -> None:
    for path in (tmp_path / "apples.csv", tmp_path / "苹果.parquet"):
        result = run("datasets", "apples", "--save", path, "--lang", "zh")
        assert (result.exit_code, result.stdout) == (0, "")
        assert result.stderr == f"apples：已将 10 行写入 {path}\n"
        assert (
            fenlei.read_table(path, target="品种").labels().tolist() == fenlei.load("apples", "zh").y.tolist()
        )
