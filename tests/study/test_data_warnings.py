"""Repeated rows and columns that leak the class are noticed; others give no warning."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fenlei.study.data import StudyData, study_data
from fenlei.study.facts.data_warnings import data_warnings, leaking_columns, repeated_rows
from fenlei.study.source import read_labelled
from fenlei.table.reading import read_table


def data_of(columns: dict[str, Any]) -> StudyData:
    return study_data(read_table(columns, target="y"), "test")


def noise(n: int = 200) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    y = np.array(["a", "b", "c"])[np.arange(n) % 3]
    return {"x": rng.normal(size=n), "colour": rng.choice(["red", "green"], n), "y": y}


def test_nothing_is_said_of_noise_and_of_the_bundled_tables() -> None:
    assert data_warnings(data_of(noise())) == []
    for name in ("iris", "wine", "breast_cancer", "penguins", "digits"):
        assert data_warnings(study_data(read_labelled(name), name)) == [], name


def test_a_copy_of_the_target_is_a_leak() -> None:
    columns = noise()
    columns["code"] = np.where(columns["y"] == "b", 7.0, np.where(columns["y"] == "a", 3.0, 5.0))
    columns["word"] = np.char.add("is ", columns["y"])
    data = data_of(columns)
    assert [data.schema.features[j].name for j in leaking_columns(data)] == ["code", "word"]
    (said,) = data_warnings(data)
    assert "'code', 'word'" in said
    assert "--drop" in said


def test_a_name_of_the_row_is_no_leak() -> None:
    columns = noise()
    columns["city"] = [f"city {i // 2}" for i in range(200)]
    assert "city" not in [data_of(columns).schema.features[j].name for j in leaking_columns(data_of(columns))]


def test_repeated_rows_are_counted_with_their_conflicts() -> None:
    columns = {name: np.concatenate([values, values[:30]]) for name, values in noise().items()}
    columns["y"][200:205] = ["c", "c", "a", "c", "c"]  # were a, b, c, a, b
    data = data_of(columns)
    assert repeated_rows(data) == (30, 5)
    assert "30 rows repeat" in data_warnings(data)[0]


def test_gaps_are_equal_to_gaps() -> None:
    x = [1.0, None, None, 2.0, 3.0, 4.0]
    assert repeated_rows(data_of({"x": x, "z": [1.0, 5.0, 5.0, 1.0, 2.0, 3.0], "y": list("ababab")})) == (
        1,
        1,
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_both_languages(lang: str) -> None:
    columns = noise()
    columns["word"] = columns["y"]
    assert len(data_warnings(data_of(columns), lang)) == 1
