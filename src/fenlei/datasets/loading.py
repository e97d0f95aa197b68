"""From a name to a typed table: entry -> English columns -> (Chinese twin) -> Table."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fenlei.datasets.catalogue import DATA, CatalogueEntry, check_language, find, words
from fenlei.errors import UsageError
from fenlei.table.reading import read_table
from fenlei.table.table import Table

Columns = dict[str, Sequence[Any]]  # column name -> its cells, in the order of the table


@dataclass(frozen=True)
class Dataset:
    """A bundled data set, read and typed.

    Attributes
    ----------
    name : str
        What `load` was asked for.
    table : Table
        The rows with their schema; the target is declared where there is one.
    title_en, title_zh : str
        The title in both languages.
    provenance, notes : str
        Where the rows come from, and what to know about them, in the language of the table.

    Examples
    --------
    >>> from fenlei.datasets import load
    >>> iris = load("iris")
    >>> iris.name, iris.X.shape, iris.y[0], iris.title_en
    ('iris', (150, 4), 'setosa', 'Iris: three species by sepal and petal')
    """

    name: str
    table: Table = field(repr=False)
    title_en: str
    title_zh: str
    provenance: str
    notes: str = field(repr=False)

    @property
    def X(self) -> NDArray[np.float64]:
        """The features (n, p): numbers as they are, nominal columns as codes 0 .. m-1."""
        return self.table.coded().X

    @property
    def y(self) -> NDArray[Any]:
        """The target (n,): words or numbers, as in the table."""
        if self.table.schema.target is None:
            raise UsageError("dataset.no_target", name=self.name)
        return self.table.labels()


def load(name: str, lang: str = "en") -> Dataset:
    """Load a bundled data set.

    Parameters
    ----------
    name : str
        One of `fenlei.datasets.names()`.
    lang : {"en", "zh"}, default="en"
        Language of column names, words in the cells, provenance and notes.

    Returns
    -------
    Dataset
        With `.table` (typed, target declared), `.X` and `.y`.

    Raises
    ------
    UsageError
        The name is not bundled; the sentence gives the nearest one and the list.

    Examples
    --------
    >>> from fenlei import load
    >>> apples = load("apples")
    >>> apples.X.shape, sorted(set(apples.y))
    ((10, 4), ['Fuji', 'Guoguang'])
    >>> sorted(set(load("apples", lang="zh").y))
    ['国光', '红富士']
    """
    entry, lang = find(name), check_language(lang)
    english = _csv_columns(entry) if entry.loader is None else _sklearn_columns(entry)
    columns = _in_chinese(english) if lang == "zh" else english
    twin = dict(zip(english, columns, strict=True))
    table = read_table(
        columns,
        target=None if entry.target is None else twin[entry.target],
        nominal=[twin[column] for column in entry.nominal],
        numeric=[twin[column] for column in _numeric_columns(entry, english)],
        id=[twin[column] for column in entry.id],
        lang=lang,
    )
    return Dataset(
        name, table, entry.title["en"], entry.title["zh"], entry.provenance[lang], entry.notes[lang]
    )


def _csv_columns(entry: CatalogueEntry) -> Columns:
    header, *rows = csv.reader((DATA / f"{entry.name}.csv").read_text("utf-8").splitlines())
    return {
        name: _numbers_or_words(cells) for name, cells in zip(header, zip(*rows, strict=True), strict=True)
    }


def _numbers_or_words(cells: Sequence[str]) -> Sequence[Any]:
    """The cells of a column; an empty one is missing."""
    for form in (int, float, str):
        with suppress(ValueError):
            return [form(cell) if cell else None for cell in cells]
    return cells


def _sklearn_columns(entry: CatalogueEntry) -> Columns:
    import sklearn.datasets

    bunch = getattr(sklearn.datasets, str(entry.loader))()
    features = dict(zip(map(str, bunch.feature_names), bunch.data.T, strict=True))
    return {**features, str(entry.target): bunch.target_names[bunch.target]}


def _in_chinese(english: Columns) -> Columns:
    return {
        words().get((name, ""), name): [words().get((name, cell), cell) for cell in cells]
        for name, cells in english.items()
    }


def _numeric_columns(entry: CatalogueEntry, columns: Columns) -> Iterable[str]:
    if entry.numeric != "all":
        return entry.numeric
    return [column for column in columns if column != entry.target and column not in entry.id]
