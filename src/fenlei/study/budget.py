"""A budget of time: the cheapest models first, and none begun that will not be finished.

What a fold costs is foreseen from fits to a few thousand of its rows: t(n) = t(m) (n / m)^e, with the
exponent e between two sample sizes, at least 1. Folds that an earlier run has stored cost nothing.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from fenlei.errors import UsageError

PILOT_ROWS = (1000, 4000)
UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}


def seconds(budget: float | str) -> float:
    """A duration in seconds.

    Examples
    --------
    >>> seconds("10m"), seconds("1.5h"), seconds(90)
    (600.0, 5400.0, 90.0)
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(s|m|min|h|)\s*", str(budget))
    value = float(found[1]) * UNITS[found[2]] if found else 0.0
    if not 0.0 < value < math.inf:
        raise UsageError("study.budget", value=budget)
    return value


def duration(value: float) -> str:
    """Seconds as a person says them.

    Examples
    --------
    >>> duration(0.4), duration(75), duration(6000)
    ('0.4 s', '75 s', '100 min')
    """
    return f"{value:.2g} s" if value < 100 else f"{value / 60:.3g} min"


class Budget:
    """What is left of the time."""

    def __init__(self, total: float = math.inf) -> None:
        self.deadline = perf_counter() + total

    @property
    def is_limited(self) -> bool:
        return self.deadline < math.inf

    @property
    def left(self) -> float:
        return self.deadline - perf_counter()


def foreseen_seconds(attempt: Callable[[Any], Any], rows: np.ndarray, seed: int = 0) -> float:
    """Seconds that `attempt(rows)`, a fit and its scores, will take; 0 if the rows are few.

    An attempt that fails costs nothing: it will fail in earnest.
    """
    if len(rows) <= PILOT_ROWS[1]:
        return 0.0
    shuffled = np.random.default_rng(seed).permutation(rows)
    small, large = PILOT_ROWS
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            _time(attempt, shuffled[:small])  # compiles
            times = [_time(attempt, shuffled[:m]) for m in PILOT_ROWS]
        except Exception:
            return 0.0
    exponent = max(1.0, math.log(times[1] / times[0]) / math.log(large / small))
    return times[1] * (len(rows) / large) ** exponent


def _time(attempt: Callable[[Any], Any], rows: np.ndarray) -> float:
    start = perf_counter()
    attempt(rows)
    return max(perf_counter() - start, 1e-6)
