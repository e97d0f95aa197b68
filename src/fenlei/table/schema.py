"""The schema: what each column of a table is, as plain data that prints, saves and checks itself.

Kinds of column:

=============  ==================================================================================
numeric        numbers; coded as they are
nominal        one of several names without an order; coded 0..m-1 in the order of `categories`
ordinal        one of several names in a given order; coded 0..m-1 in that order
boolean        false or true; coded 0 or 1
date           a day or a time; columns of numbers that are made of it (`source`) are the features
text           sentences; its `categories` are the terms that are used, if any
identifier     names the row; never a feature
constant       has one value, or none at all; never a feature
=============  ==================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from fenlei.errors import wording
from fenlei.table.checking import require, require_keys, require_list, require_texts, require_unique
from fenlei.table.missing import DEFAULT_MISSING
from fenlei.table.recognition.dates import FORMATS, PARTS
from fenlei.table.recognition.number_forms import NumberForm
from fenlei.text_table import aligned

KINDS = ("numeric", "nominal", "ordinal", "boolean", "date", "text", "identifier", "constant")
FEATURE_KINDS = ("numeric", "nominal", "ordinal", "boolean")
USED_KINDS = (*FEATURE_KINDS, "date")  # the parts of a date are features; so are the terms of a text
DTYPES = ("string", "int", "float", "bool")
_OPTIONAL = ("form", "source")  # not written where empty
BOOLEAN_CATEGORIES = ("False", "True")


@dataclass(frozen=True)
class Column:
    """One column: its name, its kind, and what was counted in the table it was read from.

    Parameters
    ----------
    name : str
    kind : {"numeric", "nominal", "ordinal", "boolean", "date", "text", "identifier", "constant"}
    categories : tuple of str or None
        The categories in coding order; of a text column its terms, most frequent first. None unless the kind
        has categories.
    n_missing, n_distinct : int
        Rows without a value, and different values among the others.
    note : str
        Why the column is what it is, where that may surprise.
    dtype : {"string", "int", "float", "bool"}
        The type of the values; for the target, the type of its labels.
    form : str
        How values are written: 1234.5 in the form of numbers that are not plain, such as "$1,234.5"; the
        format of a date in text, such as "d.m.Y"; for a part of a date, which one, such as "month".
    source : str
        The date that this column is a part of.

    Examples
    --------
    >>> from fenlei.table import Column
    >>> Column("colour", "nominal", ("green", "red")).categories
    ('green', 'red')
    """

    name: str
    kind: str
    categories: tuple[str, ...] | None = None
    n_missing: int = 0
    n_distinct: int = 0
    note: str = ""
    dtype: str = "string"
    form: str = ""
    source: str = ""


@dataclass(frozen=True)
class Schema:
    """The columns of a table other than its target, the target, and notes on how it was read.

    Examples
    --------
    >>> colour = Column("colour", "nominal", ("green", "red"), n_missing=0, n_distinct=2)
    >>> schema = Schema((colour,), target=Column("good", "nominal", ("no", "yes"), n_distinct=2))
    >>> print(schema)
    column  kind     distinct  missing  categories  note
    colour  nominal         2        0  green, red
    good    target          2        0  no, yes
    >>> Schema.from_dict(schema.to_dict()) == schema
    True
    """

    columns: tuple[Column, ...]
    target: Column | None = None
    notes: tuple[str, ...] = ()
    missing: tuple[str, ...] = DEFAULT_MISSING

    @property
    def features(self) -> tuple[Column, ...]:
        """The columns that are features, in the order of the table."""
        return tuple(column for column in self.columns if column.kind in FEATURE_KINDS)

    @property
    def texts(self) -> tuple[Column, ...]:
        """The text columns that are used, in the order of the table."""
        return tuple(column for column in self.columns if column.kind == "text" and column.categories)

    @property
    def used(self) -> int:
        """How many columns say something about the target: features and texts."""
        return len(self.features) + len(self.texts)

    def named(self, name: str) -> Column:
        """The column of that name."""
        return next(column for column in self.columns if column.name == name)

    def to_dict(self) -> dict[str, Any]:
        """The schema as plain JSON values."""
        return {
            "columns": [_column_dict(column) for column in self.columns],
            "target": None if self.target is None else _column_dict(self.target),
            "notes": list(self.notes),
            "missing": list(self.missing),
        }

    @classmethod
    def from_dict(cls, data: Any) -> Schema:
        """The schema that `to_dict` wrote; anything else is a DataError that names the position."""
        require_keys(data, ("columns", "target", "notes", "missing"), "schema")
        columns = tuple(
            _column_from(item, f"columns[{i}]")
            for i, item in enumerate(require_list(data["columns"], "columns"))
        )
        target = None if data["target"] is None else _column_from(data["target"], "target")
        require_unique([c.name for c in (*columns, target) if c is not None], "columns")
        dates = {column.name for column in columns if column.kind == "date"}
        for column in columns:
            require(not column.source or column.source in dates, column.source, "columns.source")
        return cls(
            columns, target, require_texts(data["notes"], "notes"), require_texts(data["missing"], "missing")
        )

    def text(self, lang: str = "en") -> str:
        """The schema as an aligned table for people, in English or Chinese."""
        rows = [wording("table.schema_heading", lang).split()]
        rows += [_text_row(column, column.kind, lang) for column in self.columns]
        rows += [_text_row(self.target, "target", lang)] if self.target else []
        return "\n".join([*aligned(rows, right=(2, 3)), *self.notes])

    def __str__(self) -> str:
        return self.text()


def _column_dict(column: Column) -> dict[str, object]:
    categories = None if column.categories is None else list(column.categories)
    plain = {key: value for key, value in asdict(column).items() if value or key not in _OPTIONAL}
    return plain | {"categories": categories}


# --- checking a schema that came from outside


def _column_from(data: Any, where: str) -> Column:
    if isinstance(data, dict):
        data = dict.fromkeys(_OPTIONAL, "") | data
    require_keys(data, tuple(field.name for field in fields(Column)), where)
    for key in ("name", "kind", "note", "dtype", *_OPTIONAL):
        require(isinstance(data[key], str), data[key], f"{where}.{key}")
    for key in ("n_missing", "n_distinct"):
        require(type(data[key]) is int and data[key] >= 0, data[key], f"{where}.{key}")
    require(data["kind"] in KINDS, data["kind"], f"{where}.kind")
    require(data["dtype"] in DTYPES, data["dtype"], f"{where}.dtype")
    require(_is_form(data["form"], data["kind"], bool(data["source"])), data["form"], f"{where}.form")
    return Column(**data | {"categories": _categories_from(data, f"{where}.categories")})


def _is_form(form: str, kind: str, is_part: bool) -> bool:
    """Whether a column of this kind, or a part of a date, can have the form."""
    if is_part:
        return kind == "numeric" and form in PARTS
    if not form:
        return True
    return (
        form in FORMATS if kind == "date" else kind == "numeric" and NumberForm.from_example(form) is not None
    )


def _categories_from(data: Mapping[str, object], where: str) -> tuple[str, ...] | None:
    kind, given = data["kind"], data["categories"]
    needed = kind in ("nominal", "ordinal", "boolean")
    require(needed == (given is not None) or kind == "text", given, where)
    if given is None:
        return None
    categories = require_texts(given, where)
    require_unique(categories, where)
    require(kind != "boolean" or categories == BOOLEAN_CATEGORIES, given, where)
    return categories


# --- printing


def _text_row(column: Column, kind: str, lang: str) -> list[str]:
    categories = column.categories or ()
    shown = ", ".join(categories[:4]) + (", ..." if len(categories) > 4 else "")
    counts = [str(column.n_distinct), str(column.n_missing)]
    return [column.name, wording(f"table.kind_{kind}", lang), *counts, shown, column.note]
