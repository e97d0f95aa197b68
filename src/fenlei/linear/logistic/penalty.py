r"""What is penalised, and by how much: scikit-learn's parameters as the two vectors of the objective.

    Σ loss + (1/C) [ (1 - l1_ratio) ½ ‖W‖² + l1_ratio ‖W‖₁ ]

The intercept is free, except with `penalize_intercept` (as in source 001) and with solver "liblinear",
which appends a column `intercept_scaling` to X and penalises its weight v: b = scaling · v, so b has
ridge / scaling² and lasso / scaling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fenlei.errors import UsageError, warn
from fenlei.kernels import Array
from fenlei.messages import phrase

if TYPE_CHECKING:
    from fenlei.linear.logistic.logistic_regression import LogisticRegression

SMOOTH_ONLY = ("lbfgs", "newton-cg", "newton-cholesky", "sag", "newton", "gd", "sgd", "minibatch")


class Penalty(NamedTuple):
    """Strength of the penalty, and the share of l1 in it."""

    strength: float  # 1 / C
    l1_ratio: float


def resolve(estimator: LogisticRegression) -> Penalty:
    """The penalty of C, l1_ratio and the deprecated `penalty`; refuses what the solver cannot serve."""
    name, ratio = _kind(estimator)
    solver = estimator.solver
    if solver in SMOOTH_ONLY and name not in ("l2", None):
        reason = phrase("reason.smooth_only", name=name)
        raise UsageError("logistic.solver", solver=solver, reason=reason, other="auto")
    if solver == "liblinear" and (name == "elasticnet" or name is None):
        reason = phrase("reason.liblinear_penalty", name=name)
        raise UsageError("logistic.solver", solver=solver, reason=reason, other="auto")
    if estimator.dual and (solver != "liblinear" or name != "l2"):
        reason = phrase("reason.no_dual")
        raise UsageError("logistic.solver", solver=solver, reason=reason, other="liblinear")
    return Penalty(0.0 if name is None else 1.0 / estimator.C, ratio)


def _kind(estimator: LogisticRegression) -> tuple[str | None, float]:
    ratio = estimator.l1_ratio
    if estimator.penalty == "deprecated":
        if ratio is None:
            warn("logistic.ratio_deprecated", FutureWarning)
        ratio = float(ratio or 0.0)
        if np.inf == estimator.C:
            return None, 0.0
        return {0.0: "l2", 1.0: "l1"}.get(ratio, "elasticnet"), ratio
    warn("logistic.penalty_deprecated", FutureWarning)
    if estimator.penalty is None:
        if estimator.C != 1.0:
            warn("logistic.ignored")
        return None, 0.0
    if estimator.penalty == "elasticnet":
        if ratio is None:
            raise UsageError("logistic.no_ratio")
        return "elasticnet", float(ratio)
    return _named(estimator.penalty, ratio)


def _named(penalty: str, ratio: float | None) -> tuple[str, float]:
    """'l1' or 'l2'; an l1_ratio that contradicts it gives a warning."""
    meant = 1.0 if penalty == "l1" else 0.0
    if ratio != meant:
        warn("logistic.inconsistent", penalty=penalty, ratio=ratio)
    return penalty, meant


def vectors(estimator: LogisticRegression, penalty: Penalty, p: int) -> tuple[Array, Array]:
    """ridge and lasso, (q,) each."""
    ridge = np.full(p, penalty.strength * (1.0 - penalty.l1_ratio))
    lasso = np.full(p, penalty.strength * penalty.l1_ratio)
    if not estimator.fit_intercept:
        return ridge, lasso
    scale = float(estimator.intercept_scaling) if estimator.solver == "liblinear" else 1.0
    held = estimator.penalize_intercept or estimator.solver == "liblinear"
    last_ridge = penalty.strength * (1.0 - penalty.l1_ratio) / scale**2 if held else 0.0
    last_lasso = penalty.strength * penalty.l1_ratio / scale if held else 0.0
    return np.append(ridge, last_ridge), np.append(lasso, last_lasso)
