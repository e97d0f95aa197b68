"""Files, bundled names and frames become labelled tables; the target is found or asked for."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from fenlei.errors import DataError, UsageError
from fenlei.study import evaluate_model, predict_blocks, train
from fenlei.study.explain_row import explain_row
from fenlei.study.source import open_source, read_labelled, source_name
from fenlei.table.formats.delimited import read_delimited
from tests.study.tables import apples, write_csv


def target_of(source: object, **options: object) -> str:
    column = read_labelled(source, **options).schema.target
    assert column is not None
    return column.name


def test_a_bundled_name_has_its_own_target() -> None:
    assert target_of("iris") == "species"
    assert target_of("iris", lang="zh") == "种类"


def test_the_last_column_is_the_default_target_with_a_note(tmp_path: Path) -> None:
    table = read_labelled(write_csv(apples(), tmp_path / "a.csv"))
    assert table.schema.target is not None
    assert table.schema.target.name == "品种"
    assert any("品种" in note and "No target" in note for note in table.schema.notes)
    assert "品种" not in [column.name for column in table.schema.columns]


def test_a_given_target_gets_no_note(tmp_path: Path) -> None:
    table = read_labelled(write_csv(apples(), tmp_path / "a.csv"), "颜色")
    assert table.schema.notes == ()
    assert [column.name for column in table.schema.features] == ["重量(克)", "含糖率", "品种"]


def test_a_numeric_last_column_is_not_guessed() -> None:
    frame = pd.DataFrame({"colour": ["r", "g", "r"], "size": [1.5, 2.5, 3.5]})
    with pytest.raises(UsageError, match=r"last column 'size' is numeric.*--target"):
        read_labelled(frame)
    assert target_of(frame, target="colour") == "colour"


def test_overrides_reach_the_reader() -> None:
    table = read_labelled("iris", "species", drop=["petal width (cm)"], nominal=["sepal width (cm)"])
    kinds = {column.name: column.kind for column in table.schema.columns}
    assert kinds["sepal width (cm)"] == "nominal"
    assert "petal width (cm)" not in kinds


def test_a_word_that_is_nothing_names_the_nearest_data_set() -> None:
    with pytest.raises(DataError, match=r"'irsi' is neither a file nor a bundled data set.*'iris'"):
        open_source("irsi")


def test_a_file_may_have_the_name_of_a_data_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_csv(apples(), tmp_path / "iris")
    monkeypatch.chdir(tmp_path)
    assert target_of("./iris") == "品种"
    assert target_of("iris") == "species"


def test_source_name() -> None:
    assert source_name("iris") == "iris"
    assert source_name(Path("a.csv")) == "a.csv"
    assert source_name(pd.DataFrame()) == "DataFrame"


def test_a_file_is_read_once_and_typed_as_with_a_given_target(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_csv(apples() | {"good": ["yes" if i % 3 else "" for i in range(90)]}, tmp_path / "a.csv")
    given = read_labelled(path, "good", drop=["编号"], numeric=["含糖率"])
    read: list[object] = []

    def counted(layout: Any) -> Any:
        read.append(layout)
        return read_delimited(layout)

    monkeypatch.setattr("fenlei.table.formats.sources.read_delimited", counted)
    with pytest.raises(UsageError, match="constant"):  # one value, and gaps
        read_labelled(path, drop=["编号"])
    read.clear()
    path = write_csv(apples() | {"good": ["yes", "no", ""] * 30}, tmp_path / "b.csv")
    found = read_labelled(path, drop=["编号"], numeric=["含糖率"])
    assert len(read) == 1
    expected = read_labelled(path, "good", drop=["编号"], numeric=["含糖率"])
    assert found.arrow.equals(expected.arrow)
    assert found.schema.columns == expected.schema.columns
    assert found.schema.target == expected.schema.target
    assert found.schema.notes[:-1] == expected.schema.notes
    assert found.row_numbers.tolist() == expected.row_numbers.tolist()
    assert given.n_rows == found.n_rows == 60


def test_a_bundled_set_is_read_in_the_language_of_the_model() -> None:
    """`fenlei train apples`, then `fenlei explain ... apples --lang zh`: the columns were not found."""
    for trained_in in ("en", "zh"):
        model = train("apples", "mixed_nb", lang=trained_in)
        for lang in ("en", "zh"):
            assert evaluate_model(model, "apples", lang=lang)["data"]["rows"] == 10
            assert next(iter(predict_blocks(model, "apples", lang=lang))).num_rows == 10
            assert explain_row(model, "apples", 3, lang=lang).lang == lang
