"""Calibrated probabilities: from the scores of a classifier to probabilities, and to the decision by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.ensemble.calibration.class_log_scores import class_log_scores, finite_scores
from fenlei.ensemble.calibration.record import Calibration, one_vs_rest_shares
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
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.ensemble.calibration.calibrated import CalibratedClassifier


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
    """q_k of the log-odds of each class, and P(k | x) = q_k / Σ_j q_j."""
    q = one_vs_rest_shares(record, z[None])[0]
    lines = [chain(letter("q", label), value) for label, value in _named(q, terms)]
    parts: list[Formula] = [number(value) for value in q]
    chains = [
        chain(probability(label, given=ROW), over(parts[k], added(parts, q)), value)
        for k, (label, value) in enumerate(_named(P, terms))
    ]
    grid = terms.grid("posterior", terms.words("class", "posterior"), zip(terms.classes, P, strict=True))
    method = terms.say(f"calibration.{record.name}")
    return [
        terms.step("calibration_shares", lines, method=method),
        terms.step("calibrated_by_shares", chains, [grid]),
    ]


def preference_step(preference: Array, log_proba: Array, terms: ModelTerms) -> WorkingStep:
    """log P(k | x) + d_k, whose largest is decided for."""
    rows = zip(terms.classes, log_proba, preference, log_proba + preference, strict=True)
    headings = (*terms.words("class"), "log P", "d", "log P + d")
    return terms.step("calibration_preference", grids=[terms.grid("preference", headings, rows)])


def _named(values: Array, terms: ModelTerms) -> list[tuple[str, float]]:
    """The first classes with their values."""
    return [(label, float(value)) for label, value in zip(terms.classes[:MOST_CLASSES], values, strict=False)]
