"""The fit of the naive Bayes classifiers: counts, means and variances, class by class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.conjugate_prior import predictive_steps
from fenlei.explanation.fit.moments import mean_chain, variance_chain
from fenlei.explanation.formula.building import (
    chain,
    counted,
    function,
    letter,
    number,
    over,
    plus,
    probability,
    squared,
    summed,
    times,
)
from fenlei.explanation.formula.nodes import Chain, Formula, Number, Power
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES, class_count, prior_chain
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.bayes import (
        BayesClassifier,
        BernoulliNB,
        CategoricalNB,
        GaussianNB,
        KernelNB,
        MixedNB,
        MultinomialNB,
        PoissonNB,
    )
    from fenlei.bayes.bernoulli_nb import BernoulliNBModel
    from fenlei.bayes.categorical_nb import CategoricalNBModel
    from fenlei.bayes.gaussian_nb import GaussianNBModel
    from fenlei.bayes.kernel_nb import KernelNBModel
    from fenlei.bayes.multinomial_nb import MultinomialNBModel
    from fenlei.bayes.poisson_nb import PoissonNBModel

    NaiveBayes = BernoulliNB | CategoricalNB | GaussianNB | KernelNB | MixedNB | MultinomialNB | PoissonNB
    NaiveRecord = (
        BernoulliNBModel
        | CategoricalNBModel
        | GaussianNBModel
        | KernelNBModel
        | MultinomialNBModel
        | PoissonNBModel
    )

MOST_FORMULAS = 24
MOST_COLUMNS = 20  # whose counts are listed


def fit(model: NaiveBayes, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Priors, then the estimates of each distribution."""
    steps = [prior_step(model, rows, terms)]
    for record, columns, alpha in _parts(model):
        steps += _ESTIMATES[type(record).__name__](record, model, rows, columns, alpha, terms)
    return steps


