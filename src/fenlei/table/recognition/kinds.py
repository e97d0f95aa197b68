"""Which kind a column is: the rules by which values without a declaration are understood.

Dates and numbers in disguise are recognised before (`dates`, `number_forms`).

In this order: one value or none is *constant*; true and false are *boolean*; text of three words or thirty
characters on average, most of it different, is *text*; text that never repeats or nearly so, integers that
number rows (`identifiers`) and columns named like a row number are an *identifier*; other text is
*nominal*; numbers are *numeric*, however few of them differ. A float is never an identifier.

Of more than forty categories, those with fewer than five rows, or fewer than one row in a thousand, and all
beyond the most frequent 254 share one, `RARE`, which also stands for categories that are not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from fenlei.messages import Phrase, phrase
from fenlei.table.features.terms import FEWEST_ROWS, find_terms
from fenlei.table.header import as_option
from fenlei.table.recognition.dates import PARTS, date_part
from fenlei.table.recognition.distinct import count_different
from fenlei.table.recognition.identifiers import SHORTEST_RUN, numbers_rows
from fenlei.table.schema import BOOLEAN_CATEGORIES, Column
from fenlei.table.values import RARE, as_text, sorted_categories

_ID_NAME = re.compile(
    r"(.*[_ ])?(id|id_str|uid|uuid|guid|rowid)|no\.?|index|unnamed: 0|.*(编号|序号|学号|工号)", re.IGNORECASE
)
_WORDS, _CHARACTERS, _DIFFERENT = 3, 30, 0.5  # of text, on average; share of different values
MANY_CATEGORIES, _MOST = 40, 254  # categories that are all kept; that are kept at most
_FEWEST, _SMALLEST = 5, 1000  # rows of a category that is kept; rows for each of them


class Sizes(NamedTuple):
    """How many values a column has."""

    n: int  # rows with a value
    missing: int
    different: int


def describe(
    name: str,
    values: pa.ChunkedArray,
    kind: str | None,
    order: tuple[str, ...] = (),
    lang: str = "en",
    *,
    form: str = "",
    note: Phrase | None = None,
    labels: pa.ChunkedArray | None = None,
    is_target: bool = False,
    counts: np.ndarray | None = None,
    sizes: Sizes | None = None,
) -> Column:
    """The column that plain `values` make, of the declared `kind` or, if None, of the inferred one.

    `form` is how numbers are written, `note` what there is to say about it, `labels` are the target's values.
    Rare categories are grouped unless it is the target. With `counts` (m,), the values are different ones,
    each standing for so many rows. With `sizes`, they are different numbers, and stand for rows so many.
    """
    n, missing, n_distinct = sizes or _sizes(values, counts)
    if kind == "date" and n_distinct <= 1:
        kind = None
    inferred = kind or _inferred(name, values, n, n_distinct, labels, counts)
    may_group = n_distinct > MANY_CATEGORIES and not is_target
    categories = _categories(inferred, values, order, may_group, counts)
    if categories == (RARE,):  # hardly a value repeats
        inferred, categories = (kind, _frequent(values, 1, counts)) if kind else ("identifier", None)
    reason = None if is_target else _reason(name, inferred, kind, values, categories, n, n_distinct)
    said = reason or note
    return Column(
        name,
        inferred,
        categories,
        n_missing=missing,
        n_distinct=n_distinct,
        note=said.text(lang) if said else "",
        dtype=dtype_of(values),
        form=form if inferred in ("numeric", "date") else "",
    )


def _sizes(values: pa.ChunkedArray, counts: np.ndarray | None) -> Sizes:
    missing = values.null_count if counts is None else int(counts[values.is_null().to_numpy()].sum())
    n = (len(values) if counts is None else int(counts.sum())) - missing
    return Sizes(n, missing, count_different(values))


def with_terms(column: Column, values: pa.ChunkedArray, lang: str = "en") -> Column:
    """A text column with the terms that it is used by; as it is if no term is in rows enough."""
    terms = tuple(find_terms(values.to_pylist()))
    key = "table.note_terms" if terms else "table.note_no_terms"
    said = phrase(key, column=as_option(column.name), count=len(terms), rows=FEWEST_ROWS)
    return replace(column, categories=terms or None, note=said.text(lang))


def date_columns(
    date: Column, values: pa.ChunkedArray, taken: set[str]
) -> Iterator[tuple[Column, pa.ChunkedArray]]:
    """The parts of a date that vary, as numeric columns under names that are not taken."""
    for part in PARTS:
        numbers = date_part(values, part)
        n_distinct = pc.count_distinct(numbers, mode="only_valid").as_py()
        if n_distinct > 1:
            name = f"{date.name}.{part}"
            while name in taken:
                name += "_"
            counts = {"n_missing": numbers.null_count, "n_distinct": n_distinct}
            yield (
                Column(name, "numeric", None, **counts, dtype=dtype_of(numbers), form=part, source=date.name),
                numbers,
            )


def dtype_of(values: pa.ChunkedArray) -> str:
    """The schema's word for a plain Arrow type."""
    words = {pa.int64(): "int", pa.float64(): "float", pa.bool_(): "bool"}
    return words.get(values.type, "string")


