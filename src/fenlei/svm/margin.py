"""What a wide margin is worth: the VC dimension of canonical planes.

For rows in a ball of radius R and planes with ‖w‖ ≤ A, that is of margin at least 2 / A, the VC dimension h
is at most min(⌊R² A²⌋, p) + 1: a wide margin bounds it whatever the number of features.
Reference: source 002, section 5.2; Vapnik, The Nature of Statistical Learning Theory, theorem 5.1.
"""

from __future__ import annotations

import math

from fenlei.errors import UsageError
from fenlei.messages import phrase


def margin_vc_bound(radius: float, norm: float, features: float = math.inf) -> int:
    """Bound on the VC dimension of planes with ‖w‖ at most `norm` on rows in a ball of that radius.

    Examples
    --------
    >>> margin_vc_bound(radius=3, norm=2), margin_vc_bound(radius=3, norm=2, features=10)
    (37, 11)
    """
    for name, value in (("radius", radius), ("norm", norm), ("features", features)):
        if not value > 0:
            raise UsageError(
                "estimator.parameter",
                estimator="margin_vc_bound",
                name=name,
                value=value,
                accepted=phrase("limit.above", low=0),
            )
    return int(min(math.floor(radius**2 * norm**2), features)) + 1
