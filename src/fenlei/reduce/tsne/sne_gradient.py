r"""The cost that SNE minimises, and its gradient.

    q_j|i = exp(-|y_i - y_j|²) / Σ_{l≠i} exp(-|y_i - y_l|²),
    cost = Σ_i KL(P_i | Q_i) = Σ_ij p_j|i log(p_j|i / q_j|i),
    ∂cost/∂y_i = 2 Σ_j (p_j|i - q_j|i + p_i|j - q_i|j) (y_i - y_j).

All pairs, in logarithms: log q_j|i = -|y_i - y_j|² - log z_i. Coordinates are (D, n). Reference: Hinton
and Roweis 2002, equations 4 to 6.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.exponential import exp
from fenlei.kernels.threads import run_blocks

ROWS = 64


@part_of_kernel
def squares_from(Y: Array, i: int, out_square: Array) -> None:
    """|y_i - y_j|² (n,), infinite for the point itself."""
    out_square[:] = 0.0
    for c in range(Y.shape[0]):
        y, own = Y[c], Y[c, i]
        for j in range(y.shape[0]):
            out_square[j] += (own - y[j]) ** 2
    out_square[i] = np.inf


@kernel
def normalise(P: Array, Y: Array, first: int, last: int, out_log_z: Array, out_cost: Array) -> None:
    """log z_i, and Σ_j p_j|i log(p_j|i / q_j|i), for points first to last."""
    n = Y.shape[1]
    square = np.empty(n)
    for i in range(first, last):
        squares_from(Y, i, square)
        least, total, cost = np.min(square), 0.0, 0.0
        for j in range(n):
            total += exp(least - square[j])
        out_log_z[i] = np.log(total) - least
        row = P[i]
        for j in range(n):
            if row[j] > 0.0:
                cost += row[j] * (np.log(row[j]) + square[j] + out_log_z[i])
        out_cost[i] = cost


@kernel
def pulls(both: Array, Y: Array, log_z: Array, first: int, last: int, out_gradient: Array) -> None:
    """The gradient (D, n) at points first to last; both (n, n) are p_j|i + p_i|j."""
    D, n = Y.shape
    square, w = np.empty(n), np.empty(n)
    for i in range(first, last):
        squares_from(Y, i, square)
        row, own = both[i], log_z[i]
        for j in range(n):
            w[j] = row[j] - exp(-square[j] - own) - exp(-square[j] - log_z[j])
        for c in range(D):
            y, here, total = Y[c], Y[c, i], 0.0
            for j in range(n):
                total += w[j] * (here - y[j])
            out_gradient[c, i] = 2.0 * total


class SNECost:
    """Cost and gradient for given conditional probabilities P (n, n)."""

    def __init__(self, P: Array, n_jobs: int | None = None) -> None:
        self.P, self.both, self.n_jobs = P, P + P.T, n_jobs
        self.blocks = [(s, min(s + ROWS, len(P))) for s in range(0, len(P), ROWS)]

    def __call__(self, Y: Array) -> tuple[float, Array]:
        """Cost and gradient (D, n) at Y (D, n)."""
        n = Y.shape[1]
        log_z, cost, gradient = np.empty(n), np.empty(n), np.empty(Y.shape)
        run_blocks(lambda s, e: normalise(self.P, Y, s, e, log_z, cost), self.blocks, self.n_jobs)
        run_blocks(lambda s, e: pulls(self.both, Y, log_z, s, e, gradient), self.blocks, self.n_jobs)
        return float(np.sum(cost)), gradient
