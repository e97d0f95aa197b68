"""Running a plan: every model on every fold, stored as it finishes.

A model that raises is *failed*, with its sentence, and the others continue. Nothing is printed: a callback
receives the progress. With a budget of time the cheapest models come first; what does not fit in it is
*skipped*, and its finished folds are kept. A model that is predicted not to fit in memory is skipped, too.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Collection
from typing import Unpack

import numpy as np

from fenlei.errors import UsageError, wording
from fenlei.registry import POOLED, Entry
from fenlei.study.data import StudyData
from fenlei.study.fitting import find_entry, unsuitable
from fenlei.study.running.fold import CostJob
from fenlei.study.running.fold_queue import PATIENCE, FoldQueue, ModelFolds, ModelProgress
from fenlei.study.running.fold_store import FoldStore
from fenlei.study.running.memory_budget import predicted_bytes, size
from fenlei.study.running.plan import FoldSplit, Plan, splits
from fenlei.study.running.process_pool import ProcessPool
from fenlei.study.running.task import ModelRun, Progress, Task
from fenlei.study.running.time_budget import Budget


def run(
    plan: Plan,
    data: StudyData,
    store: FoldStore,
    *,
    budget: Budget | None = None,
    memory: float = math.inf,
    progress: Callable[[Progress], None] | None = None,
    skip: Callable[[], Collection[str]] | None = None,
    n_jobs: int | None = None,
    workers: int = 1,
    lang: str = "en",
) -> list[ModelRun]:
    """Run every model of the plan; finished folds are taken from the store.

    The result is the same for any `n_jobs` and `workers`.
    """
    time = budget or Budget()
    task = Task(data, plan, checked_splits(data, plan), store, time, n_jobs, lang, time.pace())
    chosen = [find_entry(name, plan.kind) for name in plan.models if name not in POOLED]
    needs = {e.name: predicted_bytes(e, data.schema, len(task.folds[0].train), plan.scale) for e in chosen}
    reasons = {
        e.name: reason.text(lang)
        if (reason := unsuitable(e, data.schema))
        else too_large(needs[e.name], memory, lang)
        for e in chosen
    }
    todo = [entry for entry in chosen if reasons[entry.name] is None]
    resumed = sum(len(task.folds) - task.missing(entry) for entry in todo)

    def report(model: str, done: int, **facts: Unpack[ModelProgress]) -> None:
        if progress is not None:
            total = len(todo) * len(task.folds)
            progress(Progress(model, done, total, resumed, metric=plan.metric, **facts))

    report("", 0)
    most = max((needs[entry.name] for entry in todo), default=1.0)
    with ProcessPool(task, int(min(workers, max(1.0, memory / max(most, 1.0)))), memory) as pool:
        costs = predicted_costs(todo, pool)
        models = [ModelFolds(entry, costs[entry.name], deque(range(len(task.folds)))) for entry in todo]
        models.sort(key=lambda model: model.cost)
        FoldQueue(task, models, pool, report, skip).run()
    runs = {model.entry.name: model.finish(task) for model in models}
    return [runs.get(e.name) or ModelRun(e, "skipped", reasons[e.name], []) for e in chosen]


def checked_splits(data: StudyData, plan: Plan) -> list[FoldSplit]:
    """All folds; refused where one leaves no row of a class to train on, as an unstratified hold-out can."""
    folds = list(splits(data.codes, plan, data.split_by))
    for split in folds if data.task == "classification" else []:
        rows = np.bincount(data.codes[split.train], minlength=len(data.classes))
        if not rows.all():
            label, column = data.names[int(rows.argmin())], plan.by
            key = "study.unseen_class" if column is None else "conditions.unseen_class_by"
            raise UsageError(key, label=label, column=column)
    return folds


def too_large(need: float, memory: float, lang: str) -> str | None:
    """Why a model does not fit in memory; None if it does."""
    if need <= memory:
        return None
    return wording("study.over_memory", lang, need=size(need), limit=size(memory))


def predicted_costs(todo: list[Entry], pool: ProcessPool) -> dict[str, float]:
    """Seconds for the folds of each model that are not stored, predicted by all workers together."""
    costs: dict[str, float] = {}
    waiting = deque(todo)
    while waiting or pool.running:
        pool.grow_if_worth_it(len(waiting))
        while waiting and pool.has_room:
            pool.start(CostJob(waiting.popleft()), len(waiting))
        if (found := pool.next(PATIENCE)) is not None:
            job, result = found
            costs[job.entry.name] = result.value if isinstance(result.value, float) else 0.0
    return costs
