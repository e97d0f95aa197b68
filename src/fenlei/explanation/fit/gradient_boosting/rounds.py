"""The fit of gradient boosting: the first score, gradients, a split, its leaves, and round after round."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.ensemble.boosting.losses import CLASSES, GAMMA, POISSON, TWO_CLASSES
from fenlei.ensemble.boosting.replay import GrownOn, gradients_at, grown_on, losses_at
from fenlei.explanation.figures import Curve
from fenlei.explanation.fit.gradient_boosting.gradients import gradients_step
from fenlei.explanation.fit.gradient_boosting.leaves import (
    leaves_step,
    quantile_ends,
    tree_sums,
    value_chain,
)
from fenlei.explanation.fit.gradient_boosting.split import split_step
from fenlei.explanation.fit.iterations import thinned
from fenlei.explanation.formula.building import (
    added,
    chain,
    counted,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    summed,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array
from fenlei.weights import class_weights

if TYPE_CHECKING:
    from fenlei.ensemble.boosting.boosting import HistGradientBoosting

MOST_CELLS = 2_000_000  # rows times trees that are gone through
MOST_ROUNDS, FIRST_ROUNDS = 24, 10  # that are shown
MOST_CLASSES = 6


def fit(model: HistGradientBoosting, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The first score; gradients, histogram and leaves of the first tree; the rounds."""
    on, record = _grown_on(model, rows), model.model_
    if not record.trees:
        return [terms.step("boosted_fit_start", [chain(letter("f"), number(0.0))], n=rows.n)]
    scores = np.repeat(record.baseline[None], len(on.X), axis=0)
    steps = [_start_step(on, record.baseline, terms)]
    if record.rounds:
        found = gradients_at(on, scores, 0)
        sums = tree_sums(model, on, found, 0)
        words = _targets(model, rows, on, terms)
        steps += [
            gradients_step(on, found, scores, 0, words, terms),
            split_step(model, on, found, sums, terms),
            leaves_step(model, on, sums, scores[:, 0], terms),
            _rounds_step(model, on, scores, terms),
        ]
    return steps


def _grown_on(model: HistGradientBoosting, rows: FittedRows) -> GrownOn:
    X = model._check_X(rows.X)
    if not hasattr(model, "classes_"):
        return grown_on(model, X, np.asarray(rows.y, dtype=float), None)
    return grown_on(model, X, rows.codes, class_weights(model, rows.codes, model.classes_, None))


def _targets(model: HistGradientBoosting, rows: FittedRows, on: GrownOn, terms: ModelTerms) -> list[str]:
    if terms.classes:
        return [terms.classes[k] for k in rows.codes[on.rows]]
    return [f"{value:.6g}" for value in np.asarray(rows.y, dtype=float)[on.rows]]


# --- the first score


def _start_step(on: GrownOn, baseline: Array, terms: ModelTerms) -> WorkingStep:
    """The constant of the least loss."""
    loss, n = on.loss, len(on.X)
    weights = loss.w if loss.w.size else np.ones(n)
    if loss.kind in (TWO_CLASSES, CLASSES):
        share = np.bincount(loss.y.astype(np.int64), weights, max(loss.trees, 2))
        chains = _class_starts(share, baseline, terms)
    else:
        chains = [_target_start(on, float(baseline[0]))]
    return terms.step("boosted_fit_start", chains, n=n)


def _class_starts(weight: Array, baseline: Array, terms: ModelTerms) -> list[Chain]:
    """ln (π / (1 - π)) of two classes; ln π_k less their mean of more."""
    W = float(weight.sum())
    if len(weight) == 2:
        letters = function("ln", over(letter("π"), plus(1.0, minus(letter("π")))))
        put_in = function("ln", over(counted(weight[1], W), counted(weight[0], W)))
        return [chain(letter("f", 0), letters, put_in, float(baseline[0]))]
    logs: list[Formula] = [function("ln", counted(each, W)) for each in weight]
    mean = over(plus(*logs), float(len(weight)))
    return [
        chain(letter("f", f"0,{terms.classes[k]}"), plus(logs[k], minus(mean)), float(baseline[k]))
        for k in range(min(len(weight), MOST_CLASSES, len(terms.classes)))
    ]