def _inferred(
    name: str,
    values: pa.ChunkedArray,
    n: int,
    n_distinct: int,
    labels: pa.ChunkedArray | None,
    counts: np.ndarray | None,
) -> str:
    is_text = pa.types.is_string(values.type)
    if n_distinct <= 1:
        return "constant"
    if pa.types.is_boolean(values.type):
        return "boolean"
    if pa.types.is_floating(values.type):
        return "numeric"
    if _ID_NAME.fullmatch(name) and 2 * n_distinct > n:
        return "identifier"
    if is_text and n_distinct >= _DIFFERENT * n and _is_prose(values, counts):
        return "text"
    if n_distinct == n and (is_text or numbers_rows(values, labels)):
        return "identifier"
    return "nominal" if is_text else "numeric"


def _is_prose(text: pa.ChunkedArray, counts: np.ndarray | None = None) -> bool:
    """Whether values have as many words or characters as sentences have."""
    words = pc.add(pc.count_substring_regex(text, r"\S\s+\S"), 1)
    return _mean(words, counts) >= _WORDS or _mean(pc.utf8_length(text), counts) >= _CHARACTERS


def _mean(sizes: pa.ChunkedArray, counts: np.ndarray | None) -> float:
    if counts is None:
        return float(pc.mean(sizes).as_py())
    present = sizes.is_valid().to_numpy()
    return float(np.average(sizes.drop_null().to_numpy(), weights=counts[present]))


def _categories(
    kind: str, values: pa.ChunkedArray, order: tuple[str, ...], may_group: bool, counts: np.ndarray | None
) -> tuple[str, ...] | None:
    if kind == "boolean":
        return BOOLEAN_CATEGORIES
    if kind not in ("nominal", "ordinal"):
        return None
    if order or kind == "ordinal":
        return order or sorted_categories(values)
    categories = _frequent(values, counts=counts) if may_group else sorted_categories(values)
    # A table that is read again may have the group already, which stays the last.
    return (*(c for c in categories if c != RARE), RARE) if RARE in categories else categories


def _frequent(
    values: pa.ChunkedArray, fewest: int = _FEWEST, counts: np.ndarray | None = None
) -> tuple[str, ...]:
    """The categories that have rows enough, sorted, then the one that the others share."""
    rows = _rows_by_category(as_text(values), counts)
    least = max(fewest, sum(rows.values()) / _SMALLEST)
    ordered = sorted(rows, key=lambda category: (-rows[category], category))
    kept = [category for category in ordered if rows[category] >= least][:_MOST]
    if len(kept) >= len(rows) - 1:  # a group of one is no group
        return sorted_categories(values)
    return (*(sorted_categories(pa.chunked_array([pa.array(kept, pa.string())])) if kept else ()), RARE)


def _rows_by_category(text: pa.ChunkedArray, counts: np.ndarray | None) -> dict[str, int]:
    if counts is None:
        return {item["values"]: item["counts"] for item in pc.value_counts(text.drop_null()).to_pylist()}
    rows: dict[str, int] = {}
    for category, count in zip(text.to_pylist(), counts.tolist(), strict=True):
        if category is not None:
            rows[category] = rows.get(category, 0) + count
    return rows


def _reason(
    name: str,
    kind: str,
    declared: str | None,
    values: pa.ChunkedArray,
    categories: tuple[str, ...] | None,
    n: int,
    n_distinct: int,
) -> Phrase | None:
    """Why the column is what it is, where that may surprise."""
    if n == 0:
        return phrase("table.note_all_missing")
    if declared is None and kind in ("constant", "identifier", "text"):
        use = "nominal" if pa.types.is_string(values.type) else "numeric"
        return phrase(f"table.note_{kind}", column=as_option(name), use=use)
    if categories is not None and categories[-1:] == (RARE,):
        return phrase("table.note_rare", count=n_distinct - len(categories) + 1)
    if declared is None and pa.types.is_integer(values.type) and n == n_distinct >= SHORTEST_RUN:
        return phrase("table.note_never_repeats", column=as_option(name))
    if kind == "nominal" and n >= SHORTEST_RUN and 2 * n_distinct > n:
        return phrase("table.note_many_categories")
    return None
