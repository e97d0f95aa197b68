"""Parameter limits as data: what a parameter may be, and how to say so.

An estimator lists a `Limit` for each of its parameters in `_limits`; `check_parameters` runs at fit.
"""

from __future__ import annotations

from collections.abc import Callable
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np

from fenlei.errors import UsageError


class Limit(NamedTuple):
    accepts: Callable[[Any], bool]
    text: str


def _is_number(value: Any, kind: type) -> bool:
    """Whether value is of the kind of number; True and False are none."""
    return isinstance(value, kind) and type(value) not in (bool, np.bool_)


def one_of(*values: Any) -> Limit:
    return Limit(
        lambda value: isinstance(value, type(values[0])) and value in values, " or ".join(map(repr, values))
    )


LARGEST = float(np.finfo(np.float64).max)


def real(low: float = -LARGEST, high: float = LARGEST) -> Limit:
    """A number between low and high, both included; to allow infinity, name it."""

    def accepts(value: Any) -> bool:
        return _is_number(value, Real) and low <= float(value) <= high

    upper = "" if high >= LARGEST else f" and at most {high:g}"
    return Limit(accepts, "a number" if low <= -LARGEST else f"a number of at least {low:g}{upper}")


def integer(low: int) -> Limit:
    """A whole number of at least low."""
    return Limit(
        lambda value: _is_number(value, Integral) and int(value) >= low,
        f"a whole number of at least {low}",
    )


def sequence() -> Limit:
    return Limit(lambda value: np.ndim(value) == 1 and not isinstance(value, str), "a one-dimensional array")


def either(*limits: Limit) -> Limit:
    return Limit(
        lambda value: any(limit.accepts(value) for limit in limits),
        " or ".join(limit.text for limit in limits),
    )


BOOLEAN = Limit(lambda value: isinstance(value, bool | np.bool_), "True or False")
NONE = Limit(lambda value: value is None, "None")
N_JOBS = Limit(
    lambda value: value is None or (isinstance(value, Integral) and value != 0),
    "None or a whole number, not 0",
)
CLASS_WEIGHT = Limit(
    lambda value: (
        value is None or isinstance(value, dict) or (isinstance(value, str) and value == "balanced")
    ),
    "None, 'balanced' or a dict of label: weight",
)


RANDOM_STATE = Limit(
    lambda value: value is None or isinstance(value, Integral | np.random.RandomState),
    "None, a whole number or a RandomState",
)


def check_parameters(estimator: Any, limits: dict[str, Limit]) -> None:
    """Raise UsageError for the first parameter outside its limit."""
    for name, limit in limits.items():
        value = getattr(estimator, name)
        if not limit.accepts(value):
            raise UsageError(
                "estimator.parameter",
                estimator=type(estimator).__name__,
                name=name,
                value=value,
                accepted=limit.text,
            )
