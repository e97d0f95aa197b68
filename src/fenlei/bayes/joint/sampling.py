r"""New rows from the joint distribution of a Bayes classifier.

    k ~ π,   c | k ~ P(c | k) = (count_k(c) + α) / (n_k + α C),   z | k, c ~ N(μ_kc, Σ_kc).

The smoothed table is a mixture: with probability n_k / (n_k + α C) a cell of the class in proportion to its
counts, otherwise any of the C cells alike, each column by itself. So no table of C cells is ever formed.
Reference: source 001, A-M04.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from fenlei.bayes.joint.joint_model import JointModel
from fenlei.bayes.joint.scores import cell_index, find_cells
from fenlei.kernels import Array, kernel
from fenlei.stats.cell_pairs import ColumnKinds
from fenlei.stats.cells import CellMoments


class Draw(NamedTuple):
    """Which smoothed distribution to draw from."""

    model: JointModel
    summary: CellMoments
    alpha: float


def sample(labels: Array, draw: Draw, columns: ColumnKinds, rng: np.random.Generator) -> Array:
    """One row for each class code in labels (n,), as (n, p) codes and numbers, NaN for a missing category."""
    X = np.empty((len(labels), len(columns.nominal) + len(columns.numeric)))
    cells = np.empty((len(labels), len(columns.nominal)), np.int32)
    for k in np.unique(labels):
        chosen = labels == k
        cells[chosen] = draw_cells(int(k), int(chosen.sum()), draw, rng)
    X[:, columns.nominal] = np.where(cells < 0, np.nan, cells)
    if len(columns.numeric):
        X[:, columns.numeric] = draw_numbers(labels, cells, draw.model, rng)
    return X


def draw_cells(k: int, n: int, draw: Draw, rng: np.random.Generator) -> Array:
    """Codes (n, q) from P(c | k)."""
    model = draw.model
    sizes = model.n_categories + model.has_missing
    extra = draw.alpha * math.exp(min(np.log(np.maximum(sizes, 1)).sum(), 700.0))
    cells = rng.integers(0, np.maximum(sizes, 1), (n, len(sizes))) - model.has_missing
    pairs = np.flatnonzero(draw.summary.label == k)
    if len(pairs):
        weight = draw.summary.weight[pairs]
        counted = rng.random(n) * (weight.sum() + extra) < weight.sum()
        position = np.searchsorted(np.cumsum(weight), rng.random(counted.sum()) * weight.sum(), side="right")
        cells[counted] = draw.summary.cells[pairs[np.minimum(position, len(pairs) - 1)]]
    return cells


def draw_numbers(labels: Array, cells: Array, model: JointModel, rng: np.random.Generator) -> Array:
    """Numeric values (n, g), normal in their class and cell."""
    which = np.empty(len(labels), np.int64)
    codes = np.where(cells < 0, np.nan, cells)
    found = find_cells(codes, np.arange(cells.shape[1]), cell_index(model))
    find_pairs(found, labels, model.start, model.label, which)
    g, h = model.covariance.shape[1:]
    noise = rng.standard_normal((len(labels), g))
    if h == g:
        roots = np.linalg.cholesky(model.covariance)[model.spread[which]]
        scaled = np.einsum("nab,nb->na", roots, noise)
    else:
        scaled = np.sqrt(model.covariance[model.spread[which], :, 0]) * noise
    return model.centre[which] + scaled


@kernel
def find_pairs(found: Array, labels: Array, start: Array, label: Array, out_which: Array) -> None:
    """Index of the normal distribution of each (cell, class); that of the class where there is no pair."""
    for i in range(labels.shape[0]):
        out_which[i] = label.shape[0] + labels[i]
        if found[i] >= 0:
            for pair in range(start[found[i]], start[found[i] + 1]):
                if label[pair] == labels[i]:
                    out_which[i] = pair
