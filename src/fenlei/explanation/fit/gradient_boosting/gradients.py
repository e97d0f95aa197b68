"""Gradients and hessians of the first rows, with the numbers put in."""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.ensemble.boosting.losses import ABSOLUTE, CLASSES, GAMMA, POISSON, QUANTILE, SQUARED, Loss
from fenlei.ensemble.boosting.replay import GrownOn, TreeGradients
from fenlei.explanation.formula.building import chain, function, letter, minus, number, over, plus, times
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array

MOST_CHAINS, MOST_LINES = 2, 20


def gradients_step(
    on: GrownOn, found: TreeGradients, scores: Array, k: int, words: list[str], terms: ModelTerms
) -> WorkingStep:
    """g = ∂l/∂f and h = ∂²l/∂f² of tree k at scores (n, trees); `words` are the targets in words."""
    chains = []
    for i in range(min(len(scores), MOST_CHAINS)):
        w = float(on.loss.w[i]) if on.loss.w.size else 1.0
        y = float(np.ldexp(on.loss.y[i], -on.unit)) if on.loss.kind == SQUARED else float(on.loss.y[i])
        g, h = _derivatives(on.loss, k, y, scores[i])
        chains += [
            _weighted("g", on.rows[i] + 1, g, w, found.g[i]),
            _weighted("h", on.rows[i] + 1, h, w, found.h[i]),
        ]
    facts: dict[str, Any] = {"unit": f"{found.step_g:.3g}", "shown": len(chains) // 2}
    return terms.step(
        "boosted_fit_gradients", chains, [_grid(on, found, scores[:, k], words, terms)], **facts
    )


def _weighted(name: str, row: int, formula: Formula, w: float, own: float) -> Chain:
    return chain(letter(name, row), formula if w == 1.0 else times(w, formula), own)


def _derivatives(loss: Loss, k: int, y: float, f: Array) -> tuple[Formula, Formula]:
    """The first two derivatives of the loss of one row at its scores (trees,)."""
    if loss.kind == SQUARED:
        return plus(float(f[0]), minus(y)), number(1.0)
    if loss.kind == POISSON:
        return plus(function("exp", float(f[0])), minus(y)), function("exp", float(f[0]))
    if loss.kind == GAMMA:
        ratio = times(y, function("exp", -float(f[0])))
        return plus(1.0, minus(ratio)), ratio
    if loss.kind in (ABSOLUTE, QUANTILE):
        return _slope(loss, y, float(f[0])), number(1.0)
    p = share_of(loss, k, f)
    hit = float(y == k) if loss.kind == CLASSES else y
    return plus(p, minus(hit)), times(p, plus(1.0, minus(p)))


def _slope(loss: Loss, y: float, f: float) -> Formula:
    """Where the loss falls, and where it rises."""
    if loss.kind == ABSOLUTE:
        return number(1.0 if f > y else -1.0)
    return plus(1.0, minus(loss.quantile)) if f > y else minus(loss.quantile)


def share_of(loss: Loss, k: int, f: Array) -> Formula:
    """p = 1 / (1 + e^-f), or the softmax of several scores."""
    if loss.kind != CLASSES:
        return over(1.0, plus(1.0, function("exp", -float(f[0]))))
    parts = [function("exp", float(each - f.max())) for each in f]
    return over(parts[k], plus(*parts))


def _grid(on: GrownOn, found: TreeGradients, f: Array, words: list[str], terms: ModelTerms) -> Grid:
    shown = min(len(f), MOST_LINES)
    lines = [(on.rows[i] + 1, words[i], f[i], found.g[i], found.h[i]) for i in range(shown)]
    headings = terms.words(
        "neighbour", "row_target", "boosted_score_word", "boosted_gradient", "boosted_hessian"
    )
    return terms.grid("boosted_gradients", headings, lines, shown=shown, n=len(f))
