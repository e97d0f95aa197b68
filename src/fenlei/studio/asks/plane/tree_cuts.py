"""The cuts of a tree in the plane: where its questions about the two features divide it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.studio.asks import Answer
from fenlei.studio.asks.plane.view import PlaneView
from fenlei.trees.exact.growth_rules import LEAF, THRESHOLD
from fenlei.trees.tree import Tree, branch_of, heaviest
from fenlei.trees.tree_classifier import TreeReading

MOST_CUTS = 400


class PlaneCell(NamedTuple):
    """A rectangle of the plane, in the units of the estimator."""

    left: float = -np.inf
    right: float = np.inf
    bottom: float = -np.inf
    top: float = np.inf

    def part(self, side: int, low: float, high: float) -> PlaneCell:
        """What is left of the cell between two values of one side."""
        ends = [list(self[:2]), list(self[2:])]
        ends[side] = [max(ends[side][0], low), min(ends[side][1], high)]
        return PlaneCell(*ends[0], *ends[1])

    @property
    def is_empty(self) -> bool:
        return self.left >= self.right or self.bottom >= self.top


def tree_cuts(view: PlaneView, estimator: TreeReading) -> Answer:
    """Segments with the node that cuts there, the root's first; the other features have their held values."""
    held = view.prepared(np.zeros((1, 2)))[0]
    columns = view.columns
    if view.model.preparation is None:
        index, slope, offset = np.array(view.at), np.ones(2), np.zeros(2)
    elif view.frame is not None:
        index, slope, offset = view.frame.index, view.frame.slope, view.frame.offset
    else:
        return {}
    tree, found = estimator.model_, list[Answer]()
    waiting = [(0, PlaneCell())]
    while waiting and len(found) < MOST_CUTS:
        node, cell = waiting.pop(0)
        if tree.kind[node] == LEAF or cell.is_empty:
            continue
        sides = np.flatnonzero(index == tree.feature[node])
        children = tree.child[tree.first[node] : tree.first[node + 1]]
        if not len(sides):
            waiting.append((int(children[_held_branch(tree, node, held)]), cell))
            continue
        side = int(sides[0])
        if tree.kind[node] == THRESHOLD:
            t = float(tree.threshold[node])
            waiting += [
                (int(children[0]), cell.part(side, -np.inf, t)),
                (int(children[1]), cell.part(side, t, np.inf)),
            ]
            if not cell.part(side, -np.inf, t).is_empty and not cell.part(side, t, np.inf).is_empty:
                at = (t - offset[side]) / slope[side]
                ends = cell[2:] if side == 0 else cell[:2]
                other = 1 - side
                low, high = ((end - offset[other]) / slope[other] for end in ends)
                found.append({"node": node, "side": side, "at": at, "low": low, "high": high})
            continue
        for code in range(len(columns[side].categories or ())):
            branch = int(branch_of(float(code), node, tree))
            band = cell.part(side, code - 0.5, code + 0.5)
            waiting.append((int(children[branch if branch >= 0 else heaviest(tree, node)]), band))
    return {"cuts": found}


def _held_branch(tree: Tree, node: int, held: object) -> int:
    values = np.asarray(held)
    branch = int(branch_of(float(values[tree.feature[node]]), node, tree))
    return branch if branch >= 0 else int(heaviest(tree, node))
