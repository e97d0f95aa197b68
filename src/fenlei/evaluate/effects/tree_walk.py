r"""Shapley values of the game of a tree, exact, in one walk.

The multilinear extension of v is v(t) = Σ_leaves value ∏_j q_j, q_j = z_j + t_j (o_j - z_j), and the Shapley value
is the integral of its partial derivative along the diagonal (Owen 1972):

    φ_j = ∫₀¹ Σ_leaves value (o_j - z_j) ∏_{k≠j} q_k(t) dt = Σ_leaves value ∫₀¹ (o_j - z_j) / q_j(t) · P(t) dt

with P = ∏ q_k. For a path with d different features the integrand is a polynomial of degree d - 1, so that
Gauss-Legendre quadrature with Q = ⌈d/2⌉ points is exact. All factors are positive inside (0, 1): nothing cancels,
however deep the tree.

At one point t the walk keeps P along the path. Coming back, G = Σ value · P over the leaves below a branch is
known, and the branch adds w(t) · (c - c') · G to its feature, c = (o - z)/q of all branches by that feature so far,
c' the same without this one: the differences telescope to the last branch of each leaf's path.

    G        Σ of the leaves below, at each point        added to the level above when the walk leaves a node
    P, c, r  product, (o - z)/q and 1/q of the path      overwritten by the next branch on the same level

Sixteen rows walk together in the lanes of all arrays, always sixteen, so that the bits of a row do not depend on
the rows beside it. Cost: O(nodes · Q · K) per row, memory O(depth · Q · K).
Reference: Owen, Management Science 18 (1972); Yu et al., Linear TreeSHAP, NeurIPS 35 (2022).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.evaluate.effects.tree_games import TreeGame
from fenlei.kernels import Array, kernel
from fenlei.trees.tree import branch_of

LANES = 16


class Path(NamedTuple):
    """What the walk keeps for each level of the tree, D levels in all."""

    one: Array  # (D, LANES) o of the feature asked last
    product: Array  # (D, Q, LANES) P
    ratio: Array  # (D, Q, LANES) c
    inverse: Array  # (D, Q, LANES) 1/q
    below: Array  # (D, K, Q, LANES) G
    node: Array  # (D,)


def new_path(levels: int, points: int, K: int) -> Path:
    """A path that is at the root; D levels, Q points."""
    return Path(
        one=np.ones((levels, LANES)),
        product=np.ones((levels, points, LANES)),
        ratio=np.zeros((levels, points, LANES)),
        inverse=np.ones((levels, points, LANES)),
        below=np.zeros((levels, K, points, LANES)),
        node=np.zeros(levels, np.int64),
    )


def add_shapley_values(game: TreeGame, X: Array, out_values: Array) -> None:
    """Add the Shapley values of rows X (n, p) to `out_values` (n, p, K)."""
    levels = int(game.depth.max()) + 1
    path = new_path(levels, len(game.points), game.answer.shape[1])
    walk_rows(game, X, path, np.zeros((X.shape[1], game.answer.shape[1], LANES)), out_values)


@kernel
def walk_rows(game: TreeGame, X: Array, path: Path, parts: Array, out_values: Array) -> None:
    """Sixteen rows at a time; `parts` (p, K, LANES) holds their values meanwhile."""
    n = X.shape[0]
    for start in range(0, n, LANES):
        parts[:] = 0.0
        walk_lanes(game, X, start, path, parts)
        for i in range(start, min(start + LANES, n)):
            for j in range(X.shape[1]):
                for k in range(game.answer.shape[1]):
                    out_values[i, j, k] += parts[j, k, i - start]


@kernel
def walk_lanes(game: TreeGame, X: Array, start: int, path: Path, out_parts: Array) -> None:
    """One walk over all nodes in preorder; past the last row the lanes repeat it."""
    m, level = game.depth.shape[0], 0
    path.below[0] = 0.0
    for i in range(1, m):
        while level >= game.depth[i]:
            leave(game, level, path, out_parts)
            level -= 1
        level += 1
        enter(game, X, start, i, level, path)
    while level > 0:
        leave(game, level, path, out_parts)
        level -= 1


@kernel
def enter(game: TreeGame, X: Array, start: int, i: int, d: int, path: Path) -> None:
    """Follow the branch to node i, on level d."""
    before, share, known = game.before[i], game.share[i], game.known[i]
    node, j, last = game.parent[i], game.asked[i], X.shape[0] - 1
    path.node[d] = i
    for lane in range(LANES):
        taken = branch_of(X[min(start + lane, last), j], node, game.tree)
        one = share if taken < 0 else 1.0 if taken == game.branch[i] else 0.0
        path.one[d, lane] = one if before == 0 else one * path.one[before, lane]
    leaf = game.tree.kind[i] == 0
    for s in range(game.points.shape[0]):
        t = game.points[s]
        for lane in range(LANES):
            one = path.one[d, lane]
            q = known + t * (one - known)
            inverse = 1.0 / q if q > 0.0 else 0.0  # q = 0: no row comes here and P is 0
            path.inverse[d, s, lane] = inverse
            path.ratio[d, s, lane] = (one - known) * inverse
            old = 1.0 if before == 0 else path.inverse[before, s, lane]
            path.product[d, s, lane] = path.product[d - 1, s, lane] * q * old
        for k in range(game.answer.shape[1]):
            value = game.answer[i, k] if leaf else 0.0
            for lane in range(LANES):
                path.below[d, k, s, lane] = value * path.product[d, s, lane]


@kernel
def leave(game: TreeGame, d: int, path: Path, out_parts: Array) -> None:
    """Add what the branch to the node on level d brings its feature, and its leaves to those of the level above."""
    i = path.node[d]
    j, before = game.asked[i], game.before[i]
    for s in range(game.points.shape[0]):
        w = game.weights[s]
        for k in range(game.answer.shape[1]):
            for lane in range(LANES):
                G = path.below[d, k, s, lane]
                c = path.ratio[d, s, lane]
                if before > 0:
                    c -= path.ratio[before, s, lane]
                out_parts[j, k, lane] += w * c * G
                path.below[d - 1, k, s, lane] += G
