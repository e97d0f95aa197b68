"""The maps along the way of an iterative reduction: the fit once more, with a listener."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from sklearn.base import clone

from fenlei.explanation.figures import Figure
from fenlei.explanation.frame_pictures import RowPicture, is_drawable
from fenlei.explanation.terms import ModelTerms
from fenlei.kernels import Array
from fenlei.trace import tracing

if TYPE_CHECKING:
    from fenlei.reduce.mds.smacof import StressStep
    from fenlei.reduce.tsne.gradient_descent import MapStep

MOST_ROWS = 300  # up to which a fit is run again
SAME = 1e-9
Step = TypeVar("Step", "MapStep", "StressStep")


def traced_runs(model: object, X: Array, kind: type[Step]) -> list[list[Step]]:
    """The steps of each run from its own start; none of many rows."""
    told: list[Any] = []
    if len(X) > MOST_ROWS:
        return []
    with warnings.catch_warnings(), tracing(told.append):
        warnings.simplefilter("ignore")  # the first fit said so
        clone(model).fit(X)
    runs: list[list[Step]] = []
    for step in told:
        if isinstance(step, kind):
            runs += [[]] if step.iteration == 1 else []
            runs[-1].append(step)
    return runs


def ends_at(run: Sequence[MapStep | StressStep], embedding: Array) -> bool:
    """Whether a run ended at the map of the model: its start may have been drawn without a seed."""
    last = np.asarray(run[-1].points) if run else np.empty((0, 0))
    size = float(np.abs(embedding).max(initial=1.0))
    return last.shape == embedding.shape and bool(np.abs(last - embedding).max(initial=0.0) <= SAME * size)


def frame_map(caption: str, Z: Array, count: int, terms: ModelTerms) -> Figure | None:
    """One of `count` maps along the way."""
    if not is_drawable(Z, count):
        return None
    names = terms._replace(features=tuple(f"z{j + 1}" for j in range(Z.shape[1])))
    return RowPicture(Z, np.zeros(len(Z), dtype=int), (), names).figure(caption)
