import pytest

from fenlei.errors import DataError
from fenlei.table.formats.arff import read_arff

WEATHER = """% a comment
@RELATION weather

@ATTRIBUTE outlook {sunny, 'over cast', rainy}
@attribute 'a b'\treal
@attribute "it's" string
@attribute windy {TRUE, FALSE}
@data
sunny, 85, 'it\\'s, hot', FALSE
% another
'over cast', ?, "say \\"x\\"", ?
rainy,-1e3,plain text,TRUE
{1 7, 3 FALSE}
"""


def read(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "t.arff"
    path.write_bytes(text.encode(encoding))
    return read_arff(path)[0]


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
def test_dense_sparse_quoted_and_missing(tmp_path, encoding):
    table = read(tmp_path, WEATHER + "rainy,0,中文,TRUE\n", encoding)
    assert table.to_pydict() == {
        "outlook": ["sunny", "over cast", "rainy", "sunny", "rainy"],
        "a b": [85.0, None, -1000.0, 7.0, 0.0],
        "it's": ["it's, hot", 'say "x"', "plain text", "0", "中文"],
        "windy": ["FALSE", None, "TRUE", "FALSE", "TRUE"],
    }
    assert table.column("outlook").chunk(0).dictionary.to_pylist() == ["sunny", "over cast", "rainy"]


HEAD = "@attribute x numeric\n@attribute c {a,b}\n@data\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("@relation r\n", "not a complete ARFF file"),
        ("@attribute x numeric\n", "not a complete ARFF file"),
        ("@attribute\n@data\n", r"line 1: '@attribute' is not a valid ARFF @attribute"),
        ("hello\n", "line 1: 'hello' is not"),
        (HEAD + "1,a,b\n", "line 4: '1,a,b' is not a valid ARFF row of 2 values"),
        (HEAD + "1\n", "row of 2 values"),
        (HEAD + "1,\n", None),
        (HEAD + "1,c\n", "'c' is not a value of 'c'"),
        (HEAD + "one,a\n", "'one' is not a value of 'x'"),
        (HEAD + "1,'a\n", "not a valid ARFF row"),
        (HEAD + "{5 1}\n", "row of 2 values"),
        (HEAD + "{x}\n", "not a valid ARFF row"),
    ],
)
def test_bad_lines(tmp_path, text, sentence):
    if sentence is None:
        assert read(tmp_path, text).to_pydict() == {"x": [1.0], "c": [None]}
        return
    with pytest.raises(DataError, match=sentence):
        read(tmp_path, text)


def test_no_rows(tmp_path):
    assert read(tmp_path, HEAD).num_rows == 0
