"""Finished folds on disk, so that a killed comparison continues where it stopped.

One small file per (model, repeat, fold), written by temp-and-rename: `folds/<key>/lda.r0.f3.npz`. The key
is the fingerprint of data, plan and versions; another table or seed therefore never meets old folds. A
file holds plain data (a JSON record and an array of probabilities, read without pickle); one that cannot
be read counts as not done.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.atomic import atomic_write
from fenlei.study.facts.schema import FoldFacts
from fenlei.study.running.plan import FoldSplit


class FoldRecord(FoldFacts):
    """What is known of one fold of one model, beside the probabilities."""

    notes: list[str]
    scores_are_probabilities: bool


class FoldOutcome(NamedTuple):
    """The result of one model on one fold."""

    record: FoldRecord
    proba: NDArray[np.float64]  # (rows tested, K); no rows after the first repeat


class FoldStore:
    """Finished folds under `folder`; without a folder nothing is kept."""

    def __init__(self, folder: Path | None, key: str) -> None:
        self.folder = None if folder is None else folder / "folds" / key[:16]
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)

    def holds(self, model: str, split: FoldSplit) -> bool:
        """Whether the fold is finished."""
        return self.folder is not None and self._path(self.folder, model, split).exists()

    def load(self, model: str, split: FoldSplit) -> FoldOutcome | None:
        """The finished fold, or None."""
        if self.folder is None:
            return None
        try:
            with self._path(self.folder, model, split).open("rb") as file:
                arrays = np.load(file, allow_pickle=False)
                return FoldOutcome(json.loads(str(arrays["record"])), arrays["proba"])
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None

    def save(self, model: str, split: FoldSplit, outcome: FoldOutcome) -> None:
        """Keep a finished fold."""
        if self.folder is None:
            return
        record = np.array(json.dumps(outcome.record, ensure_ascii=False))
        with atomic_write(self._path(self.folder, model, split), "wb") as file:
            np.savez(file, record=record, proba=outcome.proba)

    @staticmethod
    def _path(folder: Path, model: str, split: FoldSplit) -> Path:
        return folder / f"{model}.r{split.repeat}.f{split.fold}.npz"
