"""Prior probabilities of the classes: given or estimated, and their logarithms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.errors import UsageError, warn
from fenlei.kernels import Array
from fenlei.messages import phrase

if TYPE_CHECKING:
    from fenlei.annotations import ArrayLike


def class_priors(
    estimator: object, priors: ArrayLike | None, weight: Array, *, renormalise: bool = False
) -> Array:
    """π (K,): the given priors, or the classes' shares of the weight (K,).

    Given priors that do not sum to 1 are an error, or renormalised with a warning.
    """
    if priors is None:
        return weight / weight.sum()
    pi = _as_numbers(estimator, priors, len(weight))
    faults = {
        "reason.priors_count": pi.shape != weight.shape,
        "reason.priors_negative": not (np.isfinite(pi).all() and (pi >= 0).all()),
        "reason.priors_sum": not (pi.sum() > 0 if renormalise else np.isclose(pi.sum(), 1.0)),
    }
    for reason, found in faults.items():
        if found:
            name = type(estimator).__name__
            raise UsageError(
                "estimator.priors", estimator=name, priors=pi.tolist(), reason=phrase(reason), K=len(weight)
            )
    if renormalise and abs(pi.sum() - 1.0) > 1e-5:
        warn("estimator.priors_sum")
    return pi / pi.sum() if renormalise else pi


def _as_numbers(estimator: object, priors: ArrayLike, K: int) -> Array:
    try:
        return np.asarray(priors, dtype=np.float64)
    except (TypeError, ValueError):
        name, reason = type(estimator).__name__, phrase("reason.priors_numbers")
        raise UsageError("estimator.priors", estimator=name, priors=priors, reason=reason, K=K) from None


def log_prior(pi: Array) -> Array:
    """log π_k; a class of probability 0 has -inf."""
    return np.log(pi, out=np.full(len(pi), -np.inf), where=pi > 0)
