"""The leaves of a tree of boosting: sums of gradients and hessians, and the value that follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.ensemble.boosting.replay import GrownOn, TreeGradients, leaves_of, node_sums
from fenlei.explanation.formula.building import chain, function, letter, minus, number, over, plus, times
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.gradient_boosting import branch_words
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.ensemble.boosting.boosting import HistGradientBoosting

MOST_CHAINS, MOST_LEAVES = 6, 40


class TreeSums(NamedTuple):
    """A tree with the sums of its nodes (m,)."""

    t: int
    start: int  # first node of the tree in the record
    leaf: Array  # (n,) that each row ends in, counted from the root
    g: Array
    h: Array
    rows: Array


def tree_sums(model: HistGradientBoosting, on: GrownOn, found: TreeGradients, t: int) -> TreeSums:
    """The sums of the nodes of tree t over the rows that it was grown on."""
    record = model.model_
    leaf = leaves_of(record, t, on.X)
    g, h = (node_sums(record, t, leaf, values) for values in (found.rounded_g, found.rounded_h))
    return TreeSums(t, int(record.start[t]), leaf, g, h, node_sums(record, t, leaf, np.ones(len(leaf))))


def value_chain(
    model: HistGradientBoosting, on: GrownOn, sums: TreeSums, i: int, f: Array, name: Formula
) -> Chain:
    """The value of leaf i, shrunk, at scores f (n,) before the tree; the last number is the tree's."""
    own, rate = float(model.model_.value[sums.start + i]), float(model.learning_rate)
    if i == 0:
        return chain(name, own)
    letters = times(letter("η"), minus(over(letter("G"), plus(letter("H"), letter("λ")))))
    if on.loss.takes_quantiles:
        return chain(name, times(rate, _quantile(on, sums.leaf == i, f)), own)
    ratio = over(minus(float(sums.g[i])), plus(float(sums.h[i]), float(model.l2_regularization)))
    value = -float(sums.g[i]) / (float(sums.h[i]) + float(model.l2_regularization))
    bound = own / rate
    if abs(value - bound) > 1e-9 * max(1.0, abs(value)) and model.monotonic_cst is not None:
        kept = function("max" if value < bound else "min", ratio, bound)
        return chain(name, times(rate, kept), own)
    return chain(name, letters, times(rate, ratio), own)


def _quantile(on: GrownOn, inside: Array, f: Array) -> Formula:
    """The q-quantile of the residuals y - f of the rows inside; between two of them their mean."""
    residuals = np.sort(np.ldexp(on.loss.y[inside], -on.unit) - f[inside])
    low, high = quantile_ends(residuals, on.loss.quantile)
    return over(plus(low, high), 2.0)


def quantile_ends(values: Array, q: float) -> tuple[float, float]:
    """The two of the sorted values whose mean is their q-quantile."""
    at, last = q * len(values), len(values) - 1
    low, high = min(max(int(np.ceil(at)) - 1, 0), last), min(int(np.floor(at)), last)
    return float(values[low]), float(values[high])


def leaves_step(
    model: HistGradientBoosting, on: GrownOn, sums: TreeSums, f: Array, terms: ModelTerms
) -> WorkingStep:
    """The leaves of the first tree."""
    record = model.model_
    nodes = slice(sums.start, int(record.start[sums.t + 1]))
    leaves = np.flatnonzero(record.feature[nodes] < 0)
    chains = [value_chain(model, on, sums, int(i), f, letter("v", int(i))) for i in leaves[:MOST_CHAINS]]
    key = "boosted_fit_quantiles" if on.loss.takes_quantiles else "boosted_fit_leaves"
    facts: dict[str, Any] = {
        "count": len(leaves),
        "rate": f"{model.learning_rate:g}",
        "l2": f"{model.l2_regularization:g}",
    }
    return terms.step(key, chains, [_grid(model, sums, leaves, terms)], **facts)


def _grid(model: HistGradientBoosting, sums: TreeSums, leaves: Array, terms: ModelTerms) -> Grid:
    record, ways = model.model_, _ways(model, sums, terms)
    lines = [
        (int(i), ways[i], sums.rows[i], sums.g[i], sums.h[i], number(record.value[sums.start + i]).value)
        for i in leaves[:MOST_LEAVES]
    ]
    headings = terms.words("boosted_leaf", "boosted_way", "rows", "boosted_G", "boosted_H", "boosted_value")
    return terms.grid("boosted_leaves", headings, lines, shown=len(lines), count=len(leaves))


def _ways(model: HistGradientBoosting, sums: TreeSums, terms: ModelTerms) -> list[str]:
    """The conditions on the way to each node."""
    record, m = model.model_, len(sums.g)
    ways = [""] * m
    for i in range(m):
        first = int(record.child[sums.start + i])
        for b in range(2 if first else 0):
            words = branch_words(record, sums.start + i, b, terms)
            ways[first + b] = f"{ways[i]}; {words}" if ways[i] else words
    return ways
