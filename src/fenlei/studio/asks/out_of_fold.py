"""What models said of rows that they had not seen: the folds of the comparison, read from the disk."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.studio.facts import DeskFacts
from fenlei.studio.faults import StudioError


class OutOfFold(NamedTuple):
    """Scores of the rows of the first repeat, each from a model that had not seen it."""

    scores: NDArray[np.float64]  # (n, K) calibrated probabilities; (n, 1) numbers
    codes: NDArray[np.int64]  # (n,) true classes
    rows: NDArray[np.int64]  # (n,) positions in the data
    folds: NDArray[np.int64]  # (n,) which fold tested the row
    are_probabilities: bool
    decided: NDArray[np.int64]  # (n,) the class that each row was decided to be of


def out_of_fold(facts: DeskFacts, model: str) -> OutOfFold:
    """The scores of a model; it must have been compared to the end."""
    key = ("out_of_fold", model)
    if key not in facts.kept:
        facts.kept[key] = _read(facts, model)
    found: OutOfFold = facts.kept[key]
    return found


def _read(facts: DeskFacts, model: str) -> OutOfFold:
    from fenlei.study.comparison import stored_folds
    from fenlei.study.running.calibrated_folds import calibrated_folds
    from fenlei.study.running.plan import splits

    data, plan = facts.data, facts.plan
    store = stored_folds(facts.folder, data, plan)
    first = [split for split in splits(data.codes, plan, data.split_by) if split.repeat == 0]
    stored = [store.load(model, split) for split in first]
    outcomes = [outcome for outcome in stored if outcome is not None]
    if len(outcomes) < len(stored):
        raise StudioError("studio.no_folds", model=model)
    found = calibrated_folds(outcomes, first, data, replace(plan, repeats=1)).outcomes
    at = np.concatenate([split.test for split in first])
    folds = np.concatenate([np.full(len(split.test), split.fold) for split in first])
    are_probabilities = all(outcome.record["scores_are_probabilities"] for outcome in found)
    proba = np.concatenate([one.proba for one in found])
    answers = [one.proba.argmax(axis=1) if one.decided is None else one.decided for one in found]
    return OutOfFold(proba, data.codes[at], at, folds, are_probabilities, np.concatenate(answers))
