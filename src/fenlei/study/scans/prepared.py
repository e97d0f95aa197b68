"""`PreparedScan`: the numbers that a preparation makes of a scan, leaf after leaf, as a scan of their own.

An estimator sees what it sees in memory: columns of numbers without names, the codes of categories among
them, in leaves of the width after preparation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from fenlei.kernels.threads import leaf_rows
from fenlei.rows.scanned import Scan
from fenlei.table.preparation import Preparation
from fenlei.table.schema import Column, Schema

if TYPE_CHECKING:
    from fenlei.table.scanning.recorded import KeptRows

S = TypeVar("S")


@dataclass(frozen=True)
class PreparedWork(Generic[S]):
    """Work on prepared rows, a plain value that goes to other processes."""

    preparation: Preparation | None
    work: Callable[[KeptRows], S]

    def __call__(self, leaf: KeptRows) -> S:
        """The work of a leaf."""
        return self.work(prepared_leaf(self.preparation, leaf))


def prepared_leaf(preparation: Preparation | None, leaf: KeptRows) -> KeptRows:
    """The leaf with prepared numbers."""
    return leaf if preparation is None else leaf._replace(X=preparation.transform(leaf.X))


class PreparedScan(Scan):
    """A scan whose rows go through a preparation; without one they are the codes of its columns."""

    has_names = False

    def __init__(self, scan: Scan, preparation: Preparation | None) -> None:
        width = scan.shape[1] if preparation is None else len(preparation.get_feature_names_out())
        super().__init__(scan.table._replace(leaf=leaf_rows(width)))
        self.scan, self.preparation, self.width = scan, preparation, width

    @cached_property
    def schema(self) -> Schema:
        """Columns of numbers, and the target."""
        columns = tuple(Column(f"x{j}", "numeric") for j in range(self.width))
        return Schema(columns, self.table.schema.target)

    def leaves(self) -> Iterator[KeptRows]:
        """All kept rows in order, prepared, in leaves of the tree of sums."""
        return (prepared_leaf(self.preparation, leaf) for leaf in super().leaves())

    def each(self, work: Callable[[KeptRows], S], n_jobs: int | None = None) -> Iterator[S]:
        """`work` of every leaf, in order, by the current engine."""
        return super().each(PreparedWork(self.preparation, work), n_jobs)

    def total(
        self, work: Callable[[KeptRows], S], merge: Callable[[S, S], S], n_jobs: int | None = None
    ) -> S:
        """One pass: the summaries of all leaves, merged in the fixed tree, by the current engine."""
        return super().total(PreparedWork(self.preparation, work), merge, n_jobs)
