"""Sums over rows in memory, in the tree of merges that files, threads and workers share.

A leaf is a run of 2^b rows, the largest with 2^b p <= 2^21 (`threads.leaf_rows`), so 16 MiB at most. Each is
summarised by itself, and `kernels.merge_tree` merges the summaries. A table of one leaf, which most are, is
summarised as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from fenlei.kernels.matrices import is_sparse
from fenlei.kernels.merge_tree import merge_tree
from fenlei.kernels.threads import effective_n_jobs, leaf_rows, map_blocks

S = TypeVar("S")


def total(rows: Any, work: Callable[[Any], S], merge: Callable[[S, S], S], n_jobs: int | None = None) -> S:
    """The merged summaries of all leaves; `rows` is a NamedTuple of arrays with a row each, X first.

    Examples
    --------
    >>> from typing import NamedTuple
    >>> import numpy as np
    >>> Column = NamedTuple("Column", [("X", np.ndarray)])
    >>> total(Column(np.ones((3, 2))), lambda rows: rows.X.sum(), float.__add__)
    np.float64(6.0)
    """
    n, p = rows.X.shape
    size = leaf_rows(p)
    if n <= size or is_sparse(rows.X):
        return work(rows)

    def leaf(start: int, stop: int) -> S:
        return work(type(rows)(*(None if field is None else field[start:stop] for field in rows)))

    leaves = [(start, min(start + size, n)) for start in range(0, n, size)]
    if len(leaves) < 2 * effective_n_jobs(n_jobs):  # too few to share: each is shared inside
        return merge_tree((leaf(*each) for each in leaves), merge)
    return merge_tree(map_blocks(leaf, leaves, n_jobs), merge)
