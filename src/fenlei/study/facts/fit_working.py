"""How the best model was fitted, as plain data of bounded size."""

from __future__ import annotations

import json
import warnings
from dataclasses import replace
from typing import TYPE_CHECKING

from fenlei.errors import DataError, UsageError
from fenlei.study.facts.schema import FitFacts

if TYPE_CHECKING:
    from fenlei.explanation import Working
    from fenlei.model_file import Model
    from fenlei.study.data import StudyData

MOST_BYTES = 120_000  # of the working in `result.json`
FRAMES = (8, 4, 2, 1)  # iterations of a step that are tried, until it is short enough
MOST_CELLS = 20_000_000  # of a table that is worked through once more


def fit_facts(name: str, model: Model, data: StudyData, lang: str) -> FitFacts | None:
    """The working of a fit to all rows; None where there is none, or where the table is large."""
    from fenlei.explanation import explain_fit

    if data.X.size > MOST_CELLS:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            whole = explain_fit(model, data.X, data.labels, lang=lang)
    except (DataError, UsageError):
        return None
    short = shortened(whole)
    return {"model": name, "steps": len(whole.steps), "working": short.to_dict()}


def shortened(working: Working) -> Working:
    """The working with fewer iterations, and then with fewer steps, in `MOST_BYTES`.

    Examples
    --------
    >>> from fenlei.explanation import Working
    >>> from fenlei.explanation.working import WorkingStep
    >>> steps = tuple(WorkingStep(str(i), "x" * 50_000) for i in range(5))
    >>> len(shortened(Working("model", "fit", steps, "", "en")).steps)
    2
    """
    for frames in FRAMES:
        kept = [
            step if len(step.frames) <= frames else replace(step, frames=step.frames[:frames])
            for step in working.steps
        ]
        sizes = [_size(replace(working, steps=(step,))) for step in kept]
        if sum(sizes) <= MOST_BYTES:
            break
    while sum(sizes) > MOST_BYTES:
        kept, sizes = kept[:-1], sizes[:-1]
    return replace(working, steps=tuple(kept))


def _size(working: Working) -> int:
    return len(json.dumps(working.to_dict()))
