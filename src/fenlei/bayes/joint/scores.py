"""Log scores of rows under a joint model: the cell is looked up, the normal distributions are added.

A row finds its cell in a table of all combinations if they are few, otherwise in a hash table with open
addressing, so that memory depends on the occupied cells only. Their scores stand in a table (c, K), or in the
list of pairs if that table would be large. See `joint_model` for the formulas.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from scipy import linalg

from fenlei.bayes.joint.joint_model import JointModel
from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.priors import log_prior
from fenlei.stats.cell_pairs import ColumnKinds
from fenlei.stats.counts import MOST_CATEGORIES

MANY_COLUMNS = 256  # from where a triangle is inverted as one
BLOCK_ELEMENTS = 1 << 18
MOST_POSITIONS = 1 << 22  # with no more combinations than this, a position for each
LARGEST_TABLE = 1 << 23  # scores of cells by classes: 64 MiB


class CellIndex(NamedTuple):
    """Where a cell is, and its pairs."""

    slot: Array  # (2^b,) hash table of the positions of the cells, or (Π radix,) by combination; -1 for none
    radix: Array | None  # (q,) categories of each column and one for missing; None if the slots are hashed
    cells: Array  # (c, q)
    start: Array  # (c + 1,)
    label: Array  # (r,)


class CellScores(NamedTuple):
    """Log probabilities of the cells."""

    table: Array | None  # (c, K) of every cell and class, None if that is too large
    seen: Array  # (r,)
    absent: Array  # (K,)
    log_prior: Array  # (K,)
    column: Array  # (M, K)
    offset: Array  # (q + 1,) column j has the positions offset[j] to offset[j + 1]


class CellDensities(NamedTuple):
    """Normal distributions ready for use."""

    centre: Array  # (t, g)
    spread: Array  # (t,)
    root: Array  # (s, g, h) R with Rᵀ R = Σ⁻¹, lower triangular
    log_norm: Array  # (s,) ½ log det 2πΣ


class JointScorer(NamedTuple):
    """What the kernels need of a model."""

    lookup: CellIndex
    scores: CellScores
    gaussians: CellDensities
    covariance: Array


def scorer(model: JointModel) -> JointScorer:
    """The model made ready: cells hashed, covariances inverted."""
    offset = np.concatenate([[0], np.cumsum(model.n_categories + 1)]).astype(np.int64)
    tables = (score_table(model), model.log_seen, model.log_absent, log_prior(model.prior), model.log_column)
    root, log_norm = inverse_roots(model.covariance)
    gaussians = CellDensities(model.centre, model.spread, root, log_norm)
    return JointScorer(cell_index(model), CellScores(*tables, offset), gaussians, model.covariance)


def inverse_roots(covariance: Array) -> tuple[Array, Array]:
    """R (s, g, h) with Rᵀ R = Σ⁻¹, and ½ log det 2πΣ; LinAlgError if a Σ is not positive definite."""
    g, h = covariance.shape[1:]
    constant = 0.5 * g * math.log(2 * math.pi)
    if h != g or g == 0:
        if not (covariance > 0).all():
            raise np.linalg.LinAlgError
        return 1.0 / np.sqrt(covariance), 0.5 * np.log(covariance).sum(axis=(1, 2)) + constant
    L = np.linalg.cholesky(covariance)
    log_det = np.log(np.diagonal(L, axis1=1, axis2=2)).sum(axis=1)
    if g <= MANY_COLUMNS:
        return np.tril(np.linalg.inv(L)), log_det + constant
    for each in L:  # in place, as a triangle
        each[:] = np.tril(linalg.lapack.dtrtri(each, lower=True)[0])
    return L, log_det + constant


def log_joint(X: Array, columns: ColumnKinds, ready: JointScorer, n_jobs: int | None = None) -> Array:
    """log π_k p(x | k), (n, K)."""
    scores = np.empty((len(X), len(ready.scores.absent)))
    g = len(columns.numeric)

    def block(start: int, stop: int) -> None:
        rows, out = X[start:stop], scores[start:stop]
        found = find_cells(rows, columns.nominal, ready.lookup)
        cell_scores(rows, columns.nominal, ready, found, out)
        if g:
            _add_gaussians(np.ascontiguousarray(rows[:, columns.numeric], np.float64), found, ready, out)

    run_blocks(block, row_blocks(len(X), X.shape[1], BLOCK_ELEMENTS if g else 1 << 21), n_jobs)
    return scores


def find_cells(X: Array, nominal: Array, lookup: CellIndex) -> Array:
    """Index (n,) of each row's cell, -1 for a cell that no row had."""
    found = np.empty(len(X), np.int64)
    if lookup.radix is None:
        find_by_hash(X, nominal, lookup.cells, lookup.slot, found)
    else:
        find_by_position(X, nominal, lookup.radix, lookup.slot, found)
    return found


