"""Which kind a column is: the rules by which values without a declaration are understood.

In this order: one value or none is *constant*; true and false are *boolean*; text that never repeats,
integers that run without a gap, and columns named like a row number are an *identifier*; other text is
*nominal*; numbers are *numeric*, however few of them differ. A float is never an identifier.
"""

from __future__ import annotations

import re

import pyarrow as pa
import pyarrow.compute as pc

from fenlei.errors import wording
from fenlei.messages import Phrase
from fenlei.table.schema import BOOLEAN_CATEGORIES, Column
from fenlei.table.values import sorted_categories

_ID_NAME = re.compile(
    r"(.*[_ ])?(id|uid|uuid|guid|rowid)|no\.?|index|unnamed: 0|.*(编号|序号|学号|工号)", re.IGNORECASE
)
# A shorter run of integers may well be a measurement, as in many textbook examples.
_SHORTEST_RUN = 20


def describe(
    name: str,
    values: pa.ChunkedArray,
    kind: str | None,
    order: tuple[str, ...] = (),
    lang: str = "en",
    *,
    form: str = "",
    note: Phrase | None = None,
) -> Column:
    """The column that plain `values` make, of the declared `kind` or, if None, of the inferred one.

    `form` is how numbers are written, and `note` what there is to say about it.
    """
    n_distinct = pc.count_distinct(values, mode="only_valid").as_py()
    inferred = kind or _inferred(name, values, n_distinct)
    return Column(
        name,
        inferred,
        _categories(inferred, values, order),
        n_missing=values.null_count,
        n_distinct=n_distinct,
        note=_note(inferred, kind, values, n_distinct, lang) or (note.text(lang) if note else ""),
        dtype=dtype_of(values),
        form=form if inferred == "numeric" else "",
    )


def dtype_of(values: pa.ChunkedArray) -> str:
    """The schema's word for a plain Arrow type."""
    words = {pa.int64(): "int", pa.float64(): "float", pa.bool_(): "bool"}
    return words.get(values.type, "string")


def _inferred(name: str, values: pa.ChunkedArray, n_distinct: int) -> str:
    if n_distinct <= 1:
        return "constant"
    if pa.types.is_boolean(values.type):
        return "boolean"
    if not pa.types.is_floating(values.type) and _names_rows(name, values, n_distinct):
        return "identifier"
    return "nominal" if pa.types.is_string(values.type) else "numeric"


def _names_rows(name: str, values: pa.ChunkedArray, n_distinct: int) -> bool:
    n = len(values) - values.null_count
    if _ID_NAME.fullmatch(name):
        return 2 * n_distinct > n
    if pa.types.is_string(values.type):
        return n_distinct == n
    ends = pc.min_max(values).as_py()
    return n_distinct == n >= _SHORTEST_RUN and ends["max"] - ends["min"] == n - 1


def _categories(kind: str, values: pa.ChunkedArray, order: tuple[str, ...]) -> tuple[str, ...] | None:
    if kind == "boolean":
        return BOOLEAN_CATEGORIES
    if kind in ("nominal", "ordinal"):
        return order or sorted_categories(values)
    return None


def _note(kind: str, declared: str | None, values: pa.ChunkedArray, n_distinct: int, lang: str) -> str:
    n = len(values) - values.null_count
    if n == 0:
        return wording("table.note_all_missing", lang)
    if declared is None and kind in ("constant", "identifier"):
        return wording(f"table.note_{kind}", lang)
    if kind == "nominal" and n >= _SHORTEST_RUN and 2 * n_distinct > n:
        return wording("table.note_many_categories", lang)
    return ""
