"""Parameter limits as data: what a parameter accepts, and the phrase that describes it.

An estimator lists a `Limit` for each of its parameters in `_limits`; `check_parameters` runs at fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np

from fenlei.errors import UsageError
from fenlei.messages import Phrase, any_of, code, phrase


class Limit(NamedTuple):
    """Values that a parameter accepts, and the phrase that tells a reader which they are."""

    accepts: Callable[[Any], bool]
    text: Phrase


def _is_number(value: object, kind: type) -> bool:
    """Whether value is of the kind of number; True and False are not numbers here."""
    return isinstance(value, kind) and type(value) not in (bool, np.bool_)


def one_of(*values: object) -> Limit:
    """One of the given values.

    Examples
    --------
    >>> one_of("svd", "eigen").accepts("svd"), str(one_of("svd", "eigen").text)
    (True, "'svd' or 'eigen'")
    """
    return Limit(
        lambda value: isinstance(value, type(values[0])) and value in values,
        any_of(*(code(repr(value)) for value in values)),
    )


LARGEST = float(np.finfo(np.float64).max)


def real(low: float = -LARGEST, high: float = LARGEST) -> Limit:
    """A number between low and high, both included; to allow infinity, name it."""

    def accepts(value: Any) -> bool:
        return _is_number(value, Real) and low <= float(value) <= high

    if low <= -LARGEST:
        return Limit(accepts, phrase("limit.number"))
    if high >= LARGEST:
        return Limit(accepts, phrase("limit.at_least", low=low))
    return Limit(accepts, phrase("limit.between", low=low, high=high))


def above(low: float) -> Limit:
    """A finite number greater than low."""

    def accepts(value: Any) -> bool:
        return _is_number(value, Real) and low < float(value) <= LARGEST

    return Limit(accepts, phrase("limit.above", low=low))


def integer(low: int) -> Limit:
    """A whole number of at least low."""
    return Limit(
        lambda value: _is_number(value, Integral) and int(value) >= low, phrase("limit.integer", low=low)
    )


def sequence() -> Limit:
    """A list, tuple or array of one dimension."""
    return Limit(lambda value: np.ndim(value) == 1 and not isinstance(value, str), phrase("limit.sequence"))


def either(*limits: Limit) -> Limit:
    """Whatever one of the limits accepts."""
    return Limit(
        lambda value: any(limit.accepts(value) for limit in limits),
        any_of(*(limit.text for limit in limits)),
    )


BOOLEAN = Limit(lambda value: isinstance(value, bool | np.bool_), any_of(code(True), code(False)))
NONE = Limit(lambda value: value is None, code(None))
FUNCTION = Limit(callable, phrase("limit.function"))
DICT = Limit(lambda value: isinstance(value, dict), phrase("limit.dict"))
N_JOBS = Limit(
    lambda value: value is None or (isinstance(value, Integral) and value != 0), phrase("limit.n_jobs")
)
CLASS_WEIGHT = Limit(
    lambda value: (
        value is None or isinstance(value, dict) or (isinstance(value, str) and value == "balanced")
    ),
    phrase("limit.class_weight"),
)
RANDOM_STATE = Limit(
    lambda value: value is None or isinstance(value, Integral | np.random.RandomState),
    phrase("limit.random_state"),
)


def check_parameters(estimator: object, limits: Mapping[str, Limit]) -> None:
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
