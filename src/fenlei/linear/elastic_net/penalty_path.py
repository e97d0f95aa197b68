"""The weights of the elastic net over a sequence of penalties: from the largest on, each from the last.

Without intercept, as in scikit-learn: rows that should have one are given from their means.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_array, check_consistent_length, check_random_state
from sklearn.utils.validation import column_or_1d

from fenlei.annotations import ArrayLike, MatrixLike, RandomState
from fenlei.errors import UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.threads import single_threaded_blas
from fenlei.linear.elastic_net.descent_problem import (
    Descended,
    DescentProblem,
    descend,
    descent_problem,
    rounds_of,
    scaled_penalty,
)
from fenlei.stats import gram

SMALLEST = float(np.finfo(np.float64).resolution)  # of the penalties of a target that nothing explains


def penalty_path(
    X: MatrixLike,
    y: ArrayLike,
    *,
    l1_ratio: float = 0.5,
    eps: float = 1e-3,
    alphas: int | ArrayLike = 100,
    coef_init: ArrayLike | None = None,
    return_n_iter: bool = False,
    positive: bool = False,
    tol: float = 1e-4,
    max_iter: int = 1000,
    selection: Literal["cyclic", "random"] = "cyclic",
    random_state: RandomState = None,
    n_jobs: int | None = None,
) -> tuple[Array | list[int], ...]:
    """Weights for each of several penalties α, the largest first, without intercept.

    Parameters
    ----------
    X : array-like or CSR matrix of shape (n, p)
    y : array-like of shape (n,)
    l1_ratio : float, default=0.5
        Share ρ of the l1 penalty; 1 is the lasso.
    eps : float, default=1e-3
        The smallest α beside the largest, if `alphas` is a number.
    alphas : int or array-like, default=100
        The penalties; or their number, in equal ratios from the smallest at which all weights are 0.
    coef_init : array-like of shape (p,), default=None
        Weights that the largest penalty starts from.
    return_n_iter : bool, default=False
        Return the rounds too.
    positive, tol, max_iter, selection, random_state, n_jobs
        As of `ElasticNet`.

    Returns
    -------
    alphas : ndarray of shape (m,)
    coefs : ndarray of shape (p, m)
    dual_gaps : ndarray of shape (m,)
    n_iters : list of int
        If asked for.

    Examples
    --------
    >>> X, y = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]), np.array([4.0, 2.0, -4.0, -2.0])
    >>> alphas, coefs, gaps = penalty_path(X, y, l1_ratio=1.0, alphas=[2.0, 1.0, 0.5])
    >>> coefs.round(6).tolist()
    [[0.0, 2.0, 3.0], [0.0, 0.0, 1.0]]
    """
    rows = check_array(X, accept_sparse="csr", dtype=(np.float64, np.float32))
    target = check_array(column_or_1d(y), ensure_2d=False, dtype=np.float64, input_name="y")
    check_consistent_length(rows, target)
    p = rows.shape[1]
    with single_threaded_blas():
        problem = descent_problem(gram.summarise(rows, target[:, None], n_jobs=n_jobs), p, False)
        penalties = _penalties(problem, alphas, float(l1_ratio), eps, positive)
    draws = check_random_state(random_state)
    w, found = np.zeros(p) if coef_init is None else np.asarray(coef_init, dtype=np.float64), []
    for alpha in penalties:
        penalty = scaled_penalty(problem.n, float(alpha), float(l1_ratio), positive)
        found.append(descend(problem, 0, penalty, rounds_of(tol, max_iter, selection, draws), w))
        w = found[-1].w
    _warn_unless_converged(found, max_iter)
    coefs = np.column_stack([each.w for each in found]).astype(rows.dtype)
    gaps = np.array([each.gap for each in found])
    n_iters = [each.n_iter for each in found]
    return (penalties, coefs, gaps, n_iters) if return_n_iter else (penalties, coefs, gaps)


def _penalties(
    problem: DescentProblem, alphas: int | ArrayLike, l1_ratio: float, eps: float, positive: bool
) -> Array:
    """The penalties, descending."""
    if np.ndim(alphas) > 0:
        return np.sort(np.asarray(alphas, dtype=np.float64))[::-1]
    count = int(np.asarray(alphas))
    if l1_ratio == 0:
        raise UsageError("elastic_net.no_grid")
    products = problem.targets[0] if len(problem.products) else problem.columns @ problem.targets[0]
    largest = max(0.0, products.max()) if positive else np.abs(products).max()
    first = largest / (problem.n * l1_ratio)
    return np.full(count, SMALLEST) if first <= SMALLEST else np.geomspace(first, first * eps, count)


def _warn_unless_converged(found: list[Descended], max_iter: int) -> None:
    late = [each for each in found if each.gap > each.goal]
    if late:
        worst = max(late, key=lambda each: each.gap - each.goal)
        facts = {"max_iter": max_iter, "gap": worst.gap, "goal": worst.goal}
        warn("elastic_net.not_converged", ConvergenceWarning, estimator="path", **facts)
