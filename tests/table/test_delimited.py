import csv
import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fenlei.errors import DataError, UsageError
from fenlei.table.formats.delimited import TextFormat, inspect, read_delimited, stream_delimited

ENCODINGS = ["utf-8", "utf-8-sig", "gb18030", "utf-16"]
# Everything but what no encoding or CSV reader keeps: surrogates, NUL and a lone carriage return's line end.
characters = st.characters(codec="utf-8", exclude_characters="\0\r\ufeff", exclude_categories=("Cs",))
cells = st.one_of(st.text(characters, max_size=6), st.text('",;\t\n 中文', max_size=6))


def write(path, rows, encoding="utf-8", delimiter=",", **options):
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n", **options).writerows(rows)
    path.write_bytes(text.getvalue().encode(encoding))
    return path


@settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.lists(cells, min_size=3, max_size=3), min_size=1, max_size=8),
    st.sampled_from(ENCODINGS),
    st.sampled_from([",", "\t", ";"]),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
def test_what_is_written_is_read(tmp_path, rows, encoding, delimiter, quoting):
    header = ["一", "b", "c"]
    path = write(tmp_path / "t.csv", [header, *rows], encoding, delimiter, quoting=quoting)
    layout = inspect(path, TextFormat(encoding))
    if layout.delimiter != delimiter:  # cells full of delimiters can look like a wider table
        assert len(layout.names) != 3
        return
    table = read_delimited(layout)
    assert table.column_names == header
    assert [list(row.values()) for row in table.to_pylist()] == rows
    streamed = [row for block in stream_delimited(layout) for row in block.to_pylist()]
    assert streamed == table.to_pylist()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_encodings_are_detected(tmp_path, encoding):
    path = write(tmp_path / "t.csv", [["品种", "重"], ["红富士\n大", "1,5"]], encoding)
    layout = inspect(path)
    assert (layout.encoding.removesuffix("-sig"), layout.names) == (
        encoding.removesuffix("-sig"),
        ["品种", "重"],
    )
    assert read_delimited(layout).to_pylist() == [{"品种": "红富士\n大", "重": "1,5"}]


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a;b\n1,5;2,5\n", ";"),
        ("a\tb\n1,5\t2\n", "\t"),
        ("a;x,b\n1,2\n", ","),
        ("a b\n1\n", ","),
        ('"a;b",c\n1,2\n', ","),
        ("a,b;c\n1,2;3\n", ","),
        ("a|b\n1,5|2\n", "|"),
        ("a b\n1 2\n", " "),
        ("first name,last name\nAnn Lee,Bo Ray\n", ","),  # also three words in each line
        ("text\na b\nc\n", ","),
    ],
)
def test_delimiter(tmp_path, text, delimiter):
    path = tmp_path / "t.csv"
    path.write_text(text)
    assert inspect(path).delimiter == delimiter


@pytest.mark.parametrize(
    ("given", "delimiter"), [("|", "|"), (":", ":"), ("tab", "\t"), ("\\t", "\t"), ("space", " "), (";", ";")]
)
def test_a_given_delimiter_is_not_doubted(tmp_path, given, delimiter):
    path = tmp_path / "t.tsv"
    path.write_text(f"a{delimiter}b,c,d,e\n1{delimiter}2\n")
    layout = inspect(path, TextFormat(delimiter=given))
    assert (layout.delimiter, layout.names) == (delimiter, ["a", "b,c,d,e"])
    assert read_delimited(layout).to_pylist() == [{"a": "1", "b,c,d,e": "2"}]


@pytest.mark.parametrize("given", ["", "ab", "、", '"', "\n"])
def test_what_is_no_delimiter(tmp_path, given):
    path = tmp_path / "t.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(UsageError, match=r"Option delimiter=.* is not accepted; give one ASCII character"):
        inspect(path, TextFormat(delimiter=given))


def test_tsv_is_tab_whatever_it_holds(tmp_path):
    path = tmp_path / "t.tsv"
    path.write_text("a,b\n1,2\n")
    assert read_delimited(inspect(path)).to_pylist() == [{"a,b": "1,2"}]


