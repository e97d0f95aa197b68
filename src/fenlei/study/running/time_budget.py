"""A budget of time: the cheapest models first, and none started that will not finish.

What a fold costs is predicted from fits to a subset of its rows: t(n) = t(m) (n / m)^e, with the exponent e
between the last two sample sizes, from 1 to 2.5. Samples grow fourfold while that takes little time, because
many methods show their true exponent late. t is processor time, which other work on the machine does not
disturb; all fits together tell how long a second of it takes. Folds that an earlier run has stored cost
nothing.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.errors import UsageError

PILOT_ROWS = (1000, 4000)
PILOT_SECONDS, PILOT_SHARE = 0.5, 1 / 600  # a fit that takes longer, or more of the budget, is the last
LARGEST_EXPONENT = 2.5
Rows = NDArray[np.int64]
Attempt = Callable[[Rows], object]  # a fit to these rows, and its scores

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
    """Seconds in a readable unit.

    Examples
    --------
    >>> duration(0.4), duration(75), duration(6000)
    ('0.4 s', '75 s', '100 min')
    """
    return f"{value:.2g} s" if value < 100 else f"{value / 60:.3g} min"


class Budget:
    """What is left of the time, which runs from `since` (by `perf_counter`), or from now."""

    def __init__(self, total: float = math.inf, since: float | None = None) -> None:
        self.total = total
        self.started, self.cpu_started = perf_counter(), process_time()
        self.deadline = (self.started if since is None else since) + total

    @property
    def is_limited(self) -> bool:
        return self.deadline < math.inf

    @property
    def left(self) -> float:
        return self.deadline - perf_counter()

    def pace(self) -> float:
        """How long a second of this process's own work takes beside the other work of the machine."""
        return max(1.0, (perf_counter() - self.started) / max(process_time() - self.cpu_started, 0.01))

    @property
    def pilot_seconds(self) -> float:
        """Seconds that a fit for a prediction may take."""
        return min(PILOT_SECONDS, self.total * PILOT_SHARE)


class Pilot(NamedTuple):
    """A fit to a subset of the rows."""

    rows: int
    cpu: float
    wall: float


def predicted_seconds(attempt: Attempt, rows: Rows, seed: int = 0, patience: float = PILOT_SECONDS) -> float:
    """Seconds that `attempt(rows)`, a fit and its scores, will take; 0 if the rows are few.

    An attempt that fails costs nothing: it will fail again in its fold.
    """
    if len(rows) <= PILOT_ROWS[1]:
        return 0.0
    shuffled = np.random.default_rng(seed).permutation(rows)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            attempt(shuffled[: PILOT_ROWS[0]])  # compiles
            pilots = _pilots(attempt, shuffled, patience)
        except Exception:
            return 0.0
    before, last = pilots[-2:]
    exponent = math.log(last.cpu / before.cpu) / math.log(last.rows / before.rows)
    cpu = last.cpu * (len(rows) / last.rows) ** min(max(1.0, exponent), LARGEST_EXPONENT)
    return cpu * sum(pilot.wall for pilot in pilots) / sum(pilot.cpu for pilot in pilots)


def _pilots(attempt: Attempt, rows: Rows, patience: float) -> list[Pilot]:
    pilots = [_pilot(attempt, rows[:m]) for m in PILOT_ROWS]
    while (m := 4 * pilots[-1].rows) <= len(rows) // 4 and pilots[-1].cpu < patience:
        pilots.append(_pilot(attempt, rows[:m]))
    return pilots


def _pilot(attempt: Attempt, rows: Rows) -> Pilot:
    cpu, wall = process_time(), perf_counter()
    attempt(rows)
    return Pilot(len(rows), max(process_time() - cpu, 1e-6), max(perf_counter() - wall, 1e-6))
