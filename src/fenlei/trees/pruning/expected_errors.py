r"""Errors that C4.5 expects of a leaf on unseen rows.

A leaf with N rows, E of them wrong, is expected to err on N · U(E, N) unseen rows, U the upper limit of the
binomial error rate at confidence CF (default 0.25):

    U N - E: E = 0: N (1 - CF^(1/N)); E < 1: in between; E + ½ >= N: N - E; otherwise Wilson's limit at (E +
    ½) / N

Reference: Quinlan, C4.5 (1993), chapter 4; Weka's J48, whose numbers these are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import ndtri

from fenlei.kernels import Array, kernel


class Confidence(NamedTuple):
    """Confidence level of the expected errors."""

    CF: float
    z: float  # its quantile of the normal distribution


def confidence_level(CF: float) -> Confidence:
    """The level CF and its quantile."""
    return Confidence(CF, float(-ndtri(CF)))


@kernel
def added_errors(N: float, E: float, CF: float, z: float) -> float:
    """U(E, N) N - E: the errors that are expected beyond those seen."""
    if E < 1.0:
        none = N * (1.0 - CF ** (1.0 / N))
        return none if E == 0.0 else none + E * (added_errors_above(N, 1.0, z) - none)
    return added_errors_above(N, E, z)


@kernel
def added_errors_above(N: float, E: float, z: float) -> float:
    """The same for E >= 1."""
    if E + 0.5 >= N:
        return max(N - E, 0.0)
    f = (E + 0.5) / N
    r = (f + z * z / (2 * N) + z * np.sqrt(f / N - f * f / N + z * z / (4 * N * N))) / (1 + z * z / N)
    return r * N - E


@kernel
def expected_errors(value: Array, confidence: Confidence) -> float:
    """Errors expected of a leaf with class weights `value`."""
    N = value.sum()
    if N <= 1e-9:
        return 0.0
    E = max(N - value.max(), 0.0)
    return E + added_errors(N, E, confidence.CF, confidence.z)


@kernel
def errors_of_leaves(leaves: Array, value: Array, confidence: Confidence) -> float:
    """Errors expected of several leaves together."""
    total = 0.0
    for leaf in leaves:
        total += expected_errors(value[leaf], confidence)
    return total
