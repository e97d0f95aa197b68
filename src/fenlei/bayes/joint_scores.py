"""Log scores of rows under a joint model: the cell is looked up, the normal distributions are added.

A row finds its cell in a hash table with open addressing, so the cost does not depend on how many cells
there could be. See `joint_cells` for the formulas.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from fenlei.bayes.joint_cells import JointModel
from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.priors import log_prior
from fenlei.stats.cell_pairs import Columns
from fenlei.stats.counts import MOST_CATEGORIES

BLOCK_ELEMENTS = 1 << 18


class CellIndex(NamedTuple):
    """The hash table: where a cell is, and its pairs."""

    slot: Array  # (2^b,) place of a cell, -1 for none
    cells: Array  # (c, q)
    start: Array  # (c + 1,)
    label: Array  # (r,)


class CellScores(NamedTuple):
    """Log probabilities of the cells."""

    seen: Array  # (r,)
    absent: Array  # (K,)
    log_prior: Array  # (K,)
    column: Array  # (M, K)
    offset: Array  # (q + 1,) column j has the places offset[j] to offset[j + 1]


class Gaussians(NamedTuple):
    """Normal distributions ready for use."""

    centre: Array  # (t, g)
    spread: Array  # (t,)
    root: Array  # (s, g, h) R with Rᵀ R = Σ⁻¹, lower triangular
    log_norm: Array  # (s,) ½ log det 2πΣ


class JointScorer(NamedTuple):
    """What the kernels need of a model."""

    lookup: CellIndex
    scores: CellScores
    gaussians: Gaussians
    covariance: Array


def scorer(model: JointModel) -> JointScorer:
    """The model made ready: cells hashed, covariances inverted."""
    offset = np.concatenate([[0], np.cumsum(model.n_categories + 1)]).astype(np.int64)
    index = CellIndex(hash_table(model.cells), model.cells, model.start, model.label)
    tables = (model.log_seen, model.log_absent, log_prior(model.prior), model.log_column)
    root, log_norm = inverse_roots(model.covariance)
    gaussians = Gaussians(model.centre, model.spread, root, log_norm)
    return JointScorer(index, CellScores(*tables, offset), gaussians, model.covariance)


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
    return np.tril(np.linalg.inv(L)), log_det + constant


def log_joint(X: Array, columns: Columns, ready: JointScorer, n_jobs: int | None = None) -> Array:
    """log π_k p(x | k), (n, K)."""
    scores = np.empty((len(X), len(ready.scores.absent)))
    g = len(columns.numeric)

    def block(start: int, stop: int) -> None:
        rows, out = X[start:stop], scores[start:stop]
        found = np.empty(len(rows), np.int64)
        cell_scores(rows, columns.nominal, ready.lookup, ready.scores, found, out)
        if g:
            _add_gaussians(np.ascontiguousarray(rows[:, columns.numeric], np.float64), found, ready, out)

    run_blocks(block, row_blocks(len(X), X.shape[1], BLOCK_ELEMENTS if g else 1 << 21), n_jobs)
    return scores


def _add_gaussians(Z: Array, found: Array, ready: JointScorer, out_scores: Array) -> None:
    """Add the log densities of the numeric values, one pattern of missing ones at a time."""
    missing = np.isnan(Z)
    if not missing.any():
        add_densities(Z, found, ready.lookup, ready.gaussians, out_scores)
        return
    patterns, which = np.unique(missing, axis=0, return_inverse=True)
    for i, absent in enumerate(patterns):
        rows = np.flatnonzero(which.ravel() == i)
        part = out_scores[rows]
        gaussians = ready.gaussians if not absent.any() else marginal(ready, ~absent)
        add_densities(np.ascontiguousarray(Z[rows][:, ~absent]), found[rows], ready.lookup, gaussians, part)
        out_scores[rows] = part


def marginal(ready: JointScorer, known: Array) -> Gaussians:
    """The distributions of some of the numeric columns, known (g,)."""
    covariance = ready.covariance[:, known]
    if ready.covariance.shape[2] == len(known):
        covariance = covariance[:, :, known]
    centre = np.ascontiguousarray(ready.gaussians.centre[:, known])
    return Gaussians(centre, ready.gaussians.spread, *inverse_roots(covariance))


def hash_table(cells: Array) -> Array:
    """Places of the cells (c, q) in a table at most half full."""
    slot = np.full(1 << max(2 * len(cells), 1).bit_length(), -1, np.int64)
    fill_slots(cells, slot)
    return slot


@kernel
def fill_slots(cells: Array, out_slot: Array) -> None:
    """Put each cell into the first free slot from its hash on."""
    mask = out_slot.shape[0] - 1
    for i in range(cells.shape[0]):
        digest = 0
        for j in range(cells.shape[1]):
            digest = (digest * 1000003 + cells[i, j] + 1) & 0xFFFFFFFFFF  # 40 bits: the product fits in 63
        place = (digest ^ (digest >> 19)) & mask
        while out_slot[place] >= 0:
            place = (place + 1) & mask
        out_slot[place] = i


@kernel
def find_cell(code: Array, index: CellIndex) -> int:
    """Place of the cell with these codes, -1 if no row had them."""
    mask = index.slot.shape[0] - 1
    digest = 0
    for j in range(code.shape[0]):
        digest = (digest * 1000003 + code[j] + 1) & 0xFFFFFFFFFF
    place = (digest ^ (digest >> 19)) & mask
    while index.slot[place] >= 0:
        cell = index.cells[index.slot[place]]
        same = True
        for j in range(code.shape[0]):
            same = same and cell[j] == code[j]
        if same:
            return index.slot[place]
        place = (place + 1) & mask
    return -1


@kernel
def code_of(value: float) -> int:
    """A category code, -1 if missing; what is no code at all is one that no column knows."""
    if value != value:
        return -1
    known = 0 <= value < MOST_CATEGORIES and np.int64(value) == value
    return int(value) if known else MOST_CATEGORIES


@kernel
def cell_scores(
    X: Array, nominal: Array, index: CellIndex, scores: CellScores, out_found: Array, out_scores: Array
) -> None:
    """log π_k P(c | k) of each row's cell; of a cell that is not there, the product of the columns."""
    n, q, K = X.shape[0], nominal.shape[0], out_scores.shape[1]
    code = np.empty(q, np.int64)
    for i in range(n):
        row, out = X[i], out_scores[i]
        for j in range(q):
            code[j] = code_of(row[nominal[j]])
        cell = find_cell(code, index)
        out_found[i] = cell
        if cell >= 0:
            for k in range(K):
                out[k] = scores.absent[k]
            for pair in range(index.start[cell], index.start[cell + 1]):
                out[index.label[pair]] = scores.seen[pair]
            continue
        for k in range(K):
            out[k] = scores.log_prior[k]
        for j in range(q):
            place = scores.offset[j] + code[j] + 1
            if place < scores.offset[j + 1]:
                log_p = scores.column[place]
                for k in range(K):
                    out[k] += log_p[k]


@kernel
def add_densities(Z: Array, found: Array, index: CellIndex, gaussians: Gaussians, out_scores: Array) -> None:
    """Add log N(z | μ, Σ) of each class in the row's cell, or over all its cells if it is not there."""
    n, K = out_scores.shape
    r, g = index.label.shape[0], Z.shape[1]
    which, z = np.empty(K, np.int64), np.empty(g)
    for i in range(n):
        out = out_scores[i]
        for k in range(K):
            which[k] = r + k
        if found[i] >= 0:
            for pair in range(index.start[found[i]], index.start[found[i] + 1]):
                which[index.label[pair]] = pair
        for k in range(K):
            if out[k] > -np.inf:
                centre = gaussians.centre[which[k]]
                spread = gaussians.spread[which[k]]
                for a in range(g):
                    z[a] = Z[i, a] - centre[a]
                out[k] -= half_square(gaussians.root[spread], z) + gaussians.log_norm[spread]


@kernel
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
