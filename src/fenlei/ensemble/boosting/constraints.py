"""Constraints on the trees as arrays: the direction in which a column acts, and columns that act together."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.messages import Phrase, phrase

if TYPE_CHECKING:
    from fenlei.ensemble.boosting.settings import BoostingSettings


def monotone_directions(
    model: BoostingSettings, p: int, names: Array | None, nominal: Array, scores: int
) -> Array:
    """Direction (p,) of each column: 1 rising, -1 falling, 0 free; with one score, and of numbers only."""
    given = model.monotonic_cst
    if given is None:
        return np.zeros(p, np.int64)
    if isinstance(given, Mapping):
        known = [] if names is None else list(names)
        if not set(given) <= set(known):
            raise _refusal(model, "monotonic_cst", phrase("limit.monotonic_names"))
        given = [given.get(name, 0) for name in known]
    signs = np.asarray(given)
    if signs.shape != (p,) or not np.isin(signs, (-1, 0, 1)).all() or scores > 1:
        raise _refusal(model, "monotonic_cst", phrase("limit.monotonic", p=p))
    if signs[nominal].any():
        raise _refusal(model, "monotonic_cst", phrase("limit.monotonic_numbers"))
    return signs.astype(np.int64)


def interaction_groups(model: BoostingSettings, p: int) -> Array:
    """Groups (g, p) of columns that may be together on a path; those in none are one more group."""
    given: Any = model.interaction_cst  # as the user gave it
    if given is None:
        return np.zeros((0, p), np.uint8)
    if isinstance(given, str):
        size = 2 if given == "pairwise" and p > 1 else 1
        given = combinations(range(p), size)
    groups = []
    for group in given:
        members = set(group) if np.iterable(group) and not isinstance(group, str) else {None}
        if not all(isinstance(j, Integral) and 0 <= int(j) < p for j in members):
            raise _refusal(model, "interaction_cst", phrase("limit.interaction", last=p - 1))
        groups.append([int(j in members) for j in range(p)])
    found = np.array(groups, np.uint8).reshape(-1, p)
    rest = ~found.any(axis=0)
    return np.vstack([found, rest.astype(np.uint8)]) if rest.any() else found


def _refusal(model: BoostingSettings, name: str, accepted: Phrase) -> UsageError:
    facts = {"estimator": type(model).__name__, "name": name, "value": getattr(model, name)}
    return UsageError("estimator.parameter", **facts, accepted=accepted)
