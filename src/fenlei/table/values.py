"""The values of one column in Arrow: from any storage to text, numbers, truth values and category codes.

A column is first brought to one of four plain types (`plain`): string, int64, float64 or bool, with null for
every missing value. What it means is decided elsewhere; here are the exact conversions, and the sentences for
values that do not convert. Rows are counted from 1 in these sentences, the header not counted.
"""

from __future__ import annotations

import contextlib
import math

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from fenlei.errors import DataError

RARE = "<rare>"  # as the last category: any that is not among the others
HEAD = 1024  # values that mostly tell what a text column holds; Arrow words an error for each that fails
_NO_TEXT = pa.scalar(None, pa.string())


def plain(values: pa.ChunkedArray, name: str, words: tuple[str, ...] = ()) -> pa.ChunkedArray:
    """`values` as string, int64, float64 or bool; NaN, and text that is one of `words`, as null."""
    kind = values.type
    if pa.types.is_dictionary(kind):
        values = values.cast(kind.value_type)
        kind = kind.value_type
    if pa.types.is_boolean(kind):
        return values
    if pa.types.is_integer(kind):
        return _integers(values)
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return _nan_to_null(values.cast(pa.float64()))
    text = _text_of_any(values, name)
    return _blank_words(text, words) if words else text


def _text_of_any(values: pa.ChunkedArray, name: str) -> pa.ChunkedArray:
    """Text, dates and whatever else has one way to be written; a DataError for lists, images and the like."""
    if not pa.types.is_nested(values.type):
        with contextlib.suppress(pa.ArrowInvalid, pa.ArrowNotImplementedError):
            return values.cast(pa.string())
    raise DataError("table.column_type", column=name, type=values.type)


def _integers(values: pa.ChunkedArray) -> pa.ChunkedArray:
    try:
        return values.cast(pa.int64())
    except pa.ArrowInvalid:  # uint64 beyond int64
        return values.cast(pa.float64(), safe=False)


def _nan_to_null(values: pa.ChunkedArray) -> pa.ChunkedArray:
    if not any(np.isnan(_floats(chunk)).any() for chunk in values.chunks):
        return values
    return pc.if_else(pc.is_nan(values), pa.scalar(None, pa.float64()), values)


def _blank_words(text: pa.ChunkedArray, words: tuple[str, ...]) -> pa.ChunkedArray:
    trimmed = pc.utf8_trim_whitespace(text)
    return pc.if_else(pc.is_in(trimmed, value_set=pa.array(words, pa.string())), _NO_TEXT, trimmed)


# --- what a text column holds


def parsed(text: pa.ChunkedArray) -> pa.ChunkedArray:
    """A text column as int64, float64 or bool if every value is one, else as it is."""
    if len(text) > 2 * HEAD and pa.types.is_string(parsed(text.slice(0, HEAD)).type):
        return text
    try:
        floats = text.cast(pa.float64())
    except pa.ArrowInvalid:
        truths = _truth_of_text(text)
        return truths if truths.null_count == text.null_count else text
    try:
        if len(text) > 2 * HEAD:
            text.slice(0, HEAD).cast(pa.int64())
        return text.cast(pa.int64())
    except pa.ArrowInvalid:
        return _nan_to_null(floats)


def _truth_of_text(text: pa.ChunkedArray) -> pa.ChunkedArray:
    codes = pc.index_in(pc.utf8_lower(text), value_set=pa.array(["false", "true"]))
    return codes.cast(pa.bool_())


# --- to one type, or an error that gives the reason


def as_text(values: pa.ChunkedArray) -> pa.ChunkedArray:
    """Plain values as text: truth values as False or True, whole floats (Arrow's rule) as integers."""
    if pa.types.is_boolean(values.type):
        return pc.if_else(values, "True", "False")
    return values.cast(pa.string())


def as_numbers(
    values: pa.ChunkedArray, name: str, first_row: int = 1, key: str = "table.not_numbers"
) -> pa.ChunkedArray:
    """Plain values as finite int64 or float64; a DataError, by `key`, counts the values that are none."""
    if pa.types.is_string(values.type):
        values = _numbers_of_text(values, name, first_row, key)
    elif pa.types.is_boolean(values.type):
        values = values.cast(pa.int64())
    require_finite(values, name, first_row)
    return values


def _numbers_of_text(text: pa.ChunkedArray, name: str, first_row: int, key: str) -> pa.ChunkedArray:
    numbers = parsed(text)
    if not (pa.types.is_string(numbers.type) or pa.types.is_boolean(numbers.type)):
        return numbers
    bad = _lost(text, _cast_each(text, pa.float64()))
    raise _bad_values(key, text, bad, first_row, column=name)


