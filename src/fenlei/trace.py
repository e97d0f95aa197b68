"""Traces: an iterative fit tells a listener each of its iterations.

    with tracing(listener):
        estimator.fit(X, y)

One mechanism serves players, which show the steps of a fit, progress bars, and stopping. A step is a named
tuple of the family (`LloydStep`, `LogisticStep`, …) whose first two fields are `iteration`, counted from 1,
and `most`, how many there can be at most. The fit computes what it computes without a listener, to the last
bit; and without one nothing is told. Parts that are fitted inside an estimator tell their steps too.

With `verbose`, estimators also tell lines of text. Where nobody listens, they are printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_listeners: list[tuple[Callable[[Any], None], bool]] = []  # and whether closely; the last one is told
_write: Callable[[str], None] = print  # for lines that nobody listens to


class StopFit(Exception):
    """Raised by a listener, it ends the fit, and `tracing` ends its block without an error.

    An estimator that was not fitted before is not fitted afterwards; the step that was told last has what was
    found so far.

    Examples
    --------
    >>> from fenlei import KMeans
    >>> from fenlei.trace import StopFit, tracing
    >>> def after_two(step):
    ...     if step.iteration == 2:
    ...         raise StopFit
    >>> model = KMeans(2, init=[[0.0], [1.0]])
    >>> with tracing(after_two):
    ...     model.fit([[0.0], [1.0], [9.0], [10.0]])
    >>> hasattr(model, "cluster_centers_")
    False
    """


def traced() -> bool:
    """Whether somebody listens: what only a step needs is computed then."""
    return bool(_listeners)


def closely_traced() -> bool:
    """Whether steps are told that take time of their own: runs that are cut off, tasks one by one."""
    return bool(_listeners) and _listeners[-1][1]


def tell(step: object) -> None:
    """Hand a step, or a line of a verbose fit, to the listener; a line is printed if there is none."""
    if _listeners:
        _listeners[-1][0](step)
    elif isinstance(step, str):
        _write(step)


def budgets(most: int) -> Iterator[int]:
    """Rounds to allow a compiled solver that runs again for each step: 1, 2, … 20, then a quarter more each.

    All runs together take about five times as long as the last.

    Examples
    --------
    >>> list(budgets(3)), list(budgets(40))[18:]
    ([1, 2, 3], [19, 20, 25, 31, 38, 40])
    """
    rounds = 1
    while rounds < most:
        yield rounds
        rounds = max(rounds + 1, rounds * 5 // 4 if rounds >= 20 else 0)
    yield most


@contextmanager
def tracing(listener: Callable[[Any], None], *, closely: bool = True) -> Iterator[None]:
    """Tell `listener` the steps, and the lines of verbose fits, inside the block.

    Parameters
    ----------
    listener : callable
        Called with each step, in the thread that fits. It may raise `StopFit`.
    closely : bool, default=True
        False leaves out the steps that take time of their own, which is what a progress bar needs: compiled
        rounds are not run again to be told, and parts are fitted in several threads, which may tell theirs.

    Examples
    --------
    >>> from fenlei import KMeans
    >>> from fenlei.trace import tracing
    >>> steps = []
    >>> with tracing(steps.append):
    ...     model = KMeans(2, init=[[0.0], [1.0]]).fit([[0.0], [1.0], [9.0], [10.0]])
    >>> [(step.iteration, step.centers.ravel().tolist()) for step in steps]
    [(1, [0.0, 6.666666666666667]), (2, [0.5, 9.5]), (3, [0.5, 9.5])]
    """
    entry = (listener, closely)
    _listeners.append(entry)
    try:
        yield
    except StopFit:
        pass
    finally:
        _listeners.remove(entry)
