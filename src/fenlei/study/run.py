"""Running a plan: every model on every fold, stored as it finishes.

A model that raises is *failed*, with its sentence, and the others go on; what it warns about becomes its
notes. Nothing is printed: who wants to see how far it is passes a callback.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import NamedTuple

import numpy as np

from fenlei.errors import FenleiError, spoken
from fenlei.registry import Entry
from fenlei.study.data import StudyData
from fenlei.study.fitting import find_entry, fit, unsuitable
from fenlei.study.plan import Plan, Split, splits
from fenlei.study.scores import headline
from fenlei.study.store import FoldStore, Outcome

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
    folds: list[Split]
    store: FoldStore
    seed: int
    n_jobs: int | None
    lang: str


def run(
    plan: Plan,
    data: StudyData,
    store: FoldStore,
    *,
    progress: Callable[[Progress], None] | None = None,
    n_jobs: int | None = None,
    lang: str = "en",
) -> list[ModelRun]:
    """Run every model of the plan; finished folds are taken from the store."""
    task = Task(data, list(splits(data.codes, plan)), store, plan.seed, n_jobs, lang)
    chosen = [find_entry(name) for name in plan.models]
    reasons = {entry.name: unsuitable(entry, data.schema, lang) for entry in chosen}
    todo = [entry for entry in chosen if reasons[entry.name] is None]
    resumed = sum(store.holds(entry.name, split) for entry in todo for split in task.folds)

    def tell(model: str, place: int, fold: int) -> None:
        if progress is not None:
            size = len(task.folds)
            progress(Progress(model, place * size + fold, len(todo) * size, resumed))

    tell("", 0, 0)
    runs = {
        entry.name: run_model(entry, task, partial(tell, entry.name, place))
        for place, entry in enumerate(todo)
    }
    return [runs.get(e.name) or ModelRun(e, "skipped", reasons[e.name], []) for e in chosen]


def run_model(entry: Entry, task: Task, tell: Callable[[int], None]) -> ModelRun:
    """One model on every fold; `tell` hears how many folds are behind it."""
    outcomes = []
    for number, split in enumerate(task.folds, start=1):
        outcome = task.store.load(entry.name, split)
        if outcome is None:
            try:
                outcome = run_fold(entry, task, split)
            except Exception as error:  # whatever a model does wrong must not end the comparison
                tell(len(task.folds))
                return ModelRun(entry, "failed", sentence(error, task.lang), [])
            task.store.save(entry.name, split, outcome)
        outcomes.append(outcome)
        tell(number)
    return ModelRun(entry, "done", None, outcomes)


def run_fold(entry: Entry, task: Task, split: Split) -> Outcome:
    """Fit on the training rows, score the tested rows."""
    data, K = task.data, len(task.data.classes)
    train = data.X[split.train], data.classes[data.codes[split.train]]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        start = perf_counter()
        fitted = fit(entry, data.schema, *train, seed=task.seed, n_jobs=task.n_jobs)
        middle = perf_counter()
        scores = fitted.scores(data.X[split.test])
        end = perf_counter()
    record = {
        "repeat": split.repeat,
        "fold": split.fold,
        "scores": headline(data.codes[split.test], scores, K),
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
