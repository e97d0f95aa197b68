r"""Error-based (pessimistic) pruning, as in C4.5.

From the leaves up, a node becomes a leaf, or is replaced by its heaviest branch (subtree raising, the node's
rows sent down that branch), if the errors then expected (`expected_errors`) are no more than those of the
node with its branches, up to 0.1 of an error.

Reference: Quinlan, C4.5 (1993), chapter 4; Weka's J48, whose numbers these are.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from fenlei.functions.information import entropy
from fenlei.kernels import Array, kernel
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.pruning.draft import (
    Draft,
    SentRows,
    errors_when_sent,
    leaves_below,
    make_draft,
    rows_of_leaves,
)
from fenlei.trees.pruning.expected_errors import (
    Confidence,
    confidence_level,
    errors_of_leaves,
    expected_errors,
)
from fenlei.trees.tree import Tree

SLACK = 0.1  # of an error, in favour of the smaller tree
TAKEN_OVER = Draft._fields[: Draft._fields.index("child")]  # what a node takes over from a raised branch
PruningStep = tuple[int, str, float, float]  # node, "leaf" or "raise", expected errors before and after


class NodeEstimate(NamedTuple):
    """What is expected of a node."""

    as_leaf: float  # errors
    as_is: float
    of_branch: float  # of the leaves below its heaviest branch
    heaviest: int
    leaves: Array  # below it; those of the heaviest branch are leaves[first:stop]
    first: int
    stop: int


@kernel
def estimate_node(draft: Draft, node: int, confidence: Confidence) -> NodeEstimate:
    """Errors expected of a node as a leaf, as it is, and of its heaviest branch."""
    leaves = leaves_below(draft, node)
    heaviest, most = -1, -1.0
    for b in range(draft.branches[node]):
        child = draft.child[draft.start[node] + b]
        weight = draft.value[child].sum()
        if weight > most:
            heaviest, most = child, weight
    of_heaviest = leaves_below(draft, heaviest)
    first = 0
    while leaves[first] != of_heaviest[0]:
        first += 1
    return NodeEstimate(
        expected_errors(draft.value[node], confidence),
        errors_of_leaves(leaves, draft.value, confidence),
        errors_of_leaves(of_heaviest, draft.value, confidence),
        heaviest,
        leaves,
        first,
        first + of_heaviest.shape[0],
    )


class Pruner:
    """Prunes a draft from the leaves up; `steps` lists what was done to which node."""

    def __init__(
        self, tree: Tree, X: Array, codes: Array, w: Array, confidence: float, raising: bool
    ) -> None:
        self.draft, self.raising = make_draft(tree), raising
        self.X, self.codes = X, codes
        self.is_whole = raising and not np.isnan(X).any()  # no row is in parts
        self.confidence = confidence_level(confidence)
        self.steps: list[PruningStep] = []
        self.leaf_rows: dict[int, tuple[Array, Array]] = {}  # rows in each leaf, and their weights
        if raising:
            self._send_down(0, np.arange(len(X)), w, update=False)

    def _send_down(self, root: int, rows: Array, w: Array, update: bool) -> None:
        """Note which rows, in which parts, are in the leaves below a node."""
        sent = SentRows(self.X, self.codes, rows, w)
        rows, w, leaf = rows_of_leaves(sent, self.draft, root, update)
        edges = np.flatnonzero(np.diff(leaf, prepend=-1, append=-1))  # the rows of a leaf are together
        for start, stop in pairwise(edges.tolist()):
            self.leaf_rows[int(leaf[start])] = rows[start:stop], w[start:stop]

    def run(self) -> None:
        """Visit every node after its branches; after a raising, what is below the node once more."""
        waiting = [(0, False)]
        while waiting:
            node, seen = waiting.pop()
            if self.draft.kind[node] == LEAF:
                continue
            if not seen:
                waiting.append((node, True))
                waiting += [(int(child), False) for child in self._children(node)]
            elif self._visit(node):
                waiting.append((node, False))

    def _children(self, node: int) -> Array:
        start = self.draft.start[node]
        return self.draft.child[start : start + self.draft.branches[node]]

    def _visit(self, node: int) -> bool:
        """Make the node a leaf or raise its heaviest branch, if that is no worse; True if one was raised."""
        draft, estimate = self.draft, estimate_node(self.draft, node, self.confidence)
        as_leaf, as_is, raised = estimate.as_leaf, estimate.as_is, np.inf
        if self.raising:
            # With more errors than these it is not raised, so no more are counted.
            most = as_leaf - SLACK if as_leaf <= as_is + SLACK else as_is + SLACK
            raised = self._errors_if_raised(estimate, most)
        if as_leaf <= min(as_is, raised) + SLACK:
            self.steps.append((node, "leaf", as_is, as_leaf))
            draft.kind[node], draft.branches[node] = LEAF, 0
            if self.raising:
                self.leaf_rows[node] = self._rows_in(estimate.leaves)
            return False
        if raised > as_is + SLACK:
            return False
        self.steps.append((node, "raise", as_is, raised))
        for name in TAKEN_OVER:
            field = getattr(draft, name)
            field[node] = field[estimate.heaviest]
        self._send_down(node, *self._rows_in(estimate.leaves), update=True)
        return bool(draft.kind[node] != LEAF)

    def _errors_if_raised(self, estimate: NodeEstimate, most: float) -> float:
        """Errors expected if the rows of all leaves went down the heaviest branch.

        The rows that are there stay in their leaves, unless they are in parts, whose shares would change.
        """
        leaves, base = estimate.leaves, -1.0
        if self.is_whole:
            leaves, base = np.delete(leaves, np.s_[estimate.first : estimate.stop]), estimate.of_branch
        sent = SentRows(self.X, self.codes, *self._rows_in(leaves))
        return float(errors_when_sent(sent, self.draft, estimate.heaviest, base, most, self.confidence))

    def _rows_in(self, leaves: Array) -> tuple[Array, Array]:
        """Rows in several leaves, and their weights."""
        parts = [self.leaf_rows[leaf] for leaf in leaves.tolist() if leaf in self.leaf_rows]
        if not parts:
            return np.empty(0, np.int64), np.empty(0)
        rows, w = zip(*parts, strict=True)
        return np.concatenate(rows), np.concatenate(w)

    def tree(self, old: Tree) -> Tree:
        """What is left, numbered in preorder: numbers still rise from parent to child."""
        draft, order, waiting = self.draft, [], [0]
        while waiting:
            node = waiting.pop()
            order.append(node)
            waiting += [int(child) for child in self._children(node)[::-1]]
        kept = np.array(order)
        number = np.zeros(len(draft.kind), np.int64)
        number[kept] = np.arange(len(kept))
        leaf = draft.kind[kept] == LEAF
        child = [number[self._children(node)] for node in order]
        rows = _row_counts(self, kept, old) if self.raising else old.rows
        value = draft.value[kept]
        same = len(old.missing_weights) > 0 and not self.raising  # raising sends rows elsewhere
        return old._replace(
            missing_weights=old.missing_weights[kept] if same else np.zeros((0, 0)),
            kind=draft.kind[kept],
            feature=np.where(leaf, -2, draft.feature[kept]),
            threshold=np.where(leaf, -2.0, draft.threshold[kept]),
            first=np.concatenate([[0], np.cumsum(draft.branches[kept])]),
            child=np.concatenate([*child, np.empty(0, np.int64)]).astype(np.int64),
            missing=np.where(leaf, 0, draft.missing[kept]),
            subset=np.where(leaf, -1, draft.subset[kept]),
            rows=rows[kept],
            weight=value.sum(axis=1),
            impurity=entropy(value, base=2),
            value=value,
        )


def _row_counts(pruner: Pruner, kept: Array, old: Tree) -> Array:
    """Number of rows in each node, from those in the leaves; a row in parts counts once."""
    rows = np.zeros(len(old.rows), np.int64)
    leaves = [int(node) for node in kept if pruner.draft.kind[node] == LEAF]
    rows[leaves] = [len(pruner.leaf_rows[leaf][0]) if leaf in pruner.leaf_rows else 0 for leaf in leaves]
    if rows.sum() == len(pruner.X):  # every row is in one leaf
        for node in kept[::-1]:
            rows[node] += rows[pruner._children(int(node))].sum()
        return rows
    for node in kept:
        here = np.zeros(len(pruner.X), dtype=bool)
        for leaf in leaves_below(pruner.draft, int(node)):
            if int(leaf) in pruner.leaf_rows:
                here[pruner.leaf_rows[int(leaf)][0]] = True
        rows[node] = np.count_nonzero(here)
    return rows


def error_based(
    tree: Tree, X: Array, codes: Array, w: Array | None, confidence: float = 0.25, raising: bool = True
) -> tuple[Tree, list[PruningStep]]:
    """The pruned tree; and for each step: node, "leaf" or "raise", expected errors before and after."""
    pruner = Pruner(tree, X, codes, np.ones(len(X)) if w is None else w, confidence, raising)
    pruner.run()
    return pruner.tree(tree), pruner.steps
