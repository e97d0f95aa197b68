r"""Gradient descent on all rows, one row or a few rows per step (source 001; source 004, equation 67).

    gd         θ ← θ - η_t ∇F(θ)
    sgd        θ ← (1 - η_t ridge / n) θ - η_t w_i (p_i - y_i) x_i
    minibatch  θ ← (1 - η_t ridge m / n) θ - η_t Σ_{i in batch} w_i (p_i - y_i) x_i

Gradients are sums, not means, over the rows of a step, and each row has its share of the penalty; so a
batch of all rows is gd and a batch of one is sgd. η_t is the learning rate of pass t = 1, 2, …: constant,
η / (1 + decay t) or η / √(1 + decay t). Without a given η it is the inverse of a bound of the curvature
that one step meets.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.exponential import exp
from fenlei.kernels.matrices import is_sparse
from fenlei.linear.logistic.hessian import augmented, gram
from fenlei.linear.logistic.objective import LogisticProblem, objective
from fenlei.linear.logistic.stopping import Report, Trace, silent

SLICE = 8192  # rows copied in the order of the visit at a time

Rate = Callable[[int], float]  # pass 1, 2, … -> η


def schedule(name: str, eta: float, decay: float) -> Rate:
    """The learning rate of each pass."""
    rates: dict[str, Rate] = {
        "constant": lambda t: eta,
        "inverse": lambda t: eta / (1.0 + decay * t),
        "inverse_sqrt": lambda t: eta / np.sqrt(1.0 + decay * t),
    }
    return rates[name]


def safe_rate(problem: LogisticProblem, batch: int) -> float:
    """1 / L, L a bound of the curvature that a step over `batch` rows meets: it cannot overshoot."""
    n, (r, q) = problem.X.shape[0], problem.shape
    share = 0.25 if r == 1 else 0.5
    if batch >= n:
        top = np.linalg.eigvalsh(gram(problem, None))[-1] if q <= 2000 else np.trace(gram(problem, None))
    else:
        X = problem.X
        lengths = X.multiply(X).sum(axis=1) if is_sparse(X) else np.einsum("ij,ij->i", X, X, dtype=np.float64)
        weight = problem.w if len(problem.w) else np.ones(n)
        top = batch * float((weight * (np.asarray(lengths).ravel() + problem.intercept)).max())
    return 1.0 / float(share * top + problem.ridge.max(initial=0.0) * min(batch, n) / n + 1e-300)


def minimise(
    problem: LogisticProblem,
    theta: Array,
    batch: int,
    rate: Rate,
    tol: float,
    max_iter: int,
    generator: np.random.RandomState | None,
    report: Report = silent,
) -> Trace:
    """Passes over the rows, `batch` of them per step, until the objective changes by at most tol.

    The result is the best of all passes; it has not converged if a value was not finite or the last is
    above the first. `generator` shuffles the rows before each pass; None visits them in order.
    """
    n = problem.X.shape[0]
    found = objective(problem, theta)
    history, best = [(theta, found.loss)], (theta, found)
    for step in range(1, max_iter + 1):
        if batch >= n:
            theta = theta - rate(step) * found.gradient
        else:
            order = np.arange(n) if generator is None else generator.permutation(n)
            theta = one_pass(problem, theta, order, batch, rate(step))
        change, found = found.loss, objective(problem, theta)
        change -= found.loss
        history.append((theta, found.loss))
        if not np.isfinite(found.loss) or not np.isfinite(theta).all():
            return Trace(*best, step, False, history=tuple(history[:-1]), diverged=True)
        best = (theta, found) if found.loss <= best[1].loss else best
        report(step, found)
        if abs(change) <= tol and step > 1:
            fell = found.loss <= history[0][1]
            return Trace(theta, found, step, fell, history=tuple(history), diverged=not fell)
    return Trace(*best, max_iter, False, history=tuple(history), diverged=found.loss > history[0][1])


def one_pass(problem: LogisticProblem, theta: Array, order: Array, batch: int, eta: float) -> Array:
    """One pass of small steps over the rows in the given order."""
    theta = theta.copy()
    n = len(order)
    w = problem.w if len(problem.w) else np.ones(n)
    length = max(1, SLICE // batch) * batch  # whole batches
    for start in range(0, n, length):
        rows = order[start : start + length]
        part = problem._replace(X=problem.X[rows], codes=problem.codes[rows], w=w[rows])
        small_steps(
            augmented(part, None, 0, len(rows)), part.codes, part.w, problem.ridge / n, batch, eta, theta
        )
    return theta


@kernel
def small_steps(
    A: Array, codes: Array, w: Array, ridge: Array, batch: int, eta: float, out_theta: Array
) -> None:
    """Steps over consecutive batches of rows A (n, q); ridge (q,) is the penalty of one row."""
    n, q = A.shape
    r = out_theta.shape[0]
    total = np.zeros((r, q))
    p = np.empty(r)
    for start in range(0, n, batch):
        stop = min(start + batch, n)
        total[:] = 0.0
        for i in range(start, stop):
            row_probabilities(A[i], out_theta, p)
            for k in range(r):
                target = codes[i] == (1 if r == 1 else k)
                residual = w[i] * (p[k] - (1.0 if target else 0.0))
                row, sums = A[i], total[k]
                for j in range(q):
                    sums[j] += residual * row[j]
        for k in range(r):
            weights, sums = out_theta[k], total[k]
            for j in range(q):
                weights[j] -= eta * (sums[j] + (stop - start) * ridge[j] * weights[j])


@part_of_kernel
def row_probabilities(row: Array, theta: Array, out_p: Array) -> None:
    """Probability of the second of two classes, or of each of K classes."""
    r, q = theta.shape
    top, total = -np.inf, 0.0
    for k in range(r):
        weights = theta[k]
        score = 0.0
        for j in range(q):
            score += row[j] * weights[j]
        out_p[k] = score
        top = max(top, score)
    if r == 1:
        small = exp(-abs(out_p[0]))
        out_p[0] = (1.0 if out_p[0] >= 0.0 else small) / (1.0 + small)
        return
    for k in range(r):
        out_p[k] = exp(out_p[k] - top)
        total += out_p[k]
    for k in range(r):
        out_p[k] /= total
