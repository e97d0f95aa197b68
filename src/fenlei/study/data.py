"""A labelled table as the arrays that a study works on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from fenlei.errors import DataError, wording
from fenlei.messages import listed
from fenlei.rows.scanned import Scan
from fenlei.study.conditions.split_column import SplitColumn
from fenlei.study.facts.metrics import TaskName
from fenlei.study.regression import as_floats, target_numbers
from fenlei.table.coding import encode_labels
from fenlei.table.features.table_rows import TableRows
from fenlei.table.header import as_option
from fenlei.table.schema import Schema
from fenlei.table.table import Table

FEW_NUMBERS, MANY_NUMBERS, QUANTITY_SHARE = (
    20,
    100,
    0.05,
)  # different whole numbers that are, and are not, classes
Rows = NDArray[np.float64] | TableRows
FEWEST_ROWS = 4  # of a quantity: two folds of two rows


@dataclass(frozen=True)
class StudyData:
    """Coded rows with their labels or numbers.

    Every class has at least two rows. Of a quantity there are no classes; its rows are coded by fifths of the
    numbers, within which the folds are drawn.
    """

    source: str
    schema: Schema
    X: NDArray[np.float64]  # (n, p), nominal columns as codes, NaN = missing
    classes: NDArray[Any]  # (K,) sorted
    codes: NDArray[np.int64]  # (n,)
    notes: tuple[str, ...]
    rows: NDArray[np.int64]  # (n,) the number of each row in its source, from 1
    numbers: NDArray[np.float64] | None = None  # (n,) of a quantity
    split_by: SplitColumn | None = None  # groups that stay together, or time
    counts: tuple[csr_matrix, ...] = ()  # (n, terms) of each text column
    scan: Scan | None = None  # all rows of large files, of which these are a sample

    @property
    def task(self) -> TaskName:
        """What is predicted: classes or numbers."""
        return "classification" if self.numbers is None else "regression"

    @property
    def outputs(self) -> int:
        """Numbers that a model returns for a row: a score of each class, or one."""
        return len(self.classes) if self.numbers is None else 1

    @property
    def names(self) -> list[str]:
        """The classes as text."""
        return [str(label) for label in self.classes.tolist()]

    @property
    def labels(self) -> NDArray[np.generic]:
        """The label or the number of each row, (n,)."""
        return self.classes[self.codes] if self.numbers is None else self.numbers

    def coded(self, rows: NDArray[np.int64] | slice = slice(None)) -> Rows:
        """Some rows as a `Preparation` takes them; without text columns the rows of X."""
        return TableRows(self.X, self.counts)[rows] if self.counts else self.X[rows]

    def labels_of(self, rows: NDArray[np.int64]) -> NDArray[np.generic]:
        """Labels, or numbers, of some rows."""
        return self.classes[self.codes[rows]] if self.numbers is None else self.numbers[rows]

    @property
    def class_counts(self) -> NDArray[np.int64]:
        """Rows of each class, or of each fifth of a quantity, (K,)."""
        return np.bincount(self.codes)

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the columns, the rows and the labels."""
        columns = [(column.name, column.kind, column.categories) for column in self.schema.features]
        digest = hashlib.sha256(json.dumps([columns, self.names]).encode())
        digest.update(np.ascontiguousarray(self.X).data)
        for column, counts in zip(self.schema.texts, self.counts, strict=True):
            digest.update(json.dumps([column.name, column.categories]).encode())
            digest.update(counts.indices.data)
            digest.update(counts.data.data)
        digest.update(np.ascontiguousarray(self.codes if self.numbers is None else self.numbers).data)
        return digest.hexdigest()


def class_labels(table: Table, *, nominal: Collection[str] = ()) -> NDArray[np.generic]:
    """The label of each row; numbers with decimals, or many different ones, are no classes.

    A target that is declared `nominal` may have as many as it likes, without decimals.
    """
    labels, target = table.labels(), table.schema.target
    assert target is not None
    if (decimals := _decimals(labels)).size:
        raise DataError("study.decimals", column=target.name, value=float(decimals[0]))
    if target.name not in nominal and is_quantity(labels):
        facts = {"column": target.name, "option": as_option(target.name), "count": len(np.unique(labels))}
        raise DataError("study.quantity", rows=len(labels), **facts)
    return labels


