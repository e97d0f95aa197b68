r"""The E and M steps of a Gaussian mixture (source 004, section 10.2, equations 129-134, for any dimension).

    E:  r_ik = π_k N(x_i | μ_k, Σ_k) / Σ_l π_l N(x_i | μ_l, Σ_l),
        and with d = x - μ_k the sums  N_k = Σ w r,  F_k = Σ w r d,  S_k = Σ w r d dᵀ
    M:  δ = F_k / N_k,   μ_k ← μ_k + δ,   Σ_k ← S_k / N_k - δ δᵀ + ε I,   π_k ← N_k / Σ N

Sums are about the means so far, so that nothing large cancels. log N is -½ |Pᵀ d|² + Σ log P_jj - (p/2) log
2π, P upper triangular with P Pᵀ = Σ⁻¹. "tied" pools S_k - N_k δ δᵀ over the components, "diag" keeps the
diagonals only, "spherical" their mean.

Rows go through in tiles of 256, feature by feature, so that the long axis is the inner loop; nothing of size
n is formed. Cost of a step: O(n K p²).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.cluster.mixture.rows import merge_parts
from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.exponential import exp
from fenlei.kernels.rows import copy_values
from fenlei.kernels.threads import leaf_blocks, map_blocks, row_blocks, run_blocks

TILE = 256  # rows: tiles of ten features and eight components stay in the second cache
BLOCK_ELEMENTS = 1 << 18


class Normals(NamedTuple):
    """The components as the steps want them."""

    means: Array  # (K, p) μ
    factors: Array  # (K or 1, p, p) P, or (K, p) its diagonal
    constants: Array  # (K,) log π_k + Σ log P_jj - (p/2) log 2π


class NormalSums(NamedTuple):
    """Expected sums of each component, about `means`."""

    means: Array  # (K, p)
    weight: Array  # (K,) N
    first: Array  # (K, p) F
    second: Array  # (K or 1, p, p) S, or (K, p) its diagonal


def expected_sums(
    X: Array, w: Array | None, normals: Normals, n_jobs: int | None
) -> tuple[NormalSums, float]:
    """The E step: expected sums, and the log-likelihood of the rows."""

    def block(start: int, stop: int) -> tuple[tuple[Array, Array, Array], float]:
        sums = _zeros(normals)
        weights = np.ones(stop - start) if w is None else w[start:stop]
        total = add_expected(X[start:stop], weights, normals, *sums)
        return sums, float(total)

    sums, total = merge_parts(map_blocks(block, leaf_blocks(len(X), X.shape[1], BLOCK_ELEMENTS), n_jobs))
    return NormalSums(normals.means, *sums), total


def merge(a: NormalSums, b: NormalSums) -> NormalSums:
    """The sums of both sets of rows, about the same means."""
    return NormalSums(a.means, a.weight + b.weight, a.first + b.first, a.second + b.second)


def given_sums(X: Array, shares: Array, about: Array, like: Array, n_jobs: int | None) -> NormalSums:
    """The same sums for given shares (n, K) = w r; `like` has the shape of the factors."""
    normals = Normals(about, like, np.zeros(len(about)))

    def block(start: int, stop: int) -> tuple[Array, Array, Array]:
        sums = _zeros(normals)
        add_given(X[start:stop], shares[start:stop], about, *sums)
        return sums

    parts = list(map_blocks(block, row_blocks(len(X), X.shape[1], BLOCK_ELEMENTS), n_jobs))
    return NormalSums(about, *(np.sum([part[f] for part in parts], axis=0) for f in range(3)))


def _zeros(normals: Normals) -> tuple[Array, Array, Array]:
    K, p = normals.means.shape
    return np.zeros(K), np.zeros((K, p)), np.zeros(normals.factors.shape)


def log_joint(X: Array, normals: Normals, n_jobs: int | None) -> Array:
    """log π_k + log N(x | μ_k, Σ_k), (n, K)."""
    out = np.empty((len(X), len(normals.means)))

    blocks = row_blocks(len(X), X.shape[1], BLOCK_ELEMENTS)
    run_blocks(lambda s, e: write_log_joint(X[s:e], normals, out[s:e]), blocks, n_jobs)
    return out


@part_of_kernel
def fill_tile(X: Array, start: int, out_tile: Array) -> int:
    """Rows from `start` on as columns of a tile (p, TILE); the last row again where there are no more."""
    n = X.shape[0]
    for m in range(TILE):
        row = X[min(start + m, n - 1)]
        for j in range(X.shape[1]):
            out_tile[j, m] = row[j]
    return min(TILE, n - start)


@part_of_kernel
def deviations(tile: Array, mean: Array, out_d: Array) -> None:
    for j in range(tile.shape[0]):
        x, d, centre = tile[j], out_d[j], mean[j]
        for m in range(TILE):
            d[m] = x[m] - centre


@part_of_kernel
def log_normal(d: Array, P: Array, constant: float, z: Array, out: Array) -> None:
    """constant - ½ |Pᵀ d|² for each column of d (p, TILE); P (p, p), or (p,) if it is diagonal."""
    out[:] = constant
    for a in range(d.shape[0]):
        if P.ndim == 1:
            da, pa = d[a], P[a]
            for m in range(TILE):
                z[m] = pa * da[m]
        else:
            add_products(d, P[:, a], a + 1, z)
        for m in range(TILE):
            out[m] -= 0.5 * z[m] * z[m]


@part_of_kernel
def add_products(d: Array, column: Array, count: int, out_z: Array) -> None:
    """z = Σ_b column_b d_b over the first `count` features, four at once: z is stored less often."""
    out_z[:] = 0.0
    whole = count - count % 4
    for b in range(0, whole, 4):
        d0, d1, d2, d3 = d[b], d[b + 1], d[b + 2], d[b + 3]
        p0, p1, p2, p3 = column[b], column[b + 1], column[b + 2], column[b + 3]
        for m in range(TILE):
            out_z[m] += p0 * d0[m] + p1 * d1[m] + p2 * d2[m] + p3 * d3[m]
    for b in range(whole, count):
        db, pb = d[b], column[b]
        for m in range(TILE):
            out_z[m] += pb * db[m]


@part_of_kernel
def to_shares(w: Array, out_scores: Array) -> float:
    """Turn the log joint densities (K, TILE) of a tile into w r; the tile's log-likelihood."""
    K = out_scores.shape[0]
    largest, total = out_scores[0].copy(), np.zeros(TILE)
    for k in range(1, K):
        for m in range(TILE):
            largest[m] = max(largest[m], out_scores[k, m])
    for k in range(K):
        row = out_scores[k]
        for m in range(TILE):
            row[m] = exp(row[m] - largest[m])
            total[m] += row[m]
    log_likelihood = 0.0
    for m in range(TILE):
        if w[m] > 0.0:
            log_likelihood += w[m] * (largest[m] + np.log(total[m]))
        total[m] = w[m] / total[m]
    for k in range(K):
        row = out_scores[k]
        for m in range(TILE):
            row[m] *= total[m]
    return log_likelihood


