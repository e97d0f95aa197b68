"""Dates are recognised in text and by type, and become numbers that vary; new rows follow the schema."""

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fenlei.errors import DataError, UsageError
from fenlei.table import Schema, conform, prepare, read_table
from fenlei.table.recognition.dates import date_part, find_format, read_dates

MOMENTS = [
    datetime.datetime(2023, 1, 31, 23, 5, 9) + datetime.timedelta(days=37 * i, hours=5 * i) for i in range(40)
]
WRITTEN = {
    "Y-m-d": "%Y-%m-%dT%H:%M:%S",
    "d.m.Y": "%d.%m.%Y %H:%M:%S",
    "d/m/Y": "%d/%m/%Y, %H:%M:%S",
    "m/d/Y": "%m/%d/%Y %I:%M:%S %p",
    "Y年m月d日": "%Y年%m月%d日 %H:%M:%S",
    "d b Y": "%a, %d %b %Y %H:%M:%S GMT",
    "b d, Y": "%B %d, %Y %H:%M:%S",
}


def column(texts):
    return pa.chunked_array([pa.array(texts, pa.string())])


@pytest.mark.parametrize(("name", "written"), WRITTEN.items())
def test_formats_against_strftime(name, written):
    texts = column([moment.strftime(written) for moment in MOMENTS])
    found = find_format(texts)
    assert found is not None
    assert (found.name, found.is_ambiguous) == (name, False)
    assert read_dates(texts, name).to_pylist() == MOMENTS


@given(st.dates(datetime.date(1, 1, 1), datetime.date(9999, 12, 31)))
def test_every_day_of_the_calendar(day):
    (read,) = read_dates(column([f"{day.year:04}-{day.month}-{day.day}"]), "Y-m-d").to_pylist()
    assert read == datetime.datetime.combine(day, datetime.time())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2023-02-29", "Y-m-d"),
        ("2023-13-01", "Y-m-d"),
        ("2023-00-10", "Y-m-d"),
        ("2023-04-00", "Y-m-d"),
        ("2023-04-10 25:00", "Y-m-d"),
        ("2023-04-10 13:00 pm", "Y-m-d"),
        ("1.2.23", "d.m.Y"),
        ("4 Smarch 2023", "d b Y"),
        ("x 2023-04-10", "Y-m-d"),
    ],
)
def test_days_and_times_that_do_not_exist(text, name):
    assert read_dates(column([text, None]), name).to_pylist() == [None, None]


def test_zones_are_taken_as_utc():
    texts = column(
        ["2023-01-01 00:30+02:00", "2023-01-01T00:30Z", "2023-01-01 00:30 -0530", "2023-01-01 00:30"]
    )
    read = [str(moment) for moment in read_dates(texts, "Y-m-d").to_pylist()]
    assert read == [
        "2022-12-31 22:30:00",
        "2023-01-01 00:30:00",
        "2023-01-01 06:00:00",
        "2023-01-01 00:30:00",
    ]


@pytest.mark.parametrize(
    "texts", [["red", "green"], ["1.5", "2.5"], ["10.0.0.1", "10.0.0.2"], ["12:30", "13:30"]]
)
def test_other_texts_are_none(texts):
    assert find_format(column(texts)) is None


def test_the_order_of_day_and_month():
    found = find_format(column(["03/04/2023", "05/06/2023"]))
    assert found is not None
    assert (found.name, found.is_ambiguous) == ("d/m/Y", True)
    assert find_format(column(["03/04/2023", "05/16/2023"])) == ("m/d/Y", False)
    note = read_table({"d": ["03/04/2023", "05/06/2023", "03/04/2023"]}).schema.columns[0].note
    assert note.startswith("'03/04/2023' is read as 2023-04-03, the day first")


def test_parts():
    dates = pa.chunked_array(
        [pa.array([datetime.datetime(1970, 1, 2, 6), None, datetime.datetime(2026, 11, 18, 23)])]
    )
    assert date_part(dates.cast(pa.timestamp("us")), "days").to_pylist() == [1.25, None, 20775 + 23 / 24]
    for part, expected in {
        "year": [1970, 2026],
        "month": [1, 11],
        "weekday": [5, 3],
        "hour": [6, 23],
    }.items():
        assert date_part(dates, part).drop_null().to_pylist() == expected


