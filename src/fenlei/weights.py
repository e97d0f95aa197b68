"""Row weights: checked, and multiplied by class weights. A weight of 2 means the row twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from fenlei.errors import DataError, UsageError, UsageTypeError
from fenlei.kernels import Array
from fenlei.messages import phrase

if TYPE_CHECKING:
    from fenlei.annotations import ArrayLike, ClassWeight, TargetWeights

MOST = 1e153  # of the sum of all weights: its square stays finite


class Weighted(Protocol):
    """An estimator with weights of classes."""

    @property
    def class_weight(self) -> TargetWeights: ...


def check_weights(sample_weight: ArrayLike | None, n: int) -> Array | None:
    """Weights (n,) as float64; None stays None, and a single number stands for every row.

    An array without dimensions is refused, as in scikit-learn: it is rather a mistake than a number.

    Kernels take arrays that can be written to: a read-only one is copied, and so is one with gaps.
    """
    if sample_weight is None:
        return None
    if isinstance(sample_weight, np.ndarray) and sample_weight.ndim == 0:
        raise UsageTypeError("weights.shape", shape=(), n=n)
    if np.asarray(sample_weight).dtype.kind == "c":
        raise DataError("weights.value", reason=phrase("reason.weights_complex"))
    try:
        w = np.require(np.asarray(sample_weight, dtype=np.float64), requirements=("C", "W"))
    except (TypeError, ValueError):
        raise DataError("weights.value", reason=phrase("reason.weights_numbers")) from None
    if w.ndim == 0:
        w = np.full(n, float(w))
    if w.shape != (n,):
        raise DataError("weights.shape", shape=w.shape, n=n)
    _refuse_bad(w, "weights.value")
    return w


def _refuse_bad(w: Array, key: str) -> None:
    with np.errstate(over="ignore"):
        total = w.sum()
    faults = {
        "reason.weights_finite": not np.isfinite(w).all(),
        "reason.weights_negative": bool((w < 0).any()),
        "reason.weights_zero": not w.any(),
        "reason.weights_large": bool(total > MOST),
    }
    for reason, found in faults.items():
        if found:
            raise DataError(key, reason=phrase(reason, most=MOST))


def _as_weight(value: float) -> float:
    """A class weight as a number."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise DataError("weights.class", reason=phrase("reason.weights_numbers")) from None


def class_weights(estimator: Weighted, codes: Array, classes: Array, w: Array | None) -> Array | None:
    """Row weights times the estimator's `class_weight`: None, {label: weight} or "balanced".

    Balanced: every class that has rows gets the same total weight, W / K, as in scikit-learn.
    """
    if estimator.class_weight is None:
        return w
    factor = _class_factors(estimator, _each_target(estimator, 1)[0], codes, classes, w)
    return factor[codes] if w is None else w * factor[codes]


def target_weights(estimator: Weighted, codes: Array, classes: list[Array], w: Array | None) -> Array | None:
    """Row weights times the `class_weight` of each of several targets: codes (n, O) and O arrays of classes.

    "balanced" balances each target by itself; otherwise there is one dict per target.
    """
    if estimator.class_weight is None:
        return w
    given = _each_target(estimator, len(classes))
    total = np.ones(len(codes)) if w is None else w
    for column, labels, each in zip(codes.T, classes, given, strict=True):
        total = total * _class_factors(estimator, each, column, labels, w)[column]
    return total


def _each_target(estimator: Weighted, count: int) -> list[ClassWeight]:
    """The `class_weight` of each target."""
    given = estimator.class_weight
    if isinstance(given, list | tuple):
        found = list(given)
    else:
        found = [given] * count if count == 1 or isinstance(given, str) else []
    if len(found) != count:
        raise UsageError("weights.targets", estimator=type(estimator).__name__, count=count)
    return found


def class_factors(estimator: Weighted, total: Array, classes: Array) -> Array:
    """Factor (K,) on the weight of each class's rows, of which `total` (K,) is the sum."""
    return _factors(estimator, _each_target(estimator, 1)[0], total, classes)


def _class_factors(
    estimator: Weighted, given: ClassWeight, codes: Array, classes: Array, w: Array | None
) -> Array:
    """Factor (K,) on the weight of each class's rows."""
    total = np.bincount(codes, w, len(classes)) if isinstance(given, str) else np.empty(0)
    return _factors(estimator, given, total, classes)


def _factors(estimator: Weighted, given: ClassWeight, total: Array, classes: Array) -> Array:
    if given is None:
        return np.ones(len(classes))
    if isinstance(given, str):
        K = np.count_nonzero(total)
        return np.divide(total.sum(), K * total, out=np.zeros(len(classes)), where=total > 0)
    factor = np.ones(len(classes))
    for label, weight in given.items():
        if label not in classes:
            raise UsageError(
                "estimator.class_weight",
                estimator=type(estimator).__name__,
                label=label,
                classes=classes.tolist(),
            )
        factor[np.searchsorted(classes, label)] = _as_weight(weight)
    _refuse_bad(factor, "weights.class")
    return factor
