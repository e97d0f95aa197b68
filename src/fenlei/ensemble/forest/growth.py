r"""Growing a forest: each tree on rows drawn anew, one tree per task.

Rows are drawn with replacement (`ensemble/sampling.py`), by a hash of their bins. Trees are grown on bins
(`trees/histogram/grower.py`); on presorted columns, exactly, where that is asked for, or where bins cannot be
used: more than 255 categories, the absolute error, monotonic constraints, a limit on the number of leaves.
Reference: Breiman, Random forests, Machine Learning 45 (2001).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.ensemble.forest.record import Forest, nodes_of, one_tree
from fenlei.ensemble.sampling import MIXER, Sampling, times_drawn, tree_state
from fenlei.kernels import Array, kernel
from fenlei.table.rows import count_rows
from fenlei.trees.exact.grower import grow
from fenlei.trees.exact.growth_rules import ENTROPY, GrowthRules, entropy_table
from fenlei.trees.exact.presorted_columns import PresortedColumns, presort, row_of
from fenlei.trees.histogram.binning import MISSING_BIN, Bins, bin_columns
from fenlei.trees.histogram.grower import grow_nodes
from fenlei.trees.histogram.single_tree import tree_of
from fenlei.trees.pruning.cost_complexity import weakest_links
from fenlei.trees.settings import least_weight, tree_seed
from fenlei.trees.target_units import original_units, scaled_impurity, target_shift
from fenlei.trees.tree import Tree
from fenlei.weights import check_weights


class ForestRows(NamedTuple):
    """Rows in their own order, ready for growing: binned, or with presorted columns if `bins` is None."""

    sampling: Sampling
    bins: Bins | None
    columns: PresortedColumns
    K: int  # classes; 0 for regression
    subsample_balanced: bool
    shift: int = 0  # targets of a regression are multiplied by 2^shift


def weighted_rows(X: MatrixLike, sample_weight: ArrayLike | None) -> Array:
    """Numbers of the rows of X whose weight, if it is given, is above zero."""
    w = check_weights(sample_weight, count_rows(X))
    return np.arange(count_rows(X)) if w is None else np.flatnonzero(w)


def own_order(codes: Array, y: Array) -> Array:
    """Rows by a hash of their codes (n, p), then by target (n,) or targets (n, O).

    An order that does not depend on that of the input.
    """
    key = np.zeros(len(codes), np.uint64)
    for j in range(codes.shape[1]):
        key = (key ^ codes[:, j].astype(np.uint64)) * MIXER
        key ^= key >> np.uint64(29)
    return np.lexsort((*y.reshape(len(y), -1).T, key))


def dense_ranks(X: Array, sizes: Array) -> Array:
    """Ranks (n, p) of the values of each column, or their codes: bins with one value each."""
    ranks = np.full(X.shape, MISSING_BIN)
    for j in range(X.shape[1]):
        known = ~np.isnan(X[:, j])
        values = X[known, j]
        ranks[known, j] = values if sizes[j] else np.unique(values, return_inverse=True)[1]
    return ranks


def prepare_rows(
    X: Array,
    y: Array,
    K: int,
    sizes: Array,
    w: Array | None,
    most_bins: int | None,
    draws: int,
    n_jobs: int | None,
) -> ForestRows:
    """The rows in their own order; most_bins None: presorted columns."""
    shift = 0 if K else target_shift(y)
    y = y.astype(np.int64) if K else np.ldexp(y.astype(np.float64), shift) if shift else y.astype(np.float64)
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
        columns = PresortedColumns(X, np.empty((0, 0), np.uint64), sizes, codes, targets, weights)
    return ForestRows(Sampling(order, edges, draws), bins, columns, K, False, shift)


def tree_weights(rows: ForestRows, times: Array) -> Array:
    """Weights of the rows in one tree; empty if they are the times drawn."""
    w, codes = rows.columns.w, rows.columns.codes
    if rows.sampling.draws:
        w = np.empty(0)  # the draws have taken them into account
    if not rows.subsample_balanced:
        return w
    counts = np.bincount(codes, times if w.size == 0 else times * w, minlength=rows.K)
    factor = np.divide(counts.sum(), (counts > 0).sum() * counts, out=np.zeros(rows.K), where=counts > 0)
    return (times if w.size == 0 else times * w) * factor[codes]


def grow_tree(
    rows: ForestRows, rules: GrowthRules, seed: np.uint64, max_leaf_nodes: int | None, ccp_alpha: float
) -> Forest:
    """The tree of one seed."""
    times = times_drawn(rows.sampling, seed)
    w = tree_weights(rows, times)
    drawn = w[times > 0] if w.size else times
    total = float(drawn.sum())
    table = entropy_table(int(total)) if rules.criterion == ENTROPY and w.size == 0 else np.empty(0)
    rules = rules._replace(
        seed=tree_seed(tree_state(seed)),
        total=total,
        table=table,
        min_weight_leaf=least_weight(rules.min_weight_leaf, drawn, len(drawn)),  # was a share
    )
    if rows.bins is None:
        tree: Tree | None = _grow_exactly(rows, rules, times, w, max_leaf_nodes)
    else:
        nodes = grow_nodes(rows.bins, times, rows.columns, w, rules, rows.K)
        tree = tree_of(nodes, rows.bins.sizes) if ccp_alpha > 0 else None
    if tree is not None:
        alpha = scaled_impurity(ccp_alpha, rows.shift, rules.criterion)
        nodes = nodes_of(weakest_links(tree, alpha) if ccp_alpha > 0 else tree)
    made = one_tree(nodes, rows.columns.sizes, rows.K > 0)
    value, impurity = original_units(made.value, made.impurity, rows.shift, rules.criterion)
    return made._replace(value=value, impurity=impurity)


def _grow_exactly(
    rows: ForestRows, rules: GrowthRules, times: Array, w: Array, max_leaf_nodes: int | None
) -> Tree:
    columns, K = rows.columns, rows.K
    weights = w if w.size else times.astype(np.float64)
    if not w.size and times.max() == 1:
        weights = np.empty(0)
    drawn = times > 0
    words = np.empty((len(columns.words), np.count_nonzero(drawn)), np.uint64)
    for column, chosen in zip(columns.words, words, strict=True):
        keep_drawn(column, drawn, chosen)
    return grow(columns._replace(words=words, w=weights), rules, K or 1, 1, max_leaf_nodes)


@kernel
def keep_drawn(words: Array, drawn: Array, out_words: Array) -> None:
    """The words of the rows that are drawn, in order."""
    count = 0
    for word in words:
        if drawn[row_of(word)]:
            out_words[count] = word
            count += 1
