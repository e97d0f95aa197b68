r"""The numbers of a calibration, and what they make of scores z (n, K).

Of a temperature, with or without offsets: $\log p_k = a z_k + b_k - \log \sum_j e^{a z_j + b_j}$. One class
against the rest, from the log-odds $f_k = z_k - \log \sum_{j \ne k} e^{z_j}$:

    Platt      q_k = 1 / (1 + exp(-(a_k f_k + b_k)))
    isotonic   q_k = (1 - m) g_k(f_k) + m π_k,  g_k the rising steps closest to the truth, m = 2 K / n

and p_k = q_k / Σ_j q_j. The mixture with the shares π keeps each probability above 0.

References: Platt, Probabilistic outputs for support vector machines (1999), eq. 2; Zadrozny and Elkan,
Transforming classifier scores into accurate multiclass probability estimates (2002); Guo et al., On
calibration of modern neural networks (2017), section 4.2.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from scipy.special import expit, logsumexp

from fenlei.kernels import Array
from fenlei.kernels.exponential import log_softmax
from fenlei.messages import phrase
from fenlei.records import LARGEST, Field, check_record, refuse_record

METHODS = ("temperature", "offsets", "platt", "isotonic")
TINY = 1e-300  # a probability that rounds to nothing
FARTHEST = LARGEST / 4  # a score: the difference of two is a number


class Calibration(NamedTuple):
    """A fitted calibration; `steps` of class k are from starts[k] to starts[k + 1]."""

    method: Annotated[Array, Field("", "iu", 0, len(METHODS) - 1)]
    floor: Annotated[Array, Field("")]  # scores below are taken as this one
    slopes: Annotated[Array, Field("K", low=0.0)]
    offsets: Annotated[Array, Field("K")]
    shares: Annotated[Array, Field("K", low=0.0, high=1.0)]  # mixed in, times their weight
    starts: Annotated[Array, Field("M", "iu", 0)]
    steps_at: Annotated[Array, Field("S")]  # log-odds, rising
    steps: Annotated[Array, Field("S", low=0.0, high=1.0)]
    preference: Annotated[Array, Field("K")]  # added to log p where a class is chosen

    @property
    def name(self) -> str:
        """The method."""
        return METHODS[int(self.method)]


def plain_calibration(method: str, slopes: Array, offsets: Array, floor: float) -> Calibration:
    """A calibration without steps."""
    K, none = len(slopes), np.empty(0)
    number = np.array(METHODS.index(method))
    starts = np.zeros(K + 1, dtype=np.int64)
    return Calibration(number, np.array(floor), slopes, offsets, np.zeros(K), starts, none, none, np.zeros(K))


def check_calibration(record: Calibration, K: int) -> None:
    """Refuse a record, as read from a file, that is no calibration of K classes."""
    check_record(record, K=K, M=K + 1)
    starts, at = record.starts, record.steps_at
    whole = starts[0] == 0 and starts[-1] == len(at) and bool((np.diff(starts) >= 0).all())
    filled = record.name != "isotonic" or (whole and bool((np.diff(starts) > 0).all()))
    if not whole or not filled or float(record.shares.sum()) > 1.0 + 1e-9:
        raise refuse_record("starts", phrase("record.misfit"), phrase("record.another"))


def calibrated_log_proba(record: Calibration, scores: Array) -> Array:
    """Logarithms of the probabilities (n, K) that the calibration makes of scores (n, K)."""
    z = np.clip(scores, record.floor, FARTHEST)
    if record.name in ("temperature", "offsets"):
        return log_softmax(record.slopes * z + record.offsets, 1)
    q = one_vs_rest_shares(record, z)
    return np.log(q / q.sum(axis=1, keepdims=True))


def decided_for(record: Calibration, proba: Array) -> Array:
    """The class (n,) of the largest probability (n, K), after the preference for classes."""
    return (np.log(np.maximum(proba, TINY)) + record.preference).argmax(axis=1)


def one_vs_rest_shares(record: Calibration, z: Array) -> Array:
    """q (n, K), whose rows do not add up to 1 yet, of finite scores z (n, K)."""
    f = log_odds(z)
    if record.name == "platt":
        return np.maximum(expit(record.slopes * f + record.offsets), TINY)
    q = np.stack([_stepped(record, f[:, k], k) for k in range(f.shape[1])], axis=1)
    return np.maximum((1.0 - record.shares.sum()) * q + record.shares, TINY)


def _stepped(record: Calibration, f: Array, k: int) -> Array:
    steps = slice(int(record.starts[k]), int(record.starts[k + 1]))
    return np.interp(f, record.steps_at[steps], record.steps[steps])


def log_odds(z: Array) -> Array:
    """f_k = z_k - log Σ_{j ≠ k} exp z_j, (n, K)."""
    others = [logsumexp(np.delete(z, k, axis=1), axis=1) for k in range(z.shape[1])]
    return np.clip(z - np.stack(others, axis=1), -LARGEST, LARGEST)
