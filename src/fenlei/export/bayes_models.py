"""Naive Bayes and quadratic discriminants: scores log π_k + log p(x | k), up to a constant per row."""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.bayes.bernoulli_nb import score_terms
from fenlei.bayes.estimate.univariate import log_student
from fenlei.bayes.kernel_nb import value_ranges
from fenlei.bayes.mixed_parts import DISTRIBUTIONS, columns_of
from fenlei.errors import UsageError
from fenlei.export.answers import (
    Answer,
    Estimator,
    bayes_answer,
    impossible_sums,
    rows_by_class,
    softmax_answer,
)
from fenlei.export.graph import Value
from fenlei.export.tree_routes import FeatureRows
from fenlei.kernels import Array
from fenlei.priors import log_prior

MOST_KERNEL_ROWS, MOST_DENSITIES = 10_000, 2_000


def over_present(rows: Value, terms: Value) -> Value:
    """Sum (n, K) of the terms (n, K, p) of the values (n, 1, p) that are not missing."""
    return rows.isnan().where(np.float64(0.0), terms).sum(2)


def student_logs(squares: Value, dof: Array, p: int, log_det: Array) -> Value:
    """log t of squared distances in units of the scale."""
    constant = log_student(np.zeros(np.shape(dof)), dof, p, log_det)  # type: ignore[arg-type]
    return (squares / dof + np.float64(1.0)).log() * (-0.5 * (dof + p)) + constant


# --- Σ_j log p(x_j | k) of features of one kind, (n, K)


def gaussian_part(X: Value, record: Any) -> Value:
    """Normal densities; Student's where the parameters were integrated out."""
    rows, theta = rows_by_class(X, record.theta)
    var = np.asarray(record.var, np.float64)[None]
    if record.dof is not None:
        squares = (rows - theta) * (rows - theta) / var
        return over_present(rows, student_logs(squares, record.dof[None], 1, np.log(var)))
    z = (rows - theta) * (1.0 / np.sqrt(var))
    return over_present(rows, z * z * np.float64(-0.5) - 0.5 * np.log(2.0 * np.pi * var))


def poisson_part(X: Value, record: Any) -> Value:
    """Poisson probabilities without log x!, which is the same for all classes."""
    rows, rate = rows_by_class(X, record.rate)
    with np.errstate(divide="ignore"):
        log_rate = np.log(rate)
    counted = (rows > np.float64(0.0)).where(rows * log_rate, np.float64(0.0))
    return over_present(rows, counted - rate)


def multinomial_part(X: Value, record: Any) -> Value:
    """Counts times logarithms; a count that is not known adds nothing."""
    known = X.isnan().where(np.float64(0.0), X)
    return impossible_sums(known, record.feature_log_prob, np.zeros(len(record.class_log_prior)))


def categorical_part(X: Value, record: Any) -> Value:
    """Logarithms looked up by category; of a missing or unknown one 0."""
    offset = np.asarray(record.offset, np.int64)
    sizes, M = np.diff(offset).astype(np.float64), int(offset[-1])
    whole = X.isnan().where(np.float64(-1.0), X).cast(np.int64)
    known = X.at_least(0.0) & X.below(sizes[None, :])
    at = known.where(whole + offset[None, :-1], np.int64(M))
    table = np.vstack([record.feature_log_prob.T, np.zeros((1, len(record.class_log_prior)))])
    return X.graph.constant(table).take(at, axis=0).sum(1)


def kernel_part(X: Value, record: Any) -> Value:
    """Kernel densities: log Σ_i w_i N(x | x_i, h²) / Σ_i w_i of each feature in each class."""
    K, p = record.bandwidth.shape
    if len(record.X) > MOST_KERNEL_ROWS or K * p > MOST_DENSITIES:
        facts = {"rows": len(record.X), "most": MOST_KERNEL_ROWS, "densities": K * p}
        raise UsageError("export.kernel_rows", most_densities=MOST_DENSITIES, **facts)
    first, last = value_ranges(record)
    columns = []
    for k in range(K):
        total: Value | None = None
        for j in range(p):
            span = slice(first[k, j], last[k, j])
            found = kernel_density(
                X.take(np.array([j])), record.X[span, j], record.w[span], record.bandwidth[k, j]
            )
            total = found if total is None else total + found
        assert total is not None
        columns.append(total)
    return X.graph.side_by_side(columns)


