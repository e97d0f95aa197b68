r"""The objective of logistic regression and its derivatives at any β, with the weights R and the response z.

Two classes, y in {0, 1}, Φ (n, q) the rows with a last column of ones, p = σ(Φβ):

    F(β) = Σ_i w_i [ ln(1 + e^{a_i}) - y_i a_i ] + penalty,      a = Φβ
    ∇F = Φᵀ W (p - y) + ...,     ∇²F = Φᵀ R Φ + ...,     R = diag(w_i p_i (1 - p_i))
    z = a - (p - y) / (p (1 - p)),     so that Newton's step is β_new = (ΦᵀRΦ)⁻¹ ΦᵀR z

without penalty: iteratively reweighted least squares. K > 2 classes: R_i = w_i (diag(p_i) - p_i p_iᵀ), and
z_i = a_i - (p_i - y_i) / p_i, for which R_i z_i = R_i a_i - w_i (p_i - y_i): Newton's step with all
classes coupled. (Source 001 prints a step for each class by itself, which does not converge.)

Reference: source 001, equations 5.3.14 to 5.3.21 and 5.3.36; source 003, equations 8 to 12; source 004,
equations 63 to 65.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.special import expit
from sklearn.base import clone

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.classifier import Classifier, Rows
from fenlei.contract.estimator import require_fit
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.exponential import softmax
from fenlei.kernels.threads import single_threaded_blas
from fenlei.linear.logistic.hessian import hessian
from fenlei.linear.logistic.objective import LogisticProblem, lasso_penalty, objective, split
from fenlei.linear.logistic.stopping import violation
from fenlei.messages import phrase
from fenlei.table.coding import code_labels


class LogisticObjective(NamedTuple):
    """Value and derivatives at β; q counts the weights of a class, the intercept last.

    Examples
    --------
    >>> from fenlei.linear import logistic_objective
    >>> found = logistic_objective([[1.0], [3.0]], [0, 1], [0.0, 0.0])
    >>> round(found.value, 4), found.gradient.tolist(), found.hessian.tolist()
    (1.3863, [-1.0, 0.0], [[2.5, 1.0], [1.0, 0.5]])
    """

    value: float  # F, penalty included
    gradient: Array  # (q,) for two classes, else (K, q); with a lasso the smallest subgradient
    hessian: Array  # (q, q), else (K q, K q), class after class
    probability: Array  # (n,) of the second class, else (n, K)
    R: Array  # (n,) the diagonal of R, else (n, K, K)
    z: Array  # (n,) else (n, K)


def derivatives(problem: LogisticProblem, theta: Array) -> LogisticObjective:
    """All of them at θ (r, q)."""
    with single_threaded_blas(), np.errstate(over="ignore"):
        found = objective(problem, theta)
        H = hessian(problem, theta)
        coef, bias = split(problem, theta)
        a = np.asarray(problem.X @ coef.T, dtype=np.float64) + bias
        w = problem.w if len(problem.w) else np.ones(len(a))
        parts = _two_classes if problem.K == 2 else _many_classes
        p, R, z = parts(a, problem.codes, w)
    value = found.loss + lasso_penalty(problem, theta)
    gradient = violation(problem, theta, found.gradient)
    return LogisticObjective(value, gradient[0] if problem.K == 2 else gradient, H, p, R, z)


def _two_classes(a: Array, codes: Array, w: Array) -> tuple[Array, Array, Array]:
    """p, R, z; (p - y) / (p (1 - p)) is -1/p for y = 1 and 1/(1 - p) for y = 0, without a loss of digits."""
    a = a[:, 0]
    p = expit(a)
    z = np.where(codes == 1, a + 1.0 + np.exp(-a), a - 1.0 - np.exp(a))
    return p, w * p * expit(-a), z


def _many_classes(a: Array, codes: Array, w: Array) -> tuple[Array, Array, Array]:
    p = softmax(a)
    eye = np.eye(a.shape[1])
    R = w[:, None, None] * p[:, :, None] * (eye - p[:, None, :])
    with np.errstate(divide="ignore"):
        own = 1.0 / p[np.arange(len(p)), codes]
    return p, R, a - 1.0 + eye[codes] * own[:, None]


def given_beta(beta: ArrayLike, shape: tuple[int, int], estimator: str) -> Array:
    """β as θ (r, q), or one sentence about what came."""
    try:
        theta = np.atleast_2d(np.asarray(beta, dtype=np.float64))
    except (TypeError, ValueError):
        theta = np.empty((0, 0))
    if theta.shape != shape or not np.isfinite(theta).all():
        accepted = phrase("limit.rows_of", r=shape[0], q=shape[1])
        raise UsageError("logistic.beta", estimator=estimator, shape=np.shape(beta), accepted=accepted)
    return np.ascontiguousarray(theta)


class Differentiable(Classifier):
    """`objective` of LogisticRegression."""

    def _problem(self, rows: Rows) -> LogisticProblem:
        raise NotImplementedError

    def _theta(self) -> Array:
        raise NotImplementedError

    def objective(
        self,
        X: MatrixLike,
        y: ArrayLike,
        beta: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> LogisticObjective:
        """Objective, gradient, Hessian, probabilities, R and z on X (n, p) and y (n,) at `beta`.

        Parameters
        ----------
        X, y, sample_weight : as in `fit`
            Rows of weight 0 are left out.
        beta : array-like of shape (q,) for two classes, else (K, q), default=None
            Weights, the intercept last. None: those of the fitted model. With `beta`, no fit is needed.

        Returns
        -------
        LogisticObjective
            `value`, `gradient`, `hessian`, `probability`, `R`, `z`, with the penalty that the parameters set.
        """
        known = hasattr(self, "model_")
        if beta is None:
            require_fit(self)
            beta = self._theta()
        reader: Any = clone(self)
        rows = reader._training_rows(X, y, sample_weight)
        if known:
            rows = rows._replace(codes=code_labels(reader.classes_[rows.codes], self.classes_))
            reader.classes_ = self.classes_
        problem = reader._problem(rows)
        reader._refuse_non_finite(problem.X)
        return derivatives(problem, given_beta(beta, problem.shape, type(self).__name__))
