"""The nodes of a tree as a grower makes them, and their order in the fitted tree.

A grower appends nodes as it makes them, parents before their branches; `preorder` numbers them as a reader
meets them, and links parents to branches:

    grown                                          in preorder
    index   0    1    2    3    4    5    6        0 ── 1        parent 0, slot 0 (was 1)
    parent  -1   0    0    2    2    1    1          │  ├─ 2     parent 1, slot 0 (was 5)
    slot    0    0    1    0    1    0    1          │  └─ 3     parent 1, slot 1 (was 6)
                                                     └─ 4        parent 0, slot 1 (was 2)
                                                        ├─ 5     ...

    nodes   (m,)    one NODE record per node
    value   (m, K)  class weights of each node, or its mean or median (K = 1)
    sets    uint8   the sets of categories, concatenated: 1 for each category that goes to the first branch

            | set of one node | set of another | ...
            ^ its `subset`    ^ its `subset`          as long as its feature has categories
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.tree import Tree

FIRST_ROOM = 64  # nodes that there is room for at first
NODE = np.dtype(
    (
        np.record,
        [
            ("parent", np.int64),  # index of the parent; -1 for the root
            ("slot", np.int64),  # which branch of the parent
            ("kind", np.int64),
            ("feature", np.int64),  # -2 for a leaf
            ("missing", np.int64),  # branch of missing values; -1: every branch, in parts
            ("rows", np.int64),
            ("subset", np.int64),  # start of the node's set in `sets`; -1: it has none
            ("threshold", np.float64),  # -2 without one
            ("weight", np.float64),
            ("impurity", np.float64),
        ],
    )
)


class GrownNodes(NamedTuple):
    """Nodes in the order in which they were made."""

    nodes: Array  # (m,) NODE
    value: Array  # (m, K)
    sets: Array  # uint8


@kernel
def more(array: Array, rows: int) -> Array:
    """The two-dimensional array with room for at least so many rows."""
    if array.shape[0] >= rows:
        return array
    width = array.shape[1]
    fresh = np.empty((max(rows, 2 * array.shape[0]), width), array.dtype)
    for i in range(array.shape[0]):
        for j in range(width):
            fresh[i, j] = array[i, j]
    return fresh


@kernel
def more_records(array: Array, records: int) -> Array:
    """The one-dimensional array with room for at least so many records."""
    if array.shape[0] >= records:
        return array
    fresh = np.empty(max(records, 2 * array.shape[0]), array.dtype)
    for i in range(array.shape[0]):
        fresh[i] = array[i]
    return fresh


@kernel
def write_leaf(
    parent: int, slot: int, rows: int, weight: float, impurity: float, i: int, out_nodes: Array
) -> None:
    """Node i as a leaf; a split may change that."""
    node = out_nodes[i]
    node.parent = parent
    node.slot = slot
    node.kind = LEAF
    node.feature = -2
    node.missing = 0
    node.rows = rows
    node.subset = -1
    node.threshold = -2.0
    node.weight = weight
    node.impurity = impurity


@kernel
def write_split(kind: int, feature: int, threshold: float, missing: int, i: int, out_nodes: Array) -> None:
    """Node i becomes an inner node."""
    node = out_nodes[i]
    node.kind = kind
    node.feature = feature
    node.threshold = threshold
    node.missing = missing


def preorder(grown: GrownNodes, sizes: Array) -> Tree:
    """The nodes, in which parents come before children, numbered in preorder."""
    nodes, m = grown.nodes, len(grown.nodes)
    parent, slot = nodes["parent"], nodes["slot"]
    number = np.zeros(m, np.int64)
    preorder_numbers(np.ascontiguousarray(parent), np.lexsort((slot, parent))[1:], number)
    order = np.argsort(number)
    parent, slot = number[parent[order[1:]]], slot[order[1:]]
    first = np.zeros(m + 1, np.int64)
    np.cumsum(np.bincount(parent, minlength=m), out=first[1:])
    names = ("kind", "feature", "threshold", "missing", "subset", "rows", "weight", "impurity")
    return Tree(
        **{name: nodes[name][order] for name in names},
        first=first,
        child=np.arange(1, m)[np.lexsort((slot, parent))],
        sets=grown.sets,
        sizes=sizes,
        value=grown.value[order],
    )


@kernel
def preorder_numbers(parent: Array, siblings: Array, out_number: Array) -> None:
    """Number of each node in preorder; siblings lists the nodes by parent and branch, without the root."""
    m = parent.shape[0]
    size = np.ones(m, np.int64)
    for i in range(m - 1, 0, -1):
        size[parent[i]] += size[i]
    following = np.ones(m, np.int64)  # what the next branch of a node gets, relative to the node
    for i in siblings:
        out_number[i] = following[parent[i]]
        following[parent[i]] += size[i]
    for i in range(1, m):
        out_number[i] += out_number[parent[i]]
