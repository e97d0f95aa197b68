"""`fenlei predict`: columns appended to the input, in any format, whole or not at all."""

import csv
import io
from pathlib import Path

import pyarrow.parquet
import pytest

import fenlei
from tests.cli.conftest import Run
from tests.study.tables import apples, write_csv


def test_csv_on_standard_output(run: Run, apple_model: Path, apple_file: Path) -> None:
    result = run("predict", apple_model, apple_file)
    assert result.exit_code == 0
    assert result.stderr == ""
    rows = list(csv.reader(io.StringIO(result.stdout)))
    given = list(csv.reader(io.StringIO(apple_file.read_text("gb18030"))))
    assert rows[0] == [*given[0], "prediction"]
    assert [row[:-1] for row in rows] == given
    table = fenlei.read_table(apple_file, target="品种")
    assert [row[-1] for row in rows[1:]] == fenlei.load_model(apple_model).predict(table).tolist()


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".parquet"])
def test_files_of_each_kind_read_back(
    run: Run, tmp_path: Path, apple_model: Path, apple_file: Path, suffix: str
) -> None:
    out = tmp_path / f"out{suffix}"
    result = run("predict", apple_model, apple_file, "--proba", "--out", out)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"90 rows: {out}\n"
    table = fenlei.read_table(out)
    assert table.arrow.column_names[-4:] == [
        "prediction", "probability_国光", "probability_红富士", "probability_黄元帅"
    ]  # fmt: skip
    total = sum(table.arrow[name].to_numpy() for name in table.arrow.column_names[-3:])
    assert total == pytest.approx(1.0)
    assert list(tmp_path.iterdir()) == [out]


def test_parquet_to_parquet_keeps_types(run: Run, tmp_path: Path, apple_model: Path) -> None:
    pyarrow.parquet.write_table(pyarrow.table(apples(9)), tmp_path / "in.parquet")
    assert (
        run("predict", apple_model, tmp_path / "in.parquet", "--out", tmp_path / "out.parquet").exit_code == 0
    )
    written = pyarrow.parquet.read_table(tmp_path / "out.parquet")
    assert written.schema.field("重量(克)").type == pyarrow.float64()
    assert written["含糖率"].to_pylist() == apples(9)["含糖率"]


def test_values_that_need_quotes(run: Run, tmp_path: Path, apple_model: Path) -> None:
    columns = apples(3) | {"备注": ['a "b"', "c, d", "e\nf"]}
    result = run("predict", apple_model, write_csv(columns, tmp_path / "new.csv"))
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [row["备注"] for row in rows] == columns["备注"]


def test_a_failure_half_way_leaves_the_old_file(run: Run, tmp_path: Path, apple_model: Path) -> None:
    columns = apples(70_000)
    columns["重量(克)"][66_000] = "heavy"
    out = tmp_path / "out.csv"
    out.write_text("old")
    result = run("predict", apple_model, write_csv(columns, tmp_path / "new.csv"), "--out", out)
    assert result.exit_code == 3
    assert "'heavy' in row 66001" in result.stderr
    assert out.read_text() == "old"
    assert {path.name for path in tmp_path.iterdir()} == {"new.csv", "out.csv"}


def test_the_input_is_not_overwritten(run: Run, tmp_path: Path, apple_model: Path) -> None:
    path = write_csv(apples(9), tmp_path / "same.csv")
    before, link = path.read_bytes(), tmp_path / "link.csv"
    link.symlink_to(path)
    for out in (path, link):
        result = run("predict", apple_model, path, "--out", out)
        assert result.exit_code == 2
        assert "this is the input of the command" in result.stderr
    assert path.read_bytes() == before


def test_quiet_and_chinese(run: Run, tmp_path: Path, apple_model: Path, apple_file: Path) -> None:
    out = tmp_path / "out.csv"
    assert run("predict", apple_model, apple_file, "--out", out, "--quiet").stderr == ""
    assert run("predict", apple_model, apple_file, "--out", out, "--lang", "zh").stderr == f"90 行：{out}\n"


def test_a_bundled_data_set(run: Run, tmp_path: Path) -> None:
    run("train", "iris", "--model", "lda", "--out", tmp_path / "m.fenlei")
    result = run("predict", tmp_path / "m.fenlei", "iris")
    assert len(result.stdout.splitlines()) == 151
    assert result.stdout.splitlines()[1] == "5.1,3.5,1.4,0.2,setosa,setosa"
