r"""Neighbourhoods as probabilities, for SNE and t-SNE.

    p_j|i = exp(-β_i d²_ij) / Σ_l exp(-β_i d²_il),      l ≠ i,

each β_i such that the perplexity, 2 to the entropy of p_·|i, is the one asked for: a number of effective
neighbours. The entropy falls with β, so it is found by bisection, in units of the row's own mean distance
and with the least distance taken off first, so that no scale of the data overflows. Where more rows than
that are equally near, the entropy cannot fall so far, and they share the probability.

t-SNE joins the two directions, p_ij = (p_j|i + p_i|j) / 2n; all p_ij together are 1. Beyond the 3 ·
perplexity nearest rows p_j|i is taken as 0. Reference: Hinton and Roweis 2002; van der Maaten and Hinton
2008.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from fenlei.errors import DataError, UsageError
from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.exponential import exp
from fenlei.kernels.rows import unit_shifts
from fenlei.kernels.threads import run_blocks
from fenlei.reduce.neighbor_graph import NearestRows

STEPS = 100
TOLERANCE = 1e-12  # of the entropy


@part_of_kernel
def weigh(gap: Array, beta: float, out_p: Array) -> float:
    """p_j ∝ exp(-β gap_j) with least gap 0; their entropy, Σ_j p_j β gap_j + log Σ_j exp(-β gap_j)."""
    total, mean = 0.0, 0.0
    for j in range(gap.shape[0]):
        out_p[j] = exp(-beta * gap[j])
        total += out_p[j]
        mean += gap[j] * out_p[j]
    for j in range(gap.shape[0]):
        out_p[j] /= total
    return beta * mean / total + np.log(total)


@kernel
def conditional_rows(square: Array, perplexity: float, out_p: Array, out_beta: Array) -> None:
    """p (m, k) and β (m,) of squared distances (m, k) to the neighbours; infinite ones have p = 0."""
    m, k = square.shape
    gap, goal = np.empty(k), np.log(perplexity)
    for i in range(m):
        least, mean, finite = np.min(square[i]), 0.0, 0
        for j in range(k):
            if square[i, j] < np.inf:
                mean += square[i, j] - least
                finite += 1
        mean /= finite
        for j in range(k):
            gap[j] = (square[i, j] - least) / mean if mean > 0.0 else 0.0
        low, high, beta = 0.0, np.inf, 1.0
        for _ in range(STEPS):
            out_beta[i] = beta / mean if mean > 0.0 else 0.0
            entropy = weigh(gap, beta, out_p[i])
            if abs(entropy - goal) < TOLERANCE or mean == 0.0:
                break
            if entropy > goal:
                low = beta
                beta = 2.0 * beta if high == np.inf else 0.5 * (beta + high)
            else:
                high = beta
                beta = 0.5 * (low + beta)


def conditional(square: Array, perplexity: float, n_jobs: int | None = None) -> Array:
    """p_j|i (m, k), each row of the perplexity, from squared distances (m, k) that do not contain the own."""
    return with_precisions(square, perplexity, n_jobs)[0]


def with_precisions(square: Array, perplexity: float, n_jobs: int | None = None) -> tuple[Array, Array]:
    """p_j|i (m, k) and β_i (m,), which is 0 where all neighbours are equally near."""
    p, beta = np.empty(square.shape), np.empty(len(square))
    blocks = [(s, min(s + 512, len(p))) for s in range(0, len(p), 512)]

    def block(start: int, stop: int) -> None:
        conditional_rows(square[start:stop], perplexity, p[start:stop], beta[start:stop])

    run_blocks(block, blocks, n_jobs)
    return p, beta


def widths(distance: Array, X: object, perplexity: float, n_jobs: int | None = None) -> Array:
    """σ_i (m,) = 1 / √(2 β_i) from distances (m, k), in their unit; infinite where all are equal."""
    shift = unit_shifts(distance)
    beta = with_precisions(squares(distance, X), perplexity, n_jobs)[1]
    with np.errstate(divide="ignore"):
        return np.ldexp(1.0 / np.sqrt(2.0 * beta), -shift if shift else 0)


def neighbours_for(perplexity: float, most: int) -> int:
    """How many neighbours carry the probability."""
    return min(most, int(3.0 * perplexity + 1))


def check_perplexity(perplexity: float, n: int) -> None:
    if perplexity >= n:
        raise UsageError("manifold.perplexity", perplexity=perplexity, n=n)


def squares(distance: Array, X: Any) -> Array:
    """Squared distances, in another unit if they are extreme, or an error if they are too large for that."""
    with np.errstate(over="ignore"):
        square = np.square(np.ldexp(distance, shift) if (shift := unit_shifts(distance)) else distance)
    if not np.isfinite(square).all():
        largest = float(abs(X).max())
        raise DataError("neighbors.overflow", largest=largest)
    return square


def sparse_joint(
    rows: NearestRows, X: Array, perplexity: float, n_jobs: int | None = None
) -> sparse.csr_array:
    """p_ij (n, n) over the nearest neighbours, a CSR matrix with sorted columns."""
    n = X.shape[0]
    k = neighbours_for(perplexity, n - 1)
    distance, index = rows.kneighbors(X, k, own=True)
    p = conditional(squares(distance, X), perplexity, n_jobs)
    one_way = sparse.csr_array((p.ravel(), index.ravel(), np.arange(0, n * k + 1, k)), (n, n))
    joint = (one_way + one_way.T).tocsr()
    joint.sort_indices()
    joint.data /= 2.0 * n
    return joint


def dense_conditional(rows: NearestRows, X: Array, perplexity: float, n_jobs: int | None = None) -> Array:
    """p_j|i (n, n) over all rows, 0 on the diagonal."""
    n = X.shape[0]
    distance, index = rows.kneighbors(X, n - 1, own=True)
    P = np.zeros((n, n))
    np.put_along_axis(P, index, conditional(squares(distance, X), perplexity, n_jobs), axis=1)
    return P


def dense_joint(rows: NearestRows, X: Array, perplexity: float, n_jobs: int | None = None) -> Array:
    """p_ij (n, n) over all rows."""
    P = dense_conditional(rows, X, perplexity, n_jobs)
    return (P + P.T) / (2.0 * len(P))