def require_finite(values: pa.ChunkedArray, name: str, first_row: int = 1) -> None:
    """Raise a DataError if a float column holds an infinite value."""
    if pa.types.is_floating(values.type) and any(np.isinf(_floats(each)).any() for each in values.chunks):
        raise _bad_values("table.infinite", values, pc.is_inf(values), first_row, column=name)


def _floats(chunk: pa.Array) -> np.ndarray:
    """Floats (n,), NaN where null; not copied where there are no nulls."""
    return np.asarray(chunk.to_numpy(zero_copy_only=False))


def as_truths(values: pa.ChunkedArray) -> pa.ChunkedArray:
    """Plain values as bool: numbers other than 0 and the word true are true, other words are null."""
    if pa.types.is_boolean(values.type):
        return values
    if pa.types.is_string(values.type):
        return _truth_of_text(values)
    return pc.not_equal(values, 0)


def as_codes(values: pa.ChunkedArray, categories: tuple[str, ...], ordered: bool = False) -> pa.ChunkedArray:
    """Plain values as a dictionary column over `categories`; null where missing or unseen.

    Unseen values have the last category if it stands for rare ones.
    """
    dictionary = pa.array(categories, pa.string())
    codes = pc.index_in(as_text(values), value_set=dictionary)
    if categories[-1:] == (RARE,):
        codes = pc.if_else(_lost(values, codes), pa.scalar(len(categories) - 1, pa.int32()), codes)
    codes = codes.combine_chunks()
    return pa.chunked_array([pa.DictionaryArray.from_arrays(codes, dictionary, ordered=ordered)])


def require_known(
    values: pa.ChunkedArray, name: str, categories: tuple[str, ...], first_row: int = 1
) -> None:
    """Raise a DataError if a value of an ordinal column is not in its order."""
    text = as_text(values)
    strange = _lost(text, pc.index_in(text, value_set=pa.array(categories, pa.string())))
    if pc.any(strange).as_py():
        order = " < ".join(categories)
        raise _bad_values("table.not_in_order", text, strange, first_row, column=name, order=order)


def as_labels(values: pa.ChunkedArray, name: str, dtype: str, first_row: int = 1) -> pa.ChunkedArray:
    """Plain values of a target as labels of `dtype`; a DataError counts the values that are none."""
    if dtype == "string":
        return as_text(values)
    wanted = {"int": pa.int64(), "float": pa.float64(), "bool": pa.bool_()}[dtype]
    labels = as_truths(values) if dtype == "bool" else _cast_each(values, wanted)
    lost = _lost(values, labels)
    if pc.any(lost).as_py():
        raise _bad_values("table.not_labels", values, lost, first_row, column=name, dtype=dtype)
    return labels


def _cast_each(values: pa.ChunkedArray, wanted: pa.DataType) -> pa.ChunkedArray:
    """`values` cast to `wanted`, null where a single value does not convert."""
    try:
        return values.cast(wanted)
    except pa.ArrowInvalid:
        distinct = values.unique()
        converted = pa.array([_cast_one(value, wanted) for value in distinct], wanted)
        return pa.chunked_array([converted.take(pc.index_in(values, value_set=distinct).combine_chunks())])


def _cast_one(value: pa.Scalar, wanted: pa.DataType) -> object:
    try:
        return value.cast(wanted).as_py()
    except pa.ArrowInvalid:
        return None


def _lost(before: pa.ChunkedArray, after: pa.ChunkedArray) -> pa.ChunkedArray:
    """Where a value became null."""
    return pc.and_(pc.is_valid(before), pc.is_null(after))


def _bad_values(
    key: str, values: pa.ChunkedArray, bad: pa.ChunkedArray, first_row: int, **facts: object
) -> DataError:
    first = pc.index(bad, True).as_py()
    count = pc.sum(bad).as_py()
    return DataError(key, count=count, value=values[first].as_py(), row=first + first_row, **facts)


# --- to NumPy


def to_floats(values: pa.ChunkedArray) -> np.ndarray:
    """Numbers, truth values or category codes as float64 (n,), NaN where null."""
    if pa.types.is_dictionary(values.type):
        values = pa.chunked_array([chunk.indices for chunk in values.chunks], pa.int32())
    elif pa.types.is_boolean(values.type):
        values = values.cast(pa.int8())
    return values.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False)


def sorted_categories(values: pa.ChunkedArray) -> tuple[str, ...]:
    """The distinct values as text: numbers, also when written as text, by size, other text by code point."""
    distinct = as_text(values).drop_null().unique()
    texts = distinct.to_pylist()
    try:
        sizes = distinct.cast(pa.float64()).to_pylist()
    except pa.ArrowInvalid:
        return tuple(sorted(texts))
    order = sorted((math.isnan(size), size, text) for size, text in zip(sizes, texts, strict=True))
    return tuple(text for _, _, text in order)