def is_quantity(labels: NDArray[np.generic], rows: int | None = None) -> bool:
    """Whether values are numbers that measure or count, rather than names of classes.

    `rows` is how many there are where `labels` are the different values alone.

    Numbers with decimals are; whole numbers if there are more than 20 different ones, and more than 100 or
    than 5 % of the rows.

    Examples
    --------
    >>> is_quantity(np.array([0.5, 1.25])), is_quantity(np.array([0, 1, 1])), is_quantity(np.arange(30))
    (True, False, True)
    """
    if labels.dtype.kind not in "iuf":
        return False
    count = len(np.unique(labels))
    many = count > FEW_NUMBERS and (count > MANY_NUMBERS or count > QUANTITY_SHARE * (rows or len(labels)))
    return many or bool(_decimals(labels).size)


def _decimals(labels: NDArray[np.generic]) -> NDArray[np.float64]:
    """The numbers that are not whole ones."""
    if labels.dtype.kind != "f":
        return np.empty(0)
    numbers = labels.astype(np.float64)
    return numbers[numbers != np.round(numbers)]


def task_of(table: Table, *, nominal: Collection[str] = ()) -> TaskName:
    """What the target calls for: a quantity is predicted by a regression."""
    target = table.schema.target
    assert target is not None
    is_declared = target.name in nominal
    return "regression" if not is_declared and is_quantity(table.labels()) else "classification"


def study_data(table: Table, source: str, lang: str = "en", *, nominal: Collection[str] = ()) -> StudyData:
    """The arrays of a table. A class of one row, which cannot be learned and tested both, is left out."""
    if not table.schema.used:
        raise DataError("study.no_features", columns=len(table.schema.columns))
    classes, codes = encode_labels(class_labels(table, nominal=nominal))
    counts = np.bincount(codes)
    if (counts > 1).sum() < 2:
        raise DataError("study.few_classes", classes=len(classes), rows=len(codes))
    kept, notes = counts[codes] > 1, []
    if not kept.all():
        single = [str(label) for label in classes[counts == 1].tolist()]
        notes.append(wording("study.single_rows", lang, count=len(single), labels=listed(*single[:5])))
    classes, codes = encode_labels(classes[codes[kept]])
    coded, rows = table.rows()[kept], table.row_numbers[kept]
    facts = (classes, codes, tuple(notes), rows)
    return StudyData(source, table.schema, coded.X, *facts, counts=coded.counts)


def quantity_data(table: Table, source: str, model: str = "regression") -> StudyData:
    """The arrays of a table whose target is a quantity, in the name of `model`; names are refused."""
    if not table.schema.used:
        raise DataError("study.no_features", columns=len(table.schema.columns))
    numbers = target_numbers(table, model)
    if len(numbers) < FEWEST_ROWS:
        raise DataError("study.few_rows", rows=len(numbers), least=FEWEST_ROWS)
    if numbers.min() == numbers.max():
        raise DataError("study.one_number", value=float(numbers[0]), rows=len(numbers))
    schema, coded = as_floats(table.schema), table.rows()
    none = np.empty(0, dtype=np.str_)
    facts = (none, fifths(numbers), (), table.row_numbers, numbers)
    return StudyData(source, schema, coded.X, *facts, counts=coded.counts)


def fifths(numbers: NDArray[np.float64]) -> NDArray[np.int64]:
    """Which fifth of the numbers each one (n,) lies in; equal numbers lie in one, and none is empty.

    Parts of fewer than ten rows would lower the number of folds; so a small table has fewer parts.

    Examples
    --------
    >>> fifths(np.arange(50.0))[::10].tolist(), fifths(np.array([0.0, 0.0, 0.0, 1.0])).tolist()
    ([0, 1, 2, 3, 4], [0, 0, 0, 0])
    """
    parts = min(5, max(1, len(numbers) // 10))
    edges = np.quantile(numbers, np.arange(1, parts) / parts, method="inverted_cdf")
    codes = np.searchsorted(edges, numbers, side="left")
    counts = np.bincount(codes, minlength=parts)
    # A part that ties have left with few rows joins the one before it.
    joined = np.cumsum(counts >= min(10, len(numbers))) - 1
    return np.maximum(joined, 0)[codes].astype(np.int64)
