"""The first split of a tree of boosting: the histogram of its column, and what each cut gains.

gain = G_left² / (H_left + λ) + G_right² / (H_right + λ) - G² / (H + λ)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.ensemble.boosting.replay import GrownOn, TreeGradients
from fenlei.explanation.fit.gradient_boosting.leaves import TreeSums
from fenlei.explanation.formula.building import chain, letter, minus, over, plus, squared, summed, total
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.gradient_boosting import branch_words
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.ensemble.boosting.boosting import HistGradientBoosting

MOST_BINS = 32  # of a histogram that are listed, those around the cut


def split_step(
    model: HistGradientBoosting, on: GrownOn, found: TreeGradients, sums: TreeSums, terms: ModelTerms
) -> WorkingStep:
    """The sums of all rows; if the root is split, the histogram of its column and the gain."""
    chains = [
        chain(letter("G"), total("i", letter("g", "i")), summed(found.rounded_g), float(sums.g[0])),
        chain(letter("H"), total("i", letter("h", "i")), summed(found.rounded_h), float(sums.h[0])),
    ]
    record, root = model.model_, sums.start
    if record.feature[root] < 0:
        return terms.step("boosted_fit_unsplit", chains)
    first = int(record.child[root])
    for name, i in (("left", first), ("right", first + 1)):
        chains += [
            chain(letter("G", name), summed(found.rounded_g[_inside(record, sums, i)]), float(sums.g[i])),
            chain(letter("H", name), summed(found.rounded_h[_inside(record, sums, i)]), float(sums.h[i])),
        ]
    chains.append(_gain_chain(model, sums, first, float(record.gain[root])))
    facts: dict[str, Any] = {
        "feature": terms.features[record.feature[root]],
        "words": branch_words(record, root, 0, terms),
        "gain": f"{record.gain[root]:.6g}",
    }
    return terms.step("boosted_fit_split", chains, [_histogram(model, on, found, sums, terms)], **facts)


def _inside(record: Any, sums: TreeSums, i: int) -> Array:
    """Whether each row (n,) is below node i."""
    below = np.zeros(len(sums.g), bool)
    below[i] = True
    for parent in range(i, len(below)):
        child = int(record.child[sums.start + parent])
        if below[parent] and child:
            below[child] = below[child + 1] = True
    return np.asarray(below[sums.leaf])


def _gain_chain(model: HistGradientBoosting, sums: TreeSums, first: int, own: float) -> Chain:
    """The gain of the root's split; with bounds on the values the formula is another."""
    if model.monotonic_cst is not None:
        return chain(letter("gain"), own)
    l2 = float(model.l2_regularization)

    def worth(g: Formula | float, h: Formula | float, penalty: Formula | float) -> Formula:
        return over(squared(g), plus(h, penalty))

    letters = plus(
        *(worth(letter("G", side), letter("H", side), letter("λ")) for side in ("left", "right")),
        minus(worth(letter("G"), letter("H"), letter("λ"))),
    )
    put_in = plus(
        *(worth(float(sums.g[i]), float(sums.h[i]), l2) for i in (first, first + 1)),
        minus(worth(float(sums.g[0]), float(sums.h[0]), l2)),
    )
    return chain(letter("gain"), letters, put_in, own)


def _histogram(
    model: HistGradientBoosting, on: GrownOn, found: TreeGradients, sums: TreeSums, terms: ModelTerms
) -> Grid:
    """Rows, G and H of each bin of the root's column; of a number also what a cut after the bin gains."""
    record, root = model.model_, sums.start
    j, codes = int(record.feature[root]), on.columns.codes[int(record.feature[root])]
    g, h = (np.bincount(codes, each) for each in (found.rounded_g, found.rounded_h))
    rows, used = np.bincount(codes), int(on.bins.number[j])
    gains = _gains(g, h, used, sums, model) if record.subset[root] < 0 else None
    cut = int(np.argmin(np.abs(on.bins.edges[j, :used] - record.threshold[root]))) if gains is not None else 0
    lines = []
    for c in _listed(len(rows), cut):
        if rows[c]:
            gain = gains[c] if gains is not None and c < used - 1 else None
            mark = terms.say("chosen") if gains is not None and c == cut else ""
            lines.append((_bin_words(on, j, c, terms), rows[c], g[c], h[c], gain, mark))
    headings = terms.words("boosted_bin", "rows", "boosted_G", "boosted_H", "boosted_gain", "made")
    return terms.grid("boosted_histogram", headings, lines, feature=terms.features[j])


def _gains(g: Array, h: Array, used: int, sums: TreeSums, model: HistGradientBoosting) -> Array:
    """Of each cut (used,), missing values on the side where they went."""
    left_g, left_h = np.cumsum(g[:used]), np.cumsum(h[:used])
    if model.model_.missing_left[sums.start] and len(g) > used:
        left_g, left_h = left_g + g[used:].sum(), left_h + h[used:].sum()
    l2 = float(model.l2_regularization)
    right_g, right_h = sums.g[0] - left_g, sums.h[0] - left_h
    with np.errstate(divide="ignore", invalid="ignore"):
        gain = left_g**2 / (left_h + l2) + right_g**2 / (right_h + l2) - sums.g[0] ** 2 / (sums.h[0] + l2)
    return np.where(np.isfinite(gain), gain, 0.0)


def _listed(count: int, cut: int) -> range:
    start = max(0, min(cut - MOST_BINS // 2, count - MOST_BINS))
    return range(start, min(start + MOST_BINS, count))


def _bin_words(on: GrownOn, j: int, c: int, terms: ModelTerms) -> str:
    if c >= int(on.bins.number[j]):
        return terms.say("missing")
    size = int(on.bins.sizes[j])
    if not size:
        edge = float(on.bins.edges[j, c])
        return (
            f"<= {edge:.6g}" if np.isfinite(edge) else f"> {float(on.bins.edges[j, c - 1]):.6g}" if c else ""
        )
    first = int(on.bins.first[j])
    members = np.flatnonzero(on.bins.category_bin[first : first + size] == c)
    return ", ".join(terms.value(j, float(code)) for code in members[:6]) + (" …" if len(members) > 6 else "")
