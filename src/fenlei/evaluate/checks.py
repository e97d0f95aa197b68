"""What every score asks of its input: vectors of equal length, finite scores, known options."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import ArrayLike

from fenlei.errors import DataError, warn
from fenlei.functions.checks import refused
from fenlei.kernels import Array
from fenlei.messages import Phrase, any_of, code, phrase


def option(function: str, name: str, value: object, accepted: Collection[object]) -> None:
    """Refuse a `value` that is not one of `accepted`."""
    if value not in accepted:
        raise refused(function, name, value, any_of(*(code(repr(choice)) for choice in accepted)))


def check_level(function: str, level: float) -> None:
    """Refuse a confidence level outside (0, 1)."""
    if not 0.0 < level < 1.0:
        raise refused(function, "level", level, phrase("limit.open_unit"))


def vector(values: ArrayLike, name: str) -> Array:
    """`values` as one dimension, not empty; a single column counts as a vector."""
    array = np.asarray(values)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise DataError(
            "evaluation.shape", name=name, shape=array.shape, accepted=phrase("limit.value_per_row")
        )
    if array.size == 0:
        raise DataError("evaluation.empty", name=name)
    return array


def same_length(**arrays: Array) -> int:
    """Number of rows; arrays whose numbers of rows differ are refused."""
    (first, array), *others = arrays.items()
    for second, other in others:
        if len(other) != len(array):
            raise DataError("evaluation.lengths", first=first, n=len(array), second=second, m=len(other))
    return len(array)


def finite_scores(values: ArrayLike, name: str = "y_score") -> Array:
    """Finite scores (n,) or (n, K) as floats; float32 stays float32."""
    array = np.asarray(values)
    if array.dtype not in (np.float32, np.float64):
        try:
            array = array.astype(np.float64)
        except (TypeError, ValueError):
            raise DataError(
                "evaluation.not_numbers", name=name, value=array.ravel()[:1].tolist()[0]
            ) from None
    if array.ndim not in (1, 2):
        accepted = phrase("limit.values_per_row")
        raise DataError("evaluation.shape", name=name, shape=array.shape, accepted=accepted)
    if array.size == 0:
        raise DataError("evaluation.empty", name=name)
    with np.errstate(over="ignore", invalid="ignore"):
        total = array.sum()  # finite if every value is, unless it overflows, and needs no array of flags
    if not np.isfinite(total):
        _refuse(~np.isfinite(array), array, "evaluation.scores", name)
    return array


def probabilities(values: ArrayLike, name: str = "y_proba") -> Array:
    """Scores that lie in [0, 1]."""
    array = finite_scores(values, name)
    if array.min() < 0.0 or array.max() > 1.0:
        _refuse((array < 0.0) | (array > 1.0), array, "evaluation.probability", name)
    return array


def _refuse(bad: Array, array: Array, key: str, name: str) -> None:
    if bad.any():
        position = np.unravel_index(int(bad.argmax()), array.shape)
        raise DataError(key, name=name, row=int(position[0]), value=array[position].item())


def warn_undefined(
    metric: str | Phrase, reason: Phrase, value: float, key: str = "evaluation.undefined"
) -> None:
    """Warn, with scikit-learn's category, that `metric` has no value and `value` is given instead."""
    from sklearn.exceptions import UndefinedMetricWarning

    warn(
        key,
        UndefinedMetricWarning,
        metric=metric,
        reason=reason,
        value=value,
    )
