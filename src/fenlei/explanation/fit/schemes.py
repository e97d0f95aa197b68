"""The fit of classifiers that are made of others: what each part is fitted to, and the working of parts.

one-vs-one, one-vs-rest, voting, minimum risk, rejection near the boundary
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.errors import UsageError
from fenlei.explanation.fit.iterations import thinned
from fenlei.explanation.formula.building import (
    added,
    chain,
    counted,
    letter,
    minus,
    number,
    over,
    plus,
    probability,
    times,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.given_row import on_codes
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.registry import entry_of

if TYPE_CHECKING:
    from fenlei.bayes import MinimumRiskClassifier
    from fenlei.ensemble import VotingClassifier
    from fenlei.linear import RejectNearBoundary
    from fenlei.multiclass import OneVsOneClassifier, OneVsRestClassifier

MOST_PARTS = 3  # whose own fit is shown
MOST_PAIRS = 15
MOST_PART_FRAMES = 6  # iterations of a part


def part_steps(part: object, rows: FittedRows, terms: ModelTerms, name: str) -> list[WorkingStep]:
    """The working of the fit of a part, its titles with the part's name; none of a class that has none."""
    from fenlei.explanation.whole_fit import _FITS  # which has this module in it

    entry = entry_of(part)
    if entry is None or entry.name not in _FITS:
        return []
    try:
        steps = _FITS[entry.name](on_codes(part), rows, terms)
    except UsageError:  # parameters whose working is not shown
        return []
    shown = [thinned(len(step.frames), MOST_PART_FRAMES, MOST_PART_FRAMES // 2) for step in steps]
    return [
        replace(step, title=f"{name}: {step.title}", frames=tuple(step.frames[t] for t in few))
        for step, few in zip(steps, shown, strict=True)
    ]


def _part_rows(part: object, rows: FittedRows, own: Array, codes: Array) -> FittedRows:
    y = np.asarray(getattr(part, "classes_", np.arange(2)))[codes]
    return FittedRows(rows.X[own], rows.raw[own], y, codes)


def _counts(rows: FittedRows, terms: ModelTerms) -> Array:
    return np.bincount(rows.codes, minlength=len(terms.classes)).astype(float)


def _rows_chain(rows: FittedRows, terms: ModelTerms) -> Chain:
    counts = _counts(rows, terms)
    return chain(letter("n"), added([number(m) for m in counts], counts), float(rows.n))


# --- schemes of two-class parts


def one_vs_one(model: OneVsOneClassifier, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """K (K - 1) / 2 parts, the rows of each, and the fit of the first."""
    from fenlei.stats.coupling import pairs

    K, counts, both = len(terms.classes), _counts(rows, terms), pairs(len(terms.classes))
    letters = over(times(letter("K"), plus(letter("K"), minus(1.0))), 2.0)
    put_in = over(times(float(K), plus(float(K), minus(1.0))), 2.0)
    parts = chain(letter("M"), letters, put_in, float(len(model.estimators_)))
    sizes = [
        chain(
            letter("n", f"{terms.classes[i]} | {terms.classes[j]}"),
            plus(float(counts[i]), float(counts[j])),
            float(counts[i] + counts[j]),
        )
        for i, j in both[:MOST_PAIRS]
    ]
    facts: dict[str, Any] = {"shown": len(sizes), "count": len(both)}
    steps = [
        terms.step("fit_pairs", [parts], source="000, 3.3.1"),
        terms.step("fit_pair_rows", [_rows_chain(rows, terms), *sizes], source="000, 3.3.1", **facts),
    ]
    if getattr(model, "pairwise_indices_", None) is None:
        i, j = (int(k) for k in both[0])
        own = np.flatnonzero((rows.codes == i) | (rows.codes == j))
        part, names = model.estimators_[0], (terms.classes[i], terms.classes[j])
        inside = _part_rows(part, rows, own, (rows.codes[own] == j).astype(np.int64))
        steps += part_steps(part, inside, terms._replace(classes=names), " | ".join(names))
    return steps


def one_vs_rest(model: OneVsRestClassifier, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """One part per class, the rows of both sides, and the fit of the first."""
    if getattr(model, "multilabel_", False):
        raise UsageError("explain.no_setting", model=type(model).__name__, setting=phrase("setting.targets"))
    K, counts, parts = len(terms.classes), _counts(rows, terms), len(model.estimators_)
    labels = [1] if K == 2 else list(range(K))
    sides = [
        chain(
            letter("n"), plus(float(counts[k]), plus(float(rows.n), minus(float(counts[k])))), float(rows.n)
        )
        for k in labels[:MOST_CLASSES]
    ]
    number_of = chain(letter("M"), letter("K") if K > 2 else number(1.0), float(parts))
    steps = [
        terms.step("fit_rest", [number_of], source="000, 3.3.1"),
        terms.step("fit_rest_rows", [_rows_chain(rows, terms), *sides], source="000, 3.3.1"),
    ]
    k, part = labels[0], model.estimators_[0]
    names = (terms.say("the_rest"), terms.classes[k])
    inside = _part_rows(part, rows, np.arange(rows.n), (rows.codes == k).astype(np.int64))
    return steps + part_steps(part, inside, terms._replace(classes=names), " | ".join(names))


# --- whole classifiers as parts


def voting(model: VotingClassifier, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Each classifier is fitted to all rows; then their weights in the vote."""
    names = [name for name, part in model.named_estimators_.items() if not isinstance(part, str)]
    weight = model._weight()
    chains = [_rows_chain(rows, terms), chain(letter("T"), float(len(names)))]
    for name, w in zip(names[:MOST_PAIRS], weight, strict=False):
        share = over(float(w), added([number(each) for each in weight], weight))
        chains.append(chain(letter("w", name), share, w / weight.sum()))
    steps = [terms.step("fit_members", chains, source="004, 9.1", count=len(names))]
    for name, part in list(zip(names, model.estimators_, strict=True))[:MOST_PARTS]:
        inside = _part_rows(part, rows, np.arange(rows.n), rows.codes)
        steps += part_steps(part, inside, terms, name)
    return steps


def minimum_risk(model: MinimumRiskClassifier, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The fit of the classifier, the priors inside its posteriors, the costs, and the threshold they give."""
    part, counts = model.estimator_, _counts(rows, terms)
    steps = part_steps(part, rows, terms, type(part).__name__)
    chains: list[Chain] = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        prior, share = float(model.training_priors_[k]), counts[k] / rows.n
        sides: list[Formula] = [counted(counts[k], rows.n)] if abs(share - prior) < 1e-12 else []
        if not np.isnan(prior):
            chains.append(chain(probability(label), *sides, prior))
    costs, actions = model.costs_, [str(action) for action in model.actions_]
    headings = (terms.say("action"), *(terms.say("cost", label=label) for label in terms.classes))
    grid = terms.grid("costs", headings, [(a, *row) for a, row in zip(actions, costs, strict=True)])
    steps.append(terms.step("fit_costs", [*chains, *_threshold(model, costs)], [grid], source="004, 2.2"))
    return steps


def _threshold(model: MinimumRiskClassifier, costs: Array) -> list[Chain]:
    """θ = (λ_12 - λ_22) / (λ_21 - λ_11) · P(2) / P(1), of two classes and two actions."""
    if costs.shape != (2, 2) or not hasattr(model, "likelihood_ratio_threshold_"):
        return []
    first = over(
        plus(letter("λ", "12"), minus(letter("λ", "22"))), plus(letter("λ", "21"), minus(letter("λ", "11")))
    )
    letters = times(first, over(probability("2"), probability("1")))
    (a, b), (c, d) = ((float(x) for x in row) for row in costs)
    p, q = (float(x) for x in model._priors())
    put_in = times(over(plus(b, minus(d)), plus(c, minus(a))), over(q, p))
    return [chain(letter("θ"), letters, put_in, model.likelihood_ratio_threshold_)]


def rejection(model: RejectNearBoundary, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The fit of the classifier, and the training rows that the margin leaves undecided."""
    part = model.estimator_
    steps = part_steps(part, rows, terms, type(part).__name__)
    near = int(np.sum(model.rejected(rows.X)))
    chains = [
        chain(letter("m"), float(model.margin)),
        chain(probability(letter("r")), counted(near, rows.n), near / rows.n),
    ]
    facts: dict[str, Any] = {"margin": f"{model.margin:g}", "near": near, "n": rows.n}
    return [*steps, terms.step("fit_rejection", chains, source="001, 5.2", **facts)]
