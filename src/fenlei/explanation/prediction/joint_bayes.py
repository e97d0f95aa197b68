"""The joint Bayes classifier: the cell of the nominal values, the density of the numbers, the posterior."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fenlei.explanation.formula.building import (
    chain,
    counted,
    function,
    inverse,
    letter,
    matrix,
    minus,
    multiplied,
    number,
    over,
    plus,
    probability,
    times,
    total,
    transposed,
    vector,
)
from fenlei.explanation.formula.nodes import CountRatio, Formula, Number, Power
from fenlei.explanation.prediction.bayes_rule import (
    MOST_CLASSES,
    decision_step,
    joint_step,
    normal_density,
    posterior_step,
    prior_step,
)
from fenlei.explanation.prediction.naive_bayes import by_bayes_formula
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.bayes import BayesClassifier

MOST_NUMBERS = 8  # of a density whose matrices are written out


def joint(model: BayesClassifier, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Priors, probability of the nominal values, density of the numbers given them, posterior."""
    numbers = ~np.array(model.coding_.categorical)
    names_only = np.where(numbers, np.nan, x)
    log_cell, log_joint = model.log_joint(np.stack([names_only, x]))
    with np.errstate(invalid="ignore", divide="ignore"):
        log_prior = np.log(model._class_priors())  # a row without values would be a cell of missing ones
        log_given = np.where(np.isfinite(log_cell), log_cell - log_prior, -np.inf)
        log_density = np.where(np.isfinite(log_cell), log_joint - log_cell, -np.inf)
    P = model.predict_proba(x[None])[0]
    steps, factors = [prior_step(log_prior, model.class_count_, terms)], []
    if not numbers.all():
        factors.append(log_given)
        steps.append(_cell_step(model, x, log_given, terms))
    if numbers.any():
        factors.append(log_density)
        steps.append(_density_step(model, x, log_density, terms))
    grid = _grid(log_prior, log_given, log_density, log_joint, P, numbers, terms)
    if numbers.any() or not _by_counts(model, x):
        return [
            *steps,
            joint_step(log_prior, factors, terms),
            posterior_step(log_joint, P, [grid], terms),
            decision_step(P, terms),
        ]
    return [
        *steps,
        _evidence_step(model, x, log_joint, terms),
        _fractions(model, x, P, grid, terms),
        decision_step(P, terms),
    ]


def _grid(
    log_prior: Array,
    log_given: Array,
    log_density: Array,
    log_joint: Array,
    P: Array,
    numbers: Array,
    terms: ModelTerms,
) -> Grid:
    rows = [(terms.say("prior"), *np.exp(log_prior))]
    if not numbers.all():
        rows.append((terms.say("cell"), *np.exp(log_given)))
    if numbers.any():
        rows.append((terms.say("density"), *np.exp(log_density)))
    rows += by_bayes_formula(log_joint, P, terms)
    return terms.grid("joint", ("", *terms.classes), rows)


# --- the nominal values


def cell_counts(model: BayesClassifier, x: Array) -> Array | None:
    """Weight of the row's cell in each class (K,); None if no training row is in it."""
    codes = np.where(np.isnan(x), -1, x)[model._columns.nominal]
    summary = model.summary_
    here = (summary.cells == codes).all(axis=1)
    if not here.any():
        return None
    return np.bincount(summary.label[here], summary.weight[here], len(model.classes_))


def n_cells(model: BayesClassifier) -> float:
    """C, the number of all combinations of categories."""
    record = model.model_
    return float(math.prod(int(size) for size in record.n_categories + record.has_missing))


def _by_counts(model: BayesClassifier, x: Array) -> bool:
    """Whether the posterior is a fraction of counts: neither priors nor smoothing, a cell with rows."""
    return (
        model.priors is None
        and model.alpha == 0
        and model.class_weight is None
        and cell_counts(model, x) is not None
    )


def _cell_step(model: BayesClassifier, x: Array, log_given: Array, terms: ModelTerms) -> WorkingStep:
    count, alpha = cell_counts(model, x), float(model.alpha)
    values = _events(model, x, terms)
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        left, result = probability(*values, given=label), number(np.exp(log_given[k]))
        if count is None:
            chains.append(
                chain(left, _product(model, x, k), result) if model.unseen == "naive" else chain(left, result)
            )
        else:
            share = counted(count[k] + alpha, model.class_count_[k] + alpha * n_cells(model))
            chains.append(
                chain(left, share, result) if model.class_count_[k] + alpha > 0 else chain(left, result)
            )
    key = "cell" if count is not None else f"unseen_{model.unseen}"
    return terms.step(key, chains, source="000, 3-1…3-4", alpha=f"{alpha:g}")


def _events(model: BayesClassifier, x: Array, terms: ModelTerms) -> list[Formula]:
    return [terms.event(int(j), x[j]) for j in model._columns.nominal]


