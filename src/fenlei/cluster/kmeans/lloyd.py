r"""Lloyd's iteration: assign every row to the nearest centre, move every centre to the mean of its rows.

    W(C) = Σ_i w_i min_k |x_i - c_k|²
    l_i = argmin_k |x_i - c_k|,     c_k = Σ_{l_i = k} w_i x_i / Σ_{l_i = k} w_i

(source 004, section 8.3, equations 112-115). Both steps lower W, so the labels come to rest after finitely
many rounds. The sums are kept by block of rows and changed by the rows that changed their cluster; every 16th
round and after the last they are taken afresh, so that rounding cannot pile up.

A cluster that lost all its rows gets the row that lies farthest from its own centre, as in scikit-learn; when
every row lies on its centre, there are fewer distinct rows than clusters, and it gets the centre of the
heaviest cluster, where it stays empty.
"""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from fenlei.cluster.kmeans.assignment import (
    Bounds,
    Moves,
    assign_rows,
    assign_sparse_rows,
    make_moves,
    make_screen,
    squared_distance,
)
from fenlei.kernels import Array, kernel
from fenlei.kernels.classwise import UNIT_WEIGHTS
from fenlei.kernels.matrices import as_dense, is_sparse
from fenlei.kernels.merge_tree import merge_tree
from fenlei.kernels.threads import Block, leaf_blocks, map_blocks, row_blocks, run_blocks
from fenlei.trace import tell, traced

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import DTypeLike

BLOCK_ELEMENTS = 1 << 19  # 4 MiB of float64: a block that the bounds settle is still worth a task
AFRESH = 16  # rounds after which the sums are taken from all rows again
UNSURE = 0.05  # share of the searched rows left undecided above which float32 is given up


