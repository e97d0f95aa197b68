"""What models said of rows that they had not seen: the folds of the comparison, read from the disk."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.studio.facts import DeskFacts
from fenlei.studio.faults import StudioError


class OutOfFold(NamedTuple):
    """Scores of the rows of the first repeat, each from a model that had not seen it."""

    scores: NDArray[np.float64]  # (n, K) probabilities or squeezed decision values; (n, 1) numbers
    codes: NDArray[np.int64]  # (n,) true classes
    rows: NDArray[np.int64]  # (n,) positions in the data
    folds: NDArray[np.int64]  # (n,) which fold tested the row
    are_probabilities: bool


def out_of_fold(facts: DeskFacts, model: str) -> OutOfFold:
    """The scores of a model; it must have been compared to the end."""
    key = ("out_of_fold", model)
    if key not in facts.kept:
        facts.kept[key] = _read(facts, model)
    found: OutOfFold = facts.kept[key]
    return found


def _read(facts: DeskFacts, model: str) -> OutOfFold:
    from fenlei.study.comparison import stored_folds
    from fenlei.study.running.plan import splits

    data, plan = facts.data, facts.plan
    store = stored_folds(facts.folder, data, plan)
    parts, rows, folds, are_probabilities = [], [], [], True
    for split in splits(data.codes, plan):
        if split.repeat > 0:
            break
        outcome = store.load(model, split)
        if outcome is None:
            raise StudioError("studio.no_folds", model=model)
        parts.append(outcome.proba)
        rows.append(split.test)
        folds.append(np.full(len(split.test), split.fold))
        are_probabilities &= outcome.record["scores_are_probabilities"]
    at = np.concatenate(rows)
    return OutOfFold(np.concatenate(parts), data.codes[at], at, np.concatenate(folds), are_probabilities)
