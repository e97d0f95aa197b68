"""Scans of the rows of some classes, or of all rows under other classes, for what is fitted class by class.

Where no row is left out, the leaves are those of the whole scan, so several such scans share their readings
(`together`). Where rows are left out, the others are cut into leaves of their own, as in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from fenlei.kernels import Array
from fenlei.rows.scanned import Scan

if TYPE_CHECKING:
    from fenlei.table.scanning.recorded import KeptRows
    from fenlei.table.schema import Schema

S = TypeVar("S")


@dataclass(frozen=True)
class RelabelledWork(Generic[S]):
    """Work on rows under other classes, a plain value that goes to other processes."""

    codes: Array
    work: Callable[[KeptRows], S]

    def __call__(self, leaf: KeptRows) -> S:
        """The work of a leaf."""
        return self.work(leaf._replace(y=self.codes[leaf.y]))


class RelabelledScan(Scan):
    """All rows of a scan, under the classes 0, 1, ..."""

    def __init__(self, scan: Scan, codes: Array) -> None:
        weight = np.bincount(codes, scan.table.class_weight)
        super().__init__(scan.table._replace(classes=np.arange(len(weight)), class_weight=weight))
        self.scan, self.codes, self.has_names = scan, codes, scan.has_names

    @property
    def schema(self) -> Schema:
        """What the columns are."""
        return self.scan.schema

    def leaves(self) -> Iterator[KeptRows]:
        """All rows in order, in leaves of the tree of sums."""
        return (leaf._replace(y=self.codes[leaf.y]) for leaf in self.scan.leaves())

    def each(self, work: Callable[[KeptRows], S], n_jobs: int | None = None) -> Iterator[S]:
        """`work` of every leaf, in order, by the current engine."""
        return self.scan.each(RelabelledWork(self.codes, work), n_jobs)

    def total(
        self, work: Callable[[KeptRows], S], merge: Callable[[S, S], S], n_jobs: int | None = None
    ) -> S:
        """One pass: the summaries of all leaves, merged in the fixed tree, by the current engine."""
        return self.scan.total(RelabelledWork(self.codes, work), merge, n_jobs)


def class_scans(scan: Scan, groups: list[Array]) -> list[Scan]:
    """A scan under each of several groupings of its classes.

    Each grouping (K,) has the new code of every class, all of 0, 1, ..., or -1 for one whose rows are left
    out.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from fenlei import scan
    >>> path = Path(tempfile.mkdtemp()) / "a.csv"
    >>> _ = path.write_text("size,kind\\n1,x\\n2,y\\n7,z\\n9,y\\n")
    >>> pair, rest = class_scans(scan(path, target="kind"), [np.array([0, 1, -1]), np.array([0, 0, 1])])
    >>> [(part.n_rows, [leaf.y.tolist() for leaf in part.leaves()]) for part in (pair, rest)]
    [(3, [[0, 1, 1]]), (4, [[0, 0, 1, 0]])]
    """
    from fenlei.table.scanning.recorded import class_counts, relabelled

    if isinstance(scan, RelabelledScan):
        return class_scans(scan.scan, [codes[scan.codes] for codes in groups])
    counts = class_counts(scan.table) if any((codes < 0).any() for codes in groups) else None
    found: list[Scan] = []
    for codes in groups:
        if counts is None or (codes >= 0).all():
            found.append(RelabelledScan(scan, codes))
        else:
            part = copy(scan)
            part.table = relabelled(scan.table, codes, counts)
            found.append(part)
    return found
