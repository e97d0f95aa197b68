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
    """What a fit takes."""

    seconds: float
    bytes: float = 0.0  # at least


def pairs(n: float, p: float, K: float) -> Cost:
    """A machine for each two classes."""
    count = K * (K - 1) / 2
    return Cost(count * (3e-4 + 1e-8 * (p + 10) * (2 * n / K) ** 2), 100 * count)


def covariances(seconds: float) -> Callable[[float, float, float], Cost]:
    """A matrix (p, p) of each class, its factor, and the sums it comes from."""
    return lambda n, p, K: Cost(K * (5e-4 + seconds * p**3), 24.0 * K * p * p)


def each_class(seconds: float) -> Callable[[float, float, float], Cost]:
    """Passes over all rows for each class."""
    return lambda n, p, K: Cost(seconds * n * K * (p + 5), 8.0 * K * p)


COSTS: dict[str, Callable[[float, float, float], Cost]] = {
    "SVC": pairs,
    "OneVsOneClassifier": lambda n, p, K: Cost(K * K * 1e-3, 1000.0 * K * K),
    "QuadraticDiscriminantAnalysis": covariances(3e-10),
    "BayesClassifier": covariances(6e-10),
    "LinearDiscriminantAnalysis": lambda n, p, K: Cost(4e-10 * p**3, 16.0 * p * p),
    "LogisticRegression": each_class(5e-8),
    "Perceptron": each_class(4e-8),
    "LinearSVC": each_class(3e-8),
    "RandomForestClassifier": lambda n, p, K: Cost(3e-6 * n * K),
    "DecisionTreeClassifier": lambda n, p, K: Cost(3e-8 * n * K),
    "AdaBoostClassifier": lambda n, p, K: Cost(1e-6 * n * K),
}
LINEAR = ("LogisticRegression", "Perceptron", "LinearSVC")


def check_size(estimator: object, n: int, p: int, K: int = 1, entries: float | None = None) -> None:
    """Refuse rows that need more memory than is free, and announce a fit that will take long.

    Of sparse rows a linear method only sees the `entries` of a row, on average.
    """
    name = type(estimator).__name__
    if name not in COSTS or (K <= MANY_CLASSES and p <= MANY_COLUMNS):
        return
    if getattr(estimator, "covariance", "full") == "diagonal":
        return
    cost = COSTS[name](float(n), float(p), float(K))
    if entries is not None and name in LINEAR:
        cost = cost._replace(seconds=COSTS[name](float(n), entries, float(K)).seconds)
    free = free_memory() if cost.bytes > 1e8 else cost.bytes
    facts: dict[str, Any] = {"n": n, "p": p, "K": K, "seconds": duration(cost.seconds)}
    if cost.bytes > free:
        sizes = {"need": cost.bytes / 2**30, "free": free / 2**30}
        raise DataError("estimator.memory", estimator=name, **facts, **sizes)
    if cost.seconds > LONG:
        warn("estimator.long", FenleiWarning, estimator=name, **facts)


def duration(seconds: float) -> Phrase:
    """Seconds in the unit that a reader would choose."""
    for unit, size in (("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * size:
            return phrase(f"duration.{unit}", count=round(seconds / size))
    return phrase("duration.seconds", count=round(seconds))
