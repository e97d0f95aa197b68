import pytest

from fenlei.errors import DataError, UsageError
from fenlei.table.formats.encodings import text_encoding

LINES = "品种,重量\n红富士,1.5\n"


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("utf-8", "utf-8-sig"),
        ("utf-8-sig", "utf-8-sig"),
        ("gb18030", "gb18030"),
        ("gbk", "gb18030"),
        ("utf-16", "utf-16"),
        ("ascii", "utf-8-sig"),
    ],
)
def test_detected(tmp_path, written, found):
    path = tmp_path / "a.csv"
    path.write_bytes((LINES if written != "ascii" else "a,b\n").encode(written))
    assert text_encoding(path) == found


@pytest.mark.parametrize(("codec", "mark"), [("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")])
def test_utf16_of_either_order_has_a_mark(tmp_path, codec, mark):
    path = tmp_path / "a.csv"
    path.write_bytes(mark + LINES.encode(codec))
    assert text_encoding(path) == "utf-16"


def test_chinese_after_megabytes_of_ascii(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"x" * 5_000_001 + "国光".encode("gb18030"))
    assert text_encoding(path) == "gb18030"


def test_binary_is_refused(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"PK\x03\x04\x00\x00")
    with pytest.raises(DataError, match=r"is not a text table \(it begins with b'PK"):
        text_encoding(path)
    path.write_bytes(b"\x89\x01\xff\xfe\xff")
    with pytest.raises(DataError, match="is not a text table"):
        text_encoding(path)


@pytest.mark.parametrize(
    "text", ["a\ncafé\n", "gekündigt;Straße\nnein;Größe\n", "prix\n5 €\n", "año,niño\n1,2\n", "å\nø\n"]
)
def test_western_european_letters_stand_alone(tmp_path, text):
    path = tmp_path / "a.csv"
    path.write_bytes(text.encode("cp1252"))
    assert text_encoding(path) == "cp1252"
    assert text_encoding(path, "latin-1") == "iso8859-1"


@pytest.mark.parametrize("text", ["朱镕基", "名,囧\n张喆,3\n", "a,b\n1,é国\n2,光\n", "丂丄丅丆丏"])
def test_rare_chinese_letters_are_no_western_european(tmp_path, text):
    path = tmp_path / "a.csv"
    path.write_bytes(text.encode("gb18030"))
    assert text_encoding(path) == "gb18030"


def test_neither_chinese_nor_western_european(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes("имя,год\nИван,3\nАня,4\n".encode("cp1251"))
    with pytest.raises(DataError, match="give its encoding"):
        text_encoding(path)
    assert text_encoding(path, "cp1251") == "cp1251"


@pytest.mark.parametrize("name", ["utf-9", "base64"])
def test_unknown_name_is_a_usage_error(tmp_path, name):
    with pytest.raises(UsageError, match=f"Encoding '{name}' is not known"):
        text_encoding(tmp_path / "a.csv", name)