def _product(model: BayesClassifier, x: Array, k: int) -> Formula:
    """Π_j P(c_j | k) of a cell that no training row is in."""
    record, factors, start = model.model_, [], 0
    for j, m in zip(model._columns.nominal, record.n_categories, strict=True):
        code = -1 if np.isnan(x[j]) else int(x[j])
        if code < m:
            factors.append(number(np.exp(record.log_column[start + code + 1, k])))
        start += int(m) + 1
    return multiplied(factors or [number(1.0)])


def _evidence_step(model: BayesClassifier, x: Array, log_joint: Array, terms: ModelTerms) -> WorkingStep:
    """P(x) = Σ_k P(x | k) P(k) = count / n."""
    count, n = cell_counts(model, x), float(model.class_count_.sum())
    assert count is not None
    letters = total("k", times(probability(letter("x"), given=letter("k")), probability(letter("k"))))
    parts = [
        times(CountRatio(c, n_k), CountRatio(n_k, n))
        for c, n_k in zip(count, model.class_count_, strict=True)
        if n_k
    ]
    found = chain(
        probability(letter("x")),
        letters,
        plus(*parts),
        CountRatio(float(count.sum()), n),
        np.exp(log_joint).sum(),
    )
    return terms.step("evidence", [found], source="000, 3-1…3-4")


def _fractions(model: BayesClassifier, x: Array, P: Array, grid: Grid, terms: ModelTerms) -> WorkingStep:
    """P(k | x) = P(x | k) P(k) / P(x) as fractions of counts, which is count / count."""
    count, n = cell_counts(model, x), float(model.class_count_.sum())
    assert count is not None
    values, chains = _events(model, x, terms), []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        row = letter("x")
        letters = over(times(probability(row, given=label), probability(label)), probability(row))
        n_k = float(model.class_count_[k])
        put_in = over(
            times(CountRatio(float(count[k]), n_k), CountRatio(n_k, n)), CountRatio(float(count.sum()), n)
        )
        sides = (put_in, CountRatio(float(count[k]), float(count.sum()))) if n_k else ()
        chains.append(
            chain(probability(label, given=values[0] if len(values) == 1 else row), letters, *sides, P[k])
        )
    return terms.step("posterior", chains, [grid], source="000, 3-1…3-4", highest="")


# --- the numbers


def _density_step(model: BayesClassifier, x: Array, log_density: Array, terms: ModelTerms) -> WorkingStep:
    columns = [int(j) for j in model._columns.numeric if not np.isnan(x[j])]
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        left = probability(*(terms.event(j, x[j]) for j in columns), given=label, name="p")
        if np.isneginf(log_density[k]):  # the class has no row in the cell and cannot have any
            continue
        numbers, result = _normal(model, x, k), number(np.exp(log_density[k]))
        chains.append(chain(left, result) if numbers is None or not columns else chain(left, numbers, result))
    return terms.step("density", chains, source="000, 3-1…3-4")


def _normal(model: BayesClassifier, x: Array, k: int) -> Formula | None:
    """The normal density of the row's numbers in its cell and class; None without numbers."""
    record, known = model.model_, ~np.isnan(x[model._columns.numeric])
    codes = np.where(np.isnan(x), -1, x)[model._columns.nominal]
    cell = np.flatnonzero((record.cells == codes).all(axis=1))
    at = len(record.label) + k
    if len(cell):
        pairs = np.arange(record.start[cell[0]], record.start[cell[0] + 1])
        own = pairs[record.label[pairs] == k]
        at = int(own[0]) if len(own) else at
    mu, Sigma = record.centre[at][known], record.covariance[record.spread[at]]
    Sigma = np.diag(Sigma[:, 0]) if Sigma.shape[1] != len(Sigma) else Sigma
    z, Sigma = x[model._columns.numeric][known], Sigma[np.ix_(known, known)]
    if len(z) == 0:
        return None
    if len(z) == 1:
        return normal_density(float(z[0]), float(mu[0]), float(Sigma[0, 0]))
    if len(z) > MOST_NUMBERS:
        return _density_by_logs(z - mu, Sigma)
    away, S = vector(z - mu), matrix(Sigma)
    height = over(
        1.0, times(Power(number(2 * np.pi), Number(len(z) / 2)), function("sqrt", function("det", S)))
    )
    return times(height, function("exp", minus(over(times(transposed(away), inverse(S), away), 2.0))))


def _density_by_logs(away: Array, Sigma: Array) -> Formula:
    """exp(-½ (p ln 2π + ln |Σ| + D²)) of many numbers, D the Mahalanobis distance from the mean."""
    distance = float(away @ np.linalg.solve(Sigma, away))
    inner = plus(
        times(float(len(away)), function("ln", 2 * np.pi)), number(np.linalg.slogdet(Sigma)[1]), distance
    )
    return function("exp", minus(over(inner, 2.0)))