def prior_step(model: NaiveBayes | BayesClassifier, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """P(k) = n_k / n; the counts are those of the rows, the result is the model's."""
    count = rows.counts(len(terms.classes))
    n = float(count.sum())
    prior = np.exp(model.class_log_prior_) if hasattr(model, "class_log_prior_") else model._class_priors()
    given = getattr(model, "priors", None) is not None or getattr(model, "class_prior", None) is not None
    chains = [chain(letter("n"), summed(count), float(class_count(model).sum()))]
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        known = prior_chain(label, prior[k], count[k], n)
        share = chain(probability(label), counted(count[k], n), prior[k])
        chains.append(known if given or getattr(model, "fit_prior", True) is False else share)
    return terms.step("fit_prior", chains, source="000, 3-5…3-9")


def _parts(model: Any) -> Iterator[tuple[NaiveRecord, Array, Array]]:
    """Each record with the columns that it is of, and their smoothing."""
    p = model.n_features_in_
    if not hasattr(model, "distributions_"):
        alpha = model._alphas(p) if hasattr(model, "_alphas") else np.zeros(p)
        yield model.model_, np.arange(p), alpha
        return
    from fenlei.bayes.mixed_parts import PARTS, columns_of

    for name in PARTS:
        record = getattr(model.model_, name)
        if record is not None:
            columns = columns_of(name, model.model_.distribution)
            yield record, columns, np.full(len(columns), float(model.alpha))


def _pairs(columns: Array, terms: ModelTerms) -> list[tuple[int, int, int]]:
    """(position in the part, column, class) of the estimates that are written out."""
    classes = range(len(terms.classes[:MOST_CLASSES]))
    return [(i, int(j), k) for i, j in enumerate(columns) for k in classes][:MOST_FORMULAS]


def _values(rows: FittedRows, j: int, k: int) -> Array:
    """The present values of a feature in a class."""
    x = rows.X[rows.codes == k, j]
    return x[~np.isnan(x)]


def _of_class(rows: FittedRows, k: int, x: Array) -> Formula:
    """The values of a class added up, times what each of its rows counts."""
    factor = rows.factor(k)
    return summed(x) if factor == 1.0 else times(factor, summed(x))


def _variance(rows: FittedRows, j: int) -> float:
    """Variance of the present values of all rows, divisor n; 0 if there are none."""
    there = ~np.isnan(rows.X[:, j])
    if not there.any():
        return 0.0
    if not len(rows.factors):
        return float(np.var(rows.X[there, j]))
    x, w = rows.X[there, j], rows.w[there]
    return float(np.average((x - np.average(x, weights=w)) ** 2, weights=w))


def _name(name: str, j: int, k: int, terms: ModelTerms) -> Formula:
    return letter(name, f"{terms.features[j]}, {terms.classes[k]}")


def _gaussian(
    record: GaussianNBModel,
    model: GaussianNB | MixedNB,
    rows: FittedRows,
    columns: Array,
    _: Array,
    terms: ModelTerms,
) -> list[WorkingStep]:
    pairs = _pairs(columns, terms)
    if record.dof is not None:
        return predictive_steps(model, record, rows, terms)
    facts: dict[str, Any] = {"shown": len(pairs), "count": len(columns) * len(terms.classes)}
    means = [
        mean_chain(_name("μ", j, k, terms), _values(rows, j, k), record.theta[k, i]) for i, j, k in pairs
    ]
    epsilon = float(record.epsilon)
    variances = [
        variance_chain(
            Power(_name("σ", j, k, terms), Number(2.0)), _values(rows, j, k), record.var[k, i], epsilon
        )
        for i, j, k in pairs
    ]
    overall = [_variance(rows, j) for j in columns]
    smoothing = chain(
        letter("ε"),
        times(float(model.var_smoothing), function("max", *overall[:MOST_FORMULAS], max(overall))),
        epsilon,
    )
    return [
        terms.step("fit_means", means, source="000, 3-5…3-9", **facts),
        terms.step("fit_epsilon", [smoothing]),
        terms.step("fit_variances", variances, source="000, 3-5…3-9", epsilon=f"{epsilon:.6g}", **facts),
    ]


def _categorical(
    record: CategoricalNBModel,
    model: CategoricalNB | MixedNB,
    rows: FittedRows,
    columns: Array,
    alpha: Array,
    terms: ModelTerms,
) -> list[WorkingStep]:
    """The totals that are divided by; then, by column, the counts of its values and the smoothed shares."""
    sizes, totals = np.diff(record.offset), []
    for i, j, k in _pairs(columns, terms):
        seen = rows.factor(k) * len(_values(rows, j, k))
        below = record.category_count[k, record.offset[i] : record.offset[i + 1]].sum() + alpha[i] * sizes[i]
        totals.append(chain(_name("N", j, k, terms), plus(seen, times(alpha[i], sizes[i])), below))
    steps = [terms.step("fit_sizes", totals)]
    for i, j in enumerate(columns[:MOST_COLUMNS]):
        start, stop = (int(at) for at in record.offset[i : i + 2])
        size = stop - start
        facts: dict[str, Any] = {"feature": terms.features[j], "alpha": f"{alpha[i]:g}"}
        counts = np.array(
            [
                rows.factor(k) * np.bincount(_values(rows, j, k).astype(int), minlength=size)
                for k in range(len(terms.classes))
            ]
        )
        p = np.exp(record.feature_log_prob[:, start:stop])
        chains = list(_shares(counts + alpha[i], p, int(j), terms))[:MOST_FORMULAS]
        headings = (terms.say("value"), *(terms.say("count_of", label=label) for label in terms.classes))
        lines = [(terms.value(int(j), float(v)), *counts[:, v]) for v in range(size)]
        steps.append(
            terms.step(
                "fit_counts", chains, [terms.grid("counts", headings, lines)], source="000, 3-5…3-9", **facts
            )
        )
    return steps


def _shares(table: Array, p: Array, j: int, terms: ModelTerms) -> Iterator[Chain]:
    for v in range(table.shape[1]):
        for k, label in enumerate(terms.classes[:MOST_CLASSES]):
            own = table[k] if table[k].any() else table.sum(axis=0)
            left = probability(terms.event(j, float(v)), given=label)
            yield chain(left, counted(own[v], own.sum()), p[k, v]) if own.sum() else chain(left, p[k, v])


def _present(
    record: BernoulliNBModel,
    model: BernoulliNB,
    rows: FittedRows,
    columns: Array,
    alpha: Array,
    terms: ModelTerms,
) -> list[WorkingStep]:
    """Bernoulli: p = (rows with the feature + α) / (rows + 2α)."""
    pairs, counts, shares = _pairs(columns, terms), [], []
    edge = 0.0 if model.binarize is None else model.binarize
    for i, j, k in pairs:
        seen, a, factor = float((_values(rows, j, k) > edge).sum()), float(alpha[i]), rows.factor(k)
        present, put_in = factor * seen, number(seen) if factor == 1.0 else times(factor, seen)
        counts.append(chain(_name("m", j, k, terms), put_in, record.feature_count[k, i]))
        below, p = record.class_count[k] + 2 * a, np.exp(record.feature_log_prob[k, i])
        shares.append(chain(_name("p", j, k, terms), counted(present + a, below), p))
    return _total_steps(counts, shares, columns, alpha, terms)


def _multinomial(
    record: MultinomialNBModel,
    model: MultinomialNB | MixedNB,
    rows: FittedRows,
    columns: Array,
    alpha: Array,
    terms: ModelTerms,
) -> list[WorkingStep]:
    """Multinomial: θ = (total of the feature + α) / (total of all features + α p)."""
    pairs, counts, shares = _pairs(columns, terms), [], []
    everything = {
        k: rows.factor(k) * np.nansum(rows.of_class(k)[:, columns]) + alpha.sum()
        for k in {k for *_, k in pairs}
    }
    for i, j, k in pairs:
        x, theta = _values(rows, j, k), np.exp(record.feature_log_prob[k, i])
        counts.append(chain(_name("N", j, k, terms), _of_class(rows, k, x), record.feature_count[k, i]))
        above = rows.factor(k) * x.sum() + alpha[i]
        shares.append(chain(_name("θ", j, k, terms), counted(above, everything[k]), theta))
    return _total_steps(counts, shares, columns, alpha, terms)


def _poisson(
    record: PoissonNBModel,
    model: PoissonNB | MixedNB,
    rows: FittedRows,
    columns: Array,
    alpha: Array,
    terms: ModelTerms,
) -> list[WorkingStep]:
    """Poisson: λ = (total + α mean of all rows) / (rows + α)."""
    pairs, counts, rates = _pairs(columns, terms), [], []
    for i, j, k in pairs:
        x, a, there, factor = _values(rows, j, k), float(alpha[i]), ~np.isnan(rows.X[:, j]), rows.factor(k)
        overall = float(np.average(rows.X[there, j], weights=rows.w[there])) if there.any() else 1.0
        counts.append(chain(_name("N", j, k, terms), _of_class(rows, k, x), factor * x.sum()))
        put_in = over(plus(number(factor * x.sum()), times(a, overall)), plus(factor * len(x), a))
        sides = [put_in] if len(x) + a else []
        rates.append(chain(_name("λ", j, k, terms), *sides, record.rate[k, i]))
    return _total_steps(counts, rates, columns, alpha, terms)


def _total_steps(
    counts: list[Chain], shares: list[Chain], columns: Array, alpha: Array, terms: ModelTerms
) -> list[WorkingStep]:
    facts: dict[str, Any] = {
        "shown": len(shares),
        "count": len(columns) * len(terms.classes),
        "alpha": f"{alpha[0]:g}",
    }
    return [terms.step("fit_totals", counts, **facts), terms.step("fit_rates", shares, **facts)]


def _bandwidths(
    record: KernelNBModel,
    model: KernelNB | MixedNB,
    rows: FittedRows,
    columns: Array,
    _: Array,
    terms: ModelTerms,
) -> list[WorkingStep]:
    """h = 0.9 s n^(-1/5), at least a thousandth of the feature's deviation over all rows."""
    from fenlei.bayes.kernel_nb import LEAST_BANDWIDTH

    pairs, deviations, chains = _pairs(columns, terms), [], []
    width = getattr(model, "bandwidth", "silverman")
    factor = [] if isinstance(width, str) or float(width) == 1.0 else [float(width)]
    for i, j, k in pairs:
        x, overall = _values(rows, j, k), float(np.sqrt(_variance(rows, j)))
        n, s = rows.factor(k) * len(x), float(np.std(x)) if len(x) else overall
        squares = over(summed((x - x.mean()) ** 2), float(len(x))) if len(x) else squared(overall)
        if not len(x):  # all rows stand in for a class without values
            n = float(rows.w[~np.isnan(rows.X[:, j])].sum())
        deviations.append(chain(_name("s", j, k, terms), function("sqrt", squares), s))
        rule = times(*factor, 0.9, s, Power(number(max(n, 1.0)), Number(-0.2)))
        least = LEAST_BANDWIDTH * overall if overall > 0 else 1.0
        chains.append(chain(_name("h", j, k, terms), function("max", rule, least), record.bandwidth[k, i]))
    facts: dict[str, Any] = {"shown": len(pairs), "count": len(columns) * len(terms.classes)}
    first = terms.step("fit_deviations", deviations, **facts)
    return [first, terms.step("fit_bandwidths", chains, **facts)]


_ESTIMATES: dict[str, Callable[..., list[WorkingStep]]] = {
    "GaussianNBModel": _gaussian,
    "CategoricalNBModel": _categorical,
    "BernoulliNBModel": _present,
    "MultinomialNBModel": _multinomial,
    "PoissonNBModel": _poisson,
    "KernelNBModel": _bandwidths,
}
