r"""Error-based (pessimistic) pruning, as in C4.5.

A leaf with N rows, E of them wrong, is expected to err on N · U(E, N) unseen rows, U the upper limit of the
binomial error rate at confidence CF (default 0.25). From the leaves up, a node becomes a leaf, or is replaced
by its heaviest branch (subtree raising, the node's rows sent down that branch), if the estimate then is no
larger than that of the node with its branches, up to 0.1 of an error. Before that, `collapse` cuts branches
that do not lessen the training errors.

    U N - E: E = 0: N (1 - CF^(1/N)); E < 1: in between; E + ½ >= N: N - E; otherwise Wilson's limit at (E +
    ½) / N

Reference: Quinlan, C4.5 (1993), chapter 4; Weka's J48, whose numbers these are.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri

from fenlei.kernels import Array, kernel
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.pruning.collapse import cut_at
from fenlei.trees.tree import Tree, branch_of, parents

SLACK = 0.1  # of an error, in favour of the smaller tree
EVEN = 1e-3  # of an error, when branches do not lessen the training errors


class Draft(NamedTuple):
    """A tree whose nodes can take over the branches of others."""

    kind: Array  # (m,)
    feature: Array
    threshold: Array
    start: Array  # (m,) node i has the branches child[start[i] : start[i] + branches[i]]
    branches: Array  # (m,)
    child: Array
    missing: Array
    subset: Array
    sets: Array
    sizes: Array
    value: Array  # (m, K)


@kernel
def added_errors(N: float, E: float, CF: float, z: float) -> float:
    """U(E, N) N - E: the errors that are expected beyond those seen."""
    if E < 1.0:
        none = N * (1.0 - CF ** (1.0 / N))
        return none if E == 0.0 else none + E * (added_errors_above(N, 1.0, z) - none)
    return added_errors_above(N, E, z)


@kernel
def added_errors_above(N: float, E: float, z: float) -> float:
    if E + 0.5 >= N:
        return max(N - E, 0.0)
    f = (E + 0.5) / N
    r = (f + z * z / (2 * N) + z * np.sqrt(f / N - f * f / N + z * z / (4 * N * N))) / (1 + z * z / N)
    return r * N - E


@kernel
def expected_errors(value: Array, CF: float, z: float) -> float:
    """Errors expected of a leaf with class weights `value`."""
    N = value.sum()
    if N <= 1e-9:
        return 0.0
    E = max(N - value.max(), 0.0)
    return E + added_errors(N, E, CF, z)


@kernel
def errors_of_leaves(leaves: Array, value: Array, CF: float, z: float) -> float:
    """Errors expected of several leaves together."""
    total = 0.0
    for leaf in leaves:
        total += expected_errors(value[leaf], CF, z)
    return total


def collapse(tree: Tree) -> Tree:
    """Branches that do not lessen the training errors are cut, from the root down."""
    wrong = np.maximum(tree.weight - tree.value.max(axis=1), 0.0)
    below = np.where(tree.kind == LEAF, wrong, 0.0)
    parent = parents(tree)
    for i in range(len(below) - 1, 0, -1):
        below[parent[i]] += below[i]
    return cut_at(tree, below >= wrong - EVEN)


@kernel
def send(
    X: Array,
    codes: Array,
    draft: Draft,
    root: int,
    rows: Array,
    w: Array,
    update: bool,
    base: float,
    most: float,
    CF: float,
    z: float,
) -> tuple[float, Array, Array, Array]:
    """Send rows down from `root`: expected errors; and row, weight, leaf of each part that arrives.

    Parts of missing values go by the shares of the known ones. With `update` the values of the nodes are
    renewed. With a finite `most` only the errors are asked for, and no further than up to it. With `base`,
    the errors expected of the leaves as they are, the rows come in addition to those that are there; -1 if
    not.
    """
    adds = base >= 0.0
    errors = base if adds else 0.0
    K = draft.value.shape[1]
    trial = most < np.inf
    stack = [(root, rows, w)]
    arrived = [(np.empty(0, np.int64), np.empty(0), 0)]
    while len(stack) > 0:
        node, rows, w = stack.pop()
        counts = np.zeros(K)
        for q in range(rows.shape[0]):
            counts[codes[rows[q]]] += w[q]
        if update:
            draft.value[node] = counts
        if draft.kind[node] == LEAF:
            if adds:
                counts += draft.value[node]
                errors -= expected_errors(draft.value[node], CF, z)
            errors += expected_errors(counts, CF, z)
            if errors > most:
                break
            if not trial:
                arrived.append((rows, w, node))
            continue
        j, branches = draft.feature[node], draft.branches[node]
        branch = np.empty(rows.shape[0], np.int64)
        share = np.zeros(branches)
        size = np.zeros(branches, np.int64)
        for q in range(rows.shape[0]):
            branch[q] = branch_of(X[rows[q], j], node, draft)
            if branch[q] >= 0:
                share[branch[q]] += w[q]
                size[branch[q]] += 1
        missing = rows.shape[0] - size.sum()
        if share.sum() == 0.0:
            share[:] = 1.0
        share /= share.sum()
        first = np.zeros(branches + 1, np.int64)
        for b in range(branches):
            first[b + 1] = first[b] + size[b] + (missing if share[b] > 0.0 else 0)
        some, parts, free = np.empty(first[branches], np.int64), np.empty(first[branches]), first.copy()
        for q in range(rows.shape[0]):
            known = branch[q] >= 0
            for b in range(branch[q] if known else 0, branch[q] + 1 if known else branches):
                if known or share[b] > 0.0:
                    some[free[b]], parts[free[b]] = rows[q], w[q] * (1.0 if known else share[b])
                    free[b] += 1
        for b in range(branches):
            if update or first[b + 1] > first[b]:
                part = slice(first[b], first[b + 1])
                stack.append((draft.child[draft.start[node] + b], some[part], parts[part]))
    total = 0
    for some, _, _ in arrived:
        total += some.shape[0]
    out_rows, out_w, out_leaf = np.empty(total, np.int64), np.empty(total), np.empty(total, np.int64)
    place = 0
    for some, parts, leaf in arrived:
        out_rows[place : place + some.shape[0]] = some
        out_w[place : place + some.shape[0]] = parts
        out_leaf[place : place + some.shape[0]] = leaf
        place += some.shape[0]
    return errors, out_rows, out_w, out_leaf


@kernel
def leaves_below(draft: Draft, root: int) -> Array:
    """Leaves below a node, and the node itself if it is one."""
    found = [0]
    found.clear()
    stack = [root]
    while len(stack) > 0:
        node = stack.pop()
        if draft.kind[node] == LEAF:
            found.append(node)
        for b in range(draft.branches[node]):
            stack.append(draft.child[draft.start[node] + b])
    return np.array(found)


class Weighed(NamedTuple):
    """What is expected of a node."""

    as_leaf: float  # errors
    as_is: float
    of_branch: float  # of the leaves below its heaviest branch
    heaviest: int
    leaves: Array  # below it; those of the heaviest branch are leaves[first:stop]
    first: int
    stop: int


@kernel
def weigh(draft: Draft, node: int, CF: float, z: float) -> Weighed:
    leaves = leaves_below(draft, node)
    heaviest, most = -1, -1.0
    for b in range(draft.branches[node]):
        child = draft.child[draft.start[node] + b]
        weight = draft.value[child].sum()
        if weight > most:
            heaviest, most = child, weight
    there = leaves_below(draft, heaviest)
    first = 0
    while leaves[first] != there[0]:
        first += 1
    return Weighed(
        expected_errors(draft.value[node], CF, z),
        errors_of_leaves(leaves, draft.value, CF, z),
        errors_of_leaves(there, draft.value, CF, z),
        heaviest,
        leaves,
        first,
        first + there.shape[0],
    )


def make_draft(tree: Tree) -> Draft:
    arrays = (tree.kind, tree.feature, tree.threshold, tree.first[:-1], np.diff(tree.first), tree.child)
    rest = (tree.missing, tree.subset, tree.sets, tree.sizes, tree.value)
    return Draft(*(array.copy() for array in (*arrays, *rest)))


class Pruner:
    """Prunes a draft from the leaves up; `steps` says what was done to which node."""

    def __init__(
        self, tree: Tree, X: Array, codes: Array, w: Array, confidence: float, raising: bool
    ) -> None:
        self.draft, self.raising = make_draft(tree), raising
        self.X, self.codes = X, codes
        self.is_whole = raising and not np.isnan(X).any()  # no row is in parts
        self.limits = (confidence, float(-ndtri(confidence)))
        self.steps: list[tuple[int, str, float, float]] = []
        self.items: dict[int, tuple[Array, Array]] = {}
        if raising:
            self._settle(0, np.arange(len(X)), w, update=False)

    def _settle(self, root: int, rows: Array, w: Array, update: bool) -> None:
        """Note which rows, in which parts, are in the leaves below a node."""
        _, rows, w, leaf = send(
            self.X, self.codes, self.draft, root, rows, w, update, -1.0, np.inf, *self.limits
        )
        edges = np.flatnonzero(np.diff(leaf, prepend=-1, append=-1)).tolist()  # what is in a leaf is together
        for start, stop in pairwise(edges):
            self.items[int(leaf[start])] = rows[start:stop], w[start:stop]

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
        draft, found = self.draft, weigh(self.draft, node, *self.limits)
        as_leaf, as_is, heaviest, leaves = found.as_leaf, found.as_is, found.heaviest, found.leaves
        raised = np.inf
        if self.raising:
            # With more errors than these it is not raised, so no more are counted.
            most = as_leaf - SLACK if as_leaf <= as_is + SLACK else as_is + SLACK
            raised = self._errors_if_raised(found, most)
        if as_leaf <= min(as_is, raised) + SLACK:
            self.steps.append((node, "leaf", as_is, as_leaf))
            draft.kind[node], draft.branches[node] = LEAF, 0
            if self.raising:
                self.items[node] = self._rows_in(leaves)
            return False
        if raised > as_is + SLACK:
            return False
        self.steps.append((node, "raise", as_is, raised))
        for field in (
            draft.kind,
            draft.feature,
            draft.threshold,
            draft.start,
            draft.branches,
            draft.missing,
            draft.subset,
        ):
            field[node] = field[heaviest]
        self._settle(node, *self._rows_in(leaves), update=True)
        return bool(draft.kind[node] != LEAF)

    def _errors_if_raised(self, found: Weighed, most: float) -> float:
        """Errors expected if the rows of all leaves went down the heaviest branch.

        The rows that are there stay in their leaves, unless they are in parts, whose shares would change.
        """
        leaves, base = found.leaves, -1.0
        if self.is_whole:
            leaves, base = np.concatenate([leaves[: found.first], leaves[found.stop :]]), found.of_branch
        rows, w = self._rows_in(leaves)
        limits = (base, most, *self.limits)
        return float(send(self.X, self.codes, self.draft, found.heaviest, rows, w, False, *limits)[0])

    def _rows_in(self, leaves: Array) -> tuple[Array, Array]:
        """Rows in some leaves, and their weights."""
        parts = [self.items[leaf] for leaf in leaves.tolist() if leaf in self.items]
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
        rows = old.rows.copy()
        if self.raising:
            rows = _row_counts(self, kept, old)
        from fenlei.trees.criteria import entropy

        value = draft.value[kept]
        return old._replace(
            kind=draft.kind[kept],
            feature=np.where(leaf, -2, draft.feature[kept]),
            threshold=np.where(leaf, -2.0, draft.threshold[kept]),
            first=np.concatenate([[0], np.cumsum(draft.branches[kept])]),
            child=np.concatenate([*child, np.empty(0, np.int64)]).astype(np.int64),
            missing=np.where(leaf, 0, draft.missing[kept]),
            subset=np.where(leaf, -1, draft.subset[kept]),
            rows=rows[kept],
            weight=value.sum(axis=1),
            impurity=entropy(value),
            value=value,
        )


def _row_counts(pruner: Pruner, kept: Array, old: Tree) -> Array:
    """Number of rows in each node, from those in the leaves; a row that is there in parts counts once."""
    rows = np.zeros(len(old.rows), np.int64)
    leaves = [int(node) for node in kept if pruner.draft.kind[node] == LEAF]
    rows[leaves] = [len(pruner.items[leaf][0]) if leaf in pruner.items else 0 for leaf in leaves]
    if rows.sum() == len(pruner.X):  # every row is in one leaf
        for node in kept[::-1]:
            rows[node] += rows[pruner._children(int(node))].sum()
        return rows
    for node in kept:
        leaves = leaves_below(pruner.draft, int(node))
        parts = [pruner.items[int(leaf)][0] for leaf in leaves if int(leaf) in pruner.items]
        rows[node] = len(np.unique(np.concatenate(parts))) if parts else 0
    return rows


def error_based(
    tree: Tree, X: Array, codes: Array, w: Array | None, confidence: float = 0.25, raising: bool = True
) -> tuple[Tree, list[tuple[int, str, float, float]]]:
    """The pruned tree; and for each step: node, "leaf" or "raise", expected errors before and after."""
    pruner = Pruner(tree, X, codes, np.ones(len(X)) if w is None else w, confidence, raising)
    pruner.run()
    return pruner.tree(tree), pruner.steps
