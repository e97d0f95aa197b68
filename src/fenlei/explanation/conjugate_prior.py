"""The fit of Gaussian classes with a conjugate prior: the parameters of Student t densities.

κ' = κ + W,   location (κ m + W x̄) / κ',   dof 2a + W,
scale² = (κ' + 1) / (κ' a') [b + ½ S + ½ κ W / κ' (x̄ - m)²]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.bayes.predictive import prior_by_feature, prior_together
from fenlei.explanation.formula.building import (
    chain,
    letter,
    matrix,
    minus,
    over,
    plus,
    squared,
    times,
    transposed,
    vector,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.stats import present_moments, scatter

if TYPE_CHECKING:
    from fenlei.bayes import GaussianNB, MixedNB, QuadraticDiscriminantAnalysis
    from fenlei.bayes.gaussian_nb import GaussianNBModel

MOST_FORMULAS, MOST_FEATURES = 24, 8
SOURCE = "004, 33…34"


def predictive_steps(
    model: GaussianNB | MixedNB, record: GaussianNBModel, rows: FittedRows, terms: ModelTerms
) -> list[WorkingStep]:
    """Prior, locations, and degrees of freedom with squared scales, feature by feature."""
    K, p = len(terms.classes), rows.X.shape[1]
    w = rows.w if len(rows.factors) else None
    summary = present_moments.summarise(rows.X, rows.codes, w, K)
    m, kappa, a, b = prior_by_feature(summary, model.conjugate_prior)
    pairs = [(j, k) for j in range(p) for k in range(min(K, MOST_CLASSES))][:MOST_FORMULAS]
    prior: list[Chain] = []
    for j in range(min(p, MOST_FEATURES)):
        name = terms.features[j]
        prior += [chain(letter("m", name), m[j]), chain(letter("κ", name), kappa[j])]
        prior += [chain(letter("a", name), a[j]), chain(letter("b", name), b[j])]
    locations: list[Chain] = []
    scales: list[Chain] = []
    assert record.dof is not None
    for j, k in pairs:
        name = f"{terms.features[j]}, {terms.classes[k]}"
        W, mean, S = (float(field[k, j]) for field in (summary.present, summary.mean, summary.scatter))
        after, shape = float(kappa[j]) + W, float(a[j]) + 0.5 * W
        put_in = over(plus(times(float(kappa[j]), float(m[j])), times(W, mean)), after)
        locations.append(chain(letter("μ", name), _location(), put_in, record.theta[k, j]))
        away = squared(plus(mean, minus(float(m[j]))))
        pulled = over(times(float(kappa[j]), W, away), 2.0 * after)
        inner = plus(float(b[j]), over(S, 2.0), pulled) if W else plus(float(b[j]))
        spread = times(over(after + 1.0, after * shape), inner)
        scales.append(chain(letter("ν", name), plus(times(2.0, float(a[j])), W), record.dof[k, j]))
        scales.append(chain(squared(letter("s", name)), spread, record.var[k, j]))
    facts: dict[str, Any] = {"shown": len(pairs), "count": p * K}
    return [
        terms.step("fit_conjugate_prior", prior, source=SOURCE),
        terms.step("fit_locations", locations, source=SOURCE, **facts),
        terms.step("fit_scales", scales, source=SOURCE, **facts),
    ]


def _location() -> Formula:
    above = plus(times(letter("κ"), letter("m")), times(letter("W"), letter("x̄")))
    return over(above, plus(letter("κ"), letter("W")))


def predictive_matrices(
    model: QuadraticDiscriminantAnalysis, rows: FittedRows, terms: ModelTerms
) -> list[WorkingStep]:
    """Prior, locations, and degrees of freedom with scale matrices, class by class."""
    K, p, record = len(terms.classes), rows.X.shape[1], model.model_
    w = rows.w if len(rows.factors) else None
    summary = scatter.summarise(rows.X, rows.codes, w, K, pooled=False, n_jobs=1)
    prior, small = prior_together(summary, model.conjugate_prior), p <= MOST_FEATURES
    kappa, nu, m = float(prior.strength), float(prior.dof), np.asarray(prior.location, float)
    first = [chain(letter("κ"), kappa), chain(letter("ν"), nu)]
    first += [chain(letter("m"), vector(m)), chain(letter("Ψ"), matrix(prior.scale))] if small else []
    locations: list[Chain] = []
    scales: list[Chain] = []
    assert record.dof is not None
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        W, mean, S = float(summary.weight[k]), summary.mean[k], summary.scatter[k]
        after, dof = kappa + W, nu + W - p + 1.0
        scales.append(chain(letter("ν", label), plus(nu, W, minus(float(p)), 1.0), record.dof[k]))
        if not small:
            continue
        put_in = over(plus(times(kappa, vector(m)), times(W, vector(mean))), after)
        locations.append(chain(letter("μ", label), _location(), put_in, vector(record.means[k])))
        away = vector(mean - m)
        inner = plus(matrix(prior.scale), matrix(S), times(kappa * W / after, away, transposed(away)))
        spread = times((after + 1.0) / (after * dof), inner)
        scales.append(chain(letter("S", label), spread, matrix(record.covariance[k])))
    facts: dict[str, Any] = {"shown": min(K, MOST_CLASSES), "count": K}
    return [
        terms.step("fit_conjugate_prior", first, source=SOURCE),
        terms.step("fit_locations", locations, source=SOURCE, **facts),
        terms.step("fit_scales", scales, source=SOURCE, **facts),
    ]
