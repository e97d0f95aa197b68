r"""What a fit will take, estimated from n, p and K before it starts: one sentence where that is very much.

The seconds are those of one core, within a factor of ten or so: enough to tell a minute from a day. A fit of
more than `LONG` seconds is announced by a warning; a need for memory that is certain (arrays that the method
cannot do without) and larger than what is free is refused. What is usual, few classes and fewer than a
thousand columns, is neither.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from fenlei.errors import DataError, FenleiWarning, warn
from fenlei.kernels.memory import free_memory
from fenlei.messages import Phrase, phrase

LONG = 60.0  # seconds
MANY_CLASSES, MANY_COLUMNS = 100, 1000


class Cost(NamedTuple):
    """What a fit takes, as functions of n, p and K; a class keeps its own as `_fit_cost`."""

    seconds: Callable[[float, float, float], float]
    bytes: Callable[[float, float, float], float] = lambda n, p, K: 0.0  # at least
    by_entries: bool = False  # whether only the entries of sparse rows take time
    by_rows: bool = False  # whether pairs of rows take it, also of few columns and without classes


# A machine for each two classes.
PAIRS = Cost(
    lambda n, p, K: K * (K - 1) / 2 * (3e-4 + 1e-8 * (p + 10) * (2 * n / K) ** 2),
    lambda n, p, K: 50 * K * (K - 1),
)


def covariances(seconds: float) -> Cost:
    """A matrix (p, p) of each class, its factor, and the sums it comes from."""
    return Cost(lambda n, p, K: K * (5e-4 + seconds * p**3), lambda n, p, K: 24.0 * K * p * p)


def each_class(seconds: float) -> Cost:
    """Passes over all rows for each class."""
    return Cost(lambda n, p, K: seconds * n * K * (p + 5), lambda n, p, K: 8.0 * K * p, by_entries=True)


def row_by_class(seconds: float) -> Cost:
    """A table of each row and class."""
    return Cost(lambda n, p, K: seconds * n * K)


def check_size(estimator: object, n: int, p: int, K: int = 0, entries: float | None = None) -> None:
    """Refuse rows that need more memory than is free, and announce a fit that will take long.

    Of sparse rows a linear method only sees the `entries` of a row, on average. K is 0 without classes.
    """
    cost: Cost | None = getattr(estimator, "_fit_cost", None)
    if cost is None or (K <= MANY_CLASSES and p <= MANY_COLUMNS and not cost.by_rows):
        return
    if getattr(estimator, "covariance", "full") == "diagonal":
        return
    columns = entries if entries is not None and cost.by_entries else p
    seconds = cost.seconds(float(n), float(columns), float(K))
    need = cost.bytes(float(n), float(p), float(K))
    free = free_memory() if need > 1e8 else need
    name = type(estimator).__name__
    without = "" if K else "_of_rows"
    facts: dict[str, Any] = {"n": n, "p": p, "K": K, "seconds": duration(seconds)}
    if need > free:
        sizes = {"need": need / 2**30, "free": free / 2**30}
        raise DataError(f"estimator.memory{without}", estimator=name, **facts, **sizes)
    if seconds > LONG:
        warn(f"estimator.long{without}", FenleiWarning, estimator=name, **facts)


def duration(seconds: float) -> Phrase:
    """Seconds in the unit that a reader would choose."""
    for unit, size in (("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * size:
            return phrase(f"duration.{unit}", count=round(seconds / size))
    return phrase("duration.seconds", count=round(seconds))
