"""Running a plan: every model on every fold, stored as it finishes.

A model that raises is *failed*, with its sentence, and the others go on; what it warns about becomes its
notes. Nothing is printed: who wants to see how far it is passes a callback. With a budget of time the
cheapest models come first; what does not fit in it is *skipped*, and its finished folds are kept. A model
that is foreseen not to fit in memory is skipped, too.
"""

from __future__ import annotations

import math
import warnings
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from fenlei.errors import spoken, wording
from fenlei.registry import Entry
from fenlei.study.data import StudyData
from fenlei.study.facts.scores import headline
from fenlei.study.fitting import BASELINE, find_entry, fit, unsuitable
from fenlei.study.running.fold_queue import PATIENCE, Course, ModelRun, Race
from fenlei.study.running.fold_store import FoldStore, Outcome
from fenlei.study.running.memory_budget import foreseen_bytes, size
from fenlei.study.running.plan import Codes, Plan, Split, splits
from fenlei.study.running.process_pool import Crew, crew_for
from fenlei.study.running.time_budget import Budget, foreseen_seconds
from fenlei.study.running.worker import Call
from fenlei.study.tuning import inner_fits, tune

REPORT_SECONDS, SECONDS_A_VALUE = 2.5, 1e-6  # twice what one core was measured to take
FOR_PROGRAMMERS = (DeprecationWarning, PendingDeprecationWarning, FutureWarning, ResourceWarning)


class Progress(NamedTuple):
    """How far a run is; the first report comes before any work, with `model` empty."""

    model: str
    done: int  # folds behind us: finished now or earlier, or given up because their model failed
    total: int
    resumed: int  # folds that an earlier run had finished
    is_last: bool = False  # of its model


class Task(NamedTuple):
    """What all models share."""

    data: StudyData
    plan: Plan
    folds: list[Split]
    store: FoldStore
    budget: Budget
    n_jobs: int | None
    lang: str
    pace: float = 1.0  # of this process

    def missing(self, entry: Entry) -> int:
        """Folds of a model that are not stored."""
        return sum(not self.store.holds(entry.name, split) for split in self.folds)

    def report_seconds(self, models: int) -> float:
        """Seconds for the result and the report of so many models."""
        values = models * len(self.data.codes) * len(self.data.classes)
        return self.pace * (REPORT_SECONDS + values * SECONDS_A_VALUE)

    def for_workers(self) -> Task:
        """The task without the rows of the folds, which come with each call; the first are for forecasts."""
        none = np.empty(0, dtype=np.int64)
        later = [split._replace(train=none, test=none) for split in self.folds[1:]]
        return self._replace(folds=[*self.folds[:1], *later])


def run(
    plan: Plan,
    data: StudyData,
    store: FoldStore,
    *,
    budget: Budget | None = None,
    memory: float = math.inf,
    progress: Callable[[Progress], None] | None = None,
    n_jobs: int | None = None,
    workers: int = 1,
    lang: str = "en",
) -> list[ModelRun]:
    """Run every model of the plan; finished folds are taken from the store.

    What comes out is the same for any `n_jobs` and `workers`.
    """
    time = budget or Budget()
    task = Task(data, plan, list(splits(data.codes, plan)), store, time, n_jobs, lang, time.pace())
    chosen = [find_entry(name) for name in plan.models]
    needs = {e.name: foreseen_bytes(e, data.schema, len(task.folds[0].train)) for e in chosen}
    reasons = {
        e.name: unsuitable(e, data.schema, lang) or too_large(needs[e.name], memory, lang) for e in chosen
    }
    todo = [entry for entry in chosen if reasons[entry.name] is None]
    resumed = sum(len(task.folds) - task.missing(entry) for entry in todo)

    def tell(model: str, behind: int, is_last: bool) -> None:
        if progress is not None:
            progress(Progress(model, behind, len(todo) * len(task.folds), resumed, is_last))

    tell("", 0, False)
    most = max((needs[entry.name] for entry in todo), default=0.0)
    at_once = int(min(workers, max(1.0, memory / max(most, 1.0))))
    with crew_for(task, at_once, memory) as crew:
        costs = foreseen_costs(todo, task, crew)
        courses = [Course(entry, costs[entry.name], deque(range(len(task.folds)))) for entry in todo]
        courses.sort(key=lambda course: course.cost)
        Race(task, courses, crew, run_fold, tell).run()
    runs = {course.entry.name: course.as_run() for course in courses}
    return [runs.get(e.name) or ModelRun(e, "skipped", reasons[e.name], []) for e in chosen]


def too_large(need: float, memory: float, lang: str) -> str | None:
    """Why a model does not fit in memory; None if it does."""
    if need <= memory:
        return None
    return wording("study.over_memory", lang, need=size(need), limit=size(memory))


def foreseen_costs(todo: list[Entry], task: Task, crew: Crew) -> dict[str, float]:
    """Seconds for the folds of each model that are not stored, found by all workers together."""
    costs: dict[str, float] = {}
    waiting = deque(todo)
    while waiting or crew.running:
        crew.grow_if_worth_it(len(waiting))
        while waiting and crew.has_room:
            crew.begin(Call(foreseen_cost, waiting.popleft()), len(waiting))
        if (found := crew.next(PATIENCE)) is not None:
            call, answer = found
            costs[call.entry.name] = answer.value or 0.0
    return costs


def foreseen_cost(entry: Entry, task: Task) -> float:
    """Seconds for the folds of a model that are not stored; 0 without a budget, and for the baseline."""
    missing = task.missing(entry)
    if not task.budget.is_limited or not missing or entry is BASELINE:
        return 0.0

    def attempt(rows: Codes) -> None:
        train = task.data.X[rows], task.data.labels_of(rows)
        fitted = fit(entry, task.data.schema, *train, seed=task.plan.seed, n_jobs=task.n_jobs)
        fitted.scores(task.data.X[rows[: len(rows) // (task.plan.folds - 1)]])

    tries = inner_fits(entry) if task.plan.tune else 1
    one = foreseen_seconds(attempt, task.folds[0].train, task.plan.seed, task.budget.pilot_seconds)
    return missing * tries * one


def run_fold(entry: Entry, task: Task, split: Split) -> Outcome:
    """Fit on the training rows, score the tested rows."""
    data, K = task.data, len(task.data.classes)
    train = data.X[split.train], data.labels_of(split.train)
    options: dict[str, Any] = {"seed": task.plan.seed, "n_jobs": task.n_jobs}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        start = perf_counter()
        params = tune(entry, data.schema, *train, **options) if task.plan.tune else {}
        fitted = fit(entry, data.schema, *train, params=params, **options)
        middle = perf_counter()
        scores = fitted.scores(data.X[split.test])
        end = perf_counter()
    record = {
        "repeat": split.repeat,
        "fold": split.fold,
        "scores": headline(data.codes[split.test], scores, K),
        **({"params": params} if task.plan.tune else {}),
        "fit_seconds": middle - start,
        "predict_seconds": end - middle,
        "notes": [
            spoken(one.message, task.lang) for one in caught if not issubclass(one.category, FOR_PROGRAMMERS)
        ],
    }
    # Curves and confusion show the first repeat; of the others only the scores are needed.
    return Outcome(record, scores.values if split.repeat == 0 else np.empty((0, K)))
