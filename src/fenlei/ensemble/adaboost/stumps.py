r"""Decision stumps for boosting: trees with one split, found on columns that are sorted once for all rounds.

A round scans every presorted column with the weights of the round and takes the best split of all, as the
tree does at its root (`trees/exact/`): numbers are split at a threshold, categories in two sets, and missing
values go to the better side. Nothing is sorted or moved again, so a round costs O(n p),
feature by feature on all threads. The stumps of all rounds are one record of flat arrays.

Two classes of numbers, none missing, have a shorter scan: with weights signed by class, L = Σ w and S = Σ ±w
of a group, the Gini index has Σ_k c_k² / c = (L + S² / L) / 2, so only S² / L of both sides has to be
compared.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from fenlei.functions.information import entropy, gini
from fenlei.kernels import Array, kernel
from fenlei.kernels.threads import row_blocks, run_blocks
from fenlei.messages import phrase
from fenlei.records import Field, check_record, refuse_record
from fenlei.trees.exact.grower import ChosenSplit, TopGrower
from fenlei.trees.exact.growth_rules import GINI, LEAF, SUBSET, THRESHOLD, TIE, GrowthRules, Node
from fenlei.trees.exact.numeric_split import CUT, GAIN
from fenlei.trees.exact.presorted_columns import PresortedColumns, known_part, rank_of, row_of
from fenlei.trees.exact.splitting import mark
from fenlei.trees.exact.steps import PendingNode, choose, is_leaf
from fenlei.trees.tree import Tree, branch_of, majority


class Stumps(NamedTuple):
    """T stumps; the fields are those of `Tree`, one entry per stump."""

    kind: Annotated[Array, Field("T", "iu", LEAF, SUBSET)]  # leaf (nothing to split), threshold, set
    feature: Annotated[Array, Field("T", "iu", -2)]  # -2 for a leaf
    threshold: Annotated[Array, Field("T", high=np.inf)]  # x <= threshold goes to the first branch
    missing: Annotated[Array, Field("T", "iu", 0, 1)]  # branch of a missing or unknown value
    subset: Annotated[Array, Field("T", "iu", -1)]  # where the stump's set starts in `sets`; -1: it has none
    sets: Annotated[Array, Field("s", "iu", 0, 1)]  # 1 for each category that goes to the first branch
    sizes: Annotated[Array, Field("p", "iu", 0)]  # number of categories of each feature, 0 for a number
    rows: Annotated[Array, Field("T 3", "iu", 0)]  # of all and of the branches
    value: Annotated[Array, Field("T 3 K", low=0.0)]  # class weights of all and of the branches


class Stump(NamedTuple):
    """One stump as it is found."""

    kind: int
    feature: int
    threshold: float
    missing: int
    set: Array  # (m,) uint8; empty but for a set of categories
    rows: Array  # (3,)
    value: Array  # (3, K)


def check_stumps(stumps: Stumps, p: int, K: int, T: int) -> None:
    """Raise ModelFileError if following a stump could leave its arrays."""
    check_record(stumps, p=p, K=K, T=T)
    inner = stumps.kind > LEAF
    size = np.where(inner, stumps.sizes[np.where(inner, stumps.feature, 0) % max(p, 1)], 0)
    nominal = stumps.kind == SUBSET
    sound = (
        bool(np.all(inner == (stumps.feature >= 0)))
        and bool(np.all(stumps.feature < p))
        and bool(np.all((stumps.subset >= 0) == nominal))
        and bool(np.all((size > 0) == nominal))
        and bool(np.all((stumps.subset + size)[nominal] <= len(stumps.sets)))
        and bool(np.all(stumps.value[:, 0].sum(axis=1) > 0))
    )
    if not sound:
        raise refuse_record("stumps", phrase("record.stumps"), phrase("record.others"))


class StumpFinder:
    """Sorted columns and, for each vector of weights, the best stump."""

    def __init__(self, columns: PresortedColumns, rules: GrowthRules, K: int, n_jobs: int | None) -> None:
        self.columns, self.rules, self.K = columns, rules, K
        self.top = TopGrower(columns, rules, K, K, n_jobs)
        self.root = PendingNode(0, len(columns.X), 0, -1, 0, -np.inf, np.inf, rules.seed)
        self.found: list[Stump] = []
        plain = rules.criterion == GINI and rules.min_samples_leaf <= 1 and rules.min_weight_leaf <= 0.0
        whole = not columns.sizes.any() and all(known_part(words) == len(words) for words in columns.words)
        self.signs = np.where(columns.codes == 1, 1.0, -1.0) if plain and whole and K == 2 else None

    def __call__(self, w: Array) -> Array:
        """Class code (n,) that the best stump under weights w (n,) gives each row; the stump is kept."""
        columns, top = self.columns._replace(w=w), self.top
        top.columns, top.count = columns, 0
        _, node, impurity = top.make(self.root)
        split = (top.search if self.signs is None else self._search_signed)(self.root, node, impurity)
        n, rows, value = len(w), np.zeros(3, np.int64), np.zeros((3, self.K))
        rows[0], value[0] = n, node.sums
        if split is None:
            self.found.append(Stump(LEAF, -2, -2.0, 0, np.empty(0, np.uint8), rows, value))
            return np.full(n, majority(value[0]))
        j = split.feature
        codes_set = np.empty(columns.sizes[j], np.uint8)
        words, found = columns.words[j], split.found
        kind, threshold, missing, _ = mark(
            words, j, found, node, columns, self.rules, w, top.work, top.branch, codes_set
        )
        weigh_branches(top.branch, columns.codes, w, rows[1:], value[1:])
        self.found.append(Stump(kind, j, threshold, missing, codes_set, rows, value))
        return majority(value[1:])[top.branch]

    def _search_signed(self, root: PendingNode, node: Node, impurity: float) -> ChosenSplit | None:
        """As `TopGrower.search`, for two classes of numbers."""
        if is_leaf(root, node.sums, node.weight, impurity, self.rules):
            return None
        words, found = self.columns.words, np.zeros((len(self.columns.words), 4))
        signed = self.signs * self.top.columns.w

        def scan(start: int, stop: int) -> None:
            for j in range(start, stop):
                found[j, GAIN], found[j, CUT] = scan_signed(words[j], signed, node.sums)

        self.top._over_features(scan, root, len(words))
        j = choose(found, node, TIE, self.rules)
        return None if j < 0 else ChosenSplit(j, found[j], node)

    def drop_last(self) -> None:
        """Forget the stump of the last round."""
        self.found.pop()

    def stumps(self) -> Stumps:
        """All stumps as flat arrays."""
        found = self.found
        lengths = [len(stump.set) if stump.kind == SUBSET else 0 for stump in found]
        start = np.cumsum([0, *lengths[:-1]])
        sets = [stump.set for stump in found if stump.kind == SUBSET]
        whole = np.array([(s.kind, s.feature, s.missing) for s in found], np.int64).T
        return Stumps(
            kind=whole[0].copy(),
            feature=whole[1].copy(),
            threshold=np.array([stump.threshold for stump in found]),
            missing=whole[2].copy(),
            subset=np.where(whole[0] == SUBSET, start, -1),
            sets=np.concatenate([np.empty(0, np.uint8), *sets]),
            sizes=self.columns.sizes,
            rows=np.stack([stump.rows for stump in found]),
            value=np.stack([stump.value for stump in found]),
        )


@kernel
def scan_signed(words: Array, signed: Array, sums: Array) -> tuple[float, int]:
    """Gain by the Gini index and index of the best cut of a sorted column; -inf if nothing can be cut."""
    weight, sign = sums[0] + sums[1], sums[1] - sums[0]
    L, S, best, cut, margin = 0.0, 0.0, -np.inf, -1, 2.0 * TIE * weight
    for i in range(words.shape[0] - 1):
        v = signed[row_of(words[i])]
        S += v
        L += abs(v)
        if rank_of(words[i + 1]) != rank_of(words[i]):
            R, T = weight - L, sign - S
            if min(L, R) <= TIE * weight:  # a side of no weight: what remains of R is rounding
                continue
            f = (S * S * R + T * T * L) / (L * R)
            if f > best + margin:
                best, cut = f, i + 1
    return 0.5 * (best - sign * sign / weight) / weight, cut


@kernel
def weigh_branches(branch: Array, codes: Array, w: Array, out_rows: Array, out_value: Array) -> None:
    """Rows (2,) and class weights (2, K) of both branches, added."""
    for i in range(branch.shape[0]):
        out_rows[branch[i]] += 1
        out_value[branch[i], codes[i]] += w[i]


def stump_labels(stumps: Stumps) -> Array:
    """Class code (T, 2) of each branch, the first of equals; of a leaf, twice the same."""
    value = np.where((stumps.kind == LEAF)[:, None, None], stumps.value[:, :1], stumps.value[:, 1:])
    return majority(value)


def cast_votes(
    X: Array, stumps: Stumps, alpha: Array, rounds: range, n_jobs: int | None, out_votes: Array
) -> None:
    """Add alpha of the stumps of these rounds to the votes (n, K) for the class that each predicts."""
    label, numbers = stump_labels(stumps), bool(np.all(stumps.kind == THRESHOLD))

    def block(start: int, stop: int) -> None:
        add = add_threshold_votes if numbers else add_votes
        add(X[start:stop], stumps, label, alpha, rounds.start, rounds.stop, out_votes[start:stop])

    run_blocks(block, row_blocks(len(X), X.shape[1] + len(rounds), 1 << 19), n_jobs)


@kernel
def add_votes(
    X: Array, stumps: Stumps, label: Array, alpha: Array, start: int, stop: int, out_votes: Array
) -> None:
    for i in range(X.shape[0]):
        row, votes = X[i], out_votes[i]
        for t in range(start, stop):
            branch = branch_of(row[stumps.feature[t]], t, stumps) if stumps.kind[t] != LEAF else 0
            votes[label[t, branch]] += alpha[t]


@kernel
def add_threshold_votes(
    X: Array, stumps: Stumps, label: Array, alpha: Array, start: int, stop: int, out_votes: Array
) -> None:
    """As `add_votes`, for thresholds only and without branches, which no processor could predict."""
    feature, threshold, missing = stumps.feature, stumps.threshold, stumps.missing
    for i in range(X.shape[0]):
        row, votes = X[i], out_votes[i]
        for t in range(start, stop):
            x = row[feature[t]]
            above = np.int64(x > threshold[t]) + np.int64(x != x) * missing[t]
            votes[label[t, above]] += alpha[t]


def as_tree(stumps: Stumps, t: int, criterion: str) -> Tree:
    """Stump t as a tree of one or three nodes."""
    kind = stumps.kind[t]
    m = 1 if kind == LEAF else 3
    value = stumps.value[t, :m]
    size = stumps.sizes[stumps.feature[t]] if kind == SUBSET else 0

    def at_root(root: float, leaf: float) -> Array:
        return np.array([root, leaf, leaf][:m])

    return Tree(
        kind=at_root(kind, LEAF),
        feature=at_root(stumps.feature[t], -2),
        threshold=at_root(stumps.threshold[t], -2.0),
        first=np.array([0, m - 1, m - 1, m - 1][: m + 1]),
        child=np.arange(1, m),
        missing=at_root(stumps.missing[t], 0),
        subset=at_root(0 if kind == SUBSET else -1, -1),
        sets=stumps.sets[stumps.subset[t] : stumps.subset[t] + size] if size else np.empty(0, np.uint8),
        sizes=stumps.sizes,
        rows=stumps.rows[t, :m],
        weight=value.sum(axis=1),
        impurity=gini(value) if criterion == "gini" else entropy(value, base=2),
        value=value,
    )
