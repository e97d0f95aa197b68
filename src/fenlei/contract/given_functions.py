"""Functions that a user gives (metric, kernel, basis, weights): their answers are numbers, or one sentence.

What such a function raises itself passes through.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from fenlei.errors import DataError
from fenlei.kernels import Array


def given_numbers(answer: object, option: str) -> Array:
    """The answer of the function given as `option`, as float64.

    Examples
    --------
    >>> given_numbers([1, 2], "basis")
    array([1., 2.])
    >>> given_numbers("far", "metric")
    Traceback (most recent call last):
    ...
    fenlei.errors.DataError: The function given as metric returned ..., of type str; it should return numbers.
    """
    try:
        return np.asarray(answer, dtype=np.float64)
    except (TypeError, ValueError):
        raise _refused(answer, option) from None


def given_metric(metric: object) -> Any:
    """A metric between two rows whose every answer is a single number; what is not a function as it is."""
    if not callable(metric):
        return metric
    function: Callable[..., Any] = metric

    @wraps(function, updated=())
    def distance(a: object, b: object, **params: object) -> float:
        return single_number(function(a, b, **params), "metric")

    return distance


def single_number(answer: object, option: str) -> float:
    """The answer of a function that should give one number."""
    found = given_numbers(answer, option)
    if found.size != 1:
        raise _refused(answer, option)
    return float(found.reshape(()))


def _refused(answer: object, option: str) -> DataError:
    written = " ".join(repr(answer).split())
    return DataError("estimator.function_answer", option=option, value=written, type=type(answer).__name__)
