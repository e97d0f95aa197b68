import pyarrow as pa
import pytest

from fenlei.table.kinds import describe
from fenlei.table.values import plain


def kind(name, values):
    return describe(name, plain(pa.chunked_array([pa.array(values)]), name), None).kind


@pytest.mark.parametrize(
    ("name", "values", "wanted"),
    [
        ("x", [0, 1, 0, 1], "numeric"),
        ("x", [0.5, 1.5, 2.5], "numeric"),
        ("x", [float(i) for i in range(50)], "numeric"),
        ("id", [0.5, 1.5, 2.5], "numeric"),
        ("x", list(range(10)), "numeric"),
        ("x", list(range(7, 57)), "identifier"),
        ("x", [*range(49), 60], "numeric"),
        ("x", [*range(49), 48], "numeric"),
        ("x", list(reversed(range(30))), "identifier"),
        ("ID", [3, 9, 27], "identifier"),
        ("patient_id", [3, 9, 27], "identifier"),
        ("编号", [1, 2, 3], "identifier"),
        ("样本编号", [1, 2, 3], "identifier"),
        ("No.", ["a7", "b7", "a7", "c7"], "identifier"),
        ("no", [0, 1, 1, 0], "numeric"),
        ("humid", [3, 9, 27], "numeric"),
        ("x", ["a", "b", "c"], "identifier"),
        ("x", ["a", "b", "c", None], "identifier"),
        ("x", ["a", "b", "b"], "nominal"),
        ("x", [True, False], "boolean"),
        ("x", [True, True], "constant"),
        ("x", ["a", "a", None], "constant"),
        ("x", [1.0, 1.0], "constant"),
        ("id", [None, None], "constant"),
    ],
)
def test_inferred_kind(name, values, wanted):
    assert kind(name, values) == wanted


def test_a_declared_kind_wins():
    values = pa.chunked_array([pa.array([1, 1])])
    assert describe("x", values, "numeric").kind == "numeric"
    assert describe("x", values, "nominal").categories == ("1",)
    assert describe("x", values, "identifier").note == ""


def test_what_is_counted():
    column = describe("x", pa.chunked_array([pa.array(["b", "a", "b", None])]), None)
    assert (column.n_missing, column.n_distinct, column.categories, column.dtype) == (
        1,
        2,
        ("a", "b"),
        "string",
    )


def test_notes():
    def note(values, lang="en"):
        return describe("x", pa.chunked_array([pa.array(values, pa.string())]), None, lang=lang).note

    assert note([None]) == "every value is missing"
    assert note(["a", "a"], "zh") == "所有值都相同"
    assert note(["a", "b"]) == "looks like an identifier; not used as a feature"
    assert note([*map(str, range(30)), "1"]) == "most rows have a category of their own"
    assert note(["a", "b", "a"]) == ""