@part_of_kernel
def add_sums(d: Array, r: Array, rd: Array, out_first: Array, out_second: Array) -> float:
    """Add Σ r d and Σ r d dᵀ (its lower triangle, or its diagonal if `out_second` is (p,)); Σ r."""
    weight = 0.0
    for m in range(TILE):
        weight += r[m]
    for a in range(d.shape[0]):
        da, first = d[a], 0.0
        for m in range(TILE):
            rd[m] = r[m] * da[m]
            first += rd[m]
        out_first[a] += first
        if out_second.ndim == 1:
            out_second[a] += dot(rd, da)
        else:
            add_dots(rd, d, a + 1, out_second[a])
    return weight


@part_of_kernel
def dot(x: Array, y: Array) -> float:
    total = 0.0
    for m in range(TILE):
        total += x[m] * y[m]
    return total


@part_of_kernel
def add_dots(x: Array, d: Array, count: int, out: Array) -> None:
    """Add Σ_m x_m d_bm for the first `count` features b, four at once: x is loaded less often."""
    whole = count - count % 4
    for b in range(0, whole, 4):
        d0, d1, d2, d3 = d[b], d[b + 1], d[b + 2], d[b + 3]
        s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
        for m in range(TILE):
            s0 += x[m] * d0[m]
            s1 += x[m] * d1[m]
            s2 += x[m] * d2[m]
            s3 += x[m] * d3[m]
        out[b] += s0
        out[b + 1] += s1
        out[b + 2] += s2
        out[b + 3] += s3
    for b in range(whole, count):
        out[b] += dot(x, d[b])