class Points(NamedTuple):
    """Rows to cluster, and where they lie."""

    X: Any  # (n, p), dense or CSR
    w: Array  # (n,) float64, or empty for weight one
    origin: Array  # (p,) their mean; zero for sparse rows
    scale: float  # root of their mean square distance from the origin
    n_jobs: int | None

    def blocks(self, K: int) -> list[Block]:
        """Blocks that hold more rows than clusters, so that their sums stay smaller than they."""
        n, p = self.X.shape
        if is_sparse(self.X):
            return row_blocks(n, max(1, -(-self.X.nnz // n)), max(BLOCK_ELEMENTS, 2 * K * p))
        return leaf_blocks(n, p, max(BLOCK_ELEMENTS, 2 * K * p))


class LloydPasses(Protocol):
    """The passes over the rows that the iteration asks for: `Passes` in memory, others over files."""

    @property
    def labels(self) -> Array: ...

    def assign(self, centres: Array, *, sums: bool = True) -> int: ...

    def means(self, centres: Array, *, afresh: bool) -> Array: ...

    def class_weight(self, K: int) -> Array: ...

    def inertia(self, centres: Array) -> float: ...


class LloydRun(NamedTuple):
    """One run to the end."""

    centres: Array  # (K, p)
    labels: Array  # (n,) int32 the nearest of these centres
    weight: Array  # (K,) of the rows so labelled
    inertia: float
    n_iter: int
    history: list[Array]  # centres before the first round, and after each


class LloydStep(NamedTuple):
    """One round, as a listener is told of it (`fenlei.trace`)."""

    iteration: int  # from 1, in each run
    most: int
    centers: Array  # (K, p) the means after it
    labels: Array  # (n,) the nearest of the centres before it
    inertia: float  # of the rows and the centres before it


def lloyd(
    passes: LloydPasses,
    start: Array,
    max_iter: int,
    tol: float,
    verbose: bool = False,
    dtype: DTypeLike = np.float64,
) -> LloydRun:
    """Rounds until no label changes, or the squares of the moves add up to `tol` at most, or `max_iter`."""
    centres, shift, history, i = start, np.inf, [start], 0
    old, fresh = start, True
    for i in range(max_iter):
        changed, fresh = passes.assign(centres), i % AFRESH == AFRESH - 1
        old, centres = centres, passes.means(centres, afresh=fresh)
        history.append(centres)
        if verbose or traced():
            _report(LloydStep(i + 1, max_iter, centres, passes.labels.copy(), passes.inertia(old)), verbose)
        shift = float(((centres - old) ** 2).sum())
        if changed == 0 or shift <= tol:
            break
    if not fresh:  # else the sums would depend on the way of the rows from cluster to cluster
        history[-1] = centres = passes.means(old, afresh=True)
    centres = centres.astype(dtype).astype(np.float64)  # as they will be kept: labels are for these
    passes.assign(centres)
    weight, inertia = passes.class_weight(len(centres)), passes.inertia(centres)
    return LloydRun(centres, passes.labels, weight, inertia, i + 1, history)


def _report(step: LloydStep, verbose: bool) -> None:
    if traced():
        tell(step)
    if verbose:
        tell(f"Iteration {step.iteration - 1}, inertia {step.inertia}.")


def nearest_centres(points: Points, centres: Array) -> Array:
    """Index (n,) int32 of the nearest centre of each row."""
    passes = Passes(points, len(centres))
    passes.assign(centres, sums=False)
    return passes.bounds.labels


class Passes:
    """Labels, bounds and sums of the rows, and the passes that bring them up to date."""

    def __init__(self, points: Points, K: int) -> None:
        n, p = points.X.shape
        self.points, self.blocks = points, points.blocks(K)
        self.bounds = Bounds(np.full(n, -1, np.int32), np.empty(n), np.empty(n))
        self.old = np.empty(n, np.int32)
        self.weight, self.total = np.zeros((len(self.blocks), K)), np.zeros((len(self.blocks), K, p))
        self.centres: Array | None = None
        self.dtype: Any = np.float32

    @property
    def labels(self) -> Array:
        """Index (n,) int32 of the nearest of the centres that were assigned last."""
        return self.bounds.labels

    def assign(self, centres: Array, *, sums: bool = True) -> int:
        """Label each row by the nearest of the centres; the number of labels that changed."""
        n_jobs = self.points.n_jobs
        moves = make_moves(centres, centres if self.centres is None else self.centres, n_jobs)
        searched, unsure = np.sum(
            list(map_blocks(_assigning(self, centres, moves), self.blocks, n_jobs)), axis=0
        )
        if unsure > UNSURE * searched:
            self.dtype = np.float64
        self.centres = centres
        return self._move_sums() if sums else 0

    def _move_sums(self) -> int:
        """Bring the sums of each block up to date; the number of rows that moved."""
        position = {block: b for b, block in enumerate(self.blocks)}

        def block(start: int, stop: int) -> int:
            b, rows = position[start, stop], slice(start, stop)
            sums = self.weight[b], self.total[b]
            return move_block(self.points, start, stop, self.old[rows], self.bounds.labels[rows], *sums)

        return sum(map_blocks(block, self.blocks, self.points.n_jobs))

    def means(self, centres: Array, *, afresh: bool) -> Array:
        """Mean of each cluster; `centres` are those that the rows were assigned to."""
        if afresh:
            self.old[:] = -1
            self.weight[:], self.total[:] = 0.0, 0.0
            self._move_sums()
        weight, total = self.sums()
        if (weight <= 0).any():
            self._fill_empty(centres, weight, total)
        means = self.points.origin + total / np.where(weight > 0, weight, 1.0)[:, None]
        means[weight <= 0] = means[weight.argmax()]
        return means

    def sums(self) -> tuple[Array, Array]:
        """Weight (K,) and sums (K, p) of the clusters, merged in the fixed tree."""
        return merge_tree(iter(self.weight), np.add).copy(), merge_tree(iter(self.total), np.add).copy()

    def class_weight(self, K: int) -> Array:
        """Weight (K,) of the rows of each cluster, from their labels."""
        labels, w = self.bounds.labels, self.points.w

        def leaf(start: int, stop: int) -> Array:
            weights = w[start:stop] if len(w) else None
            return np.bincount(labels[start:stop], weights, K).astype(np.float64)

        return merge_tree((leaf(*block) for block in self.blocks), np.add)

    def _fill_empty(self, centres: Array, weight: Array, total: Array) -> None:
        """Give each empty cluster the row farthest from its centre, which leaves its own cluster."""
        X, w, empty = self.points.X, self.points.w, np.flatnonzero(weight <= 0)
        squares = self.squares(centres)
        squares[w == 0 if len(w) else []] = 0.0
        if not squares.any():
            return
        farthest = farthest_first(squares, len(empty))
        for k, i in zip(empty, farthest, strict=True):
            row = as_dense(X[[i]])[0] - self.points.origin
            own, share = self.bounds.labels[i], w[i] if len(w) else 1.0
            weight[own], weight[k] = weight[own] - share, share
            total[own], total[k] = total[own] - share * row, share * row

    def squares(self, centres: Array) -> Array:
        """Squared distance (n,) of each row from its own centre."""
        squares = np.empty(self.points.X.shape[0])

        def block(start: int, stop: int) -> None:
            rows = slice(start, stop)
            X, labels = self.points.X, self.bounds.labels[rows]
            if is_sparse(X):
                pointers = X.indptr[start : stop + 1]
                sparse_squares(pointers, X.indices, X.data, centres, labels, squares[rows])
            else:
                own_squares(X[rows], centres, labels, squares[rows])

        run_blocks(block, self.blocks, self.points.n_jobs)
        return squares

    def inertia(self, centres: Array) -> float:
        """W of the labels and these centres."""
        squares = self.squares(centres)
        if len(self.points.w):
            squares *= self.points.w
        return float(merge_tree((squares[start:stop].sum() for start, stop in self.blocks), add))


def farthest_first(squares: Array, most: int) -> Array:
    """Indices of the `most` largest, the largest first; of equals the first."""
    most = min(most, len(squares))
    bound = np.partition(squares, -most)[-most]
    far = np.flatnonzero(squares >= bound)
    return far[np.argsort(-squares[far], kind="stable")][:most]


def _assigning(passes: Passes, centres: Array, moves: Moves) -> Callable[[int, int], tuple[int, int]]:
    """The task of one block: labels and bounds of its rows."""
    X, bounds = passes.points.X, passes.bounds
    if is_sparse(X):
        columns = np.ascontiguousarray(centres.T)

        def block(start: int, stop: int) -> tuple[int, int]:
            inside = Bounds(*(field[start:stop] for field in bounds))
            pointers, old = X.indptr[start : stop + 1], passes.old[start:stop]
            return assign_sparse_rows(pointers, X.indices, X.data, centres, columns, moves, inside, old)

        return block
    screen = make_screen(centres, passes.points.origin, passes.points.scale, passes.dtype)

    def dense_block(start: int, stop: int) -> tuple[int, int]:
        inside = Bounds(*(field[start:stop] for field in bounds))
        return assign_rows(X[start:stop], centres, screen, moves, inside, passes.old[start:stop])

    return dense_block


def move_block(
    points: Points, start: int, stop: int, old: Array, labels: Array, out_weight: Array, out_total: Array
) -> int:
    """Move the rows that changed their cluster from one sum to another; how many did."""
    X, rows = points.X, slice(start, stop)
    w = points.w[rows] if len(points.w) else UNIT_WEIGHTS
    if is_sparse(X):
        pointers = X.indptr[start : stop + 1]
        return int(move_sparse_rows(pointers, X.indices, X.data, w, old, labels, out_weight, out_total))
    return int(move_rows(X[rows], w, points.origin, old, labels, out_weight, out_total))


@kernel
def move_rows(
    X: Array, w: Array, origin: Array, old: Array, labels: Array, out_weight: Array, out_total: Array
) -> int:
    """Take rows off the sums of their old cluster and add them to those of the new one."""
    changed = 0
    for i in range(X.shape[0]):
        a, b = old[i], labels[i]
        if a == b:
            continue
        changed += 1
        weight = w[i] if w.shape[0] > 0 else 1.0
        row, to = X[i], out_total[b]
        out_weight[b] += weight
        for j in range(X.shape[1]):
            to[j] += weight * (row[j] - origin[j])
        if a >= 0:
            source = out_total[a]
            out_weight[a] -= weight
            for j in range(X.shape[1]):
                source[j] -= weight * (row[j] - origin[j])
    return changed


@kernel
def move_sparse_rows(
    pointers: Array,
    indices: Array,
    data: Array,
    w: Array,
    old: Array,
    labels: Array,
    out_weight: Array,
    out_total: Array,
) -> int:
    """The same for rows of a CSR matrix."""
    changed = 0
    for i in range(pointers.shape[0] - 1):
        a, b = old[i], labels[i]
        if a == b:
            continue
        changed += 1
        weight = w[i] if w.shape[0] > 0 else 1.0
        out_weight[b] += weight
        if a >= 0:
            out_weight[a] -= weight
        for t in range(pointers[i], pointers[i + 1]):
            out_total[b, indices[t]] += weight * data[t]
            if a >= 0:
                out_total[a, indices[t]] -= weight * data[t]
    return changed


@kernel
def own_squares(X: Array, centres: Array, labels: Array, out_squares: Array) -> None:
    """Squared distance of each row from the centre of its label."""
    for i in range(X.shape[0]):
        out_squares[i] = squared_distance(X[i], centres[labels[i]])


@kernel
def sparse_squares(
    pointers: Array, indices: Array, data: Array, centres: Array, labels: Array, out_squares: Array
) -> None:
    """The same for rows of a CSR matrix."""
    nowhere = np.zeros(centres.shape[1])
    square = np.empty(centres.shape[0])
    for k in range(centres.shape[0]):
        square[k] = squared_distance(nowhere, centres[k])
    for i in range(pointers.shape[0] - 1):
        c = centres[labels[i]]
        total = square[labels[i]]
        for t in range(pointers[i], pointers[i + 1]):
            total += data[t] * (data[t] - 2.0 * c[indices[t]])
        out_squares[i] = max(total, 0.0)
