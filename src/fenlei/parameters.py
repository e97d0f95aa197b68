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
    choices: tuple[Any, ...] = ()  # values that can be listed


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
        values,
    )


LARGEST = float(np.finfo(np.float64).max)
LARGEST_INTEGER = 2**63 - 1  # what a kernel can take


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


def above_to(low: float, high: float) -> Limit:
    """A number greater than low and at most high."""

    def accepts(value: Any) -> bool:
        return _is_number(value, Real) and low < float(value) <= high

    return Limit(accepts, phrase("limit.above_to", low=low, high=high))


def integer(low: int) -> Limit:
    """A whole number of at least low."""
    return Limit(
        lambda value: _is_number(value, Integral) and low <= int(value) <= LARGEST_INTEGER,
        phrase("limit.integer", low=low),
    )


def integers(low: int, high: int) -> Limit:
    """A whole number from low to high."""
    return Limit(
        lambda value: _is_number(value, Integral) and low <= int(value) <= high,
        phrase("limit.integers", low=low, high=high),
    )


def sequence() -> Limit:
    """A list, tuple or array of one dimension."""
    return Limit(lambda value: np.ndim(value) == 1 and not isinstance(value, str), phrase("limit.sequence"))


def either(*limits: Limit) -> Limit:
    """Whatever one of the limits accepts."""
    return Limit(
        lambda value: any(limit.accepts(value) for limit in limits),
        any_of(*(limit.text for limit in limits)),
        tuple(value for limit in limits for value in limit.choices),
    )


MOST_SMOOTHING = 1e150  # of an amount added to counts or variances: the sum and its square stay finite
SMOOTHING = real(0, MOST_SMOOTHING)
BOOLEAN = Limit(
    lambda value: isinstance(value, bool | np.bool_), any_of(code(True), code(False)), (True, False)
)
NONE = Limit(lambda value: value is None, code(None), (None,))
FUNCTION = Limit(callable, phrase("limit.function"))
DICT = Limit(lambda value: isinstance(value, dict), phrase("limit.dict"))
LABEL = Limit(lambda value: np.ndim(value) == 0, phrase("limit.label"))
N_JOBS = Limit(
    lambda value: value is None or (isinstance(value, Integral) and value != 0), phrase("limit.n_jobs")
)
ESTIMATOR = Limit(
    lambda value: hasattr(value, "fit") and hasattr(value, "get_params") and not isinstance(value, type),
    phrase("limit.estimator"),
)
CLASS_WEIGHT = Limit(
    lambda value: (
        value is None or isinstance(value, dict) or (isinstance(value, str) and value == "balanced")
    ),
    phrase("limit.class_weight"),
    ("balanced",),
)
CLASS_WEIGHTS = Limit(  # of several targets too
    lambda value: (
        CLASS_WEIGHT.accepts(value)
        or (isinstance(value, list | tuple) and len(value) > 0 and all(map(CLASS_WEIGHT.accepts, value)))
    ),
    phrase("limit.class_weights"),
    ("balanced",),
)
LARGEST_SEED = 2**32 - 1  # of NumPy's RandomState
RANDOM_STATE = Limit(
    lambda value: (
        value is None
        or isinstance(value, np.random.RandomState)
        or (isinstance(value, Integral) and 0 <= int(value) <= LARGEST_SEED)
    ),
    phrase("limit.random_state"),
)
SHARED: dict[str, Limit] = {"random_state": RANDOM_STATE}  # for every estimator that has the parameter


def check_parameters(estimator: object, limits: Mapping[str, Limit]) -> None:
    """Raise UsageError for the first parameter outside its limit, its own or the one that all share."""
    shared = {name: limit for name, limit in SHARED.items() if hasattr(estimator, name)}
    for name, limit in {**shared, **limits}.items():
        value = getattr(estimator, name)
        if not limit.accepts(value):
            raise UsageError(
                "estimator.parameter",
                estimator=type(estimator).__name__,
                name=name,
                value=value,
                accepted=limit.text,
            )
