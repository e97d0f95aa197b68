r"""Growing a forest: each tree on rows drawn anew, one tree a task.

Bootstrap: `draws` times a row is drawn, row i with probability w_i / W, and a tree weighs a row by the times
it was drawn. The draws depend on the rows, not on their order: rows are first put in an order of their own,
by a hash of their bins, and a number u from 0 up to 1 draws the row where the running sum of the weights
passes u W. So a permutation of the rows gives the same forest, and so does a row of weight 2 in the place of
the row twice; whole weights draw W rows, as if they were repeated.

Trees are grown on bins (`trees/histograms.py`); on presorted columns, exactly, where that is asked for, or
where bins cannot serve: more than 255 categories, the absolute error, monotonic constraints, a limit on the
number of leaves.

Tree t has seed splitmix(seed + t), so trees do not depend on threads, nor on the number of trees.
Reference: Breiman, Bagging predictors (1996); Random forests (2001).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fenlei.ensemble.forest.record import Forest, as_tree, nodes_of, one_tree
from fenlei.kernels import Array, kernel
from fenlei.trees.exact.grower import grow
from fenlei.trees.exact.growth_rules import ENTROPY, Rules, entropy_table
from fenlei.trees.exact.presorted_columns import MOST_ROWS, Columns, presort, row_of
from fenlei.trees.histogram.binning import MISSING_BIN, Bins, bin_columns
from fenlei.trees.histogram.grower import grow_nodes
from fenlei.trees.pruning.cost_complexity import weakest_links
from fenlei.trees.random_numbers import splitmix, uniform

MIXER = np.uint64(0x9E3779B97F4A7C15)


class Sampling(NamedTuple):
    """How rows are drawn, in their own order."""

    order: Array  # (n,) int64, the rows in that order
    edges: Array  # (n,) running sum of the weights; empty for weight one
    draws: int  # 0: every row is taken once


class Draws:
    """What `fit` drew, for as long as the model is not saved: seeds of the parts, and how rows are drawn."""

    def __init__(self) -> None:
        self.seed: int | None = None
        self.seeds: list[np.uint64] = []
        self.sampling: Any = None  # Sampling; None after loading

    def __repr__(self) -> str:
        return "Draws()"


class Ground(NamedTuple):
    """Rows in their own order, ready for growing; bins or columns, the other is None."""

    sampling: Sampling
    bins: Bins | None
    columns: Columns
    K: int  # classes; 0 for regression
    subsample_balanced: bool


def own_order(codes: Array, y: Array) -> Array:
    """Rows by a hash of their codes (n, p), then by target: it does not matter how they came."""
    key = np.zeros(len(codes), np.uint64)
    for j in range(codes.shape[1]):
        key = (key ^ codes[:, j].astype(np.uint64)) * MIXER
        key ^= key >> np.uint64(29)
    return np.lexsort((y, key))


def dense_ranks(X: Array, sizes: Array) -> Array:
    """Ranks (n, p) of the values of each column, or their codes: what bins are if they keep values apart."""
    ranks = np.full(X.shape, MISSING_BIN)
    for j in range(X.shape[1]):
        known = ~np.isnan(X[:, j])
        values = X[known, j]
        ranks[known, j] = values if sizes[j] else np.unique(values, return_inverse=True)[1]
    return ranks


def count_draws(w: Array | None, n: int, max_samples: Any) -> int:
    """Number of draws: n, or the sum of whole weights; or a number; or a share of that."""
    whole = n
    if w is not None and (w == np.floor(w)).all() and w.sum() < MOST_ROWS:
        whole = int(w.sum())
    if max_samples is None:
        return whole
    return int(max_samples) if not isinstance(max_samples, float) else max(1, round(max_samples * whole))


def prepare_ground(
    X: Array, y: Array, K: int, sizes: Array, w: Array | None, most_bins: int | None, draws: int, n_jobs: Any
) -> Ground:
    """The rows in their own order; most_bins None: presorted columns."""
    y = y.astype(np.int64 if K else np.float64)
    bins = None if most_bins is None else bin_columns(X, sizes, w, most_bins, n_jobs)
    order = own_order(dense_ranks(X, sizes) if bins is None else bins.codes, y)
    y, w = y[order], None if w is None else w[order]
    edges = np.empty(0) if w is None else np.cumsum(w)
    codes, targets = (y, np.empty(0)) if K else (np.zeros(len(y), np.int64), y)
    weights = np.empty(0) if w is None else w
    if bins is None:
        columns = presort(X[order], codes, sizes, w, targets, n_jobs)
    else:
        bins = bins._replace(codes=bins.codes[order])
        columns = Columns(X, np.empty((0, 0), np.uint64), sizes, codes, targets, weights)
    return Ground(Sampling(order, edges, draws), bins, columns, K, False)


@kernel
def draw_times(seed: np.uint64, draws: int, edges: Array, out_times: Array) -> None:
    """How often each row is drawn."""
    n = out_times.shape[0]
    total = edges[n - 1] if edges.shape[0] else np.float64(n)
    for d in range(draws):
        place = uniform(seed + np.uint64(d)) * total
        first, behind = 0, n - 1
        if edges.shape[0]:
            while first < behind:
                middle = (first + behind) // 2
                if edges[middle] <= place:
                    first = middle + 1
                else:
                    behind = middle
        else:
            first = min(np.int64(place), behind)
        out_times[first] += 1


def times_drawn(sampling: Sampling, seed: np.uint64) -> Array:
    """How often each row (n,), in the rows' own order, is drawn for the tree of this seed."""
    if sampling.draws == 0:
        return np.ones(len(sampling.order), np.int64)
    times = np.zeros(len(sampling.order), np.int64)
    draw_times(np.uint64(splitmix(seed)), sampling.draws, sampling.edges, times)
    return times


