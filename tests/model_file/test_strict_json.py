"""JSON that a lenient reader would accept is refused."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fenlei.errors import ModelFileError
from fenlei.model_file.strict_json import (
    MAX_DEPTH,
    parse,
    take_fields,
    take_integer,
    take_list,
    take_object,
    take_text,
)

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(plain)
def test_reads_what_json_writes(value: Any) -> None:
    for ascii_only in (True, False):
        assert parse(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"a": 1, "a": 2}', "occurs twice"),
        (b'[{"a": {"b": 1, "b": 1}}]', "occurs twice"),
        (b"[NaN]", "NaN is not JSON"),
        (b"[-Infinity]", "-Infinity is not JSON"),
        (b"[1e999]", "too large"),
        (b"[" + b"9" * 21 + b"]", "too many digits"),
        (b"[" + b"9" * 100_000 + b"]", "too many digits"),
        (b"[" * 100_000, "nested"),
        (b'{"a":' * 100_000, "nested"),
        (b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1), "nested"),
        (b'["\xff"]', "utf-8"),
        (b'["\xed\xa0\x80"]', "utf-8"),
        (b'["\\ud800"]', "surrogates"),
        (b'["a\nb"]', "control character"),
        (b"[1] 2", "Extra data"),
        (b"\xef\xbb\xbf{}", "BOM"),
        (b"", "Expecting value"),
        (b"{'a': 1}", "Expecting"),
    ],
)
def test_refuses(data: bytes, reason: str) -> None:
    with pytest.raises(ModelFileError, match=f"header is not valid .*{reason}"):
        parse(data)


def test_the_deepest_nesting_allowed() -> None:
    assert parse(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)


@given(st.binary(max_size=60))
def test_any_bytes_give_a_value_or_the_one_error(data: bytes) -> None:
    with contextlib.suppress(ModelFileError):
        parse(data)


@pytest.mark.parametrize(
    ("take", "value"),
    [
        (lambda value: take_fields(value, "here", "a", "b"), {"a": 1}),
        (lambda value: take_fields(value, "here", "a", "b"), {"a": 1, "b": 2, "c": 3}),
        (lambda value: take_fields(value, "here", "a", "b"), [1, 2]),
        (lambda value: take_object(value, "here"), []),
        (lambda value: take_list(value, "here"), {}),
        (lambda value: take_list(value, "here", int), [1, True]),
        (lambda value: take_list(value, "here", bool), [1]),
        (lambda value: take_list(value, "here", str), ["a", None]),
        (lambda value: take_list(value, "here", float), [1.0, 2]),
        (lambda value: take_text(value, "here"), 1),
        (lambda value: take_integer(value, "here", 0, 9), 10),
        (lambda value: take_integer(value, "here", 0, 9), -1),
        (lambda value: take_integer(value, "here", 0, 9), True),
        (lambda value: take_integer(value, "here", 0, 9), 1.0),
    ],
)
def test_takes_only_what_is_expected(take: Any, value: Any) -> None:
    with pytest.raises(ModelFileError, match=r"here is .* where .* is needed"):
        take(value)


def test_a_huge_value_makes_a_short_sentence() -> None:
    with pytest.raises(ModelFileError) as caught:
        take_text(["x" * 10_000] * 10_000, "here")
    assert len(str(caught.value)) < 400
