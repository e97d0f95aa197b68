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

from fenlei.errors import warn
from fenlei.functions import information
from fenlei.kernels import Array

NEW_ENTROPY, NEW_GINI = "fenlei.functions.entropy with base=2", "fenlei.functions.gini"


class SplitWorth(NamedTuple):
    """What a split is worth, in bits but for the Gini index."""

    conditional_entropy: float
    gain: float
    split_info: float
    gain_ratio: float
    gini: float  # weighted mean of the branches'


class SplitWorths(NamedTuple):
    """What c splits are worth, (c,) each."""

    conditional_entropy: Array
    gain: Array
    split_info: Array
    gain_ratio: Array
    gini: Array

    def of(self, i: int) -> SplitWorth:
        """What split i is worth."""
        return SplitWorth(*(float(each[i]) for each in self))


def entropy(weights: ArrayLike, base: float = 2.0) -> Array:
    """Deprecated: entropy of class weights (..., K) in bits; use `fenlei.functions.entropy` with base=2."""
    warn("functions.moved", FutureWarning, old="fenlei.trees.entropy", new=NEW_ENTROPY, release="0.4")
    return np.asarray(information.entropy(weights, base))[()]


def gini(weights: ArrayLike) -> Array:
    """Deprecated: Gini index of class weights (..., K); use `fenlei.functions.gini`."""
    warn("functions.moved", FutureWarning, old="fenlei.trees.gini", new=NEW_GINI, release="0.4")
    return np.asarray(information.gini(weights))[()]


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
    return split_worths(table[None], weight).of(0)


def split_worths(tables: Array, weight: float | None = None) -> SplitWorths:
    """What c splits with class weights (c, branches, K) are worth."""
    part = tables.sum(axis=2)
    known = part.sum(axis=1)
    whole = known if weight is None else np.full_like(known, weight)
    conditional = (part * information.entropy(tables, base=2)).sum(axis=1) / known
    gain = known / whole * (information.entropy(tables.sum(axis=1), base=2) - conditional)
    missing = np.maximum(whole - known, 0.0)
    info = np.asarray(information.entropy(np.column_stack([part, missing]), base=2))
    ratio = np.divide(gain, info, out=np.zeros_like(gain), where=info > 0)
    after = (part * information.gini(tables)).sum(axis=1) / known
    return SplitWorths(conditional, gain, info, ratio, after)
