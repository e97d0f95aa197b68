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

from fenlei.errors import DataError, wording
from fenlei.messages import listed
from fenlei.table.coding import encode_labels
from fenlei.table.header import as_option
from fenlei.table.schema import Schema
from fenlei.table.table import Table

FEW_NUMBERS, MANY_NUMBERS, QUANTITY_SHARE = (
    20,
    100,
    0.05,
)  # different whole numbers that are, and are not, classes


@dataclass(frozen=True)
class StudyData:
    """Coded rows and labels; every class has at least two rows."""

    source: str
    schema: Schema
    X: NDArray[np.float64]  # (n, p), nominal columns as codes, NaN = missing
    classes: NDArray[Any]  # (K,) sorted
    codes: NDArray[np.int64]  # (n,)
    notes: tuple[str, ...]
    rows: NDArray[np.int64]  # (n,) the number of each row in its source, from 1

    @property
    def names(self) -> list[str]:
        """The classes as text."""
        return [str(label) for label in self.classes.tolist()]

    @property
    def labels(self) -> NDArray[np.generic]:
        """The label of each row, (n,)."""
        return self.classes[self.codes]

    def labels_of(self, rows: NDArray[np.int64]) -> NDArray[np.generic]:
        """Labels of some rows."""
        return self.classes[self.codes[rows]]

    @property
    def class_counts(self) -> NDArray[np.int64]:
        """Rows of each class, (K,)."""
        return np.bincount(self.codes)

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the columns, the rows and the labels."""
        columns = [(column.name, column.kind, column.categories) for column in self.schema.features]
        digest = hashlib.sha256(json.dumps([columns, self.names]).encode())
        digest.update(np.ascontiguousarray(self.X).data)
        digest.update(np.ascontiguousarray(self.codes).data)
        return digest.hexdigest()


def class_labels(table: Table, *, nominal: Collection[str] = ()) -> NDArray[np.generic]:
    """The label of each row; numbers with decimals, or many different ones, are no classes.

    Whole numbers are a quantity if there are more than 20 different ones, and more than 100 or than 5 % of
    the rows; a target that is declared `nominal` is not.
    """
    labels, target = table.labels(), table.schema.target
    assert target is not None
    if labels.dtype.kind == "f" and (decimals := labels[labels != np.round(labels)]).size:
        raise DataError("study.decimals", column=target.name, value=float(decimals[0]))
    if labels.dtype.kind in "iuf" and target.name not in nominal:
        count = len(np.unique(labels))
        if count > FEW_NUMBERS and (count > MANY_NUMBERS or count > QUANTITY_SHARE * len(labels)):
            facts = {"column": target.name, "option": as_option(target.name), "count": count}
            raise DataError("study.quantity", rows=len(labels), **facts)
    return labels


def study_data(table: Table, source: str, lang: str = "en", *, nominal: Collection[str] = ()) -> StudyData:
    """The arrays of a table. A class of one row, which cannot be learned and tested both, is left out."""
    if not table.schema.features:
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
    X, rows = table.coded().X[kept], table.row_numbers[kept]
    return StudyData(source, table.schema, X, classes, codes, tuple(notes), rows)
