import numpy as np
import pyarrow as pa
import pytest

from fenlei.table import conform, read_table
from fenlei.table.recognition.kinds import describe
from fenlei.table.values import RARE, plain


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
        ("x", [*range(49), 60], "identifier"),
        ("x", [*range(49, 0, -2), -7], "identifier"),
        ("x", [*range(48), 60, 50], "numeric"),
        ("x", [*range(0, 38, 2)], "numeric"),
        ("x", [float(i) for i in range(0, 80, 2)], "numeric"),
        ("x", ["this is a text", "and that one too", "this is a text"], "text"),
        ("x", ["x" * 40, "y" * 40, "x" * 40], "text"),
        (
            "x",
            ["this is a text", "this is a text", "this is a text", "and that one too", "and that one too"],
            "nominal",
        ),
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
    assert note(["a", "b"]) == "looks like an identifier; not used as a feature; --nominal x uses it"
    assert note([*map(str, range(30)), "1"]) == "most rows have a category of their own"
    assert note([f"free text number {i}" for i in range(30)]).startswith("free text; not used as a feature")
    assert describe("x", pa.chunked_array([[*range(48), 60, 50]]), None).note.startswith(
        "never repeats; --id x"
    )
    assert note(["a", "b", "a"]) == ""
    assert describe("full name", pa.chunked_array([["a", "b"]]), None).note.endswith(
        "--nominal 'full name' uses it"
    )


# --- rare categories


def grouped(counts, **options):
    values = [f"c{i:04}" for i, count in enumerate(counts) for _ in range(count)]
    return describe("x", pa.chunked_array([values]), options.pop("kind", None), **options)


def test_rare_categories_share_one():
    column = grouped([5] * 30 + [4] * 20)
    assert column.categories == (*(f"c{i:04}" for i in range(30)), RARE)
    assert (column.kind, column.n_distinct, column.note) == (
        "nominal",
        50,
        "rare categories that share one: 20",
    )


def test_few_categories_are_all_kept():
    assert RARE not in (grouped([1] * 20 + [9] * 20).categories or ())
    assert RARE not in (grouped([6] * 60 + [1]).categories or ())  # a group of one is no group


def test_one_row_in_a_thousand_is_rare_and_254_are_kept():
    assert len(grouped([2000] * 41 + [80] * 5).categories or ()) == 42
    assert len(grouped([6] * 300).categories or ()) == 255
    assert (grouped([6] * 299 + [7]).categories or ())[-2:] == ("c0299", RARE)  # the most frequent first


def test_where_hardly_a_value_repeats():
    assert grouped([2] * 100).kind == "identifier"
    assert len(grouped([2] * 300, kind="nominal").categories or ()) == 255


def test_the_target_keeps_its_classes():
    assert len(grouped([2] * 300, kind="nominal", is_target=True).categories or ()) == 300


def test_rare_and_unseen_values_have_the_code_of_the_group():
    colours = [f"c{i // 5:02}" for i in range(250)] + ["odd", "queer", None]
    table = read_table({"x": colours, "y": ["a", "b"] * 126 + ["a"]}, target="y")
    categories = table.schema.columns[0].categories
    assert categories is not None
    codes = table.coded().X.ravel()
    assert codes[250] == codes[251] == len(categories) - 1 == 50
    assert np.isnan(codes[252])
    again = read_table(table)
    assert again.schema.columns[0].categories == categories
    assert np.array_equal(again.coded().X, table.coded().X, equal_nan=True)
    new = conform({"x": ["c07", "never seen", None]}, table.schema).coded().X.ravel()
    assert new[:2].tolist() == [7, 50]
    assert np.isnan(new[2])


# --- integers that number rows, given a target


def integers_of(make):
    rng = np.random.default_rng(0)
    values = rng.permutation(5000)[:600]
    labels = make(values, rng)
    return read_table({"x": values, "y": labels}, target="y").schema.columns[0].kind


def test_integers_that_have_nothing_to_do_with_the_target():
    assert integers_of(lambda x, rng: rng.choice(["a", "b", "c"], len(x))) == "identifier"
    assert integers_of(lambda x, rng: rng.permutation(len(x))) == "identifier"
    assert integers_of(lambda x, rng: np.where(x > 2500, "a", "b")) == "numeric"
    assert integers_of(lambda x, rng: np.where(abs(x - 2500) > 1200, "a", "b")) == "numeric"  # in the middle
    assert integers_of(lambda x, rng: x + rng.normal(0, 1000, len(x)).round()) == "numeric"


def test_without_a_target_integers_are_kept():
    values = np.random.default_rng(0).permutation(5000)[:600]
    assert read_table({"x": values}).schema.columns[0].kind == "numeric"
