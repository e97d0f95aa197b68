r"""Expectation and maximisation, for any model with hidden variables.

    E step:  Q(θ, θ_i) = E[log P(Y, Z | θ) | Y, θ_i]        M step:  θ_{i+1} = argmax_θ Q(θ, θ_i)

(source 004, section 10.1, equations 125-128; Dempster, Laird and Rubin 1977). Q depends on the rows only
through expected sums, so the E step is "summarise" and the M step "solve": a model gives the two functions,
and the driver repeats them. If the M step is an exact maximum, the log-likelihood never decreases, because

    log P(Y | θ_{i+1}) - log P(Y | θ_i) >= Q(θ_{i+1}, θ_i) - Q(θ_i, θ_i) >= 0.

What it climbs to depends on the start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np

from fenlei.kernels import Array
from fenlei.trace import tell, traced

Theta = TypeVar("Theta")
Expected = TypeVar("Expected")


class EMRun(NamedTuple):
    """One run."""

    model: Any  # θ after the last M step
    history: Array  # (n_iter,) log-likelihood before each M step
    n_iter: int
    converged: bool


class EMStep(NamedTuple):
    """One E and M step, as a listener is told of it (`fenlei.trace`)."""

    iteration: int  # from 1, in each run
    most: int
    model: Any  # θ after the M step
    log_likelihood: float  # of θ before it
    change: float  # of the log-likelihood


def em(
    start: Theta,
    e_step: Callable[[Theta], tuple[Expected, float]],
    m_step: Callable[[Expected], Theta],
    tol: float = 1e-3,
    max_iter: int = 100,
    *,
    before: float = -np.inf,
    watch: Callable[[int, float, float], None] | None = None,
) -> EMRun:
    """Alternate E and M steps until the log-likelihood changes by less than `tol`.

    Parameters
    ----------
    start : object
        θ_0, of any type.
    e_step : callable
        θ ↦ (expected sums, log-likelihood of θ).
    m_step : callable
        Expected sums ↦ θ.
    tol : float, default=1e-3
    max_iter : int, default=100
    before : float, default=-inf
        Log-likelihood before the first step, when a run is taken up again.
    watch : callable, default=None
        Called with (step, log-likelihood, change) after each step.

    Examples
    --------
    Three coins (source 004, chapter 10): coin A shows heads with probability π; then B (p) or, on tails, C
    (q) is thrown, and only its result y is seen. The hidden variable is the side of A.

    >>> y = np.array([1, 1, 0, 1, 0, 0, 1, 0, 1, 1])
    >>> def expect(theta):
    ...     pi, p, q = theta
    ...     b, c = pi * p**y * (1 - p)**(1 - y), (1 - pi) * q**y * (1 - q)**(1 - y)
    ...     return b / (b + c), np.log(b + c).sum()
    >>> def maximise(mu):
    ...     return mu.mean(), mu @ y / mu.sum(), (1 - mu) @ y / (1 - mu).sum()
    >>> run = em((0.4, 0.6, 0.7), expect, maximise, tol=1e-9)
    >>> np.round(run.model, 4).tolist(), run.converged
    ([0.4064, 0.5368, 0.6432], True)
    """
    model, last, history, converged = start, before, [], False
    for step in range(1, max_iter + 1):
        expected, log_likelihood = e_step(model)
        model = m_step(expected)
        history.append(log_likelihood)
        change, last = log_likelihood - last, log_likelihood
        if traced():
            tell(EMStep(step, max_iter, model, log_likelihood, change))
        if watch is not None:
            watch(step, log_likelihood, change)
        if abs(change) < tol:
            converged = True
            break
    return EMRun(model, np.array(history), len(history), converged)
