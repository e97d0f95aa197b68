"""The best split of a node on binned columns, among features drawn at random.

Numeric features are tried by kernels that count no references; nominal ones, whose kernels do, in between.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, borrowing_kernel, kernel
from fenlei.trees.exact.growth_rules import POISSON, TIE, GrowthRules, Node, Work
from fenlei.trees.exact.nominal_split import best_subset
from fenlei.trees.exact.numeric_split import GAIN
from fenlei.trees.histogram.binning import Bins
from fenlei.trees.histogram.cuts import best_cut
from fenlei.trees.histogram.prefix_sums import (
    BINS,
    FEW,
    NodeFacts,
    NodeScratch,
    Target,
    add_rows_up,
    count_classes,
)
from fenlei.trees.impurity import draws_among_equals
from fenlei.trees.random_numbers import drawn_before, uniform

BY = 1  # index in a found split of its feature


class FeatureSearch(NamedTuple):
    """Working arrays of the search for the split of a node."""

    order: Array  # (p,) int64, features in the order in which they are tried
    trial: Array  # (4 + L,) the split by one feature
    found: Array  # (4 + L,) the best so far


@borrowing_kernel
def draw_first(seed: np.uint64, enough: int, order: Array) -> None:
    """Draw the first `enough` features of `order` at random; in ascending order, for ties."""
    p = order.shape[0]
    for j in range(p):
        order[j] = j
    if enough == p:
        return
    for t in range(enough):
        draw_at(seed, t, order)
    for t in range(1, enough):
        j, position = order[t], t
        while position > 0 and order[position - 1] > j:
            order[position] = order[position - 1]
            position -= 1
        order[position] = j


@borrowing_kernel
def draw_at(seed: np.uint64, t: int, order: Array) -> None:
    """Exchange feature t of `order` with one drawn from those at t and after."""
    other = t + np.int64(uniform(seed + np.uint64(t)) * (order.shape[0] - t))
    order[t], order[other] = order[other], order[t]


@borrowing_kernel
def slack_of(facts: NodeFacts, s: NodeScratch) -> float:
    """As `gain_slack` of the node."""
    return TIE * s.node[1] / facts.weight if facts.criterion == POISSON else facts.margin / facts.weight


@borrowing_kernel
def keep_better(j: int, slack: float, seed: np.uint64, draws: bool, trial: Array, found: Array) -> None:
    """Keep the split by feature j if its gain is larger; of equals the first stays, or one that is drawn."""
    gain, best, other = trial[GAIN], found[GAIN], np.int64(found[BY])
    larger = gain > best + slack or (other < 0 and gain > -np.inf)
    equal = draws and other >= 0 and gain >= best - slack
    if not larger and not (equal and drawn_before(j, other, seed)):
        return
    for c in range(found.shape[0]):
        found[c] = trial[c]
    found[BY] = j


@borrowing_kernel
def search_numbers(
    items: Array,
    bins: Bins,
    facts: NodeFacts,
    target: Target,
    rules: GrowthRules,
    s: NodeScratch,
    t: int,
    search: FeatureSearch,
) -> int:
    """Try the features of `order` from index t up to a nominal one; its index, or p at the end.

    If none of `max_features` can split, more are drawn until one can.
    """
    order, trial, found = search.order, search.trial, search.found
    codes, sizes, p = bins.codes, bins.sizes, order.shape[0]
    enough, added = min(rules.max_features, p), t
    pairs = facts.plain and facts.stop - facts.start > FEW  # count two features at once
    slack, draws = slack_of(facts, s), draws_among_equals(rules.criterion, rules.max_features)
    if t == 0:
        found[GAIN], found[BY] = -np.inf, -1.0
        draw_first(facts.seed, enough, order)
    while t < p:
        if t >= enough:
            if found[BY] >= 0.0:
                return p
            draw_at(facts.seed, t, order)
        j = order[t]
        if sizes[j] > 0:
            return t
        if pairs and t >= added and t + 1 < enough and sizes[order[t + 1]] == 0:
            count_classes(items, codes, j, order[t + 1], facts, target, s)
            added = t + 2
        ready = added - t  # 2: the first of a pair, 1: the second, else none
        f = best_cut(items, codes, j, ready, facts, target, rules.table, s, trial)
        trial[GAIN] = (f - facts.before) / facts.weight
        keep_better(j, slack, facts.seed, draws, trial, found)
        t += 1
    return p


@kernel
def gather_bins(
    items: Array, j: int, bins: Bins, facts: NodeFacts, target: Target, s: NodeScratch, work: Work
) -> int:
    """The categories that occur, as groups; their number. Missing values have the code after the last."""
    sums, L, count = s.bins[0], s.node.shape[0], 0
    add_rows_up(items, bins.codes, j, facts, target, sums)
    for b in range(BINS):
        if sums[L, b] > 0:
            work.group_info[count, 0] = min(b, bins.sizes[j])
            work.group_info[count, 1] = np.int64(sums[L, b])
            for k in range(L):
                work.group[count, k] = sums[k, b]
            count += 1
        for k in range(L + 1):
            sums[k, b] = 0
    return count


@kernel
def try_subset(
    items: Array,
    j: int,
    bins: Bins,
    facts: NodeFacts,
    target: Target,
    rules: GrowthRules,
    s: NodeScratch,
    work: Work,
    search: FeatureSearch,
) -> None:
    """Try the nominal feature j."""
    search.trial[GAIN] = -np.inf
    groups = gather_bins(items, j, bins, facts, target, s, work)
    node = Node(s.node, facts.weight, -np.inf, np.inf, facts.seed)
    best_subset(groups, facts.stop - facts.start, j, node, rules, work, search.trial)
    draws = draws_among_equals(rules.criterion, rules.max_features)
    keep_better(j, slack_of(facts, s), facts.seed, draws, search.trial, search.found)