def tree_seeds(seed: int, first: int, behind: int) -> list[np.uint64]:
    """Seeds of trees first to behind."""
    return [
        np.uint64(splitmix(np.uint64(splitmix(np.uint64(seed))) ^ np.uint64(t))) for t in range(first, behind)
    ]


def tree_weights(ground: Ground, times: Array) -> Array:
    """Weights of the rows in one tree; empty if the times drawn are all."""
    w, codes = ground.columns.w, ground.columns.codes
    if ground.sampling.draws:
        w = np.empty(0)  # they have had their say in the draws
    if not ground.subsample_balanced:
        return w
    counts = np.bincount(codes, times if w.size == 0 else times * w, minlength=ground.K)
    factor = np.divide(counts.sum(), (counts > 0).sum() * counts, out=np.zeros(ground.K), where=counts > 0)
    return (times if w.size == 0 else times * w) * factor[codes]


def grow_tree(
    ground: Ground, rules: Rules, seed: np.uint64, max_leaf_nodes: int | None, ccp_alpha: float
) -> Forest:
    """The tree of one seed."""
    times = times_drawn(ground.sampling, seed)
    w = tree_weights(ground, times)
    total = float((w[times > 0] if w.size else times).sum())
    table = entropy_table(int(total)) if rules.criterion == ENTROPY and w.size == 0 else np.empty(0)
    rules = rules._replace(
        seed=np.uint64(splitmix(seed ^ MIXER)),
        total=total,
        table=table,
        min_weight_leaf=rules.min_weight_leaf * total,  # was a share
    )
    if ground.bins is None:
        made = _exact(ground, rules, times, w, max_leaf_nodes)
    else:
        nodes = grow_nodes(ground.bins, times, ground.columns, w, rules, ground.K)
        made = one_tree(nodes, ground.bins.sizes, ground.K > 0)
    if ccp_alpha > 0:
        criterion = "entropy" if rules.criterion == ENTROPY else "gini"
        pruned = weakest_links(as_tree(made, criterion), ccp_alpha)
        return one_tree(nodes_of(pruned), made.sizes, ground.K > 0)
    return made


def _exact(ground: Ground, rules: Rules, times: Array, w: Array, max_leaf_nodes: int | None) -> Forest:
    columns, K = ground.columns, ground.K
    weights = w if w.size else times.astype(np.float64)
    if not w.size and times.max() == 1:
        weights = np.empty(0)
    drawn = times > 0
    count = np.count_nonzero(drawn)
    words = np.empty((len(columns.words), count), np.uint64)
    for row, chosen in zip(columns.words, words, strict=True):
        keep_drawn(row, drawn, chosen)
    tree = grow(columns._replace(words=words, w=weights), rules, K or 1, 1, max_leaf_nodes)
    return one_tree(nodes_of(tree), tree.sizes, K > 0)


@kernel
def keep_drawn(words: Array, drawn: Array, out_words: Array) -> None:
    """The words of the rows that are drawn, in order."""
    place = 0
    for word in words:
        if drawn[row_of(word)]:
            out_words[place] = word
            place += 1