def kernel_density(x: Value, values: Array, w: Array, h: float) -> Value:
    """The logarithm of one density at x (n, 1); 0 where x is missing, or nothing is known."""
    known = ~np.isnan(values)
    values, w = values[known], w[known]
    if not len(values):
        return (x * np.float64(0.0)).isnan().where(np.float64(0.0), x * np.float64(0.0))
    z = (x - values[None, :]) / np.float64(h)
    logs = z * z * np.float64(-0.5) + np.log(w / w.sum())[None, :]
    largest = logs.max(1)
    total = (logs - largest).exp().sum(1).as_column().log() + largest
    return x.isnan().where(np.float64(0.0), total - (np.log(h) + 0.9189385332046727))


# --- classifiers


def gaussian_nb(model: Estimator, rows: FeatureRows) -> Answer:
    """Normal densities of each feature."""
    return _with_prior(gaussian_part(rows.X, model.model_), log_prior(model.model_.class_prior))


def poisson_nb(model: Estimator, rows: FeatureRows) -> Answer:
    """Poisson probabilities of each feature."""
    return _with_prior(poisson_part(rows.X, model.model_), model.model_.class_log_prior)


def multinomial_nb(model: Estimator, rows: FeatureRows) -> Answer:
    """Counts of one distribution."""
    return _with_prior(multinomial_part(rows.X, model.model_), model.model_.class_log_prior)


def categorical_nb(model: Estimator, rows: FeatureRows) -> Answer:
    """Tables of categories."""
    return _with_prior(categorical_part(rows.X, model.model_), model.model_.class_log_prior)


def kernel_nb(model: Estimator, rows: FeatureRows) -> Answer:
    """Kernel densities of each feature."""
    return _with_prior(kernel_part(rows.X, model.model_), log_prior(model.model_.class_prior))


def bernoulli_nb(model: Estimator, rows: FeatureRows) -> Answer:
    """Indicators, made by a threshold."""
    record, X = model.model_, rows.X
    if model.binarize is not None:
        X = X.above(float(model.binarize)).cast(np.float64)
    coef, intercept = score_terms(record)
    scores = impossible_sums(X, coef, intercept)
    sure = np.isneginf(record.absent_log_prob)
    if sure.any():
        lacking = sure.sum(axis=1).astype(np.float64)[None, :] - X @ sure.T.astype(np.float64)
        scores = (lacking > np.float64(0.0)).where(np.float64(-np.inf), scores)
    return bayes_answer(scores, record.class_log_prior)


def mixed_nb(model: Estimator, rows: FeatureRows) -> Answer:
    """The sum of the parts of a mixed table."""
    record, total = model.model_, None
    parts = {
        "gaussian": gaussian_part,
        "kde": kernel_part,
        "poisson": poisson_part,
        "multinomial": multinomial_part,
        "categorical": categorical_part,
    }
    for name, part in parts.items():
        columns = columns_of(name, record.distribution)
        if not len(columns):
            continue
        X = rows.X.take(columns)
        if name == "categorical":
            binary = record.distribution[columns] == DISTRIBUTIONS.index("bernoulli")
            above = X.isnan().where(np.float64(np.nan), X.above(0.0).cast(np.float64))
            X = X.graph.constant(binary[None, :]).where(above, X)
        found = part(X, getattr(record, name))
        total = found if total is None else total + found
    assert total is not None
    return _with_prior(total, record.class_log_prior)


def _with_prior(scores: Value, log_pi: Array) -> Answer:
    return bayes_answer(scores + np.asarray(log_pi, np.float64)[None, :], log_pi)


def qda(model: Estimator, rows: FeatureRows) -> Answer:
    """log π_k - ½ log det Σ_k - ½ |W_kᵀ (x - μ_k)|², a product for each class."""
    record = model.model_
    p = record.means.shape[1]
    deviations = rows.X - np.asarray(record.means, np.float64)[:, None, :]  # (K, n, p)
    z = deviations @ np.asarray(record.factor, np.float64)
    squares = (z * z).sum(2).swap()
    if record.dof is None:
        scores = squares * np.float64(-0.5) + (log_prior(record.priors) - 0.5 * record.log_det)[None, :]
    else:
        scores = student_logs(squares, record.dof[None, :], p, record.log_det[None, :])
        scores = scores + log_prior(record.priors)[None, :]
    return softmax_answer(scores, len(model.classes_))
