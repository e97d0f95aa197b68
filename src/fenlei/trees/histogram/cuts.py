r"""The best threshold of one node by one binned feature, from the sums left of every candidate.

The worth f of a side is that of `impurity`; the sums of the right side are those of the node
less those of the left. All candidates are scored before one is chosen, class after class, so that the loops
over candidates have no branches:

    gini   Σ f = (Σ_k L_k² · b + Σ_k R_k² · a) / (a b)     (a, b the weights of the sides)

Missing values are tried on the right, then on the left. Ties go to missing values on the right, then to the
lowest bin.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, part_of_borrowing_kernel
from fenlei.trees.exact.growth_rules import ENTROPY, GINI, SQUARED, TIE
from fenlei.trees.exact.numeric_split import ASIDE, CUT
from fenlei.trees.histogram.prefix_sums import BINS, NodeFacts, NodeScratch, Target, sum_left
from fenlei.trees.impurity import xlogx

SUMS = 4  # index in a found split at which the sums of its left side start
LEFT, RIGHT, WEIGHT = range(3)  # lines of `NodeScratch.side`


@part_of_borrowing_kernel
def score_gini(m: int, missing_left: int, facts: NodeFacts, s: NodeScratch) -> None:
    """Σ f of m candidates; -inf where a side is too light."""
    left, right, weight = s.side[LEFT], s.side[RIGHT], s.side[WEIGHT]
    for c in range(m):
        left[c], right[c], weight[c] = 0.0, 0.0, 0.0
    for k in range(facts.lines):
        line, whole, more = s.left[k], s.node[s.class_of_line[k]], np.float64(missing_left * s.missing[k])
        for c in range(m):
            x = np.float64(line[c]) + more
            y = whole - x
            left[c] += x * x
            right[c] += y * y
            weight[c] += x
    f, total, need = s.f, facts.weight, facts.min_weight
    for c in range(m):
        a, b = weight[c], total - weight[c]
        worth = (left[c] * b + right[c] * a) / (a * b)
        f[c] = worth if (a >= need) & (b >= need) else -np.inf


@part_of_borrowing_kernel
def score_entropy(m: int, missing_left: int, facts: NodeFacts, table: Array, s: NodeScratch) -> None:
    """As `score_gini`, for the entropy."""
    f, weight = s.f, s.side[WEIGHT]
    for c in range(m):
        f[c], weight[c] = 0.0, 0.0
    for k in range(facts.lines):
        line, whole, more = s.left[k], s.node[s.class_of_line[k]], np.float64(missing_left * s.missing[k])
        for c in range(m):
            x = min(np.float64(line[c]) + more, whole)  # above it where missing rows count twice
            f[c] += xlogx(x, table) + xlogx(whole - x, table)
            weight[c] += x
    for c in range(m):
        a, b = weight[c], facts.weight - weight[c]
        f[c] = f[c] - xlogx(a, table) - xlogx(b, table) if min(a, b) >= facts.min_weight else -np.inf


@part_of_borrowing_kernel
def score_targets(m: int, missing_left: int, facts: NodeFacts, s: NodeScratch) -> None:
    """As `score_gini`, for targets."""
    weights, sums, squared = s.left[0], s.left[1], facts.criterion == SQUARED
    more, also = missing_left * s.missing[0], missing_left * s.missing[1]
    total = 0.0 if squared else s.node[1]
    for c in range(m):
        a, x = weights[c] + more, sums[c] + also
        b, y = facts.weight - a, total - x
        if min(a, b) < facts.min_weight:
            s.f[c] = -np.inf
        elif squared:
            s.f[c] = x * x / a + y * y / b
        else:
            s.f[c] = x * np.log(x / a) + y * np.log(y / b) if min(x, y) > TIE * total else -np.inf


@part_of_borrowing_kernel
def exclude_small_sides(m: int, missing_left: int, facts: NodeFacts, s: NodeScratch) -> None:
    """-inf for every cut that leaves too few rows on a side."""
    rows, n = s.left[s.node.shape[0]], facts.stop - facts.start
    for c in range(m):
        on_left = np.int64(rows[c]) + np.int64(missing_left * s.missing[s.node.shape[0]])
        if min(on_left, n - on_left) < facts.min_rows:
            s.f[c] = -np.inf


@part_of_borrowing_kernel
def largest_of(f: Array, m: int) -> float:
    """The largest of m numbers, m a multiple of four; four running maxima, independent of each other."""
    a, b, c, d = -np.inf, -np.inf, -np.inf, -np.inf
    for i in range(0, m, 4):
        a, b, c, d = max(a, f[i]), max(b, f[i + 1]), max(c, f[i + 2]), max(d, f[i + 3])
    return max(max(a, b), max(c, d))


@part_of_borrowing_kernel
def keep_best(m: int, missing_left: int, best: float, facts: NodeFacts, s: NodeScratch, out: Array) -> float:
    """The larger of `best` and the largest f; a new best is written to `out`, the lowest bin among equals."""
    largest = largest_of(s.f, m)
    if not largest > best + facts.margin:
        return best
    f, at, enough, lowest = s.f, s.at, largest - facts.margin, np.int32(BINS * BINS)
    for c in range(m):
        lowest = min(lowest, np.int32(BINS * at[c] + c) if f[c] >= enough else np.int32(BINS * BINS))
    cut, candidate = lowest // BINS, lowest % BINS
    out[CUT], out[ASIDE] = cut, missing_left
    for k in range(s.node.shape[0]):
        out[SUMS + k] = 0.0
    for k in range(facts.lines):
        out[SUMS + s.class_of_line[k]] = s.left[k, candidate] + missing_left * s.missing[k]
    return largest


@part_of_borrowing_kernel
def best_cut(
    items: Array,
    codes: Array,
    j: int,
    ready: int,
    facts: NodeFacts,
    target: Target,
    table: Array,
    s: NodeScratch,
    out: Array,
) -> float:
    """Largest Σ f of a threshold on a binned feature, -inf if there is none; written to `out` (4 + L,)."""
    m, best = sum_left(items, codes, j, ready, facts, target, s), -np.inf
    missing = False
    for k in range(facts.lines):
        missing = missing or s.missing[k] != 0
    for missing_left in range(2 if missing else 1):
        if facts.criterion == GINI:
            score_gini(m, missing_left, facts, s)
        elif facts.criterion == ENTROPY:
            score_entropy(m, missing_left, facts, table, s)
        else:
            score_targets(m, missing_left, facts, s)
        if not facts.plain:
            exclude_small_sides(m, missing_left, facts, s)
        best = keep_best(m, missing_left, best, facts, s, out)
    if not missing:
        out[ASIDE] = -1
    return best
