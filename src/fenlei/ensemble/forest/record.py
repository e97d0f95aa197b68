"""A forest as a record of flat arrays: all trees concatenated, each in preorder.

A binary tree in preorder is determined by the kinds of its nodes alone: an inner node is followed by all of
its first branch, then by all of its second. So the record has a feature for every node, -1 for a leaf; what a
split needs for inner nodes only; and the answers for leaves only. Sums of inner nodes are those of their
leaves.

                tree 0               tree 1        tree 2
    node        0   1   2   3   4    5   6   7     8
    feature     3   0  -1  -1  -1    1  -1  -1    -1       one per node, m
    threshold   a   b                c                     one per inner node, i; so are missing and subset
    value               x   y   z        u   v     w       one per leaf, l; so are rows and weight

    start       0                    5             8   9   first node of each tree, and m
    leaf_start  0                    3             5   6   leaves before each tree, and l: not stored

The leaf offsets follow from `start` and `feature`; `leaf_starts` counts them in one pass over the nodes, and
a fitted forest keeps the result (`ForestLayouts`), so that one tree is taken out without visiting the others.

Numbers are kept in the narrowest type that holds them exactly: about 13 bytes per node for five classes.
Sending rows down a tree needs the second branch beside the threshold; `walk.py` lays the nodes out so.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated, NamedTuple

import numpy as np

from fenlei.functions.information import entropy, gini
from fenlei.kernels import Array, kernel
from fenlei.kernels.rows import unit_shifts
from fenlei.messages import phrase
from fenlei.records import Field, check_offsets, check_record, refuse_record
from fenlei.trees.exact.growth_rules import LEAF, SUBSET, THRESHOLD
from fenlei.trees.histogram.grower import NODE, Nodes
from fenlei.trees.tree import Tree


class Forest(NamedTuple):
    """T trees with m nodes in all, i of them inner, l leaves."""

    start: Annotated[Array, Field("*", "iu", 0)]  # (T + 1,) first node of each tree
    feature: Annotated[Array, Field("m", "i", -1)]  # -1: leaf
    threshold: Annotated[Array, Field("i", high=np.inf)]  # x <= threshold goes to the first branch
    missing: Annotated[Array, Field("i", "iu", 0, 1)]  # branch of a missing or unknown value
    subset: Annotated[Array, Field("*", "i", -1)]  # (i,) where a node's set starts; -1: threshold; or empty
    sets: Annotated[Array, Field("*", "iu", 0, 1)]  # 1 for each category that goes to the first branch
    sizes: Annotated[Array, Field("p", "iu", 0)]  # number of categories of each feature, 0 for a number
    rows: Annotated[Array, Field("l", "iu", 0)]  # distinct rows in the leaf
    weight: Annotated[Array, Field("l", "fiu", 0)]  # of those rows, with multiplicity
    impurity: Annotated[Array, Field("*", "f", 0)]  # (m,) for regression; empty for classes
    value: Annotated[Array, Field("l v", "fiu")]  # (l, K) class weights; (l, 1) mean or median target


_BY_NODE = ("feature", "threshold", "missing", "sets", "rows", "weight", "impurity", "value")


def narrow(array: Array) -> Array:
    """Whole numbers in the narrowest type of a model file that holds them; others as they are."""
    if array.size == 0:
        return array
    least, most = array.min(), array.max()
    if array.dtype.kind == "f" and not (np.abs(most) < 2**31 and (array == np.floor(array)).all()):
        return array
    return array.astype(np.uint8 if least >= 0 and most < 256 else np.int32 if most < 2**31 else np.int64)


class TreeStep(NamedTuple):
    """A tree is grown, as a listener is told of it (`fenlei.trace`)."""

    iteration: int  # from 1
    most: int
    tree: Forest  # of this tree alone


def one_tree(nodes: Nodes, sizes: Array, classes: bool) -> Forest:
    """The grown nodes of one tree."""
    node = nodes.table
    feature = node["feature"].astype(np.int32)
    leaf = feature < 0
    inner, subset = ~leaf, node["subset"][~leaf]
    return Forest(
        start=np.array([0, len(node)]),
        feature=feature,
        threshold=node["threshold"][inner],
        missing=node["missing"][inner].astype(np.uint8),
        subset=subset if (subset >= 0).any() else np.empty(0, np.int64),
        sets=nodes.sets,
        sizes=sizes,
        rows=narrow(node["rows"][leaf]),
        weight=narrow(node["weight"][leaf]),
        impurity=np.empty(0) if classes else node["impurity"].copy(),
        value=narrow(nodes.value[leaf]) if classes else nodes.value[leaf],
    )


def nodes_of(tree: Tree) -> Nodes:
    """The nodes of a binary tree that another grower made; the second branches follow from the order."""
    table = np.zeros(len(tree.kind), NODE)
    for name in ("missing", "rows", "subset", "threshold", "weight", "impurity"):
        table[name] = getattr(tree, name)
    table["feature"] = np.where(tree.kind > LEAF, tree.feature, -1)
    return Nodes(table, tree.value, tree.sets)


class ArrayBuffer:
    """An array that is filled part by part; memory for all of it is reserved at once, by the share so far.

    Memory that is reserved and never written to is never used.
    """

    def __init__(self) -> None:
        self.room: Array | None = None
        self.used = 0

    def append(self, part: Array, share: float) -> None:
        """Append a part, after which `share` of the whole is present."""
        stop = self.used + len(part)
        kind = part.dtype if self.room is None else np.result_type(self.room, part)
        if self.room is None or stop > len(self.room) or kind != self.room.dtype:
            larger = np.empty((int(1.1 * stop / share) + 1, *part.shape[1:]), kind)
            if self.room is not None:
                larger[: self.used] = self.room[: self.used]
            self.room = larger
        self.room[self.used : stop] = part
        self.used = stop

    def filled(self) -> Array:
        return np.empty(0, np.int64) if self.room is None else self.room[: self.used]


def join(forests: Iterable[Forest], count: int) -> Forest:
    """The trees of all forests, `count` together, in order; each is copied as soon as it is there."""
    buffers = {name: ArrayBuffer() for name in (*_BY_NODE, "subset")}
    starts, trees, sizes = [np.zeros(1, np.int64)], 0, np.empty(0, np.int64)
    for forest in forests:
        trees, sizes = trees + len(forest.start) - 1, forest.sizes
        starts.append(forest.start[1:] + buffers["feature"].used)
        if forest.sets.size or buffers["sets"].used:  # forests before the first set have none
            before = buffers["threshold"].used - buffers["subset"].used
            subset = np.concatenate([np.full(before, -1), _shifted(forest, buffers["sets"].used)])
            buffers["subset"].append(subset, trees / count)
        for name in _BY_NODE:
            buffers[name].append(getattr(forest, name), trees / count)
    found = {name: buffer.filled() for name, buffer in buffers.items()}
    return Forest(start=np.concatenate(starts), sizes=sizes, **found)


def _shifted(forest: Forest, shift: int) -> Array:
    """Starts of the sets of all inner nodes, moved by `shift`; -1 for a threshold."""
    if forest.subset.size == 0:
        return np.full(len(forest.threshold), -1, np.int64)
    return forest.subset + np.where(forest.subset >= 0, shift, 0)


def leaf_starts(forest: Forest) -> Array:
    """Number of leaves (T + 1,) before each tree, and of all."""
    leaves = np.add.reduceat(forest.feature < 0, forest.start[:-1].astype(np.int64), dtype=np.int64)
    return np.concatenate([[0], np.cumsum(leaves)])


def take_tree(forest: Forest, t: int, leaf_start: Array) -> Forest:
    """Tree t as a forest of its own; `leaf_start` as `leaf_starts` gives it."""
    start, stop = map(int, forest.start[t : t + 2])
    leaves = slice(*map(int, leaf_start[t : t + 2]))
    inner = slice(start - leaves.start, stop - leaves.stop)
    return forest._replace(
        start=np.array([0, stop - start]),
        feature=forest.feature[start:stop],
        threshold=forest.threshold[inner],
        missing=forest.missing[inner],
        subset=forest.subset[inner],
        rows=forest.rows[leaves],
        weight=forest.weight[leaves],
        impurity=forest.impurity[start:stop],
        value=forest.value[leaves],
    )


@kernel
def second_branches(feature: Array, out_right: Array) -> bool:
    """Second branch of each inner node of one tree in preorder; False if the nodes do not form a tree."""
    m = feature.shape[0]
    waiting, size = np.empty(m, np.int64), 0
    for i in range(m - 1, -1, -1):
        out_right[i] = 0
        if feature[i] >= 0:
            if size < 2:
                return False
            size -= 1  # the first branch is i + 1
            out_right[i] = waiting[size - 1]
            size -= 1
        waiting[size] = i
        size += 1
    return size == 1


def rights(forest: Forest) -> Array:
    """Second branch (m,) of each node, relative to the tree's root; 0 for a leaf."""
    right = np.empty(len(forest.feature), np.int64)
    for start, stop in pairwise(forest.start):
        second_branches(forest.feature[start:stop].astype(np.int64), right[start:stop])
    return right


