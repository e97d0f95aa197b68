"""The confusion matrix as a mergeable summary.

Row k, column l holds the weight of the rows whose class is k and whose predicted class is l. Every score
of hard predictions (accuracy, precision, recall, F, kappa, Matthews) is a function of this matrix, so such
scores of blocks are never averaged: the matrices are added. Cost: one pass over the rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.errors import DataError
from fenlei.kernels import Array, kernel
from fenlei.kernels.classwise import UNIT_WEIGHTS


class Confusion(NamedTuple):
    counts: Array  # (K, K) weight of each pair of classes, rows true, columns predicted


def summarise(codes_true: Array, codes_pred: Array, K: int, w: Array | None = None) -> Confusion:
    """Confusion of two code vectors (n,) with values 0..K-1, and row weights w (n,)."""
    true, pred = (np.ascontiguousarray(codes, dtype=np.int64) for codes in (codes_true, codes_pred))
    weights = UNIT_WEIGHTS if w is None else np.ascontiguousarray(w, dtype=np.float64)
    for name, other in {"codes_pred": pred, "w": true if w is None else weights}.items():
        if len(other) != len(true):
            raise DataError("evaluation.lengths", first="codes_true", n=len(true), second=name, m=len(other))
    counts = np.zeros((K, K))
    bad = add_pairs(true, pred, weights, counts)
    if bad >= 0:
        raise DataError("evaluation.codes", row=bad, true=true[bad].item(), pred=pred[bad].item(), last=K - 1)
    return Confusion(counts)


def merge(a: Confusion, b: Confusion) -> Confusion:
    """Confusion of the rows of `a` and `b` together."""
    return Confusion(a.counts + b.counts)


@kernel
def add_pairs(codes_true: Array, codes_pred: Array, w: Array, out_counts: Array) -> int:
    """Add each row's weight to its cell; the first row with a code outside 0..K-1 stops it, -1 if none."""
    K = out_counts.shape[0]
    for i in range(codes_true.shape[0]):
        true, pred = codes_true[i], codes_pred[i]
        if true < 0 or true >= K or pred < 0 or pred >= K:
            return i
        out_counts[true, pred] += w[i] if w.shape[0] > 0 else 1.0
    return -1
