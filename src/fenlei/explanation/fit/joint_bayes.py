"""The fit of the joint Bayes classifier: counts of the cells, and a normal density in each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.fit.bayes import prior_step
from fenlei.explanation.fit.moments import mean_chain, variance_chain
from fenlei.explanation.formula.building import added, chain, counted, letter, probability, times
from fenlei.explanation.formula.nodes import Chain, Formula, Number, Power
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES
from fenlei.explanation.prediction.joint_bayes import n_cells
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.bayes import BayesClassifier

MOST_CELLS = 40
MOST_FORMULAS = 24


def fit(model: BayesClassifier, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Priors, then the table of the nominal columns, then the normal densities of the numeric ones."""
    steps = [prior_step(model, rows, terms)]
    if len(model._columns.nominal):
        steps += [_cell_step(model, rows, terms), _evidence_step(model, rows, terms)]
    if len(model._columns.numeric):
        steps += _normal_steps(model, rows, terms)
    return steps


def _cell_step(model: BayesClassifier, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """P(cell | k) = (count + α) / (n_k + α C)."""
    alpha, cells, conditional = float(model.alpha), model.cells_, model.conditional_
    nominal = model._columns.nominal
    given = _codes(rows, nominal)
    K = len(terms.classes)
    factors, total = np.array([rows.factor(k) for k in range(K)]), rows.counts(K)
    counts = np.array(
        [
            np.bincount(rows.codes[(given == cell).all(axis=1)], minlength=K) * factors
            for cell in cells[:MOST_CELLS]
        ]
    )
    chains: list[Chain] = []
    for i, cell in enumerate(cells[:MOST_CELLS]):
        for k, label in enumerate(terms.classes[:MOST_CLASSES]):
            below = total[k] + alpha * n_cells(model)
            left = probability(*_events(cell, nominal, terms), given=label)
            if below:
                chains.append(chain(left, counted(counts[i, k] + alpha, below), conditional[i, k]))
    headings = (
        *(terms.features[j] for j in nominal),
        *(terms.say("count_of", label=label) for label in terms.classes),
    )
    lines = [(*_words(cell, nominal, terms), *counts[i]) for i, cell in enumerate(cells[:MOST_CELLS])]
    facts: dict[str, Any] = {"alpha": f"{alpha:g}", "shown": min(MOST_CELLS, len(cells)), "count": len(cells)}
    grids = [terms.grid("cells", headings, lines)]
    return terms.step("fit_cells", chains[:MOST_FORMULAS], grids, source="000, 3-1…3-4", **facts)


def _codes(rows: FittedRows, nominal: Array) -> Array:
    """Codes (n, m) of the nominal columns, -1 where a value is missing."""
    given = rows.X[:, nominal]
    return np.where(np.isnan(given), -1, given)


def _words(cell: Array, nominal: Array, terms: ModelTerms) -> list[str]:
    return [
        terms.value(int(j), np.nan if code < 0 else float(code))
        for j, code in zip(nominal, cell, strict=True)
    ]


def _events(cell: Array, nominal: Array, terms: ModelTerms) -> list[Formula]:
    return [
        terms.event(int(j), np.nan if code < 0 else float(code))
        for j, code in zip(nominal, cell, strict=True)
    ]


def _evidence_step(model: BayesClassifier, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """P(cell) = Σ_k P(k) P(cell | k)."""
    nominal, prior, chains = model._columns.nominal, model.prior_, []
    known = zip(model.cells_[:MOST_FORMULAS], model.conditional_, model.evidence_, strict=False)
    for cell, given, evidence in known:
        put_in = added([times(p, c) for p, c in zip(prior, given, strict=True)], prior * given)
        chains.append(chain(probability(*_events(cell, nominal, terms)), put_in, evidence))
    return terms.step("fit_evidence", chains, source="000, 3-1…3-4")


def _normal_steps(model: BayesClassifier, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Mean and variance of the numeric values, by cell and class, of the pairs that rows show."""
    summary, record, nominal = model.summary_, model.model_, model._columns.nominal
    given = _codes(rows, nominal)
    complete = ~np.isnan(rows.X[:, model._columns.numeric]).any(axis=1)
    means: list[Chain] = []
    variances: list[Chain] = []
    for r in range(len(summary.label)):
        if len(means) >= MOST_FORMULAS:
            break
        here = (given == summary.cells[r]).all(axis=1) & (rows.codes == summary.label[r]) & complete
        own = _own_variance(model, r, rows.factor(int(summary.label[r])) * float(here.sum()))
        words = (terms.classes[summary.label[r]], *_words(summary.cells[r], nominal, terms))
        for g, j in enumerate(model._columns.numeric[:MOST_FORMULAS]):
            x, subscript = rows.X[here, j], ", ".join((terms.features[j], *words))
            means.append(mean_chain(letter("μ", subscript), x, record.centre[r, g]))
            var, left = _spread(model, r, g), Power(letter("σ", subscript), Number(2.0))
            variances.append(chain(left, var) if own is None else variance_chain(left, x, own[g]))
    facts: dict[str, Any] = {
        "shown": min(len(means), MOST_FORMULAS),
        "count": record.centre[: len(summary.label)].size,
    }
    first = terms.step("fit_cell_means", means[:MOST_FORMULAS], source="000, 3-1…3-4", **facts)
    return [first, terms.step("fit_cell_normals", variances[:MOST_FORMULAS], source="000, 3-1…3-4", **facts)]


def _spread(model: BayesClassifier, r: int, g: int) -> float:
    Sigma = model.model_.covariance[model.model_.spread[r]]
    return float(Sigma[g, 0] if Sigma.shape[1] != len(Sigma) else Sigma[g, g])


def _own_variance(model: BayesClassifier, r: int, n: float) -> Array | None:
    """Variances of the pair's own rows; None where it has those of its class or shrunken ones."""
    Sigma = model.model_.covariance[model.model_.spread[r]]
    found = Sigma[:, 0] if Sigma.shape[1] != len(Sigma) else np.diag(Sigma)
    scatter = model.summary_.scatter[r]
    own = scatter[:, 0] if scatter.shape[1] != len(scatter) else np.diag(scatter)
    return found if n and np.allclose(found, own / n, rtol=1e-9, atol=0.0) else None
