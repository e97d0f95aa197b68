"""Finished folds on disk, so that a killed comparison continues where it stopped.

One small file per (model, repeat, fold), written by temp-and-rename: `folds/<key>/lda.r0.f3.npz`. The key
is the fingerprint of data, plan and versions; another table or seed therefore never meets old folds. A
file holds plain data (a JSON record and an array of probabilities, read without pickle); one that cannot
be read, or does not hold what it should, counts as not done.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.atomic import atomic_write, make_folder, sweep
from fenlei.study.facts.metrics import SHOWN
from fenlei.study.facts.schema import FoldFacts
from fenlei.study.running.plan import FoldSplit


class FoldRecord(FoldFacts):
    """What is known of one fold of one model, beside the probabilities."""

    notes: list[str]
    scores_are_probabilities: bool


FIELDS = set(FoldRecord.__annotations__) - {"params"}  # which only a tuned model has


class FoldOutcome(NamedTuple):
    """The result of one model on one fold: `proba` of its rows, which after all folds are probabilities.

    Before, they are logarithms of probabilities, or decision values; of a regression, predicted numbers
    (rows, 1).
    """

    record: FoldRecord
    proba: NDArray[np.float64]  # (rows tested, K)
    decided: NDArray[np.int64] | None = None  # (rows tested,) classes; None: those of the largest `proba`


def fold_facts(record: FoldRecord) -> FoldFacts:
    """A fold's record without what is kept once for the whole model."""
    facts = FoldFacts(
        repeat=record["repeat"],
        fold=record["fold"],
        scores=record["scores"],
        fit_seconds=record["fit_seconds"],
        predict_seconds=record["predict_seconds"],
    )
    if "params" in record:
        facts["params"] = record["params"]
    return facts


class FoldStore:
    """Finished folds under `folder`; without a folder nothing is kept."""

    def __init__(
        self,
        folder: Path | None,
        key: str,
        classes: int | None = None,
        metrics: Sequence[str] = SHOWN["classification"],
    ) -> None:
        self.classes, self.metrics = classes, metrics
        self.folder = None if folder is None else make_folder(folder / "folds" / key[:16])
        self.damaged: list[str] = []  # files that were not what they should be
        if folder is not None and self.folder is not None:
            sweep(folder)
            sweep(self.folder)

    def holds(self, model: str, split: FoldSplit) -> bool:
        """Whether the fold is finished."""
        return self.folder is not None and self._path(self.folder, model, split).exists()

    def load(self, model: str, split: FoldSplit) -> FoldOutcome | None:
        """The finished fold, or None."""
        if self.folder is None:
            return None
        path = self._path(self.folder, model, split)
        try:
            with path.open("rb") as file:
                arrays = np.load(file, allow_pickle=False)
                outcome = FoldOutcome(json.loads(str(arrays["record"])), arrays["proba"])
            if is_outcome(outcome, split, self.classes, self.metrics):
                return outcome
        except FileNotFoundError:
            return None
        except Exception:  # whatever a file of another making leads to: zip, JSON and NumPy have many
            pass
        self.damaged.append(path.name)
        return None

    def save(self, model: str, split: FoldSplit, outcome: FoldOutcome) -> None:
        """Keep a finished fold."""
        if self.folder is None:
            return
        path = self._path(self.folder, model, split)
        if path.is_dir():  # nothing of ours, and nothing to overwrite
            return
        record = np.array(json.dumps(outcome.record, ensure_ascii=False))
        with atomic_write(path, "wb") as file:
            np.savez(file, record=record, proba=outcome.proba)

    @staticmethod
    def _path(folder: Path, model: str, split: FoldSplit) -> Path:
        return folder / f"{model}.r{split.repeat}.f{split.fold}.npz"


def is_outcome(
    outcome: FoldOutcome, split: FoldSplit, K: int | None, metrics: Sequence[str] = SHOWN["classification"]
) -> bool:
    """Whether what was read is a record of the fold, with a row of numbers for each tested row."""
    record, proba = outcome.record, outcome.proba
    if not isinstance(record, dict) or not record.keys() >= FIELDS:
        return False
    scores, notes = record["scores"], record["notes"]
    plain = (
        (record["repeat"], record["fold"]) == (split.repeat, split.fold)
        and isinstance(scores, dict)
        and scores.keys() >= set(metrics)
        and all(
            _is_score(value) for value in (*scores.values(), record["fit_seconds"], record["predict_seconds"])
        )
        and isinstance(notes, list)
        and all(isinstance(note, str) for note in notes)
        and isinstance(record["scores_are_probabilities"], bool)
    )
    shape = (len(split.test), proba.shape[-1] if K is None else K)
    return plain and proba.dtype.kind == "f" and proba.shape == shape and bool((proba < np.inf).all())


def _is_score(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))
