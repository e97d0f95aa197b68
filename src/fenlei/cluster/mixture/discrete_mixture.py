r"""Mixtures of independent categories (latent classes); the Bernoulli mixture is the case of two categories.

Model: p(x) = Σ_k π_k Π_j θ_{kj}(x_j), features independent inside a component.
E step: r_ik = π_k Π_j θ_kj(x_ij) / p(x_i), and the expected counts C_kjv = Σ_i w_i r_ik [x_ij = v].
M step: θ_kj(v) = (C_kjv + α) / (N_k + α m_j),   π_k = N_k / Σ N,   N_k = Σ_i w_i r_ik.

α = 0 is maximum likelihood; then a category that a component never meets has probability 0 there. The table
of all features is one array (M, K), category v of feature j in row offset_j + v, so that a row of data picks
p rows of it.

Reference: source 004, chapter 10 (three coins); Bishop (2006), section 9.3.3.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.cluster.mixture.mixture import STARTS, Mixture
from fenlei.cluster.mixture.rows import merge_parts
from fenlei.contract.clusterer import ClusterRows
from fenlei.contract.scanned_rows import ScannedRows
from fenlei.errors import DataError, DegenerateDataWarning, UsageError, warn
from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.exponential import exp
from fenlei.kernels.rows import copy_values
from fenlei.kernels.threads import leaf_blocks, map_blocks, row_blocks, run_blocks
from fenlei.parameters import (
    BOOLEAN,
    N_JOBS,
    NONE,
    RANDOM_STATE,
    SMOOTHING,
    Limit,
    either,
    integer,
    real,
    sequence,
)

BLOCK_ELEMENTS = 1 << 18


class Categories(NamedTuple):
    """θ."""

    weights: Array  # (K,) π
    table: Array  # (M, K) probability of each category of each feature


class ExpectedCounts(NamedTuple):
    """Expected counts."""

    weight: Array  # (K,) N
    table: Array  # (M, K) C


def smoothed(counts: ExpectedCounts, offset: Array, alpha: float) -> Categories:
    """The M step; a component without rows has equal probabilities."""
    m = np.diff(offset)
    numbers = np.repeat(m, m)[:, None]
    total = counts.weight + alpha * numbers
    table = np.divide(
        counts.table + alpha, total, out=np.tile(1.0 / numbers, (1, len(counts.weight))), where=total > 0
    )
    return Categories(counts.weight / counts.weight.sum(), np.minimum(table, 1.0))


def expected_counts(
    rows: Array, w: Array | None, theta: Categories, n_jobs: int | None
) -> tuple[ExpectedCounts, float]:
    """The E step over positions (n, p) in the table, and the log-likelihood."""
    log_pi, log_table = _logarithms(theta)

    def block(start: int, stop: int) -> tuple[tuple[Array, ...], float]:
        weight, count = np.zeros(len(log_pi)), np.zeros(log_table.shape)
        weights = np.ones(stop - start) if w is None else w[start:stop]
        total = add_expected_counts(rows[start:stop], weights, log_pi, log_table, weight, count)
        return (weight, count), float(total)

    counts, total = merge_parts(
        map_blocks(block, leaf_blocks(len(rows), rows.shape[1], BLOCK_ELEMENTS), n_jobs)
    )
    return ExpectedCounts(*counts), total


def log_joint(rows: Array, theta: Categories, n_jobs: int | None) -> Array:
    """log π_k + Σ_j log θ_kj(x_j), (n, K)."""
    log_pi, log_table = _logarithms(theta)
    out = np.empty((len(rows), len(log_pi)))
    blocks = row_blocks(len(rows), rows.shape[1], BLOCK_ELEMENTS)
    run_blocks(lambda s, e: write_scores(rows[s:e], log_pi, log_table, out[s:e]), blocks, n_jobs)
    return out


def _logarithms(theta: Categories) -> tuple[Array, Array]:
    with np.errstate(divide="ignore"):
        return np.log(theta.weights), np.log(theta.table)


@part_of_kernel
def add_scores(row: Array, log_pi: Array, log_table: Array, out: Array) -> None:
    """log π_k + Σ_j log θ_kj(x_j) (K,) of one row."""
    copy_values(log_pi, out)
    for j in range(row.shape[0]):
        if row[j] >= 0:
            entry = log_table[row[j]]
            for k in range(out.shape[0]):
                out[k] += entry[k]


@kernel
def write_scores(rows: Array, log_pi: Array, log_table: Array, out: Array) -> None:
    for i in range(rows.shape[0]):
        add_scores(rows[i], log_pi, log_table, out[i])


@kernel
def add_expected_counts(
    rows: Array, w: Array, log_pi: Array, log_table: Array, out_weight: Array, out_count: Array
) -> float:
    """Add the expected counts of the rows; their log-likelihood, -inf if one is impossible."""
    K = log_pi.shape[0]
    r, log_likelihood = np.empty(K), 0.0
    for i in range(rows.shape[0]):
        if w[i] == 0.0:
            continue
        add_scores(rows[i], log_pi, log_table, r)
        largest = r.max()
        if largest == -np.inf:
            return -np.inf
        total = 0.0
        for k in range(K):
            r[k] = exp(r[k] - largest)
            total += r[k]
        log_likelihood += w[i] * (largest + np.log(total))
        for k in range(K):
            r[k] *= w[i] / total
            out_weight[k] += r[k]
        for j in range(rows.shape[1]):
            entry = out_count[rows[i, j]]
            for k in range(K):
                entry[k] += r[k]
    return log_likelihood


def _largest_codes(rows: ClusterRows) -> ClusterRows:
    """One row with the largest code of each feature, which stands for the rows where categories are set."""
    return ClusterRows(rows.X.max(axis=0, keepdims=True), None)


def _larger_codes(a: ClusterRows, b: ClusterRows) -> ClusterRows:
    return ClusterRows(np.maximum(a.X, b.X), None)


class DiscreteMixture(Mixture):
    """Base of the two: a subclass turns rows into positions of the table, and names its attributes."""

    _limits: ClassVar[dict[str, Limit]] = {
        "n_components": integer(1),
        "alpha": SMOOTHING,
        "tol": real(0),
        "max_iter": integer(0),
        "n_init": integer(1),
        "init_params": STARTS,
        "weights_init": either(NONE, sequence()),
        "random_state": RANDOM_STATE,
        "warm_start": BOOLEAN,
        "verbose": either(BOOLEAN, integer(0)),
        "verbose_interval": integer(1),
        "keep_history": BOOLEAN,
        "n_jobs": N_JOBS,
    }

    alpha: float
    weights_init: Any
    offset_: Array  # (p + 1,) where the categories of each feature begin

    def _set_categories(self, X: Array, w: Array | None) -> None:
        """Set `offset_`."""
        raise NotImplementedError

    def _given_table(self) -> Array | None:
        """Probabilities (M, K) that the user gave to start from."""
        return None

    def _training_rows(
        self, X: MatrixLike, sample_weight: ArrayLike | None, *, reset: bool = True
    ) -> tuple[Array, Array | None]:
        rows, w = super()._training_rows(X, sample_weight, reset=reset)
        if not (self.warm_start and hasattr(self, "model_")):
            self._set_categories(rows, w)
        return rows, w

    def _learn_files(self, rows: ScannedRows) -> None:
        if not (self.warm_start and hasattr(self, "model_")):
            self._set_categories(*rows.total(_largest_codes, _larger_codes, self.n_jobs))

    def _positions(self, X: Array) -> Array:
        """The row of the table for each value, -1 for a category that was not there at fit."""
        codes = X.astype(np.int64)
        return np.where(codes < np.diff(self.offset_), codes + self.offset_[:-1], -1)

    def _start(self, X: Array, w: Array | None, rng: np.random.RandomState) -> Categories:
        """Given values; else the M step of the first shares, with one row of the overall distribution added:
        EM could never leave a probability of 0.
        """
        pi, table = self.weights_init, self._given_table()
        if pi is not None:
            pi = np.array(pi, dtype=np.float64)
            if pi.shape != (self.n_components,) or (pi < 0).any() or not np.isclose(pi.sum(), 1.0):
                raise UsageError("mixture.start_weights", total=pi.sum())
        if pi is None or table is None:
            drawn = self._from_shares(X, w, self._shares(X, w, rng))
            pi, table = drawn.weights if pi is None else pi, drawn.table if table is None else table
        return Categories(pi, table)

    def _from_shares(self, X: Array, w: Array | None, shares: Array) -> Categories:
        rows, M = self._positions(X), int(self.offset_[-1])
        weight = np.ones(len(X)) if w is None else w
        count, overall = np.zeros((M, self.n_components)), np.zeros(M)
        for j in range(X.shape[1]):
            np.add.at(count, rows[:, j], shares)
            overall += np.bincount(rows[:, j], weight, M)
        extra = overall[:, None] / weight.sum()
        return smoothed(
            ExpectedCounts(shares.sum(axis=0) + 1.0, count + extra), self.offset_, float(self.alpha)
        )

    def _expect(self, X: Array, w: Array | None, theta: Categories) -> tuple[ExpectedCounts, float]:
        expected, log_likelihood = expected_counts(self._training_positions(X), w, theta, self.n_jobs)
        if log_likelihood == -np.inf:
            raise DataError("mixture.impossible_start", estimator=type(self).__name__)
        return expected, log_likelihood

    def _training_positions(self, X: Array) -> Array:
        """Positions of the training rows; with `warm_start`, unknown categories are not counted."""
        rows = self._positions(X)
        if (rows < 0).any():
            i, j = np.argwhere(rows < 0)[0]
            raise DataError("mixture.new_category", row=i, column=j, value=X[i, j])
        return rows

    def _merge_expected(self, a: ExpectedCounts, b: ExpectedCounts) -> ExpectedCounts:
        return ExpectedCounts(a.weight + b.weight, a.table + b.table)

    def _maximise(self, expected: ExpectedCounts) -> Categories:
        return smoothed(expected, self.offset_, float(self.alpha))

    def _log_joint_of(self, X: Array, theta: Categories) -> Array:
        return log_joint(self._positions(X), theta, self.n_jobs)

    def _settle(self, scores: Array) -> Array:
        """π where a row has probability 0 in every component, with a warning."""
        impossible = np.isneginf(scores).all(axis=1)
        if impossible.any():
            facts = {"estimator": type(self).__name__, "count": impossible.sum()}
            warn("mixture.impossible", DegenerateDataWarning, **facts)
            with np.errstate(divide="ignore"):
                scores[impossible] = np.log(self.weights_)
        return scores
