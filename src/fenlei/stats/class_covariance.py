"""Covariance of each class, divisor n_k: from the scatter, shrunk, or by a foreign estimator.

Shrinkage by a fixed amount is a function of the scatter. The Ledoit-Wolf amount ("auto") needs one more
pass over the rows, and a foreign estimator needs the rows themselves: both are refused where only a
summary is at hand.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple, Protocol

import numpy as np
from sklearn.base import BaseEstimator

from fenlei.errors import UnsupportedError, UsageError
from fenlei.kernels import Array
from fenlei.messages import any_of, phrase
from fenlei.parameters import NONE, Limit, either, one_of, real
from fenlei.stats import covariance, scatter
from fenlei.stats.scatter import ClassScatter

SHRINKAGE = either(NONE, one_of("auto"), real(0, 1))
COVARIANCE_ESTIMATOR = Limit(
    lambda value: value is None or hasattr(value, "fit"),
    any_of(NONE.text, phrase("limit.covariance_estimator")),
)


class CovarianceRule(NamedTuple):
    """How the covariance of a class is estimated."""

    estimator: str  # name of the classifier, for messages
    shrinkage: float | str | None
    foreign: Any  # an estimator with fit and covariance_, or None
    n_jobs: int | None


class ClassRows(Protocol):
    """Training rows, their class codes and their weights."""

    @property
    def X(self) -> Array: ...

    @property
    def codes(self) -> Array: ...

    @property
    def w(self) -> Array | None: ...


def check_covariance_rule(estimator: BaseEstimator) -> None:
    """Refuse shrinkage or a foreign estimator with solver "svd", and both together."""
    name = type(estimator).__name__
    foreign, shrinkage = estimator.covariance_estimator, estimator.shrinkage
    for parameter, value in {"shrinkage": shrinkage, "covariance_estimator": foreign}.items():
        if estimator.solver == "svd" and value is not None:
            raise UnsupportedError("estimator.svd_only", estimator=name, name=parameter)
    if foreign is not None and shrinkage not in (None, 0):
        accepted = phrase("limit.with_covariance")
        raise UsageError(
            "estimator.parameter", estimator=name, name="shrinkage", value=shrinkage, accepted=accepted
        )


def covariance_rule(estimator: BaseEstimator) -> CovarianceRule:
    """The rule that the parameters of a classifier describe."""
    facts = estimator.shrinkage, estimator.covariance_estimator, estimator.n_jobs
    return CovarianceRule(type(estimator).__name__, *facts)


def sums_are_enough(estimator: BaseEstimator) -> bool:
    """Whether the covariances are functions of the scatter."""
    return estimator.shrinkage != "auto" and estimator.covariance_estimator is None


def setting_for_memory(estimator: BaseEstimator) -> str | None:
    """The parameter for which not even several passes over the rows are enough; None if they are."""
    return None if estimator.covariance_estimator is None else "covariance_estimator"


def class_covariances(summary: ClassScatter, rows: ClassRows | None, rule: CovarianceRule) -> Array:
    """C_k (K, p, p), or their weighted mean (1, p, p) for a pooled summary; an empty class has 0."""
    if rule.foreign is not None:
        return _foreign(summary, _needed(rows, rule, "covariance_estimator"), rule.foreign)
    weight = summary.weight if len(summary.scatter) > 1 else summary.weight.sum(keepdims=True)
    C = summary.scatter / np.where(weight > 0, weight, 1.0)[:, None, None]
    if rule.shrinkage == "auto":
        return _ledoit_wolf(C, summary, _needed(rows, rule, "shrinkage='auto'"), rule.n_jobs)
    return C if rule.shrinkage is None else covariance.shrink(C, float(rule.shrinkage))


def total_covariance(summary: ClassScatter, rows: ClassRows | None, rule: CovarianceRule) -> Array:
    """Covariance (p, p) of all rows about the overall mean, by the same rule."""
    return class_covariances(scatter.total(summary), rows, rule)[0]


def _ledoit_wolf(C: Array, summary: ClassScatter, rows: ClassRows, n_jobs: int | None) -> Array:
    deviation = np.stack([covariance.standard_deviations(matrix) for matrix in C])
    work = partial(_fourth_moments, summary.mean, deviation, n_jobs)
    in_passes: Any = getattr(rows, "total", None)  # of rows in files
    fourth = work(rows) if in_passes is None else in_passes(work, np.add, n_jobs)
    return np.stack([covariance.ledoit_wolf(*each) for each in zip(C, summary.weight, fourth, strict=True)])


def _fourth_moments(mean: Array, deviation: Array, n_jobs: int | None, rows: ClassRows) -> Array:
    return covariance.fourth_moments(rows.X, _codes(rows, len(mean)), rows.w, mean, deviation, n_jobs)


def _codes(rows: ClassRows, K: int) -> Array:
    """The codes of the classes, or of all rows together."""
    return rows.codes if K > 1 else np.zeros_like(rows.codes)


def _foreign(summary: ClassScatter, rows: ClassRows, foreign: BaseEstimator) -> Array:
    from sklearn.base import clone

    if rows.w is not None:
        raise UsageError("covariance.foreign_weights", name=type(foreign).__name__)
    fits = [clone(foreign, safe=False) for _ in summary.weight]  # a copy where it has no parameters
    for k, fit in enumerate(fits):
        fit.fit(rows.X[_codes(rows, len(fits)) == k])
    if not hasattr(fits[0], "covariance_"):
        raise UsageError("covariance.foreign", name=type(foreign).__name__)
    return np.stack([np.atleast_2d(fit.covariance_) for fit in fits])


def _needed(rows: ClassRows | None, rule: CovarianceRule, what: str) -> ClassRows:
    if rows is None:
        raise UsageError("estimator.needs_rows", estimator=rule.estimator, what=what)
    return rows
