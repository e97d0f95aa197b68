"""Typing columns: from values as they came to the columns of a table, with or without an existing schema."""

from __future__ import annotations

from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from fenlei.errors import DataError
from fenlei.messages import Phrase, listed, phrase
from fenlei.table.declarations import Declarations
from fenlei.table.header import as_option
from fenlei.table.recognition.dates import FORMATS, SHARE, as_dates, find_format, is_date, read_dates
from fenlei.table.recognition.number_forms import NumberForm, find_form, missing_word, read_numbers
from fenlei.table.schema import Column
from fenlei.table.values import (
    as_codes,
    as_numbers,
    as_text,
    as_truths,
    parsed,
    plain,
    require_finite,
    require_known,
)


class Understood(NamedTuple):
    """The plain values of a column and what is declared about it, by the caller or by its own type."""

    values: pa.ChunkedArray
    kind: str | None  # None: to be inferred
    order: tuple[str, ...] = ()
    form: str = ""  # how numbers are written
    note: Phrase | None = None


def understand(
    name: str, column: pa.ChunkedArray, declared: Declarations, words: tuple[str, ...], delimiter: str = ""
) -> Understood:
    """A feature column's values under its declared kind; a DataError if they do not fit it."""
    kind, order = declared.kinds.get(name), declared.orders.get(name, ())
    if kind in (None, "date") and is_date(column):
        return Understood(
            as_dates(column), "date", note=phrase("table.note_date_type", column=as_option(name))
        )
    values = plain(column, name, words)
    if kind == "date":
        return _dates(name, values) or _no_dates(name, values)
    if kind == "numeric":
        is_text = pa.types.is_string(values.type) and pa.types.is_string(parsed(values).type)
        disguised = _disguised(name, values, kind, delimiter) if is_text else None
        return disguised or Understood(as_numbers(values, name), kind)
    if kind == "ordinal":
        require_known(values, name, order)
    if kind == "text":
        return Understood(as_text(values), kind)
    if kind is not None:
        return Understood(values, kind, order)
    if pa.types.is_dictionary(column.type) and pc.count_distinct(values).as_py() > 1:
        order = _dictionary_order(column, name, words)
        return Understood(values, "ordinal" if order else "nominal", order)
    if pa.types.is_string(values.type):
        values = parsed(values)
    require_finite(values, name)
    if not pa.types.is_string(values.type):
        return Understood(values, None)
    return (
        _dates(name, values, SHARE) or _disguised(name, values, None, delimiter) or Understood(values, None)
    )


def _dates(name: str, values: pa.ChunkedArray, share: float = 0.0) -> Understood | None:
    """Dates in text, or in whole numbers that are said to be dates; None if they are none."""
    text = as_text(values)
    found = find_format(text, share or 0.5, declared=not share)
    if found is None:
        return None
    dates = read_dates(text, found.name)
    first = pc.index(dates.is_valid(), True).as_py()
    shown = str(dates[first].as_py())
    unread = dates.null_count - text.null_count
    facts = {
        "column": as_option(name),
        "text": text[first].as_py(),
        "value": shown.removesuffix(" 00:00:00"),
        "count": unread,
    }
    key = "ambiguous" if found.is_ambiguous else "gaps" if unread else "format"
    return Understood(dates, "date", form=found.name, note=phrase(f"table.note_date_{key}", **facts))


def _no_dates(name: str, values: pa.ChunkedArray) -> Understood:
    text = as_text(values).drop_null()
    if len(text) == 0:
        return Understood(values, None)
    raise DataError("table.not_dates", column=name, value=text[0].as_py(), accepted=listed(*FORMATS))


def _disguised(name: str, values: pa.ChunkedArray, kind: str | None, delimiter: str) -> Understood | None:
    """Numbers, in text, that are not written plainly; None if they are none."""
    form = find_form(values, semicolons=delimiter == ";")
    if form is None:
        return None
    numbers = read_numbers(values, form)
    first = pc.index(numbers.is_valid(), True).as_py()
    facts = {"column": as_option(name), "text": values[first].as_py(), "value": f"{numbers[first].as_py():g}"}
    unread = numbers.null_count - values.null_count
    facts["word"] = missing_word(values, numbers) if unread else ""
    key = f"table.note_form_{'word' if facts['word'] else 'gaps'}" if unread else "table.note_form"
    return Understood(numbers, kind, form=form.example, note=phrase(key, count=unread, **facts))


def understand_target(
    name: str, column: pa.ChunkedArray, is_text: bool, words: tuple[str, ...]
) -> Understood:
    """The target's values: of their own type, or of the type that the text of a delimited file suggests."""
    values = plain(column, name, words)
    values = parsed(values) if is_text else values
    require_finite(values, name)
    return Understood(values, "nominal")


def _dictionary_order(column: pa.ChunkedArray, name: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The categories of an ordered dictionary column in order; nothing if it has no order."""
    if not column.type.ordered:
        return ()
    dictionary = column.unify_dictionaries().chunk(0).dictionary
    text = as_text(plain(pa.chunked_array([dictionary]), name, words))
    return tuple(text.drop_null().to_pylist())


def stored(values: pa.ChunkedArray, column: Column) -> pa.ChunkedArray:
    """Plain values as a table keeps them under `column`."""
    if column.kind in ("nominal", "ordinal"):
        return as_codes(values, column.categories or (), ordered=column.kind == "ordinal")
    return as_truths(values) if column.kind == "boolean" else values


def conformed_dates(values: pa.ChunkedArray, column: Column, words: tuple[str, ...]) -> pa.ChunkedArray:
    """Values as they came, as the dates of a schema's `column`; null where they are not written so."""
    if is_date(values):
        return as_dates(values)
    text = as_text(plain(values, column.name, words))
    found = None if column.form else find_format(text)
    form = column.form or (found.name if found else "Y-m-d")
    return read_dates(text, form)


def conformed(
    values: pa.ChunkedArray, column: Column, words: tuple[str, ...], first_row: int
) -> pa.ChunkedArray:
    """Values as they came, kept under the `column` of an existing schema.

    Unseen categories, and numbers that are not written in the form of the column, become null.
    """
    values = plain(values, column.name, words)
    if column.form and pa.types.is_string(values.type):
        form = NumberForm.from_example(column.form)
        assert form is not None  # as the schema was checked
        return read_numbers(values, form)
    if column.kind == "numeric":
        return as_numbers(values, column.name, first_row, "table.not_numbers_here")
    return stored(values, column)
