r"""Kernel rows κ(x_i, ·) kept from one pass to the next, within a bound on memory.

A row that moves in one pass mostly moves in later ones too. Where a kernel value costs more than fetching it,
because of many features, its row (n,) stays in one of a fixed number of slots; when all are taken, rows that
have not been used for longest leave first (LRU). With fewer features, or sparse rows, computing was measured
to be no slower than the fetch, and nothing is kept.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.matrices import is_sparse
from fenlei.svm.dual.gram import Source, combine, gram, sum_of_rows

COSTLY = 512  # features from which a product costs more than fetching it
COSTLY_DIFFERENCES = 64  # the same for absolute differences, which are no matrix product


class KernelRowCache(NamedTuple):
    """Slots for kernel rows; the arrays are changed in place."""

    values: Array  # (slots, n)
    slot: Array  # (n,) slot of each row, -1 if it has none
    owner: Array  # (slots,) row in each slot, -1 if it is free
    used: Array  # (slots,) when it was used last
    clock: Array  # () number of calls


def empty_cache(rows: Source, megabytes: float) -> KernelRowCache:
    """Empty slots, as many as fit; none where nothing is worth keeping."""
    n, p = rows.X.shape
    name = rows.kernel.name
    costly = p >= (COSTLY_DIFFERENCES if name.startswith("laplacian") else COSTLY)
    cheap = is_sparse(rows.X) or name in ("precomputed", "linear") or not costly
    slots = 0 if cheap else min(int(megabytes * 2**20 / (rows.X.dtype.itemsize * n)), n)
    free = np.full(slots, -1)
    return KernelRowCache(
        np.empty((slots, n), rows.X.dtype), np.full(n, -1), free, free.copy(), np.zeros((), np.int64)
    )


def make_room(kept: KernelRowCache, wanted: Array) -> Array:
    """Give slots to wanted rows that have none, as far as others can be evicted: the rows that got one."""
    missing = wanted[kept.slot[wanted] < 0]
    kept.used[kept.slot[wanted[kept.slot[wanted] >= 0]]] = kept.clock
    order = np.argsort(kept.used, kind="stable")
    slots = order[: np.count_nonzero(kept.used < kept.clock)][: len(missing)]
    new = missing[: len(slots)]
    evicted = kept.owner[slots]
    kept.slot[evicted[evicted >= 0]] = -1
    kept.slot[new], kept.owner[slots], kept.used[slots] = slots, new, kept.clock
    return new


def weighted_sum(kept: KernelRowCache, rows: Source, wanted: Array, c: Array, n_jobs: int | None) -> Array:
    """Σ_j κ(x_i, x_j) c_j over the wanted rows j, for every row i, (n,)."""
    kept.clock[...] += 1
    new = make_room(kept, wanted)
    for start in range(0, len(new), 256):
        part = new[start : start + 256]
        kept.values[kept.slot[part]] = gram(Source(rows.X[part], rows.kernel), rows, n_jobs)
    slots = kept.slot[wanted]
    has = slots >= 0
    sums = sum_of_rows(kept.values, slots[has], c[has], n_jobs)
    if not has.all():
        others = Source(rows.X[wanted[~has]], rows.kernel)
        sums += combine(rows, others, c[~has], n_jobs)
    return sums
