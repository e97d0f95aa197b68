"""Calibrated probabilities: from the scores of a classifier to probabilities, and to the decision by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.ensemble.calibration.class_log_scores import class_log_scores, finite_scores
from fenlei.ensemble.calibration.record import Calibration, log_odds, one_vs_rest_shares
from fenlei.explanation.formula.building import (
    added,
    chain,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    probability,
    times,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES, ROW
from fenlei.explanation.prediction.composed.schemes import part_steps
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.ensemble.calibration.calibrated import CalibratedClassifier

MOST_STEPS = 12  # of isotonic steps of a class that are listed


def calibrated(model: CalibratedClassifier, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """The working of the classifier inside, its scores, and the probabilities that are made of them."""
    part, record = model.estimator_, model.model_
    scores, are_logarithms = class_log_scores(part, x[None])
    z = finite_scores(scores, float(record.floor))[0]
    log_proba = model.predict_log_proba(x[None])[0]
    steps = part_steps(part, x, terms, type(part).__name__)
    steps.append(_score_step(z, are_logarithms, terms))
    makes = _log_linear if record.name in ("temperature", "offsets") else _one_vs_rest
    steps += makes(record, z, np.exp(log_proba), terms)
    if record.preference.any():
        steps.append(preference_step(record.preference, log_proba, terms))
    return steps


def _score_step(z: Array, are_logarithms: bool, terms: ModelTerms) -> WorkingStep:
    key = "calibration_logarithms" if are_logarithms else "calibration_values"
    return terms.step(key, [chain(letter("z", label), value) for label, value in _named(z, terms)])


def _log_linear(record: Calibration, z: Array, P: Array, terms: ModelTerms) -> list[WorkingStep]:
    """u_k = a z_k + b_k, and P(k | x) = exp u_k / Σ_j exp u_j."""
    u = record.slopes * z + record.offsets
    lines = [
        chain(
            letter("u", label),
            plus(times(float(record.slopes[k]), float(z[k])), float(record.offsets[k])),
            value,
        )
        for k, (label, value) in enumerate(_named(u, terms))
    ]
    most = float(u.max())
    parts: list[Formula] = [function("exp", plus(float(value), minus(most))) for value in u]
    weights = np.exp(u - most)
    chains: list[Chain] = [
        chain(probability(label, given=ROW), over(parts[k], added(parts, weights)), value)
        for k, (label, value) in enumerate(_named(P, terms))
    ]
    grid = terms.grid("posterior", terms.words("class", "posterior"), zip(terms.classes, P, strict=True))
    method = terms.say(f"calibration.{record.name}")
    return [
        terms.step("calibration_line", lines, method=method),
        terms.step("calibrated_probabilities", chains, [grid]),
    ]


def _one_vs_rest(record: Calibration, z: Array, P: Array, terms: ModelTerms) -> list[WorkingStep]:
    """The log-odds f_k, q_k of them, and P(k | x) = q_k / Σ_j q_j."""
    f, q = log_odds(z[None])[0], one_vs_rest_shares(record, z[None])[0]
    odds = [_odds_chain(z, f, k, label) for k, (label, _) in enumerate(_named(f, terms))]
    share = _sigmoid_chain if record.name == "platt" else _stepped_chain
    lines = [share(record, float(f[k]), k, label, value) for k, (label, value) in enumerate(_named(q, terms))]
    parts: list[Formula] = [number(value) for value in q]
    chains = [
        chain(probability(label, given=ROW), over(parts[k], added(parts, q)), value)
        for k, (label, value) in enumerate(_named(P, terms))
    ]
    grid = terms.grid("posterior", terms.words("class", "posterior"), zip(terms.classes, P, strict=True))
    method = terms.say(f"calibration.{record.name}")
    return [
        terms.step("calibration_odds", odds),
        terms.step("calibration_shares", lines, method=method),
        terms.step("calibrated_by_shares", chains, [grid]),
    ]


def _odds_chain(z: Array, f: Array, k: int, label: str) -> Chain:
    """f_k = z_k - ln Σ_{j ≠ k} exp z_j; beyond the range of numbers it stands alone."""
    others = np.delete(z, k)
    with np.errstate(over="ignore"):
        sums = np.exp(others)
    left = letter("f", label)
    if not np.isfinite(sums).all() or sums.sum() == 0:
        return chain(left, float(f[k]))
    below = function("ln", added([function("exp", float(value)) for value in others], sums))
    return chain(left, plus(float(z[k]), minus(below)), float(f[k]))


def _sigmoid_chain(record: Calibration, f: float, k: int, label: str, value: float) -> Chain:
    """q = 1 / (1 + exp(-(a f + b)))."""
    line = plus(times(float(record.slopes[k]), f), float(record.offsets[k]))
    letters = over(1.0, plus(1.0, function("exp", minus(plus(times(letter("a"), letter("f")), letter("b"))))))
    return chain(letter("q", label), letters, over(1.0, plus(1.0, function("exp", minus(line)))), value)


def _stepped_chain(record: Calibration, f: float, k: int, label: str, value: float) -> Chain:
    """q = (1 - m) g + m π, g on the line between the two steps around f."""
    steps = slice(int(record.starts[k]), int(record.starts[k + 1]))
    at, height = record.steps_at[steps], record.steps[steps]
    j = int(np.searchsorted(at, f))
    if 0 < j < len(at) and at[j] > at[j - 1]:
        low, high = float(height[j - 1]), float(height[j])
        part = over(plus(f, minus(float(at[j - 1]))), plus(float(at[j]), minus(float(at[j - 1]))))
        g: Formula = plus(low, times(part, plus(high, minus(low)))) if high != low else number(low)
    else:
        g = number(float(np.interp(f, at, height)))
    kept, own = 1.0 - float(record.shares.sum()), float(record.shares[k])
    letters = plus(times(plus(1.0, minus(letter("m"))), letter("g")), times(letter("m"), letter("π", label)))
    return chain(letter("q", label), letters, plus(times(kept, g), own), value)


def preference_step(preference: Array, log_proba: Array, terms: ModelTerms) -> WorkingStep:
    """log P(k | x) + d_k, whose largest is decided for."""
    rows = zip(terms.classes, log_proba, preference, log_proba + preference, strict=True)
    headings = (*terms.words("class"), "log P", "d", "log P + d")
    return terms.step("calibration_preference", grids=[terms.grid("preference", headings, rows)])


def _named(values: Array, terms: ModelTerms) -> list[tuple[str, float]]:
    """The first classes with their values."""
    return [(label, float(value)) for label, value in zip(terms.classes[:MOST_CLASSES], values, strict=False)]


# --- the fit


def fit_step(model: CalibratedClassifier, terms: ModelTerms) -> WorkingStep:
    """What was learnt after the classifier: slopes and offsets, or steps, and the preference for classes."""
    record = model.model_
    method = terms.say(f"calibration.{record.name}")
    count = len(terms.classes)
    facts: dict[str, Any] = {"method": method, "shown": min(MOST_CLASSES, count), "count": count}
    if record.name == "isotonic":
        grids = [_steps_grid(record, terms)]
        named = _named(record.shares, terms)
        chains = [chain(times(letter("m"), letter("π", label)), value) for label, value in named]
        return terms.step("fit_calibration_steps", chains, grids, **facts)
    chains = []
    for k, (label, offset) in enumerate(_named(record.offsets, terms)):
        chains.append(chain(letter("a", label), float(record.slopes[k])))
        chains.append(chain(letter("b", label), offset))
    return terms.step("fit_calibration_line", chains, **facts)


def _steps_grid(record: Calibration, terms: ModelTerms) -> Grid:
    """Log-odds and height of each step; the first of each class."""
    rows: list[tuple[object, ...]] = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        start, stop = int(record.starts[k]), int(record.starts[k + 1])
        steps = slice(start, min(stop, start + MOST_STEPS))
        rows += [
            (label, float(at), float(height))
            for at, height in zip(record.steps_at[steps], record.steps[steps], strict=True)
        ]
    return terms.grid("calibration_steps", (*terms.words("class"), "f", "g"), rows)
