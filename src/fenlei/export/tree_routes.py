"""The leaf that a row reaches in each of many trees, by one `TreeEnsemble` node.

The operator can add up one number per leaf. Here that number is the position of the leaf among all leaves,
each tree counting for itself; what the leaves answer is then looked up in a table (leaves, K). So a leaf may
have any number of answers, and they are added in float64 also where the thresholds are float32.

With float32 rows a threshold t becomes the largest float32 that is not above t: then x <= t has the same
answer for every float32 x.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fenlei.errors import UsageError
from fenlei.export.graph import TREES, Value
from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import LEAF, MULTIWAY, THRESHOLD
from fenlei.trees.tree import Tree

LEQ, MEMBER = 0, 6  # modes of a node
MOST_MEMBERS = 20_000  # in all sets; more of them crash onnxruntime (its issue 25400)
EXACT = {np.dtype(np.float32): 2**24, np.dtype(np.float64): 2**53}  # whole numbers that are distinguished


class FeatureRows(NamedTuple):
    """The features on their way to an estimator."""

    X: Value  # (n, p) float64
    narrow: Value | None = None  # the same in float32, if that is how they came


class Branch(NamedTuple):
    """A node of a tree that is still to be written, and the branch that leads to it."""

    node: int
    above: int  # -1: the root
    side: str  # "yes" or "no"


class TreeRoutes:
    """Nodes of all trees, collected."""

    def __init__(self, floats: type) -> None:
        self.floats = np.dtype(floats)
        self.node: dict[str, list[Any]] = {
            name: [] for name in ("feature", "split", "mode", "yes", "no", "yes_leaf", "no_leaf", "missing")
        }
        self.members: list[float] = []
        self.roots: list[int] = []
        self.leaf_tree: list[int] = []

    def add(self, tree: Tree) -> Array:
        """Add a tree; the nodes (l,) of its leaves in the order in which they are numbered."""
        first_leaf, leaves = len(self.leaf_tree), list[int]()
        number = len(self.roots)

        def leaf(i: int) -> tuple[int, bool]:
            leaves.append(i)
            self.leaf_tree.append(number)
            return first_leaf + len(leaves) - 1, True

        self.roots.append(len(self.node["feature"]))
        if tree.kind[0] == LEAF:  # a tree has a root that asks; here both answers lead to the same leaf
            target, at = leaf(0), self._split(0, 0.0, LEQ, False)
            self._link(Branch(0, at, "yes"), target)
            self._link(Branch(0, at, "no"), target)
            return np.array(leaves)
        waiting = [Branch(0, -1, "")]
        while waiting:
            branch = waiting.pop()
            if tree.kind[branch.node] == LEAF:
                self._link(branch, leaf(branch.node))
            else:
                waiting += self._inner(tree, branch)
        return np.array(leaves)

    def _inner(self, tree: Tree, branch: Branch) -> list[Branch]:
        """Write an inner node; its branches."""
        i = branch.node
        children = tree.child[tree.first[i] : tree.first[i + 1]].tolist()
        j, missing = int(tree.feature[i]), int(tree.missing[i])
        if tree.kind[i] == MULTIWAY:
            return self._several_ways(j, children, missing, branch)
        if tree.kind[i] == THRESHOLD:
            at = self._split(j, float(tree.threshold[i]), LEQ, missing == 0)
        else:
            codes = np.flatnonzero(tree.sets[tree.subset[i] : tree.subset[i] + tree.sizes[j]]).tolist()
            at = self._split(j, -1.0, MEMBER if codes else LEQ, missing == 0)
            self.members += [*map(float, codes), np.nan] if codes else []
        self._link(branch, (at, False))
        return [Branch(children[0], at, "yes"), Branch(children[1], at, "no")]

    def _several_ways(self, j: int, children: list[int], missing: int, branch: Branch) -> list[Branch]:
        """A branch for each category, as a search by halves: codes up to the middle, and the others."""
        found, waiting = [], [(0, len(children), branch.above, branch.side)]
        while waiting:
            start, stop, above, side = waiting.pop()
            if stop - start == 1:
                found.append(Branch(children[start], above, side))
                continue
            middle = (start + stop) // 2
            at = self._split(j, middle - 0.5, LEQ, missing < middle)
            self._link(Branch(-1, above, side), (at, False))
            waiting += [(start, middle, at, "yes"), (middle, stop, at, "no")]
        return found

    def _split(self, feature: int, split: float, mode: int, missing_first: bool) -> int:
        values = {"feature": feature, "split": split, "mode": mode, "missing": int(missing_first)}
        for name in self.node:
            self.node[name].append(values.get(name, 0))
        return len(self.node["feature"]) - 1

    def _link(self, branch: Branch, target: tuple[int, bool]) -> None:
        """Let a branch lead to a node, or to a leaf."""
        if branch.above >= 0:
            self.node[branch.side][branch.above] = int(target[0])
            self.node[f"{branch.side}_leaf"][branch.above] = int(target[1])

    # --- into the graph

    def leaves(self, rows: Value) -> Value:
        """Position (n, T) of the leaf of each row in each tree, int64."""
        graph, node = rows.graph, self.node
        if len(self.members) > MOST_MEMBERS:
            raise UsageError("export.sets", members=len(self.members), most=MOST_MEMBERS)
        if len(self.leaf_tree) > EXACT[self.floats]:
            raise UsageError("export.leaves", leaves=len(self.leaf_tree), most=EXACT[self.floats])
        whole = {
            "nodes_featureids": node["feature"],
            "nodes_truenodeids": node["yes"],
            "nodes_falsenodeids": node["no"],
            "nodes_trueleafs": node["yes_leaf"],
            "nodes_falseleafs": node["no_leaf"],
            "nodes_missing_value_tracks_true": node["missing"],
            "tree_roots": self.roots,
            "leaf_targetids": self.leaf_tree,
        }
        tensors = {
            "nodes_splits": rounded_down(np.array(node["split"], np.float64), self.floats),
            "nodes_modes": np.array(node["mode"], np.uint8),
            "leaf_weights": np.arange(len(self.leaf_tree)).astype(self.floats),
        }
        if self.members:
            tensors["membership_values"] = np.array(self.members, self.floats)
        found = graph.do(
            "TreeEnsemble",
            rows,
            domain=TREES,
            n_targets=len(self.roots),
            aggregate_function=1,
            post_transform=0,
            **whole,
            **{name: graph.tensor(array) for name, array in tensors.items()},
        )
        return found.cast(np.int64)


def rounded_down(thresholds: Array, floats: np.dtype[Any]) -> Array:
    """The largest numbers of the type that are not above the thresholds.

    Examples
    --------
    >>> float(rounded_down(np.array([0.1]), np.dtype(np.float32))[0]) <= 0.1 < float(np.float32(0.1))
    True
    """
    with np.errstate(over="ignore"):
        near = thresholds.astype(floats)
    return np.where(near > thresholds, np.nextafter(near, floats.type(-np.inf)), near).astype(floats)


def leaf_answers(rows: FeatureRows, trees: Sequence[tuple[Tree, Array]]) -> Value:
    """What the leaves answer, (n, T, K), given the answers (m, K) of the nodes of each tree."""
    source = rows.X if rows.narrow is None else rows.narrow
    routes = TreeRoutes(np.float64 if rows.narrow is None else np.float32)
    tables = [np.asarray(answer, np.float64)[routes.add(tree)] for tree, answer in trees]
    source = known_codes(source, trees[0][0].sizes, routes.floats.type)
    table = source.graph.constant(np.concatenate(tables))
    return table.take(routes.leaves(source), axis=0)


def known_codes(rows: Value, sizes: Array, floats: type) -> Value:
    """The rows (n, p) with NaN for a code that no category has."""
    nominal = np.asarray(sizes) > 0
    if not nominal.any():
        return rows
    most: Array = np.where(nominal, sizes, np.inf).astype(floats)
    least: Array = np.where(nominal, 0.0, -np.inf).astype(floats)
    outside = ((rows >= most) & nominal) | (rows < least)
    return outside.where(np.array(np.nan, floats), rows)
