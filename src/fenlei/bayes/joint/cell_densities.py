r"""The density of the "evidence" table: the share of a cell times one normal, all classes together.

    P(x1, x2) = P(c) N(z | μ_c, Σ_c),     P(c) = Σ_k π_k P(c | k),

μ_c and Σ_c the mean and covariance (divisor n) of all rows in the cell, whatever their class. Cells with few
rows go by the rules of `cell_gaussians`, with one class.

Reference: source 000, section 3.1.1, table 3-6.
"""

from __future__ import annotations

import warnings
from functools import reduce

import numpy as np
from scipy import linalg

from fenlei.bayes.joint import cell_gaussians
from fenlei.bayes.joint.cell_gaussians import CellGaussians
from fenlei.bayes.joint.joint_model import JointModel
from fenlei.errors import DegenerateDataWarning
from fenlei.kernels import Array
from fenlei.stats import cells
from fenlei.stats.cells import CellMoments


def cell_shares(model: JointModel) -> Array:
    """P(c) (c + 1,) of the occupied cells, and of one that no row occupies."""
    absent = np.exp(model.log_absent)
    cell = np.repeat(np.arange(len(model.cells)), np.diff(model.start))
    excess = np.exp(model.log_seen) - absent[model.label]
    shares = absent.sum() + np.bincount(cell, excess, len(model.cells))
    return np.append(shares, absent.sum())


def all_classes(summary: CellMoments, small_cells: str) -> CellGaussians:
    """The normal distribution of each occupied cell, in order, and that of all rows."""
    parts = []
    for k in np.unique(summary.label):
        pairs = CellMoments(*(field[summary.label == k] for field in summary))
        parts.append(pairs._replace(label=np.zeros_like(pairs.label)))
    with warnings.catch_warnings():  # about few rows of a class, of which there is none here
        warnings.simplefilter("ignore", DegenerateDataWarning)
        return cell_gaussians.solve(reduce(cells.merge, parts), np.array(["all"]), small_cells)


def normal_densities(Z: Array, found: Array, normals: CellGaussians) -> Array:
    """N(z | μ_c, Σ_c) (n,) of the numbers Z (n, g) in the cells `found`, -1 for one without rows."""
    g, h = normals.covariance.shape[1:]
    density = np.empty(len(Z))
    position = np.where(found >= 0, found, len(normals.centre) - 1)
    for c in np.unique(position):
        rows, covariance = position == c, normals.covariance[normals.spread[c]]
        root = linalg.cholesky(covariance if h == g else np.diag(covariance[:, 0]), lower=True)
        z = linalg.solve_triangular(root, (Z[rows] - normals.centre[c]).T, lower=True)
        log_scale = 0.5 * g * np.log(2.0 * np.pi) + np.log(np.diagonal(root)).sum()
        density[rows] = np.exp(-0.5 * (z * z).sum(axis=0) - log_scale)
    return density
