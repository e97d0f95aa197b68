r"""Rounds of boosting: gradients at the scores so far, a tree for each, and its values added to the scores.

    f_0 = the constant of the least loss
    f_r = f_{r-1} + rate · tree_r,      tree_r grown on g = l'(y, f_{r-1}) and h = l''(y, f_{r-1})

Cost per round: about 2.7 n p additions for the histograms of a tree of 31 leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from fenlei.ensemble.boosting.growing.columns import ColumnBins, Columns
from fenlei.ensemble.boosting.growing.grower import BLOCK, TreeGrowth
from fenlei.ensemble.boosting.growing.histogram import ROW, thread_sums
from fenlei.ensemble.boosting.growing.nodes import CHILD, GAIN, START, STOP, VALUE, make_nodes, make_workspace
from fenlei.ensemble.boosting.growing.rules import Rules
from fenlei.ensemble.boosting.growing.tree import add_values, grow_tree
from fenlei.ensemble.boosting.losses import CLASSES, Loss, log_sums, mean_loss, quantile_of
from fenlei.ensemble.boosting.record import GrownTree
from fenlei.ensemble.boosting.rounding import RoundedGradients
from fenlei.kernels import Array, plain_kernel
from fenlei.kernels.counters import config
from fenlei.kernels.phases import LENGTH
from fenlei.kernels.team import block_done, share_blocks, take_block
from fenlei.kernels.threads import available_cores, effective_n_jobs, inside_task
from fenlei.trace import tell, traced

SHARE = 1 << 17  # values that are worth a thread


class BinnedRows(NamedTuple):
    """Rows in bins, their loss and scores."""

    columns: Columns
    bins: ColumnBins
    loss: Loss
    scores: Array  # (trees, n), which rounds add to


class BoostingStep(NamedTuple):
    """One round, as a listener is told of it (`fenlei.trace`)."""

    iteration: int
    most: int
    leaves: int  # of its trees
    gain: float  # sum over their splits
    loss: float  # mean over the training rows after it


def _step(r: int, most: int, trees: list[GrownTree], rows: BinnedRows) -> BoostingStep:
    leaves = sum(int(np.count_nonzero(tree.numbers[:, CHILD] == 0)) for tree in trees)
    gain = sum(float(tree.sums[tree.numbers[:, CHILD] > 0, GAIN].sum()) for tree in trees)
    return BoostingStep(r + 1, most, leaves, gain, mean_loss(rows.loss, rows.scores))


def thread_count(n: int, p: int, n_jobs: int | None) -> int:
    """Threads that grow a tree on n rows of p values."""
    if config.DISABLE_JIT or inside_task():
        return 1
    return max(1, min(effective_n_jobs(n_jobs), available_cores(), n * p // SHARE))


def boost(
    rows: BinnedRows,
    rules: Rules,
    rate: float,
    rounds: range,
    n_jobs: int | None,
    after: Callable[[list[GrownTree]], bool],
    verbose: int = 0,
) -> list[GrownTree]:
    """Grow the trees of these rounds; `after` each it is told of its trees and may end them by True."""
    loss, columns, n = rows.loss, rows.columns, len(rows.loss.y)
    threads = thread_count(n, len(columns.number), n_jobs)
    gradients = RoundedGradients(loss.w, n, threads)
    nodes, work = make_nodes(n, columns, rules), make_workspace(n, columns, threads, BLOCK)
    sums, found = thread_sums(threads, columns), list[GrownTree]()
    for r in rounds:
        totals = log_sums(rows.scores, threads) if loss.kind == CLASSES else np.empty(0)
        for k in range(loss.trees):
            scores = rows.scores[k]
            coded, units, total_g, total_h = gradients.of(loss, k, scores, totals)
            growth = TreeGrowth(columns, coded, rules, units, nodes, work, sums)
            tree, phases = r * loss.trees + k, np.zeros(LENGTH, np.int64)
            share_blocks(grow_tree, threads, growth, tree, total_g, total_h, phases, n_jobs=threads)
            found.append(take_tree(growth, loss, scores, rate, threads))
            share_blocks(add_values, -(-n // BLOCK), growth, found[-1].value, BLOCK, scores, n_jobs=threads)
        if verbose or traced():
            step = _step(r, rounds.stop, found[-loss.trees :], rows)
            tell(step)
            if verbose:
                tell(f"round {step.iteration} of {step.most}: {step.leaves} leaves, loss {step.loss:.6g}")
        if after(found[-loss.trees :]):
            break
    return found


def take_tree(growth: TreeGrowth, loss: Loss, scores: Array, rate: float, threads: int) -> GrownTree:
    """A copy of the tree that was grown; the values of its nodes are shrunk."""
    nodes, m = growth.nodes, int(growth.nodes.used[0])
    value = nodes.sums[:m, VALUE].copy()
    if loss.takes_quantiles and m > 1:
        share_blocks(leaf_quantiles, m, growth, loss, scores, value, n_jobs=threads)
    lefts = nodes.lefts[:m].copy() if len(nodes.lefts) > 1 else nodes.lefts
    return GrownTree(nodes.numbers[:m].copy(), nodes.sums[:m].copy(), lefts, rate * value)


@plain_kernel
def leaf_quantiles(growth: TreeGrowth, loss: Loss, scores: Array, out_value: Array, counters: Array) -> None:
    """The value of each leaf: the quantile of y - f in it."""
    numbers, items = growth.nodes.numbers, growth.rows.items
    i = take_block(counters)
    while i >= 0:
        if numbers[i, CHILD] == 0:
            start, stop = numbers[i, START], numbers[i, STOP]
            residuals = np.empty(stop - start)
            weights = np.empty(stop - start if loss.w.shape[0] else 0)
            for q in range(start, stop):
                row = items[q] >> ROW
                residuals[q - start] = loss.y[row] - scores[row]
                if loss.w.shape[0]:
                    weights[q - start] = loss.w[row]
            out_value[i] = quantile_of(residuals, weights, loss.quantile)
        block_done(counters)
        i = take_block(counters)


def no_limit(trees: object) -> bool:
    """Never ends the rounds."""
    return False
