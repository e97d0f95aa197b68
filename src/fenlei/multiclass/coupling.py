r"""Class probabilities from the probabilities of pairs.

Given r_ij, an estimate of P(i | i or j), for every pair, find p with p_i / (p_i + p_j) near r_ij. Wu, Lin and
Weng minimise

    Σ_i Σ_{j≠i} (r_ji p_i - r_ij p_j)²      under Σ p = 1,

whose minimum solves [[Q, e], [eᵀ, 0]] (p, b) = (0, 1), Q_ii = Σ_{j≠i} r_ji², Q_ij = -r_ji r_ij; it is unique
and not negative if 0 < r < 1. Where the r agree with one another, p reproduces them.
Reference: Wu, Lin and Weng, JMLR 5 (2004) 975-1005, second method (that of LIBSVM).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.kernels import Array
from fenlei.kernels.threads import row_blocks, run_blocks

LEAST = 1e-7  # as in LIBSVM: pairs are never quite certain


def pairs(K: int) -> Array:
    """(K (K-1)/2, 2) codes i < j of the two classes of each pair, in the order of the classifiers."""
    return np.stack(np.triu_indices(K, 1), axis=1)


def couple(second: Any, K: int, n_jobs: int | None = None) -> Array:
    """Probabilities (n, K) from those of the second class of each pair, (n, K (K-1)/2), as in `pairs`."""
    second = np.clip(np.asarray(second, dtype=np.float64), LEAST, 1.0 - LEAST)
    P = np.empty((len(second), K))

    def block(start: int, stop: int) -> None:
        P[start:stop] = _solve(second[start:stop], K)

    run_blocks(block, row_blocks(len(second), 4 * K * K), n_jobs)
    return P


def _solve(second: Array, K: int) -> Array:
    i, j = pairs(K).T
    R = np.zeros((len(second), K, K))  # R[:, i, j] = P(i | i or j)
    R[:, j, i], R[:, i, j] = second, 1.0 - second
    system = np.ones((len(second), K + 1, K + 1))
    system[:, :K, :K] = -R * R.transpose(0, 2, 1)
    system[:, np.arange(K), np.arange(K)] = np.sum(R**2, axis=1)
    system[:, K, K] = 0.0
    right = np.zeros((len(second), K + 1, 1))
    right[:, K] = 1.0
    P = np.maximum(np.linalg.solve(system, right)[:, :K, 0], 0.0)
    return P / P.sum(axis=1, keepdims=True)