def cell_scores(X: Array, nominal: Array, ready: JointScorer, found: Array, out_scores: Array) -> None:
    """log π_k P(c | k) of each row's cell; of a cell that was not found, the product of the columns."""
    scores, lookup = ready.scores, ready.lookup
    if scores.table is None:
        pair_scores(found, lookup.start, lookup.label, scores.seen, scores.absent, out_scores)
    else:
        table_scores(found, scores.table, out_scores)
    naive_scores(X, nominal, found, scores.log_prior, scores.column, scores.offset, out_scores)


def _add_gaussians(Z: Array, found: Array, ready: JointScorer, out_scores: Array) -> None:
    """Add the log densities of the numeric values, one pattern of missing ones at a time."""
    missing, lookup = np.isnan(Z), ready.lookup
    if not missing.any():
        add_densities(Z, found, lookup.start, lookup.label, ready.gaussians, out_scores)
        return
    patterns, which = np.unique(missing, axis=0, return_inverse=True)
    for i, absent in enumerate(patterns):
        rows = np.flatnonzero(which.ravel() == i)
        part = out_scores[rows]
        gaussians = ready.gaussians if not absent.any() else marginal(ready, ~absent)
        known = np.ascontiguousarray(Z[rows][:, ~absent])
        add_densities(known, found[rows], lookup.start, lookup.label, gaussians, part)
        out_scores[rows] = part


def marginal(ready: JointScorer, known: Array) -> CellDensities:
    """The distributions of some of the numeric columns, known (g,)."""
    covariance = ready.covariance[:, known]
    if ready.covariance.shape[2] == len(known):
        covariance = covariance[:, :, known]
    centre = np.ascontiguousarray(ready.gaussians.centre[:, known])
    return CellDensities(centre, ready.gaussians.spread, *inverse_roots(covariance))


def score_table(model: JointModel) -> Array | None:
    """log π_k P(c | k), (c, K)."""
    c, K = len(model.cells), len(model.prior)
    if c * K > LARGEST_TABLE:
        return None
    table = np.tile(model.log_absent, (c, 1))
    table[np.repeat(np.arange(c), np.diff(model.start)), model.label] = model.log_seen
    return table


def cell_index(model: JointModel) -> CellIndex:
    """The cells by combination, or hashed into a table at most half full."""
    cells = model.cells
    radix = model.n_categories + 1
    positions = math.prod(radix.tolist())
    if positions <= MOST_POSITIONS:
        slot = np.full(positions, -1, np.int32)
        step = np.cumprod(np.concatenate([[1], radix[:0:-1]]))[::-1][: len(radix)]
        slot[(cells + 1) @ step] = np.arange(len(cells))
        return CellIndex(slot, radix, cells, model.start, model.label)
    slot = np.full(1 << max(2 * len(cells), 1).bit_length(), -1, np.int32)
    fill_slots(cells, slot)
    return CellIndex(slot, None, cells, model.start, model.label)


@kernel
def code_of(value: float) -> int:
    """A category code, -1 if missing; what is no code at all is one that no column knows."""
    if value != value:
        return -1
    known = 0 <= value < MOST_CATEGORIES and np.int64(value) == value
    return int(value) if known else MOST_CATEGORIES


@kernel
def find_by_position(X: Array, nominal: Array, radix: Array, slot: Array, out_found: Array) -> None:
    """Cell of each row, -1 if no row had it; by the number of the combination."""
    q = nominal.shape[0]
    for i in range(X.shape[0]):
        row = X[i]
        position, known = np.int64(0), True
        for j in range(q):
            digit = code_of(row[nominal[j]]) + 1
            known = known and digit < radix[j]
            position = position * radix[j] + digit
        out_found[i] = slot[position] if known else -1


