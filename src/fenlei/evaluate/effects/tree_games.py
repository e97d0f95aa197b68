r"""The game of one tree, laid out for the walk that computes its Shapley values.

A set S of features is known. A row goes down the tree: at a node that asks for a feature of S it takes the
branch of its value, at any other node it goes to every branch, divided as the training weights were. Where
it arrives,

    v(S) = Σ_leaves value(leaf) ∏_{j on the path} (o_j if j ∈ S, else z_j)

with z_j the product of the shares of the branches at the nodes of the path that ask for j, and o_j = 1 if the
row's value of j takes all of these branches, else 0. A row that a node sends to every branch in parts (a
missing value in C4.5) has the share of the branch instead of 0 or 1. This is the path-dependent game of
TreeSHAP.
Reference: Lundberg et al., From local explanations to global understanding with explainable AI for trees,
Nature Machine Intelligence 2 (2020), algorithm 1.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.tree import Tree, depths, parents


class TreeGame(NamedTuple):
    """A tree of m nodes in preorder; what belongs to the branch that leads to a node is kept at the node."""

    tree: Tree
    answer: Array  # (m, K) what a leaf answers
    parent: Array  # (m,) -1 for the root
    depth: Array  # (m,)
    branch: Array  # (m,) which branch of its parent
    asked: Array  # (m,) feature that the parent asks for; -1 for the root
    share: Array  # (m,) of the parent's weight
    before: Array  # (m,) depth of the last node above whose parent asks for the same feature; 0: none
    known: Array  # (m,) z: product of the shares of all branches by this feature on the path
    points: Array  # (Q,) in (0, 1), where the walk evaluates its polynomials
    weights: Array  # (Q,)


def tree_game(tree: Tree, answer: Array) -> TreeGame:
    """The game of a tree whose leaves answer `answer` (m, K)."""
    m, parent, depth = len(tree.kind), parents(tree), depths(tree)
    branch, asked = np.zeros(m, np.int64), np.full(m, -1)
    branch[tree.child] = np.arange(m - 1) - np.repeat(tree.first[:-1], np.diff(tree.first))
    asked[1:] = tree.feature[parent[1:]]
    share = _shares(tree, parent)
    before, known = np.zeros(m, np.int64), np.ones(m)
    most = _paths(parent, depth, asked, share, before, known)
    points, weights = _quadrature(max((most + 1) // 2, 1))
    answer = np.ascontiguousarray(answer, np.float64)
    return TreeGame(
        *(tree, answer, parent, depth, branch, asked, share, before, known),
        *(points, weights),
    )


@cache
def _quadrature(size: int) -> tuple[Array, Array]:
    """Gauss-Legendre points and weights for the integral from 0 to 1."""
    points, weights = np.polynomial.legendre.leggauss(size)
    return (points + 1.0) / 2.0, weights / 2.0


def expected_answer(game: TreeGame) -> Array:
    """v(∅), (K,): the mean of the answers when nothing is known of a row."""
    reach = game.share.copy()
    _products(game.parent, reach)
    leaf = game.tree.kind == LEAF
    return (reach[leaf, None] * game.answer[leaf]).sum(axis=0)


def _shares(tree: Tree, parent: Array) -> Array:
    """Share (m,) of each branch of the weight of its node; equal parts where no branch has any."""
    m = len(tree.kind)
    total, count = np.zeros(m), np.diff(tree.first)
    np.add.at(total, parent[1:], tree.weight[1:])
    share = np.ones(m)
    above = parent[1:]
    empty = total[above] <= 0.0
    share[1:] = np.where(
        empty, 1.0 / np.maximum(count[above], 1), tree.weight[1:] / np.where(empty, 1.0, total[above])
    )
    return share


@kernel
def _products(parent: Array, out_reach: Array) -> None:
    for i in range(1, parent.shape[0]):
        out_reach[i] *= out_reach[parent[i]]


@kernel
def _paths(
    parent: Array, depth: Array, asked: Array, share: Array, out_before: Array, out_known: Array
) -> int:
    """Fill `before` and `known`; return the largest number of different features on a path."""
    most, different = 0, np.zeros(parent.shape[0], np.int64)
    for i in range(1, parent.shape[0]):
        above = parent[i]
        different[i] = different[above]
        out_known[i] = share[i]
        while above > 0 and asked[above] != asked[i]:
            above = parent[above]
        if above > 0:
            out_before[i] = depth[above]
            out_known[i] = share[i] * out_known[above]
        else:
            different[i] += 1
        most = max(most, different[i])
    return most
