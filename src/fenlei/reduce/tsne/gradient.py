r"""The divergence that t-SNE minimises, and its gradient.

    q_ij = w_ij / Z,    t_ij = 1 / (1 + |y_i - y_j|² / ν),    w = t^((ν+1)/2),    Z = Σ_{i≠j} w_ij,

    KL(P|Q) = Σ_ij p_ij log(p_ij / q_ij),
    ∂KL/∂y_i = 2 (ν+1)/ν  [ Σ_j p_ij t_ij (y_i - y_j)  -  Σ_j w_ij t_ij (y_i - y_j) / Z ].

The first sum attracts and runs over the neighbours; the second repels and runs over all points: exactly,
or by a tree (`barnes_hut`). P may be multiplied by a factor, the exaggeration, in which case the
divergence is that of the multiplied P, as in scikit-learn. Coordinates are (D, n), so that loops over
points are long.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.threads import Block, effective_n_jobs, run_blocks
from fenlei.reduce.tsne import barnes_hut

if TYPE_CHECKING:
    from scipy.sparse import csr_array

SERIAL = 1500  # points below which threads cost more than they give


class Joint(NamedTuple):
    """p_ij over the neighbours of each point, those of point i at start[i] to start[i + 1]."""

    start: Array  # (n + 1,) int64
    column: Array  # (e,) uint32: unsigned, as a sign would have to be looked at
    value: Array  # (e,) float32


class Gradient(NamedTuple):
    direction: Array  # (D, n)
    Z: float


@kernel
def attract(joint: Joint, y: Array, first: int, last: int, out_force: Array) -> None:
    """Σ_j p_ij t_ij (y_i - y_j) for points first to last, y (D, n) float32; ν = 1 for D = 2 and 2 for
    D = 3.

    Neighbours are fetched into rows of their own first: the arithmetic on them then vectorises.
    """
    D, most = y.shape[0], 0
    for i in range(first, last):
        most = max(most, joint.start[i + 1] - joint.start[i])
    near = np.empty((D, most), dtype=np.float32)
    for i in range(first, last):
        begin, end = joint.start[i], joint.start[i + 1]
        column, value = joint.column[begin:end], joint.value[begin:end]
        for c in range(D):
            coordinate, row = y[c], near[c]
            for e in range(column.shape[0]):
                row[e] = coordinate[column[e]]
        if D == 3:
            pull_three(near, value, y, i, out_force)
        else:
            pull_two(near, value, y, i, out_force)


@part_of_kernel
def pull_two(near: Array, value: Array, y: Array, i: int, out_force: Array) -> None:
    """Attraction on one point of the plane."""
    a, b, one = y[0, i], y[1, i], np.float32(1.0)
    near_a, near_b = near[0], near[1]
    force_a, force_b = np.float32(0.0), np.float32(0.0)
    for e in range(value.shape[0]):
        da, db = a - near_a[e], b - near_b[e]
        w = value[e] / (one + da * da + db * db)
        force_a += w * da
        force_b += w * db
    out_force[0, i], out_force[1, i] = force_a, force_b


@part_of_kernel
def pull_three(near: Array, value: Array, y: Array, i: int, out_force: Array) -> None:
    """Attraction on one point of space."""
    a, b, c, one, half = y[0, i], y[1, i], y[2, i], np.float32(1.0), np.float32(0.5)
    near_a, near_b, near_c = near[0], near[1], near[2]
    force_a, force_b, force_c = np.float32(0.0), np.float32(0.0), np.float32(0.0)
    for e in range(value.shape[0]):
        da, db, dc = a - near_a[e], b - near_b[e], c - near_c[e]
        w = value[e] / (one + half * (da * da + db * db + dc * dc))
        force_a += w * da
        force_b += w * db
        force_c += w * dc
    out_force[0, i], out_force[1, i], out_force[2, i] = force_a, force_b, force_c


@kernel
def divergence_rows(joint: Joint, Y: Array, nu: float, first: int, last: int, out_sum: Array) -> None:
    """Σ_j p_ij log(p_ij / w_ij) for points first to last."""
    for i in range(first, last):
        total = 0.0
        for e in range(joint.start[i], joint.start[i + 1]):
            j, p = joint.column[e], np.float64(joint.value[e])
            square = 0.0
            for c in range(Y.shape[0]):
                square += (Y[c, i] - Y[c, j]) ** 2
            if p > 0.0:
                total += p * (np.log(p) + 0.5 * (nu + 1.0) * np.log1p(square / nu))
        out_sum[i] = total


@kernel
def exact_rows(
    P: Array, Y: Array, nu: float, first: int, last: int, out_pull: Array, out_push: Array, out_sums: Array
) -> None:
    """Attraction, repulsion (D, n), and Σ_j w_ij and Σ_j p_ij log(p_ij / w_ij) (2, n), of points first
    to last.
    """
    D, n = Y.shape
    t, w = np.empty(n), np.empty(n)
    for i in range(first, last):
        t[:] = 0.0
        for c in range(D):
            y, own = Y[c], Y[c, i]
            for j in range(n):
                t[j] += (own - y[j]) ** 2
        row = P[i]
        z, divergence = 0.0, 0.0
        for j in range(n):
            if row[j] > 0.0:
                divergence += row[j] * (np.log(row[j]) + 0.5 * (nu + 1.0) * np.log1p(t[j] / nu))
        for j in range(n):
            t[j] = 1.0 / (1.0 + t[j] / nu)
            w[j] = t[j] if nu == 1.0 else t[j] ** (0.5 * (nu + 1.0))
        w[i] = 0.0
        for j in range(n):
            z += w[j]
        out_sums[0, i], out_sums[1, i] = z, divergence
        for c in range(D):
            y, own = Y[c], Y[c, i]
            pull, push = 0.0, 0.0
            for j in range(n):
                step = t[j] * (own - y[j])
                pull += row[j] * step
                push += w[j] * step
            out_pull[c, i], out_push[c, i] = pull, push


@kernel
def combine(pull: Array, push: Array, Z: float, nu: float, factor: float) -> Array:
    """The gradient (D, n) from attraction and repulsion."""
    gradient, scale = np.empty(pull.shape), 2.0 * (nu + 1.0) / nu
    for c in range(pull.shape[0]):
        for i in range(pull.shape[1]):
            gradient[c, i] = scale * (factor * pull[c, i] - push[c, i] / Z)
    return gradient


def shares(count: int, n: int, n_jobs: int | None) -> list[Block]:
    """The leaves, or points, cut into one part for each thread; what is computed does not depend on it."""
    parts = 1 if n < SERIAL else min(effective_n_jobs(n_jobs), count)
    cuts = np.linspace(0, count, parts + 1).astype(int).tolist()
    return list(pairwise(cuts))


class ExactGradient:
    """All pairs of points; P (n, n) dense."""

    def __init__(self, P: Array, nu: float, n_jobs: int | None = None) -> None:
        self.P, self.nu, self.n_jobs = P, nu, n_jobs

    def _sums(self, Y: Array) -> tuple[Array, Array, Array]:
        pull, push, sums = np.empty(Y.shape), np.empty(Y.shape), np.empty((2, Y.shape[1]))
        n = Y.shape[1]
        run_blocks(
            lambda s, e: exact_rows(self.P, Y, self.nu, s, e, pull, push, sums),
            shares(n, n * (n > 300) * 5, self.n_jobs),
            self.n_jobs,
        )
        return pull, push, sums

    def gradient(self, Y: Array, factor: float) -> Gradient:
        pull, push, sums = self._sums(Y)
        Z = float(np.sum(sums[0]))
        return Gradient(combine(pull, push, Z, self.nu, factor), Z)

    def divergence(self, Y: Array, Z: float, factor: float) -> float:
        """KL of P times the factor, given Z."""
        sums = self._sums(Y)[2]
        return _scaled(float(np.sum(sums[1])), Z, factor)


class TreeGradient:
    """Attraction over the neighbours, repulsion by a tree; in one dimension, in the plane on a line."""

    def __init__(self, P: csr_array, nu: float, angle: float, n_jobs: int | None = None) -> None:
        column, value = P.indices.astype(np.uint32), P.data.astype(np.float32)
        self.joint = Joint(P.indptr.astype(np.int64), column, value)
        self.nu, self.angle, self.n_jobs = nu, angle, n_jobs
        self.cells: barnes_hut.Cells | None = None

    def gradient(self, Y: Array, factor: float) -> Gradient:
        D, n = Y.shape
        flat = np.vstack([Y, np.zeros(n)]) if D == 1 else Y
        if self.cells is None:
            self.cells = barnes_hut.empty_cells(n, len(flat))
            self.pull, self.push, self.z = np.empty(flat.shape), np.empty(flat.shape), np.empty(n)
            self.y = np.empty(flat.shape, dtype=np.float32)
        barnes_hut.build_cells(flat, self.cells, self.y)
        leaves = int(self.cells.number[1])
        parts = shares(leaves, n, self.n_jobs)

        def part(first: int, last: int) -> None:
            barnes_hut.repel(self.cells, first, last, self.angle, self.push, self.z)
            attract(self.joint, self.y, first * n // leaves, last * n // leaves, self.pull)

        run_blocks(part, parts, self.n_jobs)
        Z = float(np.sum(self.z))
        return Gradient(combine(self.pull, self.push, Z, self.nu, factor)[:D], Z)

    def divergence(self, Y: Array, Z: float, factor: float) -> float:
        """KL of P times the factor, given Z."""
        n = Y.shape[1]
        sums = np.empty(n)
        run_blocks(
            lambda s, e: divergence_rows(self.joint, Y, self.nu, s, e, sums),
            shares(n, n, self.n_jobs),
            self.n_jobs,
        )
        return _scaled(float(np.sum(sums)), Z, factor)


def _scaled(divergence: float, Z: float, factor: float) -> float:
    """Σ f p log(f p / q) from Σ p log(p / w), as Σ p = 1; infinite where all w underflow."""
    if Z <= 0.0:
        return np.inf
    return factor * (divergence + np.log(Z) + np.log(factor))
