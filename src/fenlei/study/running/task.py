"""What is run, and what comes back: the task that all models share, jobs, and runs of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

import numpy as np

from fenlei.ensemble.calibration.record import Calibration
from fenlei.registry import Entry
from fenlei.study.data import StudyData
from fenlei.study.facts.schema import FoldFacts, Scores, Status
from fenlei.study.running.fold_store import FoldOutcome, FoldStore
from fenlei.study.running.plan import FoldSplit, Plan
from fenlei.study.running.time_budget import Budget

REPORT_SECONDS, SECONDS_PER_VALUE = 2.5, 1e-6  # twice what one core was measured to take


class ModelRun(NamedTuple):
    """The result of one model on all folds."""

    entry: Entry
    status: Status
    reason: str | None
    outcomes: list[FoldOutcome]  # in the order of the splits; empty unless done
    calibration: Calibration | None = None  # of its probabilities for new rows
    losses: Mapping[str, float] = MappingProxyType({})  # log-loss by method of calibration
    raw: Sequence[Scores] = ()  # of each fold, before


class Progress(NamedTuple):
    """How far a run is; the first report comes before any work, with `model` empty.

    Examples
    --------
    >>> from fenlei.study import Progress
    >>> report = Progress("gaussian_nb", done=3, total=12, resumed=0)
    >>> f"{report.model}: fold {report.done} of {report.total}"
    'gaussian_nb: fold 3 of 12'
    """

    model: str
    done: int  # folds that need no more work: finished now or earlier, or given up because their model failed
    total: int
    resumed: int  # folds that an earlier run had finished
    is_last: bool = False  # of its model
    accuracy: float | None = None  # the mean over the folds of a model that is finished
    fold: FoldFacts | None = None  # scores and times of the fold that was finished, now or earlier
    reason: str | None = None  # why its model was given up
    metric: str = "accuracy"  # that models are ranked by
    score: float | None = None  # its mean over the folds of a model that is finished


class Task(NamedTuple):
    """What all models share."""

    data: StudyData
    plan: Plan
    folds: list[FoldSplit]
    store: FoldStore
    budget: Budget
    n_jobs: int | None
    lang: str
    pace: float = 1.0  # of this process

    def missing(self, entry: Entry) -> int:
        """Number of folds of a model that are not stored."""
        return sum(not self.store.holds(entry.name, split) for split in self.folds)

    def report_seconds(self, models: int) -> float:
        """Seconds for the result and the report of so many models."""
        values = models * len(self.data.codes) * self.data.outputs
        return self.pace * (REPORT_SECONDS + values * SECONDS_PER_VALUE)

    def for_workers(self) -> Task:
        """The task without the rows of the folds, which come with each job; the first are for forecasts."""
        none = np.empty(0, dtype=np.int64)
        later = [split._replace(train=none, test=none) for split in self.folds[1:]]
        return self._replace(folds=[*self.folds[:1], *later])


class Job(Protocol):
    """Work on one model that any process can do, given the task."""

    @property
    def entry(self) -> Entry: ...

    def run(self, task: Task) -> object: ...