@kernel
def sum_leaves(feature: Array, right: Array, leaf_sums: Array) -> Array:
    """Sums (m, s) of the leaves below each node of one tree."""
    m, s = feature.shape[0], leaf_sums.shape[1]
    total, leaf = np.empty((m, s)), leaf_sums.shape[0]
    for i in range(m - 1, -1, -1):
        if feature[i] < 0:
            leaf -= 1
            total[i] = leaf_sums[leaf]
        else:
            total[i] = total[i + 1] + total[right[i]]
    return total


def as_tree(forest: Forest, criterion: str) -> Tree:
    """The only tree of a forest as the record that single trees have."""
    classes, m = forest.impurity.size == 0, len(forest.feature)
    feature, right = forest.feature.astype(np.int64), rights(forest)
    inner = feature >= 0
    weight = forest.weight[:, None].astype(np.float64)
    value = forest.value.astype(np.float64)
    shift = 0 if classes else unit_shifts(value)
    parts = value if classes else weight * np.ldexp(value, shift)
    sums = sum_leaves(feature, right, np.hstack([forest.rows[:, None], weight, parts]))
    rows, weights, values = sums[:, 0].astype(np.int64), sums[:, 1], sums[:, 2:]
    if not classes:
        values = np.ldexp(values / weights[:, None], -shift)
        values[~inner] = value
    elif criterion == "gini":
        impurity = gini(values)
    else:
        impurity = entropy(values, base=2)
    subset = np.full(m, -1)
    if forest.subset.size:
        subset[inner] = forest.subset
    threshold, missing = np.full(m, -2.0), np.zeros(m, np.int64)
    threshold[inner], missing[inner] = forest.threshold, forest.missing
    return Tree(
        kind=np.where(inner, np.where(subset >= 0, SUBSET, THRESHOLD), LEAF),
        feature=np.where(inner, feature, -2),
        threshold=threshold,
        first=np.concatenate([[0], np.cumsum(2 * inner)]),
        child=np.stack([np.flatnonzero(inner) + 1, right[inner]], axis=1).ravel(),
        missing=missing,
        subset=subset,
        sets=forest.sets,
        sizes=forest.sizes,
        rows=rows,
        weight=weights,
        impurity=impurity if classes else forest.impurity,
        value=np.ascontiguousarray(values),
    )


def check_forest(forest: Forest, p: int, width: int, classes: bool) -> None:
    """Raise ModelFileError if following the trees could leave the arrays or never end."""
    m, leaf = len(forest.feature), forest.feature < 0
    leaves = int(leaf.sum())
    check_record(forest, p=p, v=width, m=m, l=leaves, i=m - leaves)
    check_offsets("start", forest.start, len(forest.start) - 1, m)
    right = np.empty(m, np.int64)
    trees = pairwise(forest.start)
    nominal = forest.sizes[forest.feature[~leaf]] if p else np.zeros(0, np.int64)
    subset = forest.subset if forest.subset.size else np.full(m - leaves, -1)
    sound = (
        len(forest.start) > 1
        and (m == 0 or forest.feature.max() < p)
        and len(forest.impurity) == (0 if classes else m)
        and len(subset) == m - leaves
        and bool(np.all((subset >= 0) == (nominal > 0)))
        and bool(np.all((subset + nominal)[subset >= 0] <= len(forest.sets)))
        and all(b > a and second_branches(forest.feature[a:b].astype(np.int64), right[a:b]) for a, b in trees)
    )
    if not sound:
        raise refuse_record("feature", phrase("record.no_trees"), phrase("record.preorder"))
