"""Forests for several targets at once: Y (n, O), labels of O targets or O numbers.

Each tree is grown on the entries of its columns (`trees/sparse`), whose splits serve all targets together:
the decrease of the impurity is averaged over them. Columns are sorted once for all trees; a tree takes the
entries of the rows drawn for it, in order. Every threshold is tried, without bins.

In the record (`record.py`) a leaf has the mean of each target, or the shares of the classes of all targets,
concatenated:

    value   | target 0: K_0 shares | target 1: K_1 shares | ...

so that walking, importances and model files are those of a regression.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fenlei.ensemble.forest.growth import dense_ranks, own_order
from fenlei.ensemble.forest.record import Forest, nodes_of, one_tree
from fenlei.ensemble.sampling import Sampling, times_drawn, tree_state
from fenlei.kernels import Array
from fenlei.trees.exact.growth_rules import ABSOLUTE
from fenlei.trees.grown_nodes import preorder
from fenlei.trees.pruning.cost_complexity import weakest_links
from fenlei.trees.settings import least_weight, tree_seed
from fenlei.trees.sparse.cuts import Growth, Targets
from fenlei.trees.sparse.entries import Entries, list_entries, make_scratch
from fenlei.trees.sparse.grower import grow_entries
from fenlei.trees.sparse.medians import with_ranks
from fenlei.trees.sparse.multi_output import class_targets, growth_of, number_targets
from fenlei.trees.target_units import original_units, scaled_impurity, target_shift
from fenlei.trees.tree import majority

if TYPE_CHECKING:
    from fenlei.trees.settings import GrowthSettings


class SeveralRows(NamedTuple):
    """Rows in their own order, ready for growing."""

    sampling: Sampling
    entries: Entries  # of all rows
    targets: Targets  # of all rows, w empty for weight one
    growth: Growth  # but for what a tree has of its own
    K: int  # cells of a leaf: classes of all targets, or targets
    widths: tuple[int, ...]  # number of classes of each target; none for numbers
    subsample_balanced: bool
    shift: int = 0  # numbers are multiplied by 2^shift


def prepare_several(
    model: GrowthSettings, X: Array, Y: Array, widths: Sequence[int], w: Array | None, draws: int
) -> SeveralRows:
    """The rows X (n, p) with targets Y (n, O), class codes if `widths` are given, in their own order."""
    n, p = X.shape
    order = own_order(dense_ranks(X, np.zeros(p, np.int64)), Y)
    Y, w = Y[order], None if w is None else w[order]
    shift = 0 if widths else target_shift(Y)
    targets = class_targets(list(Y.T), widths, w) if widths else number_targets(np.ldexp(Y, shift), w)
    growth = growth_of(model, n, p, Y.shape[1])
    growth = growth._replace(min_decrease=scaled_impurity(growth.min_decrease, shift, growth.criterion))
    edges = np.empty(0) if w is None else np.cumsum(w)
    K = sum(widths) if widths else Y.shape[1]
    entries = list_entries(X[order], model.n_jobs)
    drawn = Sampling(order, edges, draws)
    return SeveralRows(drawn, entries, targets, growth, K, tuple(widths), False, shift)


def grow_several(rows: SeveralRows, seed: np.uint64, ccp_alpha: float) -> Forest:
    """The tree of one seed."""
    times = times_drawn(rows.sampling, seed)
    w, drawn = several_weights(rows, times), times > 0
    cells, y = rows.targets.cells, rows.targets.y
    cells, y = cells[drawn] if len(cells) else cells, y[drawn] if len(y) else y
    targets, medians = rows.targets._replace(cells=cells, y=y, w=w[drawn]), rows.growth.criterion == ABSOLUTE
    total = float(targets.w.sum())
    growth = rows.growth._replace(
        seed=tree_seed(tree_state(seed)),
        total=total,
        min_weight_leaf=least_weight(rows.growth.min_weight_leaf, targets.w, len(times)),
    )
    entries = take_entries(rows.entries, drawn)
    scratch = make_scratch(entries, int(drawn.sum()), rows.K, medians)
    nodes = grow_entries(entries, with_ranks(targets) if medians else targets, growth, rows.K, scratch)
    tree = preorder(nodes, np.zeros(len(entries.start) - 1, np.int64))
    if ccp_alpha > 0:
        tree = weakest_links(tree, scaled_impurity(ccp_alpha, rows.shift, growth.criterion))
    value, impurity = original_units(tree.value, tree.impurity, rows.shift, growth.criterion)
    tree = tree._replace(value=value / tree.weight[:, None] if rows.widths else value, impurity=impurity)
    return one_tree(nodes_of(tree), tree.sizes, classes=False)


def several_weights(rows: SeveralRows, times: Array) -> Array:
    """Weights (n,) of the rows in one tree; balanced for each target in turn if that is asked for."""
    w = rows.targets.w
    given = times.astype(np.float64) if rows.sampling.draws or w.size == 0 else times * w
    if not rows.subsample_balanced:
        return given
    total, first = given.copy(), 0
    for column, K in zip(rows.targets.cells.T, rows.widths, strict=True):
        counts = np.bincount(column - first, given, K)
        present = counts > 0
        factor = np.divide(counts.sum(), present.sum() * counts, out=np.zeros(K), where=present)
        total *= factor[column - first]
        first += K
    return total


def take_entries(entries: Entries, keep: Array) -> Entries:
    """The entries of the rows to keep (n,), bool, which are numbered anew."""
    chosen = keep[entries.row]
    before = np.concatenate([[0], np.cumsum(chosen)])
    number = (np.cumsum(keep) - 1).astype(np.int32)
    return Entries(before[entries.start], entries.value[chosen], number[entries.row[chosen]])


def split_shares(P: Array, widths: Sequence[int]) -> list[Array]:
    """Shares (n, K_o) of the classes of each target from all of them (n, ΣK), each row with sum 1."""
    parts = np.split(P, np.cumsum(widths)[:-1], axis=1)
    return [part / part.sum(axis=1, keepdims=True) for part in parts]


def as_ballots(forest: Forest, widths: Sequence[int]) -> Forest:
    """The forest with one vote of each leaf for the largest class of each target."""
    parts = np.split(forest.value, np.cumsum(widths)[:-1], axis=1)
    votes = [np.eye(part.shape[1])[majority(part)] for part in parts]
    return forest._replace(value=np.hstack(votes))
