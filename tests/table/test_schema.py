import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fenlei.errors import DataError
from fenlei.table.schema import BOOLEAN_CATEGORIES, Column, Schema

text = st.text(max_size=8)
categories = st.lists(text, unique=True, max_size=4).map(tuple)


@st.composite
def columns(draw, name):
    kind = draw(st.sampled_from(["numeric", "nominal", "ordinal", "boolean", "identifier", "constant"]))
    values = {"nominal": draw(categories), "ordinal": draw(categories), "boolean": BOOLEAN_CATEGORIES}.get(
        kind
    )
    counts = [draw(st.integers(0, 10**9)) for _ in range(2)]
    return Column(name, kind, values, *counts, draw(text), draw(st.sampled_from(["int", "float", "string"])))


@st.composite
def schemas(draw):
    names = draw(st.lists(text, unique=True, min_size=1, max_size=5))
    made = [draw(columns(name)) for name in names]
    target = draw(st.sampled_from([None, made[0]]))
    return Schema(tuple(made[1:]), target, tuple(draw(st.lists(text, max_size=2))), ("", "?"))


@settings(deadline=None, max_examples=60)
@given(schemas())
def test_json_round_trip_is_exact(schema):
    assert Schema.from_dict(json.loads(json.dumps(schema.to_dict()))) == schema


COLOUR = Column("colour", "nominal", ("green", "red"), 1, 2)
SCHEMA = Schema(
    (COLOUR, Column("n", "identifier"), Column("x", "numeric", dtype="float")), Column("y", "nominal", ())
)


def test_features_are_what_a_model_sees():
    assert [column.name for column in SCHEMA.features] == ["colour", "x"]


def nonsense():
    good = SCHEMA.to_dict()
    column = good["columns"][0]
    yield None, "schema"
    yield [], "schema"
    yield {key: good[key] for key in ("columns", "target")}, "schema"
    yield good | {"extra": 1}, "schema"
    yield good | {"columns": {}}, "columns"
    yield good | {"columns": [column, column]}, "columns"
    yield good | {"target": column}, "columns"
    yield good | {"target": 3}, "target"
    yield good | {"notes": [1]}, "notes[0]"
    yield good | {"missing": "?"}, "missing"
    for key, value in {
        "name": 5,
        "kind": "number",
        "dtype": "object",
        "note": None,
        "n_missing": -1,
        "n_distinct": True,
        "categories": None,
    }.items():
        yield good | {"columns": [column | {key: value}]}, f"columns[0].{key}"
    yield good | {"columns": [column | {"categories": ["a", "a"]}]}, "columns[0].categories"
    yield good | {"columns": [column | {"categories": ["a", 1]}]}, "columns[0].categories[1]"
    yield good | {"columns": [column | {"kind": "numeric"}]}, "columns[0].categories"
    yield good | {"columns": [column | {"kind": "boolean"}]}, "columns[0].categories"


@pytest.mark.parametrize(("data", "where"), list(nonsense()))
def test_nonsense_is_refused_with_its_place(data, where):
    with pytest.raises(DataError) as caught:
        Schema.from_dict(data)
    assert f" at {where}, " in str(caught.value)
    assert len(str(caught.value)) < 300


def test_text_is_aligned_also_with_chinese_names():
    schema = Schema((Column("色泽", "nominal", ("浅白", "青绿"), 0, 2), Column("x", "numeric", None, 3, 17)))
    assert schema.text("zh").splitlines() == [
        "列    类型  不同值  缺失  类别        说明",
        "色泽  名义       2     0  浅白, 青绿",
        "x     数值      17     3",
    ]