@part_of_kernel
def score_tile(tile: Array, normals: Normals, d: Array, z: Array, out_scores: Array) -> None:
    """log π_k + log N(x | μ_k, Σ_k) (K, TILE) of a tile."""
    for k in range(normals.means.shape[0]):
        deviations(tile, normals.means[k], d)
        P = normals.factors[min(k, normals.factors.shape[0] - 1)]
        log_normal(d, P, normals.constants[k], z, out_scores[k])


@part_of_kernel
def add_tile(
    tile: Array,
    means: Array,
    shares: Array,
    d: Array,
    z: Array,
    out_weight: Array,
    out_first: Array,
    out_second: Array,
) -> None:
    """Add the sums of a tile, each row with its share (K, TILE) in each component."""
    for k in range(means.shape[0]):
        deviations(tile, means[k], d)
        pooled = min(k, out_second.shape[0] - 1)
        out_weight[k] += add_sums(d, shares[k], z, out_first[k], out_second[pooled])


@kernel
def add_expected(
    X: Array, w: Array, normals: Normals, out_weight: Array, out_first: Array, out_second: Array
) -> float:
    """Add the expected sums of the rows; their log-likelihood."""
    K, p = normals.means.shape
    tile, d, z = np.empty((p, TILE)), np.empty((p, TILE)), np.empty(TILE)
    scores, weights, log_likelihood = np.empty((K, TILE)), np.zeros(TILE), 0.0
    for start in range(0, X.shape[0], TILE):
        count = fill_tile(X, start, tile)
        copy_values(w[start : start + count], weights)
        weights[count:] = 0.0
        score_tile(tile, normals, d, z, scores)
        log_likelihood += to_shares(weights, scores)
        add_tile(tile, normals.means, scores, d, z, out_weight, out_first, out_second)
    return log_likelihood


@kernel
def add_given(
    X: Array, shares: Array, about: Array, out_weight: Array, out_first: Array, out_second: Array
) -> None:
    """Add the sums of the rows with given shares (n, K)."""
    K, p = about.shape
    tile, d, z = np.empty((p, TILE)), np.empty((p, TILE)), np.empty(TILE)
    inside = np.zeros((K, TILE))
    for start in range(0, X.shape[0], TILE):
        count = fill_tile(X, start, tile)
        inside[:] = 0.0
        for m in range(count):
            for k in range(K):
                inside[k, m] = shares[start + m, k]
        add_tile(tile, about, inside, d, z, out_weight, out_first, out_second)


@kernel
def write_log_joint(X: Array, normals: Normals, out: Array) -> None:
    """log π_k + log N(x | μ_k, Σ_k), (n, K)."""
    K, p = normals.means.shape
    tile, d, z, scores = np.empty((p, TILE)), np.empty((p, TILE)), np.empty(TILE), np.empty((K, TILE))
    for start in range(0, X.shape[0], TILE):
        count = fill_tile(X, start, tile)
        score_tile(tile, normals, d, z, scores)
        for m in range(count):
            for k in range(K):
                out[start + m, k] = scores[k, m]
