r"""One score per class from sparse rows, by penalised least squares; on the training rows out of fold.

With the indicators Y (n, S) of the classes, or the numbers of a regression, weighted by w,

    (X_c^T W X_c + lambda I) B = X_c^T W Y_c,    X_c = X - 1 mean^T,    score(x) = mean_y + (x - mean)^T B,

solved by conjugate gradients for all S columns at once; X_c is never formed. Rows of X have length 1 or 0, so
lambda = 1 counts as much as one row. For the training rows themselves each part of three is scored by the
weights of the other two: a tree that took scores of rows that they were fitted to would trust them too much.

Cost: 4 S nnz for each step, and some 20 steps. Reference: Hestenes and Stiefel (1952); stacked
generalisation, Wolpert (1992).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

PENALTY = 1.0
TOLERANCE, MOST_STEPS = 0.01, 50  # of the residual, against that at the start
PARTS = 3
Floats = NDArray[np.float64]


class ScoreWeights(NamedTuple):
    """score(x) = intercept + x B."""

    weights: Floats  # (t, S) B
    intercept: Floats  # (S,)

    def of(self, X: csr_matrix) -> Floats:
        """Scores (n, S)."""
        return X @ self.weights + self.intercept


def fit_scores(X: csr_matrix, Y: Floats, w: Floats) -> ScoreWeights:
    """The weights of rows X (n, t) for targets Y (n, S)."""
    total = w.sum()
    mean, mean_y = (X.T @ w) / total, (w @ Y) / total

    def product(B: Floats) -> Floats:
        Z = w[:, None] * (X @ B - mean @ B)
        return X.T @ Z - np.outer(mean, Z.sum(axis=0)) + PENALTY * B

    wanted = w[:, None] * (Y - mean_y)
    B = _conjugate_gradients(product, X.T @ wanted - np.outer(mean, wanted.sum(axis=0)))
    return ScoreWeights(B, mean_y - mean @ B)


def _conjugate_gradients(product: Callable[[Floats], Floats], right: Floats) -> Floats:
    """B with product(B) = right, column by column alike; stops when the slowest column has converged."""
    B, residual = np.zeros_like(right), right.copy()
    direction, size = residual.copy(), (residual**2).sum(axis=0)
    enough = TOLERANCE**2 * size
    for _ in range(MOST_STEPS):
        if (size <= enough).all():
            break
        image = product(direction)
        slope = (direction * image).sum(axis=0)
        step = np.where(size > enough, size / np.where(slope > 0, slope, 1.0), 0.0)
        B += step * direction
        residual -= step * image
        before, size = size, (residual**2).sum(axis=0)
        direction = residual + np.where(before > 0, size / np.where(before > 0, before, 1.0), 0.0) * direction
    return B


def parts_of(
    codes: NDArray[np.int64], parts: int = PARTS
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Rows to fit to and rows to score, part after part: the rows of each class, shuffled, dealt in turn."""
    shuffled = np.random.default_rng(0).permutation(len(codes))
    order = shuffled[np.argsort(codes[shuffled], kind="stable")]
    part = np.empty(len(codes), dtype=np.int64)
    part[order] = np.arange(len(codes)) % parts
    for each in range(parts):
        yield np.flatnonzero(part != each), np.flatnonzero(part == each)


def out_of_fold_scores(X: csr_matrix, Y: Floats, w: Floats, codes: NDArray[np.int64]) -> Floats:
    """Scores (n, S) of each row by weights that were fitted to other rows."""
    out = np.empty(Y.shape)
    for train, test in parts_of(codes):
        out[test] = fit_scores(X[train], Y[train], w[train]).of(X[test]) if len(train) else w @ Y / w.sum()
    return out
