r"""The Hessian of dense rows in two passes of the team.

The first writes the probabilities of the classes, the second sums, for each pair of classes k ≥ l,

    H_kl = Σ_i c_i (x_i - centre, 1)(x_i - centre, 1)ᵀ,    c_i = w_i p_ik (δ_kl - p_il),

which is symmetric, so half of it is computed (`stats.outer_products`). A task is a leaf of rows and a
group of pairs: all of them where leaves are many, few where leaves are few, so that there are always tasks
to share. Sums of leaves are added in the tree of `kernels.merge_tree`, pair by pair, so that their bits do
not depend on the groups.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.counters import write_at
from fenlei.kernels.exponential import exp
from fenlei.kernels.team import block_done, next_pair, share_blocks, take_block
from fenlei.kernels.threads import available_cores, effective_n_jobs
from fenlei.linear.logistic.passes import CHUNK, dense_scores
from fenlei.stats.class_products import LINE, free_slot
from fenlei.stats.outer_products import STRIP, add_products, filled_up

TASKS = 64  # that there should be
NO_PAIR = -1


class CurvedRows(NamedTuple):
    """Rows and what weighs their products."""

    X: Array  # (n, p)
    w: Array  # (n,), or none where each row weighs one
    centre: Array  # (p,)
    shares: Array  # (r, n) probabilities; of two classes p (1 - p)
    pairs: Array  # (groups, size, 2) k and l, or NO_PAIR


class PairSums(NamedTuple):
    """Where the sums of leaves are kept until they are added."""

    sums: Array  # (slots, size, q, q), filled up
    busy: Array  # (slots LINE,)
    of_leaf: Array  # (groups, leaves) slots
    marks: Array  # (groups, leaves)


def dense_hessian(
    X: Array, w: Array, coef: Array, bias: Array, centre: Array, q: int, leaf: int, n_jobs: int | None
) -> Array:
    """Σ over the rows of X (n, p), (r q, r q); q = p or p + 1; leaves of `leaf` rows."""
    shares = np.empty((len(coef), len(X)))
    leaves = max(-(-len(X) // leaf), 1)
    share_blocks(find_shares, leaves, X, coef, bias, leaf, shares, n_jobs=n_jobs)
    return pair_products(X, w, shares, centre, q, leaf, n_jobs)


def pair_products(
    X: Array, w: Array, shares: Array, centre: Array, q: int, leaf: int, n_jobs: int | None
) -> Array:
    """The same from `shares` (r, n); of one row of them, Σ w share (x - centre, 1)(x - centre, 1)ᵀ."""
    r, leaves = len(shares), max(-(-len(X) // leaf), 1)
    pairs = _groups(r, leaves)
    groups, size, _ = pairs.shape
    side, _ = filled_up(q)
    threads = min(effective_n_jobs(n_jobs), available_cores())
    slots = min(groups * leaves, (threads + groups) * (leaves.bit_length() + 2))
    room = np.empty((slots, size, side, side)), np.zeros(slots * LINE, np.int64)
    out = PairSums(*room, *np.zeros((2, groups, leaves), np.int64))
    rows = CurvedRows(X, w, centre, shares, pairs)
    share_blocks(add_leaves, groups * leaves, rows, q, leaf, out, n_jobs=n_jobs)
    H = np.empty((r, q, r, q))
    for group, slot in zip(pairs, out.of_leaf[:, 0], strict=True):
        for (k, other), sums in zip(group, out.sums[slot], strict=True):
            if k != NO_PAIR:
                lower = np.tril(sums[:q, :q])
                H[k, :, other] = H[other, :, k] = lower + np.tril(lower, -1).T
    return H.reshape(r * q, r * q)


def _groups(r: int, leaves: int) -> Array:
    """The pairs (k, l), k ≥ l, in groups of equal size: as many as it takes to have enough tasks."""
    pairs = np.stack(np.tril_indices(r), axis=1)
    size = -(-len(pairs) // min(len(pairs), -(-TASKS // leaves)))
    groups = -(-len(pairs) // size)
    found = np.full((groups * size, 2), NO_PAIR)
    found[: len(pairs)] = pairs
    return found.reshape(groups, size, 2)


@kernel
def find_shares(X: Array, coef: Array, bias: Array, leaf: int, out_shares: Array, counters: Array) -> None:
    """Probabilities (r, n) of the classes of each row; of two classes p (1 - p), which loses no digit."""
    r = coef.shape[0]
    scores = np.empty((r, CHUNK))
    b = take_block(counters)
    while b >= 0:
        for start in range(b * leaf, min((b + 1) * leaf, X.shape[0]), CHUNK):
            stop = min(start + CHUNK, X.shape[0], (b + 1) * leaf)
            dense_scores(X[start:stop], coef, bias, scores)
            if r == 1:
                for i in range(stop - start):
                    small = exp(-abs(scores[0, i]))
                    out_shares[0, start + i] = small / ((1.0 + small) * (1.0 + small))
            else:
                write_softmax(scores, out_shares[:, start:stop])
        block_done(counters)
        b = take_block(counters)


@part_of_kernel
def write_softmax(scores: Array, out_shares: Array) -> None:
    """Softmax of class-major scores (K, m), in place too."""
    K, m = out_shares.shape
    for i in range(m):
        top, total = -np.inf, 0.0
        for k in range(K):
            top = max(top, scores[k, i])
        for k in range(K):
            scores[k, i] = exp(scores[k, i] - top)
            total += scores[k, i]
        for k in range(K):
            out_shares[k, i] = scores[k, i] / total


@kernel
def add_leaves(rows: CurvedRows, q: int, leaf: int, out: PairSums, counters: Array) -> None:
    """Sums of groups of pairs over leaves, those over all rows in the end in the slots of leaf 0."""
    groups = rows.pairs.shape[0]
    _, columns = filled_up(q)
    Z, V = np.zeros((STRIP, columns)), np.zeros((STRIP, columns))
    task = take_block(counters)
    while task >= 0:
        b, g = task // groups, task % groups
        slot = free_slot(out.busy)
        out.of_leaf[g, b] = slot
        out.sums[slot] = 0.0
        stop = min((b + 1) * leaf, rows.X.shape[0])
        for start in range(b * leaf, stop, STRIP):
            end = min(start + STRIP, stop)
            centre_rows(rows.X[start:end], rows.centre, q, Z)
            weights = rows.w[start:end] if rows.w.shape[0] > 0 else rows.w
            add_pairs(Z, V, rows.shares[:, start:end], weights, rows.pairs[g], q, out.sums[slot])
        left, right, step = next_pair(b, 1, out.marks[g])
        while right > 0:
            i, j = out.of_leaf[g, left], out.of_leaf[g, right]
            out.sums[i] += out.sums[j]
            write_at(out.busy, j * LINE, 0)
            left, right, step = next_pair(left, step, out.marks[g])
        block_done(counters)
        task = take_block(counters)


@part_of_kernel
def centre_rows(X: Array, centre: Array, q: int, out_Z: Array) -> None:
    """Rows (x - centre, 1), the last column if q = p + 1."""
    p = X.shape[1]
    for i in range(X.shape[0]):
        for j in range(p):
            out_Z[i, j] = X[i, j] - centre[j]
        if q > p:
            out_Z[i, p] = 1.0


@part_of_kernel
def add_pairs(Z: Array, V: Array, shares: Array, w: Array, pairs: Array, q: int, out_sums: Array) -> None:
    """Add the products of a strip of rows to the sums of a group of pairs; V is room to work in."""
    r, m = shares.shape
    for t in range(pairs.shape[0]):
        k, other = pairs[t]
        if k != NO_PAIR:
            for i in range(m):
                weight = w[i] if w.shape[0] > 0 else 1.0
                if r == 1:
                    c = weight * shares[0, i]
                elif k == other:
                    c = weight * (shares[k, i] * (1.0 - shares[k, i]))
                else:
                    c = -weight * (shares[k, i] * shares[other, i])
                for j in range(q):
                    V[i, j] = c * Z[i, j]
            add_products(Z, V, m, out_sums[t])
