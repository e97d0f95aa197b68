"""`logistic_objective`: the objective of logistic regression and its derivatives without an estimator."""

from __future__ import annotations

import numpy as np

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.linear.basis import Basis
from fenlei.linear.logistic.derivatives import LogisticObjective
from fenlei.linear.logistic.logistic_regression import LogisticRegression


def logistic_objective(
    X: MatrixLike,
    y: ArrayLike,
    beta: ArrayLike,
    *,
    C: float = np.inf,
    l1_ratio: float = 0.0,
    fit_intercept: bool = True,
    penalize_intercept: bool = False,
    basis: Basis | None = None,
    sample_weight: ArrayLike | None = None,
) -> LogisticObjective:
    r"""Objective, gradient, Hessian ΦᵀRΦ, probabilities, R and z of logistic regression at β.

    F(β) = Σ_i w_i [ ln(1 + e^{βᵀφ_i}) - y_i βᵀφ_i ] + penalty for two classes, the cross-entropy of the
    softmax for more; see `fenlei.linear.logistic.derivatives`. These are ℓ, its two derivatives and p₁ of
    source 003, equations 8 to 12.

    Parameters
    ----------
    X : array-like or CSR matrix of shape (n, p)
    y : array-like of shape (n,)
        Labels; of two, the second in sorted order is y = 1.
    beta : array-like of shape (q,) for two classes, else (K, q)
        Weights, the intercept last: q = p + 1, or p without intercept.
    C, l1_ratio, fit_intercept, penalize_intercept, basis
        As in `LogisticRegression`; no penalty by default.
    sample_weight : array-like of shape (n,), default=None
        Rows of weight 0 are left out.

    Returns
    -------
    LogisticObjective
        `value`; `gradient` (q,) or (K, q); `hessian` (q, q) or (K q, K q); `probability` (n,) or (n, K);
        `R` (n,), the diagonal, or (n, K, K); `z` (n,) or (n, K).

    Examples
    --------
    A Newton step from β = 0 is a least-squares fit of z with weights R:

    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), [0, 1, 0, 1]
    >>> at = logistic_objective(X, y, [0.0, 0.0])
    >>> round(at.value, 6), at.gradient.tolist(), at.hessian.tolist()
    (2.772589, [-1.0, 0.0], [[3.5, 1.5], [1.5, 1.0]])
    >>> at.R.tolist(), at.z.tolist()
    ([0.25, 0.25, 0.25, 0.25], [-2.0, 2.0, -2.0, 2.0])
    >>> Phi = np.column_stack([X, np.ones(4)])
    >>> newton = -np.linalg.solve(at.hessian, at.gradient)
    >>> bool(np.allclose(newton, np.linalg.solve(Phi.T * at.R @ Phi, Phi.T @ (at.R * at.z))))
    True
    """
    model = LogisticRegression(
        C=C,
        l1_ratio=l1_ratio,
        solver="auto",
        fit_intercept=fit_intercept,
        penalize_intercept=penalize_intercept,
        basis=basis,
    )
    return model.objective(X, y, beta, sample_weight)
