r"""Class probabilities from the probabilities of pairs.

Given r_ij, an estimate of P(i | i or j), for every pair, find p with p_i / (p_i + p_j) near r_ij. Wu, Lin and
Weng minimise

    Σ_i Σ_{j≠i} (r_ji p_i - r_ij p_j)²      under Σ p = 1,

whose minimum solves [[Q, e], [eᵀ, 0]] (p, b) = (0, 1), Q_ii = Σ_{j≠i} r_ji², Q_ij = -r_ji r_ij; it is unique
and not negative if 0 < r < 1. Where the r are consistent, p reproduces them.
Reference: Wu, Lin and Weng, JMLR 5 (2004) 975-1005, second method (that of LIBSVM).
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from fenlei.annotations import ArrayLike
from fenlei.kernels import Array
from fenlei.kernels.threads import row_blocks, run_blocks

LEAST = 1e-7  # as in LIBSVM: no pair is certain


def pairs(K: int) -> Array:
    """Codes i < j (K (K-1)/2, 2) of the two classes of each pair, in the order of the classifiers."""
    return np.array(list(combinations(range(K), 2)), np.int64).reshape(-1, 2)


def couple(
    second: ArrayLike, K: int, n_jobs: int | None = None, *, present: ArrayLike | None = None
) -> Array:
    """Class probabilities from the probabilities of pairs of classes.

    Parameters
    ----------
    second : array-like of shape (n, K (K-1)/2)
        Probability of the second class of each pair, in the order (0, 1), (0, 2), …, (1, 2), …
    K : int
        Number of classes.
    n_jobs : int, default=None
        Threads; None is all cores.
    present : array-like of int, default=None
        Codes of the classes that can occur, in ascending order; the others have probability 0. None: all.

    Returns
    -------
    ndarray of shape (n, K)

    Examples
    --------
    Class 0 is twice as probable as class 1 and three times as probable as class 2:

    >>> couple([[1 / 3, 1 / 4, 2 / 5]], K=3).round(4)
    array([[0.5455, 0.2727, 0.1818]])
    """
    second = np.clip(np.asarray(second, dtype=np.float64), LEAST, 1.0 - LEAST)
    if present is not None and len(np.asarray(present)) < K:
        codes = np.asarray(present)
        P = np.zeros((len(second), K))
        P[:, codes] = couple(second[:, np.isin(pairs(K), codes).all(axis=1)], len(codes), n_jobs)
        return P
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
