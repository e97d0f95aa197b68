"""Bayes' rule: the joint table, naive Bayes, the decision of least risk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.bayes import BayesClassifier, CategoricalNB, MinimumRiskClassifier
from fenlei.exercises.asking import Drawn, SheetTerms
from fenlei.exercises.draws import Draws
from fenlei.exercises.families.points import decided
from fenlei.exercises.families.word_tables import WordRow, WordTable, draw_words
from fenlei.exercises.fitting import FittedTable, fit_columns, row_grid, rows_grid
from fenlei.exercises.friendly import answer, are_short, exact
from fenlei.explanation.formula import value
from fenlei.explanation.formula.building import added, chain, counted, event, letter, probability, times
from fenlei.explanation.formula.nodes import Applied, Chain, Formula, Word
from fenlei.model_file import Model

if TYPE_CHECKING:
    from fenlei.annotations import Label
    from fenlei.exercises.sheet import Question
    from fenlei.kernels import Array


def joint(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """The posterior of a cell of the table: both classes are in it, one of them more often."""
    table = draw_words(draws, n, 2, terms.lang)
    given = _mixed_cell(draws, table)
    if given is None:
        return None
    fitted = fit_columns(BayesClassifier(alpha=0), table.columns, table.story.target)
    row, model = table.row(given), fitted.estimator
    cell = int(np.flatnonzero((model.cells_ == fitted.coded(row)).all(axis=1))[0])
    labels, counts = model.classes_.tolist(), model.class_count_
    inside = [int(m) for m in np.round(model.conditional_[cell] * counts)]
    likelihood = [
        chain(probability("x", given=str(label)), counted(m, total), float(x))
        for label, m, total, x in zip(labels, inside, counts, model.conditional_[cell], strict=True)
    ]
    evidence = float(model.evidence_[cell])
    posterior = fitted.predict_proba(row)
    questions = (
        terms.ask("prior", 3, *_priors(model)),
        terms.ask("likelihood", 4, *likelihood),
        terms.ask("evidence", 3, chain(probability("x"), counted(sum(inside), n), evidence)),
        terms.ask("posterior", 5, *_posteriors(posterior), decided(fitted.predict(row))),
    )
    results = {
        "prior": dict(zip(labels, map(float, model.prior_), strict=True)),
        "likelihood": dict(zip(labels, map(float, model.conditional_[cell]), strict=True)),
        "evidence": evidence,
        "posterior": posterior,
        "decision": fitted.predict(row),
    }
    return _drawn(terms, table, fitted, given, questions, results)


def naive(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """A row that the table does not show; without smoothing no count of it is zero."""
    table, alpha = draw_words(draws, n, 3, terms.lang), draws.below(2)
    given = tuple(draws.below(len(values)) for _, values in table.story.features)
    if given in table.rows or not table.shows_every_value():
        return None
    fitted = fit_columns(CategoricalNB(alpha=alpha), table.columns, table.story.target)
    row, model = table.row(given), fitted.estimator
    codes = fitted.coded(row)[0].astype(int)
    counts = [model.category_count_[j][:, code] for j, code in enumerate(codes)]
    if alpha == 0 and min(map(np.min, counts)) == 0:
        return None
    posterior = fitted.predict_proba(row)
    if not are_short(list(posterior.values())) or _is_tie(posterior):
        return None
    factors = _factors(model, row, codes, counts, alpha)
    products = _products(model, factors)
    conditional = [
        chain(left, counted(m, below), x) for label in factors for left, m, below, x in factors[label]
    ]
    questions = (
        terms.ask("prior", 3, *_priors(model)),
        terms.ask(f"likelihood_{alpha}", 7, *conditional),
        terms.ask("product", 4, *products.values()),
        terms.ask("posterior", 4, *_posteriors(posterior), decided(fitted.predict(row))),
    )
    results = {
        "alpha": alpha,
        "prior": dict(zip(model.classes_.tolist(), map(float, np.exp(model.class_log_prior_)), strict=True)),
        "likelihood": {label: [x for *_, x in factors[label]] for label in factors},
        "product": {label: value(each) for label, each in products.items()},
        "posterior": posterior,
        "decision": fitted.predict(row),
    }
    smoothing = terms.say(f"naive_bayes.alpha_{alpha}")
    return _drawn(terms, table, fitted, given, questions, results, smoothing=smoothing)


def minimum_risk(draws: Draws, n: int, terms: SheetTerms) -> Drawn | None:
    """Costs under which the less probable class is the decision."""
    table = draw_words(draws, n, 1, terms.lang)
    given = _mixed_cell(draws, table)
    cost = draws.some_of(range(1, 10), 2)  # of deciding for a class, if the other is true
    if given is None:
        return None
    words = table.story.classes
    labels = sorted(words)
    costs = [[0 if a == c else cost[words.index(a)] for c in labels] for a in labels]
    model = MinimumRiskClassifier(BayesClassifier(alpha=0), costs=costs)
    fitted = fit_columns(model, table.columns, table.story.target)
    row = table.row(given)
    posterior, decision = fitted.predict_proba(row), fitted.predict(row)
    risks = [float(x) for x in model.conditional_risk(fitted.coded(row))[0]]
    if decision == max(posterior, key=lambda label: posterior[label]) or abs(risks[0] - risks[1]) < 1e-6:
        return None
    shown = []
    for action, of_action, risk in zip(labels, costs, risks, strict=True):
        put_in = added([times(float(c), exact(posterior[k])) for k, c in zip(labels, of_action, strict=True)])
        shown.append(chain(Applied(letter("R"), (Word(action),), (letter("x"),)), put_in, exact(risk), risk))
    headings = (terms.say("decision_for"), *(terms.say("truth", label=label) for label in labels))
    cost_rows = [(action, *of_action) for action, of_action in zip(labels, costs, strict=True)]
    questions = (
        terms.ask("posterior", 5, *_posteriors(posterior)),
        terms.ask("risk", 5, *shown),
        terms.ask("decision", 2, decided(decision)),
    )
    results = {"posterior": posterior, "risk": dict(zip(labels, risks, strict=True)), "decision": decision}
    extra = terms.grid("costs", headings, cost_rows)
    inner = fitted._replace(model=Model(model.estimator_, fitted.model.schema))
    drawn = _drawn(terms, table, inner, given, questions, results)
    workings = (*drawn.workings, fitted.row_working(row, terms.lang))
    return drawn._replace(tables=(*drawn.tables, extra), workings=workings)


def _mixed_cell(draws: Draws, table: WordTable) -> WordRow | None:
    """A combination of values with three rows at the least, of both classes, one of them more often."""
    cell = draws.one_of(table.rows)
    inside = [k for row, k in zip(table.rows, table.labels, strict=True) if row == cell]
    is_mixed = len(inside) >= 3 and 0 < sum(inside) < len(inside) and 2 * sum(inside) != len(inside)
    return cell if is_mixed else None


def _is_tie(posterior: dict[Label, float]) -> bool:
    first, second = sorted(posterior.values())[-2:]
    return abs(first - second) < 1e-6


def _priors(model: BayesClassifier | CategoricalNB) -> list[Chain]:
    counts = model.class_count_
    return [
        chain(probability(str(label)), counted(m, counts.sum()), float(m / counts.sum()))
        for label, m in zip(model.classes_.tolist(), counts, strict=True)
    ]


def _factors(
    model: CategoricalNB, row: dict[str, str], codes: Array, counts: list[Array], alpha: int
) -> dict[str, list[tuple[Formula, float, float, float]]]:
    """P(x_j | c) of each class: letters, count above, count below, value."""
    found: dict[str, list[tuple[Formula, float, float, float]]] = {}
    for k, label in enumerate(model.classes_.tolist()):
        found[label] = [
            (
                probability(event(name, value), given=str(label)),
                float(counts[j][k] + alpha),
                float(model.class_count_[k] + alpha * model.feature_log_prob_[j].shape[1]),
                float(np.exp(model.feature_log_prob_[j][k, codes[j]])),
            )
            for j, (name, value) in enumerate(row.items())
        ]
    return found


def _products(
    model: CategoricalNB, factors: dict[str, list[tuple[Formula, float, float, float]]]
) -> dict[str, Chain]:
    """P(c) Π P(x_j | c) of each class."""
    found, n = {}, float(model.class_count_.sum())
    for k, (label, own) in enumerate(factors.items()):
        joint = float(np.exp(model.class_log_prior_[k]) * np.prod([x for *_, x in own]))
        put_in = times(counted(model.class_count_[k], n), *(counted(m, below) for _, m, below, _ in own))
        found[label] = chain(probability(label, "x"), put_in, joint)
    return found


def _posteriors(posterior: dict[Label, float]) -> list[Chain]:
    return [answer(probability(str(label), given=letter("x")), x) for label, x in posterior.items()]


def _drawn(
    terms: SheetTerms,
    table: WordTable,
    fitted: FittedTable,
    given: WordRow,
    questions: tuple[Question, ...],
    results: dict[str, object],
    **facts: object,
) -> Drawn:
    row, lang = table.row(given), terms.lang
    tables = (
        rows_grid(terms.say("grid.rows"), terms.say("number"), table.columns),
        row_grid(terms.say("grid.new"), row),
    )
    workings = (fitted.fit_working(lang), fitted.row_working(row, lang))
    known = {"n": len(table.rows), "what": table.story.row, "target": table.story.target}
    return Drawn(tables, questions, workings, results, known | facts)