@kernel
def hash_step(digest: int, code: int) -> int:
    """The digest of one code more, in 40 bits: the product fits in 63."""
    return (digest * 1000003 + int(code) + 1) & 0xFFFFFFFFFF


@kernel
def fill_slots(cells: Array, out_slot: Array) -> None:
    """Put each cell into the first free slot from its hash on."""
    mask = out_slot.shape[0] - 1
    for i in range(cells.shape[0]):
        digest = 0
        for j in range(cells.shape[1]):
            digest = hash_step(digest, cells[i, j])
        position = (digest ^ (digest >> 19)) & mask
        while out_slot[position] >= 0:
            position = (position + 1) & mask
        out_slot[position] = i


@kernel
def find_by_hash(X: Array, nominal: Array, cells: Array, slot: Array, out_found: Array) -> None:
    """Cell of each row, -1 if no row had it; by its hash."""
    q, mask = nominal.shape[0], slot.shape[0] - 1
    code = np.empty(q, np.int64)
    for i in range(X.shape[0]):
        row = X[i]
        digest = 0
        for j in range(q):
            code[j] = code_of(row[nominal[j]])
            digest = hash_step(digest, code[j])
        position = (digest ^ (digest >> 19)) & mask
        found = False
        while slot[position] >= 0 and not found:
            cell = cells[slot[position]]
            found = True
            for j in range(q):
                found = found and cell[j] == code[j]
            if not found:
                position = (position + 1) & mask
        out_found[i] = slot[position] if found else -1


@kernel
def table_scores(found: Array, table: Array, out_scores: Array) -> None:
    """Scores of the cells that were found, from the table of all classes."""
    K = table.shape[1]
    for i in range(found.shape[0]):
        if found[i] >= 0:
            row, out = table[found[i]], out_scores[i]
            for k in range(K):
                out[k] = row[k]


@kernel
def pair_scores(
    found: Array, start: Array, label: Array, seen: Array, absent: Array, out_scores: Array
) -> None:
    """Scores of the cells that were found, from the list of pairs."""
    for i in range(found.shape[0]):
        if found[i] >= 0:
            out = out_scores[i]
            for k in range(absent.shape[0]):
                out[k] = absent[k]
            for pair in range(start[found[i]], start[found[i] + 1]):
                out[label[pair]] = seen[pair]


@kernel
def naive_scores(
    X: Array, nominal: Array, found: Array, log_pi: Array, column: Array, offset: Array, out_scores: Array
) -> None:
    """log π_k Π_j P(c_j | k) of the rows whose cell was not found, over the columns that know their code."""
    K = log_pi.shape[0]
    for i in range(found.shape[0]):
        if found[i] >= 0:
            continue
        row, out = X[i], out_scores[i]
        for k in range(K):
            out[k] = log_pi[k]
        for j in range(nominal.shape[0]):
            position = offset[j] + code_of(row[nominal[j]]) + 1
            if position < offset[j + 1]:
                log_p = column[position]
                for k in range(K):
                    out[k] += log_p[k]


@kernel
def add_densities(
    Z: Array, found: Array, start: Array, label: Array, gaussians: CellDensities, out_scores: Array
) -> None:
    """Add log N(z | μ, Σ) of each class in the row's cell, or over all its cells if it is not there."""
    n, K = out_scores.shape
    r, g = label.shape[0], Z.shape[1]
    centres, spreads, roots, log_norm = gaussians
    which, z = np.empty(K, np.int64), np.empty(g)
    for i in range(n):
        out = out_scores[i]
        for k in range(K):
            which[k] = r + k
        if found[i] >= 0:
            for pair in range(start[found[i]], start[found[i] + 1]):
                which[label[pair]] = pair
        for k in range(K):
            if out[k] > -np.inf:
                centre, spread = centres[which[k]], spreads[which[k]]
                for a in range(g):
                    z[a] = Z[i, a] - centre[a]
                out[k] -= half_square(roots[spread], z) + log_norm[spread]


@part_of_kernel
def half_square(root: Array, z: Array) -> float:
    """½ |R z|², R (g, g) lower triangular or (g, 1) diagonal."""
    g = z.shape[0]
    square = 0.0
    for a in range(g):
        row = root[a]
        projected = 0.0
        if row.shape[0] == g:
            for b in range(a + 1):
                projected += row[b] * z[b]
        else:
            projected = row[0] * z[a]
        square += projected * projected
    return 0.5 * square