def _target_start(on: GrownOn, own: float) -> Chain:
    """The mean, its logarithm where the prediction is e^f, or a quantile of the targets."""
    y, name = np.ldexp(on.loss.y, -on.unit), letter("f", 0)
    if on.loss.takes_quantiles:
        low, high = quantile_ends(np.sort(y), on.loss.quantile)
        return chain(name, over(plus(low, high), 2.0), own)
    mean = over(summed(y), float(len(y)))
    if on.loss.kind in (POISSON, GAMMA):
        return chain(name, function("ln", mean), own)
    return chain(name, mean, own)


# --- the rounds


def _rounds_step(model: HistGradientBoosting, on: GrownOn, start: Array, terms: ModelTerms) -> WorkingStep:
    """Of each round that is shown: the leaf of the first row, its new score, and the mean loss."""
    R, trees = model.model_.rounds, model.model_.trees
    gone = min(R, max(3, MOST_CELLS // (len(on.X) * trees)))
    shown, frames, before = thinned(gone, MOST_ROUNDS, FIRST_ROUNDS), list[Frame](), start
    losses = [_mean_loss(on, start)]
    for r, after in enumerate(islice(model._staged_raw(on.X), gone)):
        losses.append(_mean_loss(on, after))
        if r in shown:
            frames.append(_frame(model, on, r, before, after, terms))
        before = after
    facts: dict[str, Any] = {"rounds": R, "shown": len(shown)}
    return terms.step("boosted_fit_rounds", figure=_curve(losses, terms), frames=frames, **facts)


def _frame(
    model: HistGradientBoosting, on: GrownOn, r: int, before: Array, after: Array, terms: ModelTerms
) -> Frame:
    k = int(on.loss.y[0]) if on.loss.kind == CLASSES else 0
    t, row = r * before.shape[1] + k, int(on.rows[0]) + 1
    sums = tree_sums(model, on, gradients_at(on, before, k), t)
    leaf = int(sums.leaf[0])
    value = float(model.model_.value[sums.start + leaf])
    value_of = value_chain(model, on, sums, leaf, before[:, k], letter("v", f"{r + 1},{leaf}"))
    score = plus(float(before[0, k]), value)
    chains = [
        value_of,
        chain(letter("f", r + 1), plus(letter("f", r), letter("v")), score, float(after[0, k])),
        _loss_chain(on, r + 1, after),
    ]
    leaves = int(np.count_nonzero(model.model_.feature[sums.start : int(model.model_.start[t + 1])] < 0))
    return Frame(terms.say("boosted_caption", number=r + 1, row=row, leaf=leaf, leaves=leaves), tuple(chains))


def _loss_chain(on: GrownOn, r: int, scores: Array) -> Chain:
    """The mean of the losses of the rows."""
    values = losses_at(on, scores)
    w = on.loss.w if on.loss.w.size else np.ones(len(values))
    parts = values * w
    put_in = over(added([number(each) for each in parts[:9]], parts), float(w.sum()))
    return chain(letter("L", r), put_in, _mean_loss(on, scores))


def _mean_loss(on: GrownOn, scores: Array) -> float:
    return float(np.average(losses_at(on, scores), weights=on.loss.w if on.loss.w.size else None))


def _curve(losses: list[float], terms: ModelTerms) -> Curve | None:
    """Mean loss of the training rows after each round."""
    if len(losses) < 3 or not np.isfinite(losses).all():
        return None
    at = tuple(float(r) for r in range(len(losses)))
    facts = {"rounds": len(losses) - 1, "first": f"{losses[0]:.6g}", "last": f"{losses[-1]:.6g}"}
    sentence, name = terms.say("boosted_sentence", **facts), terms.say("loss")
    return Curve(sentence, terms.say("round"), name, (name,), at, (tuple(losses),))
