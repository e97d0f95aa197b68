"""Running a plan: every model on every fold, stored as it finishes.

A model that raises is *failed*, with its sentence, and the others go on; what it warns about becomes its
notes. Nothing is printed: who wants to see how far it is passes a callback. With a budget of time the
cheapest models come first; what does not fit in it is *skipped*, and its finished folds are kept.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from fenlei.errors import FenleiError, spoken, wording
from fenlei.registry import Entry
from fenlei.study.budget import Budget, duration, foreseen_seconds
from fenlei.study.data import StudyData
from fenlei.study.fitting import BASELINE, find_entry, fit, unsuitable
from fenlei.study.plan import Codes, Plan, Split, splits
from fenlei.study.scores import headline
from fenlei.study.store import FoldStore, Outcome
from fenlei.study.tuning import inner_fits, tune

FOR_PROGRAMMERS = (DeprecationWarning, PendingDeprecationWarning, FutureWarning, ResourceWarning)


class Progress(NamedTuple):
    """How far a run is; the first report comes before any work, with `model` empty."""

    model: str
    done: int  # folds behind us: finished now or earlier, or given up because their model failed
    total: int
    resumed: int  # folds that an earlier run had finished


class ModelRun(NamedTuple):
    """One model's way through the folds."""

    entry: Entry
    status: str  # "done", "skipped" or "failed"
    reason: str | None
    outcomes: list[Outcome]  # in the order of the splits; empty unless done


class Task(NamedTuple):
    """What all models share."""

    data: StudyData
    plan: Plan
    folds: list[Split]
    store: FoldStore
    budget: Budget
    n_jobs: int | None
    lang: str

    def missing(self, entry: Entry) -> int:
        """Folds of a model that are not stored."""
        return sum(not self.store.holds(entry.name, split) for split in self.folds)


def run(
    plan: Plan,
    data: StudyData,
    store: FoldStore,
    *,
    budget: Budget | None = None,
    progress: Callable[[Progress], None] | None = None,
    n_jobs: int | None = None,
    lang: str = "en",
) -> list[ModelRun]:
    """Run every model of the plan; finished folds are taken from the store."""
    task = Task(data, plan, list(splits(data.codes, plan)), store, budget or Budget(), n_jobs, lang)
    chosen = [find_entry(name) for name in plan.models]
    reasons = {entry.name: unsuitable(entry, data.schema, lang) for entry in chosen}
    todo = [entry for entry in chosen if reasons[entry.name] is None]
    resumed = sum(len(task.folds) - task.missing(entry) for entry in todo)
    costs = {entry.name: foreseen_cost(entry, task) for entry in todo}
    todo.sort(key=lambda entry: costs[entry.name])

    def tell(model: str, place: int, fold: int) -> None:
        if progress is not None:
            size = len(task.folds)
            progress(Progress(model, place * size + fold, len(todo) * size, resumed))

    tell("", 0, 0)
    runs = {
        entry.name: run_model(entry, task, costs[entry.name], partial(tell, entry.name, place))
        for place, entry in enumerate(todo)
    }
    return [runs.get(e.name) or ModelRun(e, "skipped", reasons[e.name], []) for e in chosen]


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
    return missing * tries * foreseen_seconds(attempt, task.folds[0].train, task.plan.seed)


def run_model(entry: Entry, task: Task, cost: float, tell: Callable[[int], None]) -> ModelRun:
    """One model on every fold; `tell` hears how many folds are behind it."""
    if cost > task.budget.left:
        tell(len(task.folds))
        facts = {"need": duration(cost), "left": duration(task.budget.left)}
        return ModelRun(entry, "skipped", wording("study.over_budget", task.lang, **facts), [])
    outcomes: list[Outcome] = []
    for number, split in enumerate(task.folds, start=1):
        outcome = task.store.load(entry.name, split)
        if outcome is None:
            if outcomes and _seconds(outcomes[-1]) > task.budget.left:
                tell(len(task.folds))
                return ModelRun(entry, "skipped", _budget_ended(task, len(outcomes)), [])
            try:
                outcome = run_fold(entry, task, split)
            except Exception as error:  # whatever a model does wrong must not end the comparison
                tell(len(task.folds))
                return ModelRun(entry, "failed", sentence(error, task.lang), [])
            task.store.save(entry.name, split, outcome)
        outcomes.append(outcome)
        tell(number)
    return ModelRun(entry, "done", None, outcomes)


def _budget_ended(task: Task, done: int) -> str:
    return wording("study.out_of_budget", task.lang, done=done, folds=len(task.folds))


def _seconds(outcome: Outcome) -> float:
    return float(outcome.record["fit_seconds"] + outcome.record["predict_seconds"])


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


def sentence(error: Exception, lang: str) -> str:
    """What went wrong, in one line."""
    if isinstance(error, FenleiError):
        return error.text(lang)
    first_line = (str(error).strip().splitlines() or [""])[0]
    return f"{type(error).__name__}: {first_line}"