def frames():
    days = [moment.date() for moment in MOMENTS]
    yield {"when": MOMENTS}, True
    yield {"when": [moment.isoformat(" ") for moment in MOMENTS]}, True
    yield {"when": days}, False
    yield pd.DataFrame({"when": pd.to_datetime(MOMENTS)}), True
    yield pd.DataFrame({"when": pd.to_datetime(MOMENTS).tz_localize("UTC")}), True
    yield pl.DataFrame({"when": MOMENTS}), True


@pytest.mark.parametrize(("frame", "has_hours"), list(frames()))
def test_a_date_becomes_the_parts_that_vary(frame, has_hours):
    table = read_table(frame)
    names = ["when.days", "when.year", "when.month", "when.weekday", *(["when.hour"] if has_hours else [])]
    assert [feature.name for feature in table.schema.features] == names
    assert table.schema.columns[0].kind == "date"
    assert table.coded().X[:, 2].tolist() == [moment.month for moment in MOMENTS]


def test_new_rows_are_read_by_the_format_of_the_schema():
    table = read_table({"d": ["03.04.2023", "25.06.2023", "1.1.2024", None], "y": list("abab")}, target="y")
    schema = Schema.from_dict(table.schema.to_dict())
    assert schema == table.schema
    days = conform({"d": ["04.03.2023", "2023-03-04", "x"]}, schema).coded().X[:, 0]
    assert days[0] == (datetime.date(2023, 3, 4) - datetime.date(1970, 1, 1)).days
    assert np.isnan(days[1:]).all()
    typed = conform({"d": [datetime.date(2023, 3, 4)]}, schema).coded().X
    assert typed[0, 0] == days[0]
    with pytest.raises(DataError, match="lacks 1 of the columns the model uses: 'd'"):
        conform({"e": [1]}, schema)


def test_a_table_read_again_has_its_parts_once():
    table = read_table({"d": MOMENTS, "y": ["a", "b"] * 20}, target="y")
    again = read_table(table)
    assert again.schema.features == table.schema.features
    assert read_table(table, nominal=["d"]).schema.columns[0].kind == "nominal"


def test_names_that_are_taken():
    table = read_table({"d": MOMENTS, "d.month": [1.5, 2.5] * 20})
    assert {"d.month", "d.month_"} <= {column.name for column in table.schema.features}


def test_declared_dates():
    table = read_table({"d": [20230131, 20230228, 20240101]}, date=["d"])
    assert [column.kind for column in table.schema.columns][:1] == ["date"]
    assert table.arrow["d.month"].to_pylist() == [1, 2, 1]
    with pytest.raises(
        DataError, match=r"Column 'd' is declared a date, and no format reads .*\(first: '17'\)"
    ):
        read_table({"d": [17, 18, 19]}, date=["d"])
    with pytest.raises(UsageError, match="given as nominal and as date"):
        read_table({"d": [17, 18, 19]}, date=["d"], nominal=["d"])
    assert (
        read_table({"d": ["2023-01-31"] * 3 + ["2023-02-01"]}, nominal=["d"]).schema.columns[0].kind
        == "nominal"
    )


def test_one_day_is_a_constant():
    assert read_table({"d": ["2023-01-31"] * 3, "x": [1.5, 2.5, 1.5]}).schema.columns[0].kind == "constant"


def test_cyclic_parts_for_estimators_that_need_numbers():
    table = read_table({"d": MOMENTS, "y": ["a", "b"] * 20}, target="y")
    preparation = prepare(table).fit(table)
    names = preparation.get_feature_names_out().tolist()
    Z = preparation.transform(table)
    assert Z.shape == (40, len(names))
    angles = 2 * np.pi * np.array([moment.hour for moment in MOMENTS]) / 24
    np.testing.assert_allclose(Z[:, names.index("sin(d.hour)")], np.sin(angles), atol=1e-15)
    np.testing.assert_allclose(Z[:, names.index("cos(d.hour)")], np.cos(angles), atol=1e-15)
    codes = prepare(table, one_hot=False, scale="none").fit(table)
    assert codes.transform(table).tolist() == table.coded().X.tolist()


@pytest.mark.parametrize(("key", "value"), [("form", "week"), ("source", "e"), ("form", "")])
def test_a_part_that_is_none_is_refused(key, value):
    schema = read_table({"d": MOMENTS, "y": ["a", "b"] * 20}, target="y").schema.to_dict()
    schema["columns"][1][key] = value
    with pytest.raises(DataError, match=key):
        Schema.from_dict(schema)
