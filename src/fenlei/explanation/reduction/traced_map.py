"""The maps along the way of an iterative reduction: the fit once more, with a listener."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from sklearn.base import clone

from fenlei.kernels import Array
from fenlei.trace import tracing

MOST_ROWS = 300  # up to which a fit is run again
SAME = 1e-9


def traced_runs(model: Any, X: Array, kind: type) -> list[list[Any]]:
    """The steps of each run from its own start; none of many rows."""
    told: list[Any] = []
    if len(X) > MOST_ROWS:
        return []
    with warnings.catch_warnings(), tracing(told.append):
        warnings.simplefilter("ignore")  # the first fit said so
        clone(model).fit(X)
    runs: list[list[Any]] = []
    for step in told:
        if isinstance(step, kind):
            runs += [[]] if step.iteration == 1 else []  # type: ignore[attr-defined]
            runs[-1].append(step)
    return runs


def ends_at(run: list[Any], embedding: Array) -> bool:
    """Whether a run ended at the map of the model: its start may have been drawn without a seed."""
    last = np.asarray(run[-1].points) if run else np.empty((0, 0))
    size = float(np.abs(embedding).max(initial=1.0))
    return last.shape == embedding.shape and bool(np.abs(last - embedding).max(initial=0.0) <= SAME * size)
