"""Trees that divide a row whose value is missing among all branches (C4.5, ID3).

Every branch is a factor of the row: 1 if it is taken, 0 if not, and its share of the weight if the node above
divides the row. The part of the row that reaches a leaf is the product of the factors on its way; the answer
is the sum over the leaves of part times answer.

A factor is looked up by what the row answers at the node above: whether x <= t, which category it has, or
that nothing is known. The factors of all m nodes are one matrix (n, m), and the products over the ways to the
root take log2(depth) steps, each of which doubles the length: r_i <- r_i r_above(i), above <- above(above).
"""

from __future__ import annotations

import numpy as np

from fenlei.errors import UsageError
from fenlei.export.graph import Value
from fenlei.export.tree_routes import known_codes
from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import LEAF, THRESHOLD
from fenlei.trees.passing_rows import branches_taken
from fenlei.trees.tree import Tree, depths, parents

MOST_NODES = 5_000


def divided_answers(X: Value, tree: Tree, answer: Array) -> Value:
    """Mean (n, K) of the answers (m, K) of the leaves, by the parts of each row that reach them."""
    m = len(tree.kind)
    if m > MOST_NODES:
        raise UsageError("export.nodes", nodes=m, most=MOST_NODES)
    part, above = factors(known_codes(X, tree.sizes, np.float64), tree), np.maximum(parents(tree), 0)
    for _ in range(int(depths(tree).max()).bit_length()):
        part, above = part * part.take(above), above[above]
    leaf = np.flatnonzero(tree.kind == LEAF)
    return part.take(leaf) @ np.asarray(answer, np.float64)[leaf]


def factors(X: Value, tree: Tree) -> Value:
    """Factor (n, m) of the branch that leads to each node; 1 for the root."""
    above, table = np.maximum(parents(tree), 0), factor_table(tree)
    feature = np.maximum(tree.feature[above], 0)
    numbers = tree.kind[above] == THRESHOLD
    x = X.take(feature)
    by_number = (x > tree.threshold[above]).cast(np.int64)
    by_code = x.isnan().where(0.0, x).cast(np.int64)
    unknown = np.where(numbers, 2, tree.sizes[feature]).astype(np.int64)
    at = x.isnan().where(unknown, X.graph.constant(numbers).where(by_number, by_code))
    start = np.arange(len(table), dtype=np.int64) * table.shape[1]
    return X.graph.constant(table.ravel()).take(at + start, axis=0)


def factor_table(tree: Tree) -> Array:
    """Factor of the branch to each node (m, answers): below, above and unknown, or each code and unknown."""
    m = len(tree.kind)
    table = np.zeros((m, max(3, int(tree.sizes.max(initial=0)) + 1)))
    table[0] = 1.0
    for i in np.flatnonzero(tree.kind > LEAF):
        children = tree.child[tree.first[i] : tree.first[i + 1]]
        if tree.kind[i] == THRESHOLD:
            values = np.array([-np.inf, np.inf, np.nan])
        else:
            values = np.append(np.arange(float(tree.sizes[tree.feature[i]])), np.nan)
        taken = branches_taken(tree, int(i), values)
        shares = tree.weight[children] / tree.weight[children].sum()
        rows = np.where(taken < 0, shares[:, None], np.arange(len(children))[:, None] == taken)
        table[children, : len(values)] = rows
    return table
