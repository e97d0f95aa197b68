"""p(x_j | k) of a naive Bayes classifier with the numbers put in, by the distribution of the feature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.formula.building import counted, function, minus, number, over, plus, summed, times
from fenlei.explanation.formula.nodes import Formula, Number, Power
from fenlei.explanation.prediction.bayes_rule import normal_density
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.bayes import (
        BernoulliNB,
        CategoricalNB,
        GaussianNB,
        KernelNB,
        MixedNB,
        MultinomialNB,
        PoissonNB,
    )
    from fenlei.bayes.categorical_nb import CategoricalNBModel
    from fenlei.bayes.kernel_nb import KernelNBModel
    from fenlei.bayes.multinomial_nb import MultinomialNBModel

    NaiveBayes = BernoulliNB | CategoricalNB | GaussianNB | KernelNB | MixedNB | MultinomialNB | PoissonNB


def factor(model: NaiveBayes, j: int, x: float, k: int) -> Formula | None:
    """The formula of one factor; None where the feature tells nothing (missing, unknown category)."""
    if hasattr(model, "distributions_"):
        return _of_part(model, j, x, k)
    alpha = model._alphas(model.n_features_in_)[j] if hasattr(model, "_alphas") else 0.0
    return _by_record(model.model_, j, x, k, float(alpha), getattr(model, "binarize", None))


def _of_part(model: MixedNB, j: int, x: float, k: int) -> Formula | None:
    """A column of a mixed table, by the record of its part."""
    from fenlei.bayes.mixed_parts import DISTRIBUTIONS, columns_of

    record = model.model_
    name = DISTRIBUTIONS[int(record.distribution[j])]
    part = "categorical" if name == "bernoulli" else name
    inner = int(np.searchsorted(columns_of(part, record.distribution), j))
    x = float(x > 0) if name == "bernoulli" and not np.isnan(x) else x
    return _by_record(getattr(record, part), inner, x, k, float(model.alpha), None)


def _by_record(record: Any, j: int, x: float, k: int, alpha: float, binarize: float | None) -> Formula | None:
    if np.isnan(x):
        return None
    match type(record).__name__:
        case "GaussianNBModel":
            return None if record.dof is not None else normal_density(x, record.theta[k, j], record.var[k, j])
        case "CategoricalNBModel":
            return _category(record, j, int(x), k, alpha)
        case "BernoulliNBModel":
            present = x > (0.0 if binarize is None else binarize)
            count = (
                record.feature_count[k, j] if present else record.class_count[k] - record.feature_count[k, j]
            )
            return counted(count + alpha, record.class_count[k] + 2 * alpha)
        case "MultinomialNBModel":
            share = counted(record.feature_count[k, j] + alpha, _smoothed_total(record, k, alpha))
            return Power(share, Number(float(x)))
        case "PoissonNBModel":
            rate = float(record.rate[k, j])
            return over(
                times(Power(number(rate), number(x)), function("exp", minus(rate))),
                function("gamma", x + 1.0),
            )
        case "KernelNBModel":
            return _kernels(record, j, x, k)
    return None


def _smoothed_total(record: MultinomialNBModel, k: int, alpha: float) -> float:
    return float(record.feature_count[k].sum() + alpha * record.feature_count.shape[1])


def _category(record: CategoricalNBModel, j: int, code: int, k: int, alpha: float) -> Formula | None:
    start, stop = (int(at) for at in record.offset[j : j + 2])
    if not 0 <= code < stop - start:
        return None
    table = record.category_count[:, start:stop] + alpha
    own = table[k] if table[k].any() else table.sum(axis=0)
    return counted(own[code], own.sum()) if own.sum() else number(0.0)


def _kernels(record: KernelNBModel, j: int, x: float, k: int) -> Formula:
    """Σ_i w_i N(x | x_i, h²) / Σ_i w_i over the values of the class."""
    rows = slice(int(record.start[k]), int(record.start[k + 1]))
    if np.isnan(record.X[rows, j]).all():
        rows = slice(0, len(record.X))
    seen = ~np.isnan(record.X[rows, j])
    values, w, h = record.X[rows, j][seen], record.w[rows][seen], float(record.bandwidth[k, j])
    density: Array = w * np.exp(-0.5 * ((x - values) / h) ** 2) / (np.sqrt(2 * np.pi) * h)
    if len(values) > 8:
        return over(summed(density), float(w.sum()))
    each = [times(float(v), normal_density(x, float(at), h * h)) for v, at in zip(w, values, strict=True)]
    return over(plus(*each), float(w.sum()))
