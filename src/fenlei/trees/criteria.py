r"""The book's quantities, from class weights: entropy, Gini index, information gain, gain ratio.

    H = -Σ_k p_k log p_k,   0 log 0 = 0            source 000, equation 3-43; source 002, B-M18
    Gini = 1 - Σ_k p_k²                            equation 3-44; B-M21
    H(A, F) = Σ_i |A_i| / |A| · H(A_i)             equation 3-45
    Gain = H(A) - H(A, F)                          equation 3-46; B-M19
    SplitInfo = -Σ_i |A_i| / |A| log |A_i| / |A|   equation 3-48; B-M20
    GainRatio = Gain / SplitInfo                   equation 3-47; 0 where SplitInfo is 0

A split is a table (branches, K) of class weights; a row of it is a branch. With missing values give `weight`,
the weight of all rows: the gain is multiplied by the known share (B-M25), and what is missing is one more
part of the split information, as in C4.5.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from fenlei.kernels import Array


class SplitWorth(NamedTuple):
    """What a split is worth, in bits but for the Gini index."""

    conditional_entropy: float
    gain: float
    split_info: float
    gain_ratio: float
    gini: float  # weighted mean of the branches'


def entropy(weights: ArrayLike, base: float = 2.0) -> Array:
    """Entropy of class weights (..., K) along the last axis.

    >>> entropy([6, 4]).round(5)
    np.float64(0.97095)
    """
    p = _shares(weights)
    logs = np.log(p, out=np.zeros_like(p), where=p > 0)
    return np.abs((p * logs).sum(axis=-1)) / np.log(base)


def gini(weights: ArrayLike) -> Array:
    """Gini index of class weights (..., K) along the last axis.

    >>> gini([6, 4]).round(12)
    np.float64(0.48)
    """
    p = _shares(weights)
    return 1.0 - (p * p).sum(axis=-1)


def _shares(weights: ArrayLike) -> Array:
    c = np.asarray(weights, dtype=np.float64)
    total = c.sum(axis=-1, keepdims=True)
    return np.divide(c, total, out=np.zeros_like(c), where=total > 0)


def split_worth(branches: ArrayLike, weight: float | None = None) -> SplitWorth:
    """What the split of rows with class weights (branches, K) is worth.

    Examples
    --------
    Ten apples by colour, Fuji and Guoguang:

    >>> worth = split_worth([[2, 0], [4, 1], [0, 3]])
    >>> round(worth.gain, 6), round(worth.gain_ratio, 6), round(worth.gini, 6)
    (0.609987, 0.410634, 0.16)
    """
    table = np.asarray(branches, dtype=np.float64)
    part = table.sum(axis=1)
    known = part.sum()
    whole = known if weight is None else weight
    conditional = float(part @ entropy(table) / known)
    gain = float(known / whole * (entropy(table.sum(axis=0)) - conditional))
    info = float(entropy(part if whole == known else [*part, whole - known]))
    ratio = gain / info if info > 0 else 0.0
    return SplitWorth(conditional, gain, info, ratio, float(part @ gini(table) / known))