def test_ragged_row_is_named(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\n" + '1,"x\ny"\n' * 16 + "1,2,3\n1,2\n")
    sentence = (
        f"File '{path}': row 17 has 3 fields, the header has 2; "
        "correct the row, or quote values that contain the delimiter ','."
    )
    with pytest.raises(DataError) as caught:
        read_delimited(inspect(path))
    assert str(caught.value) == sentence
    with pytest.raises(DataError) as caught:
        list(stream_delimited(inspect(path)))
    assert str(caught.value) == sentence


def test_open_quote(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text('a,b\n1,"2\n3,4\n')
    for reading in (read_delimited, lambda layout: list(stream_delimited(layout))):
        with pytest.raises(DataError, match="a quoted value is never closed"):
            reading(inspect(path))
    path.write_text('a,b\n1,"2\n' + "3,4\n" * 3_000_000)
    with pytest.raises(DataError, match="a quoted value is never closed"):
        read_delimited(inspect(path))


def test_wrong_encoding_given(tmp_path):
    path = write(tmp_path / "t.csv", [["a"], ["国光"]], "gb18030")
    with pytest.raises(DataError, match="is not valid utf-8"):
        inspect(path, TextFormat("utf-8"))
    path.write_bytes(b"a\n" + b"x\n" * 100_000 + b"\xff\n")
    with pytest.raises(DataError, match="is not valid"):
        read_delimited(inspect(path, TextFormat("gb18030")))


def test_blank_text_is_an_empty_file(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(b"\xef\xbb\xbf\n\n")
    with pytest.raises(DataError, match="is empty"):
        inspect(path)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_blank_lines_are_no_rows(tmp_path, end):
    path = tmp_path / "t.csv"
    path.write_bytes(("\ufeff" + end.join(["", "", '"a', 'x",b', "1,2", "", "3,4", "", ""])).encode())
    layout = inspect(path)
    assert layout.names == [f"a{end}x", "b"]
    assert [list(row.values()) for row in read_delimited(layout).to_pylist()] == [["1", "2"], ["3", "4"]]
    path.write_bytes(end.join(["", "a,b", "1,2", "", "3"]).encode())
    with pytest.raises(DataError, match="row 2 has 1 fields, the header has 2"):
        read_delimited(inspect(path))


def test_many_columns(tmp_path):
    names = [f"a_rather_long_column_name_{i}" for i in range(5000)]
    path = write(tmp_path / "t.csv", [names, ["1"] * 5000])
    assert read_delimited(inspect(path)).column_names == names


TABLE = "customer;age;town\nAda;31;Bern\nBo;32;Genf\nCy;;Bern\nDe;34;Chur\nEd;35;Bern\n"


@pytest.mark.parametrize(
    ("above", "skipped"),
    [
        ("Customers of 2025\n", 1),
        ("Customers of 2025\n\n", 2),
        ("\nCustomers of 2025\nall towns\n\n", 4),
        ("", 0),
        ("\n", 1),
    ],
)
def test_titles_above_the_header_are_left_out(tmp_path, above, skipped):
    path = tmp_path / "t.csv"
    path.write_text(above + TABLE)
    layout = inspect(path)
    assert (layout.names, layout.skipped) == (["customer", "age", "town"], skipped)
    assert any("Customers of 2025" in note for note in layout.notes) == ("Customers" in above)
    expected = [row.split(";") for row in TABLE.splitlines()[1:]]
    assert [list(row.values()) for row in read_delimited(layout).to_pylist()] == expected
    assert [list(r.values()) for t in stream_delimited(layout) for r in t.to_pylist()] == expected


def test_titles_filled_up_with_delimiters(tmp_path):
    path = tmp_path / "t.csv"
    rows = "\n".join(line + ";x" for line in TABLE.splitlines()[1:])
    path.write_text(f"Export;;;\n;;;\ncustomer;age;town;kind\n{rows}\n")
    assert inspect(path).names == ["customer", "age", "town", "kind"]


@pytest.mark.parametrize(
    "text",
    [
        "name\nLee, Ann\nRay, Bo\nNiro, De\nYoung, Cy\n",  # one column of names
        "name\nAnn Lee\nBo Ray\nCy Young\nDe Niro\n",
        "a;;;\nx;y;z;u\nr;s;t;v\nr;s;t;v\nr;s;t;v\n",  # nothing tells names from values
        "a;;;\n1;2;3;4\n5;6;7;8\n5;6;7;8\n5;6;7;8\n",  # blank names
        "id;\na;b\n1;2\n3;4\n5;6\n",
    ],
)
def test_what_is_no_title(tmp_path, text):
    path = tmp_path / "t.csv"
    path.write_text(text)
    assert inspect(path).skipped == 0


def test_a_ragged_row_below_a_title_is_named(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("Customers\n" + TABLE + "x;1;y\n" * 25 + "x;1\n")
    with pytest.raises(DataError, match="row 31 has 2 fields, the header has 3"):
        read_delimited(inspect(path))
