"""One fold of one model, and the forecast of what its folds will cost: the jobs of a comparison.

What a model warns about becomes its notes.
"""

from __future__ import annotations

import warnings
from functools import partial
from time import perf_counter
from typing import NamedTuple

from fenlei.errors import spoken, wording
from fenlei.registry import Entry
from fenlei.study.data import StudyData
from fenlei.study.facts.metrics import number_scores
from fenlei.study.facts.schema import Scores, Setting
from fenlei.study.facts.scores import ClassScores, headline, probabilities
from fenlei.study.fitting import BASELINE, FitOptions, Fitted, Matrix, Rows, fit, preparation_text
from fenlei.study.running.fold_store import FoldOutcome, FoldRecord
from fenlei.study.running.plan import Codes, FoldSplit, Plan
from fenlei.study.running.task import Task
from fenlei.study.running.time_budget import predicted_seconds
from fenlei.study.tuning import inner_fits, tune

FOR_PROGRAMMERS = (DeprecationWarning, PendingDeprecationWarning, FutureWarning, ResourceWarning)


class FoldJob(NamedTuple):
    """Fit and score one fold."""

    entry: Entry
    number: int  # among the folds of the task
    split: FoldSplit

    def run(self, task: Task) -> FoldOutcome:
        return run_fold(self.entry, task, self.split)


class CostJob(NamedTuple):
    """Predict the seconds that the folds of a model will take."""

    entry: Entry

    def run(self, task: Task) -> float:
        return predicted_cost(self.entry, task)


def fit_options(entry: Entry, plan: Plan, n_jobs: int | None, data: StudyData) -> FitOptions:
    """What every fit of a model shares."""
    fixed = plan.params.get(entry.name, {})
    options = FitOptions(seed=plan.seed, n_jobs=n_jobs, scale=plan.scale, fixed=fixed)
    if plan.class_weight is not None:
        options["class_weight"] = dict(zip(data.classes.tolist(), plan.class_weight, strict=True))
    return options


def run_fold(entry: Entry, task: Task, split: FoldSplit) -> FoldOutcome:
    """Fit on the training rows, score the tested rows."""
    data = task.data
    train = data.coded(split.train), data.labels_of(split.train)
    options = fit_options(entry, task.plan, task.n_jobs, task.data)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        start = perf_counter()
        by = partial(tune, entry, data.schema, *train, metric=task.plan.metric)
        params: Setting = by(**options) if task.plan.tune else {}
        fitted = fit(entry, data.schema, *train, params=params, **options)
        middle = perf_counter()
        values, is_probability = predictions(fitted, data.coded(split.test), task)
        end = perf_counter()
    record: FoldRecord = {
        "repeat": split.repeat,
        "fold": split.fold,
        "scores": tested_scores(values, is_probability, split.test, task),
        "fit_seconds": middle - start,
        "predict_seconds": end - middle,
        "notes": [
            *(
                spoken(one.message, task.lang)
                for one in caught
                if not issubclass(one.category, FOR_PROGRAMMERS)
            ),
            *normal_names(entry, fitted, task),
        ],
        "scores_are_probabilities": is_probability,
    }
    if task.plan.tune:
        record["params"] = params
    return FoldOutcome(record, values)


def predictions(fitted: Fitted, X: Rows, task: Task) -> tuple[Matrix, bool]:
    """Log-scores (n, K), and whether they are of probabilities; or predicted numbers (n, 1)."""
    if task.plan.task == "classification":
        return fitted.log_scores(X)
    return fitted.numbers(X)[:, None], False


def tested_scores(values: Matrix, is_probability: bool, rows: Codes, task: Task) -> Scores:
    """The scores of the tested rows."""
    data = task.data
    if data.numbers is not None:
        return number_scores(data.numbers[rows], values[:, 0])
    proba = ClassScores(probabilities(values), is_probability)
    return headline(data.codes[rows], proba, len(data.classes))


def normal_names(entry: Entry, fitted: Fitted, task: Task) -> list[str]:
    """A note on densities of one-hot columns, which are not normal."""
    if entry.name != "gaussian_nb" or "one-hot" not in preparation_text(fitted.preparation, task.data.schema):
        return []
    return [wording("study.normal_names", task.lang)]


def predicted_cost(entry: Entry, task: Task) -> float:
    """Seconds for the folds of a model that are not stored; 0 without a budget, and for the baseline."""
    missing = task.missing(entry)
    if not task.budget.is_limited or not missing or entry.name == BASELINE.name:
        return 0.0

    def attempt(rows: Codes) -> None:
        train = task.data.coded(rows), task.data.labels_of(rows)
        fitted = fit(entry, task.data.schema, *train, **fit_options(entry, task.plan, task.n_jobs, task.data))
        tested = max(1, int(len(rows) * task.plan.test_train_ratio))
        predictions(fitted, task.data.coded(rows[:tested]), task)

    tries = inner_fits(entry, len(task.folds[0].train)) if task.plan.tune else 1
    one = predicted_seconds(attempt, task.folds[0].train, task.plan.seed, task.budget.pilot_seconds)
    return missing * tries * one
