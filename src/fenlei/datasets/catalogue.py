"""What is bundled: the catalogue of data sets, the vocabulary of their Chinese names, and their columns.

All are data: `data/catalogue.toml` has one table per data set, `data/words.csv` one row per column
name (empty `value`) or cell value, with its Chinese twin. A word without a row there (x1, a number)
reads the same in both languages. `data/columns.csv` has a line about each column of each data set.
"""

from __future__ import annotations

import csv
import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal, overload

from fenlei.errors import UsageError
from fenlei.messages import listed

DATA: Traversable = files(__package__) / "data"
LANGUAGES = ("en", "zh")


@dataclass(frozen=True)
class CatalogueEntry:
    """One data set of the catalogue; columns are named in English.

    `title`, `provenance` and `notes` are keyed by language. `loader` names the function of
    `sklearn.datasets` that supplies the rows; without one, `data/<name>.csv` does.
    """

    name: str
    task: Literal["classification", "regression", "unlabelled"]
    rows: int
    features: int
    classes: int
    title: Mapping[str, str]
    provenance: Mapping[str, str]
    notes: Mapping[str, str]
    target: str | None = None
    nominal: tuple[str, ...] = ()
    numeric: tuple[str, ...] | Literal["all"] = ()
    id: tuple[str, ...] = ()
    loader: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@cache
def catalogue() -> dict[str, CatalogueEntry]:
    """Every entry by name, in the order of the list that users see."""
    tables = tomllib.loads((DATA / "catalogue.toml").read_text("utf-8"))
    return {name: _entry(name, table) for name, table in tables.items()}


def _entry(name: str, table: dict[str, Any]) -> CatalogueEntry:
    lists = {key: tuple(value) for key, value in table.items() if isinstance(value, list)}
    return CatalogueEntry(name=name, **{"notes": dict.fromkeys(LANGUAGES, ""), **table, **lists})


@cache
def words() -> dict[tuple[str, str], str]:
    """The Chinese twin of (column, "") and of (column, value)."""
    rows = csv.DictReader((DATA / "words.csv").read_text("utf-8").splitlines())
    return {(row["column"], row["value"]): row["zh"] for row in rows}


@cache
def _column_lines() -> dict[str, dict[str, dict[str, str]]]:
    """data set -> column, named in English -> language -> its line."""
    lines: dict[str, dict[str, dict[str, str]]] = {}
    for row in csv.DictReader((DATA / "columns.csv").read_text("utf-8").splitlines()):
        lines.setdefault(row["dataset"], {})[row["column"]] = {lang: row[lang] for lang in LANGUAGES}
    return lines


def column_lines(name: str, lang: str = "en") -> dict[str, str]:
    """One line about each column of a data set, under the columns' names in `lang`."""
    return {
        words().get((column, ""), column) if lang == "zh" else column: line[lang]
        for column, line in _column_lines()[name].items()
    }


def names() -> list[str]:
    """Names of the bundled data sets.

    Examples
    --------
    >>> import fenlei.datasets
    >>> fenlei.datasets.names()[:3]
    ['apples', 'hiring', 'apples_train']
    """
    return list(catalogue())


def find(name: str) -> CatalogueEntry:
    """The entry called `name`; otherwise an error that names the nearest one."""
    if name in catalogue():
        return catalogue()[name]
    nearest = difflib.get_close_matches(str(name)[:100], names(), n=1, cutoff=0.6)
    if not nearest:
        raise UsageError("dataset.none", name=name, names=listed(*names()))
    raise UsageError("dataset.unknown", name=name, nearest=nearest[0], names=listed(*names()))


def check_language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise UsageError("dataset.language", language=lang)
    return lang


@overload
def describe(name: None = None, lang: str = "en") -> list[dict[str, Any]]: ...


@overload
def describe(name: str, lang: str = "en") -> dict[str, Any]: ...


def describe(name: str | None = None, lang: str = "en") -> list[dict[str, Any]] | dict[str, Any]:
    """What is known about one data set, or about each.

    Parameters
    ----------
    name : str, optional
        One of `names()`; None for all.
    lang : {"en", "zh"}, default="en"
        Language of title, target, provenance, notes and columns.

    Returns
    -------
    dict, or list of dict
        Plain values, ready for a table or for JSON: name, title, task, rows, features, classes, target,
        provenance, notes, and for one data set `columns`, a line about each. `target` is None where the rows
        carry no label.

    Examples
    --------
    >>> import fenlei.datasets
    >>> row = fenlei.datasets.describe()[0]
    >>> row["name"], row["rows"], row["features"], row["target"], row["provenance"]
    ('apples', 10, 4, 'variety', 'Source 000, table 3-1 (the same as table 3-8)')
    >>> fenlei.datasets.describe("breast_cancer")["columns"]["mean texture"]
    'texture: standard deviation of the grey values; mean over the nuclei of the image'
    """
    check_language(lang)
    if name is None:
        return [_described(entry, lang) for entry in catalogue().values()]
    return _described(find(name), lang) | {"columns": column_lines(name, lang)}


def _described(entry: CatalogueEntry, lang: str) -> dict[str, object]:
    target = entry.target
    if target is not None and lang == "zh":
        target = words().get((target, ""), target)
    return {
        "name": entry.name,
        "title": entry.title[lang],
        "task": entry.task,
        "rows": entry.rows,
        "features": entry.features,
        "classes": entry.classes,
        "target": target,
        "provenance": entry.provenance[lang],
        "notes": entry.notes[lang],
    }
