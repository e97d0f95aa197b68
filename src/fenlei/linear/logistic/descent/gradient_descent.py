r"""Gradient descent on all rows, one row or a few rows per step (source 001; source 004, equation 67).

    gd         θ ← θ - η_t ∇F(θ)
    sgd        θ ← (1 - η_t ridge / n) θ - η_t w_i (p_i - y_i) x_i
    minibatch  θ ← (1 - η_t ridge m / n) θ - η_t Σ_{i in batch} w_i (p_i - y_i) x_i

Gradients are sums, not means, over the rows of a step, and each row has its share of the penalty; so a
batch of all rows is gd and a batch of one is sgd. η_t is the learning rate of pass t = 1, 2, …: constant,
η / (1 + decay t) or η / √(1 + decay t). Without a given η it is the inverse of a bound of the curvature
that one step meets. With a rate η_k for each of K classes, θ_k moves by its own (source 001, 5.3.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.exponential import exp
from fenlei.kernels.matrices import is_sparse
from fenlei.linear.logistic.hessian import augmented, gram
from fenlei.linear.logistic.objective import Gradients, LogisticProblem, objective
from fenlei.linear.logistic.stopping import Report, Trace, silent

if TYPE_CHECKING:
    from fenlei.annotations import ArrayLike

SLICE = 8192  # rows copied in the order of the visit at a time

Rate = Callable[[int], Any]  # pass 1, 2, … -> η, or η_k (K,)


class DescentPlan(NamedTuple):
    """How the rows are visited, and when that ends."""

    batch: int  # rows per step
    rate: Rate
    tol: float
    max_iter: int  # passes
    generator: np.random.RandomState | None  # shuffles the rows before each pass; None visits them in order
    done: int = 0  # passes before the first, which the rate counts
    by_step: bool = False  # keep the weights after every step, not only after every pass
    keep_last: bool = False  # the result is the last pass, better or not


def schedule(name: str, eta: Array | float, decay: float) -> Rate:
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
    plan: DescentPlan,
    report: Report = silent,
    kept: Array | None = None,
) -> Trace:
    """Passes over the rows until the objective changes by at most tol.

    The result is the best of all passes, and of `kept`, which an earlier run found; it has not converged if a
    value was not finite or the last is above the first.
    """
    found = objective(problem, theta)
    history, rows = [(theta, found.loss)], [np.empty((0, 1), np.int64)]
    best = better(problem, (theta, found), kept)
    for step in range(1, plan.max_iter + 1):
        before, start = found.loss, theta
        theta, order = next_weights(problem, theta, found, plan, step)
        found = objective(problem, theta)
        if not np.isfinite(found.loss) or not np.isfinite(theta).all():
            return _traced(Trace(*best, step, False, diverged=True), history, best[0], rows)
        if plan.by_step:
            rows.append(steps_of(order, plan.batch))
            history += _on_the_way(problem, start, rows[-1], plan.rate(plan.done + step))
        history.append((theta, found.loss))
        best = (theta, found) if plan.keep_last or found.loss <= best[1].loss else best
        report(step, found, theta)
        if abs(before - found.loss) <= plan.tol and step > 1:
            fell = found.loss <= history[0][1]
            return _traced(Trace(theta, found, step, fell, diverged=not fell), history, theta, rows)
    rose = found.loss > history[0][1]
    return _traced(Trace(*best, plan.max_iter, False, diverged=rose), history, theta, rows)


def better(
    problem: LogisticProblem, start: tuple[Array, Gradients], kept: Array | None
) -> tuple[Array, Gradients]:
    """The start, or the weights found before if they are better on these rows."""
    if kept is None:
        return start
    found = objective(problem, kept)
    return (kept, found) if found.loss < start[1].loss else start


def _traced(trace: Trace, history: list[tuple[Array, float]], last: Array, rows: list[Array]) -> Trace:
    width = max(part.shape[1] for part in rows)
    padded = [np.pad(part, ((0, 0), (0, width - part.shape[1])), constant_values=-1) for part in rows]
    return trace._replace(history=tuple(history), last=last, rows=np.concatenate(padded))


def next_weights(
    problem: LogisticProblem, theta: Array, found: Gradients, plan: DescentPlan, step: int
) -> tuple[Array, Array]:
    """The weights after one pass, and the order (n,) in which it visited the rows."""
    n, eta = problem.X.shape[0], plan.rate(plan.done + step)
    if plan.batch >= n:
        return theta - (eta[:, None] if np.ndim(eta) else eta) * found.gradient, np.arange(n)
    order = np.arange(n) if plan.generator is None else plan.generator.permutation(n)
    return one_pass(problem, theta, order, plan.batch, rates(eta, len(theta))), order


def steps_of(order: Array, batch: int) -> Array:
    """The rows of each step (steps, batch), -1 where the last has fewer."""
    batch = min(batch, len(order))
    return np.pad(order, (0, -len(order) % batch), constant_values=-1).reshape(-1, batch)


def rates(eta: ArrayLike, r: int) -> Array:
    """The rate of each row of θ, (r,)."""
    return np.ascontiguousarray(np.broadcast_to(np.asarray(eta, dtype=np.float64), (r,)))


def _on_the_way(
    problem: LogisticProblem, theta: Array, visited: Array, eta: ArrayLike
) -> Iterator[tuple[Array, float]]:
    """θ and F after each step of a pass but the last."""
    n, w = problem.X.shape[0], problem.w if len(problem.w) else np.ones(problem.X.shape[0])
    for rows in visited[:-1]:
        theta = theta.copy()
        part = problem._replace(X=problem.X[rows], codes=problem.codes[rows], w=w[rows])
        A = augmented(part, None, 0, len(rows))
        small_steps(A, part.codes, part.w, problem.ridge / n, len(rows), rates(eta, len(theta)), theta)
        yield theta, objective(problem, theta).loss


def one_pass(problem: LogisticProblem, theta: Array, order: Array, batch: int, eta: Array) -> Array:
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
    A: Array, codes: Array, w: Array, ridge: Array, batch: int, eta: Array, out_theta: Array
) -> None:
    """Steps over consecutive batches of rows A (n, q); ridge (q,) is the penalty of one row, eta (r,)."""
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
            weights, sums, rate = out_theta[k], total[k], eta[k]
            for j in range(q):
                weights[j] -= rate * (sums[j] + (stop - start) * ridge[j] * weights[j])


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
