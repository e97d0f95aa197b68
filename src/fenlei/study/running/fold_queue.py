"""The folds of each model, and the order in which they are run.

The cheapest models come first. The first fold of a model is run by one worker alone, which compiles what the
model needs, while the others open other models; the folds after it find the kernels on the disk. With a
budget of time a model is opened only if all of its folds, those of the models in progress, and the fits to
all rows at the end are predicted to fit in. A prediction can be far too high; so what is left over is tried
at the end if a quarter of its prediction fits in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from statistics import mean, median
from time import perf_counter
from typing import Protocol, TypedDict, Unpack

from fenlei.errors import wording
from fenlei.registry import Entry
from fenlei.study.facts.metrics import worth
from fenlei.study.facts.schema import FoldFacts, Status
from fenlei.study.fitting import BASELINE, LINEAR, TREES
from fenlei.study.running.calibrated_folds import calibrated_folds
from fenlei.study.running.fold import FoldJob
from fenlei.study.running.fold_store import FoldOutcome, fold_facts
from fenlei.study.running.process_pool import ProcessPool
from fenlei.study.running.task import Job, ModelRun, Task
from fenlei.study.running.time_budget import duration
from fenlei.study.running.worker import JobResult

PATIENCE = 0.5  # seconds between two looks at the clock
REPORT_SHARE = 0.1  # of the budget that is kept for the report, at most
DOUBT = 4.0  # factor by which a prediction may be too high


@dataclass
class ModelFolds:
    """The folds of one model: waiting, running and finished."""

    entry: Entry
    cost: float = 0.0  # predicted seconds of the folds that are not stored
    waiting: deque[int] = field(default_factory=deque)  # numbers of folds
    running: set[int] = field(default_factory=set)
    outcomes: dict[int, FoldOutcome] = field(default_factory=dict)
    is_open: bool = False
    is_postponed: bool = False
    worker: int = 0  # that opened the model
    failures: dict[int, str] = field(default_factory=dict)
    status: Status = "done"
    reason: str | None = None
    final: ModelRun | None = None  # of a model that is finished

    @property
    def is_opening(self) -> bool:
        """Whether its first fold is being run."""
        return bool(self.running) and not self.outcomes

    @property
    def is_finished(self) -> bool:
        """Whether no fold is waiting or running."""
        return not self.waiting and not self.running

    def fold_seconds(self) -> float:
        """Seconds of a fold, as far as known."""
        taken = [_seconds(outcome) for outcome in self.outcomes.values()]
        return median(taken) if taken else self.cost / max(1, len(self.waiting) + len(self.running))

    def seconds_left(self) -> float:
        """Seconds of the folds that are not finished; 0 of a model that is not open."""
        return self.fold_seconds() * (len(self.waiting) + len(self.running)) if self.is_open else 0.0

    def score(self, metric: str) -> float | None:
        """The mean of a metric over the finished folds that have it."""
        outcomes = self.outcomes.values() if self.final is None else self.final.outcomes
        scores = [outcome.record["scores"].get(metric) for outcome in outcomes]
        known = [score for score in scores if score is not None]
        return mean(known) if known else None

    def stop(self, status: Status, reason: str) -> None:
        """Give up the folds that are waiting."""
        self.status, self.reason = status, reason
        self.waiting.clear()

    def finish(self, task: Task) -> ModelRun:
        """All folds in the order of the splits, with calibrated probabilities."""
        if self.final is None and self.status == "done":
            raw = [self.outcomes[number] for number in sorted(self.outcomes)]
            plan = replace(task.plan, calibrate=False) if self.entry.name == BASELINE.name else task.plan
            folds = calibrated_folds(raw, task.folds, task.data, plan)
            scores = [] if folds.calibration is None else [one.record["scores"] for one in raw]
            self.final = ModelRun(self.entry, "done", None, *folds, scores)
        return self.final or ModelRun(self.entry, self.status, self.reason, [])


def _seconds(outcome: FoldOutcome) -> float:
    return outcome.record["fit_seconds"] + outcome.record["predict_seconds"]


def _most_expensive(models: list[ModelFolds], metric: str) -> float:
    """Largest seconds per fold of the models that can be the best: the best finished, and the unfinished."""
    finished = [one for one in models if one.is_finished]
    best = sorted(finished, key=lambda one: worth(metric, one.score(metric)))[-1:]
    possible = best + [one for one in models if not one.is_finished]
    return max((one.fold_seconds() for one in possible), default=0.0)


class ModelProgress(TypedDict, total=False):
    """What `Progress` has of one model."""

    is_last: bool
    accuracy: float | None
    fold: FoldFacts | None
    reason: str | None
    score: float | None


class ProgressReport(Protocol):
    """Receives the model, the folds done of all models, and what is known of the model."""

    def __call__(self, model: str, done: int, /, **facts: Unpack[ModelProgress]) -> None: ...


@dataclass
class FoldQueue:
    """All folds of all models, run to the end by a pool of processes."""

    task: Task
    models: list[ModelFolds]  # cheapest first
    pool: ProcessPool
    report: ProgressReport
    skipped: Callable[[], Collection[str]] | None = None  # names of models to give up

    def run(self) -> None:
        """Run all folds that fit in the budget."""
        while True:
            self.give_up_skipped()
            self.pool.grow_if_worth_it(sum(len(model.waiting) for model in self.models))
            while self.pool.has_room and (model := self.next_model()) is not None:
                self.start_next_fold(model)
            if not self.pool.running:
                return
            if self.is_late:
                self.pool.end()
                self.stop_all()
                return
            found = self.pool.next(PATIENCE)
            if found is not None:
                self.keep(*found)

    @property
    def is_late(self) -> bool:
        """Whether running folds have to be ended."""
        return bool(self.pool.workers) and perf_counter() > self.task.budget.deadline - self.reserve()

    def next_model(self) -> ModelFolds | None:
        """The model whose fold the next free worker runs.

        With a budget the cheapest one; one that was postponed only when no other is in progress. Without, a
        worker stays with the models whose kernels it has loaded, and then opens others, every second worker
        from the end of the list: neighbours in the list share kernels, and none should be compiled twice.
        """
        ready = [model for model in self.models if model.waiting and not model.is_postponed]
        if not ready and not self.pool.running:
            ready = [model for model in self.models if model.waiting][:1]
        free = [model for model in ready if not model.is_opening] or ready
        if self.task.budget.is_limited or not self.pool.workers:
            return next(iter(free), None)
        worker = self.pool.free_worker
        own = [model for model in free if model.is_open and model.worker == worker]
        new = [model for model in free if not model.is_open]
        return next(iter(own or (new[::-1] if worker % 2 else new) or free), None)

    def start_next_fold(self, model: ModelFolds) -> None:
        """Start a model's next fold, or postpone the model, or give it up."""
        if not model.is_open:
            self.take_stored(model)
            if not self.opened(model):
                return
        elif model.outcomes and model.fold_seconds() > self.left():
            self.stop_for_budget(model)
            return
        if model.waiting:
            number = model.waiting.popleft()
            model.running.add(number)
            others = sum(len(one.waiting) for one in self.models)
            self.pool.start(FoldJob(model.entry, number, self.task.folds[number]), others)

    def take_stored(self, model: ModelFolds) -> None:
        """Take the folds that an earlier run has finished."""
        for number in list(model.waiting):
            outcome = self.task.store.load(model.entry.name, self.task.folds[number])
            if outcome is not None:
                model.waiting.remove(number)
                model.outcomes[number] = outcome
                self.tell(model, outcome)

    def opened(self, model: ModelFolds) -> bool:
        """Open a model if there is time for it; else postpone it, and the second time give it up."""
        doubt = DOUBT if model.is_postponed else 1.0
        model.cost /= doubt
        model.is_open, model.worker = True, self.pool.free_worker
        need = sum(one.seconds_left() for one in self.models) / max(1, len(self.pool.workers))
        left = self.left()
        if need <= left:
            model.is_postponed = False
        elif model.is_postponed:
            self.skip(model, need * doubt, left)
        else:
            model.is_open, model.is_postponed = False, True
        return need <= left

    def skip(self, model: ModelFolds, need: float, left: float) -> None:
        """Give up a model that needs more seconds, with those in progress, than are left for folds."""
        facts = {"need": duration(need), "left": duration(max(left, 0.0))}
        model.stop("skipped", wording("study.over_budget", self.task.lang, **facts))
        self.tell(model)

    def give_up_skipped(self) -> None:
        """Give up the models that are to be skipped, and end their folds that are running."""
        names = self.skipped() if self.skipped is not None else ()
        for model in self.models if names else []:
            if model.entry.name in names and not model.is_finished and model.entry.name != BASELINE.name:
                self.pool.end_jobs(model.entry.name)
                model.running.clear()
                model.stop("skipped", wording("study.skipped", self.task.lang))
                self.tell(model)

    def left(self) -> float:
        """Seconds of the budget that folds may take."""
        return self.task.budget.left - self.reserve()

    def reserve(self) -> float:
        """Seconds kept for what comes after the folds: at most one tree, one linear model and the best."""
        if not self.task.budget.is_limited:
            return 0.0
        open_ones = [
            one
            for one in self.models
            if one.is_open and one.status == "done" and one.entry.name != BASELINE.name
        ]
        names = tuple(one.entry.name for one in open_ones)
        groups = [[one for one in open_ones if one.entry.name in kind] for kind in (names, TREES, LINEAR)]
        fits = sum(_most_expensive(group, self.task.plan.metric) for group in groups)
        report = min(self.task.report_seconds(len(open_ones)), REPORT_SHARE * self.task.budget.total)
        return self.task.plan.growth * fits + report

    def keep(self, job: Job, result: JobResult) -> None:
        """Keep a finished fold; a model whose fold failed has failed."""
        assert isinstance(job, FoldJob)
        model = next(one for one in self.models if one.entry.name == job.entry.name)
        if job.number not in model.running:  # of a model that was given up
            return
        model.running.discard(job.number)
        finished = None
        if result.error is not None:
            model.failures[job.number] = result.error
            model.stop("failed", model.failures[min(model.failures)])  # whichever came back first
        else:
            assert isinstance(result.value, FoldOutcome)
            finished = result.value
            self.task.store.save(model.entry.name, job.split, finished)
            model.outcomes[job.number] = finished
        self.tell(model, finished)

    def stop_for_budget(self, model: ModelFolds) -> None:
        """Give up a model because the time is up."""
        if not model.outcomes:
            self.skip(model, model.cost, self.left())
            return
        facts = {"done": len(model.outcomes), "folds": len(self.task.folds)}
        model.stop("skipped", wording("study.out_of_budget", self.task.lang, **facts))
        self.tell(model)

    def stop_all(self) -> None:
        """Give up every model that is not finished: the time is up."""
        for model in self.models:
            if not model.is_finished:
                model.running.clear()
                self.stop_for_budget(model)

    def tell(self, model: ModelFolds, finished: FoldOutcome | None = None) -> None:
        """Report the progress of a model, with the fold that was just finished."""
        size = len(self.task.folds)
        done = [size if one.status != "done" else len(one.outcomes) for one in self.models]
        is_scored = model.is_finished and model.status == "done"
        if is_scored:
            model.finish(self.task)
        self.report(
            model.entry.name,
            sum(done),
            is_last=model.is_finished,
            accuracy=model.score("accuracy") if is_scored else None,
            score=model.score(self.task.plan.metric) if is_scored else None,
            fold=None if finished is None else fold_facts(finished.record),
            reason=model.reason,
        )
