"""Numbers in disguise are numbers, with a note, and are read alike in new rows."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fenlei.errors import DataError
from fenlei.table import Schema, conform, read_table
from fenlei.table.recognition.number_forms import _FORMS, NumberForm, find_form, read_numbers


def column(texts):
    return pa.chunked_array([pa.array(texts, pa.string())])


@pytest.mark.parametrize(
    ("texts", "numbers", "example"),
    [
        (["1,5", "2,25", "3"], [1.5, 2.25, 3], "1234,5"),
        (["1,234", "5,678"], [1234, 5678], "1,234.5"),
        (["1,234", "5,67"], [1.234, 5.67], "1234,5"),
        (["1,234.5", "1,000,000"], [1234.5, 1e6], "1,234.5"),
        (["1.234,5", "7"], [1234.5, 7], "1.234,5"),
        (["1 234", "12\u00a0345\u202f678"], [1234, 12345678], "1 234.5"),
        (["1'234.5", "9"], [1234.5, 9], "1'234.5"),
        (["$7.11", "$1,200", "5"], [7.11, 1200, 5], "$1,234.5"),
        (["7.11 GBP", "8 GBP"], [7.11, 8], "1234.5 GBP"),
        (["3元", "1,000元"], [3, 1000], "1,234.5元"),
        (["36 months", "60 months"], [36, 60], "1234.5 months"),
        (["5%", "-3.5 %", "+.5%"], [5, -3.5, 0.5], "1234.5%"),
        (["(1,234)", "5"], [-1234, 5], "1,234.5"),
        (["($5)", "$-7", "-$3", "\u2212$2"], [-5, -7, -3, -2], "$1234.5"),
    ],
)
def test_forms(texts, numbers, example):
    form = find_form(column(texts), semicolons=False)
    assert form is not None
    assert form.example == example
    assert NumberForm.from_example(example) == form
    assert read_numbers(column([*texts, None]), form).to_pylist() == [*numbers, None]


@pytest.mark.parametrize(
    "texts",
    [
        ["A11", "A12"],
        ["3A", "4A"],
        ["1st", "2nd"],
        ["2020-01-02", "2020-01-03"],
        ["12:30", "13:30"],
        ["1.2.3", "1.2.4"],
        ["10.0.0.1", "10.0.0.2"],
        ["5 kg", "7 lb"],
        ["5 kg", "7"],
        ["(5", "5)"],
        ["12,34,567", "1"],
        ["-", "$"],
        ["red", "green"],
    ],
)
def test_other_texts_are_none(texts):
    assert find_form(column(texts), semicolons=False) is None


@given(
    st.sampled_from(_FORMS),
    st.sampled_from(["", "$", "€ ", "US$"]),
    st.sampled_from(["", " kg", "%", " EUR"]),
    st.lists(st.integers(-(10**9), 10**9), min_size=3),
)
def test_what_is_written_in_a_form_is_read_back(shape, before, after, hundredths):
    form = NumberForm(*shape, before, after)
    texts = []
    for value in hundredths:
        whole = f"{abs(value) // 100:,}".replace(",", form.mark)
        texts.append(f"{'-' * (value < 0)}{before}{whole}{form.point}{abs(value) % 100:02}{after}")
    assert read_numbers(column(texts), form).to_pylist() == [value / 100 for value in hundredths]


def test_three_digits_after_every_comma_depend_on_the_delimiter(tmp_path):
    (tmp_path / "a.csv").write_text("x;y\n1,234;a\n2,500;b\n3,750;a\n")
    (tmp_path / "b.csv").write_text('x,y\n"1,234",a\n"2,500",b\n"3,750",a\n')
    assert read_table(tmp_path / "a.csv").arrow["x"].to_pylist() == [1.234, 2.5, 3.75]
    assert read_table(tmp_path / "b.csv").arrow["x"].to_pylist() == [1234, 2500, 3750]


def test_the_schema_tells_how_and_new_rows_follow():
    table = read_table({"price": ["$1,200", "$7.50", "$7.50"], "y": ["a", "b", "a"]}, target="y")
    (price,) = table.schema.columns
    assert (price.kind, price.form) == ("numeric", "$1,234.5")
    assert price.note == "'$1,200' is read as 1200; --nominal price keeps the text"
    schema = Schema.from_dict(table.schema.to_dict())
    assert schema == table.schema
    assert conform({"price": ["$3,000", "?", "free"]}, schema).coded().X.ravel().tolist()[0] == 3000
    assert conform({"price": ["$3,000", "?", "free"]}, schema).arrow["price"].null_count == 2
    assert conform({"price": [2.5]}, schema).coded().X.tolist() == [[2.5]]


def test_a_few_other_texts_are_missing_and_counted():
    texts = [*(f"{i},5" for i in range(198)), "n.b.", "none"]
    (x,) = read_table({"x": texts, "y": ["a", "b"] * 100}, target="y").schema.columns
    assert (x.kind, x.n_missing) == ("numeric", 2)
    assert "values not written so are missing: 2" in x.note


def test_one_word_among_numbers_is_missing_however_often():
    texts = [*map(str, range(20, 80)), *map(str, range(20, 60)), *["k.A."] * 40]
    table = read_table({"age": texts, "y": ["a", "b"] * 70}, target="y")
    (age,) = table.schema.columns
    assert (age.kind, age.n_missing, age.n_distinct) == ("numeric", 40, 60)
    assert age.note == "numbers, '20' being 20; 'k.A.' stands for missing: 40; --nominal age keeps the text"
    assert conform({"age": ["k.A.", "31"]}, table.schema).arrow["age"].to_pylist() == [None, 31]
    (kept,) = read_table({"age": texts, "y": ["a", "b"] * 70}, target="y", nominal=["age"]).schema.columns
    assert kept.kind == "nominal"


@pytest.mark.parametrize(
    "texts",
    [
        [*map(str, range(19)), *["k.A."] * 6] * 2,  # too few different numbers: they may be codes
        [*map(str, range(60)), "k.A.", "unknown"] * 6,  # two words
        [*map(str, range(60)), "x1"] * 6,  # a word with a digit may be a code
    ],
)
def test_other_words_among_numbers_make_categories(texts):
    (x,) = read_table({"x": texts, "y": ["a", "b"] * (len(texts) // 2)}, target="y").schema.columns
    assert x.kind == "nominal"


def test_declarations_win():
    texts = ["1,5", "2,5", "1,5", "2,5"]
    assert read_table({"x": texts}, nominal=["x"]).schema.columns[0].categories == ("1,5", "2,5")
    assert read_table({"x": texts}, numeric=["x"]).schema.columns[0].form == "1234,5"
    with pytest.raises(DataError, match="2 values are not numbers"):
        read_table({"x": ["1", "2", "a", "b"]}, numeric=["x"])


def test_a_table_read_again_keeps_its_numbers():
    table = read_table({"x": ["1,5", "2,5", "1,5"], "y": ["a", "b", "a"]}, target="y")
    assert read_table(table).arrow["x"].to_pylist() == [1.5, 2.5, 1.5]


@pytest.mark.parametrize("form", ["1234", "x1234.5", "1.234.5", 7])
def test_a_form_that_is_none_is_refused(form):
    schema = read_table({"x": ["1,5", "2,5", "1,5"]}).schema.to_dict()
    schema["columns"][0]["form"] = form
    with pytest.raises(DataError, match="form"):
        Schema.from_dict(schema)


def test_plain_columns_are_written_as_before():
    assert "form" not in read_table({"x": [1.5, 2.5, 1.5]}).schema.to_dict()["columns"][0]
