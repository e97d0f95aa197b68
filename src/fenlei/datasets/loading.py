"""From a name to a typed table: entry -> English columns -> (Chinese twin) -> Table."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from fenlei.datasets.catalogue import DATA, CatalogueEntry, check_language, column_lines, find, words
from fenlei.errors import UsageError
from fenlei.table.reading import read_table
from fenlei.table.table import Table
from fenlei.text_table import aligned

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
    columns : dict of str to str
        One line about each column, the target included, with its unit where it has one.

    Examples
    --------
    >>> from fenlei import C45Classifier, load
    >>> apples = load("apples_train")
    >>> apples.X[0].tolist()
    ['dark red', 'bruised', 'soft', 'big']
    >>> tree = C45Classifier(min_cases=1, pruning=False).fit(apples.X, apples.y)
    >>> tree.predict([["light green", "bruised", "soft", "big"]]).tolist()
    ['no']
    >>> apples.columns["skin"]
    'whether the skin is bruised or intact'
    """

    name: str
    table: Table = field(repr=False)
    title_en: str
    title_zh: str
    provenance: str
    notes: str = field(repr=False)
    columns: dict[str, str] = field(default_factory=dict, repr=False)
    lang: str = field(default="en", repr=False)

    @property
    def X(self) -> NDArray[Any]:
        """The features (n, p): float64 if all are numbers, else objects with nominal columns as words.

        Estimators that take nominal columns code the words themselves, and no other takes them for numbers;
        `.table.coded().X` has the codes 0 .. m-1.
        """
        numeric = all(feature.kind == "numeric" for feature in self.table.schema.features)
        return self.table.coded().X if numeric else self.table.words()

    @property
    def frame(self) -> Any:
        """The features and, last, the target as a pandas DataFrame, nominal columns as categories."""
        return self.table.frame()

    @property
    def feature_names(self) -> list[str]:
        """Names of the columns of `X`."""
        return [feature.name for feature in self.table.schema.features]

    @property
    def description(self) -> str:
        """Title, provenance, notes and a line about each column, as text in the language of the table."""
        title = self.title_zh if self.lang == "zh" else self.title_en
        parts = [title, self.provenance, self.notes, *aligned(list(self.columns.items()))]
        return "\n".join(part for part in parts if part)

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
        With `.table` (typed, target declared), `.X`, `.y`, `.frame` (pandas) and `.description`.

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
        name,
        table,
        entry.title["en"],
        entry.title["zh"],
        entry.provenance[lang],
        entry.notes[lang],
        column_lines(name, lang),
        lang,
    )


def _csv_columns(entry: CatalogueEntry) -> Columns:
    header, *rows = csv.reader((DATA / f"{entry.name}.csv").read_text("utf-8").splitlines())
    return {
        name: _numbers_or_words(cells) for name, cells in zip(header, zip(*rows, strict=True), strict=True)
    }


def _numbers_or_words(cells: Sequence[str]) -> Sequence[object]:
    """The cells of a column; an empty one is missing."""
    for form in (int, float, str):
        with suppress(ValueError):
            return [form(cell) if cell else None for cell in cells]
    return cells


def _sklearn_columns(entry: CatalogueEntry) -> Columns:
    import sklearn.datasets

    bunch = getattr(sklearn.datasets, str(entry.loader))(**entry.options)
    features = dict(zip(map(str, bunch.feature_names), bunch.data.T, strict=True))
    target = bunch.target if entry.task == "regression" else bunch.target_names[bunch.target]
    return {**features, str(entry.target): target}


def _in_chinese(english: Columns) -> Columns:
    return {
        words().get((name, ""), name): [words().get((name, cell), cell) for cell in cells]
        for name, cells in english.items()
    }


def _numeric_columns(entry: CatalogueEntry, columns: Columns) -> Iterable[str]:
    if entry.numeric != "all":
        return entry.numeric
    return [column for column in columns if column != entry.target and column not in entry.id]
