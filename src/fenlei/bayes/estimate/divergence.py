"""Entropy, cross-entropy and divergence: functions of `fenlei.functions`, by older names.

`entropy` and `kl_normal` are deprecated in favour of `fenlei.functions.entropy` and
`fenlei.functions.kl_divergence`, which take tables and normal distributions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fenlei.annotations import ArrayLike
from fenlei.errors import warn
from fenlei.functions import information, normal_information
from fenlei.functions.distributions import check_distributions
from fenlei.functions.information import cross_entropy, kl_divergence

if TYPE_CHECKING:
    from fenlei.bayes.estimate.normal import MultivariateNormal, Normal
    from fenlei.kernels import Array

__all__ = ["cross_entropy", "entropy", "kl_divergence", "kl_normal"]


def entropy(p: ArrayLike) -> Array | float:
    """Deprecated: H(p) = -Σ p ln p along the last axis; use `fenlei.functions.entropy`."""
    _moved("entropy", "entropy")
    return information.entropy(check_distributions(p, "p"))


def kl_normal(p: Normal | MultivariateNormal, q: Normal | MultivariateNormal) -> float:
    """Deprecated: KL(p || q) of two normal distributions; use `fenlei.functions.kl_divergence`."""
    _moved("kl_normal", "kl_divergence")
    return normal_information.kl_divergence(p, q)


def _moved(old: str, new: str) -> None:
    facts = {"old": f"fenlei.bayes.estimate.{old}", "new": f"fenlei.functions.{new}", "release": "0.4"}
    warn("functions.moved", FutureWarning, **facts)
