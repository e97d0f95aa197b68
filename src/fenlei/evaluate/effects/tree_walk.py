r"""Shapley values of the game of a tree, exact, in one walk.

The multilinear extension of v is v(t) = Σ_leaves value ∏_j q_j, q_j = z_j + t_j (o_j - z_j), and the
Shapley value is the integral of its partial derivative along the diagonal (Owen 1972):

    φ_j = ∫₀¹ Σ_leaves value (o_j - z_j) ∏_{k≠j} q_k(t) dt = Σ_leaves value ∫₀¹ (o_j - z_j) / q_j(t) · P(t) dt

with P = ∏ q_k. For a path with d different features the integrand is a polynomial of degree d - 1, so that
Gauss-Legendre quadrature with Q = ⌈d/2⌉ points is exact. All factors are positive inside (0, 1): nothing
cancels, however deep the tree.

At one point t the walk keeps P along the path. Coming back, G = Σ value · P over the leaves below a branch is
known, and the branch adds w(t) · (c - c') · G to its feature, c = (o - z)/q of all branches by that feature
so far, c' the same without this one: the differences telescope to the last branch of each leaf's path.

    G        Σ of the leaves below, at each point        added to the level above when the walk leaves a node
    P, c, r  product, (o - z)/q and 1/q of the path      overwritten by the next branch on the same level

Sixteen rows walk together in the lanes of all arrays, always sixteen, so that the bits of a row do not
depend on the rows beside it. Cost: O(nodes · Q · K) per row, memory O(depth · Q · K).
Reference: Owen, Management Science 18 (1972); Yu et al., Linear TreeSHAP, NeurIPS 35 (2022).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.evaluate.effects.tree_games import TreeGame
from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.trees.exact.growth_rules import LEAF, THRESHOLD
from fenlei.trees.tree import Tree, branch_of

LANES = 16


class Path(NamedTuple):
    """What the walk keeps for each level of the tree, D levels in all."""

    one: Array  # (D, LANES) o of the feature asked last
    product: Array  # (D, Q, LANES) P
    ratio: Array  # (D, Q, LANES) c
    inverse: Array  # (D, Q, LANES) 1/q
    below: Array  # (D, K, Q, LANES) G


def new_path(levels: int, points: int, K: int) -> Path:
    """A path that is at the root; D levels, Q points."""
    return Path(
        one=np.ones((levels, LANES)),
        product=np.ones((levels, points, LANES)),
        ratio=np.zeros((levels, points, LANES)),
        inverse=np.ones((levels, points, LANES)),
        below=np.zeros((levels, K, points, LANES)),
    )


def add_shapley_values(game: TreeGame, X: Array, out_values: Array) -> None:
    """Add the Shapley values of rows X (n, p) to `out_values` (n, p, K)."""
    m, K = game.answer.shape
    path = new_path(int(game.depth.max()) + 1, len(game.points), K)
    taken, parts = np.zeros((m, LANES), np.int64), np.zeros((X.shape[1], K, LANES))
    stack = np.zeros(len(path.one), np.int64)
    walk_rows(X, game, path, taken, stack, parts, out_values)


@kernel
def walk_rows(
    X: Array, game: TreeGame, path: Path, taken: Array, stack: Array, parts: Array, out_values: Array
) -> None:
    """Sixteen rows after sixteen; what they need meanwhile is in `taken`, `stack` and `parts`."""
    n = X.shape[0]
    for start in range(0, n, LANES):
        stop = min(start + LANES, n)
        take_branches(X[start:stop], game.tree, taken)
        parts[:] = 0.0
        walk(game, path, taken, stack, parts)
        for i in range(start, stop):
            for j in range(parts.shape[0]):
                for k in range(parts.shape[1]):
                    out_values[i, j, k] += parts[j, k, i - start]


@kernel
def take_branches(X: Array, tree: Tree, out_taken: Array) -> None:
    """Branch (m, LANES) that each row takes at each inner node; past the last row the lanes repeat it."""
    last, kinds, features = X.shape[0] - 1, tree.kind, tree.feature
    thresholds, missing = tree.threshold, tree.missing
    for i in range(out_taken.shape[0]):
        j = features[i]
        if kinds[i] == THRESHOLD:  # `branch_of`, without passing the record
            for lane in range(LANES):
                x = X[min(lane, last), j]
                out_taken[i, lane] = 0 if x <= thresholds[i] else 1 if x == x else missing[i]
        elif kinds[i] != LEAF:
            for lane in range(LANES):
                out_taken[i, lane] = branch_of(X[min(lane, last), j], i, tree)


@kernel
def walk(game: TreeGame, path: Path, taken: Array, stack: Array, out_parts: Array) -> None:
    """One walk over all nodes in preorder, for sixteen rows; `out_parts` (p, K, LANES) is added to."""
    asked, before, depth, parent = game.asked, game.before, game.depth, game.parent
    branch, share, known, answer = game.branch, game.share, game.known, game.answer
    points, weights = game.points, game.weights
    one, product, ratio, inverse, below = path.one, path.product, path.ratio, path.inverse, path.below
    m, level = depth.shape[0], 0
    for i in range(1, m + 1):
        upper = depth[i] - 1 if i < m else 0
        while level > upper:
            node = stack[level]
            leave(level, asked[node], before[node], weights, ratio, below, out_parts)
            level -= 1
        if i < m:
            level += 1
            stack[level] = i
            leaf = i + 1 == m or depth[i + 1] <= level
            known_here(level, taken[parent[i]], branch[i], share[i], before[i], one)
            extend(level, before[i], known[i], points, one, product, ratio, inverse)
            begin(level, leaf, answer[i], product, below)


@part_of_kernel
def known_here(d: int, way: Array, branch: int, share: float, before: int, out_one: Array) -> None:
    """o on level d: whether the lanes take the branch, and all branches above by the same feature."""
    for lane in range(LANES):
        fraction = share if way[lane] < 0 else 1.0 if way[lane] == branch else 0.0
        out_one[d, lane] = fraction * out_one[before, lane]  # level 0 is 1


@part_of_kernel
def extend(
    d: int,
    before: int,
    known: float,
    points: Array,
    one: Array,
    out_product: Array,
    out_ratio: Array,
    out_inverse: Array,
) -> None:
    """P, c and 1/q on level d; q of the same feature above is replaced."""
    for s in range(points.shape[0]):
        t = points[s]
        for lane in range(LANES):
            gain = one[d, lane] - known
            q = known + t * gain
            inverse = 1.0 / q if q > 0.0 else 0.0  # q = 0: no row comes here and P is 0
            out_product[d, s, lane] = out_product[d - 1, s, lane] * q * out_inverse[before, s, lane]
            out_inverse[d, s, lane] = inverse
            out_ratio[d, s, lane] = gain * inverse


@part_of_kernel
def begin(d: int, leaf: bool, answer: Array, product: Array, out_below: Array) -> None:
    """G on level d: of a leaf its answer times P, of an inner node nothing yet."""
    for k in range(answer.shape[0]):
        value = answer[k] if leaf else 0.0
        for s in range(product.shape[1]):
            for lane in range(LANES):
                out_below[d, k, s, lane] = value * product[d, s, lane]


@part_of_kernel
def leave(
    d: int, j: int, before: int, weights: Array, ratio: Array, out_below: Array, out_parts: Array
) -> None:
    """Add what the branch to level d brings its feature j, and G to the level above."""
    for k in range(out_below.shape[1]):
        for s in range(weights.shape[0]):
            w = weights[s]
            for lane in range(LANES):
                G = out_below[d, k, s, lane]
                out_parts[j, k, lane] += w * (ratio[d, s, lane] - ratio[before, s, lane]) * G
                out_below[d - 1, k, s, lane] += G
