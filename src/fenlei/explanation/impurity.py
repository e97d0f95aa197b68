"""Entropy, Gini index and gain as formulas of counts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fenlei.explanation.formula.building import (
    added,
    counted,
    function,
    letter,
    minus,
    number,
    plus,
    squared,
    times,
    total,
)
from fenlei.explanation.formula.nodes import Formula
from fenlei.functions import information
from fenlei.kernels import Array


def uses_gini(model: object) -> bool:
    """Whether a tree is grown by the Gini index."""
    return getattr(model, "criterion", "entropy") == "gini"


def impurity_letters(by_gini: bool) -> Formula:
    """1 − Σ p_k², or −Σ p_k log₂ p_k."""
    p = letter("p", "k")
    if by_gini:
        return plus(1.0, minus(total("k", squared(p))))
    return minus(total("k", times(p, function("log2", p))))


def impurity_numbers(counts: Array, by_gini: bool) -> Formula:
    """The same with the counts put in; classes without rows add nothing."""
    n = float(counts.sum())
    shares = [counted(m, n) for m in counts if m > 0]
    p = counts[counts > 0] / n if n else counts
    if not shares:
        return number(0.0)
    if by_gini:
        return plus(1.0, minus(added([squared(share) for share in shares], p**2)))
    return minus(added([times(share, function("log2", share)) for share in shares], p * np.log2(p)))


def impurity(counts: Array, by_gini: bool) -> float:
    """Entropy in bits, or the Gini index."""
    return float(information.gini(counts) if by_gini else information.entropy(counts, base=2))


def gain_numbers(whole: Array, branches: Sequence[Array], by_gini: bool) -> Formula:
    """Impurity less the weighted impurities of the branches, with the numbers put in."""
    n = float(whole.sum())
    parts = [branch for branch in branches if branch.sum() > 0]
    worth = [branch.sum() / n * impurity(branch, by_gini) for branch in parts]
    terms = [times(counted(branch.sum(), n), impurity(branch, by_gini)) for branch in parts]
    return plus(impurity(whole, by_gini), minus(added(terms, worth)))
