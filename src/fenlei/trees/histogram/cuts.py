r"""The best threshold of one node by one binned feature, from the sums left of every candidate.

The worth f of a side is that of `scan.py`; the sums of the right side are those of the node less those of the
left. All candidates are judged before one is chosen, class after class, so that the loops run over candidates
without a jump:

    gini   Σ f = (Σ_k L_k² · b + Σ_k R_k² · a) / (a b)     (a, b the weights of the sides)

Missing values are tried on the right, then on the left. Ties go to missing values on the right, then to the
lowest bin.
"""

from __future__ import annotations

import numpy as np

from fenlei.kernels import Array, part_of_borrowing_kernel
from fenlei.trees.exact.growth_rules import ENTROPY, GINI, SQUARED, TIE
from fenlei.trees.exact.numeric_split import ASIDE, CUT, xlogx
from fenlei.trees.histogram.prefix_sums import BINS, Scratch, Target, Terms, sum_left

SUMS = 4  # in a found split: where the sums of its left side begin
LEFT, RIGHT, WEIGHT = range(3)  # lines of `Scratch.side`


@part_of_borrowing_kernel
def judge_gini(m: int, aside: int, terms: Terms, s: Scratch) -> None:
    """Σ f of m candidates; -inf where a side is too light."""
    left, right, weight = s.side[LEFT], s.side[RIGHT], s.side[WEIGHT]
    for c in range(m):
        left[c], right[c], weight[c] = 0.0, 0.0, 0.0
    for k in range(terms.lines):
        line, whole, more = s.left[k], s.node[s.which[k]], np.float64(aside * s.aside[k])
        for c in range(m):
            x = np.float64(line[c]) + more
            y = whole - x
            left[c] += x * x
            right[c] += y * y
            weight[c] += x
    f, total, need = s.f, terms.weight, terms.need
    for c in range(m):
        a, b = weight[c], total - weight[c]
        worth = (left[c] * b + right[c] * a) / (a * b)
        f[c] = worth if (a >= need) & (b >= need) else -np.inf


@part_of_borrowing_kernel
def judge_entropy(m: int, aside: int, terms: Terms, table: Array, s: Scratch) -> None:
    """As `judge_gini`."""
    f, weight = s.f, s.side[WEIGHT]
    for c in range(m):
        f[c], weight[c] = 0.0, 0.0
    for k in range(terms.lines):
        line, whole, more = s.left[k], s.node[s.which[k]], np.float64(aside * s.aside[k])
        for c in range(m):
            x = min(np.float64(line[c]) + more, whole)  # above it: missing rows, counted twice
            f[c] += xlogx(x, table) + xlogx(whole - x, table)
            weight[c] += x
    for c in range(m):
        a, b = weight[c], terms.weight - weight[c]
        f[c] = f[c] - xlogx(a, table) - xlogx(b, table) if min(a, b) >= terms.need else -np.inf


@part_of_borrowing_kernel
def judge_values(m: int, aside: int, terms: Terms, s: Scratch) -> None:
    """As `judge_gini`, for targets."""
    weights, sums, squared = s.left[0], s.left[1], terms.criterion == SQUARED
    more, also = aside * s.aside[0], aside * s.aside[1]
    total = 0.0 if squared else s.node[1]
    for c in range(m):
        a, x = weights[c] + more, sums[c] + also
        b, y = terms.weight - a, total - x
        if min(a, b) < terms.need:
            s.f[c] = -np.inf
        elif squared:
            s.f[c] = x * x / a + y * y / b
        else:
            s.f[c] = x * np.log(x / a) + y * np.log(y / b) if min(x, y) > TIE * total else -np.inf


@part_of_borrowing_kernel
def forbid(m: int, aside: int, terms: Terms, s: Scratch) -> None:
    """No cut that leaves too few rows on a side."""
    rows, n = s.left[s.node.shape[0]], terms.stop - terms.start
    for c in range(m):
        on_left = np.int64(rows[c]) + np.int64(aside * s.aside[s.node.shape[0]])
        if min(on_left, n - on_left) < terms.least:
            s.f[c] = -np.inf


@part_of_borrowing_kernel
def largest_of(f: Array, m: int) -> float:
    """The largest of m numbers, a multiple of four: four at once, as none then waits for the one before."""
    a, b, c, d = -np.inf, -np.inf, -np.inf, -np.inf
    for i in range(0, m, 4):
        a, b, c, d = max(a, f[i]), max(b, f[i + 1]), max(c, f[i + 2]), max(d, f[i + 3])
    return max(max(a, b), max(c, d))


@part_of_borrowing_kernel
def choose(m: int, aside: int, best: float, terms: Terms, s: Scratch, out: Array) -> float:
    """The larger of `best` and the largest f; if that is new, where it is: the lowest bin of equals."""
    largest = largest_of(s.f, m)
    if not largest > best + terms.margin:
        return best
    f, at, enough, lowest = s.f, s.at, largest - terms.margin, np.int32(BINS * BINS)
    for c in range(m):
        lowest = min(lowest, np.int32(BINS * at[c] + c) if f[c] >= enough else np.int32(BINS * BINS))
    cut, place = lowest // BINS, lowest % BINS
    out[CUT], out[ASIDE] = cut, aside
    for k in range(s.node.shape[0]):
        out[SUMS + k] = 0.0
    for k in range(terms.lines):
        out[SUMS + s.which[k]] = s.left[k, place] + aside * s.aside[k]
    return largest


@part_of_borrowing_kernel
def best_cut(
    items: Array,
    codes: Array,
    j: int,
    ready: int,
    terms: Terms,
    target: Target,
    table: Array,
    s: Scratch,
    out: Array,
) -> float:
    """Largest Σ f of a threshold on a binned feature, -inf if there is none; out (4 + L,) tells where."""
    m, best = sum_left(items, codes, j, ready, terms, target, s), -np.inf
    missing = False
    for k in range(terms.lines):
        missing = missing or s.aside[k] != 0
    for aside in range(2 if missing else 1):
        if terms.criterion == GINI:
            judge_gini(m, aside, terms, s)
        elif terms.criterion == ENTROPY:
            judge_entropy(m, aside, terms, table, s)
        else:
            judge_values(m, aside, terms, s)
        if not terms.plain:
            forbid(m, aside, terms, s)
        best = choose(m, aside, best, terms, s, out)
    if not missing:
        out[ASIDE] = -1
    return best
