"""What all Bayes classifiers share: the priors, and Bayes' formula from joint probabilities to the posterior.

P(k | x) = p(x, k) / Σ_l p(x, l)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fenlei.explanation.formula.building import (
    added,
    chain,
    counted,
    function,
    letter,
    minus,
    multiplied,
    number,
    over,
    plus,
    probability,
    squared,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array

MOST_CLASSES = 6  # whose formulas are written out
ROW = letter("x")


def prior_chain(label: str, prior: float, count: float, n: float) -> Chain:
    """P(class) = n_k / n, or the number alone where priors were given."""
    share = counted(count, n)
    if n > 0 and abs(count / n - prior) <= 1e-12:
        return chain(probability(label), share, prior)
    return chain(probability(label), prior)


def class_count(model: Any) -> Array:
    """Weight of the training rows of each class."""
    if hasattr(model, "class_count_"):
        return np.asarray(model.class_count_, dtype=float)
    return np.bincount(model.summary_.codes, model.summary_.w, len(model.classes_))


def prior_step(log_prior: Array, count: Array, terms: ModelTerms) -> WorkingStep:
    prior, n = np.exp(log_prior), float(np.sum(count))
    classes = terms.classes[:MOST_CLASSES]
    chains = [prior_chain(label, prior[k], count[k], n) for k, label in enumerate(classes)]
    return terms.step("prior", chains, source="000, 3-1…3-9", n=f"{n:g}")


def joint_step(log_prior: Array, log_factors: Sequence[Array], terms: ModelTerms) -> WorkingStep:
    """p(x, k) = P(k) Π p(x_j | k); as logarithms where the product is too small to be a number."""
    logs = np.vstack([log_prior[None], np.reshape(log_factors, (len(log_factors), len(log_prior)))])
    log_joint = logs.sum(axis=0)
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        joint = probability(ROW, label, name="p")
        product = total("j", probability(letter("x", "j"), given=label, name="p"), "Π")
        if _is_small(log_joint):
            numbers = added([number(x) for x in logs[:, k]], logs[:, k])
            chains.append(chain(function("ln", joint), numbers, number(log_joint[k])))
        else:
            factors = np.exp(logs[:, k])
            numbers = multiplied([number(x) for x in factors], factors)
            letters = multiplied([probability(label), product])
            chains.append(chain(joint, letters, numbers, number(np.exp(log_joint[k]))))
    key = "joint_logs" if _is_small(log_joint) else "joint"
    return terms.step(key, chains, source="000, 3-1…3-9")


def posterior_step(log_joint: Array, P: Array, grids: Sequence[Grid], terms: ModelTerms) -> WorkingStep:
    """Bayes' formula with the numbers put in; the last side is what the model itself returns."""
    if not np.isfinite(log_joint).any():
        chains = [
            chain(probability(label, given=ROW), P[k]) for k, label in enumerate(terms.classes[:MOST_CLASSES])
        ]
        return terms.step("impossible", chains, grids)
    small, highest = _is_small(log_joint), float(np.max(log_joint))
    sides = (log_joint - highest) if small else np.exp(log_joint)
    everywhere = added([_weight(x, small) for x in sides], _worth(sides, small))
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        joint = probability(ROW, label, name="p")
        everything = total("k", probability(ROW, letter("k"), name="p"))
        chains.append(
            chain(
                probability(label, given=ROW),
                over(joint, everything),
                over(_weight(sides[k], small), everywhere),
                P[k],
            )
        )
    return terms.step(
        "posterior_small" if small else "posterior",
        chains,
        grids,
        source="000, 3-1…3-9",
        highest=f"{highest:.6g}",
    )


def _is_small(log_joint: Array) -> bool:
    return bool(np.isfinite(log_joint).any() and np.max(log_joint) < -600.0)


def _weight(side: float, small: bool) -> Formula:
    return function("exp", float(side)) if small else number(side)


def _worth(sides: Array, small: bool) -> Array:
    return np.exp(sides) if small else sides


def normal_density(x: float, mean: float, var: float) -> Formula:
    """1/√(2πσ²) · exp(−(x − μ)²/(2σ²)) with the numbers put in."""
    height = over(1.0, function("sqrt", times(2.0, np.pi, var)))
    return times(height, function("exp", minus(over(squared(plus(x, minus(mean))), times(2.0, var)))))


def decision_chain(P: Array, terms: ModelTerms) -> Chain:
    """The largest of the posterior probabilities."""
    k = int(np.argmax(P))
    largest = function("max", *(float(p) for p in P)) if len(P) <= MOST_CLASSES else number(np.max(P))
    return chain(probability(terms.classes[k], given=ROW), largest, P[k])


def tied(P: Array) -> bool:
    return bool(len(P) > 1 and np.sum(np.isclose(P, np.max(P), rtol=1e-12, atol=0.0)) > 1)


def decision_step(P: Array, terms: ModelTerms) -> WorkingStep:
    """The class of the largest posterior; of equal ones the first."""
    return terms.step("tie" if tied(P) else "largest", [decision_chain(P, terms)])
